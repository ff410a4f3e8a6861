// How deep two convex bodies that meet are in each other, and along which direction. Certified
// where that is fast, as of spheres; else rounded, as in FCL (EPA: van den Bergen, 2001), which
// takes boxes a hundredth of the time, and cylinders a thousandth; certified again where EPA does
// not end.
#ifndef OBBTREE_FCL_DEPTH_HPP
#define OBBTREE_FCL_DEPTH_HPP

#include <algorithm>
#include <vector>

#include "../separation.hpp"
#include "model.hpp"
#include "shapes.hpp"

namespace obbtree::fcl {

/// Moving o2 by depth along the normal, which is of length one, parts the two. NaN where there is
/// no such move, as of two planes.
struct Depth {
    Eigen::Vector3d normal = Eigen::Vector3d::Constant(std::numeric_limits<double>::quiet_NaN());
    double depth = normal[0];
    /// A point of each, the depth apart along the normal.
    Eigen::Vector3d points[2] = {normal, normal};
    /// Is it known to be the least one, but for rounding?
    bool is_least = true;
    Eigen::Vector3d middle() const { return (points[0] + points[1]) / 2; }
};

/// The query of this thread, so that calls need no lock.
inline Query &query() {
    thread_local Query query;
    return query;
}

/// A convex shape, or a triangle of a mesh, at a place.
template <typename S>
struct Part {
    const CollisionGeometry<S> &geometry;
    intptr_t triangle;
    Eigen::Isometry3d at;
    Eigen::Vector3d farthest(const Eigen::Vector3d &direction) const {
        return at * geometry.farthest(at.linear().transpose() * direction, triangle);
    }
};

/// The points of A minus those of B, by a polytope inside of them that grows where it is nearest
/// to the origin, until a face of it is one of theirs.
template <typename S>
class Overlap {
public:
    Overlap(const Part<S> &a, const Part<S> &b) : a_(a), b_(b) {}

    Depth depth() {
        Depth found;
        if (!begin()) return found;
        for (int step = 0;; ++step) {
            const Face face = *std::min_element(faces_.begin(), faces_.end(),
                                                [](const Face &f, const Face &g) {
                                                    return f.height < g.height;
                                                });
            const Corner next = corner(face.normal);
            const double outwards = next.point.dot(face.normal) - face.height;
            const bool is_least = outwards <= EXACT * size_;
            if (is_least || step == STEPS || !grow(next)) {
                found.is_least = outwards <= NEARLY * size_;
                found.normal = face.normal;
                found.depth = next.point.dot(face.normal);
                witnesses(face, found);
                return found;
            }
        }
    }

private:
    struct Corner {
        Eigen::Vector3d point, of_a;
    };
    struct Face {
        int corners[3];
        Eigen::Vector3d normal;
        double height;
    };
    static constexpr double EXACT = 1e-11, NEARLY = 1e-7;
    static constexpr int STEPS = 300;

    Corner corner(const Eigen::Vector3d &direction) const {
        const Eigen::Vector3d of_a = a_.farthest(direction);
        return {of_a - b_.farthest(-direction), of_a};
    }
    /// A tetrahedron; false if there is none.
    bool begin() {
        double widest = -1;
        size_ = 0;
        for (int k = 0; k < 3; ++k) {
            const Corner low = corner(-Eigen::Vector3d::Unit(k));
            const Corner high = corner(Eigen::Vector3d::Unit(k));
            const double width = high.point[k] - low.point[k];
            size_ += width;
            if (width > widest) widest = width, corners_ = {low, high};
        }
        const double flat = 1e-14 * size_;
        const Eigen::Vector3d low = corners_[0].point;
        const Eigen::Vector3d along = corners_[1].point - low;
        if (!(along.norm() > flat)) return false;
        const Eigen::Vector3d aside = along.unitOrthogonal();
        if (!farther(aside, low, flat) && !farther(along.cross(aside).normalized(), low, flat))
            return false;
        const Eigen::Vector3d up = along.cross(corners_[2].point - low).normalized();
        if (!farther(up, low, flat)) return false;
        for (const auto &[i, j, k] : {std::array{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}})
            add(i, j, k);
        // Seen from outside, whichever side the fourth corner is on.
        if (faces_[0].normal.dot(corners_[3].point) > faces_[0].height) {
            faces_.clear();
            for (const auto &[i, j, k] : {std::array{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}})
                add(i, j, k);
        }
        return true;
    }
    /// Adds the corner that is farther along the line of a direction, either way.
    bool farther(const Eigen::Vector3d &direction, const Eigen::Vector3d &from, double flat) {
        const Corner plus = corner(direction), minus = corner(-direction);
        const double up = (plus.point - from).dot(direction);
        const double down = (from - minus.point).dot(direction);
        corners_.push_back(up >= down ? plus : minus);
        if (std::max(up, down) > flat) return true;
        corners_.pop_back();
        return false;
    }
    bool add(int i, int j, int k) {
        const Eigen::Vector3d &p = corners_[i].point;
        const Eigen::Vector3d across =
            (corners_[j].point - p).cross(corners_[k].point - p);
        const double length = across.norm();
        if (!(length > 0)) return false;
        const Eigen::Vector3d normal = across / length;
        faces_.push_back({{i, j, k}, normal, normal.dot(p)});
        return true;
    }
    /// Takes a corner in; false if rounding leaves no polytope, which is then as it was.
    bool grow(const Corner &next) {
        std::vector<Face> hidden;
        std::vector<std::pair<int, int>> edges;
        for (const Face &face : faces_) {
            // Faces that it is in the plane of are made anew, so that none is without area.
            if (face.normal.dot(next.point) <= face.height - EXACT * size_) {
                hidden.push_back(face);
                continue;
            }
            for (int k = 0; k < 3; ++k) {
                const std::pair<int, int> edge(face.corners[k], face.corners[(k + 1) % 3]);
                const auto back =
                    std::find(edges.begin(), edges.end(), std::pair(edge.second, edge.first));
                if (back == edges.end()) edges.push_back(edge);
                else *back = edges.back(), edges.pop_back();
            }
        }
        if (!is_one_loop(edges)) return false;
        faces_.swap(hidden);
        corners_.push_back(next);
        bool is_whole = true;
        for (const auto &[from, to] : edges)
            is_whole = is_whole && add(from, to, int(corners_.size()) - 1);
        if (!is_whole) faces_.swap(hidden), corners_.pop_back();
        return is_whole;
    }
    static bool is_one_loop(const std::vector<std::pair<int, int>> &edges) {
        if (edges.empty()) return false;
        int at = edges[0].first;
        for (std::size_t passed = 1;; ++passed) {
            const auto next = std::find_if(edges.begin(), edges.end(),
                                           [&](const auto &edge) { return edge.first == at; });
            if (next == edges.end() || passed > edges.size()) return false;
            at = next->second;
            if (at == edges[0].first) return passed == edges.size();
        }
    }
    /// The points of A and B where the normal from the origin meets the faces of one plane.
    void witnesses(const Face &nearest, Depth &found) const {
        double least = std::numeric_limits<double>::infinity();
        for (const Face &face : faces_) {
            if (face.height > nearest.height + EXACT * size_) continue;
            const auto &[i, j, k] = face.corners;
            const Eigen::Vector3d p = corners_[i].point, u = corners_[j].point - p,
                                  v = corners_[k].point - p, w = face.height * face.normal - p;
            const double uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), area = uu * vv - uv * uv;
            double s = (vv * u.dot(w) - uv * v.dot(w)) / area;
            double t = (uu * v.dot(w) - uv * u.dot(w)) / area;
            const double outside = std::max({-s, -t, s + t - 1, 0.0});
            if (!(outside < least)) continue;
            least = outside;
            s = std::clamp(s, 0.0, 1.0), t = std::clamp(t, 0.0, 1 - s);
            const Corner &a = corners_[i], &b = corners_[j], &c = corners_[k];
            found.points[0] = (1 - s - t) * a.of_a + s * b.of_a + t * c.of_a;
            found.points[1] = (1 - s - t) * (a.of_a - a.point) + s * (b.of_a - b.point) +
                              t * (c.of_a - c.point);
        }
    }

    const Part<S> &a_, &b_;
    double size_ = 0;
    std::vector<Corner> corners_;
    std::vector<Face> faces_;
};

/// Of a half-space or a plane, and a bounded body: the normal goes from the plane.
template <typename S>
Depth depth_of_plane(const Part<S> &plane, const Part<S> &body) {
    const auto &by = static_cast<const ByNormal<S> &>(plane.geometry);
    const Eigen::Vector3d n = plane.at.linear() * by.n.template cast<double>();
    const double offset = double(by.d) + n.dot(plane.at.translation());
    Depth below;
    below.normal = n, below.points[1] = body.farthest(-n);
    below.depth = offset - n.dot(below.points[1]);
    if (plane.geometry.getNodeType() == GEOM_PLANE) {
        const Eigen::Vector3d high = body.farthest(n);
        const double above = n.dot(high) - offset;
        if (above < below.depth) below.normal = -n, below.points[1] = high, below.depth = above;
    }
    below.points[0] = below.points[1] + below.depth * below.normal;
    return below;
}

/// Of two spheres or capsules: by the segments that they are around.
template <typename S>
std::pair<Eigen::Vector3d, double> half_axis(const Part<S> &part) {
    if (part.geometry.getNodeType() == GEOM_SPHERE)
        return {Eigen::Vector3d::Zero(), static_cast<const Sphere<S> &>(part.geometry).radius};
    const auto &capsule = static_cast<const Capsule<S> &>(part.geometry);
    return {part.at.linear().col(2) * (capsule.lz / 2), capsule.radius};
}
template <typename S>
bool depth_of_round(const Part<S> &a, const Part<S> &b, Depth &found) {
    const auto [u, radius_a] = half_axis(a);
    const auto [v, radius_b] = half_axis(b);
    // |w + s u - t v| is least, s and t from -1 to 1.
    const Eigen::Vector3d w = a.at.translation() - b.at.translation();
    const double uu = u.dot(u), uv = u.dot(v), vv = v.dot(v), uw = u.dot(w), vw = v.dot(w);
    const auto part_of = [](double top, double bottom) {
        return bottom > 0 ? std::clamp(top / bottom, -1.0, 1.0) : 0.0;
    };
    double s = part_of(uv * vw - vv * uw, uu * vv - uv * uv);
    const double t = part_of(uv * s + vw, vv);
    s = part_of(uv * t - uw, uu);
    const Eigen::Vector3d p = a.at.translation() + s * u, q = b.at.translation() + t * v;
    const double apart = (q - p).norm();
    if (!(apart > 0)) return false;
    found.normal = (q - p) / apart, found.depth = radius_a + radius_b - apart;
    found.points[0] = p + radius_a * found.normal, found.points[1] = q - radius_b * found.normal;
    return true;
}

/// By the certified depth; nothing where there is none, as of what no more than touches.
template <typename S>
std::optional<Depth> certified_depth(const Part<S> &a, const Part<S> &b) {
    if (a.triangle >= 0 || b.triangle >= 0) return std::nullopt;
    const auto found =
        separation(query(), a.geometry.made()->collider, from_eigen(a.at),
                   b.geometry.made()->collider, from_eigen(b.at), 0, 0);
    if (!found || !(found->distance < 0)) return std::nullopt;
    Depth depth;
    depth.normal = Eigen::Vector3d::Map(found->normal.data()), depth.depth = -found->distance;
    for (int k = 0; k < 2; ++k) depth.points[k] = Eigen::Vector3d::Map(found->points[k].data());
    return depth;
}
/// Is that fast: of a sphere and a box, cylinder or hull, or a capsule and a box or hull?
template <typename S>
bool is_certified_fast(const Part<S> &a, const Part<S> &b) {
    const auto is = [&](NODE_TYPE one, NODE_TYPE other) {
        const NODE_TYPE p = a.geometry.getNodeType(), q = b.geometry.getNodeType();
        return (p == one && q == other) || (p == other && q == one);
    };
    return is(GEOM_SPHERE, GEOM_BOX) || is(GEOM_SPHERE, GEOM_CYLINDER) ||
           is(GEOM_SPHERE, GEOM_CONVEX) || is(GEOM_CAPSULE, GEOM_BOX) ||
           is(GEOM_CAPSULE, GEOM_CONVEX);
}

template <typename S>
Depth depth_of(const Part<S> &a, const Part<S> &b) {
    const auto is_one_of = [](const Part<S> &part, NODE_TYPE one, NODE_TYPE other) {
        const NODE_TYPE type = part.geometry.getNodeType();
        return type == one || type == other;
    };
    const bool flat_a = is_one_of(a, GEOM_PLANE, GEOM_HALFSPACE);
    const bool flat_b = is_one_of(b, GEOM_PLANE, GEOM_HALFSPACE);
    if (flat_a && flat_b) return {};
    if (flat_a) return depth_of_plane(a, b);
    if (flat_b) {
        Depth found = depth_of_plane(b, a);
        found.normal = -found.normal, std::swap(found.points[0], found.points[1]);
        return found;
    }
    Depth found;
    if (is_one_of(a, GEOM_SPHERE, GEOM_CAPSULE) && is_one_of(b, GEOM_SPHERE, GEOM_CAPSULE) &&
        depth_of_round(a, b, found))
        return found;
    if (is_certified_fast(a, b))
        if (const auto certified = certified_depth(a, b)) return *certified;
    found = Overlap<S>(a, b).depth();
    if (!found.is_least)
        if (const auto certified = certified_depth(a, b)) return *certified;
    return found;
}

} // namespace obbtree::fcl

#endif
