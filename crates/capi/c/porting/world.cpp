// A program of FCL's, written for FCL as its users write them: a hall with shelves, boxes on a belt
// and a gripper, in managers with callbacks of its own; contacts, distances, a continuous check. It
// knows nothing of obbtree: `porting/check` moves it there by one include, and compares what the
// two print.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <fcl/fcl.h>

using fcl::Transform3d;
using fcl::Vector3d;

/// What the user data of an object points to.
struct Named {
    std::string name;
    bool is_static;
};

class Hall {
public:
    Hall()
        : shelves_(new fcl::DynamicAABBTreeCollisionManagerd), moving_(new fcl::DynamicAABBTreeCollisionManagerd) {}

    fcl::CollisionObjectd *add(const std::string &name, bool is_static,
                               const std::shared_ptr<fcl::CollisionGeometryd> &geometry, const Transform3d &at) {
        names_.push_back(std::make_unique<Named>(Named{name, is_static}));
        objects_.push_back(std::make_unique<fcl::CollisionObjectd>(geometry, at));
        fcl::CollisionObjectd *object = objects_.back().get();
        object->setUserData(names_.back().get());
        object->computeAABB();
        (is_static ? shelves_ : moving_)->registerObject(object);
        return object;
    }
    void setup() { shelves_->setup(), moving_->setup(); }
    fcl::BroadPhaseCollisionManagerd *shelves() { return shelves_.get(); }
    fcl::BroadPhaseCollisionManagerd *moving() { return moving_.get(); }

private:
    std::vector<std::unique_ptr<Named>> names_;
    std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
    std::unique_ptr<fcl::BroadPhaseCollisionManagerd> shelves_, moving_;
};

Transform3d at(double x, double y, double z, double turn = 0) {
    Transform3d tf = Transform3d::Identity();
    tf.translation() = Vector3d(x, y, z);
    tf.linear() = Eigen::AngleAxisd(turn, Vector3d::UnitZ()).toRotationMatrix();
    return tf;
}

/// A wedge, as a mesh: half of a box, cut along a diagonal.
std::shared_ptr<fcl::BVHModel<fcl::OBBRSSd>> wedge(double x, double y, double z) {
    const std::vector<Vector3d> corners = {{0, 0, 0}, {x, 0, 0}, {x, y, 0}, {0, y, 0}, {0, 0, z}, {0, y, z}};
    const std::vector<fcl::Triangle> triangles = {fcl::Triangle(0, 2, 1), fcl::Triangle(0, 3, 2), fcl::Triangle(0, 4, 5),
                                                  fcl::Triangle(0, 5, 3), fcl::Triangle(1, 2, 5), fcl::Triangle(1, 5, 4),
                                                  fcl::Triangle(0, 1, 4), fcl::Triangle(3, 5, 2)};
    auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    model->beginModel(int(triangles.size()), int(corners.size()));
    model->addSubModel(corners, triangles);
    model->endModel();
    return model;
}

using Pair = std::pair<std::string, std::string>;

Pair names_of(const fcl::CollisionObjectd *a, const fcl::CollisionObjectd *b) {
    const std::string &first = static_cast<const Named *>(a->getUserData())->name;
    const std::string &second = static_cast<const Named *>(b->getUserData())->name;
    return {std::min(first, second), std::max(first, second)};
}

/// Every pair that collides, and its contacts.
struct Found {
    fcl::CollisionRequestd request;
    std::map<Pair, std::vector<fcl::Contactd>> contacts;
    int calls = 0;
};

bool on_pair(fcl::CollisionObjectd *a, fcl::CollisionObjectd *b, void *data) {
    Found &found = *static_cast<Found *>(data);
    ++found.calls;
    fcl::CollisionResultd result;
    if (fcl::collide(a, b, found.request, result) > 0) {
        std::vector<fcl::Contactd> contacts;
        result.getContacts(contacts);
        found.contacts[names_of(a, b)] = contacts;
    }
    return false;
}

/// The nearest pair, and no pair of two boxes of the belt.
struct Nearest {
    fcl::DistanceRequestd request;
    double distance = std::numeric_limits<double>::max();
    Pair pair;
    Vector3d points[2];
};

bool on_near(fcl::CollisionObjectd *a, fcl::CollisionObjectd *b, void *data, double &least) {
    Nearest &nearest = *static_cast<Nearest *>(data);
    fcl::DistanceResultd result;
    fcl::distance(a, b, nearest.request, result);
    if (result.min_distance < nearest.distance) {
        nearest.distance = result.min_distance;
        nearest.pair = names_of(a, b);
        for (int k = 0; k < 2; ++k) nearest.points[k] = result.nearest_points[k];
    }
    least = nearest.distance;
    return least <= 0;
}

void print(const char *what, Found &found) {
    std::printf("%s: %zu pairs collide\n", what, found.contacts.size());
    for (const auto &entry : found.contacts) {
        double deepest = 0;
        for (const fcl::Contactd &contact : entry.second) deepest = std::max(deepest, contact.penetration_depth);
        const bool is_round = entry.first.first.find("sphere") != std::string::npos;
        std::printf("  %s %s", entry.first.first.c_str(), entry.first.second.c_str());
        if (is_round) std::printf(" depth %.4f", deepest);
        std::printf("\n");
    }
}

int main() {
    Hall hall;
    const auto board = std::make_shared<fcl::Boxd>(2.0, 0.4, 0.05);
    const auto post = std::make_shared<fcl::Cylinderd>(0.04, 2.0);
    for (int row = 0; row < 3; ++row) {
        for (int level = 0; level < 4; ++level)
            hall.add("board " + std::to_string(row) + std::to_string(level), true, board,
                     at(0, 1.5 * row, 0.5 * level + 0.1));
        for (int side = -1; side <= 1; side += 2)
            hall.add("post " + std::to_string(row) + (side < 0 ? "left" : "right"), true, post,
                     at(1.2 * side, 1.5 * row, 1));
    }
    const auto floor = std::make_shared<fcl::Halfspaced>(Vector3d(0, 0, 1), 0);
    fcl::CollisionObjectd ground(floor, Transform3d::Identity());

    std::mt19937 random(7);
    const auto number = [&](double low, double high) { return low + (high - low) * (random() / 4294967296.0); };
    std::vector<fcl::CollisionObjectd *> goods;
    for (int k = 0; k < 12; ++k) {
        const Transform3d place = at(number(-1, 1), number(-0.2, 3.2), number(0.1, 1.6), number(0, 3));
        std::shared_ptr<fcl::CollisionGeometryd> geometry;
        if (k % 3 == 0) geometry = std::make_shared<fcl::Boxd>(number(0.2, 0.4), 0.3, 0.2);
        if (k % 3 == 1) geometry = std::make_shared<fcl::Sphered>(number(0.1, 0.2));
        if (k % 3 == 2) geometry = wedge(0.4, 0.3, number(0.1, 0.3));
        const char *kind[] = {"box ", "sphere ", "wedge "};
        goods.push_back(hall.add(kind[k % 3] + std::to_string(k), false, geometry, place));
    }
    hall.setup();

    Found found;
    found.request = fcl::CollisionRequestd(100, true);
    hall.moving()->collide(hall.shelves(), &found, on_pair);
    print("goods and shelves", found);
    Found among = Found();
    among.request = fcl::CollisionRequestd(1, false);
    hall.moving()->collide(&among, on_pair);
    print("goods", among);
    Found on_ground;
    on_ground.request = fcl::CollisionRequestd(1, false);
    Named ground_name{"ground", true};
    ground.setUserData(&ground_name);
    hall.moving()->collide(&ground, &on_ground, on_pair);
    print("goods and ground", on_ground);

    // Lift everything off, and look what is nearest.
    for (fcl::CollisionObjectd *object : goods) {
        object->setTranslation(object->getTranslation() + Vector3d(0, 6, 0));
        object->computeAABB();
    }
    hall.moving()->update();
    Nearest nearest;
    nearest.request.enable_nearest_points = true;
    hall.moving()->distance(hall.shelves(), &nearest, on_near);
    std::printf("nearest: %s %s %.4f\n", nearest.pair.first.c_str(), nearest.pair.second.c_str(), nearest.distance);
    std::printf("  points %.3f apart\n", (nearest.points[0] - nearest.points[1]).norm());

    // The way of a sphere through the first shelf.
    const auto sphere = std::make_shared<fcl::Sphered>(0.1);
    fcl::CollisionObjectd flying(sphere, at(0, -2.1, 0.6));
    fcl::CollisionObjectd shelf(board, at(0, 0, 0.6));
    fcl::ContinuousCollisionRequestd request;
    request.num_max_iterations = 1000;
    request.ccd_motion_type = fcl::CCDM_LINEAR;
    request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    fcl::ContinuousCollisionResultd hit;
    fcl::continuousCollide(&flying, at(0, 2, 0.6), &shelf, shelf.getTransform(), request, hit);
    std::printf("flight: %s at %.2f\n", hit.is_collide ? "hits" : "free", hit.time_of_contact);
    return 0;
}
