/* A process that has used all cores forks: its child, which has none of the threads, answers as
   it did, or says at once
 * that it cannot. Arguments: the robot arm.urdf in crates/robot/tests/data. */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { POSES = 2000, SIDE = 150, VALUES = 4, PATIENCE = 120 };

static obbtree_collider *body;
static obbtree_pose poses[POSES], ends[POSES];
static double configurations[POSES][VALUES];

/* All that is queried, before the fork and after it. */
struct answers {
    uint8_t collides[3][POSES], is_free[POSES], closer[POSES], valid[POSES];
    double distances[POSES];
    uint32_t triangle;
    size_t pairs;
    bool scene_collides;
};

static int refused;

/* A call that answers, or cannot after a fork and names that. */
static int answers(obbtree_status status) {
    CHECK(status == OBBTREE_STATUS_OK ||
          (status == OBBTREE_STATUS_NO_THREADS && strstr(obbtree_last_error(), "fork")));
    refused += status != OBBTREE_STATUS_OK;
    return status == OBBTREE_STATUS_OK;
}

/* A sheet of waves, large enough that its tree is built by all cores. */
static obbtree_status sheet(obbtree_collider **made) {
    static double corners[SIDE + 1][SIDE + 1][3];
    static uint32_t faces[SIDE][SIDE][6];
    for (uint32_t i = 0; i <= SIDE; ++i)
        for (uint32_t j = 0; j <= SIDE; ++j) {
            corners[i][j][0] = 0.01 * i, corners[i][j][1] = 0.01 * j,
            corners[i][j][2] = 0.001 * ((i * i + 3 * j) % 7);
            if (i == SIDE || j == SIDE) continue;
            const uint32_t n = i * (SIDE + 1) + j,
                           square[6] = {n, n + 1, n + SIDE + 2, n, n + SIDE + 2, n + SIDE + 1};
            memcpy(faces[i][j], square, sizeof square);
        }
    const obbtree_array v = {corners, (SIDE + 1) * (SIDE + 1), 0, OBBTREE_SCALAR_F64},
                        t = {faces, 2 * SIDE * SIDE, 0, OBBTREE_SCALAR_U32};
    return obbtree_collider_create(v, t, NULL, made);
}

static void ask(struct answers *found, const char *urdf) {
    const uint32_t rows = OBBTREE_POSE_FORMAT_ROWS, linear = OBBTREE_MOTION_KIND_LINEAR;
    const obbtree_array all = {poses, POSES, 0, OBBTREE_SCALAR_F64},
                        to = {ends, POSES, 0, OBBTREE_SCALAR_F64},
                        rows_of_values = {configurations, POSES, 0, OBBTREE_SCALAR_F64};
    const obbtree_ray down = {{0.5, 0.5, 1}, {0, 0, -1}, 0};
    const obbtree_batch_options two = {.threads = 2};
    obbtree_query *query;
    memset(found, 0, sizeof *found);
    OK(obbtree_query_create(&query));
    answers(
        obbtree_batch_collide(query, body, &HERE, body, all, rows, NULL, found->collides[0], 0));
    answers(
        obbtree_batch_collide(query, body, &HERE, body, all, rows, &two, found->collides[1], 0));
    answers(obbtree_batch_closer_than(query, body, &HERE, body, all, rows, 0.5, NULL,
                                      found->closer, 0));
    answers(obbtree_batch_is_motion_free(query, body, &HERE, body, linear, all, to, rows, NULL,
                                         NULL, found->is_free, 0));
    obbtree_distance_found distances[POSES];
    if (answers(
            obbtree_batch_distance(query, body, &HERE, body, all, rows, NULL, NULL, distances, 0)))
        for (int k = 0; k < POSES; ++k) found->distances[k] = distances[k].lower;

    obbtree_collider *large;
    if (answers(sheet(&large))) {
        const obbtree_scene_part part = {large, NULL};
        const uint32_t *pairs;
        obbtree_ray_hit hit;
        obbtree_scene *scene;
        uint32_t id;
        bool yes;
        OK(obbtree_closest_hit(large, &HERE, &down, &yes, &hit));
        CHECK(yes);
        found->triangle = hit.triangle;
        OK(obbtree_self_intersections(query, large, &pairs, &found->pairs));
        answers(obbtree_batch_collide(query, large, &HERE, body, all, rows, NULL,
                                      found->collides[2], 0));
        OK(obbtree_scene_create(&scene));
        OK(obbtree_scene_add(scene, "a", &part, 1, &HERE, &id));
        OK(obbtree_scene_add(scene, "b", &part, 1, &HERE, &id));
        OK(obbtree_scene_collides(query, scene, &found->scene_collides));
        OK(obbtree_scene_free(scene));
        OK(obbtree_collider_free(large));
    }

    obbtree_robot *robot;
    if (answers(obbtree_robot_read(urdf, NULL, NULL, 0, &robot))) {
        const obbtree_scene_part part = {body, NULL};
        obbtree_scene *world;
        obbtree_checker *checker;
        uint32_t obstacle;
        OK(obbtree_scene_create(&world));
        OK(obbtree_scene_add(world, "obstacle", &part, 1, &HERE, &obstacle));
        OK(obbtree_checker_create(robot, world, &checker));
        OK(obbtree_scene_free(world));
        answers(obbtree_checker_batch_is_valid(checker, rows_of_values, NULL, found->valid, 0));
        OK(obbtree_checker_free(checker));
        OK(obbtree_robot_free(robot));
    }
    OK(obbtree_query_free(query));
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    static struct answers before, after;
    for (int k = 0; k < POSES; ++k) {
        poses[k] = moved(0, 0, 0.002 * k), ends[k] = moved(0, 2, 0.002 * k);
        for (int j = 0; j < VALUES; ++j)
            configurations[k][j] = (j < 3 ? 0.5 : 0.02) * (k * (j + 2) % 11 - 5) / 5;
    }
    body = tetrahedron();
    ask(&before, argv[1]);
    CHECK(refused == 0 && before.collides[0][0] == 1 && before.collides[0][POSES - 1] == 0 &&
          before.scene_collides);
    for (int round = 0; round < 3; ++round) {
        const pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            alarm(PATIENCE); /* a child that hangs ends by this signal */
            ask(&after, argv[1]);
            CHECK(refused > 0 || memcmp(&before, &after, sizeof after) == 0);
            exit(0);
        }
        int status;
        CHECK(waitpid(child, &status, 0) == child);
        if (WIFSIGNALED(status))
            fprintf(stderr, "the child ended by signal %d\n", WTERMSIG(status));
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        ask(&after, argv[1]); /* nothing is different here */
        CHECK(refused == 0 && memcmp(&before, &after, sizeof after) == 0);
    }
    OK(obbtree_collider_free(body));
    puts("fork: children answer");
    return 0;
}
