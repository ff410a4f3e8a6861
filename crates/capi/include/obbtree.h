/* obbtree for C: certain and fast collision queries between triangle meshes. MIT or Apache-2.0.
 *
 * Every function gives an obbtree_status; where it is not OBBTREE_STATUS_OK, obbtree_last_error() says why and no
 * result is written. Bodies, shapes and motions are immutable and may be used by any number of threads at
 * once; each thread needs an obbtree_query of its own. docs/C.md is the manual.
 *
 * Made by cbindgen from crates/capi/src: do not edit. */

#ifndef OBBTREE_H
#define OBBTREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 The most corners that the common part of two triangles has.
 */
#define OBBTREE_MOST_CORNERS 6

/*
 The version of the binary interface: programs work with the library of the version that they were
 compiled for. It changes when a function, a struct or a constant does; new ones leave it as it is.
 */
#define OBBTREE_ABI_VERSION 0

/*
 What a function says of itself. Its results are written only if it is `OBBTREE_STATUS_OK`.
 */
typedef enum {
    /*
     Answered.
     */
    OBBTREE_STATUS_OK = 0,
    /*
     A pointer that is needed is null.
     */
    OBBTREE_STATUS_NULL_POINTER = 1,
    /*
     A number that is not among those allowed: a constant, a count, a stride.
     */
    OBBTREE_STATUS_BAD_ARGUMENT = 2,
    /*
     Vertices and triangles that are no mesh.
     */
    OBBTREE_STATUS_BAD_MESH = 3,
    /*
     Numbers that are no rigid motion.
     */
    OBBTREE_STATUS_BAD_POSE = 4,
    /*
     Poses or numbers that are no motion.
     */
    OBBTREE_STATUS_BAD_MOTION = 5,
    /*
     Numbers that are no shape.
     */
    OBBTREE_STATUS_BAD_SHAPE = 6,
    /*
     Numbers that are no ray.
     */
    OBBTREE_STATUS_BAD_RAY = 7,
    /*
     A point that cannot be used.
     */
    OBBTREE_STATUS_BAD_POINT = 8,
    /*
     An open mesh, where only a closed one has an answer.
     */
    OBBTREE_STATUS_OPEN_MESH = 9,
    /*
     A file that cannot be read or written.
     */
    OBBTREE_STATUS_FILE = 10,
    /*
     The caller's callback ended a batch.
     */
    OBBTREE_STATUS_CANCELLED = 11,
    /*
     The query is in use, by another thread or by the call that this callback is for.
     */
    OBBTREE_STATUS_BUSY = 12,
    /*
     An error in obbtree itself. The query that was asked is of no more use, and can be freed.
     */
    OBBTREE_STATUS_PANICKED = 13,
    /*
     The system gave no threads.
     */
    OBBTREE_STATUS_NO_THREADS = 14,
} obbtree_status;

/*
 What a sweep finds.
 */
typedef enum {
    /*
     Proven: at no time do the bodies meet.
     */
    OBBTREE_SWEEP_OUTCOME_FREE = 0,
    /*
     They meet.
     */
    OBBTREE_SWEEP_OUTCOME_CONTACT = 1,
    /*
     The bodies graze; neither a contact nor a proof was found.
     */
    OBBTREE_SWEEP_OUTCOME_CLOSER = 2,
} obbtree_sweep_outcome;

/*
 How two placed bodies stand to each other.
 */
typedef enum {
    /*
     The surfaces do not meet, and nothing of one body is inside the other.
     */
    OBBTREE_RELATION_SEPARATED = 0,
    /*
     The surfaces meet, but no edge of one goes through a triangle of the other.
     */
    OBBTREE_RELATION_TOUCHING = 1,
    /*
     An edge of one goes through the inside of a triangle of the other.
     */
    OBBTREE_RELATION_INTERSECTING = 2,
    /*
     The surfaces do not meet; B, or a component of it, is inside A.
     */
    OBBTREE_RELATION_CONTAINING = 3,
    /*
     The surfaces do not meet; A, or a component of it, is inside B.
     */
    OBBTREE_RELATION_CONTAINED = 4,
    /*
     Every triangle of either is a triangle of the other.
     */
    OBBTREE_RELATION_COINCIDENT = 5,
} obbtree_relation;

/*
 On which side of a closed surface a point is.
 */
typedef enum {
    /*
     Inside, and not on the surface.
     */
    OBBTREE_SIDE_INSIDE = 0,
    /*
     On the surface.
     */
    OBBTREE_SIDE_ON_SURFACE = 1,
    /*
     Outside, and not on the surface.
     */
    OBBTREE_SIDE_OUTSIDE = 2,
} obbtree_side;

/*
 The kind of a number in an array.
 */
typedef enum {
    /*
     `double`
     */
    OBBTREE_SCALAR_F64 = 0,
    /*
     `float`, which widens exactly.
     */
    OBBTREE_SCALAR_F32 = 1,
    /*
     `uint32_t`, or `int32_t` that is not negative.
     */
    OBBTREE_SCALAR_U32 = 2,
    /*
     `uint64_t` or `size_t`.
     */
    OBBTREE_SCALAR_U64 = 3,
    /*
     `uint16_t`
     */
    OBBTREE_SCALAR_U16 = 4,
} obbtree_scalar;

/*
 How numbers state a pose.
 */
typedef enum {
    /*
     12 numbers: the rows of `[R | t]`, which is an `obbtree_pose`.
     */
    OBBTREE_POSE_FORMAT_ROWS = 0,
    /*
     16 numbers: the rows of a 4 x 4 matrix.
     */
    OBBTREE_POSE_FORMAT_ROWS4 = 1,
    /*
     16 numbers: the columns of a 4 x 4 matrix, as Eigen and OpenGL have them.
     */
    OBBTREE_POSE_FORMAT_COLUMNS4 = 2,
    /*
     7 numbers: `x y z qx qy qz qw`.
     */
    OBBTREE_POSE_FORMAT_QUATERNION = 3,
} obbtree_pose_format;

/*
 What the numbers of a shape mean, in its frame.
 */
typedef enum {
    /*
     4 numbers: centre, radius.
     */
    OBBTREE_SHAPE_KIND_SPHERE = 0,
    /*
     7 numbers: the two ends of the axis, radius.
     */
    OBBTREE_SHAPE_KIND_CAPSULE = 1,
    /*
     7 numbers: the two ends of the axis, radius. Its ends are flat.
     */
    OBBTREE_SHAPE_KIND_CYLINDER = 2,
    /*
     7 numbers: base, apex, radius.
     */
    OBBTREE_SHAPE_KIND_CONE = 3,
    /*
     3 numbers: half sides, about the origin.
     */
    OBBTREE_SHAPE_KIND_BOX = 4,
    /*
     Three numbers a point, any number of points: their convex hull.
     */
    OBBTREE_SHAPE_KIND_HULL = 5,
    /*
     9 numbers: three corners.
     */
    OBBTREE_SHAPE_KIND_TRIANGLE = 6,
    /*
     9 numbers: three points p, q, r; the solid is behind `(q - p) x (r - p)`.
     */
    OBBTREE_SHAPE_KIND_HALF_SPACE = 7,
    /*
     9 numbers: three points.
     */
    OBBTREE_SHAPE_KIND_PLANE = 8,
} obbtree_shape_kind;

/*
 How a motion goes from one pose to another.
 */
typedef enum {
    /*
     The origin of the mesh on a straight line, the rotation evenly about one axis: what OMPL's SE(3) and
     slerp do.
     */
    OBBTREE_MOTION_KIND_LINEAR = 0,
    /*
     A turn about an axis of space, with an even advance along it.
     */
    OBBTREE_MOTION_KIND_SCREW = 1,
    /*
     A straight line; the rotation of the second pose is not looked at.
     */
    OBBTREE_MOTION_KIND_TRANSLATION = 2,
} obbtree_motion_kind;

/*
 A triangle mesh with its tree. Immutable: any number of threads may use one at once, without a lock.
 Owned by the caller, who frees it with `obbtree_body_free` after all use. Motions and queries keep no
 body. `obbtree_body_share` gives a second handle of the same body at no cost, to be freed by itself.
 */
typedef struct obbtree_body obbtree_body;

/*
 How a body moves from time 0 to time 1. Immutable: any number of threads may use one at once. Owned by
 the caller, who frees it with `obbtree_motion_free`.
 */
typedef struct obbtree_motion obbtree_motion;

/*
 What is asked, and the memory to answer in. Each thread needs one of its own: a call with a query that
 is in use fails with `OBBTREE_STATUS_BUSY`. Owned by the caller, who frees it with
 `obbtree_query_free`. Results that a function gives as a pointer belong to the query and are valid
 until it is asked again or freed.
 */
typedef struct obbtree_query obbtree_query;

/*
 A ball, capsule, cylinder, cone, box, hull, plane or half-space. Immutable: any number of threads may use
 one at once. Owned by the caller, who frees it with `obbtree_shape_free`.
 */
typedef struct obbtree_shape obbtree_shape;

/*
 A rigid motion `x -> R x + t` from the frame of a body's mesh to the world: `[R | t]` row by row. The
 numbers are used exactly as given. `R` may be off a rotation by 1e-4.
 */
typedef struct {
    /*
     `R00 R01 R02 t0 R10 R11 R12 t1 R20 R21 R22 t2`
     */
    double rows[12];
} obbtree_pose;

/*
 A view of numbers of the caller's: `count` elements of some numbers each (a vertex has three), one
 after the other, `stride` bytes from one element to the next. It owns nothing, and is read during the
 call alone.
 */
typedef struct {
    /*
     The first number of the first element, of any alignment; may be null where `count` is 0.
     */
    const void *data;
    /*
     How many elements.
     */
    size_t count;
    /*
     Bytes from the start of one element to the next; 0 for elements without a gap.
     */
    size_t stride;
    /*
     The kind of number, an `obbtree_scalar`.
     */
    uint32_t scalar;
} obbtree_array;

/*
 Called with the number of questions answered so far, by any thread, one at a time. Not 0 ends the batch
 soon, with `OBBTREE_STATUS_CANCELLED`. It must return, neither throw nor jump.
 */
typedef int32_t (*obbtree_on_progress)(void *user, size_t done);

/*
 How a batch is run. All zeros is the default; so is null.
 */
typedef struct {
    /*
     How many threads; 0 for as many as the machine has cores, started once for all batches.
     */
    uint32_t threads;
    /*
     May be null.
     */
    obbtree_on_progress on_progress;
    /*
     Handed to `on_progress`.
     */
    void *user;
} obbtree_batch_options;

/*
 What is asked of a distance. All zeros is the narrowest interval.
 */
typedef struct {
    /*
     `upper - lower` may be this times `lower`,
     */
    double relative_error;
    /*
     plus this.
     */
    double absolute_error;
} obbtree_distance_options;

/*
 A distance that is certified: the true one is in `lower ..= upper`.
 */
typedef struct {
    /*
     The distance is at least this. 0 if and only if the surfaces meet, or one solid is inside the other.
     */
    double lower;
    /*
     And at most this.
     */
    double upper;
    /*
     The closest points of A and of B, in the world, rounded.
     */
    double points[2][3];
    /*
     The triangles that they are on.
     */
    uint32_t triangles[2];
    /*
     1 if one solid is inside the other.
     */
    uint32_t one_inside;
} obbtree_distance_found;

/*
 What is asked of a sweep. All zeros is the default.
 */
typedef struct {
    /*
     The time of a first contact is known to within this; 0 for the default, 0.001 of the motion.
     */
    double time_tolerance;
    /*
     Bodies that come so close may be given up on; 0 for never.
     */
    double distance_tolerance;
    /*
     Most searches of the trees; 0 for the default, 10,000.
     */
    uint32_t effort;
} obbtree_sweep_options;

/*
 The answer of a sweep.
 */
typedef struct {
    /*
     An `obbtree_sweep_outcome`.
     */
    obbtree_sweep_outcome outcome;
    /*
     1 if `triangles` are given: of a contact, but of a solid inside the other.
     */
    uint32_t has_triangles;
    /*
     Up to this time there is certainly no contact; 1 if the motion is free.
     */
    double last_free;
    /*
     Where the time of contact is known to be: at this time the bodies meet. Of a grazing one, nothing is
     proven from `last_free` to this time; 1 if the motion is free.
     */
    double first_contact;
    /*
     Of a free motion a bound that the distance is always above; of a grazing one the distance that was
     found; 0 of a contact.
     */
    double distance;
    /*
     The poses of A and B at the contact, or where they graze.
     */
    obbtree_pose poses[2];
    /*
     The triangles that meet or graze.
     */
    uint32_t triangles[2];
} obbtree_sweep;

/*
 How a tree is built. All zeros is the default.
 */
typedef struct {
    /*
     Not 0: two thirds of the time to build, up to 30 % more time to query.
     */
    uint32_t fast;
    /*
     Not 0: build on one thread, the caller's.
     */
    uint32_t one_thread;
    /*
     0: 77 bytes a triangle in `float`. 1: packed leaves, 59. 2: packed nodes too, 42, slower.
     */
    uint32_t packing;
} obbtree_build_options;

/*
 How a mesh file is read. All zeros is the default.
 */
typedef struct {
    /*
     Coordinates are multiplied by this; 0 counts as 1.
     */
    double scale;
    /*
     And along x, y and z by these, 0 counts as 1. A mirror image has its triangles flipped.
     */
    double axis_scale[3];
    /*
     Not 0: vertices with equal coordinates are joined.
     */
    uint32_t weld;
    /*
     Not 0: triangles without area are removed.
     */
    uint32_t drop_degenerate;
    /*
     Larger meshes are refused; 0 for the most that is supported.
     */
    size_t max_triangles;
} obbtree_file_options;

/*
 Called with each pair of triangles that meet, their numbers in A's and B's mesh. Not 0 ends the search.
 It must return, neither throw nor jump.
 */
typedef int32_t (*obbtree_on_pair)(void *user, uint32_t in_a, uint32_t in_b);

/*
 Two triangles that meet, and what they share.
 */
typedef struct {
    /*
     Their numbers in A's and B's mesh.
     */
    uint32_t triangles[2];
    /*
     How many points: 1 of a point, 2 of a segment, 3 to 6 of a polygon.
     */
    uint32_t count;
    /*
     In the world, in order around what is shared.
     */
    double points[OBBTREE_MOST_CORNERS][3];
    /*
     Of length one, from A to B, in the world.
     */
    double normal[3];
    /*
     How far B's triangle has to move along the normal for the two triangles to no more than touch.
     */
    double local_depth;
} obbtree_contact;

/*
 A ray or a segment in the world.
 */
typedef struct {
    /*
     Where it begins.
     */
    double origin[3];
    /*
     A ray's direction, of any length; the other end of a segment.
     */
    double to[3];
    /*
     Not 0: the closed segment from `origin` to `to`.
     */
    uint32_t is_segment;
} obbtree_ray;

/*
 Where a ray meets a triangle: at the parameter `t`, in lengths of its direction.
 */
typedef struct {
    /*
     `t` is at least this.
     */
    double lower;
    /*
     And at most this.
     */
    double upper;
    /*
     The point in the middle, in the world, rounded.
     */
    double point[3];
    /*
     The triangle's number.
     */
    uint32_t triangle;
} obbtree_ray_hit;

/*
 The point of a surface that is closest to a given one.
 */
typedef struct {
    /*
     The distance is at least this; of `obbtree_signed_distance` negative inside.
     */
    double lower;
    /*
     And at most this.
     */
    double upper;
    /*
     The closest point of the surface, in the world, rounded.
     */
    double point[3];
    /*
     The triangle that it is on.
     */
    uint32_t triangle;
} obbtree_closest;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Does B collide with A at each of its poses, given in an `obbtree_pose_format`? In `collides` one byte
 for each, 0 or 1, `stride` bytes after each other (0: without a gap). The answers are those of
 `obbtree_collide`, for any number of threads. `query` says what is asked.
 */
obbtree_status obbtree_batch_collide(obbtree_query *query,
                                     const obbtree_body *a,
                                     const obbtree_pose *pose_a,
                                     const obbtree_body *b,
                                     obbtree_array poses_b,
                                     uint32_t format,
                                     const obbtree_batch_options *options,
                                     uint8_t *collides,
                                     size_t stride);

/*
 Is the distance at most `tolerance` at each pose of B? As `obbtree_batch_collide`.
 */
obbtree_status obbtree_batch_closer_than(obbtree_query *query,
                                         const obbtree_body *a,
                                         const obbtree_pose *pose_a,
                                         const obbtree_body *b,
                                         obbtree_array poses_b,
                                         uint32_t format,
                                         double tolerance,
                                         const obbtree_batch_options *options,
                                         uint8_t *closer,
                                         size_t stride);

/*
 How far apart are the surfaces at each pose of B? As `obbtree_distance_within` without a limit; `asked`
 may be null. In `distances` one for each pose, `stride` bytes after each other (0: without a gap).
 */
obbtree_status obbtree_batch_distance(obbtree_query *query,
                                      const obbtree_body *a,
                                      const obbtree_pose *pose_a,
                                      const obbtree_body *b,
                                      obbtree_array poses_b,
                                      uint32_t format,
                                      const obbtree_distance_options *asked,
                                      const obbtree_batch_options *options,
                                      obbtree_distance_found *distances,
                                      size_t stride);

/*
 Is each motion of B, from a pose to the one beside it, free all the way, in proof, while A is at rest? As
 `obbtree_is_motion_free`; results as of `obbtree_batch_collide`.
 */
obbtree_status obbtree_batch_is_motion_free(obbtree_query *query,
                                            const obbtree_body *a,
                                            const obbtree_pose *pose_a,
                                            const obbtree_body *b,
                                            uint32_t kind,
                                            obbtree_array from,
                                            obbtree_array to,
                                            uint32_t format,
                                            const obbtree_sweep_options *sweep_options,
                                            const obbtree_batch_options *options,
                                            uint8_t *is_free,
                                            size_t stride);

/*
 When does B meet A first along each of its motions? As `obbtree_sweep_motions`; the rest as of
 `obbtree_batch_is_motion_free`.
 */
obbtree_status obbtree_batch_sweep(obbtree_query *query,
                                   const obbtree_body *a,
                                   const obbtree_pose *pose_a,
                                   const obbtree_body *b,
                                   uint32_t kind,
                                   obbtree_array from,
                                   obbtree_array to,
                                   uint32_t format,
                                   const obbtree_sweep_options *sweep_options,
                                   const obbtree_batch_options *options,
                                   obbtree_sweep *sweeps,
                                   size_t stride);

/*
 Does each pair of placed bodies collide? `count` bodies at `a` and at `b`, with as many poses each;
 results as of `obbtree_batch_collide`.
 */
obbtree_status obbtree_batch_collide_pairs(obbtree_query *query,
                                           const obbtree_body *const *a,
                                           obbtree_array poses_a,
                                           const obbtree_body *const *b,
                                           obbtree_array poses_b,
                                           uint32_t format,
                                           const obbtree_batch_options *options,
                                           uint8_t *collides,
                                           size_t stride);

/*
 The body of a mesh from arrays, which are copied: `vertices` has three `double` or `float` each,
 `triangles` three vertex indices each, counted from 0. `options` may be null. In `*body` a handle.
 */
obbtree_status obbtree_body_create(obbtree_array vertices,
                                   obbtree_array triangles,
                                   const obbtree_build_options *options,
                                   obbtree_body **body);

/*
 The body of a mesh file (STL, OBJ, PLY, OFF, COLLADA, glTF, GLB), or of a tree file, which is not built
 anew. `path` is in UTF-8; `options` may be null. In `*body` a handle.
 */
obbtree_status obbtree_body_read(const char *path,
                                 const obbtree_file_options *options,
                                 obbtree_body **body);

/*
 The body of a file that is in memory. `name` stands for the file in errors, and its ending tells the
 format where the bytes do not. `options` may be null. In `*body` a handle.
 */
obbtree_status obbtree_body_read_bytes(const uint8_t *bytes,
                                       size_t count,
                                       const char *name,
                                       const obbtree_file_options *options,
                                       obbtree_body **body);

/*
 Writes mesh and tree into a tree file, which `obbtree_body_read` reads without building.
 */
obbtree_status obbtree_body_write(const obbtree_body *body, const char *path);

/*
 A second handle of the same body, to be freed by itself. No copy is made.
 */
obbtree_status obbtree_body_share(const obbtree_body *body, obbtree_body **shared);

/*
 Frees a handle; the body goes with its last one. Null is nothing.
 */
obbtree_status obbtree_body_free(obbtree_body *body);

/*
 The vertices, three numbers each, as long as the body is there; and how many vertices.
 */
obbtree_status obbtree_body_vertices(const obbtree_body *body,
                                     const double **vertices,
                                     size_t *count);

/*
 The triangles, three vertex indices each, as long as the body is there; and how many triangles.
 */
obbtree_status obbtree_body_triangles(const obbtree_body *body,
                                      const uint32_t **triangles,
                                      size_t *count);

/*
 Is the mesh closed, so that it has an inside? `OBBTREE_STATUS_OPEN_MESH` if not, and
 `obbtree_last_error` says where it is open.
 */
obbtree_status obbtree_body_require_closed(const obbtree_body *body);

/*
 The pairs of triangles that meet, two numbers each, of A and of B, ascending: all, or as many as
 `obbtree_query_set_limit` says. They belong to the query.
 */
obbtree_status obbtree_pairs(obbtree_query *query,
                             const obbtree_body *a,
                             const obbtree_pose *pose_a,
                             const obbtree_body *b,
                             const obbtree_pose *pose_b,
                             const uint32_t **pairs,
                             size_t *count);

/*
 Calls back with each pair of triangles that meet, in the order of the search, which is the same in every
 run. The query is in use until this returns. In `*ended` whether the callback ended the search.
 */
obbtree_status obbtree_for_each_pair(obbtree_query *query,
                                     const obbtree_body *a,
                                     const obbtree_pose *pose_a,
                                     const obbtree_body *b,
                                     const obbtree_pose *pose_b,
                                     obbtree_on_pair on_pair,
                                     void *user,
                                     bool *ended);

/*
 The pairs of triangles that meet, each with what the two share, in the order of `obbtree_pairs`. They
 belong to the query.
 */
obbtree_status obbtree_contacts(obbtree_query *query,
                                const obbtree_body *a,
                                const obbtree_pose *pose_a,
                                const obbtree_body *b,
                                const obbtree_pose *pose_b,
                                const obbtree_contact **contacts,
                                size_t *count);

/*
 A translation that frees B: added to that of its pose, it gives a pose that is proven not to collide;
 short, not always the shortest. Three numbers; not written if `*found` is false.
 */
obbtree_status obbtree_separating_translation(obbtree_query *query,
                                              const obbtree_body *a,
                                              const obbtree_pose *pose_a,
                                              const obbtree_body *b,
                                              const obbtree_pose *pose_b,
                                              bool *found,
                                              double *translation);

/*
 The pairs of triangles of one mesh that meet otherwise than at common vertices and edges, two numbers
 each, ascending. They belong to the query.
 */
obbtree_status obbtree_self_intersections(obbtree_query *query,
                                          const obbtree_body *body,
                                          const uint32_t **pairs,
                                          size_t *count);

/*
 How far apart are two surfaces? Four units in the last place are the width of the interval at most.
 */
obbtree_status obbtree_distance(obbtree_query *query,
                                const obbtree_body *a,
                                const obbtree_pose *pose_a,
                                const obbtree_body *b,
                                const obbtree_pose *pose_b,
                                obbtree_distance_found *distance);

/*
 `obbtree_distance` with errors allowed (`options` may be null), and up to a largest distance: `*found`
 is false if the true one is above `at_most`, and `distance` is not written. `INFINITY` for no limit.
 */
obbtree_status obbtree_distance_within(obbtree_query *query,
                                       const obbtree_body *a,
                                       const obbtree_pose *pose_a,
                                       const obbtree_body *b,
                                       const obbtree_pose *pose_b,
                                       const obbtree_distance_options *options,
                                       double at_most,
                                       bool *found,
                                       obbtree_distance_found *distance);

/*
 Bounds of the distance for about `box_tests` tests of boxes: certain, however few.
 */
obbtree_status obbtree_clearance(obbtree_query *query,
                                 const obbtree_body *a,
                                 const obbtree_pose *pose_a,
                                 const obbtree_body *b,
                                 const obbtree_pose *pose_b,
                                 uint64_t box_tests,
                                 double *lower,
                                 double *upper);

/*
 A motion from one pose to another, of an `obbtree_motion_kind`. In `*motion` a handle.
 */
obbtree_status obbtree_motion_create(uint32_t kind,
                                     const obbtree_pose *from,
                                     const obbtree_pose *to,
                                     obbtree_motion **motion);

/*
 A body at rest. In `*motion` a handle.
 */
obbtree_status obbtree_motion_rest(const obbtree_pose *pose, obbtree_motion **motion);

/*
 A turn by `angle`, in radians, about an axis through `point` along `direction` (three numbers each, in
 the frame of the mesh), with a way of `advance` along it. In `*motion` a handle.
 */
obbtree_status obbtree_motion_screw_about(const obbtree_pose *from,
                                          const double *point,
                                          const double *direction,
                                          double angle,
                                          double advance,
                                          obbtree_motion **motion);

/*
 Frees a motion. Null is nothing.
 */
obbtree_status obbtree_motion_free(obbtree_motion *motion);

/*
 The pose of a motion at a time from 0 to 1.
 */
obbtree_status obbtree_motion_pose_at(const obbtree_motion *motion,
                                      double time,
                                      obbtree_pose *pose);

/*
 When do two moving bodies meet first, if at all? A motion that is called free is so at every real time,
 in proof. `options` may be null.
 */
obbtree_status obbtree_sweep_motions(obbtree_query *query,
                                     const obbtree_body *a,
                                     const obbtree_motion *motion_a,
                                     const obbtree_body *b,
                                     const obbtree_motion *motion_b,
                                     const obbtree_sweep_options *options,
                                     obbtree_sweep *sweep);

/*
 Is a motion free all the way, in proof? As `obbtree_sweep_motions`, but any contact ends it. `false` means a
 contact, or that the bodies graze and no proof was found. `options` may be null.
 */
obbtree_status obbtree_is_motion_free(obbtree_query *query,
                                      const obbtree_body *a,
                                      const obbtree_motion *motion_a,
                                      const obbtree_body *b,
                                      const obbtree_motion *motion_b,
                                      const obbtree_sweep_options *options,
                                      bool *is_free);

/*
 Poses from numbers of any format, checked, one to each element of `numbers`: `poses` has room for as
 many.
 */
obbtree_status obbtree_poses_from(obbtree_array numbers,
                                  uint32_t format,
                                  obbtree_pose *poses);

/*
 Is it a pose that can be used? `OBBTREE_STATUS_OK`, or the reason why not. All functions check theirs.
 */
obbtree_status obbtree_pose_check(const obbtree_pose *pose);

/*
 `composed(x) = outer(inner(x))`, rounded.
 */
obbtree_status obbtree_pose_compose(const obbtree_pose *outer,
                                    const obbtree_pose *inner,
                                    obbtree_pose *composed);

/*
 The pose that undoes one, rounded.
 */
obbtree_status obbtree_pose_inverse(const obbtree_pose *pose, obbtree_pose *inverse);

/*
 The same pose with the rotation that is nearest to its matrix, rounded.
 */
obbtree_status obbtree_pose_renormalized(const obbtree_pose *pose, obbtree_pose *renormalized);

/*
 A query about surfaces, for all pairs. In `*query` a handle.
 */
obbtree_status obbtree_query_create(obbtree_query **query);

/*
 Frees a query and its results. Null is nothing. One that is in use stays, with `OBBTREE_STATUS_BUSY`.
 */
obbtree_status obbtree_query_free(obbtree_query *query);

/*
 Not 0: bodies are solid, so one wholly inside another collides with it. Only closed bodies have an
 inside: see `obbtree_body_require_closed`.
 */
obbtree_status obbtree_query_set_solid(obbtree_query *query, int32_t solid);

/*
 Pairs and contacts end after so many: the first that are found, the same in every run. `SIZE_MAX` for
 all.
 */
obbtree_status obbtree_query_set_limit(obbtree_query *query,
                                       size_t pairs);

/*
 Not 0: the last contact of each pair of bodies is tried first, which is faster along paths of small
 steps and changes no answer but which pair `obbtree_first_pair` gives.
 */
obbtree_status obbtree_query_set_contact_cache(obbtree_query *query, int32_t cached);

/*
 Not 0: the work is counted, see `obbtree_query_counts`.
 */
obbtree_status obbtree_query_set_counted(obbtree_query *query, int32_t counted);

/*
 Tests of pairs of boxes and of pairs of triangles since the query was created, if they are counted.
 */
obbtree_status obbtree_query_counts(obbtree_query *query,
                                    uint64_t *box_tests,
                                    uint64_t *triangle_tests);

/*
 Do two placed bodies collide? Exact for the numbers given; touching counts.
 */
obbtree_status obbtree_collide(obbtree_query *query,
                               const obbtree_body *a,
                               const obbtree_pose *pose_a,
                               const obbtree_body *b,
                               const obbtree_pose *pose_b,
                               bool *collides);

/*
 Is there a pair of triangles that meet, and which? In `triangles` two numbers, of A and of B; not
 written if `*found` is false. Which one of several can depend on the instruction set.
 */
obbtree_status obbtree_first_pair(obbtree_query *query,
                                  const obbtree_body *a,
                                  const obbtree_pose *pose_a,
                                  const obbtree_body *b,
                                  const obbtree_pose *pose_b,
                                  bool *found,
                                  uint32_t *triangles);

/*
 Is the distance of the two surfaces at most `tolerance`? Exact; exactly the tolerance is yes, a
 negative one or NaN is no.
 */
obbtree_status obbtree_closer_than(obbtree_query *query,
                                   const obbtree_body *a,
                                   const obbtree_pose *pose_a,
                                   const obbtree_body *b,
                                   const obbtree_pose *pose_b,
                                   double tolerance,
                                   bool *closer);

/*
 How do two placed bodies stand to each other?
 */
obbtree_status obbtree_classify(obbtree_query *query,
                                const obbtree_body *a,
                                const obbtree_pose *pose_a,
                                const obbtree_body *b,
                                const obbtree_pose *pose_b,
                                obbtree_relation *relation);

/*
 The first triangle that a ray meets, by its exact parameter; `hit` is not written if `*found` is
 false.
 */
obbtree_status obbtree_closest_hit(const obbtree_body *body,
                                   const obbtree_pose *pose,
                                   const obbtree_ray *ray,
                                   bool *found,
                                   obbtree_ray_hit *hit);

/*
 Does a ray meet a surface? Exact at edges and corners too.
 */
obbtree_status obbtree_any_hit(const obbtree_body *body,
                               const obbtree_pose *pose,
                               const obbtree_ray *ray,
                               bool *hit);

/*
 All triangles that a ray meets, each once, by their exact parameters. They belong to the query.
 */
obbtree_status obbtree_all_hits(obbtree_query *query,
                                const obbtree_body *body,
                                const obbtree_pose *pose,
                                const obbtree_ray *ray,
                                const obbtree_ray_hit **hits,
                                size_t *count);

/*
 The point of a placed surface that is closest to a point of the world, three numbers.
 */
obbtree_status obbtree_closest_point(obbtree_query *query,
                                     const obbtree_body *body,
                                     const obbtree_pose *pose,
                                     const double *point,
                                     obbtree_closest *closest);

/*
 `obbtree_closest_point` with the distance negative inside of the surface, which must be closed.
 */
obbtree_status obbtree_signed_distance(obbtree_query *query,
                                       const obbtree_body *body,
                                       const obbtree_pose *pose,
                                       const double *point,
                                       obbtree_closest *closest);

/*
 On which side of a placed surface, which must be closed, is a point of the world? Exact.
 */
obbtree_status obbtree_point_side(obbtree_query *query,
                                  const obbtree_body *body,
                                  const obbtree_pose *pose,
                                  const double *point,
                                  obbtree_side *side);

/*
 A shape of a kind from its numbers, see `obbtree_shape_kind`. In `*shape` a handle.
 */
obbtree_status obbtree_shape_create(uint32_t kind,
                                    const double *numbers,
                                    size_t count,
                                    obbtree_shape **shape);

/*
 Frees a shape. Null is nothing.
 */
obbtree_status obbtree_shape_free(obbtree_shape *shape);

/*
 Do a placed body and a placed shape meet? Exact; shapes are solid.
 */
obbtree_status obbtree_collide_shape(obbtree_query *query,
                                     const obbtree_body *body,
                                     const obbtree_pose *pose,
                                     const obbtree_shape *shape,
                                     const obbtree_pose *pose_shape,
                                     bool *collides);

/*
 Is the distance of a body and a shape at most `tolerance`?
 */
obbtree_status obbtree_closer_than_shape(obbtree_query *query,
                                         const obbtree_body *body,
                                         const obbtree_pose *pose,
                                         const obbtree_shape *shape,
                                         const obbtree_pose *pose_shape,
                                         double tolerance,
                                         bool *closer);

/*
 The distance of a body and a shape, with the closest point of the body's surface.
 */
obbtree_status obbtree_distance_to_shape(obbtree_query *query,
                                         const obbtree_body *body,
                                         const obbtree_pose *pose,
                                         const obbtree_shape *shape,
                                         const obbtree_pose *pose_shape,
                                         obbtree_closest *closest);

/*
 A short name of a status, such as `bad mesh`; `unknown` for a number that is none. Never freed.
 */
const char *obbtree_status_name(uint32_t status);

/*
 Why the last call of this thread that failed did: one line, for a person; empty if none did.

 Owned by obbtree; valid until the next call that fails in this thread, or its end.
 */
const char *obbtree_last_error(void);

/*
 The ABI version of the library that runs, to be compared with `OBBTREE_ABI_VERSION` of the header.
 */
uint32_t obbtree_abi_version(void);

/*
 The version of obbtree, such as `0.1.0`. Never freed.
 */
const char *obbtree_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* OBBTREE_H */
