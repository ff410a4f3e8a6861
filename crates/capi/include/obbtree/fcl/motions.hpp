// FCL's motions and continuousCollide.
#ifndef OBBTREE_FCL_MOTIONS_HPP
#define OBBTREE_FCL_MOTIONS_HPP

#include "collide.hpp"

namespace obbtree::fcl {

/// A motion with a time of now, which `integrate` sets.
template <typename S>
class MotionBase {
public:
    virtual ~MotionBase() = default;
    bool integrate(S time) const {
        time_ = std::clamp(double(time), 0.0, 1.0);
        return true;
    }
    void getCurrentTransform(Transform3<S> &tf) const {
        tf = Transform3<S>(to_eigen(motion_.at(time_)).template cast<S>());
    }
    void getCurrentTransform(Matrix3<S> &R, Vector3<S> &T) const {
        Transform3<S> tf;
        getCurrentTransform(tf);
        R = tf.linear(), T = tf.translation();
    }
    void getCurrentTransform(Quaternion<S> &Q, Vector3<S> &T) const {
        Matrix3<S> R;
        getCurrentTransform(R, T);
        Q = R;
    }
    void getCurrentRotation(Matrix3<S> &R) const {
        Vector3<S> T;
        getCurrentTransform(R, T);
    }
    void getCurrentRotation(Quaternion<S> &Q) const {
        Vector3<S> T;
        getCurrentTransform(Q, T);
    }
    void getCurrentTranslation(Vector3<S> &T) const {
        Matrix3<S> R;
        getCurrentTransform(R, T);
    }
    /// Not FCL's.
    const Motion &motion() const { return motion_; }

protected:
    explicit MotionBase(Motion motion) : motion_(std::move(motion)) {}
    static Pose pose(const Matrix3<S> &R, const Vector3<S> &T) {
        Transform3<S> tf = Transform3<S>::Identity();
        tf.linear() = R, tf.translation() = T;
        return pose_of(tf);
    }

private:
    Motion motion_;
    mutable double time_ = 0;
};
using MotionBasef = MotionBase<float>;
using MotionBased = MotionBase<double>;
template <typename S> using MotionBasePtr = std::shared_ptr<MotionBase<S>>;

/// Straight; the rotation is that of the start.
template <typename S>
class TranslationMotion : public MotionBase<S> {
public:
    TranslationMotion(const Transform3<S> &tf1, const Transform3<S> &tf2)
        : MotionBase<S>(Motion::translation(pose_of(tf1), pose_of(tf2))),
          velocity_(tf2.translation() - tf1.translation()) {}
    TranslationMotion(const Matrix3<S> &R, const Vector3<S> &T1, const Vector3<S> &T2)
        : MotionBase<S>(Motion::translation(this->pose(R, T1), this->pose(R, T2))),
          velocity_(T2 - T1) {}
    Vector3<S> getVelocity() const { return velocity_; }

private:
    Vector3<S> velocity_;
};
using TranslationMotionf = TranslationMotion<float>;
using TranslationMotiond = TranslationMotion<double>;

/// The origin goes straight, and the rotation evenly about one axis.
template <typename S>
class InterpMotion : public MotionBase<S> {
public:
    InterpMotion(const Transform3<S> &tf1, const Transform3<S> &tf2)
        : MotionBase<S>(Motion::linear(pose_of(tf1), pose_of(tf2))) {}
    InterpMotion(const Matrix3<S> &R1, const Vector3<S> &T1, const Matrix3<S> &R2,
                 const Vector3<S> &T2)
        : MotionBase<S>(Motion::linear(this->pose(R1, T1), this->pose(R2, T2))) {}
    OBBTREE_FCL_ABSENT("motions about a point of reference")
    InterpMotion(const Transform3<S> &tf1, const Transform3<S> &tf2, const Vector3<S> &)
        : InterpMotion(tf1, tf2) {
        absent("motions about a point of reference");
    }
};
using InterpMotionf = InterpMotion<float>;
using InterpMotiond = InterpMotion<double>;

template <typename S>
class ScrewMotion : public MotionBase<S> {
public:
    ScrewMotion(const Transform3<S> &tf1, const Transform3<S> &tf2)
        : MotionBase<S>(Motion::screw(pose_of(tf1), pose_of(tf2))) {}
    ScrewMotion(const Matrix3<S> &R1, const Vector3<S> &T1, const Matrix3<S> &R2,
                const Vector3<S> &T2)
        : MotionBase<S>(Motion::screw(this->pose(R1, T1), this->pose(R2, T2))) {}
};
using ScrewMotionf = ScrewMotion<float>;
using ScrewMotiond = ScrewMotion<double>;

template <typename S>
class SplineMotion : public MotionBase<S> {
public:
    template <typename... Args>
    OBBTREE_FCL_ABSENT("spline motions")
    explicit SplineMotion(const Args &...) : MotionBase<S>(Motion::rest(Pose())) {
        absent("spline motions");
    }
};
using SplineMotionf = SplineMotion<float>;
using SplineMotiond = SplineMotion<double>;

/// A geometry on its way.
template <typename S>
class ContinuousCollisionObject {
public:
    explicit ContinuousCollisionObject(const std::shared_ptr<CollisionGeometry<S>> &geometry)
        : ContinuousCollisionObject(geometry, nullptr) {}
    ContinuousCollisionObject(const std::shared_ptr<CollisionGeometry<S>> &geometry,
                              const std::shared_ptr<MotionBase<S>> &motion)
        : geometry_(geometry), constant_(geometry), motion_(motion) {}
    OBJECT_TYPE getObjectType() const { return geometry_->getObjectType(); }
    NODE_TYPE getNodeType() const { return geometry_->getNodeType(); }
    void *getUserData() const { return user_data_; }
    void setUserData(void *data) { user_data_ = data; }
    MotionBase<S> *getMotion() const { return motion_.get(); }
    const CollisionGeometry<S> *getCollisionGeometry() const { return geometry_.get(); }
    const std::shared_ptr<const CollisionGeometry<S>> &collisionGeometry() const {
        return constant_;
    }

private:
    std::shared_ptr<CollisionGeometry<S>> geometry_;
    std::shared_ptr<const CollisionGeometry<S>> constant_;
    std::shared_ptr<MotionBase<S>> motion_;
    void *user_data_ = nullptr;
};
using ContinuousCollisionObjectf = ContinuousCollisionObject<float>;
using ContinuousCollisionObjectd = ContinuousCollisionObject<double>;

/// The time of the first contact; 1 of a motion that is proven free at all times. Of two that come
/// too close for a proof, or are both unbounded and turn, the last time that is proven free, and
/// `is_collide` is set.
template <typename S>
S continuousCollide(const CollisionGeometry<S> *o1, const MotionBase<S> *motion1,
                    const CollisionGeometry<S> *o2, const MotionBase<S> *motion2,
                    const ContinuousCollisionRequest<S> &request,
                    ContinuousCollisionResult<S> &result) {
    const auto made1 = o1->made(), made2 = o2->made();
    obbtree_sweep_options options{};
    options.time_tolerance = double(request.toc_err);
    const obbtree_sweep found = query().sweep(made1->collider, motion1->motion(), made2->collider,
                                              motion2->motion(), options);
    result.is_collide = found.outcome != OBBTREE_SWEEP_OUTCOME_FREE;
    // Where they graze, nothing is proven from the last free time on.
    result.time_of_contact = S(found.outcome == OBBTREE_SWEEP_OUTCOME_UNDECIDED
                                   ? found.last_free
                                   : found.first_contact);
    if (result.is_collide) {
        result.contact_tf1 = Transform3<S>(to_eigen(found.poses[0]).template cast<S>());
        result.contact_tf2 = Transform3<S>(to_eigen(found.poses[1]).template cast<S>());
    }
    return result.time_of_contact;
}

template <typename S>
MotionBasePtr<S> getMotionBase(const Transform3<S> &from, const Transform3<S> &to,
                               CCDMotionType type) {
    switch (type) {
    case CCDM_TRANS: return std::make_shared<TranslationMotion<S>>(from, to);
    case CCDM_LINEAR: return std::make_shared<InterpMotion<S>>(from, to);
    case CCDM_SCREW: return std::make_shared<ScrewMotion<S>>(from, to);
    default: absent("spline motions");
    }
}

template <typename S>
S continuousCollide(const CollisionGeometry<S> *o1, const Transform3<S> &tf1_beg,
                    const Transform3<S> &tf1_end, const CollisionGeometry<S> *o2,
                    const Transform3<S> &tf2_beg, const Transform3<S> &tf2_end,
                    const ContinuousCollisionRequest<S> &request,
                    ContinuousCollisionResult<S> &result) {
    return continuousCollide(o1, getMotionBase(tf1_beg, tf1_end, request.ccd_motion_type).get(),
                             o2, getMotionBase(tf2_beg, tf2_end, request.ccd_motion_type).get(),
                             request, result);
}

template <typename S>
S continuousCollide(const CollisionObject<S> *o1, const Transform3<S> &tf1_end,
                    const CollisionObject<S> *o2, const Transform3<S> &tf2_end,
                    const ContinuousCollisionRequest<S> &request,
                    ContinuousCollisionResult<S> &result) {
    return continuousCollide(o1->collisionGeometry().get(), o1->getTransform(), tf1_end,
                             o2->collisionGeometry().get(), o2->getTransform(), tf2_end, request,
                             result);
}

template <typename S>
S collide(const ContinuousCollisionObject<S> *o1, const ContinuousCollisionObject<S> *o2,
          const ContinuousCollisionRequest<S> &request, ContinuousCollisionResult<S> &result) {
    const MotionBase<S> *motion1 = o1->getMotion(), *motion2 = o2->getMotion();
    if (motion1 == nullptr || motion2 == nullptr)
        OBBTREE_FAILED(OBBTREE_STATUS_BAD_MOTION, "a ContinuousCollisionObject has no motion");
    return continuousCollide(o1->collisionGeometry().get(), motion1,
                             o2->collisionGeometry().get(), motion2, request, result);
}

} // namespace obbtree::fcl

#endif
