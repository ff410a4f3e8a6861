// FCL: BVHModel with boxes OBB, or OBBRSS with BOXES_OBBRSS, its default split and fit.
//
// The query for contacts is what fcl::collide runs for two such models (orientedMeshCollide in
// narrowphase/detail/collision_func_matrix-inl.h): initialize a traversal node, then
// detail::collide. Calling it here directly leaves out the dispatch by node type, a few nanoseconds
// in FCL's favour, and needs no part of FCL but the mesh code. The distance, with OBBRSS, is
// queried in the same way: what fcl::distance runs (orientedMeshDistance), no error allowed,
// without nearest points and signed distance.

#include <limits>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/collision_request.h>
#include <fcl/narrowphase/collision_result.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>
#include <fcl/narrowphase/detail/traversal/distance/mesh_distance_traversal_node.h>
#include <fcl/narrowphase/distance_request.h>
#include <fcl/narrowphase/distance_result.h>

#include "driver.h"

#ifdef BOXES_OBBRSS
using Box = fcl::OBBRSS<double>;
using Node = fcl::detail::MeshCollisionTraversalNodeOBBRSS<double>;
#else
using Box = fcl::OBB<double>;
using Node = fcl::detail::MeshCollisionTraversalNodeOBB<double>;
#endif

struct Engine {
  using Pose = fcl::Transform3<double>;
  using Placed = std::array<Pose, 2>;
  static constexpr bool answers_all = true;

  Engine(const Mesh& a, const Mesh& b) {
    build(a_, a);
    build(b_, b);
  }

  static Placed place(const Rows& a, const Rows& b) { return {pose(a), pose(b)}; }

  bool any(const Placed& at) { return ask(at, 1).numContacts() > 0; }
  std::size_t count(const Placed& at) { return ask(at, all).numContacts(); }

  void list(const Placed& at, Pairs& pairs) {
    const auto result = ask(at, all);
    for (std::size_t i = 0; i < result.numContacts(); ++i) {
      const auto& contact = result.getContact(i);
      pairs.push_back({static_cast<std::uint32_t>(contact.b1),
                       static_cast<std::uint32_t>(contact.b2)});
    }
  }

#ifdef BOXES_OBBRSS
  double distance(const Placed& at) {
    const fcl::DistanceRequest<double> request(/*enable_nearest_points=*/false,
                                               /*enable_signed_distance=*/false);
    fcl::DistanceResult<double> result;
    fcl::detail::MeshDistanceTraversalNodeOBBRSS<double> node;
    if (!initialize(node, a_, at[0], b_, at[1], request, result))
      throw std::runtime_error("FCL refused the pair");
    fcl::detail::distance<double>(&node);
    return result.min_distance;
  }
#endif

 private:
  using Model = fcl::BVHModel<Box>;
  static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

  static void build(Model& model, const Mesh& mesh) {
    std::vector<fcl::Vector3<double>> vertices;
    std::vector<fcl::Triangle> triangles;
    vertices.reserve(mesh.vertices.size());
    triangles.reserve(mesh.triangles.size());
    for (const auto& v : mesh.vertices) vertices.emplace_back(v[0], v[1], v[2]);
    for (const auto& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    model.beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    model.addSubModel(vertices, triangles);
    if (model.endModel() != fcl::BVH_OK) throw std::runtime_error("FCL refused the mesh");
  }

  static Pose pose(const Rows& rows) {
    Pose pose = Pose::Identity();
    for (int i = 0; i < 12; ++i) pose.matrix()(i / 4, i % 4) = rows[i];
    return pose;
  }

  fcl::CollisionResult<double> ask(const Placed& at, std::size_t most) const {
    const fcl::CollisionRequest<double> request(most, /*enable_contact=*/false);
    fcl::CollisionResult<double> result;
    Node node;
    if (!initialize(node, a_, at[0], b_, at[1], request, result))
      throw std::runtime_error("FCL refused the pair");
    fcl::detail::collide<double>(&node);
    return result;
  }

  Model a_, b_;
};

int main(int argc, char** argv) { return drive<Engine>(argc, argv); }
