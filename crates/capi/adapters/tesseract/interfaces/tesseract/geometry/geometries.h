// A thin copy, written for obbtree's tests, of tesseract's geometries. Lengths in metres; round
// ones lie along z, about the origin.
#pragma once
#include <Eigen/Core>
#include <memory>
#include <vector>

#include "../common/eigen_types.h"
#include "geometry.h"

namespace tesseract::geometry {
class Sphere : public Geometry {
public:
    Geometry::Ptr clone() const override { return std::make_shared<Sphere>(*this); }
    explicit Sphere(double r) : Geometry(GeometryType::SPHERE), r_(r) {}
    double getRadius() const { return r_; }

private:
    double r_;
};
/// What a cylinder, a capsule and a cone have.
template <GeometryType TYPE>
class Round : public Geometry {
public:
    Round(double r, double l) : Geometry(TYPE), r_(r), l_(l) {}
    double getRadius() const { return r_; }
    double getLength() const { return l_; }

private:
    double r_, l_;
};
class Cylinder : public Round<GeometryType::CYLINDER> {
public:
    Geometry::Ptr clone() const override { return std::make_shared<Cylinder>(*this); }
    using Round::Round;
};
class Capsule : public Round<GeometryType::CAPSULE> {
public:
    Geometry::Ptr clone() const override { return std::make_shared<Capsule>(*this); }
    using Round::Round;
};
class Cone : public Round<GeometryType::CONE> {
public:
    Geometry::Ptr clone() const override { return std::make_shared<Cone>(*this); }
    using Round::Round;
};
class Box : public Geometry {
public:
    Geometry::Ptr clone() const override { return std::make_shared<Box>(*this); }
    Box(double x, double y, double z) : Geometry(GeometryType::BOX), x_(x), y_(y), z_(z) {}
    double getX() const { return x_; }
    double getY() const { return y_; }
    double getZ() const { return z_; }

private:
    double x_, y_, z_;
};
/// a x + b y + c z + d = 0
class Plane : public Geometry {
public:
    Geometry::Ptr clone() const override { return std::make_shared<Plane>(*this); }
    Plane(double a, double b, double c, double d)
        : Geometry(GeometryType::PLANE), a_(a), b_(b), c_(c), d_(d) {}
    double getA() const { return a_; }
    double getB() const { return b_; }
    double getC() const { return c_; }
    double getD() const { return d_; }

private:
    double a_, b_, c_, d_;
};
/// Faces are the number of their vertices, then their indices.
class PolygonMesh : public Geometry {
public:
    Geometry::Ptr clone() const override { return std::make_shared<PolygonMesh>(*this); }
    using Ptr = std::shared_ptr<PolygonMesh>;
    PolygonMesh(std::shared_ptr<const common::VectorVector3d> vertices,
                std::shared_ptr<const Eigen::VectorXi> faces,
                GeometryType type = GeometryType::POLYGON_MESH)
        : Geometry(type), vertices_(std::move(vertices)), faces_(std::move(faces)) {
        for (Eigen::Index at = 0; at < faces_->size(); at += (*faces_)[at] + 1) ++count_;
    }
    const std::shared_ptr<const common::VectorVector3d> &getVertices() const { return vertices_; }
    const std::shared_ptr<const Eigen::VectorXi> &getFaces() const { return faces_; }
    int getVertexCount() const { return int(vertices_->size()); }
    int getFaceCount() const { return count_; }

private:
    std::shared_ptr<const common::VectorVector3d> vertices_;
    std::shared_ptr<const Eigen::VectorXi> faces_;
    int count_ = 0;
};
class Mesh : public PolygonMesh {
public:
    Geometry::Ptr clone() const override { return std::make_shared<Mesh>(*this); }
    using Ptr = std::shared_ptr<Mesh>;
    Mesh(std::shared_ptr<const common::VectorVector3d> vertices,
         std::shared_ptr<const Eigen::VectorXi> faces)
        : PolygonMesh(std::move(vertices), std::move(faces), GeometryType::MESH) {}
};
class ConvexMesh : public PolygonMesh {
public:
    Geometry::Ptr clone() const override { return std::make_shared<ConvexMesh>(*this); }
    using Ptr = std::shared_ptr<ConvexMesh>;
    ConvexMesh(std::shared_ptr<const common::VectorVector3d> vertices,
               std::shared_ptr<const Eigen::VectorXi> faces)
        : PolygonMesh(std::move(vertices), std::move(faces), GeometryType::CONVEX_MESH) {}
};
class CompoundMesh : public Geometry {
public:
    Geometry::Ptr clone() const override { return std::make_shared<CompoundMesh>(*this); }
    template <typename M>
    explicit CompoundMesh(const std::vector<std::shared_ptr<M>> &meshes)
        : Geometry(GeometryType::COMPOUND_MESH), meshes_(meshes.begin(), meshes.end()) {}
    const std::vector<std::shared_ptr<PolygonMesh>> &getMeshes() const { return meshes_; }

private:
    std::vector<std::shared_ptr<PolygonMesh>> meshes_;
};
} // namespace tesseract::geometry
