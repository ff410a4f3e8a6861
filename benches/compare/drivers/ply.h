// The triangles of PLY files that `obbtree export` writes: three doubles and three bytes of colour
// a vertex, a byte and three numbers a face, little-endian. Each triangle has vertices of its own
// there.

#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Ply {
  std::vector<std::array<double, 3>> vertices;
  std::vector<std::array<std::int32_t, 3>> triangles;

  explicit Ply(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::size_t n_vertices = 0, n_faces = 0;
    for (std::string line; std::getline(in, line) && line != "end_header";) {
      std::istringstream words(line);
      std::string element, name;
      std::size_t count = 0;
      if (words >> element >> name >> count && element == "element") {
        if (name == "vertex") n_vertices = count;
        if (name == "face") n_faces = count;  // contacts follow as edges
      }
    }
    for (std::size_t i = 0; i < n_vertices; ++i) {
      std::array<char, 27> bytes;
      in.read(bytes.data(), bytes.size());
      std::memcpy(vertices.emplace_back().data(), bytes.data(), 24);
    }
    for (std::size_t i = 0; i < n_faces; ++i) {
      std::array<char, 13> bytes;
      in.read(bytes.data(), bytes.size());
      std::memcpy(triangles.emplace_back().data(), bytes.data() + 1, 12);
    }
    if (!in || n_faces == 0) throw std::runtime_error(path + ": not a file of obbtree export");
  }
};
