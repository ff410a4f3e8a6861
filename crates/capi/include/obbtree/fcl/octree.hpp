// FCL's OcTree: voxels of the leaves that are occupied.
#ifndef OBBTREE_FCL_OCTREE_HPP
#define OBBTREE_FCL_OCTREE_HPP

#include "geometry.hpp"

namespace obbtree::fcl {

/// The leaves of an octomap::OcTree, or of what has its functions, that it says are occupied, as
/// solid cubes: those of the moment when this is made, and not of later changes of the tree. What
/// is free or unknown is nothing. Throws for a tree without an occupied leaf. Numbers of contacts
/// count the occupied leaves in the order of the tree.
template <typename S_>
class OcTree : public CollisionGeometry<S_> {
public:
    using S = S_;
    template <typename Tree>
    explicit OcTree(const std::shared_ptr<Tree> &tree) {
        std::vector<std::array<std::int32_t, 3>> cells;
        std::vector<std::uint32_t> sizes;
        const std::int32_t lowest = -(1 << (tree->getTreeDepth() - 1));
        const double side = tree->getResolution();
        for (auto leaf = tree->begin_leafs(), end = tree->end_leafs(); leaf != end; ++leaf) {
            if (!tree->isNodeOccupied(*leaf)) continue;
            const auto key = leaf.getIndexKey();
            const std::array<std::int32_t, 3> cell = {lowest + key[0], lowest + key[1],
                                                      lowest + key[2]};
            cells.push_back(cell);
            sizes.push_back(std::uint32_t(1) << (tree->getTreeDepth() - leaf.getDepth()));
            lows_.push_back(side * Eigen::Vector3d(cell[0], cell[1], cell[2]));
            sides_.push_back(side * sizes.back());
        }
        made_ = std::make_shared<const Made>(
            Made{{}, Voxels(view(cells), {0, 0, 0}, side, sizes.data())});
        computeLocalAABB();
    }
    /// FCL's tree without leaves.
    OBBTREE_FCL_ABSENT("octrees without leaves")
    explicit OcTree(S) { absent("octrees without leaves"); }

    OBJECT_TYPE getObjectType() const override { return OT_OCTREE; }
    NODE_TYPE getNodeType() const override { return GEOM_OCTREE; }
    void computeLocalAABB() override {
        AABB<S> box;
        for (std::size_t n = 0; n < lows_.size(); ++n) {
            box += Vector3<S>(lows_[n].template cast<S>());
            box += Vector3<S>((lows_[n].array() + sides_[n]).matrix().template cast<S>());
        }
        this->take_local(box);
    }
    std::shared_ptr<const Made> made() const override { return made_; }
    Eigen::Vector3d farthest(const Eigen::Vector3d &d, intptr_t leaf) const override {
        const std::size_t n = std::size_t(leaf);
        return lows_[n] + ((d.array() < 0).select(Eigen::Array3d::Zero(), sides_[n])).matrix();
    }

private:
    std::vector<Eigen::Vector3d> lows_;
    std::vector<double> sides_;
    std::shared_ptr<const Made> made_;
};
using OcTreef = OcTree<float>;
using OcTreed = OcTree<double>;

} // namespace obbtree::fcl

#endif
