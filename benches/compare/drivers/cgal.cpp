// CGAL, with exact predicates and rounded constructions (EPICK), by its documented classes.
//
// `any` is Rigid_triangle_mesh_collision_detection: both trees descended, triangles placed in
// doubles, then exact predicates on the rounded corners. It has no list of pairs; where bodies
// meet, `all` asks the tree of the body with more triangles about every placed triangle of the
// other one (AABB_tree::all_intersected_primitives), which is what the manual offers.

#include <iterator>

#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>

#include "driver.h"

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
using Motion = CGAL::Aff_transformation_3<Kernel>;
// The detection's own kind of tree, which is shared with it.
using Primitive = CGAL::AABB_face_graph_triangle_primitive<Surface>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

struct Engine {
  using Placed = std::array<Motion, 2>;
  static constexpr bool answers_all = true;

  Engine(const Mesh& a, const Mesh& b) : surfaces_{surface(a), surface(b)} {
    for (int i = 0; i < 2; ++i) {
      const auto all = faces(surfaces_[i]);
      trees_[i] = std::make_unique<Tree>(all.begin(), all.end(), surfaces_[i]);
      trees_[i]->build();
      const auto whole = CGAL::parameters::apply_per_connected_component(false);
      detection_.add_mesh(*trees_[i], surfaces_[i], whole);
    }
  }

  static Placed place(const Rows& a, const Rows& b) { return {motion(a), motion(b)}; }

  bool any(const Placed& at) {
    for (std::size_t i = 0; i < 2; ++i) detection_.set_transformation(i, at[i]);
    return !detection_.get_all_intersections(1).empty();
  }

  std::size_t count(const Placed& at) {
    Pairs pairs;
    list(at, pairs);
    return pairs.size();
  }

  void list(const Placed& at, Pairs& pairs) {
    if (!any(at)) return;
    const int large = surfaces_[0].number_of_faces() >= surfaces_[1].number_of_faces() ? 0 : 1;
    const int small = 1 - large;
    const Motion small_in_large = at[large].inverse() * at[small];
    std::vector<Tree::Primitive_id> found;
    for (const auto face : surfaces_[small].faces()) {
      found.clear();
      const auto placed = triangle(surfaces_[small], face).transform(small_in_large);
      trees_[large]->all_intersected_primitives(placed, std::back_inserter(found));
      for (const auto other : found) {
        const std::uint32_t in_small = face, in_large = other;
        if (small == 0) pairs.push_back({in_small, in_large});
        else pairs.push_back({in_large, in_small});
      }
    }
  }

 private:
  static Surface surface(const Mesh& mesh) {
    Surface surface;
    // A face whose edges others have already is refused; with vertices of its own it is not, and
    // its number stays that of the triangle.
    std::vector<Surface::Vertex_index> vertices;
    for (const auto& v : mesh.vertices) vertices.push_back(surface.add_vertex({v[0], v[1], v[2]}));
    for (const auto& t : mesh.triangles) {
      const auto face = surface.add_face(vertices[t[0]], vertices[t[1]], vertices[t[2]]);
      if (face != Surface::null_face()) continue;
      std::array<Surface::Vertex_index, 3> own;
      for (int k = 0; k < 3; ++k) own[k] = surface.add_vertex(surface.point(vertices[t[k]]));
      if (surface.add_face(own[0], own[1], own[2]) == Surface::null_face())
        throw std::runtime_error("CGAL refused a triangle");
    }
    return surface;
  }

  static Motion motion(const Rows& m) {
    return {m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11]};
  }

  static Kernel::Triangle_3 triangle(const Surface& surface, Surface::Face_index face) {
    std::array<Kernel::Point_3, 3> corners;
    auto corner = corners.begin();
    for (const auto vertex : vertices_around_face(surface.halfedge(face), surface))
      *corner++ = surface.point(vertex);
    return {corners[0], corners[1], corners[2]};
  }

  std::array<Surface, 2> surfaces_;
  std::array<std::unique_ptr<Tree>, 2> trees_;
  CGAL::Rigid_triangle_mesh_collision_detection<Surface, CGAL::Default, Kernel, Tree> detection_;
};

int main(int argc, char** argv) { return drive<Engine>(argc, argv); }
