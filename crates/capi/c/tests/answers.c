/* Every function of the C interface, with answers that can be seen by eye; run under valgrind too.
 * The argument is the folder of the project's models. */
#include <math.h>
#include <string.h>

#include "check.h"

static void versions(void) {
    CHECK(obbtree_abi_version() == OBBTREE_ABI_VERSION);
    CHECK(strchr(obbtree_version(), '.') != NULL);
    CHECK(strcmp(obbtree_status_name(OBBTREE_STATUS_BAD_MESH), "bad mesh") == 0);
    CHECK(strcmp(obbtree_status_name(99), "unknown") == 0);
}

static void poses(void) {
    const double turn[7] = {1, 2, 3, 0, 0, 0.6, 0.8};
    const float turn_f[9] = {1, 2, 3, 0, 0, 0.6f, 0.8f, 99, 99};
    obbtree_pose pose, inverse, product, both[1];
    OK(obbtree_poses_from((obbtree_array){turn, 1, 0, OBBTREE_SCALAR_F64}, OBBTREE_POSE_FORMAT_QUATERNION, &pose));
    CHECK(pose.rows[3] == 1 && pose.rows[7] == 2 && pose.rows[11] == 3 && fabs(pose.rows[0] - 0.28) < 1e-15);
    OK(obbtree_poses_from((obbtree_array){turn_f, 1, 36, OBBTREE_SCALAR_F32}, OBBTREE_POSE_FORMAT_QUATERNION, both));
    CHECK(fabs(both[0].rows[0] - 0.28) < 1e-6);
    OK(obbtree_pose_inverse(&pose, &inverse));
    OK(obbtree_pose_compose(&pose, &inverse, &inverse)); /* in place */
    for (int k = 0; k < 12; ++k) CHECK(fabs(inverse.rows[k] - HERE.rows[k]) < 1e-14);
    OK(obbtree_pose_renormalized(&pose, &product));
    OK(obbtree_pose_check(&product));
    pose.rows[0] = NAN;
    CHECK(obbtree_pose_check(&pose) == OBBTREE_STATUS_BAD_POSE && strstr(obbtree_last_error(), "[0][0]"));
    CHECK(obbtree_pose_check(NULL) == OBBTREE_STATUS_NULL_POINTER);
}

/* The same body from strided floats and 16-bit indices. */
static void arrays(obbtree_query *query, const obbtree_collider *body) {
    struct vertex { float position[3], normal[3]; } corners[4] = {
        {{0, 0, 0}, {9, 9, 9}}, {{1, 0, 0}, {9, 9, 9}}, {{0, 1, 0}, {9, 9, 9}}, {{0, 0, 1}, {9, 9, 9}}};
    const uint16_t faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    const obbtree_array vertices = {corners, 4, sizeof(struct vertex), OBBTREE_SCALAR_F32};
    obbtree_array triangles = {faces, 4, 0, OBBTREE_SCALAR_U16};
    const obbtree_build_options fast = {1, 1};
    obbtree_collider *other = NULL, *shared = NULL;
    OK(obbtree_collider_create(vertices, triangles, &fast, &other));
    const double *numbers;
    const uint32_t *indices;
    size_t count;
    OK(obbtree_collider_vertices(other, &numbers, &count));
    CHECK(count == 4 && numbers[3] == 1 && numbers[11] == 1);
    OK(obbtree_collider_triangles(other, &indices, &count));
    CHECK(count == 4 && indices[1] == 2);
    obbtree_relation relation;
    OK(obbtree_classify(query, body, &HERE, other, &HERE, &relation));
    CHECK(relation == OBBTREE_RELATION_COINCIDENT);
    OK(obbtree_collider_share(other, &shared));
    OK(obbtree_collider_free(other));
    OK(obbtree_collider_require_closed(shared));
    OK(obbtree_collider_free(shared));

    other = NULL;
    triangles.stride = 5;
    CHECK(obbtree_collider_create(vertices, triangles, NULL, &other) == OBBTREE_STATUS_BAD_ARGUMENT);
    triangles.stride = 0, triangles.scalar = 77;
    CHECK(obbtree_collider_create(vertices, triangles, NULL, &other) == OBBTREE_STATUS_BAD_ARGUMENT);
    const uint32_t beyond[3] = {0, 1, 4};
    const obbtree_array wrong = {beyond, 1, 0, OBBTREE_SCALAR_U32};
    CHECK(obbtree_collider_create(vertices, wrong, NULL, &other) == OBBTREE_STATUS_BAD_MESH);
    CHECK(strstr(obbtree_last_error(), "vertex 4") && other == NULL);
    const obbtree_array none = {NULL, 0, 0, OBBTREE_SCALAR_U32};
    CHECK(obbtree_collider_create(vertices, none, NULL, &other) == OBBTREE_STATUS_BAD_MESH);
}

static int32_t count_two(void *user, uint32_t in_a, uint32_t in_b) {
    (void)in_a, (void)in_b;
    return ++*(int *)user == 2;
}

struct reentry {
    obbtree_query *query;
    const obbtree_collider *body;
    int busy;
};

static int32_t ask_again(void *user, uint32_t in_a, uint32_t in_b) {
    struct reentry *held = user;
    bool collides;
    (void)in_a, (void)in_b;
    held->busy = obbtree_collide(held->query, held->body, &HERE, held->body, &HERE, &collides) == OBBTREE_STATUS_BUSY &&
                 obbtree_query_free(held->query) == OBBTREE_STATUS_BUSY;
    return 1;
}

static void questions(obbtree_query *query, const obbtree_collider *body) {
    const obbtree_pose aside = moved(0.5, 0.25, 0), away = moved(0, 0, 3), touching = moved(1, 0, 0);
    bool yes, found, ended;
    OK(obbtree_collide(query, body, &HERE, body, &aside, &yes));
    CHECK(yes);
    OK(obbtree_collide(query, body, &HERE, body, &away, &yes));
    CHECK(!yes);
    OK(obbtree_collide(query, body, &HERE, body, &touching, &yes));
    CHECK(yes);
    uint32_t first[2];
    OK(obbtree_first_pair(query, body, &HERE, body, &away, &found, first));
    CHECK(!found);
    OK(obbtree_closer_than(query, body, &HERE, body, &away, 2.0, &yes));
    CHECK(yes);
    OK(obbtree_closer_than(query, body, &HERE, body, &away, nextafter(2.0, 0), &yes));
    CHECK(!yes);

    const uint32_t *pairs;
    size_t count, all;
    OK(obbtree_pairs(query, body, &HERE, body, &aside, &pairs, &all));
    CHECK(all > 2);
    const obbtree_contact *contacts;
    OK(obbtree_contacts(query, body, &HERE, body, &aside, &contacts, &count));
    CHECK(count == all && contacts[0].count >= 1 && contacts[0].count <= OBBTREE_MOST_CORNERS);
    OK(obbtree_query_set_limit(query, 1));
    OK(obbtree_pairs(query, body, &HERE, body, &aside, &pairs, &count));
    CHECK(count == 1);
    OK(obbtree_query_set_limit(query, SIZE_MAX));
    int calls = 0;
    OK(obbtree_for_each_pair(query, body, &HERE, body, &aside, count_two, &calls, &ended));
    CHECK(calls == 2 && ended);
    struct reentry held = {query, body, 0};
    OK(obbtree_for_each_pair(query, body, &HERE, body, &aside, ask_again, &held, &ended));
    CHECK(held.busy);
    double way[3];
    OK(obbtree_separating_translation(query, body, &HERE, body, &aside, &found, way));
    CHECK(found);
    const obbtree_pose freed = moved(0.5 + way[0], 0.25 + way[1], way[2]);
    OK(obbtree_collide(query, body, &HERE, body, &freed, &yes));
    CHECK(!yes);
    const double known = 0.25 / sqrt(3); /* along (1, 1, 1) */
    double lower, upper;
    OK(obbtree_depth(query, body, &HERE, body, &aside, &lower, &upper, way));
    CHECK(lower <= known && known <= upper && upper - lower < 1e-6);
    const obbtree_pose out = moved(0.5 + way[0], 0.25 + way[1], way[2]);
    OK(obbtree_collide(query, body, &HERE, body, &out, &yes));
    CHECK(!yes);
    OK(obbtree_depth_within(query, body, &HERE, body, &aside, 0.01, &lower, &upper, way));
    CHECK(lower <= known && known <= upper && upper - lower <= 0.01 * upper + 1e-9);
    CHECK(obbtree_depth_within(query, body, &HERE, body, &aside, -1, &lower, &upper, way) ==
          OBBTREE_STATUS_BAD_ARGUMENT);
    OK(obbtree_depth(query, body, &HERE, body, &out, &lower, &upper, way));
    CHECK(lower == 0 && upper == 0 && way[0] == 0);
    const double along[3] = {1, 1, 1};
    OK(obbtree_depth_along(query, body, &HERE, body, &aside, along, &lower, &upper, way));
    CHECK(lower <= known && known <= upper && upper - lower < 1e-14 && fabs(way[0] - way[2]) < 1e-14);
    const obbtree_manifold_point *places;
    OK(obbtree_manifolds(query, body, &HERE, body, &aside, 0, 4, &places, &count));
    CHECK(count > 0 && places[0].manifold == 0 && places[0].depth > 0 && places[0].normal[0] > 0);
    OK(obbtree_manifolds(query, body, &HERE, body, &away, 1, 4, &places, &count));
    CHECK(count == 0);
    OK(obbtree_manifolds(query, body, &HERE, body, &away, 2.5, 4, &places, &count));
    CHECK(count == 1 && places[0].depth == -2 && places[0].normal[2] == 1);
    OK(obbtree_overlap_volume(query, body, &HERE, body, &aside, &lower, &upper));
    const double shared = 0.25 * 0.25 * 0.25 / 6;
    CHECK(lower <= shared && shared <= upper && upper - lower < 1e-11);
    const obbtree_distance_found *near;
    OK(obbtree_triangles_within(query, body, &HERE, body, &away, 2, &near, &count));
    CHECK(count == 9 && near[0].lower <= 2 && 2 <= near[0].upper);
    OK(obbtree_closest_places_within(query, body, &HERE, body, &away, 2.5, &near, &count));
    CHECK(count == 1 && near[0].normal[2] == 1 && near[0].points[1][2] == 3);
    OK(obbtree_self_intersections(query, body, &pairs, &count));
    CHECK(count == 0);

    obbtree_distance_found distance;
    OK(obbtree_distance(query, body, &HERE, body, &away, &distance));
    CHECK(distance.lower <= 2 && 2 <= distance.upper && distance.points[0][2] == 1 && distance.points[1][2] == 3);
    OK(obbtree_distance_within(query, body, &HERE, body, &away, NULL, 1.9, &found, &distance));
    CHECK(!found);
    const obbtree_distance_options tenth = {0.1, 0};
    OK(obbtree_distance_within(query, body, &HERE, body, &away, &tenth, INFINITY, &found, &distance));
    CHECK(found && distance.lower <= 2 && 2 <= distance.upper);
    OK(obbtree_clearance(query, body, &HERE, body, &away, 64, &lower, &upper));
    CHECK(0 < lower && lower <= 2 && 2 <= upper);

    OK(obbtree_query_set_counted(query, 1));
    OK(obbtree_collide(query, body, &HERE, body, &aside, &yes));
    uint64_t boxes, triangles;
    OK(obbtree_query_counts(query, &boxes, &triangles));
    CHECK(boxes > 0 && triangles > 0);
    OK(obbtree_query_set_counted(query, 0));
    OK(obbtree_query_set_contact_cache(query, 1));
    OK(obbtree_collide(query, body, &HERE, body, &aside, &yes));
    CHECK(yes);
    OK(obbtree_query_set_contact_cache(query, 0));
    CHECK(obbtree_collide(query, NULL, &HERE, body, &aside, &yes) == OBBTREE_STATUS_NULL_POINTER);
    CHECK(obbtree_collide(NULL, body, &HERE, body, &aside, &yes) == OBBTREE_STATUS_NULL_POINTER);
    CHECK(obbtree_collide(query, body, &HERE, body, &aside, NULL) == OBBTREE_STATUS_NULL_POINTER);
}

static void rays_and_points(obbtree_query *query, const obbtree_collider *body) {
    const obbtree_ray up = {{0.25, 0.25, -1}, {0, 0, 2}, 0}, nowhere = {{0, 0, 0}, {0, 0, 0}, 0};
    obbtree_ray_hit hit;
    bool found;
    OK(obbtree_closest_hit(body, &HERE, &up, &found, &hit));
    CHECK(found && hit.triangle == 0 && hit.lower <= 0.5 && 0.5 <= hit.upper);
    OK(obbtree_any_hit(body, &HERE, &up, &found));
    CHECK(found);
    CHECK(obbtree_any_hit(body, &HERE, &nowhere, &found) == OBBTREE_STATUS_BAD_RAY);
    const obbtree_ray_hit *hits;
    size_t count;
    OK(obbtree_all_hits(query, body, &HERE, &up, &hits, &count));
    CHECK(count == 2 && hits[1].triangle == 2);
    const double inside[3] = {0.125, 0.25, 0.25}, far[3] = {1e300, 0, 0};
    obbtree_closest closest;
    OK(obbtree_closest_point(query, body, &HERE, inside, &closest));
    CHECK(closest.lower <= 0.125 && 0.125 <= closest.upper);
    OK(obbtree_signed_distance(query, body, &HERE, inside, &closest));
    CHECK(closest.upper < 0);
    CHECK(obbtree_closest_point(query, body, &HERE, far, &closest) == OBBTREE_STATUS_BAD_POINT);
    obbtree_side side;
    OK(obbtree_point_side(query, body, &HERE, inside, &side));
    CHECK(side == OBBTREE_SIDE_INSIDE);
}

static void shapes(obbtree_query *query, const obbtree_collider *body) {
    const double sphere[4] = {0, 0, 2, 1};
    obbtree_collider *shape = NULL;
    CHECK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_SPHERE, sphere, 3, &shape) == OBBTREE_STATUS_BAD_ARGUMENT);
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_SPHERE, sphere, 4, &shape));
    const obbtree_pose lower = moved(0, 0, -0.25), higher = moved(0, 0, 1);
    bool yes;
    OK(obbtree_collide(query, body, &HERE, shape, &HERE, &yes));
    CHECK(yes);
    OK(obbtree_collide(query, body, &lower, shape, &HERE, &yes));
    CHECK(!yes);
    OK(obbtree_closer_than(query, body, &lower, shape, &HERE, 0.25, &yes));
    CHECK(yes);
    obbtree_distance_found distance;
    OK(obbtree_distance(query, body, &HERE, shape, &higher, &distance));
    CHECK(distance.lower <= 1 && 1 <= distance.upper);
    CHECK(distance.points[0][2] == 1 && distance.points[1][2] == 2);
    CHECK(distance.triangles[0] < 4 && distance.triangles[1] == OBBTREE_NO_TRIANGLE);

    /* Two shapes, as any two colliders. */
    const double half[3] = {1, 1, 1};
    obbtree_collider *box = NULL, *plane = NULL;
    const obbtree_contact *contacts;
    size_t count;
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_BOX, half, 3, &box));
    OK(obbtree_collide(query, box, &HERE, shape, &HERE, &yes));
    CHECK(yes);
    OK(obbtree_contacts(query, box, &HERE, shape, &HERE, &contacts, &count));
    CHECK(count == 1 && contacts[0].count == 1 && contacts[0].points[0][2] == 1);
    CHECK(contacts[0].triangles[0] == OBBTREE_NO_TRIANGLE && contacts[0].local_depth == 0);
    OK(obbtree_distance(query, box, &HERE, shape, &higher, &distance));
    CHECK(distance.lower <= 1 && 1 <= distance.upper && distance.points[1][2] == 2);
    obbtree_motion *down, *rest;
    obbtree_sweep sweep;
    OK(obbtree_motion_create(OBBTREE_MOTION_KIND_TRANSLATION, &higher, &lower, &down));
    OK(obbtree_motion_rest(&HERE, &rest));
    OK(obbtree_sweep_motions(query, box, rest, shape, down, NULL, &sweep));
    CHECK(sweep.outcome == OBBTREE_SWEEP_OUTCOME_CONTACT && sweep.last_free <= 0.8);
    CHECK(0.8 <= sweep.first_contact && sweep.triangles[0] == OBBTREE_NO_TRIANGLE);
    OK(obbtree_sweep_motions(query, body, rest, shape, down, NULL, &sweep));
    CHECK(sweep.outcome == OBBTREE_SWEEP_OUTCOME_CONTACT && sweep.triangles[0] < 4);
    OK(obbtree_motion_free(down));
    OK(obbtree_motion_free(rest));

    /* Boxes around them. */
    double bounds[6];
    OK(obbtree_collider_bounds(box, &higher, bounds));
    CHECK(bounds[0] <= -1 && bounds[0] > -1.1 && 2 <= bounds[5] && bounds[5] < 2.1);
    const double points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_PLANE, points, 9, &plane));
    OK(obbtree_collider_bounds(plane, &HERE, bounds));
    CHECK(bounds[0] == -INFINITY && bounds[5] == INFINITY);
    OK(obbtree_collider_free(plane));

    /* What only meshes have. */
    const obbtree_status NO = OBBTREE_STATUS_NOT_A_MESH;
    const uint32_t *pairs;
    const double *vertices;
    const obbtree_ray up = {{0, 0, -1}, {0, 0, 1}, 0};
    double low, high, way[3];
    obbtree_relation relation;
    OK(obbtree_collider_is_mesh(box, &yes));
    CHECK(!yes);
    OK(obbtree_collider_is_mesh(body, &yes));
    CHECK(yes);
    CHECK(obbtree_pairs(query, body, &HERE, box, &HERE, &pairs, &count) == NO);
    CHECK(strcmp(obbtree_last_error(), "collider b: a shape has no triangles") == 0);
    CHECK(obbtree_collider_vertices(box, &vertices, &count) == NO);
    CHECK(obbtree_collider_triangles(box, &pairs, &count) == NO);
    CHECK(obbtree_collider_require_closed(box) == NO && obbtree_collider_write(box, "x") == NO);
    CHECK(obbtree_any_hit(box, &HERE, &up, &yes) == NO);
    CHECK(obbtree_classify(query, box, &HERE, body, &HERE, &relation) == NO);
    CHECK(obbtree_clearance(query, box, &HERE, body, &HERE, 9, &low, &high) == NO);
    CHECK(obbtree_self_intersections(query, box, &pairs, &count) == NO);
    CHECK(obbtree_separating_translation(query, body, &HERE, box, &HERE, &yes, way) == NO);
    OK(obbtree_collider_free(box));
    OK(obbtree_collider_free(shape));
}

/* Two points above the ground, the lower one of which is given twice. */
static void clouds(obbtree_query *query, const obbtree_collider *body, const char *models) {
    struct seen { float position[3], brightness; } seen[3] = {{{0, 0, 4}, 1}, {{8, 0, 2}, 1}, {{8, 0, 2}, 1}};
    obbtree_array points = {seen, 3, sizeof(struct seen), OBBTREE_SCALAR_F32};
    const double wide[6] = {0, 0, 4, 8, 0, 2}, radii[3] = {2.5, 0.25, 0.25};
    const obbtree_array doubles = {wide, 2, 0, OBBTREE_SCALAR_F64};
    obbtree_collider *cloud, *other, *each, *ground, *shared;
    OK(obbtree_collider_cloud(points, 0.5, NULL, &cloud));
    OK(obbtree_collider_cloud(doubles, 0.5, NULL, &other));
    OK(obbtree_collider_cloud(points, 0, radii, &each));
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_HALF_SPACE, (double[]){0, 0, 0, 1, 0, 0, 0, 1, 0}, 9, &ground));
    bool yes;
    OK(obbtree_collide(query, cloud, &HERE, ground, &HERE, &yes));
    CHECK(!yes);
    OK(obbtree_closer_than(query, cloud, &HERE, ground, &HERE, 1.5, &yes));
    CHECK(yes);
    obbtree_distance_found found;
    OK(obbtree_distance(query, cloud, &HERE, ground, &HERE, &found));
    CHECK(found.lower <= 1.5 && 1.5 <= found.upper && found.upper - found.lower < 1e-10);
    CHECK(found.triangles[0] == 1 && found.triangles[1] == OBBTREE_NO_TRIANGLE);
    OK(obbtree_distance(query, ground, &HERE, each, &HERE, &found));
    CHECK(found.lower <= 1.5 && 1.5 <= found.upper && found.triangles[1] == 0);
    const obbtree_pose lower = moved(0, 0, -1.5);
    const obbtree_contact *contacts;
    size_t count;
    OK(obbtree_contacts(query, other, &lower, ground, &HERE, &contacts, &count));
    CHECK(count == 1 && contacts[0].triangles[0] == 1);
    OK(obbtree_collide(query, cloud, &HERE, other, &HERE, &yes));
    CHECK(yes);
    double bounds[6];
    OK(obbtree_collider_bounds(cloud, &HERE, bounds));
    CHECK(bounds[0] <= -0.5 && bounds[0] > -0.51 && 4.5 <= bounds[5] && bounds[5] < 4.51);
    OK(obbtree_collider_share(cloud, &shared));
    OK(obbtree_collider_is_mesh(shared, &yes));
    CHECK(!yes);
    const uint32_t *pairs;
    CHECK(obbtree_pairs(query, body, &HERE, shared, &HERE, &pairs, &count) == OBBTREE_STATUS_NOT_A_MESH);
    CHECK(strcmp(obbtree_last_error(), "collider b: a point cloud has no triangles") == 0);
    char path[1000];
    snprintf(path, sizeof path, "%s/wall.pcd", models);
    obbtree_collider *wall, *none = NULL;
    OK(obbtree_collider_read_cloud(path, 0.01, &wall));
    OK(obbtree_collider_bounds(wall, &HERE, bounds));
    CHECK(bounds[0] < 0.0901 && bounds[0] > 0.08);

    const obbtree_status BAD = OBBTREE_STATUS_BAD_CLOUD;
    CHECK(strcmp(obbtree_status_name(BAD), "bad cloud") == 0);
    CHECK(obbtree_collider_read_cloud("no such file.pcd", 0, &none) == OBBTREE_STATUS_FILE);
    CHECK(obbtree_collider_read_cloud(path, -1, &none) == BAD && strstr(obbtree_last_error(), "wall.pcd: the radius is -1"));
    CHECK(obbtree_collider_cloud(points, NAN, NULL, &none) == BAD);
    points.scalar = OBBTREE_SCALAR_U32;
    CHECK(obbtree_collider_cloud(points, 0, NULL, &none) == OBBTREE_STATUS_BAD_ARGUMENT);
    points.scalar = OBBTREE_SCALAR_F32, seen[1].position[1] = NAN;
    CHECK(obbtree_collider_cloud(points, 0, NULL, &none) == BAD && none == NULL);
    CHECK(strcmp(obbtree_last_error(), "point 1 has y = NaN, not a finite number") == 0);
    obbtree_collider *const all[] = {cloud, other, each, ground, shared, wall};
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k) OK(obbtree_collider_free(all[k]));
}

/* What a collider says of which nothing is there. */
static void nothing(obbtree_query *query, const obbtree_collider *none, const obbtree_collider *ground) {
    size_t count;
    OK(obbtree_collider_item_count(none, &count));
    CHECK(count == 0);
    const obbtree_pose at = moved(3, 4, 5);
    const obbtree_collider *const sides[2] = {none, ground}, *const both[2] = {none, none};
    for (int n = 0; n < 3; ++n) {
        const obbtree_collider *a = n == 2 ? both[0] : sides[n], *b = n == 2 ? both[1] : sides[1 - n];
        bool yes = true, found = true;
        OK(obbtree_collide(query, a, &at, b, &HERE, &yes));
        CHECK(!yes);
        OK(obbtree_closer_than(query, a, &at, b, &HERE, INFINITY, &yes));
        CHECK(!yes);
        obbtree_distance_found far;
        OK(obbtree_distance(query, a, &at, b, &HERE, &far));
        CHECK(far.lower == INFINITY && far.upper == INFINITY && isnan(far.points[0][0]));
        CHECK(far.triangles[0] == OBBTREE_NO_TRIANGLE && far.normal[2] == 0);
        OK(obbtree_distance_within(query, a, &at, b, &HERE, NULL, INFINITY, &found, &far));
        CHECK(!found);
        obbtree_motion *rest, *turning;
        const double point[3] = {0, 0, 0}, axis[3] = {1, 0, 0};
        OK(obbtree_motion_rest(&HERE, &rest));
        OK(obbtree_motion_screw_about(&at, point, axis, 3, 1, &turning));
        obbtree_sweep sweep;
        OK(obbtree_sweep_motions(query, a, turning, b, rest, NULL, &sweep));
        CHECK(sweep.outcome == OBBTREE_SWEEP_OUTCOME_FREE && sweep.last_free == 1);
        OK(obbtree_motion_free(rest));
        OK(obbtree_motion_free(turning));
    }
    double bounds[6];
    OK(obbtree_collider_bounds(none, &at, bounds));
    CHECK(bounds[0] <= 3 && 3 <= bounds[3] && bounds[5] - bounds[2] < 1e-9);
}

/* Points and cells come and go; masks of them. A shared handle stays as it is. */
static void changes(obbtree_query *query, const obbtree_collider *body) {
    const double first[6] = {0, 0, 4, 8, 0, 2}, more[6] = {0, 0, 1, 8, 0, 2};
    obbtree_collider *cloud, *kept, *ground, *rest, *map, *none = NULL;
    const obbtree_array points = {first, 2, 0, OBBTREE_SCALAR_F64}, others = {more, 2, 0, OBBTREE_SCALAR_F64};
    OK(obbtree_collider_cloud(points, 0.5, NULL, &cloud));
    OK(obbtree_collider_share(cloud, &kept));
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_HALF_SPACE, (double[]){0, 0, 0, 1, 0, 0, 0, 1, 0}, 9, &ground));
    OK(obbtree_collider_insert_points(cloud, others, 0.5, NULL));
    bool yes;
    OK(obbtree_closer_than(query, cloud, &HERE, ground, &HERE, 0.5, &yes));
    CHECK(yes);
    OK(obbtree_closer_than(query, kept, &HERE, ground, &HERE, 0.5, &yes));
    CHECK(!yes);
    double bounds[6];
    OK(obbtree_collider_bounds(cloud, &HERE, bounds));
    CHECK(bounds[2] <= 0.5 && bounds[2] > 0.49);
    uint8_t mask[4] = {7, 7, 7, 7};
    size_t count;
    OK(obbtree_collider_item_count(cloud, &count));
    CHECK(count == 3); /* one of the equal points is kept */
    OK(obbtree_points_within(query, cloud, &HERE, ground, &HERE, 1.5, mask, 4, &count));
    CHECK(count == 3 && mask[0] == 0 && mask[1] == 1 && mask[2] == 1 && mask[3] == 7);
    OK(obbtree_collider_without(cloud, mask, 3, &rest));
    OK(obbtree_closer_than(query, rest, &HERE, ground, &HERE, 3.4, &yes));
    CHECK(!yes);
    const obbtree_status BAD = OBBTREE_STATUS_BAD_CLOUD;
    CHECK(obbtree_collider_without(cloud, mask, 2, &none) == BAD && none == NULL);
    const uint32_t out[3] = {2, 3, 2}, wrong[1] = {4};
    OK(obbtree_collider_remove_points(cloud, out, 3, &count));
    CHECK(count == 2); /* the other of the equal points is still there */
    OK(obbtree_closer_than(query, cloud, &HERE, ground, &HERE, 0.5, &yes));
    CHECK(!yes);
    CHECK(obbtree_collider_remove_points(cloud, wrong, 1, &count) == BAD);
    CHECK(strcmp(obbtree_last_error(), "entry 0 is the number 4, and 4 points were given") == 0);
    CHECK(obbtree_collider_insert_points(cloud, others, NAN, NULL) == BAD);
    CHECK(obbtree_collider_insert_points(ground, others, 0, NULL) == OBBTREE_STATUS_BAD_ARGUMENT);
    CHECK(obbtree_collider_item_count(body, &count) == OBBTREE_STATUS_BAD_ARGUMENT);

    const int32_t cells[6] = {0, 0, 9, 4, 0, 9}, low[6] = {0, 0, 1, 4, 0, 9};
    const obbtree_array given = {cells, 2, 0, OBBTREE_SCALAR_I32}, lower = {low, 2, 0, OBBTREE_SCALAR_I32};
    const double origin[3] = {0, 0, 0};
    OK(obbtree_collider_voxels(given, NULL, origin, 0.5, &map));
    OK(obbtree_collider_set_cells(map, lower, 1, &count));
    CHECK(count == 1);
    OK(obbtree_points_within(query, map, &HERE, ground, &HERE, 0.5, mask, 2, &count));
    CHECK(count == 3 && mask[0] == 0 && mask[1] == 0);
    OK(obbtree_points_within(query, map, &HERE, ground, &HERE, 0.5, mask, 3, &count));
    CHECK(mask[2] == 1);
    OK(obbtree_collider_set_cells(map, given, 0, &count));
    CHECK(count == 2);
    /* The last one: nothing is left, which meets nothing, until a cell is occupied again. */
    OK(obbtree_collider_set_cells(map, lower, 0, &count));
    CHECK(count == 1);
    nothing(query, map, ground);
    OK(obbtree_collider_set_cells(map, lower, 1, &count));
    OK(obbtree_closer_than(query, map, &HERE, ground, &HERE, 0.5, &yes));
    CHECK(count == 2 && yes);
    CHECK(obbtree_collider_set_cells(cloud, lower, 0, &count) == OBBTREE_STATUS_BAD_ARGUMENT);
    obbtree_collider *const all[] = {cloud, kept, ground, rest, map};
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k) OK(obbtree_collider_free(all[k]));
}

/* A cell above the ground by one, another beside it that is twice as large, and the first again. */
static void voxels(obbtree_query *query, const obbtree_collider *body, const char *models) {
    struct cell { int32_t at[3]; float odds; } cells[3] = {{{-2, 0, 2}, 1}, {{8, 0, 4}, 1}, {{-2, 0, 2}, 1}};
    obbtree_array given = {cells, 3, sizeof(struct cell), OBBTREE_SCALAR_I32};
    uint32_t sizes[3] = {1, 2, 1};
    const double origin[3] = {0, 0, 0}, centers[6] = {-0.75, 0.25, 1.25, 4.5, 0.5, 2.5}, halves[2] = {0.25, 0.5};
    const obbtree_array leaves = {centers, 2, 0, OBBTREE_SCALAR_F64};
    obbtree_collider *same[4], *ground, *none = NULL;
    OK(obbtree_collider_voxels(given, sizes, origin, 0.5, &same[0]));
    OK(obbtree_collider_voxel_leaves(leaves, 0, halves, &same[1]));
    /* Cells (i, j, k) of 2 x 2 x 3, of which 1 and 11 are occupied. */
    uint8_t entries[12] = {0};
    entries[1] = 1, entries[11] = 200;
    const size_t counts[3] = {2, 2, 3};
    const double corner[3] = {-1, 0, 0.5};
    OK(obbtree_collider_voxel_array(entries, counts, corner, 0.5, &same[2]));
    OK(obbtree_collider_voxels(given, NULL, origin, 0.5, &same[3]));
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_HALF_SPACE, (double[]){0, 0, 0, 1, 0, 0, 0, 1, 0}, 9, &ground));
    bool yes;
    for (int k = 0; k < 4; ++k) {
        obbtree_distance_found found;
        OK(obbtree_distance(query, same[k], &HERE, ground, &HERE, &found));
        CHECK(found.lower <= 1 && 1 <= found.upper && found.upper - found.lower < 1e-10);
        CHECK(found.triangles[0] == (k == 2) && found.triangles[1] == OBBTREE_NO_TRIANGLE);
        const obbtree_pose touching = moved(0, 0, 1), apart = moved(0, 0, nextafter(1, 0));
        OK(obbtree_collide(query, ground, &touching, same[k], &HERE, &yes));
        CHECK(yes);
        OK(obbtree_collide(query, ground, &apart, same[k], &HERE, &yes));
        CHECK(!yes);
        /* Inside of a cube, which is solid. */
        const obbtree_pose inside = moved(-0.75, 0.25, 1.25);
        obbtree_collider *sphere;
        OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_SPHERE, (double[]){0, 0, 0, 0.125}, 4, &sphere));
        const obbtree_contact *contacts;
        size_t count;
        OK(obbtree_contacts(query, same[k], &HERE, sphere, &inside, &contacts, &count));
        CHECK(count == 1 && contacts[0].triangles[0] == (k == 2) && contacts[0].points[0][2] == 1.25);
        OK(obbtree_collider_free(sphere));
    }
    double bounds[6];
    OK(obbtree_collider_bounds(same[0], &HERE, bounds));
    CHECK(bounds[0] <= -1 && bounds[0] > -1.001 && 5 <= bounds[3] && bounds[3] < 5.001);
    OK(obbtree_collider_bounds(same[3], &HERE, bounds)); /* all of one cell a side */
    CHECK(4.5 <= bounds[3] && bounds[3] < 4.501);
    OK(obbtree_collider_bounds(same[2], &HERE, bounds)); /* of entry 11 */
    CHECK(2 <= bounds[5] && bounds[5] < 2.001);
    OK(obbtree_collider_is_mesh(same[0], &yes));
    CHECK(!yes);
    const uint32_t *pairs;
    size_t count;
    CHECK(obbtree_pairs(query, body, &HERE, same[0], &HERE, &pairs, &count) == OBBTREE_STATUS_NOT_A_MESH);
    CHECK(strcmp(obbtree_last_error(), "collider b: voxels have no triangles") == 0);

    /* A wall with a hole, from the file and from its bytes; behind it nothing is known. */
    char path[1000];
    snprintf(path, sizeof path, "%s/wall.bt", models);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    uint8_t bytes[20000];
    const size_t length = fread(bytes, 1, sizeof bytes, file);
    CHECK(length > 100 && length < sizeof bytes && fclose(file) == 0);
    for (uint32_t unknown = 0; unknown < 2; ++unknown) {
        obbtree_collider *wall[2];
        OK(obbtree_collider_read_voxels(path, unknown, &wall[0]));
        OK(obbtree_collider_read_voxels_bytes(bytes, length, "wall", unknown, &wall[1]));
        for (int k = 0; k < 2; ++k) {
            const obbtree_pose in_wall = moved(0, 0.6, 0), behind = moved(3, 0, 0);
            OK(obbtree_collide(query, body, &in_wall, wall[k], &HERE, &yes));
            CHECK(yes);
            OK(obbtree_collide(query, body, &behind, wall[k], &HERE, &yes));
            CHECK(yes == (unknown == 1));
            OK(obbtree_collider_free(wall[k]));
        }
    }

    const obbtree_status BAD = OBBTREE_STATUS_BAD_VOXELS;
    CHECK(strcmp(obbtree_status_name(BAD), "bad voxels") == 0);
    CHECK(obbtree_collider_read_voxels("no such file.bt", 0, &none) == OBBTREE_STATUS_FILE);
    CHECK(obbtree_collider_read_voxels_bytes(bytes, length - 1, "cut", 0, &none) == OBBTREE_STATUS_FILE);
    CHECK(strstr(obbtree_last_error(), "cut: byte") && strstr(obbtree_last_error(), "the file ends inside"));
    CHECK(obbtree_collider_voxels(given, NULL, origin, 0, &none) == BAD);
    CHECK(obbtree_collider_voxels(given, NULL, NULL, 1, &none) == OBBTREE_STATUS_NULL_POINTER);
    sizes[1] = 0;
    CHECK(obbtree_collider_voxels(given, sizes, origin, 1, &none) == BAD);
    CHECK(strcmp(obbtree_last_error(), "cell 1 has the size 0") == 0);
    given.scalar = OBBTREE_SCALAR_U32;
    CHECK(obbtree_collider_voxels(given, NULL, origin, 1, &none) == OBBTREE_STATUS_BAD_ARGUMENT);
    CHECK(strcmp(obbtree_last_error(), "cells: scalar 2 is not int32_t") == 0);
    memset(entries, 0, sizeof entries);
    obbtree_collider *empty;
    OK(obbtree_collider_voxel_array(entries, counts, origin, 1, &empty));
    nothing(query, empty, ground);
    OK(obbtree_collider_free(empty));
    OK(obbtree_collider_voxels((obbtree_array){NULL, 0, 0, OBBTREE_SCALAR_I32}, NULL, origin, 1, &empty));
    nothing(query, empty, ground);
    OK(obbtree_collider_free(empty));
    OK(obbtree_collider_cloud((obbtree_array){NULL, 0, 0, OBBTREE_SCALAR_F64}, 0, NULL, &empty));
    nothing(query, empty, ground);
    OK(obbtree_collider_free(empty));
    const size_t many[3] = {SIZE_MAX, 2, 2};
    CHECK(obbtree_collider_voxel_array(entries, many, origin, 1, &none) == OBBTREE_STATUS_BAD_ARGUMENT);
    CHECK(obbtree_collider_voxel_array(entries, NULL, origin, 1, &none) == OBBTREE_STATUS_NULL_POINTER);
    CHECK(obbtree_collider_voxel_leaves(leaves, NAN, NULL, &none) == BAD && none == NULL);
    CHECK(strstr(obbtree_last_error(), "leaf 0 has the half side NaN"));
    for (int k = 0; k < 4; ++k) OK(obbtree_collider_free(same[k]));
    OK(obbtree_collider_free(ground));
}

/* Two by three heights, of which one is a hole. */
static void heights(obbtree_query *query, const obbtree_collider *body) {
    double given[6] = {0, 0.5, 0, 0.25, NAN, 0};
    const size_t counts[2] = {2, 3}, too_many[2] = {SIZE_MAX, 2};
    const double origin[3] = {0, 0, 1}, spacing[2] = {0.5, 2}, wrong[2] = {0.5, 0};
    obbtree_collider *ground, *none = NULL;
    OK(obbtree_collider_height_map(given, counts, origin, spacing, NULL, &ground));
    const double *vertices;
    size_t count;
    OK(obbtree_collider_vertices(ground, &vertices, &count));
    CHECK(count == 3 && vertices[1] == 2 && vertices[2] == 1.5 && vertices[4] == 4 && vertices[6] == 0.5);
    bool yes;
    const obbtree_pose corner = moved(0, 4, 1), below = moved(0, 4, -1);
    OK(obbtree_collide(query, body, &corner, ground, &HERE, &yes));
    CHECK(yes);
    OK(obbtree_collide(query, body, &below, ground, &HERE, &yes));
    CHECK(!yes);
    const obbtree_status BAD = OBBTREE_STATUS_BAD_MESH;
    CHECK(obbtree_collider_height_map(given, counts, origin, wrong, NULL, &none) == BAD);
    CHECK(strstr(obbtree_last_error(), "the spacing along y is 0.0"));
    given[3] = INFINITY;
    CHECK(obbtree_collider_height_map(given, counts, origin, spacing, NULL, &none) == BAD);
    CHECK(strstr(obbtree_last_error(), "the height at (1, 0) is inf"));
    CHECK(obbtree_collider_height_map(given, too_many, origin, spacing, NULL, &none) == OBBTREE_STATUS_BAD_ARGUMENT);
    CHECK(obbtree_collider_height_map(NULL, counts, origin, spacing, NULL, &none) == OBBTREE_STATUS_NULL_POINTER);
    CHECK(none == NULL);
    OK(obbtree_collider_free(ground));
}

/* Two rows of two pixels, with room between them: near, far, nothing, farther than is seen. */
static void depths(obbtree_query *query) {
    const uint16_t given[2][3] = {{1000, 2000, 9}, {0, 9000, 9}};
    const obbtree_array rows = {given, 2, sizeof given[0], OBBTREE_SCALAR_U16};
    obbtree_camera camera = {{2, 2}, {0.5, 0.5}, 0.001, 0.25, 4};
    const obbtree_unseen careful = {1, 1};
    obbtree_collider *behind[3], *seen, *point, *none = NULL;
    OK(obbtree_collider_behind_depth(rows, 2, &camera, NULL, NULL, &behind[0]));
    OK(obbtree_collider_behind_depth(rows, 2, &camera, &careful, NULL, &behind[1]));
    const obbtree_unseen tile = {2, 0};
    OK(obbtree_collider_behind_depth(rows, 2, &camera, &tile, NULL, &behind[2]));
    OK(obbtree_collider_depth_cloud(rows, 2, &camera, 0, NULL, &seen));
    const double radius = 0;
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_SPHERE, (double[4]){0, 0, 0, radius}, 4, &point));
    OK(obbtree_query_set_solid(query, 1));
    /* Of each pixel a point at z = 1.5 and at z = 3; which of the three solids have it. */
    const bool wanted[4][2][3] = {
        {{true, true, true}, {true, true, true}},    /* 1 m away */
        {{false, false, true}, {true, true, true}},  /* 2 m */
        {{false, true, true}, {false, true, true}},  /* nothing is seen */
        {{false, false, true}, {false, false, true}} /* nothing nearer than 4 m */
    };
    for (int pixel = 0; pixel < 4; ++pixel)
        for (int k = 0; k < 2; ++k)
            for (int n = 0; n < 3; ++n) {
                const double z = k == 0 ? 1.5 : 3;
                const obbtree_pose at = moved((pixel % 2 - 0.5) / 2 * z, (pixel / 2 - 0.5) / 2 * z, z);
                bool yes;
                OK(obbtree_collide(query, behind[n], &HERE, point, &at, &yes));
                CHECK(yes == wanted[pixel][k][n]);
            }
    for (int n = 0; n < 3; ++n) OK(obbtree_collider_require_closed(behind[n]));
    OK(obbtree_query_set_solid(query, 0));
    /* Two points, the second where its pixel is, as a float. */
    size_t count;
    OK(obbtree_collider_item_count(seen, &count));
    CHECK(count == 2);
    obbtree_distance_found found;
    const obbtree_pose at = moved(0.5, -0.25, 1), before = moved(0.5, -0.5, 1);
    OK(obbtree_distance(query, seen, &HERE, point, &at, &found));
    CHECK(found.lower <= 0.75 && 0.75 <= found.upper && found.triangles[0] == 0);
    const double radii[4] = {0, 1, NAN, NAN};
    obbtree_collider *uncertain;
    OK(obbtree_collider_depth_cloud(rows, 2, &camera, 0, radii, &uncertain));
    OK(obbtree_distance(query, uncertain, &HERE, point, &before, &found));
    CHECK(found.lower <= 0 && found.triangles[0] == 1);
    const obbtree_status BAD = OBBTREE_STATUS_BAD_CLOUD, ARGUMENT = OBBTREE_STATUS_BAD_ARGUMENT;
    camera.farthest = 0;
    CHECK(obbtree_collider_behind_depth(rows, 2, &camera, NULL, NULL, &none) == BAD);
    CHECK(strstr(obbtree_last_error(), "far = inf: a solid ends at a finite depth"));
    camera.farthest = 0.5;
    CHECK(obbtree_collider_behind_depth(rows, 2, &camera, NULL, NULL, &none) == BAD);
    CHECK(strstr(obbtree_last_error(), "nothing is solid"));
    camera.nearest = NAN;
    CHECK(obbtree_collider_behind_depth(rows, 2, &camera, NULL, NULL, &none) == BAD);
    CHECK(strstr(obbtree_last_error(), "the camera has near = NaN"));
    camera.nearest = 0, camera.focal[1] = 0;
    CHECK(obbtree_collider_depth_cloud(rows, 2, &camera, 0, NULL, &none) == BAD);
    CHECK(strstr(obbtree_last_error(), "the camera has fy = 0.0"));
    camera.focal[1] = 2, camera.farthest = 4;
    CHECK(obbtree_collider_behind_depth(rows, 0, &camera, NULL, NULL, &none) == BAD);
    CHECK(obbtree_collider_behind_depth(rows, 4, &camera, NULL, NULL, &none) == ARGUMENT);
    CHECK(strstr(obbtree_last_error(), "depths: a stride of 6 bytes, but an element has 8"));
    CHECK(obbtree_collider_behind_depth(rows, 2, NULL, NULL, NULL, &none) == OBBTREE_STATUS_NULL_POINTER);
    const obbtree_array wrong = {given, 2, 0, OBBTREE_SCALAR_U32};
    CHECK(obbtree_collider_behind_depth(wrong, 1, &camera, NULL, NULL, &none) == ARGUMENT);
    CHECK(strstr(obbtree_last_error(), "depths: scalar 2 is no double, float or uint16_t"));
    CHECK(none == NULL);
    for (int n = 0; n < 3; ++n) OK(obbtree_collider_free(behind[n]));
    OK(obbtree_collider_free(seen));
    OK(obbtree_collider_free(uncertain));
    OK(obbtree_collider_free(point));
}

static void motions(obbtree_query *query, const obbtree_collider *body) {
    const obbtree_pose above = moved(0, 0, 3), below = moved(0, 0, -3), beside = moved(0, 9, 3);
    obbtree_motion *rest, *through, *over, *screw;
    OK(obbtree_motion_rest(&HERE, &rest));
    OK(obbtree_motion_create(OBBTREE_MOTION_KIND_LINEAR, &above, &below, &through));
    OK(obbtree_motion_create(OBBTREE_MOTION_KIND_TRANSLATION, &above, &beside, &over));
    const double point[3] = {0, 0, 0}, axis[3] = {0, 0, 1};
    OK(obbtree_motion_screw_about(&above, point, axis, 6.5, 1, &screw));
    CHECK(obbtree_motion_create(9, &above, &below, &screw) == OBBTREE_STATUS_BAD_ARGUMENT);
    obbtree_pose half;
    OK(obbtree_motion_pose_at(through, 0.5, &half));
    CHECK(half.rows[11] == 0);
    CHECK(obbtree_motion_pose_at(through, NAN, &half) == OBBTREE_STATUS_BAD_ARGUMENT);
    obbtree_sweep sweep;
    OK(obbtree_sweep_motions(query, body, rest, body, through, NULL, &sweep));
    CHECK(sweep.outcome == OBBTREE_SWEEP_OUTCOME_CONTACT && sweep.last_free < 1.0 / 3 && sweep.first_contact >= 1.0 / 3);
    OK(obbtree_sweep_motions(query, body, rest, body, over, NULL, &sweep));
    CHECK(sweep.outcome == OBBTREE_SWEEP_OUTCOME_FREE && sweep.last_free == 1 && sweep.distance > 0);
    bool is_free;
    OK(obbtree_is_motion_free(query, body, rest, body, screw, NULL, &is_free));
    CHECK(is_free);
    OK(obbtree_motion_free(rest));
    OK(obbtree_motion_free(through));
    OK(obbtree_motion_free(over));
    OK(obbtree_motion_free(screw));
}

static int32_t stop(void *user, size_t done) {
    *(size_t *)user = done;
    return 1;
}

static void batches(obbtree_query *query, const obbtree_collider *body) {
    enum { POSES = 100 };
    obbtree_pose poses[POSES], ends[POSES];
    struct { uint32_t other; uint8_t collides; } results[POSES];
    uint8_t closer[POSES];
    obbtree_distance_found distances[POSES];
    obbtree_sweep sweeps[POSES];
    const obbtree_collider *bodies[POSES];
    for (int k = 0; k < POSES; ++k) {
        poses[k] = moved(0, 0, 0.03 * k), ends[k] = moved(0, 0, 9);
        bodies[k] = body;
    }
    const obbtree_array all = {poses, POSES, 0, OBBTREE_SCALAR_F64}, to = {ends, POSES, 0, OBBTREE_SCALAR_F64};
    const uint32_t rows = OBBTREE_POSE_FORMAT_ROWS;
    const obbtree_batch_options two = {.threads = 2};
    OK(obbtree_batch_collide(query, body, &HERE, body, all, rows, &two, &results[0].collides, sizeof results[0]));
    OK(obbtree_batch_closer_than(query, body, &HERE, body, all, rows, 0.5, NULL, closer, 0));
    OK(obbtree_batch_distance(query, body, &HERE, body, all, rows, NULL, NULL, distances, 0));
    OK(obbtree_batch_sweep(query, body, &HERE, body, OBBTREE_MOTION_KIND_LINEAR, all, to, rows, NULL, &two, sweeps, 0));
    for (int k = 0; k < POSES; ++k) {
        bool yes;
        OK(obbtree_collide(query, body, &HERE, body, &poses[k], &yes));
        CHECK(yes == results[k].collides && yes == (distances[k].upper == 0) && yes == (sweeps[k].last_free == 0));
        OK(obbtree_closer_than(query, body, &HERE, body, &poses[k], 0.5, &yes));
        CHECK(yes == closer[k]);
    }
    OK(obbtree_batch_is_motion_free(query, body, &HERE, body, 0, all, to, rows, NULL, &two, closer, 0));
    for (int k = 0; k < POSES; ++k) CHECK(closer[k] == (sweeps[k].outcome == OBBTREE_SWEEP_OUTCOME_FREE));
    OK(obbtree_batch_collide_pairs(query, bodies, all, bodies, to, rows, NULL, closer, 0));
    for (int k = 0; k < POSES; ++k) CHECK(!closer[k]);
    size_t done = 0;
    const obbtree_batch_options stopped = {1, stop, &done};
    CHECK(obbtree_batch_collide(query, body, &HERE, body, all, rows, &stopped, closer, 0) == OBBTREE_STATUS_CANCELLED);
    CHECK(done > 0 && done < POSES);
    CHECK(obbtree_batch_collide(query, body, &HERE, body, all, 9, NULL, closer, 0) == OBBTREE_STATUS_BAD_ARGUMENT);
    poses[17].rows[0] = 2;
    CHECK(obbtree_batch_collide(query, body, &HERE, body, all, rows, NULL, closer, 0) == OBBTREE_STATUS_BAD_POSE);
    CHECK(strstr(obbtree_last_error(), "[17]"));
}

static void files(obbtree_query *query, const char *models) {
    char path[1000];
    snprintf(path, sizeof path, "%s/bolt.obj", models);
    obbtree_collider *bolt, *again, *bytes;
    OK(obbtree_collider_read(path, NULL, &bolt));
    char tree[] = "obbtree-test-XXXXXX";
    CHECK(mkstemp(tree) >= 0);
    OK(obbtree_collider_write(bolt, tree));
    OK(obbtree_collider_read(tree, NULL, &again));
    remove(tree);
    obbtree_relation relation;
    OK(obbtree_classify(query, bolt, &HERE, again, &HERE, &relation));
    CHECK(relation == OBBTREE_RELATION_COINCIDENT);
    const char *triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    const obbtree_file_options twice = {.scale = 2};
    OK(obbtree_collider_read_bytes((const uint8_t *)triangle, strlen(triangle), "a.obj", &twice, &bytes));
    const double *vertices;
    size_t count;
    OK(obbtree_collider_vertices(bytes, &vertices, &count));
    CHECK(count == 3 && vertices[3] == 2);
    CHECK(obbtree_collider_require_closed(bytes) == OBBTREE_STATUS_OPEN_MESH);
    obbtree_collider *none = NULL;
    CHECK(obbtree_collider_read("no such file.stl", NULL, &none) == OBBTREE_STATUS_FILE && none == NULL);
    OK(obbtree_collider_free(bolt));
    OK(obbtree_collider_free(again));
    OK(obbtree_collider_free(bytes));
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    obbtree_query *query;
    OK(obbtree_query_create(&query));
    obbtree_collider *body = tetrahedron();
    versions();
    poses();
    arrays(query, body);
    questions(query, body);
    rays_and_points(query, body);
    shapes(query, body);
    clouds(query, body, argv[1]);
    changes(query, body);
    voxels(query, body, argv[1]);
    heights(query, body);
    depths(query);
    motions(query, body);
    batches(query, body);
    OK(obbtree_query_set_solid(query, 1));
    files(query, argv[1]);
    OK(obbtree_query_free(query));
    OK(obbtree_query_free(NULL));
    OK(obbtree_collider_free(body));
    puts("answers: all as they should be");
    return 0;
}
