// The same program for FCL and for obbtree, beside each other on the same bodies and poses: what
// changes for a user of fcl::collide and fcl::distance. Argument: the folder of models. Both must
// give the same answers.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <set>
#include <vector>

#include <obbtree/eigen.hpp>
#include <obbtree/fcl_shape.hpp>

#include "fcl_models.hpp"

namespace {

/// Before: FCL.
namespace with_fcl {
using Model = FclModel;
bool collide(const Model &o1, const fcl::Transform3d &t1, const Model &o2, const fcl::Transform3d &t2, std::size_t &n) {
    fcl::CollisionRequestd request(1000000, true);
    fcl::CollisionResultd result;
    fcl::collide(&o1, t1, &o2, t2, request, result);
    // FCL gives a pair of triangles more than one contact where it finds more than one point.
    std::set<std::pair<std::intptr_t, std::intptr_t>> pairs;
    for (std::size_t k = 0; k < result.numContacts(); ++k) pairs.emplace(result.getContact(k).b1, result.getContact(k).b2);
    n = pairs.size();
    return result.isCollision();
}
double distance(const Model &o1, const fcl::Transform3d &t1, const Model &o2, const fcl::Transform3d &t2) {
    fcl::DistanceRequestd request(true);
    fcl::DistanceResultd result;
    return fcl::distance(&o1, t1, &o2, t2, request, result);
}
/// Which of many objects meet, and which are within a margin of the first.
using Object = fcl::CollisionObjectd;
using Pairs = std::set<std::pair<const Object *, const Object *>>;
bool on_pair(Object *o1, Object *o2, void *data) {
    fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    // FCL calls with pairs whose boxes are near.
    if (fcl::collide(o1, o2, request, result)) static_cast<Pairs *>(data)->emplace(std::min(o1, o2), std::max(o1, o2));
    return false;
}
Pairs all_pairs(const std::vector<Object *> &objects) {
    fcl::DynamicAABBTreeCollisionManagerd manager;
    manager.registerObjects(objects);
    manager.setup();
    Pairs pairs;
    manager.collide(&pairs, on_pair);
    return pairs;
}
} // namespace with_fcl

/// After: the same lines, `fcl::` is `obbtree::fcl::`, and the model is a body.
namespace with_obbtree {
using Model = obbtree::Body;
bool collide(const Model &o1, const fcl::Transform3d &t1, const Model &o2, const fcl::Transform3d &t2, std::size_t &n) {
    obbtree::fcl::CollisionRequest request(1000000, true);
    obbtree::fcl::CollisionResult result;
    obbtree::fcl::collide(o1, t1, o2, t2, request, result);
    n = result.numContacts();
    return result.isCollision();
}
double distance(const Model &o1, const fcl::Transform3d &t1, const Model &o2, const fcl::Transform3d &t2) {
    obbtree::fcl::DistanceRequest request(true);
    obbtree::fcl::DistanceResult result;
    return obbtree::fcl::distance(o1, t1, o2, t2, request, result);
}
using Object = obbtree::fcl::CollisionObject;
using Pairs = std::set<std::pair<const Object *, const Object *>>;
bool on_pair(Object *o1, Object *o2, void *data) {
    // obbtree calls with pairs that meet.
    static_cast<Pairs *>(data)->emplace(std::min(o1, o2), std::max(o1, o2));
    return false;
}
Pairs all_pairs(const std::vector<Object *> &objects) {
    obbtree::fcl::BroadPhaseCollisionManager manager;
    manager.registerObjects(objects);
    manager.setup();
    Pairs pairs;
    manager.collide(&pairs, on_pair);
    return pairs;
}
} // namespace with_obbtree

/// Pinions around a wheel, some on each other: both managers must find the same pairs. Gives how
/// many, or -1.
int compare_managers(const obbtree::Body &wheel, const obbtree::Body &pinion) {
    const auto fcl_wheel = fcl_model_of(wheel), fcl_pinion = fcl_model_of(pinion);
    std::vector<std::unique_ptr<with_fcl::Object>> before;
    std::vector<std::unique_ptr<with_obbtree::Object>> after;
    std::vector<with_fcl::Object *> fcl_objects;
    std::vector<with_obbtree::Object *> objects;
    const int pinions = 24;
    for (int k = 0; k <= pinions; ++k) {
        fcl::Transform3d there = fcl::Transform3d::Identity();
        if (k > 0) {
            there.rotate(fcl::AngleAxisd(0.2654 * k, fcl::Vector3d::UnitZ()));
            there.translate(fcl::Vector3d(30 + 1.317 * k, 0.37, 0.213));
        }
        before.push_back(std::make_unique<with_fcl::Object>(k > 0 ? fcl_pinion : fcl_wheel, there));
        after.push_back(std::make_unique<with_obbtree::Object>(k > 0 ? pinion : wheel, there));
        fcl_objects.push_back(before.back().get());
        objects.push_back(after.back().get());
    }
    const auto number = [](const auto &objects, const auto *one) {
        return std::find(objects.begin(), objects.end(), one) - objects.begin();
    };
    std::set<std::pair<long, long>> was, is;
    const auto add = [&](auto &to, const auto &objects, const auto &pair) {
        const long a = number(objects, pair.first), b = number(objects, pair.second);
        to.emplace(std::min(a, b), std::max(a, b));
    };
    for (const auto &pair : with_fcl::all_pairs(fcl_objects)) add(was, fcl_objects, pair);
    for (const auto &pair : with_obbtree::all_pairs(objects)) add(is, objects, pair);
    return was == is ? static_cast<int>(is.size()) : -1;
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    const std::string folder = argv[1];
    const auto wheel = obbtree::Body::read(folder + "/wheel.stl"), pinion = obbtree::Body::read(folder + "/pinion.obj");
    const auto fcl_wheel = fcl_model_of(wheel), fcl_pinion = fcl_model_of(pinion);
    const fcl::Transform3d here = fcl::Transform3d::Identity();
    int colliding = 0, different = 0;
    const int poses = 60;
    for (int k = 0; k < poses; ++k) {
        fcl::Transform3d there = fcl::Transform3d::Identity();
        there.translate(fcl::Vector3d(35 + 0.4137 * k, 0.37, 0.213));
        there.rotate(fcl::AngleAxisd(0.1 * k, fcl::Vector3d(1, 2, 3).normalized()));
        std::size_t before, after;
        const bool met = with_fcl::collide(*fcl_wheel, here, *fcl_pinion, there, before);
        const bool meets = with_obbtree::collide(wheel, here, pinion, there, after);
        if (met != meets || before != after) {
            ++different;
            std::printf("pose %d: %zu contacts by FCL, %zu by obbtree\n", k, before, after);
        }
        colliding += met;
        if (!met) {
            const double was = with_fcl::distance(*fcl_wheel, here, *fcl_pinion, there);
            const double is = with_obbtree::distance(wheel, here, pinion, there);
            if (!(std::abs(was - is) < 1e-9)) {
                ++different;
                std::printf("pose %d: %.17g apart by FCL, %.17g by obbtree\n", k, was, is);
            }
        }
    }
    std::printf("%d poses, %d collide, %d answered differently\n", poses, colliding, different);
    const int pairs = compare_managers(wheel, pinion);
    std::printf("managers of 25 objects: %s, %d pairs\n", pairs < 0 ? "DIFFERENT" : "the same", pairs);
    return pairs <= 0 || different != 0 || colliding == 0 || colliding == poses;
}
