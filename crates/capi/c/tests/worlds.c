/* Placed bodies, scenes and robots, with answers that can be seen by eye; run under valgrind too.
 * Arguments: the folder of the project's models, and that of the robot in
 * crates/robot/tests/data. */
#include <math.h>
#include <string.h>

#include "check.h"

static void placed_bodies(obbtree_query *query, const obbtree_collider *body) {
    obbtree_placed *a = NULL, *b = NULL;
    const obbtree_pose away = moved(0, 0, 3), touching = moved(1, 0, 0);
    obbtree_pose bad = HERE;
    bad.rows[0] = 2;
    CHECK(obbtree_placed_create(body, &bad, &a) == OBBTREE_STATUS_BAD_POSE && a == NULL);
    OK(obbtree_placed_create(body, &HERE, &a));
    OK(obbtree_placed_create(body, &away, &b));
    bool yes;
    OK(obbtree_placed_collide(query, a, b, &yes));
    CHECK(!yes);
    OK(obbtree_placed_closer_than(query, a, b, 2.0, &yes));
    CHECK(yes);
    obbtree_distance_found distance;
    OK(obbtree_placed_distance(query, a, b, &distance));
    CHECK(distance.lower <= 2 && 2 <= distance.upper);
    CHECK(obbtree_placed_move(b, &bad) == OBBTREE_STATUS_BAD_POSE);
    OK(obbtree_placed_distance(query, a, b, &distance));
    CHECK(distance.upper >= 2); /* it has not moved */
    OK(obbtree_placed_move(b, &touching));
    OK(obbtree_placed_collide(query, a, b, &yes));
    CHECK(yes);
    CHECK(obbtree_placed_collide(query, a, NULL, &yes) == OBBTREE_STATUS_NULL_POINTER);
    CHECK(obbtree_placed_move(NULL, &HERE) == OBBTREE_STATUS_NULL_POINTER);
    OK(obbtree_placed_free(a));
    OK(obbtree_placed_free(b));
    OK(obbtree_placed_free(NULL));
}

static int32_t nearest(void *user, uint32_t a, uint32_t b, double gap, double *limit) {
    uint32_t *last = user;
    CHECK(*limit == INFINITY || *limit == 3);
    last[0] = a, last[1] = b, last[2] += 1;
    *limit = 3;
    return gap > 1;
}

static void broad_phases(obbtree_query *query) {
    obbtree_broad_phase *boxes;
    const uint32_t *found;
    size_t count;
    OK(obbtree_broad_phase_create(&boxes));
    for (uint32_t k = 0; k < 4; ++k) {
        const double x = 2 * k, box[6] = {x, x, x, x + 1, x + 1, x + 1};
        OK(obbtree_broad_phase_set(boxes, k, box));
    }
    const double wide[6] = {0.5, 0.5, 0.5, 2, 2, 2};
    OK(obbtree_broad_phase_set(boxes, 3, wide)); /* it has moved */
    OK(obbtree_broad_phase_pairs(query, boxes, &found, &count));
    CHECK(count == 2 && found[0] == 0 && found[1] == 3 && found[2] == 1 && found[3] == 3);
    OK(obbtree_broad_phase_near(query, boxes, wide, &found, &count));
    CHECK(count == 3 && found[0] == 0 && found[1] == 1 && found[2] == 3);
    uint32_t last[3] = {9, 9, 0};
    OK(obbtree_broad_phase_nearest_first(boxes, nearest, last));
    CHECK(last[2] >= 3 && last[1] > last[0]);
    CHECK(obbtree_broad_phase_set(boxes, UINT32_MAX, wide) == OBBTREE_STATUS_BAD_ARGUMENT);
    for (int k = 0; k < 6; ++k) {
        double unknown[6] = {0.5, 0.5, 0.5, 2, 2, 2};
        unknown[k] = NAN;
        CHECK(obbtree_broad_phase_set(boxes, 3, unknown) == OBBTREE_STATUS_BAD_ARGUMENT);
        CHECK(obbtree_broad_phase_near(query, boxes, unknown, &found, &count) ==
              OBBTREE_STATUS_BAD_ARGUMENT);
        CHECK(strstr(obbtree_last_error(), "bounds is NaN"));
    }
    OK(obbtree_broad_phase_remove(boxes, 3));
    OK(obbtree_broad_phase_remove(boxes, 3));
    OK(obbtree_broad_phase_pairs(query, boxes, &found, &count));
    CHECK(count == 0);
    OK(obbtree_broad_phase_free(boxes));
}

/* Addresses that no argument of its type can have are refused, results may be anywhere. */
static void alignment(obbtree_query *query, const obbtree_collider *body) {
    unsigned char room[sizeof(obbtree_pose) + sizeof(double) + 1];
    memcpy(room + 1, &HERE, sizeof HERE);
    const obbtree_pose *crooked = (const obbtree_pose *)(uintptr_t)((uintptr_t)room | 1);
    bool yes;
    CHECK(obbtree_collide(query, body, crooked, body, &HERE, &yes) == OBBTREE_STATUS_BAD_ARGUMENT);
    CHECK(strstr(obbtree_last_error(), "aligned") != NULL);
    OK(obbtree_pose_inverse(&HERE, (obbtree_pose *)(uintptr_t)(room + 1)));
    CHECK(memcmp(room + 1, &HERE, sizeof(double)) == 0);
}

static uint32_t added(obbtree_scene *scene, const char *name, const obbtree_collider *collider, double z) {
    const obbtree_pose pose = moved(0, 0, z);
    const obbtree_scene_part part = {collider, NULL};
    uint32_t id = 77;
    OK(obbtree_scene_add(scene, name, &part, 1, &pose, &id));
    return id;
}

static size_t pairs_of(obbtree_query *query, const obbtree_scene *scene) {
    const uint32_t *pairs;
    size_t count;
    OK(obbtree_scene_pairs(query, scene, &pairs, &count));
    return count;
}

static void scenes(obbtree_query *query, const obbtree_collider *body) {
    const double sphere[4] = {0, 0, 0, 1};
    obbtree_collider *shape;
    obbtree_scene *scene, *copy, *again;
    obbtree_collider *shared;
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_SPHERE, sphere, 4, &shape));
    OK(obbtree_collider_share(body, &shared));
    OK(obbtree_scene_create(&scene));
    const uint32_t low = added(scene, "low", shared, 0), high = added(scene, "high", shared, 3),
                   round = added(scene, "round", shape, 5.5);
    OK(obbtree_collider_free(shape)); /* the scene keeps them */
    OK(obbtree_collider_free(shared));
    uint32_t id, ids[2];
    const obbtree_scene_part neither = {NULL, NULL};
    CHECK(obbtree_scene_add(scene, "x", &neither, 1, &HERE, &id) == OBBTREE_STATUS_NULL_POINTER);
    CHECK(obbtree_scene_add(scene, "x", &neither, 0, &HERE, &id) == OBBTREE_STATUS_BAD_SCENE);
    size_t count;
    OK(obbtree_scene_ids(scene, ids, 2, &count));
    CHECK(count == 3 && ids[0] == low && ids[1] == high);
    OK(obbtree_scene_find(scene, "round", &id));
    CHECK(id == round);
    CHECK(obbtree_scene_find(scene, "nobody", &id) == OBBTREE_STATUS_BAD_SCENE && strstr(obbtree_last_error(), "nobody"));
    char name[4];
    OK(obbtree_scene_name(scene, round, name, sizeof name, &count));
    CHECK(count == 5 && strcmp(name, "rou") == 0);
    OK(obbtree_scene_name(scene, round, NULL, 0, &count));

    bool yes;
    OK(obbtree_scene_collides(query, scene, &yes));
    CHECK(!yes && pairs_of(query, scene) == 0);
    obbtree_scene_distance_found distance;
    OK(obbtree_scene_distance(query, scene, &distance));
    CHECK(distance.bodies[0] == high && distance.bodies[1] == round && distance.lower <= 0.5 && 0.5 <= distance.upper);
    CHECK(distance.points[0][2] == 4 && distance.points[1][2] == 4.5); /* of both */
    const obbtree_scene_distance_found *near_pairs;
    OK(obbtree_scene_clearances(query, scene, 2.0, &near_pairs, &count));
    CHECK(count == 2 && near_pairs[0].bodies[0] == low && near_pairs[0].bodies[1] == high);
    CHECK(near_pairs[0].upper >= 2 && near_pairs[0].points[0][2] == 1 && near_pairs[0].points[1][2] == 3);
    OK(obbtree_scene_clearances(query, scene, 1.9, &near_pairs, &count));
    CHECK(count == 1);
    CHECK(obbtree_scene_clearances(query, scene, -1, &near_pairs, &count) == OBBTREE_STATUS_BAD_SCENE);
    double padding;
    OK(obbtree_scene_set_padding(scene, round, 0.25));
    OK(obbtree_scene_padding(scene, round, &padding));
    CHECK(padding == 0.25 && pairs_of(query, scene) == 0);
    OK(obbtree_scene_set_padding(scene, high, 0.25));
    OK(obbtree_scene_collides_with(query, scene, high, &yes));
    CHECK(yes && pairs_of(query, scene) == 1);
    OK(obbtree_scene_collides_with(query, scene, low, &yes));
    CHECK(!yes && obbtree_scene_collides_with(query, scene, 99, &yes) == OBBTREE_STATUS_BAD_SCENE);
    CHECK(obbtree_scene_set_padding(scene, high, -1) == OBBTREE_STATUS_BAD_SCENE);
    OK(obbtree_scene_set_padding(scene, high, 0));
    OK(obbtree_scene_set_padding(scene, round, 0));
    OK(obbtree_scene_set_margin(scene, 2.0)); /* low to high is exactly 2 */
    CHECK(pairs_of(query, scene) == 2);
    OK(obbtree_scene_set_pair_margin(scene, "low", "high", 1.9));
    CHECK(pairs_of(query, scene) == 1);
    OK(obbtree_scene_set_pair_margin(scene, "low", "high", -1));
    CHECK(pairs_of(query, scene) == 2);
    OK(obbtree_scene_allow(scene, "high", "low", 1));
    CHECK(pairs_of(query, scene) == 1);
    OK(obbtree_scene_allow(scene, "low", "high", 0));
    OK(obbtree_scene_set_groups(scene, round, 1, 0));
    CHECK(pairs_of(query, scene) == 1);
    OK(obbtree_scene_set_groups(scene, round, 1, 1));
    CHECK(obbtree_scene_set_margin(scene, NAN) == OBBTREE_STATUS_BAD_SCENE);
    OK(obbtree_scene_set_margin(scene, 0));

    /* A copy is a scene of its own. */
    OK(obbtree_scene_copy(scene, &copy));
    const obbtree_pose near = moved(0.25, 0.25, 0.5);
    OK(obbtree_scene_set_pose(scene, high, &near));
    const uint32_t *pairs;
    OK(obbtree_scene_pairs_with(query, scene, high, &pairs, &count));
    CHECK(count == 1 && pairs[0] == low && pairs[1] == high && pairs_of(query, copy) == 0);
    const obbtree_scene_contact *contacts;
    OK(obbtree_scene_contacts(query, scene, 100, &contacts, &count));
    CHECK(count > 0 && contacts[0].bodies[1] == high && contacts[0].triangles[0] < 4);
    OK(obbtree_scene_contacts(query, scene, 1, &contacts, &count));
    CHECK(count == 1);
    OK(obbtree_scene_set_enabled(scene, low, 0));
    CHECK(pairs_of(query, scene) == 0);
    OK(obbtree_scene_set_enabled(scene, low, 1));
    uint32_t parent;
    OK(obbtree_scene_parent(scene, high, &parent));
    CHECK(parent == OBBTREE_NO_BODY);
    OK(obbtree_scene_attach(scene, high, low)); /* it is carried, and not checked */
    OK(obbtree_scene_parent(scene, high, &parent));
    CHECK(parent == low);
    CHECK(pairs_of(query, scene) == 0);
    CHECK(obbtree_scene_attach(scene, low, high) == OBBTREE_STATUS_BAD_SCENE);
    const obbtree_pose lifted = moved(0, 0, 1);
    obbtree_pose pose;
    OK(obbtree_scene_set_pose(scene, low, &lifted));
    OK(obbtree_scene_pose(scene, high, &pose));
    CHECK(pose.rows[3] == 0.25 && pose.rows[11] == 1.5);
    OK(obbtree_scene_detach(scene, high));
    CHECK(pairs_of(query, scene) == 1);

    const uint32_t both[2] = {low, high};
    const obbtree_pose there[2] = {moved(0, 0, 9), HERE};
    obbtree_pose bad[2] = {HERE, HERE};
    bad[1].rows[0] = 2;
    CHECK(obbtree_scene_set_poses(scene, both, bad, 2) == OBBTREE_STATUS_BAD_POSE && pairs_of(query, scene) == 1);
    OK(obbtree_scene_set_poses(scene, both, there, 2));
    CHECK(pairs_of(query, scene) == 0);
    OK(obbtree_scene_set_pose(scene, low, &lifted));

    /* From z = 1 up, the parent's tip meets the sphere, whose lowest point is at 4.5. */
    obbtree_motion *up;
    const obbtree_pose top = moved(0, 0, 5);
    OK(obbtree_scene_remove(scene, high));
    CHECK(obbtree_scene_set_pose(scene, high, &HERE) == OBBTREE_STATUS_BAD_SCENE);
    OK(obbtree_motion_create(OBBTREE_MOTION_KIND_LINEAR, &lifted, &top, &up));
    obbtree_scene_sweep_found sweep;
    const obbtree_motion *motions[1] = {up};
    OK(obbtree_scene_sweep(query, scene, &low, motions, 1, NULL, &sweep));
    CHECK(sweep.found.outcome == OBBTREE_SWEEP_OUTCOME_CONTACT && sweep.bodies[0] == low && sweep.bodies[1] == round);
    CHECK(sweep.found.last_free <= 2.5 / 4 && 2.5 / 4 <= sweep.found.first_contact);
    CHECK(sweep.found.first_contact - sweep.found.last_free <= 1e-3);
    CHECK(sweep.found.triangles[0] < 4 && sweep.found.triangles[1] == OBBTREE_NO_TRIANGLE);
    CHECK(sweep.found.poses[0].rows[11] >= 3.5 && sweep.found.poses[1].rows[11] == 5.5);
    CHECK(obbtree_scene_sweep(query, scene, &high, motions, 1, NULL, &sweep) == OBBTREE_STATUS_BAD_SCENE);
    OK(obbtree_motion_free(up));

    char path[] = "obbtree-test-XXXXXX";
    CHECK(mkstemp(path) >= 0);
    OK(obbtree_scene_write(scene, path, 1));
    OK(obbtree_scene_read(path, &again));
    remove(path);
    OK(obbtree_scene_ids(again, NULL, 0, &count));
    CHECK(count == 2);
    OK(obbtree_scene_free(again));
    again = NULL;
    CHECK(obbtree_scene_from_json("{\"format\": 1}", "a.json", &again) == OBBTREE_STATUS_FILE && again == NULL);
    CHECK(strstr(obbtree_last_error(), "a.json") && strstr(obbtree_last_error(), "format"));
    OK(obbtree_scene_free(copy));
    OK(obbtree_scene_free(scene));
    OK(obbtree_scene_free(NULL));
}

/* Two scenes have the same pairs that collide, and the same distance. */
static void same_answers(obbtree_query *query, const obbtree_scene *a, const obbtree_scene *b, size_t expected) {
    const uint32_t *pairs;
    uint32_t of_a[20];
    size_t count, other;
    OK(obbtree_scene_pairs(query, a, &pairs, &count));
    CHECK(count == expected && count <= 10);
    if (count > 0) memcpy(of_a, pairs, 2 * count * sizeof *pairs);
    OK(obbtree_scene_pairs(query, b, &pairs, &other));
    CHECK(other == count && (count == 0 || memcmp(of_a, pairs, 2 * count * sizeof *pairs) == 0));
    obbtree_scene_distance_found x, y;
    OK(obbtree_scene_distance(query, a, &x));
    OK(obbtree_scene_distance(query, b, &y));
    CHECK(x.lower == y.lower && x.upper == y.upper && x.bodies[0] == y.bodies[0] && x.bodies[1] == y.bodies[1]);
    CHECK(memcmp(x.points, y.points, sizeof x.points) == 0 && memcmp(x.parts, y.parts, sizeof x.parts) == 0);
}

/* Four spheres along x, and a body of three parts: a sphere out of the way, and a cloud and voxels,
   a unit above their own frames. */
static obbtree_scene *sensed(const obbtree_collider *cloud, const obbtree_collider *map) {
    static const double away[4] = {0, 0, 50, 1}, small[4] = {0, 0, 0, 0.5};
    static const char *names[4] = {"a", "b", "c", "d"};
    obbtree_collider *far, *sphere;
    obbtree_scene *scene;
    uint32_t id;
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_SPHERE, away, 4, &far));
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_SPHERE, small, 4, &sphere));
    OK(obbtree_scene_create(&scene));
    const obbtree_pose up = moved(0, 0, 1);
    const obbtree_scene_part parts[3] = {{far, NULL}, {cloud, &up}, {map, &up}};
    OK(obbtree_scene_add(scene, "seen", parts, 3, &HERE, &id));
    CHECK(id == 0);
    for (int k = 0; k < 4; ++k) {
        const obbtree_pose pose = moved(4 * k, 0, 0);
        const obbtree_scene_part part = {sphere, NULL};
        OK(obbtree_scene_add(scene, names[k], &part, 1, &pose, &id));
    }
    OK(obbtree_collider_free(far));
    OK(obbtree_collider_free(sphere));
    return scene;
}

/* The same of points and cells that are there from the beginning. */
static obbtree_scene *sensed_at_once(const double *points, const double *radii, size_t count, const int32_t *cells,
                                     size_t cell_count) {
    static const double origin[3] = {0, 0, 0};
    obbtree_collider *cloud, *map;
    OK(obbtree_collider_cloud((obbtree_array){points, count, 0, OBBTREE_SCALAR_F64}, 0, radii, &cloud));
    OK(obbtree_collider_voxels((obbtree_array){cells, cell_count, 0, OBBTREE_SCALAR_I32}, NULL, origin, 0.5, &map));
    obbtree_scene *scene = sensed(cloud, map);
    OK(obbtree_collider_free(cloud));
    OK(obbtree_collider_free(map));
    return scene;
}

/* Points and cells that come and go inside a scene: it answers as one that is made of what there is
   then. */
static void changed_parts(obbtree_query *query) {
    const double points[15] = {0, 0, 3, 4, 0, 3, 8, 0, 3, 0, 0, -0.5, 4, 0, -0.5};
    const double radii[5] = {0.25, 0.25, 0.25, 0.25, 1};
    const int32_t cells[9] = {0, 0, 8, 16, 0, -3, 24, 0, -3};
    const double kept[9] = {4, 0, 3, 8, 0, 3, 4, 0, -0.5}, kept_radii[3] = {0.25, 0.25, 1};
    const obbtree_array more = {points + 9, 2, 0, OBBTREE_SCALAR_F64};
    const obbtree_array lower = {cells + 3, 2, 0, OBBTREE_SCALAR_I32}, last = {cells + 6, 1, 0, OBBTREE_SCALAR_I32};
    const obbtree_status BAD = OBBTREE_STATUS_BAD_SCENE;
    obbtree_scene *scene = sensed_at_once(points, radii, 3, cells, 1), *copy, *fresh;
    OK(obbtree_scene_copy(scene, &copy));
    CHECK(pairs_of(query, scene) == 0);
    /* Spheres a and b meet points, c and d cells. */
    size_t count = 77;
    OK(obbtree_scene_insert_points(scene, 0, 1, more, 0, radii + 3));
    CHECK(pairs_of(query, scene) == 2);
    OK(obbtree_scene_set_cells(scene, 0, 2, lower, 1, &count));
    CHECK(count == 2);
    CHECK(pairs_of(query, copy) == 0); /* it is as it was */
    fresh = sensed_at_once(points, radii, 5, cells, 3);
    same_answers(query, scene, fresh, 4);
    OK(obbtree_scene_free(fresh));
    /* Some go again, one of them twice. */
    const uint32_t out[3] = {3, 0, 3}, wrong[1] = {5};
    OK(obbtree_scene_remove_points(scene, 0, 1, out, 3, &count));
    CHECK(count == 2);
    OK(obbtree_scene_set_cells(scene, 0, 2, last, 0, &count));
    CHECK(count == 1);
    fresh = sensed_at_once(kept, kept_radii, 3, cells, 2);
    same_answers(query, scene, fresh, 2);

    /* What is wrong changes nothing. */
    count = 77;
    CHECK(obbtree_scene_insert_points(scene, 9, 1, more, 0.25, NULL) == BAD && strstr(obbtree_last_error(), "number 9"));
    CHECK(obbtree_scene_insert_points(scene, 0, 3, more, 0.25, NULL) == BAD && strstr(obbtree_last_error(), "no part 3"));
    CHECK(obbtree_scene_insert_points(scene, 0, 2, more, 0.25, NULL) == BAD);
    CHECK(strcmp(obbtree_last_error(), "part 2 of body `seen` is not a point cloud") == 0);
    CHECK(obbtree_scene_remove_points(scene, 0, 0, out, 1, &count) == BAD);
    CHECK(obbtree_scene_set_cells(scene, 0, 1, lower, 1, &count) == BAD && strstr(obbtree_last_error(), "not voxels"));
    CHECK(obbtree_scene_insert_points(scene, 0, 1, more, NAN, NULL) == OBBTREE_STATUS_BAD_CLOUD);
    CHECK(obbtree_scene_insert_points(scene, 0, 1, lower, 0.25, NULL) == OBBTREE_STATUS_BAD_ARGUMENT);
    CHECK(obbtree_scene_insert_points(NULL, 0, 1, more, 0.25, NULL) == OBBTREE_STATUS_NULL_POINTER);
    CHECK(obbtree_scene_remove_points(scene, 0, 1, wrong, 1, &count) == OBBTREE_STATUS_BAD_CLOUD);
    CHECK(strcmp(obbtree_last_error(), "entry 0 is the number 5, and 5 points were given") == 0);
    CHECK(obbtree_scene_set_cells(scene, 0, 2, more, 1, &count) == OBBTREE_STATUS_BAD_ARGUMENT && count == 77);
    CHECK(obbtree_scene_set_cells(scene, 0, 2, lower, 1, NULL) == OBBTREE_STATUS_NULL_POINTER);
    same_answers(query, scene, fresh, 2);
    OK(obbtree_scene_free(fresh));
    OK(obbtree_scene_free(copy));
    OK(obbtree_scene_free(scene));
}

static void workshop(obbtree_query *query, const char *models) {
    char path[1000], name[32];
    snprintf(path, sizeof path, "%s/workshop.json", models);
    obbtree_scene *scene;
    OK(obbtree_scene_read(path, &scene));
    const uint32_t *pairs;
    size_t count, length;
    OK(obbtree_scene_pairs(query, scene, &pairs, &count));
    CHECK(count > 0);
    printf("worlds: in the workshop collide");
    for (size_t k = 0; k < 2 * count; ++k) {
        OK(obbtree_scene_name(scene, pairs[k], name, sizeof name, &length));
        printf("%s%s", k % 2 ? " and " : k ? ", " : " ", name);
    }
    puts("");
    OK(obbtree_scene_free(scene));
}

static int32_t stop(void *user, size_t done) {
    *(size_t *)user = done;
    return 1;
}

/* Beyond the limits of the slide, 0.1: not valid, and no answer that gives more than yes or no. */
static void limits_count(obbtree_checker *checker, const double *within) {
    const obbtree_status BAD = OBBTREE_STATUS_BAD_ARGUMENT;
    double beyond[4], nowhere[4];
    memcpy(beyond, within, sizeof beyond);
    memcpy(nowhere, within, sizeof nowhere);
    beyond[3] = 0.2, nowhere[1] = NAN;
    bool yes, found;
    const uint32_t *pairs = NULL;
    size_t count = 77;
    obbtree_scene_distance_found distance;
    obbtree_scene_sweep_found motion;
    OK(obbtree_checker_pair_count(checker, &count));
    CHECK(count > 0);
    count = 77;
    const double *wrong[2] = {beyond, nowhere};
    for (int k = 0; k < 2; ++k) {
        const double *q = wrong[k];
        OK(obbtree_checker_is_valid(checker, q, 4, &yes));
        CHECK(!yes);
        OK(obbtree_checker_is_motion_valid(checker, within, q, 4, &yes));
        CHECK(!yes);
        CHECK(obbtree_checker_pairs(checker, q, 4, &pairs, &count) == BAD);
        CHECK(pairs == NULL && count == 77 && obbtree_last_error()[0] != 0);
        CHECK(k > 0 || strstr(obbtree_last_error(), "slide"));
        CHECK(obbtree_checker_distance(checker, q, 4, &found, &distance) == BAD);
        CHECK(obbtree_checker_sweep(checker, within, q, 4, NULL, &motion, NULL) == BAD);
    }
    obbtree_checker *without;
    OK(obbtree_checker_ignoring_limits(checker, &without));
    OK(obbtree_checker_is_valid(without, beyond, 4, &yes));
    CHECK(yes);
    OK(obbtree_checker_distance(without, beyond, 4, &found, &distance));
    CHECK(found && distance.lower > 0);
    CHECK(obbtree_checker_distance(without, nowhere, 4, &found, &distance) == BAD);
    OK(obbtree_checker_free(without));
}

/* Found by valgrind if the batch goes on with what is no more. */
static int32_t free_the_checker(void *user, size_t done) {
    obbtree_checker **checker = user;
    (void)done;
    OK(obbtree_checker_free(*checker));
    *checker = NULL;
    return 0;
}

/* A checker's world: changed, replaced, with a body that a link carries; and some joints held. */
static void changed_worlds(const obbtree_robot *robot, const obbtree_checker *shared) {
    const double through[4] = {0, 0.3, 0, 0.05}, away[4] = {3.1, 0.3, 0, 0.05};
    obbtree_checker *checker, *group, *copy_of_shared;
    obbtree_scene *world, *at;
    bool yes, found;
    OK(obbtree_checker_copy(shared, &checker));

    /* Contacts and distances with both points. */
    const obbtree_scene_contact *contacts;
    const obbtree_scene_distance_found *near;
    const uint32_t *pairs;
    size_t count, all;
    OK(obbtree_checker_contacts(checker, through, 4, 3, &contacts, &count));
    CHECK(count > 0 && contacts[0].bodies[1] == 0 && fabs(contacts[0].point[0] - 0.9) < 1e-9);
    OK(obbtree_checker_distances_within(checker, away, 4, 9, &near, &all));
    CHECK(all > 0);
    for (size_t k = 0; k < all; ++k) {
        const double *p = near[k].points[0], *q = near[k].points[1];
        const double apart = hypot(hypot(p[0] - q[0], p[1] - q[1]), p[2] - q[2]);
        CHECK(near[k].lower - 1e-9 <= apart && apart <= near[k].upper + 1e-9);
        CHECK(near[k].bodies[1] != 0 || fabs(q[0] - 0.9) < 1e-9);
    }
    OK(obbtree_checker_distances_within(checker, away, 4, 0, &near, &count));
    CHECK(count == 0);
    CHECK(obbtree_checker_distances_within(checker, away, 4, -1, &near, &count) == OBBTREE_STATUS_BAD_ARGUMENT);

    /* The wall is allowed to collide with all links but the last. */
    OK(obbtree_checker_world(checker, &world));
    const char *name;
    uint32_t body, wall;
    OK(obbtree_scene_find(world, "wall", &wall));
    for (size_t link = 0; link < 7; ++link) {
        OK(obbtree_robot_link_name(robot, link, &name));
        OK(obbtree_checker_link_body(checker, link, &body));
        uint32_t same;
        OK(obbtree_scene_find(world, name, &same));
        CHECK(body == same && body != wall);
        OK(obbtree_scene_allow(world, name, "wall", 1));
    }
    CHECK(obbtree_checker_link_body(checker, 7, &body) == OBBTREE_STATUS_BAD_ARGUMENT);
    OK(obbtree_checker_change(checker, world));
    OK(obbtree_checker_is_valid(checker, through, 4, &yes));
    CHECK(yes);
    OK(obbtree_checker_is_valid((obbtree_checker *)(uintptr_t)shared, through, 4, &yes));
    CHECK(!yes); /* copies have worlds of their own */
    OK(obbtree_checker_link_body(checker, 1, &body));
    /* Points in the arm and far away. */
    const double seen[6] = {0, 0, 0.1, 50, 0, 0};
    const obbtree_pose here = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    obbtree_collider *cloud;
    OK(obbtree_collider_cloud((obbtree_array){seen, 2, 0, OBBTREE_SCALAR_F64}, 0.01, NULL, &cloud));
    uint8_t mask[2] = {7, 7};
    size_t entries;
    OK(obbtree_checker_points_near_robot(checker, through, 4, cloud, &here, 0.2, mask, 2, &entries));
    CHECK(entries == 2 && mask[0] == 1 && mask[1] == 0);
    OK(obbtree_checker_points_out_of_reach(checker, cloud, &here, 0.1, mask, 2, &entries));
    CHECK(entries == 2 && mask[0] == 0 && mask[1] == 1);
    CHECK(obbtree_checker_points_out_of_reach(checker, cloud, &here, -1, mask, 2, &entries) == OBBTREE_STATUS_BAD_ARGUMENT);
    OK(obbtree_collider_free(cloud));
    OK(obbtree_scene_remove(world, body)); /* a link */
    CHECK(obbtree_checker_change(checker, world) == OBBTREE_STATUS_BAD_SCENE);
    OK(obbtree_scene_free(world));

    /* Another world: nothing but a sphere, which a link takes along. */
    const double numbers[4] = {0, 0, 0, 0.05};
    obbtree_collider *sphere;
    const obbtree_pose there = moved(0.2, 0, 3);
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_SPHERE, numbers, 4, &sphere));
    const obbtree_scene_part part = {sphere, NULL};
    OK(obbtree_scene_create(&world));
    OK(obbtree_scene_add(world, "sphere", &part, 1, &there, &body));
    OK(obbtree_collider_free(sphere));
    OK(obbtree_checker_set_world(checker, world));
    OK(obbtree_scene_free(world));
    OK(obbtree_checker_is_valid(checker, away, 4, &yes));
    CHECK(yes);
    const char *touched[1] = {"upper"};
    CHECK(obbtree_checker_attach(checker, "sphere", "nobody", NULL, 0, away, 4) == OBBTREE_STATUS_BAD_SCENE);
    CHECK(obbtree_checker_attach(checker, "sphere", "upper", touched, 1, away, 3) == OBBTREE_STATUS_BAD_ARGUMENT);
    OK(obbtree_checker_attach(checker, "sphere", "upper", touched, 1, away, 4));
    uint32_t link_body, parent;
    obbtree_pose pose, link[7];
    OK(obbtree_checker_link_body(checker, 1, &link_body));
    OK(obbtree_checker_world_at(checker, away, 4, &at));
    OK(obbtree_scene_parent(at, body, &parent));
    OK(obbtree_scene_pose(at, body, &pose));
    CHECK(parent == link_body && fabs(pose.rows[3] - 0.2) < 1e-12 && fabs(pose.rows[11] - 3) < 1e-12);
    OK(obbtree_scene_free(at));
    const obbtree_pose in_link = moved(0, 0, 0.5);
    OK(obbtree_checker_attach_at(checker, "sphere", "upper", NULL, 0, &in_link));
    OK(obbtree_checker_detach(checker, "sphere", through, 4));
    OK(obbtree_robot_link_poses(robot, through, 4, link));
    OK(obbtree_checker_world(checker, &world));
    OK(obbtree_scene_parent(world, body, &parent));
    OK(obbtree_scene_pose(world, body, &pose));
    CHECK(parent == OBBTREE_NO_BODY);
    for (int k = 0; k < 3; ++k)
        CHECK(fabs(pose.rows[4 * k + 3] - link[1].rows[4 * k + 3] - 0.5 * link[1].rows[4 * k + 2]) < 1e-12);
    OK(obbtree_scene_free(world));

    /* Points come into the way of the arm, and go: a checker goes by what it was told last. */
    const double in_it[3] = {0, 0, 0.1}, beyond[3] = {50, 0, 0};
    const uint32_t second[1] = {1};
    obbtree_checker *fresh;
    OK(obbtree_scene_create(&world));
    OK(obbtree_collider_cloud((obbtree_array){beyond, 1, 0, OBBTREE_SCALAR_F64}, 0.05, NULL, &cloud));
    body = added(world, "seen", cloud, 0);
    OK(obbtree_collider_free(cloud));
    OK(obbtree_checker_set_world(checker, world));
    OK(obbtree_scene_insert_points(world, body, 0, (obbtree_array){in_it, 1, 0, OBBTREE_SCALAR_F64}, 0.05, NULL));
    for (int in_the_way = 1; in_the_way >= 0; --in_the_way) {
        OK(obbtree_checker_is_valid(checker, away, 4, &yes));
        CHECK(yes == in_the_way); /* it was not told */
        OK(obbtree_checker_set_world(checker, world));
        OK(obbtree_checker_is_valid(checker, away, 4, &yes));
        CHECK(yes == !in_the_way);
        OK(obbtree_checker_create(robot, world, &fresh));
        obbtree_scene_distance_found told, anew;
        OK(obbtree_checker_distance(checker, away, 4, &found, &told));
        OK(obbtree_checker_distance(fresh, away, 4, &found, &anew));
        CHECK(told.lower == anew.lower && told.upper == anew.upper);
        OK(obbtree_checker_free(fresh));
        if (in_the_way) OK(obbtree_scene_remove_points(world, body, 0, second, 1, &count));
    }
    OK(obbtree_scene_free(world));

    /* The shoulder and the slide move, the others are held. */
    const uint32_t moving[2] = {0, 3}, unknown[1] = {4};
    obbtree_robot *held;
    size_t dof, joints, links;
    CHECK(obbtree_checker_for_group(shared, unknown, 1, away, 4, &group) == OBBTREE_STATUS_BAD_ARGUMENT);
    OK(obbtree_checker_for_group(shared, moving, 2, away, 4, &group));
    OK(obbtree_checker_robot(group, &held));
    OK(obbtree_robot_size(held, &dof, &joints, &links));
    CHECK(dof == 2 && joints == 2 && links == 7);
    OK(obbtree_robot_free(held));
    const double few[2] = {0, 0.05};
    OK(obbtree_checker_is_valid(group, few, 2, &yes));
    CHECK(!yes);
    CHECK(obbtree_checker_is_valid(group, away, 4, &yes) == OBBTREE_STATUS_BAD_ARGUMENT);
    obbtree_scene_distance_found one, other;
    const double some[2] = {3.1, 0.05};
    OK(obbtree_checker_distance(group, some, 2, &found, &one));
    OK(obbtree_checker_copy(shared, &copy_of_shared));
    OK(obbtree_checker_distance(copy_of_shared, away, 4, &found, &other));
    CHECK(one.lower == other.lower && one.upper == other.upper);
    OK(obbtree_checker_free(copy_of_shared));
    OK(obbtree_checker_pairs(group, few, 2, &pairs, &count));
    CHECK(count > 0 && pairs[1] == 0);
    OK(obbtree_checker_free(group));
    OK(obbtree_checker_free(checker));
    uint32_t of_group[4] = {9, 9, 9, 9};
    OK(obbtree_robot_group(robot, "arm", of_group, 2, &count));
    CHECK(count == 3 && of_group[0] == 0 && of_group[1] == 1 && of_group[2] == 9);
    OK(obbtree_robot_group(robot, "all", of_group, 4, &count));
    CHECK(count == 4 && of_group[3] == 3);
    CHECK(obbtree_robot_group(robot, "no such group", of_group, 4, &count) == OBBTREE_STATUS_BAD_ARGUMENT);
}

static void robots(const char *folder) {
    char urdf[1000], srdf[1000];
    snprintf(urdf, sizeof urdf, "%s/arm.urdf", folder);
    snprintf(srdf, sizeof srdf, "%s/arm.srdf", folder);
    obbtree_robot *robot = NULL;
    const char *roots[1] = {folder};
    CHECK(obbtree_robot_read(srdf, NULL, roots, 1, &robot) == OBBTREE_STATUS_FILE && robot == NULL);
    OK(obbtree_robot_read(urdf, srdf, roots, 1, &robot));
    size_t values, joints, links;
    OK(obbtree_robot_size(robot, &values, &joints, &links));
    CHECK(values == 4 && joints == 4 && links == 7);
    obbtree_joint joint;
    OK(obbtree_robot_joint(robot, 0, &joint));
    CHECK(strcmp(joint.name, "shoulder") == 0 && joint.kind == OBBTREE_JOINT_KIND_CONTINUOUS && joint.upper == INFINITY);
    OK(obbtree_robot_joint(robot, 3, &joint));
    CHECK(strcmp(joint.name, "slide") == 0 && joint.first_value == 3 && joint.lower == -0.1 && joint.upper == 0.1);
    CHECK(obbtree_robot_joint(robot, 4, &joint) == OBBTREE_STATUS_BAD_ARGUMENT);
    const char *name;
    OK(obbtree_robot_link_name(robot, 1, &name));
    CHECK(strcmp(name, "upper") == 0);
    bool yes, found;
    double good[4] = {0, 0, 0, 0.1}, beyond[4] = {0, 0, 0, 0.2};
    OK(obbtree_robot_is_within_limits(robot, good, 4, &yes));
    CHECK(yes);
    OK(obbtree_robot_is_within_limits(robot, beyond, 4, &yes));
    CHECK(!yes);
    obbtree_pose poses[7];
    OK(obbtree_robot_link_poses(robot, good, 4, poses));
    CHECK(poses[1].rows[11] == 0.25);

    /* A wall in the plane x = 0.9: the arm at rest reaches through it, turned away it does not. */
    const double corners[12] = {0.9, -2, -2, 0.9, 2, -2, 0.9, 2, 2, 0.9, -2, 2};
    const uint32_t faces[6] = {0, 1, 2, 0, 2, 3};
    const obbtree_array v = {corners, 4, 0, OBBTREE_SCALAR_F64}, t = {faces, 2, 0, OBBTREE_SCALAR_U32};
    obbtree_collider *wall;
    OK(obbtree_collider_create(v, t, NULL, &wall));
    obbtree_scene *around;
    obbtree_checker *checker, *copy;
    OK(obbtree_scene_create(&around));
    CHECK(added(around, "wall", wall, 0) == 0);
    added(around, "upper", wall, 0); /* the name of a link */
    CHECK(obbtree_checker_create(robot, around, &checker) == OBBTREE_STATUS_BAD_SCENE);
    OK(obbtree_scene_remove(around, 1));
    OK(obbtree_checker_create(robot, around, &checker));
    OK(obbtree_collider_free(wall));
    OK(obbtree_scene_free(around));
    changed_worlds(robot, checker);
    OK(obbtree_robot_free(robot));
    const double through[4] = {0, 0.3, 0, 0.05}, away[4] = {3.1, 0.3, 0, 0.05}, open[4] = {2.5, 0.5, 0.2, 0.05};
    OK(obbtree_checker_is_valid(checker, through, 4, &yes));
    CHECK(!yes);
    OK(obbtree_checker_is_valid(checker, away, 4, &yes));
    CHECK(yes);
    CHECK(obbtree_checker_is_valid(checker, away, 3, &yes) == OBBTREE_STATUS_BAD_ARGUMENT);
    CHECK(obbtree_checker_is_valid(checker, NULL, 4, &yes) == OBBTREE_STATUS_NULL_POINTER);
    const uint32_t *pairs;
    size_t count;
    OK(obbtree_checker_pairs(checker, through, 4, &pairs, &count));
    CHECK(count > 0);
    uint32_t of_first, of_second;
    for (size_t k = 0; k < count; ++k) {
        OK(obbtree_checker_link_of(checker, pairs[2 * k], &of_first));
        OK(obbtree_checker_link_of(checker, pairs[2 * k + 1], &of_second));
        CHECK(pairs[2 * k + 1] == 0 && of_first < 7 && of_second == OBBTREE_NO_LINK);
    }
    CHECK(obbtree_checker_link_of(checker, 999, &of_first) == OBBTREE_STATUS_BAD_SCENE);
    obbtree_scene_distance_found distance;
    OK(obbtree_checker_distance(checker, away, 4, &found, &distance));
    CHECK(found && 0 < distance.lower && distance.lower <= distance.upper);
    OK(obbtree_checker_distance(checker, through, 4, &found, &distance));
    CHECK(found && distance.upper == 0);
    limits_count(checker, away);
    OK(obbtree_checker_is_motion_valid(checker, away, open, 4, &yes));
    CHECK(yes);
    obbtree_scene_sweep_found motion;
    double last[4] = {7, 7, 7, 7};
    OK(obbtree_checker_sweep(checker, away, open, 4, NULL, &motion, last));
    CHECK(motion.found.outcome == OBBTREE_SWEEP_OUTCOME_FREE && motion.found.last_free == 1 && last[0] == 7);
    CHECK(motion.bodies[0] == OBBTREE_NO_BODY && motion.found.distance == 0);
    OK(obbtree_checker_sweep(checker, away, through, 4, NULL, &motion, last));
    const obbtree_sweep *met = &motion.found;
    CHECK(met->outcome == OBBTREE_SWEEP_OUTCOME_CONTACT && 0 < met->last_free && met->last_free < met->first_contact);
    CHECK(met->first_contact - met->last_free <= 1e-3 && motion.bodies[1] == 0 && 0 < last[0] && last[0] < 3.1);
    CHECK(met->poses_meet && met->has_points && fabs(met->points[1][0] - 0.9) < 1e-9 && met->poses[1].rows[0] == 1);
    OK(obbtree_checker_is_valid(checker, last, 4, &yes));
    CHECK(yes);
    OK(obbtree_checker_is_motion_valid(checker, away, last, 4, &yes));
    CHECK(yes);

    enum { MANY = 300 };
    double from[MANY][4], to[MANY][4];
    uint8_t valid[MANY];
    obbtree_scene_sweep_found all[MANY];
    for (int k = 0; k < MANY; ++k)
        for (int j = 0; j < 4; ++j)
            from[k][j] = away[j] + (through[j] - away[j]) * k / MANY, to[k][j] = away[j];
    const obbtree_array starts = {from, MANY, 0, OBBTREE_SCALAR_F64}, ends = {to, MANY, 0, OBBTREE_SCALAR_F64};
    const obbtree_batch_options two = {.threads = 2};
    OK(obbtree_checker_batch_is_valid(checker, starts, &two, valid, 0));
    OK(obbtree_checker_batch_sweep(checker, starts, ends, NULL, &two, all, 0));
    OK(obbtree_checker_copy(checker, &copy));
    int free = 0;
    for (int k = 0; k < MANY; ++k) {
        OK(obbtree_checker_is_valid(copy, from[k], 4, &yes));
        CHECK(yes == valid[k]);
        OK(obbtree_checker_is_motion_valid(copy, from[k], to[k], 4, &yes));
        CHECK(yes == (all[k].found.outcome == OBBTREE_SWEEP_OUTCOME_FREE));
        free += yes;
    }
    CHECK(MANY / 10 < free && free < MANY);
    /* Progress comes now and then: of this many, not at the end alone. */
    static double more[100 * MANY][4];
    for (int k = 0; k < 100 * MANY; ++k) memcpy(more[k], away, sizeof away);
    const obbtree_array long_list = {more, 100 * MANY, 0, OBBTREE_SCALAR_F64};
    static uint8_t ignored[100 * MANY];
    size_t done = 0;
    const obbtree_batch_options stopped = {1, stop, &done};
    CHECK(obbtree_checker_batch_is_valid(checker, long_list, &stopped, ignored, 0) == OBBTREE_STATUS_CANCELLED);
    CHECK(0 < done && done < 100 * MANY);
    const obbtree_batch_options freeing = {1, free_the_checker, &copy};
    OK(obbtree_checker_batch_is_valid(copy, long_list, &freeing, ignored, 0));
    CHECK(copy == NULL && ignored[100 * MANY - 1] == 1);
    OK(obbtree_checker_free(checker));
    OK(obbtree_checker_free(NULL));
}

int main(int argc, char **argv) {
    CHECK(argc == 3);
    obbtree_query *query;
    OK(obbtree_query_create(&query));
    obbtree_collider *body = tetrahedron();
    placed_bodies(query, body);
    alignment(query, body);
    broad_phases(query);
    scenes(query, body);
    changed_parts(query);
    workshop(query, argv[1]);
    robots(argv[2]);
    OK(obbtree_query_free(query));
    OK(obbtree_collider_free(body));
    puts("worlds: all as they should be");
    return 0;
}
