// Colliders of the shapes of MoveIt (geometric_shapes), kept as long as the shapes are there.
#ifndef OBBTREE_MOVEIT_SHAPES_HPP
#define OBBTREE_MOVEIT_SHAPES_HPP

#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include <geometric_shapes/shapes.h>
#include <obbtree/eigen.hpp>

namespace obbtree::moveit {

/// Scaled as MoveIt does it: a mesh from the middle of its vertices. A plane is solid behind.
/// Throws obbtree::Error for numbers that are no shape, and for octrees, which are not supported.
inline Collider collider_of(const shapes::Shape &shape, double scale = 1) {
    if (scale != 1) {
        const std::unique_ptr<shapes::Shape> scaled(shape.clone());
        scaled->scale(scale);
        return collider_of(*scaled);
    }
    switch (shape.type) {
    case shapes::SPHERE:
        return Shape::sphere({0, 0, 0}, static_cast<const shapes::Sphere &>(shape).radius);
    case shapes::CYLINDER: {
        const auto &round = static_cast<const shapes::Cylinder &>(shape);
        return Shape::cylinder({0, 0, -round.length / 2}, {0, 0, round.length / 2}, round.radius);
    }
    case shapes::CONE: {
        const auto &round = static_cast<const shapes::Cone &>(shape);
        return Shape::cone({0, 0, -round.length / 2}, {0, 0, round.length / 2}, round.radius);
    }
    case shapes::BOX: {
        const double *size = static_cast<const shapes::Box &>(shape).size;
        return Shape::box({size[0] / 2, size[1] / 2, size[2] / 2});
    }
    case shapes::PLANE: {
        const auto &plane = static_cast<const shapes::Plane &>(shape);
        const Eigen::Vector3d normal(plane.a, plane.b, plane.c);
        const Eigen::Vector3d p = -plane.d / normal.squaredNorm() * normal;
        const Eigen::Vector3d u = p + normal.unitOrthogonal(),
                              v = p + normal.cross(normal.unitOrthogonal());
        return Shape::half_space({p[0], p[1], p[2]}, {u[0], u[1], u[2]}, {v[0], v[1], v[2]});
    }
    case shapes::MESH: {
        const auto &mesh = static_cast<const shapes::Mesh &>(shape);
        return Body(view(mesh.vertices, mesh.vertex_count),
                    view(mesh.triangles, mesh.triangle_count));
    }
    default:
        OBBTREE_FAILED(OBBTREE_STATUS_BAD_SHAPE, "a shape of MoveIt of kind " +
                                                     std::to_string(int(shape.type)) +
                                                     " (octree) is not supported");
    }
}

/// Colliders by shape and scale, for any number of threads. One of a shape that is gone is dropped
/// now and then.
class ColliderCache {
public:
    Collider get(const shapes::ShapeConstPtr &shape, double scale) {
        const std::lock_guard<std::mutex> lock(mutex_);
        std::map<double, Collider> &scaled = known_[shape];
        auto at = scaled.find(scale);
        if (at == scaled.end()) {
            at = scaled.emplace(scale, collider_of(*shape, scale)).first;
            if (known_.size() > 2 * kept_ + 64) drop_expired();
        }
        return at->second;
    }

private:
    void drop_expired() {
        for (auto at = known_.begin(); at != known_.end();)
            at = at->first.expired() ? known_.erase(at) : std::next(at);
        kept_ = known_.size();
    }
    using Key = std::weak_ptr<const shapes::Shape>;
    std::mutex mutex_;
    std::map<Key, std::map<double, Collider>, std::owner_less<Key>> known_;
    std::size_t kept_ = 0;
};

} // namespace obbtree::moveit

#endif
