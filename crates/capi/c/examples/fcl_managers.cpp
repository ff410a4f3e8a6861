// The manager of obbtree/fcl.hpp beside FCL's, among boxes, and among boxes, spheres and meshes:
// the same answers, and the least time of some rounds. Argument: how many objects. Fails only if
// the answers differ.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include <fcl/fcl.h>

#include <obbtree/fcl.hpp>

namespace {

constexpr int ROUNDS = 5;

/// `fcl::`, of either library, for the templates below.
struct Fcl {
    using Object = fcl::CollisionObjectd;
    using Geometry = fcl::CollisionGeometryd;
    using Manager = fcl::DynamicAABBTreeCollisionManagerd;
    using Box = fcl::Boxd;
    using Sphere = fcl::Sphered;
    using Model = fcl::BVHModel<fcl::OBBRSSd>;
    using Triangle = fcl::Triangle;
    using Request = fcl::CollisionRequestd;
    using Result = fcl::CollisionResultd;
    using Nearest = fcl::DefaultDistanceData<double>;
    static constexpr auto nearest = fcl::DefaultDistanceFunction<double>;
};
struct Obbtree {
    using Object = obbtree::fcl::CollisionObjectd;
    using Geometry = obbtree::fcl::CollisionGeometryd;
    using Manager = obbtree::fcl::DynamicAABBTreeCollisionManagerd;
    using Box = obbtree::fcl::Boxd;
    using Sphere = obbtree::fcl::Sphered;
    using Model = obbtree::fcl::BVHModel<obbtree::fcl::OBBRSSd>;
    using Triangle = obbtree::fcl::Triangle;
    using Request = obbtree::fcl::CollisionRequestd;
    using Result = obbtree::fcl::CollisionResultd;
    using Nearest = obbtree::fcl::DefaultDistanceData<double>;
    static constexpr auto nearest = obbtree::fcl::DefaultDistanceFunction<double>;
};

template <typename Of>
bool count_pairs(typename Of::Object *a, typename Of::Object *b, void *count) {
    typename Of::Request request;
    typename Of::Result result;
    if (a != b) *static_cast<int *>(count) += collide(a, b, request, result) > 0;
    return false;
}

/// So many objects, each in a cell of its own if the cells are large.
template <typename Of>
struct World {
    std::vector<std::unique_ptr<typename Of::Object>> objects;
    std::vector<fcl::Transform3d> places;
    typename Of::Manager manager;
    double shift = 0;

    World(int count, double cell, bool are_mixed) {
        std::mt19937_64 random(1);
        const auto number = [&](double low, double high) {
            return std::uniform_real_distribution<double>(low, high)(random);
        };
        const int row = static_cast<int>(std::ceil(std::cbrt(count)));
        const std::shared_ptr<typename Of::Geometry> tetrahedron = model();
        for (int n = 0; n < count; ++n) {
            fcl::Transform3d place = fcl::Transform3d::Identity();
            const Eigen::Vector4d q(number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1));
            place.rotate(Eigen::Quaterniond(q.normalized()));
            const Eigen::Vector3d corner(n % row, n / row % row, n / row / row);
            const Eigen::Vector3d aside(number(0, 0.4), number(0, 0.4), number(0, 0.4));
            place.pretranslate(cell * corner + aside);
            places.push_back(place);
            const double a = number(0.3, 0.7), b = number(0.3, 0.7), c = number(0.3, 0.7);
            std::shared_ptr<typename Of::Geometry> geometry = std::make_shared<typename Of::Box>(a, b, c);
            if (are_mixed && n % 3 == 1) geometry = std::make_shared<typename Of::Sphere>(a / 2);
            if (are_mixed && n % 3 == 2) geometry = tetrahedron;
            objects.push_back(std::make_unique<typename Of::Object>(geometry, place));
        }
        for (const auto &object : objects) manager.registerObject(object.get());
        manager.setup();
    }
    static std::shared_ptr<typename Of::Model> model() {
        auto made = std::make_shared<typename Of::Model>();
        const Eigen::Vector3d low(-0.2, -0.2, -0.2);
        std::vector<Eigen::Vector3d> corners(4, low);
        for (int k = 0; k < 3; ++k) corners[k + 1][k] = 0.3;
        using Triangle = typename Of::Triangle;
        made->beginModel();
        made->addSubModel(corners, {Triangle(0, 2, 1), Triangle(0, 1, 3), Triangle(1, 2, 3), Triangle(2, 0, 3)});
        made->endModel();
        return made;
    }
    double all_pairs() {
        int count = 0;
        manager.collide(&count, count_pairs<Of>);
        return count;
    }
    double pairs_of_each() {
        int count = 0;
        for (const auto &object : objects) manager.collide(object.get(), &count, count_pairs<Of>);
        return count;
    }
    double nearest() {
        typename Of::Nearest data;
        manager.distance(&data, Of::nearest);
        return data.result.min_distance;
    }
    double move_all() {
        shift = 0.1 - shift;
        for (std::size_t n = 0; n < objects.size(); ++n) {
            fcl::Transform3d place = places[n];
            place.pretranslate(Eigen::Vector3d::Constant(shift));
            objects[n]->setTransform(place);
            objects[n]->computeAABB();
        }
        manager.update();
        return 0;
    }
};

/// The least time of some rounds in milliseconds, and the answer.
template <typename Work>
std::pair<double, double> least(Work &&work) {
    double best = INFINITY, found = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        const auto start = std::chrono::steady_clock::now();
        found = work();
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        best = std::min(best, time.count());
    }
    return {best, found};
}

int different = 0;

template <typename Theirs, typename Ours>
void compare(const char *what, double tolerance, Theirs &&theirs, Ours &&ours) {
    const auto [their_time, expected] = least(theirs);
    const auto [time, found] = least(ours);
    const bool agree = std::abs(found - expected) <= tolerance;
    different += !agree;
    std::printf("  %-16s %9.3f ms %9.3f ms %6.2f times  %g %g%s\n", what, their_time, time, time / their_time,
                expected, found, agree ? "" : "  DIFFERENT");
}

void compare_all(World<Fcl> &theirs, World<Obbtree> &ours, bool are_apart) {
    compare("collide", 0, [&] { return theirs.all_pairs(); }, [&] { return ours.all_pairs(); });
    compare("collide with one", 0, [&] { return theirs.pairs_of_each(); }, [&] { return ours.pairs_of_each(); });
    if (are_apart) compare("distance", 1e-4, [&] { return theirs.nearest(); }, [&] { return ours.nearest(); });
    compare("move all", 0, [&] { return theirs.move_all(); }, [&] { return ours.move_all(); });
}

} // namespace

int main(int argc, char **argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 3000;
    for (const bool are_mixed : {false, true})
        for (const double cell : {0.6, 2.0}) {
            std::printf("%d %s, %s: FCL, obbtree\n", count, are_mixed ? "boxes, spheres and meshes" : "boxes",
                        cell < 1 ? "crowded" : "apart");
            World<Fcl> theirs(count, cell, are_mixed);
            World<Obbtree> ours(count, cell, are_mixed);
            compare_all(theirs, ours, cell > 1);
        }
    return different > 0;
}
