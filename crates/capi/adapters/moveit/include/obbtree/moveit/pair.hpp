// What MoveIt asks of two bodies: do they collide, where, and how far apart are they.
#ifndef OBBTREE_MOVEIT_PAIR_HPP
#define OBBTREE_MOVEIT_PAIR_HPP

#include <obbtree/separation.hpp>

#include "bodies.hpp"

namespace obbtree::moveit {

/// The query of this thread.
inline Query &query() {
    thread_local Query query;
    return query;
}

/// The two with the smaller name first, which is the order of all results.
struct Pair {
    const CheckedBody &a, &b;
    Pair(const CheckedBody &one, const CheckedBody &other)
        : a(other.name < one.name ? other : one), b(other.name < one.name ? one : other) {}
    /// What they may be apart and still collide.
    double tolerance() const { return a.padding + b.padding; }
    std::pair<std::string, std::string> names() const { return {a.name, b.name}; }
    /// on_parts(part of a, part of b) until it gives true, of parts whose boxes are so near.
    template <typename OnParts>
    bool any(double within, OnParts &&on_parts) const {
        if (gap(a.bounds, b.bounds) > within) return false;
        for (const PlacedPart &p : a.parts)
            for (const PlacedPart &q : b.parts)
                if (!(gap(p.bounds, q.bounds) > within) && on_parts(p, q)) return true;
        return false;
    }
};

inline bool collide(const Pair &pair) {
    const double tolerance = pair.tolerance();
    return pair.any(tolerance, [&](const PlacedPart &p, const PlacedPart &q) {
        return tolerance > 0
                   ? query().closer_than(p.collider, p.pose, q.collider, q.pose, tolerance)
                   : query().collide(p.collider, p.pose, q.collider, q.pose);
    });
}

inline Eigen::Vector3d vector(const double *p) { return Eigen::Vector3d::Map(p); }

/// A contact of two points along a normal from a to b: as deep as they overlap, paddings added.
inline cd::Contact contact_of(const Pair &pair, const Eigen::Vector3d &on_a,
                              const Eigen::Vector3d &on_b, const Eigen::Vector3d &normal,
                              double apart) {
    cd::Contact contact;
    contact.normal = normal;
    contact.depth = pair.tolerance() - apart;
    contact.nearest_points[0] = on_a + pair.a.padding * normal;
    contact.nearest_points[1] = on_b - pair.b.padding * normal;
    contact.pos = (contact.nearest_points[0] + contact.nearest_points[1]) / 2;
    contact.body_name_1 = pair.a.name, contact.body_type_1 = pair.a.type;
    contact.body_name_2 = pair.b.name, contact.body_type_2 = pair.b.type;
    contact.percent_interpolation = 0;
    return contact;
}

/// At most so many contacts, the deepest of each two parts first: of two meshes that meet one of
/// each pair of triangles that does, else of points of their manifolds. Depths: see
/// obbtree::Separation.
inline std::vector<cd::Contact> contacts(const Pair &pair, std::size_t most) {
    std::vector<cd::Contact> all;
    const double tolerance = pair.tolerance();
    pair.any(tolerance, [&](const PlacedPart &p, const PlacedPart &q) {
        if (most > 1 && p.collider.is_mesh() && q.collider.is_mesh() && !(tolerance > 0)) {
            query().limit(most - all.size());
            for (const obbtree_contact &c :
                 query().contacts(p.collider, p.pose, q.collider, q.pose)) {
                Eigen::Vector3d middle = Eigen::Vector3d::Zero();
                for (std::uint32_t k = 0; k < c.count; ++k) middle += vector(c.points[k]) / c.count;
                const Eigen::Vector3d normal = vector(c.normal);
                all.push_back(contact_of(pair, middle, middle - c.local_depth * normal, normal,
                                         -c.local_depth));
            }
            query().limit(SIZE_MAX);
            return all.size() >= most;
        }
        const auto found = separation(query(), p.collider, p.pose, q.collider, q.pose, tolerance);
        if (!found) return false;
        all.push_back(contact_of(pair, vector(found->points[0].data()),
                                 vector(found->points[1].data()), vector(found->normal.data()),
                                 found->distance));
        if (all.size() >= most) return true;
        for (const obbtree_manifold_point &m :
             query().manifolds(p.collider, p.pose, q.collider, q.pose, tolerance)) {
            if (all.size() >= most) return true;
            const Eigen::Vector3d on_a = vector(m.points[0]);
            const bool is_known = (on_a - vector(found->points[0].data())).norm() <=
                                  1e-9 * (1 + std::abs(found->distance));
            if (!is_known && m.depth >= -tolerance)
                all.push_back(
                    contact_of(pair, on_a, vector(m.points[1]), vector(m.normal), -m.depth));
        }
        return all.size() >= most;
    });
    return all;
}

/// What two bodies of the world share of their boxes, for costs: at most one of each two parts
/// that collide.
inline void add_costs(const Pair &pair, std::size_t most, std::set<cd::CostSource> &sources) {
    pair.any(pair.tolerance(), [&](const PlacedPart &p, const PlacedPart &q) {
        if (!query().closer_than(p.collider, p.pose, q.collider, q.pose, pair.tolerance()))
            return false;
        cd::CostSource source;
        source.cost = 1;
        for (int k = 0; k < 3; ++k) {
            source.aabb_min[k] = std::max(p.bounds[k], q.bounds[k]);
            source.aabb_max[k] = std::min(p.bounds[k + 3], q.bounds[k + 3]);
        }
        sources.insert(source);
        while (sources.size() > most) sources.erase(std::prev(sources.end()));
        return false;
    });
}

/// The distance of each two parts that are less than `threshold` apart, paddings taken off:
/// on_distance(data) gives the next threshold. At most 0 where they collide, and then minus the
/// depth if it is wanted for.
template <typename OnDistance>
void distances(const Pair &pair, const cd::DistanceRequest &request, double threshold,
               OnDistance &&on_distance) {
    const double tolerance = pair.tolerance();
    pair.any(threshold + tolerance, [&](const PlacedPart &p, const PlacedPart &q) {
        cd::DistanceResultsData data;
        const auto take = [&](double apart, const double *on_a, const double *on_b,
                              const Eigen::Vector3d &normal) {
            data.distance = apart - tolerance;
            if (!request.enable_signed_distance) data.distance = std::max(data.distance, 0.0);
            if (request.enable_nearest_points || request.enable_signed_distance ||
                request.compute_gradient) {
                data.nearest_points[0] = vector(on_a) + pair.a.padding * normal;
                data.nearest_points[1] = vector(on_b) - pair.b.padding * normal;
                data.normal = normal;
            }
        };
        if (request.enable_signed_distance) {
            const auto found =
                separation(query(), p.collider, p.pose, q.collider, q.pose, threshold + tolerance);
            if (!found) return false;
            take(found->distance, found->points[0].data(), found->points[1].data(),
                 vector(found->normal.data()));
        } else {
            const auto found = query().distance_within(p.collider, p.pose, q.collider, q.pose, {},
                                                       threshold + tolerance);
            if (!found) return false;
            take(found->upper, found->points[0], found->points[1], vector(found->normal));
        }
        if (!(data.distance < threshold)) return false;
        data.link_names[0] = pair.a.name, data.link_names[1] = pair.b.name;
        data.body_types[0] = pair.a.type, data.body_types[1] = pair.b.type;
        threshold = on_distance(data);
        return false;
    });
}

} // namespace obbtree::moveit

#endif
