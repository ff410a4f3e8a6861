// FCL's collide and distance.
#ifndef OBBTREE_FCL_COLLIDE_HPP
#define OBBTREE_FCL_COLLIDE_HPP

#include <algorithm>
#include <iostream>

#include "depth.hpp"
#include "model.hpp"
#include "object.hpp"
#include "results.hpp"

namespace obbtree::fcl {

inline intptr_t primitive_of(std::uint32_t triangle) {
    return triangle == OBBTREE_NO_TRIANGLE ? -1 : intptr_t(triangle);
}

template <typename S>
Part<S> part_of(const CollisionGeometry<S> *o, const Transform3<S> &tf, intptr_t triangle) {
    return {*o, triangle, Eigen::Isometry3d(tf.template cast<double>())};
}

/// Of a pair of which one is a shape: where they meet, if they do.
template <typename S>
void contact_of_shape(const CollisionGeometry<S> *o1, const Transform3<S> &tf1,
                      const CollisionGeometry<S> *o2, const Transform3<S> &tf2,
                      const obbtree_contact &found, bool enable_contact,
                      CollisionResult<S> &result) {
    Contact<S> contact(o1, o2, primitive_of(found.triangles[0]), primitive_of(found.triangles[1]));
    if (enable_contact) {
        const Depth depth = depth_of(part_of(o1, tf1, contact.b1), part_of(o2, tf2, contact.b2));
        contact.normal = depth.normal.template cast<S>();
        contact.penetration_depth = S(std::max(depth.depth, 0.0));
        const bool known = depth.middle().allFinite();
        contact.pos = (known ? depth.middle() : Eigen::Vector3d(Eigen::Vector3d::Map(
                                                    found.points[0])))
                          .template cast<S>();
    }
    result.addContact(contact);
}

/// How many contacts the result has then. They are added to those that it has, up to
/// num_max_contacts: of two meshes one of each pair of triangles that meet, ascending; one where a
/// shape is involved.
template <typename S>
std::size_t collide(const CollisionGeometry<S> *o1, const Transform3<S> &tf1,
                    const CollisionGeometry<S> *o2, const Transform3<S> &tf2,
                    const CollisionRequest<S> &request, CollisionResult<S> &result) {
    if (request.enable_cost) absent("cost sources");
    if (request.num_max_contacts == 0) {
        std::cerr << "Warning: should stop early as num_max_contact is 0 !\n"; // as FCL
        return 0;
    }
    if (request.isSatisfied(result)) return result.numContacts();
    const auto made1 = o1->made(), made2 = o2->made();
    const Collider &c1 = made1->collider, &c2 = made2->collider;
    const Pose pose1 = pose_of(tf1), pose2 = pose_of(tf2);
    const std::size_t most = request.num_max_contacts - result.numContacts();
    query().limit(most);
    const bool are_meshes = o1->getObjectType() == OT_BVH && o2->getObjectType() == OT_BVH;
    const bool are_shapes = o1->getObjectType() == OT_GEOM && o2->getObjectType() == OT_GEOM;
    const auto add = [&](const Triangles &pair) {
        result.addContact({o1, o2, intptr_t(pair.in_a), intptr_t(pair.in_b)});
    };
    if (are_meshes && request.enable_contact) {
        for (const obbtree_contact &found : query().contacts(c1, pose1, c2, pose2)) {
            Eigen::Vector3d middle = Eigen::Vector3d::Zero();
            for (std::uint32_t k = 0; k < found.count; ++k)
                middle += Eigen::Vector3d::Map(found.points[k]) / found.count;
            result.addContact({o1, o2, primitive_of(found.triangles[0]),
                               primitive_of(found.triangles[1]), middle.template cast<S>(),
                               Eigen::Vector3d::Map(found.normal).template cast<S>(),
                               S(found.local_depth)});
        }
    } else if (are_meshes && most == 1) {
        if (const auto pair = query().first_pair(Body(c1), pose1, Body(c2), pose2)) add(*pair);
    } else if (are_meshes) {
        for (const Triangles &pair : query().pairs(Body(c1), pose1, Body(c2), pose2)) add(pair);
    } else if (are_shapes && !request.enable_contact) {
        if (query().collide(c1, pose1, c2, pose2)) result.addContact({o1, o2, -1, -1});
    } else {
        for (const obbtree_contact &found : query().contacts(c1, pose1, c2, pose2))
            contact_of_shape(o1, tf1, o2, tf2, found, request.enable_contact, result);
    }
    // Of solids, which `query().solid(true)` makes of closed meshes, one may be inside the other.
    if (are_meshes && query().is_solid() && !result.isCollision() &&
        query().collide(c1, pose1, c2, pose2))
        result.addContact({o1, o2, -1, -1});
    return result.numContacts();
}

template <typename S>
std::size_t collide(const CollisionObject<S> *o1, const CollisionObject<S> *o2,
                    const CollisionRequest<S> &request, CollisionResult<S> &result) {
    return collide(o1->collisionGeometry().get(), o1->getTransform(),
                   o2->collisionGeometry().get(), o2->getTransform(), request, result);
}

/// How deep two that meet are in each other: of meshes a translation that is proven to part them.
template <typename S>
Depth overlap_of(const CollisionGeometry<S> *o1, const Transform3<S> &tf1,
                 const CollisionGeometry<S> *o2, const Transform3<S> &tf2,
                 const obbtree_distance_found &found) {
    if (o1->getObjectType() != OT_BVH || o2->getObjectType() != OT_BVH)
        return depth_of(part_of(o1, tf1, primitive_of(found.triangles[0])),
                        part_of(o2, tf2, primitive_of(found.triangles[1])));
    Depth depth;
    for (int k = 0; k < 2; ++k) depth.points[k] = Eigen::Vector3d::Map(found.points[k]);
    const auto way = query().separating_translation(Body(o1->made()->collider), pose_of(tf1),
                                                    Body(o2->made()->collider), pose_of(tf2));
    if (way) depth.depth = Eigen::Vector3d::Map(way->data()).norm();
    return depth;
}

/// The least distance that the result knows then. Of two that meet -1, as in FCL, and with
/// enable_signed_distance minus the depth.
template <typename S>
S distance(const CollisionGeometry<S> *o1, const Transform3<S> &tf1,
           const CollisionGeometry<S> *o2, const Transform3<S> &tf2,
           const DistanceRequest<S> &request, DistanceResult<S> &result) {
    if (request.isSatisfied(result)) return result.min_distance;
    const auto made1 = o1->made(), made2 = o2->made();
    const Pose pose1 = pose_of(tf1), pose2 = pose_of(tf2);
    const double at_most = result.min_distance == std::numeric_limits<S>::max()
                               ? std::numeric_limits<double>::infinity()
                               : double(result.min_distance);
    const auto found =
        query().distance_within(made1->collider, pose1, made2->collider, pose2,
                                {double(request.rel_err), double(request.abs_err)}, at_most);
    if (!found) return result.min_distance;
    double apart = found->upper;
    Eigen::Vector3d points[2];
    for (int k = 0; k < 2; ++k) points[k] = Eigen::Vector3d::Map(found->points[k]);
    // Of shapes that meet the interval may be wider than 0.
    if (!(apart > 0) || (!(found->lower > 0) && query().collide(made1->collider, pose1,
                                                               made2->collider, pose2))) {
        apart = -1;
        if (request.enable_signed_distance) {
            const Depth depth = overlap_of(o1, tf1, o2, tf2, *found);
            if (std::isfinite(depth.depth)) {
                apart = std::min(-depth.depth, 0.0);
                if (depth.points[0].allFinite()) std::copy_n(depth.points, 2, points);
            }
        }
    }
    result.update(S(apart), o1, o2, primitive_of(found->triangles[0]),
                  primitive_of(found->triangles[1]), points[0].template cast<S>(),
                  points[1].template cast<S>());
    return result.min_distance;
}

template <typename S>
S distance(const CollisionObject<S> *o1, const CollisionObject<S> *o2,
           const DistanceRequest<S> &request, DistanceResult<S> &result) {
    return distance(o1->collisionGeometry().get(), o1->getTransform(),
                    o2->collisionGeometry().get(), o2->getTransform(), request, result);
}

} // namespace obbtree::fcl

#endif
