// FCL's generateBVHModel: meshes of shapes, with FCL's vertices and triangles.
#ifndef OBBTREE_FCL_TESSELLATE_HPP
#define OBBTREE_FCL_TESSELLATE_HPP

#include "convex.hpp"
#include "model.hpp"

namespace obbtree::fcl {

enum class FinalizeModel { DO, DONT };

/// Adds points that are moved to a pose.
template <typename BV>
int addTriangles(BVHModel<BV> &model, std::vector<Vector3<typename BV::S>> points,
                 const std::vector<Triangle> &triangles, const Transform3<typename BV::S> &pose,
                 FinalizeModel finalize) {
    for (auto &p : points) p = pose * p;
    int status = BVH_OK;
    if (model.build_state == BVH_BUILD_STATE_EMPTY) status = model.beginModel();
    if (status == BVH_OK) status = model.addSubModel(points, triangles);
    if (status == BVH_OK && finalize == FinalizeModel::DO) {
        status = model.endModel();
        model.computeLocalAABB();
    }
    return status;
}

template <typename BV>
int generateBVHModel(BVHModel<BV> &model, const Box<typename BV::S> &shape,
                     const Transform3<typename BV::S> &pose,
                     FinalizeModel finalize = FinalizeModel::DO) {
    using S = typename BV::S;
    std::vector<Vector3<S>> points;
    for (const S z : {S(0.5), S(-0.5)})
        for (const auto &[x, y] : {std::pair<S, S>{0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5},
                                   {-0.5, -0.5}})
            points.push_back(shape.side.cwiseProduct(Vector3<S>(x, y, z)));
    return addTriangles(model, points,
                        {{0, 4, 1}, {1, 4, 5}, {2, 6, 3}, {3, 6, 7}, {3, 0, 2}, {2, 0, 1},
                         {6, 5, 7}, {7, 5, 4}, {1, 5, 2}, {2, 5, 6}, {3, 7, 0}, {0, 7, 4}},
                        pose, finalize);
}

/// Circles about the z axis, each with so many points, from the highest down.
template <typename S>
class Circles {
public:
    explicit Circles(unsigned int around) : around_(around) {}
    void add(S rx, S ry, S z) {
        for (unsigned int k = 0; k < around_; ++k) {
            const S angle = 2 * constants<S>::pi() / around_ * k;
            points.emplace_back(rx * std::cos(angle), ry * std::sin(angle), z);
        }
    }
    /// Between a circle and the next.
    void band(unsigned int upper) {
        for (unsigned int k = 0; k < around_; ++k) {
            const std::size_t a = at(upper, k), b = at(upper, k + 1);
            const std::size_t c = at(upper + 1, k), d = at(upper + 1, k + 1);
            triangles.emplace_back(b, a, c), triangles.emplace_back(b, c, d);
        }
    }
    /// Fans from the two ends, added last, to the first and the last circle.
    void ends(S high, S low, unsigned int circles) {
        points.emplace_back(0, 0, high), points.emplace_back(0, 0, low);
        const std::size_t top = points.size() - 2;
        for (unsigned int k = 0; k < around_; ++k) {
            triangles.emplace_back(top, at(0, k), at(0, k + 1));
            triangles.emplace_back(top + 1, at(circles - 1, k + 1), at(circles - 1, k));
        }
    }
    std::vector<Vector3<S>> points;
    std::vector<Triangle> triangles;

private:
    std::size_t at(unsigned int circle, unsigned int k) const {
        return std::size_t(circle) * around_ + k % around_;
    }
    unsigned int around_;
};

template <typename BV>
int generateBVHModel(BVHModel<BV> &model, const Ellipsoid<typename BV::S> &shape,
                     const Transform3<typename BV::S> &pose, unsigned int seg, unsigned int ring,
                     FinalizeModel finalize = FinalizeModel::DO) {
    using S = typename BV::S;
    Circles<S> circles(seg);
    for (unsigned int k = 0; k < ring; ++k) {
        const S polar = constants<S>::pi() / (ring + 1) * (k + 1);
        circles.add(shape.radii[0] * std::sin(polar), shape.radii[1] * std::sin(polar),
                    shape.radii[2] * std::cos(polar));
    }
    for (unsigned int k = 0; k + 1 < ring; ++k) circles.band(k);
    circles.ends(shape.radii[2], -shape.radii[2], ring);
    return addTriangles(model, circles.points, circles.triangles, pose, finalize);
}
template <typename BV>
int generateBVHModel(BVHModel<BV> &model, const Ellipsoid<typename BV::S> &shape,
                     const Transform3<typename BV::S> &pose, unsigned int faces_of_unit,
                     FinalizeModel finalize = FinalizeModel::DO) {
    using S = typename BV::S;
    // The area of an ellipsoid, by Thomsen's formula.
    const S p = S(1.6075), a = std::pow(shape.radii[0], p), b = std::pow(shape.radii[1], p),
            c = std::pow(shape.radii[2], p);
    const S ratio = std::pow((a * b + b * c + c * a) / 3, 1 / p);
    const auto n = unsigned(std::ceil(std::sqrt(S(faces_of_unit) / 2) * ratio));
    return generateBVHModel(model, shape, pose, n, n, finalize);
}

template <typename BV>
int generateBVHModel(BVHModel<BV> &model, const Sphere<typename BV::S> &shape,
                     const Transform3<typename BV::S> &pose, unsigned int seg, unsigned int ring,
                     FinalizeModel finalize = FinalizeModel::DO) {
    using S = typename BV::S;
    Circles<S> circles(seg);
    const S r = shape.radius;
    for (unsigned int k = 0; k < ring; ++k) {
        const S polar = constants<S>::pi() / (ring + 1) * (k + 1);
        circles.add(r * std::sin(polar), r * std::sin(polar), r * std::cos(polar));
    }
    for (unsigned int k = 0; k + 1 < ring; ++k) circles.band(k);
    circles.ends(r, -r, ring);
    return addTriangles(model, circles.points, circles.triangles, pose, finalize);
}
template <typename BV>
int generateBVHModel(BVHModel<BV> &model, const Sphere<typename BV::S> &shape,
                     const Transform3<typename BV::S> &pose, unsigned int faces_of_unit,
                     FinalizeModel finalize = FinalizeModel::DO) {
    const auto r = shape.radius;
    const auto n = unsigned(std::ceil(std::sqrt(float(faces_of_unit / 2.0)) * r * r));
    return generateBVHModel(model, shape, pose, n, n, finalize);
}

template <typename BV>
int generateBVHModel(BVHModel<BV> &model, const Cylinder<typename BV::S> &shape,
                     const Transform3<typename BV::S> &pose, unsigned int around,
                     unsigned int high, FinalizeModel finalize = FinalizeModel::DO) {
    using S = typename BV::S;
    Circles<S> circles(around);
    const S r = shape.radius, h = shape.lz;
    for (unsigned int k = 0; k <= high; ++k)
        circles.add(r, r, k == high ? -h / 2 : h / 2 - k * (h / high));
    for (unsigned int k = 0; k < high; ++k) circles.band(k);
    circles.ends(h / 2, -h / 2, high + 1);
    return addTriangles(model, circles.points, circles.triangles, pose, finalize);
}
template <typename BV>
int generateBVHModel(BVHModel<BV> &model, const Cone<typename BV::S> &shape,
                     const Transform3<typename BV::S> &pose, unsigned int around,
                     unsigned int high, FinalizeModel finalize = FinalizeModel::DO) {
    using S = typename BV::S;
    Circles<S> circles(around);
    const S h = shape.lz;
    for (unsigned int k = 1; k <= high; ++k) {
        const S z = k == high ? -h / 2 : h / 2 - k * (h / high);
        const S r = k == high ? shape.radius : shape.radius * (S(0.5) - z / h);
        circles.add(r, r, z);
    }
    for (unsigned int k = 0; k + 1 < high; ++k) circles.band(k);
    circles.ends(h / 2, -h / 2, high);
    return addTriangles(model, circles.points, circles.triangles, pose, finalize);
}

/// Squares of about the size that a circle of radius 1 is split into.
template <typename BV, template <typename> class Round,
          typename = std::enable_if_t<
              std::is_base_of_v<AboutZ<typename BV::S>, Round<typename BV::S>>>>
int generateBVHModel(BVHModel<BV> &model, const Round<typename BV::S> &shape,
                     const Transform3<typename BV::S> &pose, unsigned int around_unit,
                     FinalizeModel finalize = FinalizeModel::DO) {
    using S = typename BV::S;
    const auto around = unsigned(around_unit * shape.radius);
    const S edge = 2 * constants<S>::pi() / around * shape.radius;
    return generateBVHModel(model, shape, pose, around, unsigned(std::ceil(shape.lz / edge)),
                            finalize);
}

} // namespace obbtree::fcl

#endif
