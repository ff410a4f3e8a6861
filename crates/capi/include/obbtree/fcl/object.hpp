// FCL's CollisionObject: a geometry at a place.
#ifndef OBBTREE_FCL_OBJECT_HPP
#define OBBTREE_FCL_OBJECT_HPP

#include "geometry.hpp"

namespace obbtree::fcl {

template <typename S>
Pose pose_of(const Transform3<S> &tf) {
    return from_eigen(Eigen::Isometry3d(tf.template cast<double>()));
}

/// A box in the world around a geometry at a place.
template <typename S>
AABB<S> box_of(const CollisionGeometry<S> &geometry, const Pose &pose) {
    const std::array<double, 6> bounds = geometry.made()->collider.bounds(pose);
    AABB<S> box;
    for (int k = 0; k < 3; ++k) {
        box.min_[k] = S(bounds[k]), box.max_[k] = S(bounds[k + 3]);
        const S infinite = std::numeric_limits<S>::infinity();
        if (double(box.min_[k]) > bounds[k]) box.min_[k] = std::nextafter(box.min_[k], -infinite);
        if (double(box.max_[k]) < bounds[k + 3])
            box.max_[k] = std::nextafter(box.max_[k], infinite);
    }
    return box;
}

/// `computeAABB` before a manager's `update` may be left out: the box is that of the transform,
/// or what a derived class has made of it since.
template <typename S>
class CollisionObject {
public:
    CollisionObject(const std::shared_ptr<CollisionGeometry<S>> &geometry)
        : CollisionObject(geometry, Transform3<S>::Identity()) {}
    CollisionObject(const std::shared_ptr<CollisionGeometry<S>> &geometry, const Transform3<S> &tf)
        : cgeom(geometry), cgeom_const(geometry), t(tf) {
        if (cgeom != nullptr) cgeom->computeLocalAABB(), computeAABB();
    }
    CollisionObject(const std::shared_ptr<CollisionGeometry<S>> &geometry, const Matrix3<S> &R,
                    const Vector3<S> &T)
        : CollisionObject(geometry, placed(R, T)) {}

    OBJECT_TYPE getObjectType() const { return cgeom->getObjectType(); }
    NODE_TYPE getNodeType() const { return cgeom->getNodeType(); }
    const AABB<S> &getAABB() const {
        if (is_stale_ && aabb.equal(stale_)) aabb = box_of(*cgeom, pose_of(t));
        is_stale_ = false;
        return aabb;
    }
    void computeAABB() { aabb = box_of(*cgeom, pose_of(t)), is_stale_ = false; }
    void *getUserData() const { return user_data; }
    void setUserData(void *data) { user_data = data; }
    const Vector3<S> getTranslation() const { return t.translation(); }
    const Matrix3<S> getRotation() const { return t.linear(); }
    const Quaternion<S> getQuatRotation() const { return Quaternion<S>(t.linear()); }
    const Transform3<S> &getTransform() const { return t; }
    void setRotation(const Matrix3<S> &R) { setTransform(R, t.translation()); }
    void setTranslation(const Vector3<S> &T) { setTransform(Matrix3<S>(t.linear()), T); }
    void setQuatRotation(const Quaternion<S> &q) { setRotation(q.toRotationMatrix()); }
    void setTransform(const Matrix3<S> &R, const Vector3<S> &T) { setTransform(placed(R, T)); }
    void setTransform(const Quaternion<S> &q, const Vector3<S> &T) {
        setTransform(q.toRotationMatrix(), T);
    }
    void setTransform(const Transform3<S> &tf) { t = tf, is_stale_ = true, stale_ = aabb; }
    bool isIdentityTransform() const { return t.matrix().isIdentity(); }
    void setIdentityTransform() { setTransform(Transform3<S>::Identity()); }
    const CollisionGeometry<S> *getCollisionGeometry() const { return cgeom.get(); }
    const std::shared_ptr<const CollisionGeometry<S>> &collisionGeometry() const {
        return cgeom_const;
    }
    S getCostDensity() const { return cgeom->cost_density; }
    void setCostDensity(S c) { cgeom->cost_density = c; }
    bool isOccupied() const { return cgeom->isOccupied(); }
    bool isFree() const { return cgeom->isFree(); }
    bool isUncertain() const { return cgeom->isUncertain(); }

protected:
    std::shared_ptr<CollisionGeometry<S>> cgeom;
    std::shared_ptr<const CollisionGeometry<S>> cgeom_const;
    Transform3<S> t;
    mutable AABB<S> aabb;
    void *user_data = nullptr;

private:
    static Transform3<S> placed(const Matrix3<S> &R, const Vector3<S> &T) {
        Transform3<S> tf = Transform3<S>::Identity();
        tf.linear() = R, tf.translation() = T;
        return tf;
    }
    /// Whether the transform has changed since the box was computed, and the box of then.
    mutable bool is_stale_ = false;
    AABB<S> stale_;

public:
    EIGEN_MAKE_ALIGNED_OPERATOR_NEW
};
using CollisionObjectf = CollisionObject<float>;
using CollisionObjectd = CollisionObject<double>;

} // namespace obbtree::fcl

#endif
