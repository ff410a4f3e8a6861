// How far apart two colliders are, or how deep in each other: one signed number with a point of
// each and the way between them, which is what planners and optimisers ask for.
#ifndef OBBTREE_SEPARATION_HPP
#define OBBTREE_SEPARATION_HPP

#include <algorithm>
#include <limits>
#include <optional>

#include "../obbtree.hpp"

namespace obbtree {

/// The distance of two colliders, negative where they meet. Lengths in the caller's unit, points
/// and vectors in the world.
struct Separation {
    /// Apart: the distance, as Query::distance_within has it. In contact: minus a length that is
    /// proven to part the two, of convex ones hardly longer than the least one; where no depth is
    /// certified minus that of the deepest point of their manifolds, which is rounded.
    double distance;
    /// A point of A and one of B: the second is the first plus the distance along the normal.
    Point points[2];
    /// Of length one. Moving B along it by minus the distance parts the two.
    Point normal;
    /// The triangles that the points are on; OBBTREE_NO_TRIANGLE of a shape.
    std::uint32_t triangles[2];

private:
    friend std::optional<Separation> separation(Query &, const Collider &, const Pose &,
                                                const Collider &, const Pose &, double, double);

    static Point difference(const double *p, const double *q) {
        return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
    }
    static double length(const Point &v) {
        return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    /// Of length one; of no length along x, so that there always is a direction.
    static Point unit(const Point &v) {
        const double norm = length(v);
        return norm > 0 ? Point{v[0] / norm, v[1] / norm, v[2] / norm} : Point{1, 0, 0};
    }
    static Pose moved(const Pose &pose, const Point &way) {
        Pose there = pose;
        for (int k = 0; k < 3; ++k) there.rows[4 * k + 3] += way[k];
        return there;
    }

    /// Of two that meet, by the certified depth; nothing where there is none.
    static std::optional<Separation> by_depth(Query &query, const Collider &a, const Pose &pose_a,
                                              const Collider &b, const Pose &pose_b,
                                              double depth_error) {
        Depth depth;
        const obbtree_status status =
            obbtree_depth_within(query.get(), a.get(), &pose_a, b.get(), &pose_b, depth_error,
                                 &depth.lower, &depth.upper, depth.translation.data());
        if (status == OBBTREE_STATUS_OPEN_MESH || status == OBBTREE_STATUS_BAD_SHAPE)
            return std::nullopt;
        check(status);
        const double way = length(depth.translation);
        if (!(way > 0)) return std::nullopt;
        // Where they are when they no more than touch, in the middle of what touches.
        const Pose parted = moved(pose_b, depth.translation);
        const obbtree_distance_found touch = query.distance(a, pose_a, b, parted);
        Point middle{touch.points[0][0], touch.points[0][1], touch.points[0][2]}, sum{};
        double count = 0;
        const double margin = 1e-9 * way;
        for (const obbtree_manifold_point &point : query.manifolds(a, pose_a, b, parted, margin))
            if (point.manifold == 0)
                for (int k = 0; k < 3; ++k) sum[k] += point.points[0][k], count += k == 0;
        if (count > 1)
            for (int k = 0; k < 3; ++k) middle[k] = sum[k] / count;
        Separation found;
        found.distance = -way, found.normal = unit(depth.translation);
        for (int k = 0; k < 3; ++k) {
            found.points[0][k] = middle[k];
            found.points[1][k] = middle[k] - depth.translation[k];
        }
        found.triangles[0] = touch.triangles[0], found.triangles[1] = touch.triangles[1];
        return found;
    }

    /// Of two that meet, by the deepest point of their manifolds; of two that have none by a common
    /// point.
    static Separation by_manifold(Query &query, const Collider &a, const Pose &pose_a,
                                  const Collider &b, const Pose &pose_b,
                                  const obbtree_distance_found &touch) {
        Separation found;
        found.triangles[0] = touch.triangles[0], found.triangles[1] = touch.triangles[1];
        const auto points = query.manifolds(a, pose_a, b, pose_b);
        const obbtree_manifold_point *deepest = nullptr;
        for (const obbtree_manifold_point &point : points)
            if (!deepest || point.depth > deepest->depth) deepest = &point;
        if (!deepest) {
            found.distance = 0, found.normal = {1, 0, 0};
            for (int k = 0; k < 3; ++k)
                found.points[0][k] = found.points[1][k] = touch.points[0][k];
            return found;
        }
        found.distance = std::min(-deepest->depth, 0.0);
        for (int k = 0; k < 3; ++k) {
            found.normal[k] = deepest->normal[k];
            found.points[0][k] = deepest->points[0][k];
            found.points[1][k] = deepest->points[0][k] + found.distance * deepest->normal[k];
        }
        return found;
    }
};

/// The signed distance of A and B; nothing if it is above `at_most`. Whether they meet is exact, as
/// Query::collide; a mesh is a surface unless the query is solid. A depth may be `depth_error`
/// times longer than the least one: smaller errors take cylinders and cones milliseconds. One
/// query for each thread.
inline std::optional<Separation> separation(
    Query &query, const Collider &a, const Pose &pose_a, const Collider &b, const Pose &pose_b,
    double at_most = std::numeric_limits<double>::infinity(), double depth_error = 1e-3) {
    const auto apart =
        query.distance_within(a, pose_a, b, pose_b, {}, at_most < 0 ? 0 : at_most);
    if (!apart) return std::nullopt;
    if (!(apart->lower > 0) && query.collide(a, pose_a, b, pose_b)) {
        auto found = Separation::by_depth(query, a, pose_a, b, pose_b, depth_error);
        if (!found) found = Separation::by_manifold(query, a, pose_a, b, pose_b, *apart);
        return found->distance > at_most ? std::nullopt : found;
    }
    // The true distance is at most `at_most`, also where the upper bound is a little above it.
    Separation found;
    found.distance = std::max(apart->lower, std::min(apart->upper, at_most));
    const Point between = Separation::difference(apart->points[1], apart->points[0]);
    for (int k = 0; k < 3; ++k) {
        found.points[0][k] = apart->points[0][k], found.points[1][k] = apart->points[1][k];
        found.normal[k] = apart->normal[k];
    }
    if (!(apart->lower > 0)) found.normal = Separation::unit(between);
    found.triangles[0] = apart->triangles[0], found.triangles[1] = apart->triangles[1];
    return found;
}

} // namespace obbtree

#endif
