// A thin copy, written for obbtree's tests: vertices alone make a convex mesh.
#pragma once
#include <tesseract/geometry/geometries.h>

namespace tesseract::collision {
inline std::shared_ptr<geometry::ConvexMesh> makeConvexMesh(const geometry::Mesh &mesh) {
    return std::make_shared<geometry::ConvexMesh>(mesh.getVertices(), mesh.getFaces());
}
} // namespace tesseract::collision
