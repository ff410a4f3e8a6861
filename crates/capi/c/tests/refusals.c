/* What has no answer is refused, and what is refused leaves all as it was: callbacks that end a
   batch, ask, or free what
 * is checked; limits that are NaN or below 0; empty arrays; impossible numbers of threads; scenes
 * of nothing; contacts of bodies whose surfaces do not meet. Run under valgrind too. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

enum { POSES = 400 };
static obbtree_pose poses[POSES];
static const obbtree_array all = {poses, POSES, 0, OBBTREE_SCALAR_F64};
static const uint32_t ROWS = OBBTREE_POSE_FORMAT_ROWS;

struct watch {
    size_t calls, last;
    int is_descending;
};

static void seen(struct watch *watch, size_t done) {
    ++watch->calls;
    watch->is_descending |= done <= watch->last;
    watch->last = done;
}

/* While it waits, the other threads have something to tell too. */
static int32_t end_slowly(void *user, size_t done) {
    seen(user, done);
    usleep(20000);
    return 1;
}

static int32_t go_on_slowly(void *user, size_t done) {
    seen(user, done);
    usleep(500);
    return 0;
}

static void progress_is_told_in_order(obbtree_query *query, const obbtree_collider *body) {
    uint8_t collides[POSES];
    for (int round = 0; round < 5; ++round) {
        struct watch ended = {0}, watched = {0};
        const obbtree_batch_options end = {4, end_slowly, &ended},
                                    watch = {4, go_on_slowly, &watched};
        CHECK(obbtree_batch_collide(query, body, &HERE, body, all, ROWS, &end, collides, 0) ==
              OBBTREE_STATUS_CANCELLED);
        CHECK(ended.calls == 1);
        OK(obbtree_batch_collide(query, body, &HERE, body, all, ROWS, &watch, collides, 0));
        CHECK(!watched.is_descending && watched.last == POSES);
    }
}

struct asker {
    const obbtree_collider *body;
    size_t queried;
};

/* Threads that wait for this batch take up questions of the one that it is called from, and tell
   of these. */
static int32_t ask_a_batch(void *user, size_t done) {
    struct asker *asker = user;
    obbtree_query *query;
    uint8_t collides[POSES];
    (void)done;
    OK(obbtree_query_create(&query));
    const obbtree_batch_options two = {.threads = asker->queried % 2 ? 2 : 0};
    OK(obbtree_batch_collide(query, asker->body, &HERE, asker->body, all, ROWS, &two, collides,
                             0));
    OK(obbtree_query_free(query));
    return ++asker->queried == 100;
}

static void callbacks_may_ask(obbtree_query *query, const obbtree_collider *body) {
    uint8_t collides[POSES];
    for (uint32_t threads = 0; threads < 3; ++threads) {
        struct asker asker = {body, 0};
        const obbtree_batch_options watched = {threads, ask_a_batch, &asker};
        alarm(120); /* it ends the test if it hangs */
        const obbtree_status status =
            obbtree_batch_collide(query, body, &HERE, body, all, ROWS, &watched, collides, 0);
        CHECK((status == OBBTREE_STATUS_OK || status == OBBTREE_STATUS_CANCELLED) &&
              asker.queried > 0);
        alarm(0);
    }
}

static int32_t free_the_body(void *user, size_t done) {
    obbtree_collider **body = user;
    (void)done;
    OK(obbtree_collider_free(*body));
    *body = NULL;
    return 0;
}

static int32_t free_at_a_pair(void *user, uint32_t in_a, uint32_t in_b) {
    (void)in_a, (void)in_b;
    return free_the_body(user, 0);
}

static void callbacks_may_free_bodies(obbtree_query *query) {
    const obbtree_pose aside = moved(0.5, 0.25, 0);
    uint8_t collides[POSES];
    bool ended;
    obbtree_collider *body = tetrahedron();
    const obbtree_batch_options watched = {1, free_the_body, &body};
    OK(obbtree_batch_collide(query, body, &HERE, body, all, ROWS, &watched, collides, 0));
    CHECK(body == NULL && collides[0]);
    body = tetrahedron();
    OK(obbtree_for_each_pair(query, body, &HERE, body, &aside, free_at_a_pair, &body, &ended));
    CHECK(body == NULL && !ended);
    /* Progress of so few questions is told once, at the end of each share. */
    body = tetrahedron();
    const obbtree_collider *many[POSES];
    for (int k = 0; k < POSES; ++k) many[k] = body;
    OK(obbtree_batch_collide_pairs(query, many, all, many, all, ROWS, &watched, collides, 0));
    CHECK(body == NULL && collides[POSES - 1]);
    body = tetrahedron();
    OK(obbtree_batch_is_motion_free(query, body, &HERE, body, OBBTREE_MOTION_KIND_LINEAR, all, all,
                                    ROWS, NULL, &watched, collides, 0));
    CHECK(body == NULL && !collides[0]);
}

static void nan_is_no_limit(obbtree_query *query, const obbtree_collider *body) {
    const obbtree_status BAD = OBBTREE_STATUS_BAD_ARGUMENT;
    const double sphere[4] = {0, 0, 0, 1};
    const obbtree_distance_options relative = {NAN, 0}, absolute = {0, NAN};
    const obbtree_sweep_options time = {NAN, 0, 0}, apart = {0, NAN, 0};
    obbtree_collider *shape;
    obbtree_placed *placed;
    obbtree_motion *rest;
    obbtree_scene *scene;
    obbtree_distance_found distance;
    obbtree_sweep sweep;
    obbtree_scene_sweep_found of_scene;
    obbtree_pose pose;
    const obbtree_manifold_point *points;
    size_t count;
    uint32_t id;
    bool yes;
    uint8_t closer[POSES];
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_SPHERE, sphere, 4, &shape));
    OK(obbtree_placed_create(body, &HERE, &placed));
    OK(obbtree_motion_rest(&HERE, &rest));
    CHECK(obbtree_closer_than(query, body, &HERE, body, &HERE, NAN, &yes) == BAD &&
          strstr(obbtree_last_error(), "tolerance is NaN"));
    CHECK(obbtree_closer_than(query, body, &HERE, shape, &HERE, NAN, &yes) == BAD);
    CHECK(obbtree_placed_closer_than(query, placed, placed, NAN, &yes) == BAD);
    CHECK(obbtree_batch_closer_than(query, body, &HERE, body, all, ROWS, NAN, NULL, closer, 0) ==
          BAD);
    CHECK(obbtree_distance_within(query, body, &HERE, body, &HERE, NULL, NAN, &yes, &distance) ==
          BAD);
    CHECK(obbtree_distance_within(query, body, &HERE, body, &HERE, &relative, INFINITY, &yes,
                                  &distance) == BAD);
    CHECK(obbtree_distance_within(query, body, &HERE, body, &HERE, &absolute, INFINITY, &yes,
                                  &distance) == BAD);
    CHECK(obbtree_batch_distance(query, body, &HERE, body, all, ROWS, &absolute, NULL, &distance,
                                 0) == BAD);
    CHECK(obbtree_sweep_motions(query, body, rest, body, rest, &time, &sweep) == BAD);
    CHECK(obbtree_is_motion_free(query, body, rest, body, rest, &apart, &yes) == BAD);
    const obbtree_distance_options below[] = {{-1, 0}, {0, -1e-300}};
    const obbtree_sweep_options before[] = {{-1, 0, 0}, {0, -1e-300, 0}};
    for (int k = 0; k < 2; ++k) {
        CHECK(obbtree_distance_within(query, body, &HERE, body, &HERE, &below[k], INFINITY, &yes,
                                      &distance) == BAD &&
              strstr(obbtree_last_error(), "below 0"));
        CHECK(obbtree_batch_distance(query, body, &HERE, body, all, ROWS, &below[k], NULL,
                                     &distance, 0) == BAD);
        CHECK(obbtree_sweep_motions(query, body, rest, body, rest, &before[k], &sweep) == BAD &&
              strstr(obbtree_last_error(), "below 0"));
        CHECK(obbtree_is_motion_free(query, body, rest, body, rest, &before[k], &yes) == BAD);
    }
    const double times[] = {NAN, INFINITY, -INFINITY, 1e308};
    for (int k = 0; k < 4; ++k)
        CHECK(obbtree_motion_pose_at(rest, times[k], &pose) == BAD &&
              strstr(obbtree_last_error(), "not from 0 to 1"));
    const double margins[] = {NAN, -1};
    for (int k = 0; k < 2; ++k)
        CHECK(obbtree_manifolds(query, shape, &HERE, shape, &HERE, margins[k], 4, &points,
                                &count) == BAD &&
              strstr(obbtree_last_error(), "not a number of at least 0"));
    OK(obbtree_scene_create(&scene));
    const obbtree_scene_part part = {body, NULL};
    OK(obbtree_scene_add(scene, "a", &part, 1, &HERE, &id));
    const obbtree_motion *motions[1] = {rest};
    CHECK(obbtree_scene_sweep(query, scene, &id, motions, 1, &apart, &of_scene) == BAD);
    CHECK(obbtree_scene_set_margin(scene, NAN) == OBBTREE_STATUS_BAD_SCENE);
    CHECK(obbtree_scene_set_pair_margin(scene, "a", "a", NAN) == OBBTREE_STATUS_BAD_SCENE);
    OK(obbtree_closer_than(query, body, &HERE, body, &HERE, -1.0, &yes));
    CHECK(!yes); /* no distance is negative */
    OK(obbtree_scene_free(scene));
    OK(obbtree_motion_free(rest));
    OK(obbtree_placed_free(placed));
    OK(obbtree_collider_free(shape));
}

static void empty_arrays_are_answered(obbtree_query *query, const obbtree_collider *body) {
    struct watch watch = {0};
    const obbtree_array none = {NULL, 0, 0, OBBTREE_SCALAR_F64};
    const obbtree_batch_options watched = {2, end_slowly, &watch};
    OK(obbtree_batch_collide(query, body, &HERE, body, none, ROWS, &watched, NULL, 0));
    OK(obbtree_batch_closer_than(query, body, &HERE, body, none, ROWS, 1, &watched, NULL, 0));
    OK(obbtree_batch_distance(query, body, &HERE, body, none, ROWS, NULL, &watched, NULL, 0));
    OK(obbtree_batch_is_motion_free(query, body, &HERE, body, 0, none, none, ROWS, NULL, &watched,
                                    NULL, 0));
    OK(obbtree_batch_sweep(query, body, &HERE, body, 0, none, none, ROWS, NULL, &watched, NULL,
                           0));
    OK(obbtree_batch_collide_pairs(query, NULL, none, NULL, none, ROWS, &watched, NULL, 0));
    OK(obbtree_poses_from(none, ROWS, NULL));
    CHECK(watch.calls == 0);
    CHECK(obbtree_batch_collide(query, body, &HERE, body, all, ROWS, &watched, NULL, 0) ==
          OBBTREE_STATUS_NULL_POINTER);
}

static void threads_are_numbers_of_threads(obbtree_query *query, const obbtree_collider *body) {
    uint8_t collides[POSES];
    memset(collides, 77, sizeof collides);
    const obbtree_batch_options most = {.threads = 4096}, more = {.threads = 4097},
                                wild = {.threads = UINT32_MAX};
    CHECK(obbtree_batch_collide(query, body, &HERE, body, all, ROWS, &more, collides, 0) ==
          OBBTREE_STATUS_BAD_ARGUMENT);
    CHECK(obbtree_batch_collide(query, body, &HERE, body, all, ROWS, &wild, collides, 0) ==
          OBBTREE_STATUS_BAD_ARGUMENT);
    CHECK(strstr(obbtree_last_error(), "threads") && collides[0] == 77);
    OK(obbtree_batch_collide(query, body, &HERE, body, all, ROWS, &most, collides, 0));
    CHECK(collides[0] == 1 && collides[POSES - 1] == 0);
}

static void failures_leave_results(obbtree_query *query, const obbtree_collider *body) {
    const obbtree_pose aside = moved(0.5, 0.25, 0);
    obbtree_pose bad = HERE;
    bad.rows[0] = NAN;
    const uint32_t *pairs, *again = NULL;
    size_t count, other = 77;
    obbtree_distance_found distance;
    memset(&distance, 77, sizeof distance);
    const obbtree_distance_found before = distance;
    OK(obbtree_pairs(query, body, &HERE, body, &aside, &pairs, &count));
    const uint32_t first[2] = {pairs[0], pairs[1]};
    CHECK(obbtree_pairs(query, body, &HERE, body, &bad, &again, &other) ==
          OBBTREE_STATUS_BAD_POSE);
    CHECK(again == NULL && other == 77 && memcmp(pairs, first, sizeof first) == 0);
    CHECK(obbtree_distance(query, body, &HERE, body, &bad, &distance) == OBBTREE_STATUS_BAD_POSE);
    CHECK(memcmp(&distance, &before, sizeof before) == 0);
    obbtree_scene *scene;
    OK(obbtree_scene_create(&scene));
    CHECK(obbtree_scene_pairs_with(query, scene, 0, &again, &other) == OBBTREE_STATUS_BAD_SCENE);
    CHECK(again == NULL && other == 77 && memcmp(pairs, first, sizeof first) == 0);
    OK(obbtree_scene_free(scene));
}

static void scenes_of_nothing(obbtree_query *query, const obbtree_collider *body) {
    const obbtree_status BAD = OBBTREE_STATUS_BAD_SCENE;
    const obbtree_scene_part part = {body, NULL};
    const obbtree_pose away = moved(9, 0, 0);
    obbtree_scene *scene;
    obbtree_scene_distance_found distance;
    obbtree_scene_sweep_found sweep;
    obbtree_motion *rest;
    uint32_t a, b, gone;
    const uint32_t *pairs;
    size_t count;
    OK(obbtree_motion_rest(&HERE, &rest));
    OK(obbtree_scene_create(&scene));
    CHECK(obbtree_scene_require_pairs(scene) == BAD && strstr(obbtree_last_error(), "no body"));
    CHECK(obbtree_scene_distance(query, scene, &distance) == BAD &&
          strstr(obbtree_last_error(), "no body"));
    OK(obbtree_scene_add(scene, "a", &part, 1, &HERE, &a));
    CHECK(obbtree_scene_distance(query, scene, &distance) == BAD &&
          strstr(obbtree_last_error(), "only one body"));
    OK(obbtree_scene_add(scene, "b", &part, 1, &away, &b));
    OK(obbtree_scene_add(scene, "gone", &part, 1, &away, &gone));
    OK(obbtree_scene_remove(scene, gone));
    OK(obbtree_scene_require_pairs(scene));
    OK(obbtree_scene_distance(query, scene, &distance));
    CHECK(distance.lower <= 8 && 8 <= distance.upper);
    CHECK(obbtree_scene_pairs_with(query, scene, gone, &pairs, &count) == BAD &&
          strstr(obbtree_last_error(), "number 2"));
    CHECK(obbtree_scene_pairs_with(query, scene, UINT32_MAX, &pairs, &count) == BAD);
    OK(obbtree_scene_set_enabled(scene, b, 0));
    CHECK(obbtree_scene_pairs_with(query, scene, b, &pairs, &count) == BAD &&
          strstr(obbtree_last_error(), "not enabled"));
    CHECK(obbtree_scene_distance(query, scene, &distance) == BAD &&
          strstr(obbtree_last_error(), "only one is enabled"));
    const obbtree_motion *motions[2] = {rest, rest};
    const uint32_t twice[2] = {a, a};
    CHECK(obbtree_scene_sweep(query, scene, &b, motions, 1, NULL, &sweep) == BAD &&
          strstr(obbtree_last_error(), "not enabled"));
    CHECK(obbtree_scene_sweep(query, scene, &gone, motions, 1, NULL, &sweep) == BAD);
    CHECK(obbtree_scene_sweep(query, scene, twice, motions, 2, NULL, &sweep) == BAD &&
          strstr(obbtree_last_error(), "more than one"));
    CHECK(obbtree_scene_sweep(query, scene, NULL, NULL, 0, NULL, &sweep) == BAD &&
          strstr(obbtree_last_error(), "no body"));
    OK(obbtree_scene_set_enabled(scene, b, 1));
    OK(obbtree_scene_allow(scene, "a", "b", 1));
    CHECK(obbtree_scene_allow(scene, "a", "bee", 0) == BAD &&
          strstr(obbtree_last_error(), "`bee`"));
    CHECK(obbtree_scene_set_pair_margin(scene, "a", "bee", 1) == BAD &&
          strstr(obbtree_last_error(), "`bee`"));
    CHECK(obbtree_scene_distance(query, scene, &distance) == BAD &&
          strstr(obbtree_last_error(), "allowed"));
    OK(obbtree_scene_free(scene));
    OK(obbtree_motion_free(rest));
}

/* A closed box from -1 to 1 on each axis. */
static obbtree_collider *box(void) {
    double corners[24];
    static const uint32_t faces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                       2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    for (int k = 0; k < 24; ++k) corners[k] = k / 3 >> k % 3 & 1 ? 1 : -1;
    const obbtree_array v = {corners, 8, 0, OBBTREE_SCALAR_F64},
                        t = {faces, 12, 0, OBBTREE_SCALAR_U32};
    obbtree_collider *body;
    OK(obbtree_collider_create(v, t, NULL, &body));
    OK(obbtree_collider_require_closed(body));
    return body;
}

static const double ROUNDED = 1e-12;
static double from_box(const double *p) {
    return fabs(fmax(fmax(fabs(p[0]), fabs(p[1])), fabs(p[2])) - 1);
}
static double beyond_sphere(const double *p, double x, double radius) {
    return hypot(hypot(p[0] - x, p[1]), p[2]) - radius;
}

/* A sphere at x against the box, and how many contacts there are: each is a point of the box's
   surface and of the sphere. */
static size_t of_ball_and_box(obbtree_query *query, const obbtree_collider *mesh, double x,
                              double radius) {
    const double numbers[4] = {0, 0, 0, radius};
    const obbtree_pose there = moved(x, 0, 0);
    obbtree_collider *sphere;
    obbtree_scene *scene;
    uint32_t id;
    const uint32_t *pairs;
    const obbtree_scene_contact *contacts;
    size_t count;
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_SPHERE, numbers, 4, &sphere));
    OK(obbtree_scene_create(&scene));
    const obbtree_scene_part of_mesh = {mesh, NULL}, of_sphere = {sphere, NULL};
    OK(obbtree_scene_add(scene, "box", &of_mesh, 1, &HERE, &id));
    OK(obbtree_scene_add(scene, "sphere", &of_sphere, 1, &there, &id));
    OK(obbtree_scene_pairs(query, scene, &pairs, &count));
    CHECK(count == 1); /* the box is solid */
    OK(obbtree_scene_contacts(query, scene, 100, &contacts, &count));
    for (size_t k = 0; k < count; ++k) {
        CHECK(from_box(contacts[k].point) <= ROUNDED &&
              beyond_sphere(contacts[k].point, x, radius) <= ROUNDED);
        CHECK(contacts[k].triangles[0] < 12 && contacts[k].triangles[1] == OBBTREE_NO_TRIANGLE);
    }
    OK(obbtree_scene_free(scene));
    OK(obbtree_collider_free(sphere));
    return count;
}

/* The place of contact of two spheres is a point of both. */
static void of_spheres(obbtree_query *query, double radius, double x, double other_radius) {
    const double numbers[2][4] = {{0, 0, 0, radius}, {0, 0, 0, other_radius}};
    const obbtree_pose there = moved(x, 0, 0);
    obbtree_scene *scene;
    uint32_t id;
    const obbtree_scene_contact *contacts;
    size_t count;
    OK(obbtree_scene_create(&scene));
    for (int k = 0; k < 2; ++k) {
        obbtree_collider *sphere;
        OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_SPHERE, numbers[k], 4, &sphere));
        const obbtree_scene_part part = {sphere, NULL};
        OK(obbtree_scene_add(scene, k ? "b" : "a", &part, 1, k ? &there : &HERE, &id));
        OK(obbtree_collider_free(sphere));
    }
    OK(obbtree_scene_contacts(query, scene, 100, &contacts, &count));
    CHECK(count <= 1);
    for (size_t k = 0; k < count; ++k) {
        CHECK(beyond_sphere(contacts[k].point, 0, radius) <= ROUNDED);
        CHECK(beyond_sphere(contacts[k].point, x, other_radius) <= ROUNDED);
    }
    OK(obbtree_scene_free(scene));
}

static void the_ball_in_the_box(obbtree_query *query) {
    obbtree_collider *mesh = box();
    OK(obbtree_query_set_solid(query, 1));
    CHECK(of_ball_and_box(query, mesh, 0, 0.1) == 0); /* it meets the solid, and no surface */
    CHECK(of_ball_and_box(query, mesh, 0.5, 0.25) == 0);
    CHECK(of_ball_and_box(query, mesh, 0.5, 0.5) == 2); /* it touches a face from inside */
    /* Both triangles of a face. */
    CHECK(of_ball_and_box(query, mesh, 1, 0.25) == 2);
    CHECK(of_ball_and_box(query, mesh, 2, 1.5) == 6); /* one more of each side */
    of_ball_and_box(
        query, mesh, 0,
        9); /* the box in the sphere, which is solid: any point of the box is one of both */
    of_spheres(query, 1, 1.5, 1);
    of_spheres(query, 3, 0.5, 1);
    of_spheres(query, 1, 0, 3);
    of_spheres(query, 1, 0, 1);
    of_spheres(query, 1, 2, 1);
    OK(obbtree_query_set_solid(query, 0));
    OK(obbtree_collider_free(mesh));
}

int main(void) {
    for (int k = 0; k < POSES; ++k) poses[k] = moved(0, 0, k < POSES / 2 ? 0 : 3);
    obbtree_query *query;
    OK(obbtree_query_create(&query));
    obbtree_collider *body = tetrahedron();
    progress_is_told_in_order(query, body);
    callbacks_may_ask(query, body);
    callbacks_may_free_bodies(query);
    nan_is_no_limit(query, body);
    empty_arrays_are_answered(query, body);
    threads_are_numbers_of_threads(query, body);
    failures_leave_results(query, body);
    scenes_of_nothing(query, body);
    the_ball_in_the_box(query);
    OK(obbtree_collider_free(body));
    OK(obbtree_query_free(query));
    puts("refusals: all as they should be");
    return 0;
}
