// Colliders of tesseract's geometries.
#ifndef OBBTREE_TESSERACT_GEOMETRY_HPP
#define OBBTREE_TESSERACT_GEOMETRY_HPP

#include <stdexcept>
#include <string>
#include <vector>

#include <obbtree/eigen.hpp>
#include <tesseract/common/eigen_types.h>
#include <tesseract/geometry/geometries.h>

namespace obbtree::tesseract {

/// One convex shape, or one mesh, of a link.
struct LinkPart {
    Collider collider;
    /// Which of the link's geometries it is of, and which mesh of a compound one: -1 of others.
    int shape_id, mesh_id;
    /// Its place in the frame of the link.
    Eigen::Isometry3d at;
    /// A convex one is all points within the radius of the hull of these, in its own frame. Of a
    /// cylinder and a cone they are corners of a prism around it, at most half a percent of the
    /// radius wider. Of a mesh its vertices.
    ::tesseract::common::VectorVector3d core;
    double radius = 0;
    /// Of a mesh; three indices each.
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

namespace geometry_parts {

namespace shapes = ::tesseract::geometry;
using Vertices = ::tesseract::common::VectorVector3d;

inline Point point(const Eigen::Vector3d &p) { return {p[0], p[1], p[2]}; }

inline Vertices ring(double radius, double z) {
    constexpr int CORNERS = 32;
    const double around = radius / std::cos(M_PI / CORNERS);
    Vertices ring;
    for (int k = 0; k < CORNERS; ++k) {
        const double angle = 2 * M_PI * k / CORNERS;
        ring.emplace_back(around * std::cos(angle), around * std::sin(angle), z);
    }
    return ring;
}

inline Vertices corners(double x, double y, double z) {
    Vertices corners;
    for (int k = 0; k < 8; ++k)
        corners.emplace_back(k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z);
    return corners;
}

/// Faces of any number of vertices become fans of triangles.
inline LinkPart mesh(const shapes::PolygonMesh &mesh, int shape_id, int mesh_id,
                     const Eigen::Isometry3d &at) {
    const Eigen::VectorXi &faces = *mesh.getFaces();
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (Eigen::Index face = 0; face < faces.size(); face += faces[face] + 1)
        for (int k = 2; k < faces[face]; ++k)
            triangles.push_back({std::uint32_t(faces[face + 1]), std::uint32_t(faces[face + k]),
                                 std::uint32_t(faces[face + k + 1])});
    std::vector<Point> vertices;
    for (const Eigen::Vector3d &v : *mesh.getVertices()) vertices.push_back(point(v));
    return {Body(vertices, triangles), shape_id, mesh_id, at, *mesh.getVertices(), 0, triangles};
}

inline LinkPart convex(const shapes::PolygonMesh &mesh, int shape_id, int mesh_id,
                       const Eigen::Isometry3d &at) {
    std::vector<Point> vertices;
    for (const Eigen::Vector3d &v : *mesh.getVertices()) vertices.push_back(point(v));
    return {Shape::hull(vertices), shape_id, mesh_id, at, *mesh.getVertices(), 0, {}};
}

} // namespace geometry_parts

/// Adds the parts of a geometry at a place in its link's frame. Throws std::invalid_argument for
/// a kind that is not supported (octrees, signed distance fields), obbtree::Error for numbers that
/// are no shape.
inline void add_parts(const ::tesseract::geometry::Geometry &geometry, int shape_id,
                      const Eigen::Isometry3d &at, std::vector<LinkPart> &parts) {
    using namespace geometry_parts;
    using Type = shapes::GeometryType;
    const auto add = [&](Shape shape, Vertices core, double radius = 0) {
        parts.push_back({shape, shape_id, -1, at, std::move(core), radius, {}});
    };
    switch (geometry.getType()) {
    case Type::SPHERE: {
        const double r = static_cast<const shapes::Sphere &>(geometry).getRadius();
        return add(Shape::sphere({0, 0, 0}, r), {Eigen::Vector3d::Zero()}, r);
    }
    case Type::CYLINDER: {
        const auto &round = static_cast<const shapes::Cylinder &>(geometry);
        const double r = round.getRadius(), z = round.getLength() / 2;
        Vertices core = ring(r, -z);
        for (const Eigen::Vector3d &p : ring(r, z)) core.push_back(p);
        return add(Shape::cylinder({0, 0, -z}, {0, 0, z}, r), core);
    }
    case Type::CAPSULE: {
        const auto &round = static_cast<const shapes::Capsule &>(geometry);
        const double r = round.getRadius(), z = round.getLength() / 2;
        return add(Shape::capsule({0, 0, -z}, {0, 0, z}, r), {{0, 0, -z}, {0, 0, z}}, r);
    }
    case Type::CONE: {
        const auto &round = static_cast<const shapes::Cone &>(geometry);
        const double r = round.getRadius(), z = round.getLength() / 2;
        Vertices core = ring(r, -z);
        core.emplace_back(0, 0, z);
        return add(Shape::cone({0, 0, -z}, {0, 0, z}, r), core);
    }
    case Type::BOX: {
        const auto &box = static_cast<const shapes::Box &>(geometry);
        const double x = box.getX() / 2, y = box.getY() / 2, z = box.getZ() / 2;
        return add(Shape::box({x, y, z}), corners(x, y, z));
    }
    case Type::PLANE: { // solid behind, as in tesseract's Bullet managers
        const auto &plane = static_cast<const shapes::Plane &>(geometry);
        const Eigen::Vector3d normal(plane.getA(), plane.getB(), plane.getC());
        const Eigen::Vector3d p = -plane.getD() / normal.squaredNorm() * normal;
        const Eigen::Vector3d u = normal.unitOrthogonal(), v = normal.cross(u);
        return add(Shape::half_space(point(p), point(p + u), point(p + v)), {});
    }
    case Type::MESH:
    case Type::POLYGON_MESH:
        return parts.push_back(
            mesh(static_cast<const shapes::PolygonMesh &>(geometry), shape_id, -1, at));
    case Type::CONVEX_MESH:
        return parts.push_back(
            convex(static_cast<const shapes::PolygonMesh &>(geometry), shape_id, -1, at));
    case Type::COMPOUND_MESH: {
        int mesh_id = 0;
        for (const auto &part : static_cast<const shapes::CompoundMesh &>(geometry).getMeshes()) {
            const bool is_convex = part->getType() == Type::CONVEX_MESH;
            parts.push_back((is_convex ? convex : mesh)(*part, shape_id, mesh_id++, at));
        }
        return;
    }
    default:
        throw std::invalid_argument("obbtree: geometry of kind " +
                                    std::to_string(int(geometry.getType())) +
                                    " (octree, signed distance field) is not supported");
    }
}

} // namespace obbtree::tesseract

#endif
