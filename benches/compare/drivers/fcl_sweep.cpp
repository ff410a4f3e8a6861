// FCL's continuous collision by conservative advancement: BVHModel with OBBRSS, linear motion of B.
//
// What fcl::continuousCollide does with CCDC_CONSERVATIVE_ADVANCEMENT and CCDM_LINEAR, and its own
// settings for the rest (10 iterations, 1e-4 of the motion). Arguments: A and B as PLY files that
// `obbtree export` wrote, and a file of motions, 24 numbers a line. A line for each motion: 1 for a
// contact or 0, its time, and the microseconds that it took: one pass, as many take a second.

#include <array>
#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/continuous_collision.h>

#include "ply.h"

using Model = fcl::BVHModel<fcl::OBBRSS<double>>;
using Pose = fcl::Transform3<double>;

std::shared_ptr<Model> read(const std::string& path) {
  const Ply ply(path);
  std::vector<fcl::Vector3<double>> vertices;
  std::vector<fcl::Triangle> triangles;
  for (const auto& v : ply.vertices) vertices.emplace_back(v[0], v[1], v[2]);
  for (const auto& t : ply.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  auto model = std::make_shared<Model>();
  model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
  model->addSubModel(vertices, triangles);
  if (model->endModel() != fcl::BVH_OK) throw std::runtime_error("FCL refused the mesh");
  return model;
}

bool next(std::istream& words, Pose& pose) {
  pose = Pose::Identity();
  for (int i = 0; i < 12; ++i) words >> pose.matrix()(i / 4, i % 4);
  return static_cast<bool>(words);
}

int main(int, char** argv) {
  const auto a = read(argv[1]), b = read(argv[2]);
  std::ifstream in(argv[3]);
  const Pose here = Pose::Identity();
  const fcl::ContinuousCollisionRequest<double> defaults;
  const fcl::ContinuousCollisionRequest<double> request(
      defaults.num_max_iterations, defaults.toc_err,
      fcl::CCDM_LINEAR, defaults.gjk_solver_type, fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    Pose from, to;
    if (!next(words, from) || !next(words, to)) continue;
    fcl::ContinuousCollisionResult<double> result;
    const auto start = std::chrono::steady_clock::now();
    fcl::continuousCollide<double>(a.get(), here, here, b.get(), from, to, request, result);
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    std::cout << result.is_collide << ' ' << result.time_of_contact << ' ' << time.count()
              << std::endl;
  }
}
