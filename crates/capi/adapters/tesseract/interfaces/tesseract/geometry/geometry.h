// A thin copy, written for obbtree's tests, of the base of tesseract's geometries.
#pragma once
#include <cstdint>
#include <memory>

namespace tesseract::geometry {
enum class GeometryType : std::uint8_t {
    UNINITIALIZED,
    SPHERE,
    CYLINDER,
    CAPSULE,
    CONE,
    BOX,
    PLANE,
    MESH,
    CONVEX_MESH,
    SIGNED_DISTANCE_FIELD,
    OCTREE,
    POLYGON_MESH,
    COMPOUND_MESH
};
class Geometry {
public:
    using Ptr = std::shared_ptr<Geometry>;
    using ConstPtr = std::shared_ptr<const Geometry>;
    explicit Geometry(GeometryType type) : type_(type) {}
    virtual ~Geometry() = default;
    virtual Ptr clone() const = 0;
    GeometryType getType() const { return type_; }

private:
    GeometryType type_;
};
} // namespace tesseract::geometry
