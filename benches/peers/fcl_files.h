// The files that FCL's drivers read.
//
// A mesh: "n_vertices n_triangles", then the vertices, then the triangles, one a line.
// Poses: 12 numbers a pose, the rows of [R | t], one or more poses a line; `#` starts a comment.

#pragma once

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcl/common/types.h>
#include <fcl/math/triangle.h>

using Pose = fcl::Transform3<double>;
using Poses = std::vector<Pose, Eigen::aligned_allocator<Pose>>;

struct Mesh {
  std::vector<fcl::Vector3<double>> vertices;
  std::vector<fcl::Triangle> triangles;

  explicit Mesh(const std::string& path) {
    std::ifstream in(path);
    std::size_t n_vertices = 0, n_triangles = 0;
    in >> n_vertices >> n_triangles;
    for (std::size_t i = 0; in && i < n_vertices; ++i) {
      double x, y, z;
      in >> x >> y >> z;
      vertices.emplace_back(x, y, z);
    }
    for (std::size_t i = 0; in && i < n_triangles; ++i) {
      std::size_t a, b, c;
      in >> a >> b >> c;
      if (in && std::max({a, b, c}) >= n_vertices) throw std::runtime_error(path + ": index out of range");
      triangles.emplace_back(a, b, c);
    }
    if (!in || triangles.empty()) throw std::runtime_error(path + ": not a mesh file of this driver");
  }
};

// All poses of all lines, line by line.
inline Poses read_poses(const std::string& path, int poses_a_line) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error(path + ": cannot be read");
  Poses poses;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream numbers(line);
    for (int i = 0; i < poses_a_line; ++i) {
      Pose pose = Pose::Identity();
      for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column) numbers >> pose.matrix()(row, column);
      if (!numbers) throw std::runtime_error(path + ": a pose is 12 numbers");
      poses.push_back(pose);
    }
  }
  if (poses.empty()) throw std::runtime_error(path + ": no poses");
  return poses;
}
