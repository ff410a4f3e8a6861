// FCL as a process that waits for questions: build both bodies with boxes OBB and OBBRSS, then take
// turns with another engine. benches/src/planner/fcl.rs is the other side.
//
// fcl_turns A B, two mesh files. A line on standard input is a question:
//
//   OBB|OBBRSS any|all SECONDS POSES
//
// POSES is a file of 24 numbers a line, the poses of A and of B. The answer is a line: nanoseconds a
// query, the least of passes over all poses for about that many seconds, then for each pose 0 or 1 for
// any, the number of pairs for all. What is run is what fcl::collide runs, as in fcl_driver.cpp.

#include <chrono>
#include <cstdio>
#include <iostream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/collision_request.h>
#include <fcl/narrowphase/collision_result.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>

#include "fcl_files.h"

namespace {

using Clock = std::chrono::steady_clock;

// A measurement lasts at least so long, by as many passes as that takes; time.rs does the same.
constexpr double shortest_seconds = 1e-4;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

template <typename Box, typename Node>
class Bodies {
 public:
  Bodies(const Mesh& mesh_a, const Mesh& mesh_b) {
    build(a_, mesh_a);
    build(b_, mesh_b);
  }

  void answer(const std::string& query, double seconds, const Poses& poses) const {
    const std::size_t most = query == "any" ? 1 : std::numeric_limits<std::size_t>::max();
    const fcl::CollisionRequest<double> request(most, /*enable_contact=*/false);
    std::vector<std::size_t> answers(poses.size() / 2);
    const auto pass = [&] {
      for (std::size_t i = 0; i < answers.size(); ++i) answers[i] = ask(poses[2 * i], poses[2 * i + 1], request);
    };

    const auto turn = Clock::now();
    double least = std::numeric_limits<double>::infinity();
    for (int passes = 1;;) {
      const auto start = Clock::now();
      for (int i = 0; i < passes; ++i) pass();
      const double taken = seconds_since(start);
      if (taken < shortest_seconds) {
        passes *= 2;  // and the measurement is not counted
        continue;
      }
      least = std::min(least, taken / (static_cast<double>(passes) * static_cast<double>(answers.size())));
      if (seconds_since(turn) >= seconds) break;
    }
    std::printf("%.3f", least * 1e9);
    for (std::size_t found : answers) std::printf(" %zu", found);
    std::printf("\n");
    std::fflush(stdout);
  }

 private:
  using Model = fcl::BVHModel<Box>;

  static void build(Model& model, const Mesh& mesh) {
    model.beginModel(static_cast<int>(mesh.triangles.size()), static_cast<int>(mesh.vertices.size()));
    model.addSubModel(mesh.vertices, mesh.triangles);
    if (model.endModel() != fcl::BVH_OK) throw std::runtime_error("FCL refused the mesh");
  }

  std::size_t ask(const Pose& at_a, const Pose& at_b, const fcl::CollisionRequest<double>& request) const {
    fcl::CollisionResult<double> result;
    Node node;
    if (!initialize(node, a_, at_a, b_, at_b, request, result)) throw std::runtime_error("FCL refused the pair");
    fcl::detail::collide<double>(&node);
    return result.numContacts();
  }

  Model a_, b_;
};

int run(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s A B\n", argv[0]);
    return 2;
  }
  const Mesh a(argv[1]), b(argv[2]);
  const Bodies<fcl::OBB<double>, fcl::detail::MeshCollisionTraversalNodeOBB<double>> obb(a, b);
  const Bodies<fcl::OBBRSS<double>, fcl::detail::MeshCollisionTraversalNodeOBBRSS<double>> obbrss(a, b);

  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string boxes, query, path;
    double seconds = 0.0;
    words >> boxes >> query >> seconds >> std::ws;
    std::getline(words, path);
    if (!words || (query != "any" && query != "all")) throw std::runtime_error("not a question: " + line);
    const Poses poses = read_poses(path, 2);
    if (boxes == "OBB") {
      obb.answer(query, seconds, poses);
    } else if (boxes == "OBBRSS") {
      obbrss.answer(query, seconds, poses);
    } else {
      throw std::runtime_error("no such boxes: " + boxes);
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fcl_turns: %s\n", error.what());
    return 1;
  }
}
