// The manager of fcl_shape.hpp beside FCL's, among boxes, and among boxes, spheres and meshes: the
// same answers, and the least time of some rounds. Argument: how many objects. Fails only if the
// answers differ.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include <obbtree/fcl_shape.hpp>

#include "fcl_models.hpp"

namespace {

constexpr int ROUNDS = 5;

/// Objects of both libraries at the same places, and a manager of each.
struct World {
    std::vector<std::unique_ptr<fcl::CollisionObjectd>> theirs;
    std::vector<std::unique_ptr<obbtree::fcl::CollisionObject>> ours;
    std::vector<fcl::Transform3d> places;
    fcl::DynamicAABBTreeCollisionManagerd their_manager;
    obbtree::fcl::BroadPhaseCollisionManager manager;

    /// So many objects, each in a cell of its own if the cells are large.
    World(int count, double cell, bool are_mixed) {
        std::mt19937_64 random(1);
        const auto number = [&](double low, double high) {
            return std::uniform_real_distribution<double>(low, high)(random);
        };
        const int row = static_cast<int>(std::ceil(std::cbrt(count)));
        const obbtree::Body body = tetrahedron();
        const auto model = fcl_model_of(body);
        for (int n = 0; n < count; ++n) {
            fcl::Transform3d place = fcl::Transform3d::Identity();
            const Eigen::Vector4d q(number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1));
            place.rotate(Eigen::Quaterniond(q.normalized()));
            const Eigen::Vector3d corner(n % row, n / row % row, n / row / row);
            const Eigen::Vector3d aside(number(0, 0.4), number(0, 0.4), number(0, 0.4));
            place.pretranslate(cell * corner + aside);
            places.push_back(place);
            const double a = number(0.3, 0.7), b = number(0.3, 0.7), c = number(0.3, 0.7);
            switch (are_mixed ? n % 3 : 0) {
            case 0:
                add(std::make_shared<fcl::Boxd>(a, b, c), obbtree::Shape::box({a / 2, b / 2, c / 2}), place);
                break;
            case 1:
                add(std::make_shared<fcl::Sphered>(a / 2), obbtree::Shape::sphere({0, 0, 0}, a / 2), place);
                break;
            default: add(model, body, place);
            }
        }
        for (const auto &object : theirs) their_manager.registerObject(object.get());
        for (const auto &object : ours) manager.registerObject(object.get());
        their_manager.setup(), manager.setup();
    }

    void add(const std::shared_ptr<fcl::CollisionGeometryd> &geometry, const obbtree::Collider &collider,
             const fcl::Transform3d &place) {
        theirs.push_back(std::make_unique<fcl::CollisionObjectd>(geometry, place));
        ours.push_back(std::make_unique<obbtree::fcl::CollisionObject>(collider, place));
    }

    static obbtree::Body tetrahedron() {
        const double corners[] = {-0.2, -0.2, -0.2, 0.3, -0.2, -0.2, -0.2, 0.3, -0.2, -0.2, -0.2, 0.3};
        const std::uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
        return obbtree::Body(obbtree::view(corners, 4), obbtree::view(triangles, 4));
    }
};

bool they_collide(fcl::CollisionObjectd *a, fcl::CollisionObjectd *b, void *count) {
    fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    *static_cast<int *>(count) += fcl::collide(a, b, request, result) > 0;
    return false;
}

bool we_collide(obbtree::fcl::CollisionObject *, obbtree::fcl::CollisionObject *, void *count) {
    ++*static_cast<int *>(count); // called with pairs that collide
    return false;
}

bool their_distance(fcl::CollisionObjectd *a, fcl::CollisionObjectd *b, void *data, double &least) {
    auto &result = *static_cast<fcl::DistanceResultd *>(data);
    fcl::distance(a, b, fcl::DistanceRequestd(), result);
    least = result.min_distance;
    return least <= 0;
}

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

void compare_all(World &world, bool are_apart) {
    compare(
        "collide", 0,
        [&] {
            int count = 0;
            world.their_manager.collide(&count, they_collide);
            return count;
        },
        [&] {
            int count = 0;
            world.manager.collide(&count, we_collide);
            return count;
        });
    compare(
        "collide with one", 0,
        [&] {
            int count = 0;
            for (const auto &object : world.theirs) world.their_manager.collide(object.get(), &count, they_collide);
            return count - static_cast<int>(world.theirs.size()); // FCL meets the object itself
        },
        [&] {
            int count = 0;
            for (const auto &object : world.ours) world.manager.collide(object.get(), &count, we_collide);
            return count;
        });
    if (are_apart)
        compare(
            "distance", 1e-4,
            [&] {
                fcl::DistanceResultd result;
                world.their_manager.distance(&result, their_distance);
                return result.min_distance;
            },
            [&] { return world.manager.distance(); });
    double shift = 0;
    const auto move = [&](auto &objects, auto &manager) {
        shift = 0.1 - shift;
        for (std::size_t n = 0; n < objects.size(); ++n) {
            fcl::Transform3d place = world.places[n];
            place.pretranslate(Eigen::Vector3d::Constant(shift));
            objects[n]->setTransform(place);
            objects[n]->computeAABB();
        }
        manager.update();
        return 0.0;
    };
    compare(
        "move all", 0, [&] { return move(world.theirs, world.their_manager); },
        [&] { return move(world.ours, world.manager); });
}

} // namespace

int main(int argc, char **argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 3000;
    for (const bool are_mixed : {false, true})
        for (const double cell : {0.6, 2.0}) {
            std::printf("%d %s, %s: FCL, obbtree\n", count, are_mixed ? "boxes, spheres and meshes" : "boxes",
                        cell < 1 ? "crowded" : "apart");
            World world(count, cell, are_mixed);
            compare_all(world, cell > 1);
        }
    return different > 0;
}
