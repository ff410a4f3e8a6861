// FCL's numbers, enumerations, boxes and triangles, by FCL's names.
#ifndef OBBTREE_FCL_TYPES_HPP
#define OBBTREE_FCL_TYPES_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <Eigen/Dense>
#include <Eigen/StdVector>

#include "../eigen.hpp"

#ifndef FCL_VERSION
#define FCL_VERSION "0.7.0"
#define FCL_MAJOR_VERSION 0
#define FCL_MINOR_VERSION 7
#define FCL_PATCH_VERSION 0
#define FCL_HAVE_OCTOMAP 0
#define FCL_EXPORT
#define FCL_DEPRECATED [[deprecated]]
#define FCL_UNUSED(x) (void)(x)
#endif

/// What obbtree does not have: the compiler says so, and the call throws.
#define OBBTREE_FCL_ABSENT(what) [[deprecated("obbtree has no " what ": this throws")]]

namespace obbtree::fcl {

[[noreturn]] inline void absent([[maybe_unused]] const char *what) {
    OBBTREE_FAILED(OBBTREE_STATUS_BAD_ARGUMENT, std::string("obbtree has no ") + what);
    std::abort(); // where OBBTREE_FAILED is defined to return
}

using int64 = std::int64_t;
using uint64 = std::uint64_t;
using int32 = std::int32_t;
using uint32 = std::uint32_t;
using intptr_t = std::intptr_t;
using uintptr_t = std::uintptr_t;
using FCL_REAL = double;

template <typename S> using Vector2 = Eigen::Matrix<S, 2, 1>;
template <typename S> using Vector3 = Eigen::Matrix<S, 3, 1>;
template <typename S> using Vector6 = Eigen::Matrix<S, 6, 1>;
template <typename S> using Vector7 = Eigen::Matrix<S, 7, 1>;
template <typename S, int N> using VectorN = Eigen::Matrix<S, N, 1>;
template <typename S> using VectorX = Eigen::Matrix<S, Eigen::Dynamic, 1>;
template <typename S> using Matrix3 = Eigen::Matrix<S, 3, 3>;
template <typename S> using Quaternion = Eigen::Quaternion<S>;
template <typename S> using Transform3 = Eigen::Transform<S, 3, Eigen::Isometry>;
template <typename S> using Translation3 = Eigen::Translation<S, 3>;
template <typename S> using AngleAxis = Eigen::AngleAxis<S>;

using Vector3f = Vector3<float>;
template <int N> using VectorNf = VectorN<float, N>;
using VectorXf = VectorX<float>;
using Matrix3f = Matrix3<float>;
using Quaternionf = Quaternion<float>;
using Transform3f = Transform3<float>;
using Translation3f = Translation3<float>;
using AngleAxisf = AngleAxis<float>;
using Vector3d = Vector3<double>;
template <int N> using VectorNd = VectorN<double, N>;
using VectorXd = VectorX<double>;
using Matrix3d = Matrix3<double>;
using Quaterniond = Quaternion<double>;
using Transform3d = Transform3<double>;
using Translation3d = Translation3<double>;
using AngleAxisd = AngleAxis<double>;

template <typename T> using aligned_vector = std::vector<T, Eigen::aligned_allocator<T>>;
template <typename Key, typename T, typename Compare = std::less<Key>>
using aligned_map =
    std::map<Key, T, Compare, Eigen::aligned_allocator<std::pair<const Key, T>>>;
template <typename T, typename... Args>
std::shared_ptr<T> make_aligned_shared(Args &&...args) {
    return std::allocate_shared<T>(Eigen::aligned_allocator<std::remove_const_t<T>>(),
                                   std::forward<Args>(args)...);
}

template <typename S>
struct constants {
    using Real = S;
    static constexpr S pi() { return S(3.141592653589793238462643383279502884L); }
    static constexpr S phi() { return S(1.618033988749894848204586834365638118L); }
    static constexpr S eps() { return std::numeric_limits<S>::epsilon(); }
    static S eps_78() { return std::pow(eps(), S(7) / 8); }
    static S eps_34() { return std::pow(eps(), S(3) / 4); }
    static S eps_12() { return std::pow(eps(), S(1) / 2); }
    static S gjk_default_tolerance() { return eps_78(); }
};
using constantsf = constants<float>;
using constantsd = constants<double>;

enum OBJECT_TYPE { OT_UNKNOWN, OT_BVH, OT_GEOM, OT_OCTREE, OT_COUNT };
enum NODE_TYPE {
    BV_UNKNOWN, BV_AABB, BV_OBB, BV_RSS, BV_kIOS, BV_OBBRSS, BV_KDOP16, BV_KDOP18, BV_KDOP24,
    GEOM_BOX, GEOM_SPHERE, GEOM_ELLIPSOID, GEOM_CAPSULE, GEOM_CONE, GEOM_CYLINDER, GEOM_CONVEX,
    GEOM_PLANE, GEOM_HALFSPACE, GEOM_TRIANGLE, GEOM_OCTREE, NODE_COUNT
};
enum BVHBuildState {
    BVH_BUILD_STATE_EMPTY, BVH_BUILD_STATE_BEGUN, BVH_BUILD_STATE_PROCESSED,
    BVH_BUILD_STATE_UPDATE_BEGUN, BVH_BUILD_STATE_UPDATED, BVH_BUILD_STATE_REPLACE_BEGUN
};
enum BVHReturnCode {
    BVH_OK = 0, BVH_ERR_MODEL_OUT_OF_MEMORY = -1, BVH_ERR_BUILD_OUT_OF_SEQUENCE = -2,
    BVH_ERR_BUILD_EMPTY_MODEL = -3, BVH_ERR_BUILD_EMPTY_PREVIOUS_FRAME = -4,
    BVH_ERR_UNSUPPORTED_FUNCTION = -5, BVH_ERR_UNUPDATED_MODEL = -6, BVH_ERR_INCORRECT_DATA = -7,
    BVH_ERR_UNKNOWN = -8
};
enum BVHModelType { BVH_MODEL_UNKNOWN, BVH_MODEL_TRIANGLES, BVH_MODEL_POINTCLOUD };
/// Taken and not looked at: there is one way here, and it is certain.
enum GJKSolverType { GST_LIBCCD, GST_INDEP };
enum CCDMotionType { CCDM_TRANS, CCDM_LINEAR, CCDM_SCREW, CCDM_SPLINE };
enum CCDSolverType {
    CCDC_NAIVE, CCDC_CONSERVATIVE_ADVANCEMENT, CCDC_RAY_SHOOTING, CCDC_POLYNOMIAL_SOLVER
};

/// Three indices of vertices.
class Triangle {
public:
    Triangle() = default;
    Triangle(std::size_t p1, std::size_t p2, std::size_t p3) : vids{p1, p2, p3} {}
    void set(std::size_t p1, std::size_t p2, std::size_t p3) { *this = Triangle(p1, p2, p3); }
    std::size_t operator[](int i) const { return vids[i]; }
    std::size_t &operator[](int i) { return vids[i]; }

private:
    std::size_t vids[3];
};

/// A box with its sides along the axes; also a tag for BVHModel.
template <typename S_>
class AABB {
public:
    using S = S_;
    Vector3<S> min_, max_;
    /// Of nothing.
    AABB()
        : min_(Vector3<S>::Constant(std::numeric_limits<S>::max())),
          max_(Vector3<S>::Constant(-std::numeric_limits<S>::max())) {}
    AABB(const Vector3<S> &v) : min_(v), max_(v) {}
    AABB(const Vector3<S> &a, const Vector3<S> &b) : min_(a.cwiseMin(b)), max_(a.cwiseMax(b)) {}
    AABB(const AABB &core, const Vector3<S> &delta)
        : min_(core.min_ - delta), max_(core.max_ + delta) {}
    AABB(const Vector3<S> &a, const Vector3<S> &b, const Vector3<S> &c)
        : min_(a.cwiseMin(b).cwiseMin(c)), max_(a.cwiseMax(b).cwiseMax(c)) {}
    bool overlap(const AABB &other) const {
        return (min_.array() <= other.max_.array()).all() &&
               (max_.array() >= other.min_.array()).all();
    }
    bool overlap(const AABB &other, AABB &part) const {
        if (!overlap(other)) return false;
        part.min_ = min_.cwiseMax(other.min_), part.max_ = max_.cwiseMin(other.max_);
        return true;
    }
    bool axisOverlap(const AABB &other, int axis) const {
        return min_[axis] <= other.max_[axis] && max_[axis] >= other.min_[axis];
    }
    bool contain(const AABB &other) const {
        return (other.min_.array() >= min_.array()).all() &&
               (other.max_.array() <= max_.array()).all();
    }
    bool contain(const Vector3<S> &p) const { return contain(AABB(p)); }
    AABB &operator+=(const Vector3<S> &p) { return *this += AABB(p); }
    AABB &operator+=(const AABB &other) {
        min_ = min_.cwiseMin(other.min_), max_ = max_.cwiseMax(other.max_);
        return *this;
    }
    AABB operator+(const AABB &other) const { return AABB(*this) += other; }
    S width() const { return max_[0] - min_[0]; }
    S height() const { return max_[1] - min_[1]; }
    S depth() const { return max_[2] - min_[2]; }
    S volume() const { return width() * height() * depth(); }
    S size() const { return (max_ - min_).squaredNorm(); }
    S radius() const { return (max_ - min_).norm() / 2; }
    Vector3<S> center() const { return (min_ + max_) / 2; }
    S distance(const AABB &other) const { return gap(other).norm(); }
    /// With the points of the two boxes that are nearest.
    S distance(const AABB &other, Vector3<S> *P, Vector3<S> *Q) const {
        if (P != nullptr && Q != nullptr)
            for (int k = 0; k < 3; ++k) {
                if (max_[k] < other.min_[k]) (*P)[k] = max_[k], (*Q)[k] = other.min_[k];
                else if (other.max_[k] < min_[k]) (*P)[k] = min_[k], (*Q)[k] = other.max_[k];
                else
                    (*P)[k] = (*Q)[k] = (std::max(min_[k], other.min_[k]) +
                                         std::min(max_[k], other.max_[k])) / 2;
            }
        return distance(other);
    }
    bool equal(const AABB &other) const { return min_ == other.min_ && max_ == other.max_; }
    AABB &expand(const Vector3<S> &delta) {
        min_ -= delta, max_ += delta;
        return *this;
    }
    AABB &expand(const AABB &core, S ratio) {
        min_ = min_ * ratio - core.min_, max_ = max_ * ratio - core.max_;
        return *this;
    }

private:
    Vector3<S> gap(const AABB &other) const {
        return (min_ - other.max_).cwiseMax(other.min_ - max_).cwiseMax(S(0));
    }
};
using AABBf = AABB<float>;
using AABBd = AABB<double>;

template <typename S, typename Derived>
AABB<S> translate(const AABB<S> &aabb, const Eigen::MatrixBase<Derived> &t) {
    AABB<S> moved(aabb);
    moved.min_ += t, moved.max_ += t;
    return moved;
}

// Bounding volumes that FCL's models are made with: tags here, the tree of a model is obbtree's.
template <typename S_> struct OBB { using S = S_; };
template <typename S_> struct RSS { using S = S_; };
template <typename S_> struct kIOS { using S = S_; };
template <typename S_> struct OBBRSS { using S = S_; };
template <typename S_, std::size_t N> struct KDOP { using S = S_; };
using OBBf = OBB<float>;
using OBBd = OBB<double>;
using RSSf = RSS<float>;
using RSSd = RSS<double>;
using kIOSf = kIOS<float>;
using kIOSd = kIOS<double>;
using OBBRSSf = OBBRSS<float>;
using OBBRSSd = OBBRSS<double>;
template <std::size_t N> using KDOPf = KDOP<float, N>;
template <std::size_t N> using KDOPd = KDOP<double, N>;

template <typename BV> constexpr NODE_TYPE node_type_of = BV_UNKNOWN;
template <typename S> constexpr NODE_TYPE node_type_of<AABB<S>> = BV_AABB;
template <typename S> constexpr NODE_TYPE node_type_of<OBB<S>> = BV_OBB;
template <typename S> constexpr NODE_TYPE node_type_of<RSS<S>> = BV_RSS;
template <typename S> constexpr NODE_TYPE node_type_of<kIOS<S>> = BV_kIOS;
template <typename S> constexpr NODE_TYPE node_type_of<OBBRSS<S>> = BV_OBBRSS;
template <typename S> constexpr NODE_TYPE node_type_of<KDOP<S, 16>> = BV_KDOP16;
template <typename S> constexpr NODE_TYPE node_type_of<KDOP<S, 18>> = BV_KDOP18;
template <typename S> constexpr NODE_TYPE node_type_of<KDOP<S, 24>> = BV_KDOP24;

} // namespace obbtree::fcl

#endif
