// FCL's requests and results.
#ifndef OBBTREE_FCL_RESULTS_HPP
#define OBBTREE_FCL_RESULTS_HPP

#include <tuple>

#include "geometry.hpp"

namespace obbtree::fcl {

template <typename S>
struct Contact {
    /// In place of a triangle: of a shape.
    static constexpr int NONE = -1;
    const CollisionGeometry<S> *o1 = nullptr, *o2 = nullptr;
    intptr_t b1 = NONE, b2 = NONE;
    /// From o1 to o2, and a point in both: NaN without enable_contact, where FCL leaves them
    /// undefined.
    Vector3<S> normal = Vector3<S>::Constant(std::numeric_limits<S>::quiet_NaN());
    Vector3<S> pos = normal;
    S penetration_depth = std::numeric_limits<S>::quiet_NaN();

    Contact() = default;
    Contact(const CollisionGeometry<S> *o1_, const CollisionGeometry<S> *o2_, intptr_t b1_,
            intptr_t b2_)
        : o1(o1_), o2(o2_), b1(b1_), b2(b2_) {}
    Contact(const CollisionGeometry<S> *o1_, const CollisionGeometry<S> *o2_, intptr_t b1_,
            intptr_t b2_, const Vector3<S> &pos_, const Vector3<S> &normal_, S depth)
        : o1(o1_), o2(o2_), b1(b1_), b2(b2_), normal(normal_), pos(pos_),
          penetration_depth(depth) {}
    bool operator<(const Contact &other) const {
        return std::tie(b1, b2) < std::tie(other.b1, other.b2);
    }
};
using Contactf = Contact<float>;
using Contactd = Contact<double>;

template <typename S>
struct ContactPoint {
    Vector3<S> normal, pos;
    S penetration_depth = 0;
    ContactPoint() : normal(Vector3<S>::Zero()), pos(Vector3<S>::Zero()) {}
    ContactPoint(const Vector3<S> &n, const Vector3<S> &p, S d)
        : normal(n), pos(p), penetration_depth(d) {}
};
using ContactPointf = ContactPoint<float>;
using ContactPointd = ContactPoint<double>;

/// To be named; none is ever given.
template <typename S>
struct CostSource {
    Vector3<S> aabb_min = Vector3<S>::Zero(), aabb_max = Vector3<S>::Zero();
    S cost_density = 0, total_cost = 0;
    CostSource() = default;
    CostSource(const Vector3<S> &low, const Vector3<S> &high, S density)
        : aabb_min(low), aabb_max(high), cost_density(density),
          total_cost(density * (high - low).prod()) {}
    CostSource(const AABB<S> &aabb, S density) : CostSource(aabb.min_, aabb.max_, density) {}
    bool operator<(const CostSource &other) const {
        return std::tie(other.total_cost, other.cost_density, aabb_min[0], aabb_min[1],
                        aabb_min[2]) < std::tie(total_cost, cost_density, other.aabb_min[0],
                                                other.aabb_min[1], other.aabb_min[2]);
    }
};
using CostSourcef = CostSource<float>;
using CostSourced = CostSource<double>;

template <typename S>
struct CollisionResult;

template <typename S>
struct CollisionRequest {
    using Real = S;
    std::size_t num_max_contacts;
    bool enable_contact;
    std::size_t num_max_cost_sources;
    /// `collide` throws if it is set.
    bool enable_cost;
    /// The rest is taken and not looked at.
    bool use_approximate_cost;
    GJKSolverType gjk_solver_type;
    bool enable_cached_gjk_guess = false;
    Vector3<S> cached_gjk_guess = Vector3<S>::UnitX();
    Real gjk_tolerance;
    CollisionRequest(std::size_t most = 1, bool contact = false, std::size_t cost_sources = 1,
                     bool cost = false, bool approximate = true,
                     GJKSolverType solver = GST_LIBCCD, Real tolerance = Real(1e-6))
        : num_max_contacts(most), enable_contact(contact), num_max_cost_sources(cost_sources),
          enable_cost(cost), use_approximate_cost(approximate), gjk_solver_type(solver),
          gjk_tolerance(tolerance) {}
    bool isSatisfied(const CollisionResult<S> &result) const {
        return !enable_cost && result.isCollision() && num_max_contacts <= result.numContacts();
    }
};
using CollisionRequestf = CollisionRequest<float>;
using CollisionRequestd = CollisionRequest<double>;

template <typename S>
struct CollisionResult {
    Vector3<S> cached_gjk_guess = Vector3<S>::UnitX();
    void addContact(const Contact<S> &contact) { contacts_.push_back(contact); }
    bool isCollision() const { return !contacts_.empty(); }
    std::size_t numContacts() const { return contacts_.size(); }
    /// As in FCL, the last one if there are not so many; throws if there is none.
    const Contact<S> &getContact(std::size_t k) const {
        if (contacts_.empty())
            OBBTREE_FAILED(OBBTREE_STATUS_BAD_ARGUMENT, "the CollisionResult has no contact");
        return contacts_[std::min(k, contacts_.size() - 1)];
    }
    void getContacts(std::vector<Contact<S>> &contacts) const { contacts = contacts_; }
    void clear() { contacts_.clear(); }

    OBBTREE_FCL_ABSENT("cost sources")
    void addCostSource(const CostSource<S> &, std::size_t) { absent("cost sources"); }
    OBBTREE_FCL_ABSENT("cost sources")
    std::size_t numCostSources() const { absent("cost sources"); }
    OBBTREE_FCL_ABSENT("cost sources")
    void getCostSources(std::vector<CostSource<S>> &) const { absent("cost sources"); }

private:
    std::vector<Contact<S>> contacts_;
};
using CollisionResultf = CollisionResult<float>;
using CollisionResultd = CollisionResult<double>;

template <typename S>
struct DistanceResult;

template <typename S>
struct DistanceRequest {
    /// Points are given with or without.
    bool enable_nearest_points;
    bool enable_signed_distance;
    S rel_err, abs_err;
    /// Taken and not looked at.
    S distance_tolerance;
    GJKSolverType gjk_solver_type;
    explicit DistanceRequest(bool points = false, bool is_signed = false, S relative = 0,
                             S absolute = 0, S tolerance = S(1e-6),
                             GJKSolverType solver = GST_LIBCCD)
        : enable_nearest_points(points), enable_signed_distance(is_signed), rel_err(relative),
          abs_err(absolute), distance_tolerance(tolerance), gjk_solver_type(solver) {}
    bool isSatisfied(const DistanceResult<S> &result) const { return result.min_distance <= 0; }
};
using DistanceRequestf = DistanceRequest<float>;
using DistanceRequestd = DistanceRequest<double>;

template <typename S>
struct DistanceResult {
    static constexpr int NONE = -1;
    S min_distance;
    Vector3<S> nearest_points[2] = {Vector3<S>::Zero(), Vector3<S>::Zero()};
    const CollisionGeometry<S> *o1 = nullptr, *o2 = nullptr;
    intptr_t b1 = NONE, b2 = NONE;

    explicit DistanceResult(S least = std::numeric_limits<S>::max()) : min_distance(least) {}
    void update(S distance, const CollisionGeometry<S> *o1_, const CollisionGeometry<S> *o2_,
                intptr_t b1_, intptr_t b2_) {
        if (min_distance > distance)
            min_distance = distance, o1 = o1_, o2 = o2_, b1 = b1_, b2 = b2_;
    }
    void update(S distance, const CollisionGeometry<S> *o1_, const CollisionGeometry<S> *o2_,
                intptr_t b1_, intptr_t b2_, const Vector3<S> &p1, const Vector3<S> &p2) {
        if (min_distance > distance) nearest_points[0] = p1, nearest_points[1] = p2;
        update(distance, o1_, o2_, b1_, b2_);
    }
    void update(const DistanceResult &other) {
        if (min_distance > other.min_distance) *this = other;
    }
    void clear() { *this = DistanceResult(); }
};
using DistanceResultf = DistanceResult<float>;
using DistanceResultd = DistanceResult<double>;

template <typename S>
struct ContinuousCollisionRequest {
    /// Taken and not looked at: motions are proven free or met at all times, not at samples.
    std::size_t num_max_iterations;
    /// The time of a first contact is known to within this.
    S toc_err;
    CCDMotionType ccd_motion_type;
    GJKSolverType gjk_solver_type;
    CCDSolverType ccd_solver_type;
    ContinuousCollisionRequest(std::size_t iterations = 10, S time_error = S(0.0001),
                               CCDMotionType motion = CCDM_TRANS,
                               GJKSolverType gjk = GST_LIBCCD, CCDSolverType ccd = CCDC_NAIVE)
        : num_max_iterations(iterations), toc_err(time_error), ccd_motion_type(motion),
          gjk_solver_type(gjk), ccd_solver_type(ccd) {}
};
using ContinuousCollisionRequestf = ContinuousCollisionRequest<float>;
using ContinuousCollisionRequestd = ContinuousCollisionRequest<double>;

template <typename S>
struct ContinuousCollisionResult {
    /// Also of a motion that is not proven free: bodies that graze.
    bool is_collide = false;
    S time_of_contact = 1;
    Transform3<S> contact_tf1 = Transform3<S>::Identity(), contact_tf2 = contact_tf1;
};
using ContinuousCollisionResultf = ContinuousCollisionResult<float>;
using ContinuousCollisionResultd = ContinuousCollisionResult<double>;

} // namespace obbtree::fcl

#endif
