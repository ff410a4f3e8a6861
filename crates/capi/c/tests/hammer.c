/* Threads that use the same body, motions, scene and robot at once, each with a query, a checker
   and a copy of the
 * scene of its own. Arguments: threads, rounds, the file swing.urdf, and 1 for a query
 * besides that all try to use, of which all but one thread are refused, and a scene that one of
 * them changes. Without
 * these, it runs under helgrind, which knows locks and not the atomic numbers that guard a query
 * and a scene. */
#include <pthread.h>

#include "check.h"

static obbtree_collider *body;
static obbtree_motion *rest, *motion;
static obbtree_query *common;
static obbtree_scene *scene, *changing;
static obbtree_checker *checker;
static uint32_t flying;
static unsigned long rounds, with_common;

/* A scene that all look at, and one of the thread's own. */
static void ask_scenes(obbtree_query *query, obbtree_scene *own, unsigned long k) {
    const obbtree_pose pose = moved(0, 0, 0.02 * (double)(k % 100));
    const uint32_t *pairs;
    size_t count;
    bool collides;
    OK(obbtree_scene_set_pose(own, flying, &pose));
    OK(obbtree_scene_pairs(query, own, &pairs, &count));
    CHECK(count == (k % 100 <= 50));
    OK(obbtree_scene_collides(query, scene, &collides));
    CHECK(!collides);
}

/* The bar turns to the tetrahedron, and away from it. */
static void ask_robot(obbtree_checker *own, const obbtree_checker *shared, unsigned long k) {
    const double front[2] = {0, 0.1}, back[2] = {3.1, 0.1};
    bool valid;
    OK(obbtree_checker_is_valid(own, k % 2 ? front : back, 2, &valid));
    CHECK(valid == (k % 2 == 0));
    if (k % 10 == 0) {
        obbtree_checker *copy;
        OK(obbtree_checker_copy(shared, &copy));
        OK(obbtree_checker_is_motion_valid(copy, back, front, 2, &valid));
        CHECK(!valid);
        OK(obbtree_checker_free(copy));
    }
}

/* One thread changes it; the others ask, or are refused. */
static void ask_changing(obbtree_query *query, unsigned long k, int changes) {
    bool collides;
    if (changes) {
        const obbtree_pose pose = moved(0, 0, k % 2 ? 0.5 : 3);
        const obbtree_status moved = obbtree_scene_set_pose(changing, flying, &pose);
        CHECK(moved == OBBTREE_STATUS_OK || moved == OBBTREE_STATUS_BUSY);
    }
    const obbtree_status status = obbtree_scene_collides(query, changing, &collides);
    CHECK(status == OBBTREE_STATUS_OK || status == OBBTREE_STATUS_BUSY);
}

static void *work(void *number) {
    obbtree_query *query;
    obbtree_scene *own_scene;
    obbtree_checker *own_checker;
    OK(obbtree_query_create(&query));
    OK(obbtree_scene_copy(scene, &own_scene));
    OK(obbtree_checker_copy(checker, &own_checker));
    for (unsigned long k = 0; k < rounds; ++k) {
        const obbtree_pose pose = moved(0, 0, 0.02 * (double)(k % 100));
        bool collides, closer, is_free;
        obbtree_collider *shared;
        OK(obbtree_collider_share(body, &shared));
        OK(obbtree_collide(query, body, &HERE, shared, &pose, &collides));
        OK(obbtree_closer_than(query, shared, &HERE, body, &pose, 0.11, &closer));
        CHECK(collides == (k % 100 <= 50) && closer == (k % 100 <= 55));
        OK(obbtree_is_motion_free(query, body, rest, shared, motion, NULL, &is_free));
        CHECK(is_free);
        OK(obbtree_collider_free(shared));
        CHECK(obbtree_pose_check(NULL) == OBBTREE_STATUS_NULL_POINTER && obbtree_last_error()[0] == 'p');
        ask_scenes(query, own_scene, k);
        ask_robot(own_checker, checker, k);
        /* Answered, or refused because another thread is at it. */
        if (with_common == 0) continue;
        ask_changing(query, k, number == NULL);
        const obbtree_status status = obbtree_collide(common, body, &HERE, body, &pose, &closer);
        CHECK(status == OBBTREE_STATUS_BUSY || (status == OBBTREE_STATUS_OK && closer == collides));
    }
    OK(obbtree_checker_free(own_checker));
    OK(obbtree_scene_free(own_scene));
    OK(obbtree_query_free(query));
    return NULL;
}

int main(int argc, char **argv) {
    CHECK(argc == 5);
    const unsigned long threads = strtoul(argv[1], NULL, 10);
    rounds = strtoul(argv[2], NULL, 10), with_common = strtoul(argv[4], NULL, 10);
    CHECK(0 < threads && threads <= 64);
    body = tetrahedron();
    const obbtree_pose from = moved(0, 0, 2), to = moved(9, 0, 2);
    OK(obbtree_motion_rest(&HERE, &rest));
    OK(obbtree_motion_create(OBBTREE_MOTION_KIND_LINEAR, &from, &to, &motion));
    OK(obbtree_query_create(&common));
    const obbtree_scene_part part = {body, NULL};
    uint32_t fixed;
    OK(obbtree_scene_create(&scene));
    OK(obbtree_scene_add(scene, "fixed", &part, 1, &HERE, &fixed));
    OK(obbtree_scene_add(scene, "flying", &part, 1, &from, &flying));
    OK(obbtree_scene_copy(scene, &changing));
    obbtree_robot *robot;
    const obbtree_pose at_the_front = moved(1.2, -0.05, 0.45);
    obbtree_scene *world;
    uint32_t obstacle;
    OK(obbtree_scene_create(&world));
    OK(obbtree_scene_add(world, "obstacle", &part, 1, &at_the_front, &obstacle));
    OK(obbtree_robot_read(argv[3], NULL, NULL, 0, &robot));
    OK(obbtree_checker_create(robot, world, &checker));
    OK(obbtree_scene_free(world));
    OK(obbtree_robot_free(robot));
    /* What copies share is made by the first that needs it; helgrind does not know that futex. */
    if (with_common == 0) ask_robot(checker, checker, 0);
    pthread_t running[64];
    for (unsigned long k = 0; k < threads; ++k) CHECK(pthread_create(&running[k], NULL, work, k > 0 ? body : NULL) == 0);
    for (unsigned long k = 0; k < threads; ++k) CHECK(pthread_join(running[k], NULL) == 0);
    OK(obbtree_query_free(common));
    OK(obbtree_checker_free(checker));
    OK(obbtree_scene_free(scene));
    OK(obbtree_scene_free(changing));
    OK(obbtree_motion_free(rest));
    OK(obbtree_motion_free(motion));
    OK(obbtree_collider_free(body));
    printf("hammer: %lu threads, %lu rounds each\n", threads, rounds);
    return 0;
}
