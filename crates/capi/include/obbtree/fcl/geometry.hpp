// FCL's CollisionGeometry: what a collider of obbtree is made of.
#ifndef OBBTREE_FCL_GEOMETRY_HPP
#define OBBTREE_FCL_GEOMETRY_HPP

#include <array>

#include "types.hpp"

namespace obbtree::fcl {

/// What a shape is made of; the rest is 0.
using Numbers = std::array<double, 9>;

/// A collider, and the numbers that it was made of.
struct Made {
    Numbers numbers;
    Collider collider;
};

/// Of a solid, by tetrahedra of the origin and three corners, each with six times its volume, which
/// is negative where they are seen clockwise.
template <typename S>
class SolidSums {
public:
    void add(const Vector3<S> &a, const Vector3<S> &b, const Vector3<S> &c, S six_volumes) {
        const Vector3<S> sum = a + b + c;
        six_ += six_volumes, sum_ += sum * six_volumes;
        // The integral of x x^T over the tetrahedron.
        squares_ += (a * a.transpose() + b * b.transpose() + c * c.transpose() +
                     sum * sum.transpose()) * (six_volumes / 120);
    }
    S volume() const { return six_ / 6; }
    Vector3<S> center() const { return sum_ / (4 * six_); }
    Matrix3<S> inertia() const {
        return squares_.trace() * Matrix3<S>::Identity() - squares_;
    }

private:
    S six_ = 0;
    Vector3<S> sum_ = Vector3<S>::Zero();
    Matrix3<S> squares_ = Matrix3<S>::Zero();
};

template <typename S>
class CollisionGeometry {
public:
    virtual ~CollisionGeometry() = default;
    virtual OBJECT_TYPE getObjectType() const { return OT_UNKNOWN; }
    virtual NODE_TYPE getNodeType() const { return BV_UNKNOWN; }
    virtual void computeLocalAABB() = 0;
    void *getUserData() const { return user_data; }
    void setUserData(void *data) { user_data = data; }
    bool isOccupied() const { return cost_density >= threshold_occupied; }
    bool isFree() const { return cost_density <= threshold_free; }
    bool isUncertain() const { return !isOccupied() && !isFree(); }

    Vector3<S> aabb_center = Vector3<S>::Zero();
    S aabb_radius = 0;
    AABB<S> aabb_local;
    void *user_data = nullptr;
    S cost_density = 1, threshold_occupied = 1, threshold_free = 0;

    virtual Vector3<S> computeCOM() const { return Vector3<S>::Zero(); }
    virtual Matrix3<S> computeMomentofInertia() const { return Matrix3<S>::Zero(); }
    virtual S computeVolume() const { return 0; }
    virtual Matrix3<S> computeMomentofInertiaRelatedToCOM() const {
        const Vector3<S> c = computeCOM();
        const Matrix3<S> shift = c.squaredNorm() * Matrix3<S>::Identity() - c * c.transpose();
        return computeMomentofInertia() - computeVolume() * shift;
    }

    /// Not FCL's: the collider of the numbers as they are now. Throws where there is none.
    virtual std::shared_ptr<const Made> made() const = 0;
    /// Not FCL's: the point of a convex shape that is farthest in a direction, in its frame; of a
    /// mesh or an octree that of one triangle or leaf, whose number is not negative.
    virtual Eigen::Vector3d farthest(const Eigen::Vector3d &direction, intptr_t triangle) const = 0;

protected:
    void take_local(const AABB<S> &box) {
        aabb_local = box, aabb_center = box.center();
        aabb_radius = (aabb_local.min_ - aabb_center).norm();
    }
};
using CollisionGeometryf = CollisionGeometry<float>;
using CollisionGeometryd = CollisionGeometry<double>;

} // namespace obbtree::fcl

#endif
