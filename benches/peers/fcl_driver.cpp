// FCL over a file of poses: build two BVHModel<OBB<double>>, ask the same question at every pose,
// repeat, print one JSON object with the fields of `obbtree bench --json` and the engine's name.
//
// The query is what fcl::collide runs for two such models (orientedMeshCollide in
// narrowphase/detail/collision_func_matrix-inl.h): initialize a MeshCollisionTraversalNodeOBB, then
// detail::collide. Calling it here directly leaves out the dispatch by node type, a few nanoseconds
// in FCL's favour, gives access to the node's counts, and needs no part of FCL but the mesh code.
//
// Poses have 12 numbers a line, the rows of [R | t] of B; A stays where its file has it.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/narrowphase/collision_request.h>
#include <fcl/narrowphase/collision_result.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>

#include "fcl_files.h"

namespace {

using Box = fcl::OBB<double>;
using Model = fcl::BVHModel<Box>;
using Node = fcl::detail::MeshCollisionTraversalNodeOBB<double>;
using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

// Builds the tree several times and keeps the median time, for one build alone is mostly noise.
double build(Model& model, const Mesh& mesh, int repeat) {
  std::vector<double> times;
  for (int i = 0; i < repeat; ++i) {
    Model fresh;
    Model& target = i + 1 == repeat ? model : fresh;
    const auto start = Clock::now();
    target.beginModel(static_cast<int>(mesh.triangles.size()), static_cast<int>(mesh.vertices.size()));
    target.addSubModel(mesh.vertices, mesh.triangles);
    if (target.endModel() != fcl::BVH_OK) throw std::runtime_error("FCL refused the mesh");
    times.push_back(milliseconds(Clock::now() - start));
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

// BVHModel::memUsage returns a status, not a size, so this adds up what the model holds: its nodes,
// its copy of the mesh, and the order of the triangles (a private array, one unsigned a triangle).
double bytes(const Model& model) {
  return static_cast<double>(sizeof(fcl::BVNode<Box>)) * model.getNumBVs() +
         static_cast<double>(sizeof(fcl::Triangle) + sizeof(unsigned)) * model.num_tris +
         static_cast<double>(sizeof(fcl::Vector3<double>)) * model.num_vertices;
}

struct Counts {
  std::uint64_t boxes = 0, triangles = 0;
};

std::size_t ask(const Model& a, const Model& b, const Pose& b_in_a, const fcl::CollisionRequest<double>& request,
                Counts* counts) {
  fcl::CollisionResult<double> result;
  Node node;
  if (!initialize(node, a, Pose::Identity(), b, b_in_a, request, result))
    throw std::runtime_error("FCL refused the pair");
  node.enableStatistics(counts != nullptr);
  fcl::detail::collide<double>(&node);
  if (counts != nullptr) {
    counts->boxes += static_cast<std::uint64_t>(node.num_bv_tests);
    counts->triangles += static_cast<std::uint64_t>(node.num_leaf_tests);
  }
  return result.numContacts();
}

int run(int argc, char** argv) {
  if (argc != 8) {
    std::fprintf(stderr, "usage: %s ENGINE A B POSES any|all REPEAT ANSWERS\n", argv[0]);
    return 2;
  }
  const std::string query = argv[5];
  const int repeat = std::atoi(argv[6]);
  if ((query != "any" && query != "all") || repeat < 1)
    throw std::runtime_error("the query is any or all, and repeat at least 1");

  const Mesh mesh_a(argv[2]), mesh_b(argv[3]);
  const Poses poses = read_poses(argv[4], 1);
  const int builds = std::min(repeat, 3);
  Model a, b;
  const double build_ms_a = build(a, mesh_a, builds);
  const double build_ms_b = build(b, mesh_b, builds);

  const std::size_t most = query == "any" ? 1 : std::numeric_limits<std::size_t>::max();
  const fcl::CollisionRequest<double> request(most, /*enable_contact=*/false);

  Counts counts;
  std::vector<std::size_t> expected;
  for (const Pose& pose : poses) expected.push_back(ask(a, b, pose, request, &counts));

  std::vector<double> passes;
  std::vector<std::size_t> answers(poses.size());
  for (int i = 0; i < repeat; ++i) {
    const auto start = Clock::now();
    for (std::size_t p = 0; p < poses.size(); ++p) answers[p] = ask(a, b, poses[p], request, nullptr);
    passes.push_back(milliseconds(Clock::now() - start));
    if (answers != expected) throw std::runtime_error("a pass gave other answers than the first");
  }
  std::sort(passes.begin(), passes.end());

  std::ofstream out(argv[7]);
  std::size_t hits = 0, sum = 0;
  for (std::size_t pairs : expected) {
    out << pairs << '\n';
    hits += pairs > 0;
    sum += pairs;
  }
  if (!out.flush()) throw std::runtime_error("cannot write the answers");

  const double tris = static_cast<double>(a.num_tris) + b.num_tris;
  const double n = static_cast<double>(poses.size());
  std::printf("{\"engine\":\"%s\",\"tris_a\":%d,\"tris_b\":%d,\"build_ms_a\":%.6f,\"build_ms_b\":%.6f,"
              "\"bytes_per_tri\":%.3f,\"poses\":%zu,\"hits\":%zu,\"sum\":%zu,\"ns_per_query\":%.3f,"
              "\"bv_tests\":%llu,\"tri_tests\":%llu,\"bv_tests_per_query\":%.3f,\"tri_tests_per_query\":%.3f}\n",
              argv[1], a.num_tris, b.num_tris, build_ms_a, build_ms_b, (bytes(a) + bytes(b)) / tris, poses.size(),
              hits, sum, passes[passes.size() / 2] * 1e6 / n, static_cast<unsigned long long>(counts.boxes),
              static_cast<unsigned long long>(counts.triangles), static_cast<double>(counts.boxes) / n,
              static_cast<double>(counts.triangles) / n);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fcl_driver: %s\n", error.what());
    return 1;
  }
}
