#ifndef OBBTREE_H
#define OBBTREE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#define OBBTREE_NO_LINK UINT32_MAX
#define OBBTREE_MOST_CORNERS 6
#define OBBTREE_NO_TRIANGLE UINT32_MAX
#define OBBTREE_NO_BODY UINT32_MAX
#define OBBTREE_ABI_VERSION 0
typedef enum {
    OBBTREE_STATUS_OK = 0,
    OBBTREE_STATUS_NULL_POINTER = 1,
    OBBTREE_STATUS_BAD_ARGUMENT = 2,
    OBBTREE_STATUS_BAD_MESH = 3,
    OBBTREE_STATUS_BAD_POSE = 4,
    OBBTREE_STATUS_BAD_MOTION = 5,
    OBBTREE_STATUS_BAD_SHAPE = 6,
    OBBTREE_STATUS_BAD_RAY = 7,
    OBBTREE_STATUS_BAD_POINT = 8,
    OBBTREE_STATUS_OPEN_MESH = 9,
    OBBTREE_STATUS_FILE = 10,
    OBBTREE_STATUS_CANCELLED = 11,
    OBBTREE_STATUS_BUSY = 12,
    OBBTREE_STATUS_PANICKED = 13,
    OBBTREE_STATUS_NO_THREADS = 14,
    OBBTREE_STATUS_BAD_SCENE = 15,
    OBBTREE_STATUS_NOT_A_MESH = 16,
} obbtree_status;
typedef enum {
    OBBTREE_SWEEP_OUTCOME_FREE = 0,
    OBBTREE_SWEEP_OUTCOME_CONTACT = 1,
    OBBTREE_SWEEP_OUTCOME_UNDECIDED = 2,
} obbtree_sweep_outcome;
typedef enum {
    OBBTREE_RELATION_SEPARATED = 0,
    OBBTREE_RELATION_TOUCHING = 1,
    OBBTREE_RELATION_INTERSECTING = 2,
    OBBTREE_RELATION_CONTAINING = 3,
    OBBTREE_RELATION_CONTAINED = 4,
    OBBTREE_RELATION_COINCIDENT = 5,
} obbtree_relation;
typedef enum {
    OBBTREE_SIDE_INSIDE = 0,
    OBBTREE_SIDE_ON_SURFACE = 1,
    OBBTREE_SIDE_OUTSIDE = 2,
} obbtree_side;
typedef enum {
    OBBTREE_JOINT_KIND_REVOLUTE = 0,
    OBBTREE_JOINT_KIND_CONTINUOUS = 1,
    OBBTREE_JOINT_KIND_PRISMATIC = 2,
    OBBTREE_JOINT_KIND_PLANAR = 3,
    OBBTREE_JOINT_KIND_FLOATING = 4,
} obbtree_joint_kind;
typedef enum {
    OBBTREE_SCALAR_F64 = 0,
    OBBTREE_SCALAR_F32 = 1,
    OBBTREE_SCALAR_U32 = 2,
    OBBTREE_SCALAR_U64 = 3,
    OBBTREE_SCALAR_U16 = 4,
} obbtree_scalar;
typedef enum {
    OBBTREE_POSE_FORMAT_ROWS = 0,
    OBBTREE_POSE_FORMAT_ROWS4 = 1,
    OBBTREE_POSE_FORMAT_COLUMNS4 = 2,
    OBBTREE_POSE_FORMAT_QUATERNION = 3,
} obbtree_pose_format;
typedef enum {
    OBBTREE_SHAPE_KIND_SPHERE = 0,
    OBBTREE_SHAPE_KIND_CAPSULE = 1,
    OBBTREE_SHAPE_KIND_CYLINDER = 2,
    OBBTREE_SHAPE_KIND_CONE = 3,
    OBBTREE_SHAPE_KIND_BOX = 4,
    OBBTREE_SHAPE_KIND_HULL = 5,
    OBBTREE_SHAPE_KIND_TRIANGLE = 6,
    OBBTREE_SHAPE_KIND_HALF_SPACE = 7,
    OBBTREE_SHAPE_KIND_PLANE = 8,
    OBBTREE_SHAPE_KIND_FRUSTUM = 9,
} obbtree_shape_kind;
typedef enum {
    OBBTREE_MOTION_KIND_LINEAR = 0,
    OBBTREE_MOTION_KIND_SCREW = 1,
    OBBTREE_MOTION_KIND_TRANSLATION = 2,
} obbtree_motion_kind;
typedef struct obbtree_broad_phase obbtree_broad_phase;
typedef struct obbtree_checker obbtree_checker;
typedef struct obbtree_collider obbtree_collider;
typedef struct obbtree_motion obbtree_motion;
typedef struct obbtree_placed obbtree_placed;
typedef struct obbtree_query obbtree_query;
typedef struct obbtree_robot obbtree_robot;
typedef struct obbtree_scene obbtree_scene;
typedef struct {
    double rows[12];
} obbtree_pose;
typedef struct {
    const void *data;
    size_t count;
    size_t stride;
    uint32_t scalar;
} obbtree_array;
typedef int32_t (*obbtree_on_progress)(void *user, size_t done);
typedef struct {
    uint32_t threads;
    obbtree_on_progress on_progress;
    void *user;
} obbtree_batch_options;
typedef struct {
    double relative_error;
    double absolute_error;
} obbtree_distance_options;
typedef struct {
    double lower;
    double upper;
    double points[2][3];
    double normal[3];
    uint32_t triangles[2];
    uint32_t one_inside;
} obbtree_distance_found;
typedef struct {
    double time_tolerance;
    double distance_tolerance;
    uint32_t effort;
} obbtree_sweep_options;
typedef struct {
    obbtree_sweep_outcome outcome;
    uint32_t poses_meet;
    double last_free;
    double first_contact;
    double distance;
    obbtree_pose poses[2];
    double points[2][3];
    uint32_t triangles[2];
    uint32_t has_points;
} obbtree_sweep;
typedef int32_t (*obbtree_on_near)(void *user, uint32_t a, uint32_t b, double gap, double *limit);
typedef struct {
    obbtree_sweep found;
    uint32_t bodies[2];
    uint32_t parts[2];
} obbtree_scene_sweep_found;
typedef struct {
    uint32_t bodies[2];
    uint32_t parts[2];
    double lower;
    double upper;
    double points[2][3];
    double normal[3];
} obbtree_scene_distance_found;
typedef struct {
    uint32_t bodies[2];
    uint32_t parts[2];
    uint32_t triangles[2];
    double point[3];
    double normal[3];
    double local_depth;
} obbtree_scene_contact;
typedef struct {
    uint32_t fast;
    uint32_t one_thread;
} obbtree_build_options;
typedef struct {
    double scale;
    double axis_scale[3];
    uint32_t weld;
    uint32_t drop_degenerate;
    size_t max_triangles;
} obbtree_file_options;
typedef int32_t (*obbtree_on_pair)(void *user, uint32_t in_a, uint32_t in_b);
typedef struct {
    uint32_t triangles[2];
    uint32_t count;
    double points[OBBTREE_MOST_CORNERS][3];
    double normal[3];
    double local_depth;
} obbtree_contact;
typedef struct {
    uint32_t manifold;
    uint32_t features[2][2];
    double points[2][3];
    double normal[3];
    double depth;
} obbtree_manifold_point;
typedef struct {
    double origin[3];
    double to[3];
    uint32_t is_segment;
} obbtree_ray;
typedef struct {
    double lower;
    double upper;
    double point[3];
    uint32_t triangle;
} obbtree_ray_hit;
typedef struct {
    double lower;
    double upper;
    double point[3];
    uint32_t triangle;
} obbtree_closest;
typedef struct {
    const char *name;
    obbtree_joint_kind kind;
    uint32_t first_value;
    uint32_t value_count;
    double lower;
    double upper;
} obbtree_joint;
typedef struct {
    const obbtree_collider *collider;
    const obbtree_pose *offset;
} obbtree_scene_part;
#ifdef __cplusplus
extern "C" {
#endif // __cplusplus
obbtree_status obbtree_batch_collide(obbtree_query *query,
                                     const obbtree_collider *a,
                                     const obbtree_pose *pose_a,
                                     const obbtree_collider *b,
                                     obbtree_array poses_b,
                                     uint32_t format,
                                     const obbtree_batch_options *options,
                                     uint8_t *collides,
                                     size_t stride);
obbtree_status obbtree_batch_closer_than(obbtree_query *query,
                                         const obbtree_collider *a,
                                         const obbtree_pose *pose_a,
                                         const obbtree_collider *b,
                                         obbtree_array poses_b,
                                         uint32_t format,
                                         double tolerance,
                                         const obbtree_batch_options *options,
                                         uint8_t *closer,
                                         size_t stride);
obbtree_status obbtree_batch_distance(obbtree_query *query,
                                      const obbtree_collider *a,
                                      const obbtree_pose *pose_a,
                                      const obbtree_collider *b,
                                      obbtree_array poses_b,
                                      uint32_t format,
                                      const obbtree_distance_options *queried,
                                      const obbtree_batch_options *options,
                                      obbtree_distance_found *distances,
                                      size_t stride);
obbtree_status obbtree_batch_is_motion_free(obbtree_query *query,
                                            const obbtree_collider *a,
                                            const obbtree_pose *pose_a,
                                            const obbtree_collider *b,
                                            uint32_t kind,
                                            obbtree_array from,
                                            obbtree_array to,
                                            uint32_t format,
                                            const obbtree_sweep_options *sweep_options,
                                            const obbtree_batch_options *options,
                                            uint8_t *is_free,
                                            size_t stride);
obbtree_status obbtree_batch_sweep(obbtree_query *query,
                                   const obbtree_collider *a,
                                   const obbtree_pose *pose_a,
                                   const obbtree_collider *b,
                                   uint32_t kind,
                                   obbtree_array from,
                                   obbtree_array to,
                                   uint32_t format,
                                   const obbtree_sweep_options *sweep_options,
                                   const obbtree_batch_options *options,
                                   obbtree_sweep *sweeps,
                                   size_t stride);
obbtree_status obbtree_batch_collide_pairs(obbtree_query *query,
                                           const obbtree_collider *const *a,
                                           obbtree_array poses_a,
                                           const obbtree_collider *const *b,
                                           obbtree_array poses_b,
                                           uint32_t format,
                                           const obbtree_batch_options *options,
                                           uint8_t *collides,
                                           size_t stride);
obbtree_status obbtree_broad_phase_create(obbtree_broad_phase **broad_phase);
obbtree_status obbtree_broad_phase_free(obbtree_broad_phase *broad_phase);
obbtree_status obbtree_broad_phase_set(obbtree_broad_phase *broad_phase,
                                       uint32_t number,
                                       const double *bounds);
obbtree_status obbtree_broad_phase_remove(obbtree_broad_phase *broad_phase, uint32_t number);
obbtree_status obbtree_broad_phase_near(obbtree_query *query,
                                        const obbtree_broad_phase *broad_phase,
                                        const double *bounds,
                                        const uint32_t **numbers,
                                        size_t *count);
obbtree_status obbtree_broad_phase_pairs(obbtree_query *query,
                                         const obbtree_broad_phase *broad_phase,
                                         const uint32_t **pairs,
                                         size_t *count);
obbtree_status obbtree_broad_phase_nearest_first(const obbtree_broad_phase *broad_phase,
                                                 obbtree_on_near on_near,
                                                 void *user);
obbtree_status obbtree_checker_batch_is_valid(const obbtree_checker *checker,
                                              obbtree_array configurations,
                                              const obbtree_batch_options *options,
                                              uint8_t *is_valid,
                                              size_t stride);
obbtree_status obbtree_checker_batch_sweep(const obbtree_checker *checker,
                                           obbtree_array from,
                                           obbtree_array to,
                                           const obbtree_sweep_options *sweep_options,
                                           const obbtree_batch_options *options,
                                           obbtree_scene_sweep_found *sweeps,
                                           size_t stride);
obbtree_status obbtree_checker_world(const obbtree_checker *checker, obbtree_scene **world);
obbtree_status obbtree_checker_world_at(const obbtree_checker *checker,
                                        const double *values,
                                        size_t count,
                                        obbtree_scene **world);
obbtree_status obbtree_checker_set_world(obbtree_checker *checker, const obbtree_scene *world);
obbtree_status obbtree_checker_change(obbtree_checker *checker, const obbtree_scene *world);
obbtree_status obbtree_checker_link_body(const obbtree_checker *checker,
                                         size_t link,
                                         uint32_t *body);
obbtree_status obbtree_checker_link_of(const obbtree_checker *checker,
                                       uint32_t body,
                                       uint32_t *link);
obbtree_status obbtree_checker_attach(obbtree_checker *checker,
                                      const char *body,
                                      const char *link,
                                      const char *const *touch_links,
                                      size_t touch_count,
                                      const double *values,
                                      size_t value_count);
obbtree_status obbtree_checker_attach_at(obbtree_checker *checker,
                                         const char *body,
                                         const char *link,
                                         const char *const *touch_links,
                                         size_t touch_count,
                                         const obbtree_pose *pose);
obbtree_status obbtree_checker_detach(obbtree_checker *checker,
                                      const char *body,
                                      const double *values,
                                      size_t count);
obbtree_status obbtree_checker_for_group(const obbtree_checker *checker,
                                         const uint32_t *joints,
                                         size_t joint_count,
                                         const double *held,
                                         size_t held_count,
                                         obbtree_checker **group);
obbtree_status obbtree_checker_robot(const obbtree_checker *checker, obbtree_robot **robot);
obbtree_status obbtree_checker_create(const obbtree_robot *robot,
                                      const obbtree_scene *world,
                                      obbtree_checker **checker);
obbtree_status obbtree_checker_copy(const obbtree_checker *checker, obbtree_checker **copy);
obbtree_status obbtree_checker_ignoring_limits(const obbtree_checker *checker,
                                               obbtree_checker **copy);
obbtree_status obbtree_checker_pair_count(const obbtree_checker *checker, size_t *count);
obbtree_status obbtree_checker_free(obbtree_checker *checker);
obbtree_status obbtree_checker_is_valid(obbtree_checker *checker,
                                        const double *values,
                                        size_t count,
                                        bool *is_valid);
obbtree_status obbtree_checker_pairs(obbtree_checker *checker,
                                     const double *values,
                                     size_t count,
                                     const uint32_t **pairs,
                                     size_t *pair_count);
obbtree_status obbtree_checker_distance(obbtree_checker *checker,
                                        const double *values,
                                        size_t count,
                                        bool *found,
                                        obbtree_scene_distance_found *distance);
obbtree_status obbtree_checker_distances_within(obbtree_checker *checker,
                                                const double *values,
                                                size_t count,
                                                double threshold,
                                                const obbtree_scene_distance_found **distances,
                                                size_t *distance_count);
obbtree_status obbtree_checker_contacts(obbtree_checker *checker,
                                        const double *values,
                                        size_t count,
                                        size_t limit,
                                        const obbtree_scene_contact **contacts,
                                        size_t *contact_count);
obbtree_status obbtree_checker_is_motion_valid(obbtree_checker *checker,
                                               const double *from,
                                               const double *to,
                                               size_t count,
                                               bool *is_valid);
obbtree_status obbtree_checker_is_motion_clear(obbtree_checker *checker,
                                               const double *from,
                                               const double *to,
                                               size_t count,
                                               bool *is_clear);
obbtree_status obbtree_checker_sweep(obbtree_checker *checker,
                                     const double *from,
                                     const double *to,
                                     size_t count,
                                     const obbtree_sweep_options *options,
                                     obbtree_scene_sweep_found *sweep,
                                     double *last_valid);
obbtree_status obbtree_collider_create(obbtree_array vertices,
                                       obbtree_array triangles,
                                       const obbtree_build_options *options,
                                       obbtree_collider **collider);
obbtree_status obbtree_collider_read(const char *path,
                                     const obbtree_file_options *options,
                                     obbtree_collider **collider);
obbtree_status obbtree_collider_read_bytes(const uint8_t *bytes,
                                           size_t count,
                                           const char *name,
                                           const obbtree_file_options *options,
                                           obbtree_collider **collider);
obbtree_status obbtree_collider_write(const obbtree_collider *collider, const char *path);
obbtree_status obbtree_collider_share(const obbtree_collider *collider, obbtree_collider **shared);
obbtree_status obbtree_collider_free(obbtree_collider *collider);
obbtree_status obbtree_collider_vertices(const obbtree_collider *collider,
                                         const double **vertices,
                                         size_t *count);
obbtree_status obbtree_collider_triangles(const obbtree_collider *collider,
                                          const uint32_t **triangles,
                                          size_t *count);
obbtree_status obbtree_collider_require_closed(const obbtree_collider *collider);
obbtree_status obbtree_collider_is_mesh(const obbtree_collider *collider, bool *is_mesh);
obbtree_status obbtree_collider_shape(uint32_t kind,
                                      const double *numbers,
                                      size_t count,
                                      obbtree_collider **collider);
obbtree_status obbtree_collider_bounds(const obbtree_collider *collider,
                                       const obbtree_pose *pose,
                                       double *bounds);
obbtree_status obbtree_pairs(obbtree_query *query,
                             const obbtree_collider *a,
                             const obbtree_pose *pose_a,
                             const obbtree_collider *b,
                             const obbtree_pose *pose_b,
                             const uint32_t **pairs,
                             size_t *count);
obbtree_status obbtree_for_each_pair(obbtree_query *query,
                                     const obbtree_collider *a,
                                     const obbtree_pose *pose_a,
                                     const obbtree_collider *b,
                                     const obbtree_pose *pose_b,
                                     obbtree_on_pair on_pair,
                                     void *user,
                                     bool *ended);
obbtree_status obbtree_contacts(obbtree_query *query,
                                const obbtree_collider *a,
                                const obbtree_pose *pose_a,
                                const obbtree_collider *b,
                                const obbtree_pose *pose_b,
                                const obbtree_contact **contacts,
                                size_t *count);
obbtree_status obbtree_manifolds(obbtree_query *query,
                                 const obbtree_collider *a,
                                 const obbtree_pose *pose_a,
                                 const obbtree_collider *b,
                                 const obbtree_pose *pose_b,
                                 double margin,
                                 size_t points,
                                 const obbtree_manifold_point **manifolds,
                                 size_t *count);
obbtree_status obbtree_separating_translation(obbtree_query *query,
                                              const obbtree_collider *a,
                                              const obbtree_pose *pose_a,
                                              const obbtree_collider *b,
                                              const obbtree_pose *pose_b,
                                              bool *found,
                                              double *translation);
obbtree_status obbtree_depth(obbtree_query *query,
                             const obbtree_collider *a,
                             const obbtree_pose *pose_a,
                             const obbtree_collider *b,
                             const obbtree_pose *pose_b,
                             double *lower,
                             double *upper,
                             double *translation);
obbtree_status obbtree_depth_along(obbtree_query *query,
                                   const obbtree_collider *a,
                                   const obbtree_pose *pose_a,
                                   const obbtree_collider *b,
                                   const obbtree_pose *pose_b,
                                   const double *direction,
                                   double *lower,
                                   double *upper,
                                   double *translation);
obbtree_status obbtree_self_intersections(obbtree_query *query,
                                          const obbtree_collider *mesh,
                                          const uint32_t **pairs,
                                          size_t *count);
obbtree_status obbtree_distance(obbtree_query *query,
                                const obbtree_collider *a,
                                const obbtree_pose *pose_a,
                                const obbtree_collider *b,
                                const obbtree_pose *pose_b,
                                obbtree_distance_found *distance);
obbtree_status obbtree_distance_within(obbtree_query *query,
                                       const obbtree_collider *a,
                                       const obbtree_pose *pose_a,
                                       const obbtree_collider *b,
                                       const obbtree_pose *pose_b,
                                       const obbtree_distance_options *options,
                                       double at_most,
                                       bool *found,
                                       obbtree_distance_found *distance);
obbtree_status obbtree_clearance(obbtree_query *query,
                                 const obbtree_collider *a,
                                 const obbtree_pose *pose_a,
                                 const obbtree_collider *b,
                                 const obbtree_pose *pose_b,
                                 uint64_t box_tests,
                                 double *lower,
                                 double *upper);
obbtree_status obbtree_motion_create(uint32_t kind,
                                     const obbtree_pose *from,
                                     const obbtree_pose *to,
                                     obbtree_motion **motion);
obbtree_status obbtree_motion_rest(const obbtree_pose *pose, obbtree_motion **motion);
obbtree_status obbtree_motion_screw_about(const obbtree_pose *from,
                                          const double *point,
                                          const double *direction,
                                          double angle,
                                          double advance,
                                          obbtree_motion **motion);
obbtree_status obbtree_motion_free(obbtree_motion *motion);
obbtree_status obbtree_motion_pose_at(const obbtree_motion *motion,
                                      double time,
                                      obbtree_pose *pose);
obbtree_status obbtree_sweep_motions(obbtree_query *query,
                                     const obbtree_collider *a,
                                     const obbtree_motion *motion_a,
                                     const obbtree_collider *b,
                                     const obbtree_motion *motion_b,
                                     const obbtree_sweep_options *options,
                                     obbtree_sweep *sweep);
obbtree_status obbtree_is_motion_free(obbtree_query *query,
                                      const obbtree_collider *a,
                                      const obbtree_motion *motion_a,
                                      const obbtree_collider *b,
                                      const obbtree_motion *motion_b,
                                      const obbtree_sweep_options *options,
                                      bool *is_free);
obbtree_status obbtree_placed_create(const obbtree_collider *collider,
                                     const obbtree_pose *pose,
                                     obbtree_placed **placed);
obbtree_status obbtree_placed_move(obbtree_placed *placed, const obbtree_pose *pose);
obbtree_status obbtree_placed_free(obbtree_placed *placed);
obbtree_status obbtree_placed_collide(obbtree_query *query,
                                      const obbtree_placed *a,
                                      const obbtree_placed *b,
                                      bool *collides);
obbtree_status obbtree_placed_closer_than(obbtree_query *query,
                                          const obbtree_placed *a,
                                          const obbtree_placed *b,
                                          double tolerance,
                                          bool *closer);
obbtree_status obbtree_placed_distance(obbtree_query *query,
                                       const obbtree_placed *a,
                                       const obbtree_placed *b,
                                       obbtree_distance_found *distance);
obbtree_status obbtree_poses_from(obbtree_array numbers, uint32_t format, obbtree_pose *poses);
obbtree_status obbtree_pose_check(const obbtree_pose *pose);
obbtree_status obbtree_pose_compose(const obbtree_pose *outer,
                                    const obbtree_pose *inner,
                                    obbtree_pose *composed);
obbtree_status obbtree_pose_inverse(const obbtree_pose *pose, obbtree_pose *inverse);
obbtree_status obbtree_pose_renormalized(const obbtree_pose *pose, obbtree_pose *renormalized);
obbtree_status obbtree_query_create(obbtree_query **query);
obbtree_status obbtree_query_free(obbtree_query *query);
obbtree_status obbtree_query_set_solid(obbtree_query *query, int32_t solid);
obbtree_status obbtree_query_set_limit(obbtree_query *query, size_t pairs);
obbtree_status obbtree_query_set_contact_cache(obbtree_query *query, int32_t cached);
obbtree_status obbtree_query_set_counted(obbtree_query *query, int32_t counted);
obbtree_status obbtree_query_counts(obbtree_query *query,
                                    uint64_t *box_tests,
                                    uint64_t *triangle_tests);
obbtree_status obbtree_collide(obbtree_query *query,
                               const obbtree_collider *a,
                               const obbtree_pose *pose_a,
                               const obbtree_collider *b,
                               const obbtree_pose *pose_b,
                               bool *collides);
obbtree_status obbtree_first_pair(obbtree_query *query,
                                  const obbtree_collider *a,
                                  const obbtree_pose *pose_a,
                                  const obbtree_collider *b,
                                  const obbtree_pose *pose_b,
                                  bool *found,
                                  uint32_t *triangles);
obbtree_status obbtree_closer_than(obbtree_query *query,
                                   const obbtree_collider *a,
                                   const obbtree_pose *pose_a,
                                   const obbtree_collider *b,
                                   const obbtree_pose *pose_b,
                                   double tolerance,
                                   bool *closer);
obbtree_status obbtree_classify(obbtree_query *query,
                                const obbtree_collider *a,
                                const obbtree_pose *pose_a,
                                const obbtree_collider *b,
                                const obbtree_pose *pose_b,
                                obbtree_relation *relation);
obbtree_status obbtree_closest_hit(const obbtree_collider *mesh,
                                   const obbtree_pose *pose,
                                   const obbtree_ray *ray,
                                   bool *found,
                                   obbtree_ray_hit *hit);
obbtree_status obbtree_any_hit(const obbtree_collider *mesh,
                               const obbtree_pose *pose,
                               const obbtree_ray *ray,
                               bool *hit);
obbtree_status obbtree_all_hits(obbtree_query *query,
                                const obbtree_collider *mesh,
                                const obbtree_pose *pose,
                                const obbtree_ray *ray,
                                const obbtree_ray_hit **hits,
                                size_t *count);
obbtree_status obbtree_closest_point(obbtree_query *query,
                                     const obbtree_collider *mesh,
                                     const obbtree_pose *pose,
                                     const double *point,
                                     obbtree_closest *closest);
obbtree_status obbtree_signed_distance(obbtree_query *query,
                                       const obbtree_collider *mesh,
                                       const obbtree_pose *pose,
                                       const double *point,
                                       obbtree_closest *closest);
obbtree_status obbtree_point_side(obbtree_query *query,
                                  const obbtree_collider *mesh,
                                  const obbtree_pose *pose,
                                  const double *point,
                                  obbtree_side *side);
obbtree_status obbtree_robot_read(const char *urdf,
                                  const char *srdf,
                                  const char *const *roots,
                                  size_t count,
                                  obbtree_robot **robot);
obbtree_status obbtree_robot_free(obbtree_robot *robot);
obbtree_status obbtree_robot_size(const obbtree_robot *robot,
                                  size_t *dof,
                                  size_t *joints,
                                  size_t *links);
obbtree_status obbtree_robot_group(const obbtree_robot *robot,
                                   const char *name,
                                   uint32_t *joints,
                                   size_t capacity,
                                   size_t *count);
obbtree_status obbtree_robot_joint(const obbtree_robot *robot, size_t number, obbtree_joint *joint);
obbtree_status obbtree_robot_link_name(const obbtree_robot *robot, size_t link, const char **name);
obbtree_status obbtree_robot_is_within_limits(const obbtree_robot *robot,
                                              const double *values,
                                              size_t count,
                                              bool *is_within);
obbtree_status obbtree_robot_link_poses(const obbtree_robot *robot,
                                        const double *values,
                                        size_t count,
                                        obbtree_pose *poses);
obbtree_status obbtree_scene_add(obbtree_scene *scene,
                                 const char *name,
                                 const obbtree_scene_part *parts,
                                 size_t count,
                                 const obbtree_pose *pose,
                                 uint32_t *id);
obbtree_status obbtree_scene_remove(obbtree_scene *scene, uint32_t id);
obbtree_status obbtree_scene_ids(const obbtree_scene *scene,
                                 uint32_t *ids,
                                 size_t capacity,
                                 size_t *count);
obbtree_status obbtree_scene_find(const obbtree_scene *scene, const char *name, uint32_t *id);
obbtree_status obbtree_scene_name(const obbtree_scene *scene,
                                  uint32_t id,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *length);
obbtree_status obbtree_scene_set_pose(obbtree_scene *scene, uint32_t id, const obbtree_pose *pose);
obbtree_status obbtree_scene_set_poses(obbtree_scene *scene,
                                       const uint32_t *ids,
                                       const obbtree_pose *poses,
                                       size_t count);
obbtree_status obbtree_scene_pose(const obbtree_scene *scene, uint32_t id, obbtree_pose *pose);
obbtree_status obbtree_scene_set_enabled(obbtree_scene *scene, uint32_t id, int32_t enabled);
obbtree_status obbtree_scene_set_groups(obbtree_scene *scene,
                                        uint32_t id,
                                        uint32_t member,
                                        uint32_t with);
obbtree_status obbtree_scene_attach(obbtree_scene *scene, uint32_t id, uint32_t parent);
obbtree_status obbtree_scene_parent(const obbtree_scene *scene, uint32_t id, uint32_t *parent);
obbtree_status obbtree_scene_detach(obbtree_scene *scene, uint32_t id);
obbtree_status obbtree_scene_allow(obbtree_scene *scene,
                                   const char *a,
                                   const char *b,
                                   int32_t allowed);
obbtree_status obbtree_scene_set_margin(obbtree_scene *scene, double margin);
obbtree_status obbtree_scene_set_pair_margin(obbtree_scene *scene,
                                             const char *a,
                                             const char *b,
                                             double margin);
obbtree_status obbtree_scene_set_padding(obbtree_scene *scene, uint32_t id, double padding);
obbtree_status obbtree_scene_padding(const obbtree_scene *scene, uint32_t id, double *padding);
obbtree_status obbtree_scene_collides(obbtree_query *query,
                                      const obbtree_scene *scene,
                                      bool *collides);
obbtree_status obbtree_scene_collides_with(obbtree_query *query,
                                           const obbtree_scene *scene,
                                           uint32_t id,
                                           bool *collides);
obbtree_status obbtree_scene_require_pairs(const obbtree_scene *scene);
obbtree_status obbtree_scene_pairs(obbtree_query *query,
                                   const obbtree_scene *scene,
                                   const uint32_t **pairs,
                                   size_t *count);
obbtree_status obbtree_scene_pairs_with(obbtree_query *query,
                                        const obbtree_scene *scene,
                                        uint32_t id,
                                        const uint32_t **pairs,
                                        size_t *count);
obbtree_status obbtree_scene_contacts(obbtree_query *query,
                                      const obbtree_scene *scene,
                                      size_t limit,
                                      const obbtree_scene_contact **contacts,
                                      size_t *count);
obbtree_status obbtree_scene_distance(obbtree_query *query,
                                      const obbtree_scene *scene,
                                      obbtree_scene_distance_found *distance);
obbtree_status obbtree_scene_clearances(obbtree_query *query,
                                        const obbtree_scene *scene,
                                        double threshold,
                                        const obbtree_scene_distance_found **distances,
                                        size_t *count);
obbtree_status obbtree_scene_sweep(obbtree_query *query,
                                   const obbtree_scene *scene,
                                   const uint32_t *ids,
                                   const obbtree_motion *const *motions,
                                   size_t count,
                                   const obbtree_sweep_options *options,
                                   obbtree_scene_sweep_found *sweep);
obbtree_status obbtree_scene_create(obbtree_scene **scene);
obbtree_status obbtree_scene_read(const char *path, obbtree_scene **scene);
obbtree_status obbtree_scene_from_json(const char *text, const char *path, obbtree_scene **scene);
obbtree_status obbtree_scene_write(const obbtree_scene *scene, const char *path, int32_t embed);
obbtree_status obbtree_scene_copy(const obbtree_scene *scene, obbtree_scene **copy);
obbtree_status obbtree_scene_free(obbtree_scene *scene);
const char *obbtree_status_name(uint32_t status);
const char *obbtree_last_error(void);
uint32_t obbtree_abi_version(void);
const char *obbtree_version(void);
#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
#endif
