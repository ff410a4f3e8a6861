// obbtree for C++17: values that own handles, exceptions for failures, no dependency but obbtree.h.
//
// Colliders (a Body is a mesh with its tree, a Shape a box, sphere or the like) and motions are
// immutable, cheap to copy and shared by any number of threads. A Query belongs to one thread.
// Scenes are in obbtree/scene.hpp, robots in obbtree/robot.hpp. Failures are thrown as
// obbtree::Error; with OBBTREE_NO_EXCEPTIONS defined, they call OBBTREE_FAILED(status, text),
// std::abort by default, and the C functions are there for whoever wants statuses. What a
// callback throws goes on after the call that it was for.
#ifndef OBBTREE_HPP
#define OBBTREE_HPP

#if defined(_MSVC_LANG) ? _MSVC_LANG < 201703L : __cplusplus < 201703L
#error "obbtree needs C++17: compile with -std=c++17, or set cxx_std_17 in CMake"
#endif

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "obbtree.h"

namespace obbtree {

#ifndef OBBTREE_NO_EXCEPTIONS
/// Why a call has no answer.
class Error : public std::exception {
public:
    /// With its status, and the reason in words.
    Error(obbtree_status status, std::string text) : status_(status), text_(std::move(text)) {}
    /// Which kind of failure it is.
    obbtree_status status() const noexcept { return status_; }
    /// The reason: one line, for a person.
    const char *what() const noexcept override { return text_.c_str(); }

private:
    obbtree_status status_;
    std::string text_;
};
#ifndef OBBTREE_FAILED
#define OBBTREE_FAILED(status, text) throw ::obbtree::Error(status, text)
#endif
#elif !defined(OBBTREE_FAILED)
#define OBBTREE_FAILED(status, text) std::abort()
#endif

/// The version of the library that runs, such as 0.1.0.
inline std::string version() { return obbtree_version(); }
/// Is the library that runs of the binary interface that this header was written for?
inline bool is_abi_right() { return obbtree_abi_version() == OBBTREE_ABI_VERSION; }
/// A short name of a status, such as `bad mesh`.
inline std::string status_name(obbtree_status status) {
    return obbtree_status_name(std::uint32_t(status));
}

/// Does nothing for OBBTREE_STATUS_OK, else throws with the reason.
inline void check(obbtree_status status) {
    if (status != OBBTREE_STATUS_OK) {
        OBBTREE_FAILED(status, obbtree_last_error());
    }
}

/// A rigid motion from the frame of a mesh to the world: the rows of [R | t]. Checked where it is
/// used.
struct Pose : obbtree_pose {
    Pose() : obbtree_pose{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}} {}
    /// The same twelve numbers.
    Pose(const obbtree_pose &pose) : obbtree_pose(pose) {}
    /// The rows of [R | t], one after the other.
    explicit Pose(const std::array<double, 12> &r) {
        for (std::size_t k = 0; k < 12; ++k) rows[k] = r[k];
    }
    /// Without a rotation.
    static Pose translation(double x, double y, double z) {
        Pose pose;
        pose.rows[3] = x, pose.rows[7] = y, pose.rows[11] = z;
        return pose;
    }
    /// x y z and a quaternion qx qy qz qw of length one.
    static Pose quaternion(double x, double y, double z, double qx, double qy, double qz,
                           double qw) {
        // By the library: the same numbers as in all languages, to the last bit.
        Pose pose;
        const double numbers[7] = {x, y, z, qx, qy, qz, qw};
        check(obbtree_poses_from({numbers, 1, 0, OBBTREE_SCALAR_F64},
                                 OBBTREE_POSE_FORMAT_QUATERNION, &pose));
        return pose;
    }
    /// A 4 x 4 matrix by columns, as Eigen and OpenGL have it.
    static Pose columns(const double *sixteen) {
        Pose pose;
        check(obbtree_poses_from({sixteen, 1, 0, OBBTREE_SCALAR_F64}, OBBTREE_POSE_FORMAT_COLUMNS4,
                                 &pose));
        return pose;
    }
    /// outer * inner places a point by inner first.
    friend Pose operator*(const Pose &outer, const Pose &inner) {
        Pose pose;
        check(obbtree_pose_compose(&outer, &inner, &pose));
        return pose;
    }
    /// Throws with the reason if it cannot be used; all functions check theirs.
    void require_usable() const { check(obbtree_pose_check(this)); }
    /// The same with the rotation that is nearest to its matrix, rounded.
    Pose renormalized() const {
        Pose pose;
        check(obbtree_pose_renormalized(this, &pose));
        return pose;
    }
    /// The pose that undoes it, rounded.
    Pose inverse() const {
        Pose pose;
        check(obbtree_pose_inverse(this, &pose));
        return pose;
    }
};

/// Views of arrays: nothing is copied but into the body.
inline obbtree_array view(const double *data, std::size_t count, std::size_t stride_bytes = 0) {
    return {data, count, stride_bytes, OBBTREE_SCALAR_F64};
}
inline obbtree_array view(const float *data, std::size_t count, std::size_t stride_bytes = 0) {
    return {data, count, stride_bytes, OBBTREE_SCALAR_F32};
}
inline obbtree_array view(const std::uint32_t *data, std::size_t count,
                          std::size_t stride_bytes = 0) {
    return {data, count, stride_bytes, OBBTREE_SCALAR_U32};
}
inline obbtree_array view(const std::int32_t *data, std::size_t count,
                          std::size_t stride_bytes = 0) {
    return {data, count, stride_bytes, OBBTREE_SCALAR_I32};
}
inline obbtree_array view(const std::uint16_t *data, std::size_t count,
                          std::size_t stride_bytes = 0) {
    return {data, count, stride_bytes, OBBTREE_SCALAR_U16};
}
template <typename Number, std::size_t N>
obbtree_array view(const std::vector<std::array<Number, N>> &rows) {
    return view(rows.empty() ? nullptr : rows.front().data(), rows.size());
}
inline obbtree_array view(const std::vector<Pose> &poses) {
    static_assert(sizeof(Pose) == 12 * sizeof(double), "a pose is its twelve numbers");
    return view(poses.empty() ? nullptr : poses.front().rows, poses.size());
}

/// Three coordinates.
using Point = std::array<double, 3>;

/// Results that a query or a collider owns: those of a query are valid until it is queried again.
template <typename T>
struct View {
    /// The first result.
    const T *data;
    /// How many there are.
    std::size_t count;
    /// As of a container.
    const T *begin() const { return data; }
    /// As of a container.
    const T *end() const { return data + count; }
    /// How many there are.
    std::size_t size() const { return count; }
    /// One of them, from 0.
    const T &operator[](std::size_t k) const { return data[k]; }
};

/// What can be checked, a Body, a Shape, a PointCloud or Voxels: immutable, shared by copies, for
/// any number of threads. A mesh is a surface, unless a query asks about solids; shapes and voxels
/// are solid.
class Collider {
public:
    /// Is it a mesh, or something else?
    bool is_mesh() const {
        bool is_mesh;
        check(obbtree_collider_is_mesh(get(), &is_mesh));
        return is_mesh;
    }
    /// A box in the world that contains it, as obbtree_collider_bounds gives it.
    std::array<double, 6> bounds(const Pose &pose) const {
        std::array<double, 6> bounds;
        check(obbtree_collider_bounds(get(), &pose, bounds.data()));
        return bounds;
    }
    /// The handle for C's functions, as long as this is there.
    const obbtree_collider *get() const { return handle_.get(); }

protected:
    /// The handle of this object alone, to change what it is: its copies stay as they are.
    obbtree_collider *own() {
        if (handle_.use_count() > 1) {
            obbtree_collider *own = nullptr;
            check(obbtree_collider_share(get(), &own));
            *this = Collider(own);
        }
        return const_cast<obbtree_collider *>(get());
    }
    /// Takes a handle over.
    explicit Collider(obbtree_collider *collider)
        : handle_(collider, [](const obbtree_collider *held) {
              obbtree_collider_free(const_cast<obbtree_collider *>(held));
          }) {}

private:
    std::shared_ptr<const obbtree_collider> handle_;
};

/// A triangle mesh with its tree.
class Body : public Collider {
public:
    /// Of rows of three coordinates, and of three vertex indices from 0; both are copied.
    Body(obbtree_array vertices, obbtree_array triangles,
         const obbtree_build_options *options = nullptr)
        : Collider(created(vertices, triangles, options)) {}
    /// Of three coordinates a vertex, and three vertex indices from 0 a triangle.
    template <typename Number>
    Body(const std::vector<std::array<Number, 3>> &vertices,
         const std::vector<std::array<std::uint32_t, 3>> &triangles)
        : Body(view(vertices), view(triangles)) {}
    /// Of a collider that is a mesh; throws for a shape.
    explicit Body(const Collider &collider) : Collider(collider) { triangles(); }
    /// A mesh file, or a tree file.
    static Body read(const std::string &path, const obbtree_file_options *options = nullptr) {
        obbtree_collider *body = nullptr;
        check(obbtree_collider_read(path.c_str(), options, &body));
        return Body(body);
    }
    /// Of the bytes of a mesh file; the ending of `name` tells the format where they do not.
    static Body read(const std::uint8_t *bytes, std::size_t count, const std::string &name,
                     const obbtree_file_options *options = nullptr) {
        obbtree_collider *body = nullptr;
        check(obbtree_collider_read_bytes(bytes, count, name.c_str(), options, &body));
        return Body(body);
    }
    /// The surface of heights over a grid, of counts[0] counts[1] of them; a NaN is a hole: see
    /// obbtree_collider_height_map.
    static Body height_map(const double *heights, const std::array<std::size_t, 2> &counts,
                           const Point &origin, const std::array<double, 2> &spacing,
                           const obbtree_build_options *options = nullptr) {
        obbtree_collider *body = nullptr;
        check(obbtree_collider_height_map(heights, counts.data(), origin.data(), spacing.data(),
                                          options, &body));
        return Body(body);
    }
    /// The space behind what a depth camera sees, as a closed mesh, of the rows of an image, each
    /// of `width` numbers: see obbtree_collider_behind_depth.
    static Body behind_depth(obbtree_array depths, std::size_t width, const obbtree_camera &camera,
                             const obbtree_unseen &unseen = {},
                             const obbtree_build_options *options = nullptr) {
        obbtree_collider *body = nullptr;
        check(obbtree_collider_behind_depth(depths, width, &camera, &unseen, options, &body));
        return Body(body);
    }
    /// A tree file of mesh and tree.
    void write(const std::string &path) const {
        check(obbtree_collider_write(get(), path.c_str()));
    }
    /// How many there are.
    std::size_t triangles() const {
        const std::uint32_t *first;
        std::size_t count;
        check(obbtree_collider_triangles(get(), &first, &count));
        return count;
    }
    /// The vertices, as long as a copy of the body is there.
    View<Point> vertices() const {
        static_assert(sizeof(Point) == 3 * sizeof(double), "three numbers");
        const double *first;
        std::size_t count;
        check(obbtree_collider_vertices(get(), &first, &count));
        return {reinterpret_cast<const Point *>(first), count};
    }
    /// Three vertex indices a triangle, as long as a copy of the body is there.
    View<std::array<std::uint32_t, 3>> indices() const {
        const std::uint32_t *first;
        std::size_t count;
        check(obbtree_collider_triangles(get(), &first, &count));
        return {reinterpret_cast<const std::array<std::uint32_t, 3> *>(first), count};
    }
    /// Has it an inside: is every edge of two triangles?
    bool is_closed() const {
        const obbtree_status status = obbtree_collider_require_closed(get());
        if (status != OBBTREE_STATUS_OPEN_MESH) check(status);
        return status == OBBTREE_STATUS_OK;
    }

private:
    explicit Body(obbtree_collider *body) : Collider(body) {}
    static obbtree_collider *created(obbtree_array vertices, obbtree_array triangles,
                                     const obbtree_build_options *options) {
        obbtree_collider *body = nullptr;
        check(obbtree_collider_create(vertices, triangles, options, &body));
        return body;
    }
};

/// Points, each with all that is within its radius, a length in the world of at least 0.
class PointCloud : public Collider {
public:
    /// Of rows of three coordinates, which are copied; all have one radius.
    template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
    PointCloud(obbtree_array points, Number radius)
        : Collider(created(points, double(radius), nullptr)) {}
    /// Of three coordinates a point.
    template <typename Number>
    PointCloud(const std::vector<std::array<Number, 3>> &points, double radius)
        : PointCloud(view(points), radius) {}
    /// Each point with its own radius, of as many.
    PointCloud(obbtree_array points, const double *radii)
        : Collider(created(points, 0, radii)) {}
    /// A file of points: PCD, PLY, columns of text, NPY; those that are NaN are left out.
    static PointCloud read(const std::string &path, double radius) {
        obbtree_collider *cloud = nullptr;
        check(obbtree_collider_read_cloud(path.c_str(), radius, &cloud));
        return PointCloud(cloud);
    }
    /// The points that a depth camera sees, of the rows of an image, each of `width` numbers: see
    /// obbtree_collider_depth_cloud.
    template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
    static PointCloud from_depth(obbtree_array depths, std::size_t width,
                                 const obbtree_camera &camera, Number radius) {
        return of_depth(depths, width, camera, double(radius), nullptr);
    }
    /// Each pixel with its own radius, of as many.
    static PointCloud from_depth(obbtree_array depths, std::size_t width,
                                 const obbtree_camera &camera, const double *radii) {
        return of_depth(depths, width, camera, 0, radii);
    }
    /// Adds points in place, as obbtree_collider_insert_points does; copies of this object, and
    /// scenes that have it, stay as they are.
    template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
    void insert(obbtree_array points, Number radius) {
        check(obbtree_collider_insert_points(own(), points, double(radius), nullptr));
    }
    /// Of three coordinates a point.
    template <typename Number>
    void insert(const std::vector<std::array<Number, 3>> &points, double radius) {
        insert(view(points), radius);
    }
    /// Each with its own radius, of as many.
    void insert(obbtree_array points, const double *radii) {
        check(obbtree_collider_insert_points(own(), points, 0, radii));
    }
    /// Takes the points of some numbers out in place, and says how many were there.
    std::size_t remove(const std::vector<std::uint32_t> &numbers) {
        std::size_t removed;
        check(obbtree_collider_remove_points(own(), numbers.data(), numbers.size(), &removed));
        return removed;
    }
    /// The cloud without the points of a mask, as Query::points_within gives it.
    PointCloud without(const std::vector<std::uint8_t> &mask) const {
        obbtree_collider *rest = nullptr;
        check(obbtree_collider_without(get(), mask.data(), mask.size(), &rest));
        return PointCloud(rest);
    }

private:
    explicit PointCloud(obbtree_collider *cloud) : Collider(cloud) {}
    static PointCloud of_depth(obbtree_array depths, std::size_t width,
                               const obbtree_camera &camera, double radius, const double *radii) {
        obbtree_collider *cloud = nullptr;
        check(obbtree_collider_depth_cloud(depths, width, &camera, radius, radii, &cloud));
        return PointCloud(cloud);
    }
    static obbtree_collider *created(obbtree_array points, double radius, const double *radii) {
        obbtree_collider *cloud = nullptr;
        check(obbtree_collider_cloud(points, radius, radii, &cloud));
        return cloud;
    }
};

/// Solid cubes along the axes of a frame: occupied cells of a grid, or leaves of an octree.
class Voxels : public Collider {
public:
    /// Of the cells of a grid, rows of three int32_t, which are copied: cell (i, j, k) is the box
    /// from origin + side (i, j, k), each number rounded once. With sizes, as many as cells, each
    /// has so many cells a side.
    Voxels(obbtree_array cells, const Point &origin, double side,
           const std::uint32_t *sizes = nullptr)
        : Collider(created(cells, origin, side, sizes)) {}
    /// Of three numbers a cell.
    Voxels(const std::vector<std::array<std::int32_t, 3>> &cells, const Point &origin, double side)
        : Voxels(view(cells), origin, side) {}
    /// Of a dense array of counts[0] counts[1] counts[2] bytes, 0 for cells that are free, the last
    /// axis first.
    static Voxels of_array(const std::uint8_t *occupied, const std::array<std::size_t, 3> &counts,
                           const Point &origin, double side) {
        obbtree_collider *voxels = nullptr;
        check(obbtree_collider_voxel_array(occupied, counts.data(), origin.data(), side, &voxels));
        return Voxels(voxels);
    }
    /// Of the centres of leaves, rows of three coordinates, and half their sides.
    static Voxels of_leaves(obbtree_array centers, double half) {
        return leaves(centers, half, nullptr);
    }
    /// Each leaf with its own half side, of as many.
    static Voxels of_leaves(obbtree_array centers, const double *halves) {
        return leaves(centers, 0, halves);
    }
    /// A file of OctoMap, .bt or .ot. What is neither occupied nor free counts as free, or as
    /// occupied up to the octree's cube of 2^16 cells a side.
    static Voxels read(const std::string &path, bool unknown_is_occupied = false) {
        obbtree_collider *voxels = nullptr;
        check(obbtree_collider_read_voxels(path.c_str(), unknown_is_occupied, &voxels));
        return Voxels(voxels);
    }
    /// Of the bytes of such a file; `name` stands for it in errors.
    static Voxels read(const std::uint8_t *bytes, std::size_t count, const std::string &name,
                       bool unknown_is_occupied = false) {
        obbtree_collider *voxels = nullptr;
        check(obbtree_collider_read_voxels_bytes(bytes, count, name.c_str(), unknown_is_occupied,
                                                 &voxels));
        return Voxels(voxels);
    }
    /// Makes cells occupied, or free, in place, and says how many were not so before; copies of
    /// this object, and scenes that have it, stay as they are.
    std::size_t set(obbtree_array cells, bool occupied) {
        std::size_t changed;
        check(obbtree_collider_set_cells(own(), cells, occupied, &changed));
        return changed;
    }
    /// Of three numbers a cell.
    std::size_t set(const std::vector<std::array<std::int32_t, 3>> &cells, bool occupied) {
        return set(view(cells), occupied);
    }
    /// The voxels without those of a mask, as Query::points_within gives it.
    Voxels without(const std::vector<std::uint8_t> &mask) const {
        obbtree_collider *rest = nullptr;
        check(obbtree_collider_without(get(), mask.data(), mask.size(), &rest));
        return Voxels(rest);
    }

private:
    explicit Voxels(obbtree_collider *voxels) : Collider(voxels) {}
    static obbtree_collider *created(obbtree_array cells, const Point &origin, double side,
                                     const std::uint32_t *sizes) {
        obbtree_collider *voxels = nullptr;
        check(obbtree_collider_voxels(cells, sizes, origin.data(), side, &voxels));
        return voxels;
    }
    static Voxels leaves(obbtree_array centers, double half, const double *halves) {
        obbtree_collider *voxels = nullptr;
        check(obbtree_collider_voxel_leaves(centers, half, halves, &voxels));
        return Voxels(voxels);
    }
};

/// A solid by its numbers, in its own frame, or a plane.
class Shape : public Collider {
public:
    /// All points within a radius of one.
    static Shape sphere(const Point &center, double radius) {
        return of(OBBTREE_SHAPE_KIND_SPHERE, {center}, {radius});
    }
    /// All points within a radius of a segment.
    static Shape capsule(const Point &from, const Point &to, double radius) {
        return of(OBBTREE_SHAPE_KIND_CAPSULE, {from, to}, {radius});
    }
    /// With flat ends.
    static Shape cylinder(const Point &from, const Point &to, double radius) {
        return of(OBBTREE_SHAPE_KIND_CYLINDER, {from, to}, {radius});
    }
    /// With a flat base of the radius.
    static Shape cone(const Point &base, const Point &apex, double radius) {
        return of(OBBTREE_SHAPE_KIND_CONE, {base, apex}, {radius});
    }
    /// A cone that is cut off.
    static Shape frustum(const Point &from, const Point &to, double first, double second) {
        return of(OBBTREE_SHAPE_KIND_FRUSTUM, {from, to}, {first, second});
    }
    /// About the origin, by half its sides.
    static Shape box(const Point &half) { return of(OBBTREE_SHAPE_KIND_BOX, {half}); }
    /// The convex hull of any number of points.
    static Shape hull(const std::vector<Point> &points) {
        return of(OBBTREE_SHAPE_KIND_HULL, points);
    }
    /// By its three corners.
    static Shape triangle(const Point &p, const Point &q, const Point &r) {
        return of(OBBTREE_SHAPE_KIND_TRIANGLE, {p, q, r});
    }
    /// What is behind (q - p) x (r - p); by default all with z <= 0.
    static Shape half_space(const Point &p = {0, 0, 0}, const Point &q = {1, 0, 0},
                            const Point &r = {0, 1, 0}) {
        return of(OBBTREE_SHAPE_KIND_HALF_SPACE, {p, q, r});
    }
    /// Through three points; by default z = 0.
    static Shape plane(const Point &p = {0, 0, 0}, const Point &q = {1, 0, 0},
                       const Point &r = {0, 1, 0}) {
        return of(OBBTREE_SHAPE_KIND_PLANE, {p, q, r});
    }

private:
    explicit Shape(obbtree_collider *shape) : Collider(shape) {}
    static Shape of(obbtree_shape_kind kind, const std::vector<Point> &points,
                    const std::vector<double> &rest = {}) {
        std::vector<double> numbers;
        for (const Point &point : points)
            numbers.insert(numbers.end(), point.begin(), point.end());
        numbers.insert(numbers.end(), rest.begin(), rest.end());
        obbtree_collider *shape = nullptr;
        check(obbtree_collider_shape(kind, numbers.data(), numbers.size(), &shape));
        return Shape(shape);
    }
};

/// A collider at a pose that is checked when it is given, not each time it is checked. Any
/// number of threads may ask about it while none moves it.
class Placed {
public:
    /// Shares the collider. Throws for a pose that cannot be used.
    Placed(const Collider &collider, const Pose &pose) {
        obbtree_placed *placed = nullptr;
        check(obbtree_placed_create(collider.get(), &pose, &placed));
        handle_.reset(placed);
    }
    /// Puts it to another pose; no other thread may use it meanwhile.
    void move(const Pose &pose) { check(obbtree_placed_move(handle_.get(), &pose)); }
    /// The handle for C's functions, as long as this is there.
    const obbtree_placed *get() const { return handle_.get(); }

private:
    struct Free {
        void operator()(obbtree_placed *placed) const { obbtree_placed_free(placed); }
    };
    std::unique_ptr<obbtree_placed, Free> handle_;
};

/// How a body moves from time 0 to 1: immutable, shared by copies.
class Motion {
public:
    /// The origin on a straight line, the rotation evenly about one axis.
    static Motion linear(const Pose &from, const Pose &to) {
        return between(OBBTREE_MOTION_KIND_LINEAR, from, to);
    }
    /// A turn about an axis of space, with an even advance along it.
    static Motion screw(const Pose &from, const Pose &to) {
        return between(OBBTREE_MOTION_KIND_SCREW, from, to);
    }
    /// A straight line; the rotation is that of the first pose.
    static Motion translation(const Pose &from, const Pose &to) {
        return between(OBBTREE_MOTION_KIND_TRANSLATION, from, to);
    }
    /// From a pose a turn by `angle`, in radians, about an axis through `point` along `direction`,
    /// both in the frame of the mesh, with a way of `advance` along it.
    static Motion screw_about(const Pose &from, const Point &point, const Point &direction,
                              double angle, double advance) {
        obbtree_motion *motion = nullptr;
        check(obbtree_motion_screw_about(&from, point.data(), direction.data(), angle, advance,
                                         &motion));
        return Motion(motion);
    }
    /// At one pose all the time.
    static Motion rest(const Pose &pose) {
        obbtree_motion *motion = nullptr;
        check(obbtree_motion_rest(&pose, &motion));
        return Motion(motion);
    }
    /// Where it is at a time from 0 to 1.
    Pose at(double time) const {
        Pose pose;
        check(obbtree_motion_pose_at(get(), time, &pose));
        return pose;
    }
    /// The handle for C's functions, as long as this is there.
    const obbtree_motion *get() const { return handle_.get(); }

private:
    explicit Motion(obbtree_motion *motion)
        : handle_(motion, [](const obbtree_motion *held) {
              obbtree_motion_free(const_cast<obbtree_motion *>(held));
          }) {}
    static Motion between(std::uint32_t kind, const Pose &from, const Pose &to) {
        obbtree_motion *motion = nullptr;
        check(obbtree_motion_create(kind, &from, &to, &motion));
        return Motion(motion);
    }
    std::shared_ptr<const obbtree_motion> handle_;
};

/// What a callback threw, kept until the call of the library that it was for has returned: Rust
/// must not be unwound.
class Carried {
public:
    /// What `call()` gives; if it throws, `ended`, which ends the search or the batch.
    template <typename Call>
    std::int32_t guarded(Call &&call, std::int32_t ended) {
#ifndef OBBTREE_NO_EXCEPTIONS
        try {
            return call();
        } catch (...) {
            thrown_ = std::current_exception();
            return ended;
        }
#else
        (void)ended;
        return call();
#endif
    }
    /// Throws what was kept; else as obbtree::check.
    void check(obbtree_status status) const {
#ifndef OBBTREE_NO_EXCEPTIONS
        if (thrown_) std::rethrow_exception(thrown_);
#endif
        obbtree::check(status);
    }

private:
#ifndef OBBTREE_NO_EXCEPTIONS
    std::exception_ptr thrown_;
#endif
};

/// The options of a batch for one call of C, with a progress callback that may throw: that ends
/// the batch. The functions of Query and Checker use it; for those of C that they do not have:
///
///     obbtree::WatchedBatch watched(options);
///     watched.check(obbtree_batch_distance(..., watched.options(), ...));
class WatchedBatch {
public:
    /// Of the caller's options, which are copied.
    explicit WatchedBatch(const obbtree_batch_options &options)
        : given_(options), passed_(options) {
        if (given_.on_progress != nullptr) passed_.on_progress = called, passed_.user = this;
    }
    WatchedBatch(const WatchedBatch &) = delete;
    WatchedBatch &operator=(const WatchedBatch &) = delete;
    /// What the function of C is given.
    const obbtree_batch_options *options() const { return &passed_; }
    /// Throws what the callback threw; else as obbtree::check.
    void check(obbtree_status status) const { carried_.check(status); }

private:
    static std::int32_t called(void *user, std::size_t done) {
        WatchedBatch &self = *static_cast<WatchedBatch *>(user);
        return self.carried_.guarded(
            [&] { return self.given_.on_progress(self.given_.user, done); }, 1);
    }
    obbtree_batch_options given_, passed_;
    Carried carried_;
};

/// Two triangles that meet, of A and of B.
struct Triangles {
    /// Its number in A's mesh.
    std::uint32_t in_a;
    /// Its number in B's mesh.
    std::uint32_t in_b;
};

/// How deep two solids are in each other: the penetration depth is in `lower` to `upper`.
struct Depth {
    /// The depth is at least this; 0 where the two do not meet.
    double lower;
    /// And at most this.
    double upper;
    /// Added to the translation of B's pose, it gives a pose that is proven not to collide.
    Point translation;
};

/// What is queried, with the memory to answer in: one for each thread.
class Query {
public:
    Query() {
        obbtree_query *query = nullptr;
        check(obbtree_query_create(&query));
        handle_.reset(query);
    }
    /// Are meshes solid, so that one inside another collides with it? Not at first.
    Query &solid(bool solid) {
        return check(obbtree_query_set_solid(get(), solid)), is_solid_ = solid, *this;
    }
    /// Are meshes solid?
    bool is_solid() const { return is_solid_; }
    /// Pairs and contacts end after so many; SIZE_MAX for all.
    Query &limit(std::size_t pairs) { return check(obbtree_query_set_limit(get(), pairs)), *this; }
    /// Is the last contact of each pair tried first? See `obbtree_query_set_contact_cache`.
    Query &contact_cache(bool cached) {
        return check(obbtree_query_set_contact_cache(get(), cached)), *this;
    }
    /// Is the work counted from now on?
    Query &counted(bool counted) {
        return check(obbtree_query_set_counted(get(), counted)), *this;
    }
    /// Tests of pairs of boxes, and of pairs of triangles, that were counted.
    std::pair<std::uint64_t, std::uint64_t> counts() const {
        std::uint64_t boxes, triangles;
        check(obbtree_query_counts(get(), &boxes, &triangles));
        return {boxes, triangles};
    }
    /// The handle for C's functions, as long as this is there.
    obbtree_query *get() const { return handle_.get(); }

    /// Do they share a point? Touching counts.
    bool collide(const Collider &a, const Pose &pose_a, const Collider &b, const Pose &pose_b) {
        bool collides;
        check(obbtree_collide(get(), a.get(), &pose_a, b.get(), &pose_b, &collides));
        return collides;
    }
    /// Which points of a cloud, or which voxels, are at most a tolerance from another collider: a
    /// byte each, in the order of their numbers.
    std::vector<std::uint8_t> points_within(const Collider &cloud, const Pose &pose,
                                            const Collider &other, const Pose &pose_other,
                                            double tolerance) {
        std::size_t count;
        check(obbtree_collider_item_count(cloud.get(), &count));
        std::vector<std::uint8_t> mask(count);
        check(obbtree_points_within(get(), cloud.get(), &pose, other.get(), &pose_other, tolerance,
                                    mask.data(), mask.size(), &count));
        return mask;
    }
    /// Do two placed ones share a point?
    bool collide(const Placed &a, const Placed &b) {
        bool collides;
        check(obbtree_placed_collide(get(), a.get(), b.get(), &collides));
        return collides;
    }
    /// Is the distance at most a tolerance?
    bool closer_than(const Collider &a, const Pose &pose_a, const Collider &b, const Pose &pose_b,
                     double tolerance) {
        bool closer;
        check(obbtree_closer_than(get(), a.get(), &pose_a, b.get(), &pose_b, tolerance, &closer));
        return closer;
    }
    /// Is their distance at most a tolerance?
    bool closer_than(const Placed &a, const Placed &b, double tolerance) {
        bool closer;
        check(obbtree_placed_closer_than(get(), a.get(), b.get(), tolerance, &closer));
        return closer;
    }
    /// With the closest points of both.
    obbtree_distance_found distance(const Collider &a, const Pose &pose_a, const Collider &b,
                                    const Pose &pose_b) {
        obbtree_distance_found found;
        check(obbtree_distance(get(), a.get(), &pose_a, b.get(), &pose_b, &found));
        return found;
    }
    /// Their distance, with the closest points of both.
    obbtree_distance_found distance(const Placed &a, const Placed &b) {
        obbtree_distance_found found;
        check(obbtree_placed_distance(get(), a.get(), b.get(), &found));
        return found;
    }
    /// Nothing if the distance is above at_most.
    std::optional<obbtree_distance_found> distance_within(
        const Collider &a, const Pose &pose_a, const Collider &b, const Pose &pose_b,
        const obbtree_distance_options &options = {},
        double at_most = std::numeric_limits<double>::infinity()) {
        obbtree_distance_found distance;
        bool found;
        check(obbtree_distance_within(get(), a.get(), &pose_a, b.get(), &pose_b, &options, at_most,
                                      &found, &distance));
        return found ? std::optional(distance) : std::nullopt;
    }
    /// Of two meshes the pairs of triangles that meet, each with what the two share; of a shape one
    /// point. Views are not given by a query that ends with the expression.
    View<obbtree_contact> contacts(const Collider &a, const Pose &pose_a, const Collider &b,
                                   const Pose &pose_b) & {
        const obbtree_contact *first;
        std::size_t count;
        check(obbtree_contacts(get(), a.get(), &pose_a, b.get(), &pose_b, &first, &count));
        return {first, count};
    }
    /// What a solver of rigid-body motion needs: the points of contact within a margin, of one
    /// manifold after the other, at most so many of each.
    View<obbtree_manifold_point> manifolds(const Collider &a, const Pose &pose_a,
                                           const Collider &b, const Pose &pose_b,
                                           double margin = 0, std::size_t points = 4) & {
        const obbtree_manifold_point *first;
        std::size_t count;
        check(obbtree_manifolds(get(), a.get(), &pose_a, b.get(), &pose_b, margin, points, &first,
                                &count));
        return {first, count};
    }
    /// The pairs of triangles of two meshes that are at most a margin apart, ascending by number.
    View<obbtree_distance_found> triangles_within(const Collider &a, const Pose &pose_a,
                                                  const Collider &b, const Pose &pose_b,
                                                  double margin) & {
        const obbtree_distance_found *first;
        std::size_t count;
        check(obbtree_triangles_within(get(), a.get(), &pose_a, b.get(), &pose_b, margin, &first,
                                       &count));
        return {first, count};
    }
    /// Those of triangles_within than which none around is closer, the closest first.
    View<obbtree_distance_found> closest_places_within(const Collider &a, const Pose &pose_a,
                                                       const Collider &b, const Pose &pose_b,
                                                       double margin) & {
        const obbtree_distance_found *first;
        std::size_t count;
        check(obbtree_closest_places_within(get(), a.get(), &pose_a, b.get(), &pose_b, margin,
                                            &first, &count));
        return {first, count};
    }
    /// Bounds of the volume that two closed meshes, boxes or hulls have in common, the lower first.
    std::pair<double, double> overlap_volume(const Collider &a, const Pose &pose_a,
                                             const Collider &b, const Pose &pose_b) {
        double lower, upper;
        check(obbtree_overlap_volume(get(), a.get(), &pose_a, b.get(), &pose_b, &lower, &upper));
        return {lower, upper};
    }
    /// When do they first meet?
    obbtree_sweep sweep(const Collider &a, const Motion &motion_a, const Collider &b,
                        const Motion &motion_b, const obbtree_sweep_options &options = {}) {
        obbtree_sweep found;
        check(obbtree_sweep_motions(get(), a.get(), motion_a.get(), b.get(), motion_b.get(),
                                    &options, &found));
        return found;
    }
    /// Is it proven that they never meet?
    bool is_motion_free(const Collider &a, const Motion &motion_a, const Collider &b,
                        const Motion &motion_b, const obbtree_sweep_options &options = {}) {
        bool free;
        check(obbtree_is_motion_free(get(), a.get(), motion_a.get(), b.get(), motion_b.get(),
                                     &options, &free));
        return free;
    }

    /// Some pair of triangles that meet; nothing if none do, also of a body inside a solid one.
    std::optional<Triangles> first_pair(const Body &a, const Pose &pose_a, const Body &b,
                                        const Pose &pose_b) {
        std::uint32_t pair[2];
        bool found;
        check(obbtree_first_pair(get(), a.get(), &pose_a, b.get(), &pose_b, &found, pair));
        return found ? std::optional(Triangles{pair[0], pair[1]}) : std::nullopt;
    }
    /// The pairs of triangles that meet, ascending.
    View<Triangles> pairs(const Body &a, const Pose &pose_a, const Body &b, const Pose &pose_b) & {
        static_assert(sizeof(Triangles) == 2 * sizeof(std::uint32_t), "two numbers");
        const std::uint32_t *first;
        std::size_t count;
        check(obbtree_pairs(get(), a.get(), &pose_a, b.get(), &pose_b, &first, &count));
        return {reinterpret_cast<const Triangles *>(first), count};
    }
    /// Calls on_pair(in_a, in_b) with each pair that meets, until it gives false. What it throws
    /// goes through.
    template <typename OnPair>
    void for_each_pair(const Body &a, const Pose &pose_a, const Body &b, const Pose &pose_b,
                       OnPair &&on_pair) {
        struct Call {
            std::remove_reference_t<OnPair> &on_pair;
            Carried carried;
            static std::int32_t made(void *user, std::uint32_t in_a, std::uint32_t in_b) {
                Call &call = *static_cast<Call *>(user);
                return call.carried.guarded([&] { return call.on_pair(in_a, in_b) ? 0 : 1; }, 1);
            }
        };
        bool ended;
        Call call{on_pair, {}};
        call.carried.check(obbtree_for_each_pair(get(), a.get(), &pose_a, b.get(), &pose_b,
                                                 Call::made, &call, &ended));
    }
    /// How the two stand to each other: apart, touching, through, inside, the same.
    obbtree_relation classify(const Body &a, const Pose &pose_a, const Body &b,
                              const Pose &pose_b) {
        obbtree_relation relation;
        check(obbtree_classify(get(), a.get(), &pose_a, b.get(), &pose_b, &relation));
        return relation;
    }
    /// Bounds of the distance for about so many tests of boxes, the lower one first.
    std::pair<double, double> clearance(const Body &a, const Pose &pose_a, const Body &b,
                                        const Pose &pose_b, std::uint64_t box_tests) {
        double lower, upper;
        check(obbtree_clearance(get(), a.get(), &pose_a, b.get(), &pose_b, box_tests, &lower,
                                &upper));
        return {lower, upper};
    }
    /// What added to the translation of B's pose frees it; nothing if no way was found.
    std::optional<Point> separating_translation(const Body &a, const Pose &pose_a, const Body &b,
                                                const Pose &pose_b) {
        Point way;
        bool found;
        check(obbtree_separating_translation(get(), a.get(), &pose_a, b.get(), &pose_b, &found,
                                             way.data()));
        return found ? std::optional(way) : std::nullopt;
    }
    /// How deep two solids are in each other, and which way is out.
    Depth depth(const Collider &a, const Pose &pose_a, const Collider &b, const Pose &pose_b) {
        Depth found;
        check(obbtree_depth(get(), a.get(), &pose_a, b.get(), &pose_b, &found.lower, &found.upper,
                            found.translation.data()));
        return found;
    }
    /// The same with bounds that may be `relative_error` times the upper one apart, where both are
    /// convex: with cylinders and cones a hundred times as fast at 0.001.
    Depth depth_within(const Collider &a, const Pose &pose_a, const Collider &b,
                       const Pose &pose_b, double relative_error) {
        Depth found;
        check(obbtree_depth_within(get(), a.get(), &pose_a, b.get(), &pose_b, relative_error,
                                   &found.lower, &found.upper, found.translation.data()));
        return found;
    }
    /// How far B has to go along a direction to be free.
    Depth depth_along(const Collider &a, const Pose &pose_a, const Collider &b, const Pose &pose_b,
                      const Point &direction) {
        Depth found;
        check(obbtree_depth_along(get(), a.get(), &pose_a, b.get(), &pose_b, direction.data(),
                                  &found.lower, &found.upper, found.translation.data()));
        return found;
    }
    /// The pairs of triangles of one mesh that meet otherwise than at common vertices and edges.
    View<Triangles> self_intersections(const Body &body) & {
        const std::uint32_t *first;
        std::size_t count;
        check(obbtree_self_intersections(get(), body.get(), &first, &count));
        return {reinterpret_cast<const Triangles *>(first), count};
    }
    /// The first triangle that a ray of the world meets; nothing if none.
    std::optional<obbtree_ray_hit> closest_hit(const Body &body, const Pose &pose,
                                               const obbtree_ray &ray) {
        obbtree_ray_hit hit;
        bool found;
        check(obbtree_closest_hit(body.get(), &pose, &ray, &found, &hit));
        return found ? std::optional(hit) : std::nullopt;
    }
    /// Does a ray of the world meet the surface?
    bool any_hit(const Body &body, const Pose &pose, const obbtree_ray &ray) {
        bool hit;
        check(obbtree_any_hit(body.get(), &pose, &ray, &hit));
        return hit;
    }
    /// All triangles that a ray of the world meets, by its parameter.
    View<obbtree_ray_hit> all_hits(const Body &body, const Pose &pose, const obbtree_ray &ray) & {
        const obbtree_ray_hit *first;
        std::size_t count;
        check(obbtree_all_hits(get(), body.get(), &pose, &ray, &first, &count));
        return {first, count};
    }
    /// The point of the surface that is closest to one of the world.
    obbtree_closest closest_point(const Body &body, const Pose &pose, const Point &point) {
        obbtree_closest closest;
        check(obbtree_closest_point(get(), body.get(), &pose, point.data(), &closest));
        return closest;
    }
    /// The same with the distance negative inside. Throws for an open mesh.
    obbtree_closest signed_distance(const Body &body, const Pose &pose, const Point &point) {
        obbtree_closest closest;
        check(obbtree_signed_distance(get(), body.get(), &pose, point.data(), &closest));
        return closest;
    }
    /// Is a point of the world inside, outside or on it? Throws for an open mesh.
    obbtree_side point_side(const Body &body, const Pose &pose, const Point &point) {
        obbtree_side side;
        check(obbtree_point_side(get(), body.get(), &pose, point.data(), &side));
        return side;
    }

    /// Does B collide at each of its poses? Over all cores, in order; 0 or 1 each. What the
    /// progress callback of the options throws ends the batch, and goes through.
    std::vector<std::uint8_t> collide_batch(const Collider &a, const Pose &pose_a,
                                            const Collider &b, const std::vector<Pose> &poses_b,
                                            const obbtree_batch_options &options = {}) {
        std::vector<std::uint8_t> collides(poses_b.size());
        WatchedBatch watched(options);
        watched.check(obbtree_batch_collide(get(), a.get(), &pose_a, b.get(), view(poses_b),
                                            OBBTREE_POSE_FORMAT_ROWS, watched.options(),
                                            collides.data(), 0));
        return collides;
    }
    /// Is the distance at most a tolerance at each pose of B?
    std::vector<std::uint8_t> closer_than_batch(const Collider &a, const Pose &pose_a,
                                                const Collider &b,
                                                const std::vector<Pose> &poses_b,
                                                double tolerance,
                                                const obbtree_batch_options &options = {}) {
        std::vector<std::uint8_t> closer(poses_b.size());
        WatchedBatch watched(options);
        watched.check(obbtree_batch_closer_than(get(), a.get(), &pose_a, b.get(), view(poses_b),
                                                OBBTREE_POSE_FORMAT_ROWS, tolerance,
                                                watched.options(), closer.data(), 0));
        return closer;
    }
    /// Does each pair of placed colliders collide? As many of each as poses.
    std::vector<std::uint8_t> collide_pairs_batch(const std::vector<Collider> &a,
                                                  const std::vector<Pose> &poses_a,
                                                  const std::vector<Collider> &b,
                                                  const std::vector<Pose> &poses_b,
                                                  const obbtree_batch_options &options = {}) {
        if (a.size() != b.size() || a.size() != poses_a.size() || a.size() != poses_b.size())
            OBBTREE_FAILED(OBBTREE_STATUS_BAD_ARGUMENT, "as many colliders as poses are needed");
        std::vector<const obbtree_collider *> of_a, of_b;
        for (const Collider &collider : a) of_a.push_back(collider.get());
        for (const Collider &collider : b) of_b.push_back(collider.get());
        std::vector<std::uint8_t> collides(a.size());
        WatchedBatch watched(options);
        watched.check(obbtree_batch_collide_pairs(get(), of_a.data(), view(poses_a), of_b.data(),
                                                  view(poses_b), OBBTREE_POSE_FORMAT_ROWS,
                                                  watched.options(), collides.data(), 0));
        return collides;
    }
    /// Is each motion of B, from a pose to the one beside it, proven free while A is at rest?
    /// `kind` is an obbtree_motion_kind.
    std::vector<std::uint8_t> is_motion_free_batch(
        const Collider &a, const Pose &pose_a, const Collider &b, std::uint32_t kind,
        const std::vector<Pose> &from, const std::vector<Pose> &to,
        const obbtree_sweep_options &queried = {}, const obbtree_batch_options &options = {}) {
        std::vector<std::uint8_t> is_free(from.size());
        WatchedBatch watched(options);
        watched.check(obbtree_batch_is_motion_free(
            get(), a.get(), &pose_a, b.get(), kind, view(from), view(to), OBBTREE_POSE_FORMAT_ROWS,
            &queried, watched.options(), is_free.data(), 0));
        return is_free;
    }
    /// When does B first meet A on each of its motions?
    std::vector<obbtree_sweep> sweep_batch(const Collider &a, const Pose &pose_a,
                                           const Collider &b, std::uint32_t kind,
                                           const std::vector<Pose> &from,
                                           const std::vector<Pose> &to,
                                           const obbtree_sweep_options &queried = {},
                                           const obbtree_batch_options &options = {}) {
        std::vector<obbtree_sweep> sweeps(from.size());
        WatchedBatch watched(options);
        watched.check(obbtree_batch_sweep(get(), a.get(), &pose_a, b.get(), kind, view(from),
                                          view(to), OBBTREE_POSE_FORMAT_ROWS, &queried,
                                          watched.options(), sweeps.data(), 0));
        return sweeps;
    }
    /// The distance at each pose of B.
    std::vector<obbtree_distance_found> distance_batch(
        const Collider &a, const Pose &pose_a, const Collider &b, const std::vector<Pose> &poses_b,
        const obbtree_distance_options &queried = {}, const obbtree_batch_options &options = {}) {
        std::vector<obbtree_distance_found> distances(poses_b.size());
        WatchedBatch watched(options);
        watched.check(obbtree_batch_distance(get(), a.get(), &pose_a, b.get(), view(poses_b),
                                             OBBTREE_POSE_FORMAT_ROWS, &queried, watched.options(),
                                             distances.data(), 0));
        return distances;
    }

private:
    struct Free {
        void operator()(obbtree_query *query) const { obbtree_query_free(query); }
    };
    std::unique_ptr<obbtree_query, Free> handle_;
    bool is_solid_ = false;
};

} // namespace obbtree

#endif
