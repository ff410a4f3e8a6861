// CGAL's Polygon_mesh_processing::self_intersections with exact predicates (EPICK), its box
// intersection in one thread.
//
// Argument: a PLY file that `obbtree export` wrote. Vertices of equal coordinates are joined, as
// CGAL goes by their numbers. A triangle whose edges do not fit between those of the triangles
// before it is turned over, or else has vertices of its own. Prints `ready`; then each line of
// input is a question:
//
//   check        nanoseconds of self_intersections, then all pairs: a triangle without area with
//   itself alone I J    0 or 1: do I and J meet in CGAL's sense if the mesh is these two, with
//   equal corners joined?

#include <chrono>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <map>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>

#include "ply.h"

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
using Faces = std::vector<std::pair<Surface::Face_index, Surface::Face_index>>;

class Joined {
 public:
  Surface surface;

  // Face numbers are those of the triangles in their order here.
  void add(const Ply& ply, std::size_t triangle) {
    std::array<Surface::Vertex_index, 3> v;
    for (int k = 0; k < 3; ++k) v[k] = vertex(ply.vertices[ply.triangles[triangle][k]]);
    const bool three = v[0] != v[1] && v[1] != v[2] && v[2] != v[0];
    if (three && surface.add_face(v[0], v[1], v[2]) != Surface::null_face()) return;
    if (three && surface.add_face(v[2], v[1], v[0]) != Surface::null_face()) return;
    std::array<Surface::Vertex_index, 3> own;
    for (int k = 0; k < 3; ++k) own[k] = surface.add_vertex(surface.point(v[k]));
    if (surface.add_face(own[0], own[1], own[2]) == Surface::null_face())
      throw std::runtime_error("CGAL refused a triangle");
  }

  Faces check() const {
    Faces found;
    CGAL::Polygon_mesh_processing::self_intersections(surface, std::back_inserter(found));
    return found;
  }

 private:
  Surface::Vertex_index vertex(const std::array<double, 3>& at) {
    const auto [place, is_new] = numbers_.try_emplace(at);
    if (is_new) place->second = surface.add_vertex({at[0], at[1], at[2]});
    return place->second;
  }

  std::map<std::array<double, 3>, Surface::Vertex_index> numbers_;
};

void tell_all(const Joined& mesh) {
  const auto start = std::chrono::steady_clock::now();
  const Faces found = mesh.check();
  const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
  std::printf("%.0f", time.count());
  for (const auto& [one, other] : found)
    std::printf(" %u %u", static_cast<unsigned>(one), static_cast<unsigned>(other));
  std::printf("\n");
}

int main(int, char** argv) {
  try {
    const Ply ply(argv[1]);
    Joined mesh;
    for (std::size_t i = 0; i < ply.triangles.size(); ++i) mesh.add(ply, i);
    std::printf("ready\n");
    std::fflush(stdout);
    for (std::string line; std::getline(std::cin, line);) {
      std::istringstream words(line);
      std::string question;
      std::size_t one = 0, other = 0;
      words >> question >> one >> other;
      if (question == "check") {
        tell_all(mesh);
      } else {
        Joined pair;
        pair.add(ply, one);
        pair.add(ply, other);
        std::printf("%d\n", pair.check().empty() ? 0 : 1);
      }
      std::fflush(stdout);
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
