/* Random and invalid arguments for every function: whatever comes, a status comes back.
 * Arguments: how many calls, a seed. Handles are null or valid, as a C caller must promise; all
 * else is wild. */
#include "random.h"

enum { BODIES = 4, SHAPES = 3, MOTIONS = 4, NUMBERS = 400 };
static obbtree_collider *bodies[BODIES];
static obbtree_collider *shapes[SHAPES];
static obbtree_motion *motions[MOTIONS];
static obbtree_query *query;
static double numbers[NUMBERS];
static unsigned char results[64 * 1024];

static const obbtree_collider *body(void) { return one_in(50) ? NULL : bodies[below(BODIES)]; }
static const obbtree_motion *motion(void) { return one_in(50) ? NULL : motions[below(MOTIONS)]; }
static const obbtree_collider *shape(void) { return one_in(50) ? NULL : shapes[below(SHAPES)]; }
static obbtree_query *queried(void) { return one_in(50) ? NULL : query; }
static void *out(void) { return one_in(50) ? NULL : results + 8 * below(4); }
static size_t *count_out(void) { return one_in(50) ? NULL : (size_t *)(results + sizeof results - 64); }
static void *out2(void) { return one_in(50) ? NULL : results + sizeof results - 128; }

static const obbtree_pose *pose(void) {
    static obbtree_pose poses[8];
    static unsigned next;
    obbtree_pose *made = &poses[next++ % 8];
    if (one_in(50)) return NULL;
    *made = moved(number(), number(), number());
    if (one_in(4)) {
        const double q[7] = {number(), number(), number(), 0, 0.6, 0, 0.8};
        obbtree_poses_from((obbtree_array){q, 1, 0, 0}, OBBTREE_POSE_FORMAT_QUATERNION, made);
    }
    if (one_in(30)) made->rows[below(12)] = number();
    return made;
}

/* Its numbers are there: strides and counts are wild only where they must be refused or fit. */
static obbtree_array array(void) {
    for (int k = 0; k < 20; ++k) numbers[below(NUMBERS)] = number();
    obbtree_array found = {(char *)numbers + below(8), below(8), 0, below(6)};
    if (one_in(3)) found.stride = below(150);
    if (one_in(20)) found.stride = SIZE_MAX - below(100), found.count = 2 + below(100);
    if (one_in(30)) found.count = SIZE_MAX - below(9), found.stride = 256;
    if (one_in(30)) found.data = NULL;
    return found;
}

static int32_t on_pair(void *user, uint32_t a, uint32_t b) { return (int32_t)((a ^ b ^ (uintptr_t)user) & 1); }
static int32_t on_progress(void *user, size_t done) { return user != NULL && done > 3; }

static obbtree_batch_options run(void) {
    return (obbtree_batch_options){one_in(20) ? 1 + below(3) : 0, one_in(2) ? on_progress : NULL, one_in(2) ? results : NULL};
}

/* Most vectors of poses that can be refused are: these can be used. */
static obbtree_array good_poses(uint32_t *format) {
    static obbtree_pose poses[8];
    if (one_in(4)) return *format = constant(), array();
    for (int k = 0; k < 8; ++k) poses[k] = moved(number(), number(), number());
    *format = OBBTREE_POSE_FORMAT_ROWS;
    return (obbtree_array){poses, below(9), 0, OBBTREE_SCALAR_F64};
}

static obbtree_status call(void) {
    uint32_t format;
    obbtree_collider *made = NULL;
    obbtree_collider *made_shape = NULL;
    obbtree_motion *made_motion = NULL;
    obbtree_status status;
    const obbtree_ray ray = {{number(), number(), number()}, {number(), number(), number()}, below(2)};
    const obbtree_batch_options options = run();
    const obbtree_sweep_options sweep = {positive(), positive(), below(100)};
    const obbtree_distance_options errors = {positive(), positive()};
    const obbtree_array some = good_poses(&format);
    switch (below(43)) {
        case 42: return obbtree_overlap_volume(one_in(100) ? queried() : NULL, body(), pose(), body(), pose(), out(), out2());
        case 41: return obbtree_triangles_within(one_in(100) ? queried() : NULL, body(), pose(), body(), pose(), number(), out(), count_out());
        case 40: return obbtree_closest_places_within(one_in(100) ? queried() : NULL, body(), pose(), body(), pose(), number(), out(), count_out());
        case 39: return obbtree_depth_within(one_in(100) ? queried() : NULL, body(), pose(), body(), pose(), number(), out(), out2(), out());
        case 38: return obbtree_manifolds(one_in(100) ? queried() : NULL, body(), pose(), body(), pose(), number(), below(9), out(), count_out());
        case 37: return obbtree_depth_along(one_in(100) ? queried() : NULL, body(), pose(), body(), pose(), one_in(50) ? NULL : ray.to, out(), out2(), out());
        case 36: return obbtree_depth(one_in(100) ? queried() : NULL, body(), pose(), body(), pose(), out(), out2(), out());
        case 0: return obbtree_collide(queried(), body(), pose(), body(), pose(), out());
        case 1: return obbtree_first_pair(queried(), body(), pose(), body(), pose(), out(), out2());
        case 2: return obbtree_closer_than(queried(), body(), pose(), body(), pose(), number(), out());
        case 3: return obbtree_classify(queried(), body(), pose(), body(), pose(), out());
        case 4: return obbtree_pairs(queried(), body(), pose(), body(), pose(), out(), count_out());
        case 5: return obbtree_contacts(queried(), body(), pose(), body(), pose(), out(), count_out());
        case 6: return obbtree_for_each_pair(queried(), body(), pose(), body(), pose(), one_in(9) ? NULL : on_pair, out(), out());
        case 7: return obbtree_distance(queried(), body(), pose(), body(), pose(), out());
        case 8: return obbtree_distance_within(queried(), body(), pose(), body(), pose(), one_in(4) ? NULL : &errors, number(), out(), out2());
        case 9: return obbtree_clearance(queried(), body(), pose(), body(), pose(), below(200), out(), out2());
        case 10: return obbtree_self_intersections(queried(), body(), out(), count_out());
        case 11: return obbtree_closest_hit(body(), pose(), one_in(50) ? NULL : &ray, out2(), out());
        case 12: return obbtree_any_hit(body(), pose(), &ray, out());
        case 13: return obbtree_all_hits(queried(), body(), pose(), &ray, out(), count_out());
        case 14: return obbtree_closest_point(queried(), body(), pose(), one_in(50) ? NULL : ray.to, out());
        case 15: return obbtree_signed_distance(queried(), body(), pose(), ray.to, out());
        case 16: return obbtree_point_side(queried(), body(), pose(), ray.to, out());
        case 17: return obbtree_collide(queried(), body(), pose(), shape(), pose(), out());
        case 18: return obbtree_closer_than(queried(), body(), pose(), shape(), pose(), number(), out());
        case 19: return obbtree_distance(queried(), shape(), pose(), shape(), pose(), out());
        case 20: return obbtree_pose_check(pose());
        case 21: return obbtree_pose_compose(pose(), pose(), out());
        case 22: return obbtree_pose_inverse(pose(), out());
        case 23: return obbtree_pose_renormalized(pose(), out());
        case 24: return obbtree_poses_from(array(), constant(), out());
        case 25: return obbtree_motion_pose_at(motion(), number(), out());
        case 26:
            if (!one_in(8)) return obbtree_is_motion_free(queried(), body(), motion(), body(), motion(), &sweep, out());
            return obbtree_sweep_motions(queried(), body(), motion(), body(), motion(), &sweep, out());
        case 27: return obbtree_batch_collide(queried(), body(), pose(), body(), some, format, one_in(2) ? NULL : &options, out(), below(9));
        case 28: return obbtree_batch_closer_than(queried(), body(), pose(), body(), some, format, number(), &options, out(), below(9));
        case 29: return obbtree_batch_distance(queried(), body(), pose(), body(), some, format, &errors, &options, out(), below(200));
        case 30: return obbtree_batch_is_motion_free(queried(), body(), pose(), body(), constant(), array(), array(), constant(), &sweep, &options, out(), 0);
        case 31:
            switch (below(5)) {
                case 0: return obbtree_query_set_solid(queried(), (int32_t)random64());
                case 1: return obbtree_query_set_limit(queried(), one_in(2) ? SIZE_MAX : random64());
                case 2: return obbtree_query_set_contact_cache(queried(), (int32_t)random64());
                case 3: return obbtree_query_set_counted(queried(), below(2));
                default: return obbtree_query_counts(queried(), out(), out2());
            }
        case 32: {
            const obbtree_build_options build = {below(2), 1};
            status = obbtree_collider_create(array(), array(), one_in(2) ? NULL : &build, one_in(50) ? NULL : &made);
            obbtree_collider_free(made);
            return status;
        }
        case 33:
            status = obbtree_collider_shape(constant(), one_in(50) ? NULL : numbers, below(14), one_in(50) ? NULL : &made_shape);
            obbtree_collider_free(made_shape);
            return status;
        case 34:
            status = one_in(2) ? obbtree_motion_create(constant(), pose(), pose(), &made_motion)
                               : obbtree_motion_screw_about(pose(), ray.origin, ray.to, number(), number(), &made_motion);
            obbtree_motion_free(made_motion);
            return status;
        default: {
            char text[64];
            const size_t length = below(sizeof text);
            for (size_t k = 0; k < sizeof text; ++k) text[k] = "v f1234 .e-\nofsolid\x80\0"[below(22)];
            text[sizeof text - 1] = 0;
            obbtree_file_options read = {number(), {1, number(), 1}, below(2), below(2), below(9)};
            status = obbtree_collider_read_bytes((uint8_t *)text, length, one_in(9) ? text : "a.obj", one_in(2) ? NULL : &read, &made);
            obbtree_collider_free(made);
            return status;
        }
    }
}

int main(int argc, char **argv) {
    CHECK(argc == 3);
    const unsigned long calls = strtoul(argv[1], NULL, 10);
    state = 0x9E3779B97F4A7C15ULL ^ strtoull(argv[2], NULL, 10);
    OK(obbtree_query_create(&query));
    bodies[0] = tetrahedron(), bodies[1] = tetrahedron();
    for (int k = 0; k < NUMBERS; ++k) numbers[k] = (double)(k % 7) - 3;
    const uint32_t open[6] = {0, 1, 2, 2, 4, 4}, twice[9] = {0, 1, 2, 0, 1, 2, 1, 3, 6};
    const obbtree_array corners = {numbers, 9, 0, OBBTREE_SCALAR_F64};
    OK(obbtree_collider_create(corners, (obbtree_array){open, 2, 0, OBBTREE_SCALAR_U32}, NULL, &bodies[2]));
    OK(obbtree_collider_create(corners, (obbtree_array){twice, 3, 0, OBBTREE_SCALAR_U32}, NULL, &bodies[3]));
    const double sphere[7] = {0, 0, 0, 1, 1, 1, 0.5};
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_SPHERE, sphere + 3, 4, &shapes[0]));
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_CYLINDER, sphere, 7, &shapes[1]));
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_BOX, sphere + 3, 3, &shapes[2]));
    for (int k = 0; k < MOTIONS; ++k) {
        const obbtree_pose from = moved(k, 0, 2), to = moved(0, k, -2);
        OK(k == 0 ? obbtree_motion_rest(&HERE, &motions[k]) : obbtree_motion_create((uint32_t)k - 1, &from, &to, &motions[k]));
    }
    ask_at_random("fuzz", call, calls);
    for (int k = 0; k < BODIES; ++k) obbtree_collider_free(bodies[k]);
    for (int k = 0; k < SHAPES; ++k) obbtree_collider_free(shapes[k]);
    for (int k = 0; k < MOTIONS; ++k) obbtree_motion_free(motions[k]);
    OK(obbtree_query_free(query));
    return 0;
}
