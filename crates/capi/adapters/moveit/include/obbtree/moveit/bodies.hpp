// What MoveIt checks: links, attached bodies and objects of the world, each with its parts placed,
// and which two of them are checked.
#ifndef OBBTREE_MOVEIT_BODIES_HPP
#define OBBTREE_MOVEIT_BODIES_HPP

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <moveit/collision_detection/collision_common.hpp>
#include <moveit/collision_detection/collision_matrix.hpp>
#include <moveit/robot_state/robot_state.hpp>

#include "shapes.hpp"

namespace obbtree::moveit {

namespace cd = ::collision_detection;
namespace core = ::moveit::core;

struct PlacedPart {
    Collider collider;
    Pose pose;
    std::array<double, 6> bounds;
};

struct CheckedBody {
    std::string name;
    cd::BodyType type;
    /// The link, or that which carries it; none of an object of the world.
    const core::LinkModel *link = nullptr;
    const core::AttachedBody *attached = nullptr;
    std::vector<PlacedPart> parts = {};
    /// A true distance that is added all around.
    double padding = 0;
    /// Around all parts, without the padding.
    std::array<double, 6> bounds{};

    void add(const Collider &collider, const Eigen::Isometry3d &at) {
        const Pose pose = from_eigen(at);
        const std::array<double, 6> box = collider.bounds(pose);
        if (parts.empty()) bounds = box;
        for (int k = 0; k < 3; ++k) {
            bounds[k] = std::min(bounds[k], box[k]);
            bounds[k + 3] = std::max(bounds[k + 3], box[k + 3]);
        }
        parts.push_back({collider, pose, box});
    }
};

/// How far apart two boxes are at least; of two that overlap minus the least way along an axis that
/// parts them. The signed distance of what is in them is nowhere below.
inline double gap(const std::array<double, 6> &a, const std::array<double, 6> &b) {
    double sum = 0, most = -std::numeric_limits<double>::infinity();
    for (int k = 0; k < 3; ++k) {
        const double apart = std::max(a[k] - b[k + 3], b[k] - a[k + 3]);
        most = std::max(most, apart);
        if (apart > 0) sum += apart * apart;
    }
    return most > 0 ? std::sqrt(sum) : most;
}

/// May the two touch, because one of them is attached?
inline bool may_touch(const CheckedBody &a, const CheckedBody &b) {
    const auto touches = [](const CheckedBody &attached, const CheckedBody &other) {
        return attached.attached && attached.attached->getTouchLinks().count(other.name) > 0;
    };
    if (a.attached && b.attached) return a.link == b.link || touches(a, b) || touches(b, a);
    return (b.type == cd::BodyTypes::ROBOT_LINK && touches(a, b)) ||
           (a.type == cd::BodyTypes::ROBOT_LINK && touches(b, a));
}

/// Which pairs are checked: by the matrix of allowed collisions, touch links, and the links of a
/// group.
struct Checked {
    const cd::AllowedCollisionMatrix *acm = nullptr;
    const std::set<const core::LinkModel *> *active = nullptr;

    bool is_active(const CheckedBody &body) const {
        return active == nullptr || (body.link && active->count(body.link) > 0);
    }
    /// `decide` is set for a pair whose contacts are judged one by one.
    bool operator()(const CheckedBody &a, const CheckedBody &b, cd::DecideContactFn &decide) const {
        if (!is_active(a) && !is_active(b)) return false;
        if (acm) {
            cd::AllowedCollision::Type type;
            if (acm->getAllowedCollision(a.name, b.name, type)) {
                if (type == cd::AllowedCollision::ALWAYS) return false;
                if (type == cd::AllowedCollision::CONDITIONAL)
                    acm->getAllowedCollision(a.name, b.name, decide);
            }
        }
        return !may_touch(a, b);
    }
};

} // namespace obbtree::moveit

#endif
