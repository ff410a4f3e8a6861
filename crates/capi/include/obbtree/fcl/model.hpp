// FCL's BVHModel: a mesh, whose tree is obbtree's, whatever bounding volume it names.
#ifndef OBBTREE_FCL_MODEL_HPP
#define OBBTREE_FCL_MODEL_HPP

#include "geometry.hpp"

namespace obbtree::fcl {

/// A surface, as in FCL. Calls out of order give FCL's error codes.
template <typename BV>
class BVHModel : public CollisionGeometry<typename BV::S> {
public:
    using S = typename BV::S;
    BVHModel() = default;
    BVHModel(const BVHModel &other)
        : CollisionGeometry<S>(other), build_state(other.build_state), points_(other.points_),
          triangles_(other.triangles_), previous_(other.previous_), made_(other.made_),
          replaced_(other.replaced_) {
        show();
    }
    BVHModel &operator=(const BVHModel &) = delete;

    OBJECT_TYPE getObjectType() const override { return OT_BVH; }
    NODE_TYPE getNodeType() const override { return node_type_of<BV>; }
    BVHModelType getModelType() const {
        if (num_tris > 0 && num_vertices > 0) return BVH_MODEL_TRIANGLES;
        return num_vertices > 0 ? BVH_MODEL_POINTCLOUD : BVH_MODEL_UNKNOWN;
    }
    void computeLocalAABB() override {
        AABB<S> box;
        for (const Vector3<S> &p : points_) box += p;
        this->take_local(box);
        S square = 0;
        for (const Vector3<S> &p : points_)
            square = std::max(square, (p - this->aabb_center).squaredNorm());
        this->aabb_radius = std::sqrt(square);
    }

    int beginModel(int tris = 0, int verts = 0) {
        *static_cast<CollisionGeometry<S> *>(this) = *this; // its user data stays
        points_.clear(), triangles_.clear(), previous_.clear(), made_ = nullptr;
        points_.reserve(std::size_t(std::max(verts, 0)));
        triangles_.reserve(std::size_t(std::max(tris, 0)));
        const bool in_order = build_state == BVH_BUILD_STATE_EMPTY;
        build_state = BVH_BUILD_STATE_BEGUN;
        show();
        return in_order ? BVH_OK : BVH_ERR_BUILD_OUT_OF_SEQUENCE;
    }
    int addVertex(const Vector3<S> &p) { return added({p}, {}); }
    int addTriangle(const Vector3<S> &p1, const Vector3<S> &p2, const Vector3<S> &p3) {
        return added({p1, p2, p3}, {Triangle(0, 1, 2)});
    }
    int addSubModel(const std::vector<Vector3<S>> &ps, const std::vector<Triangle> &ts) {
        return added(ps, ts);
    }
    int addSubModel(const std::vector<Vector3<S>> &ps) { return added(ps, {}); }
    /// Builds the tree. A mesh that obbtree refuses, as one with numbers that are not finite or
    /// indices out of range, is thrown.
    int endModel() {
        if (build_state != BVH_BUILD_STATE_BEGUN) return BVH_ERR_BUILD_OUT_OF_SEQUENCE;
        if (points_.empty()) return BVH_ERR_BUILD_EMPTY_MODEL;
        return built(BVH_BUILD_STATE_PROCESSED);
    }

    int beginReplaceModel() {
        if (build_state != BVH_BUILD_STATE_PROCESSED) return BVH_ERR_BUILD_EMPTY_PREVIOUS_FRAME;
        previous_.clear();
        return replacing(BVH_BUILD_STATE_REPLACE_BEGUN);
    }
    int replaceVertex(const Vector3<S> &p) { return put({p}, BVH_BUILD_STATE_REPLACE_BEGUN); }
    int replaceTriangle(const Vector3<S> &p1, const Vector3<S> &p2, const Vector3<S> &p3) {
        return put({p1, p2, p3}, BVH_BUILD_STATE_REPLACE_BEGUN);
    }
    int replaceSubModel(const std::vector<Vector3<S>> &ps) {
        return put(ps, BVH_BUILD_STATE_REPLACE_BEGUN);
    }
    int endReplaceModel(bool = true, bool = true) {
        return replaced(BVH_BUILD_STATE_REPLACE_BEGUN, BVH_BUILD_STATE_PROCESSED);
    }
    int beginUpdateModel() {
        if (build_state != BVH_BUILD_STATE_PROCESSED && build_state != BVH_BUILD_STATE_UPDATED)
            return BVH_ERR_BUILD_EMPTY_PREVIOUS_FRAME;
        previous_ = points_;
        return replacing(BVH_BUILD_STATE_UPDATE_BEGUN);
    }
    int updateVertex(const Vector3<S> &p) { return put({p}, BVH_BUILD_STATE_UPDATE_BEGUN); }
    int updateTriangle(const Vector3<S> &p1, const Vector3<S> &p2, const Vector3<S> &p3) {
        return put({p1, p2, p3}, BVH_BUILD_STATE_UPDATE_BEGUN);
    }
    int updateSubModel(const std::vector<Vector3<S>> &ps) {
        return put(ps, BVH_BUILD_STATE_UPDATE_BEGUN);
    }
    int endUpdateModel(bool = true, bool = true) {
        return replaced(BVH_BUILD_STATE_UPDATE_BEGUN, BVH_BUILD_STATE_UPDATED);
    }
    /// Of no effect on any answer, as in FCL.
    void makeParentRelative() {}

    S computeVolume() const override { return sums().volume(); }
    Vector3<S> computeCOM() const override { return sums().center(); }
    Matrix3<S> computeMomentofInertia() const override { return sums().inertia(); }

    std::shared_ptr<const Made> made() const override {
        if (made_ == nullptr)
            OBBTREE_FAILED(OBBTREE_STATUS_BAD_MESH,
                           num_tris == 0 ? "the BVHModel has no triangles"
                                         : "the BVHModel is not complete: endModel was not called");
        return made_;
    }
    Eigen::Vector3d farthest(const Eigen::Vector3d &d, intptr_t triangle) const override {
        Eigen::Vector3d best = Eigen::Vector3d::Zero();
        for (int k = 0; k < 3; ++k) {
            const Eigen::Vector3d p =
                points_[triangles_[std::size_t(triangle)][k]].template cast<double>();
            if (k == 0 || p.dot(d) > best.dot(d)) best = p;
        }
        return best;
    }

    /// To be read; changes are made by the functions.
    Vector3<S> *vertices = nullptr;
    Triangle *tri_indices = nullptr;
    Vector3<S> *prev_vertices = nullptr;
    int num_tris = 0, num_vertices = 0;
    BVHBuildState build_state = BVH_BUILD_STATE_EMPTY;

private:
    int added(const std::vector<Vector3<S>> &ps, const std::vector<Triangle> &ts) {
        if (build_state != BVH_BUILD_STATE_BEGUN) return BVH_ERR_BUILD_OUT_OF_SEQUENCE;
        const std::size_t first = points_.size();
        points_.insert(points_.end(), ps.begin(), ps.end());
        for (const Triangle &t : ts)
            triangles_.emplace_back(t[0] + first, t[1] + first, t[2] + first);
        show();
        return BVH_OK;
    }
    int replacing(BVHBuildState state) { return replaced_ = 0, build_state = state, BVH_OK; }
    int put(const std::vector<Vector3<S>> &ps, BVHBuildState state) {
        if (build_state != state) return BVH_ERR_BUILD_OUT_OF_SEQUENCE;
        if (ps.size() > points_.size() - replaced_) return BVH_ERR_INCORRECT_DATA;
        for (const Vector3<S> &p : ps) points_[replaced_++] = p;
        return BVH_OK;
    }
    int replaced(BVHBuildState begun, BVHBuildState state) {
        if (build_state != begun) return BVH_ERR_BUILD_OUT_OF_SEQUENCE;
        if (replaced_ != points_.size()) return BVH_ERR_INCORRECT_DATA;
        return built(state);
    }
    int built(BVHBuildState state) {
        show();
        if (!triangles_.empty()) {
            static_assert(sizeof(Triangle) == 3 * sizeof(std::uint64_t), "three 64-bit indices");
            const obbtree_array corners{triangles_.data(), triangles_.size(), 0,
                                        OBBTREE_SCALAR_U64};
            made_ = std::make_shared<const Made>(
                Made{{}, Body(view(points_.front().data(), points_.size()), corners)});
        }
        build_state = state;
        return BVH_OK;
    }
    void show() {
        vertices = points_.data(), num_vertices = int(points_.size());
        tri_indices = triangles_.empty() ? nullptr : triangles_.data();
        num_tris = int(triangles_.size());
        prev_vertices = previous_.empty() ? nullptr : previous_.data();
    }
    SolidSums<S> sums() const {
        SolidSums<S> sums;
        for (const Triangle &t : triangles_) {
            const Vector3<S> &a = points_[t[0]], &b = points_[t[1]], &c = points_[t[2]];
            sums.add(a, b, c, a.cross(b).dot(c));
        }
        return sums;
    }

    std::vector<Vector3<S>> points_;
    std::vector<Triangle> triangles_;
    std::vector<Vector3<S>> previous_;
    std::shared_ptr<const Made> made_;
    std::size_t replaced_ = 0;
};

} // namespace obbtree::fcl

#endif
