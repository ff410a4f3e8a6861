// FCL's Convex: the convex hull of its vertices. Its faces are for volume and inertia.
#ifndef OBBTREE_FCL_CONVEX_HPP
#define OBBTREE_FCL_CONVEX_HPP

#include <set>

#include "shapes.hpp"

namespace obbtree::fcl {

/// Vertices and faces are shared with the caller, who does not change them. A face is the number
/// of its vertices, then their indices, counter-clockwise from outside.
template <typename S_>
class Convex : public ShapeBase<S_> {
public:
    using S = S_;
    Convex(const std::shared_ptr<const std::vector<Vector3<S>>> &vertices, int num_faces,
           const std::shared_ptr<const std::vector<int>> &faces, bool throw_if_invalid = false)
        : vertices_(vertices), num_faces_(num_faces), faces_(faces) {
        if (throw_if_invalid) require_watertight();
        interior_point_ = Vector3<S>::Zero();
        for (const Vector3<S> &v : *vertices_) interior_point_ += v / S(vertices_->size());
        computeLocalAABB();
    }
    NODE_TYPE getNodeType() const override { return GEOM_CONVEX; }
    void computeLocalAABB() override {
        AABB<S> box;
        for (const Vector3<S> &v : *vertices_) box += v;
        this->take_local(box);
    }
    const std::vector<Vector3<S>> &getVertices() const { return *vertices_; }
    int getFaceCount() const { return num_faces_; }
    const std::vector<int> &getFaces() const { return *faces_; }
    const Vector3<S> &getInteriorPoint() const { return interior_point_; }
    const Vector3<S> &findExtremeVertex(const Vector3<S> &direction) const {
        std::size_t best = 0;
        for (std::size_t k = 1; k < vertices_->size(); ++k)
            if ((*vertices_)[k].dot(direction) > (*vertices_)[best].dot(direction)) best = k;
        return (*vertices_)[best];
    }
    S computeVolume() const override { return sums().volume(); }
    Vector3<S> computeCOM() const override { return sums().center(); }
    Matrix3<S> computeMomentofInertia() const override { return sums().inertia(); }
    Eigen::Vector3d farthest(const Eigen::Vector3d &d, intptr_t) const override {
        return findExtremeVertex(d.template cast<S>()).template cast<double>();
    }
    friend std::ostream &operator<<(std::ostream &out, const Convex &convex) {
        return out << "Convex(v count: " << convex.vertices_->size()
                   << ", f count: " << convex.num_faces_ << ")";
    }

protected:
    Numbers numbers() const override { return {}; }
    Shape shape() const override {
        std::vector<Point> points;
        for (const Vector3<S> &v : *vertices_) points.push_back(this->point(v));
        return Shape::hull(points);
    }

private:
    /// on_face(first index, how many).
    template <typename OnFace>
    void for_each_face(OnFace &&on_face) const {
        std::size_t at = 0;
        for (int k = 0; k < num_faces_; ++k) {
            const std::size_t count = std::size_t((*faces_)[at]);
            on_face(&(*faces_)[at + 1], count);
            at += count + 1;
        }
    }
    /// Of an edge of a face and the middle of its vertices.
    SolidSums<S> sums() const {
        const std::vector<Vector3<S>> &v = *vertices_;
        SolidSums<S> sums;
        for_each_face([&](const int *face, std::size_t count) {
            Vector3<S> middle = Vector3<S>::Zero();
            for (std::size_t k = 0; k < count; ++k) middle += v[face[k]] / S(count);
            for (std::size_t k = 0; k < count; ++k) {
                const Vector3<S> &a = v[face[k]], &b = v[face[(k + 1) % count]];
                sums.add(a, b, middle, a.cross(b).dot(middle));
            }
        });
        return sums;
    }
    void require_watertight() const {
        std::set<std::pair<int, int>> edges;
        for_each_face([&](const int *face, std::size_t count) {
            for (std::size_t k = 0; k < count; ++k)
                edges.emplace(face[k], face[(k + 1) % count]);
        });
        for (const auto &[from, to] : edges)
            if (edges.count({to, from}) == 0)
                OBBTREE_FAILED(OBBTREE_STATUS_OPEN_MESH,
                               "an edge of a Convex is of one face: " + std::to_string(from) +
                                   " to " + std::to_string(to));
    }

    std::shared_ptr<const std::vector<Vector3<S>>> vertices_;
    int num_faces_;
    std::shared_ptr<const std::vector<int>> faces_;
    Vector3<S> interior_point_;
};
using Convexf = Convex<float>;
using Convexd = Convex<double>;

} // namespace obbtree::fcl

#endif
