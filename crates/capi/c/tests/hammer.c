/* Threads that use the same body and motions at once, each with a query of its own. Arguments: threads, rounds,
 * and 1 for a query besides that all try to use, of which all but one thread are refused. Without it, it runs under
 * helgrind, which knows locks and not the atomic number that guards a query. */
#include <pthread.h>

#include "check.h"

static obbtree_body *body;
static obbtree_motion *rest, *motion;
static obbtree_query *common;
static unsigned long rounds, with_common;

static void *work(void *unused) {
    obbtree_query *query;
    OK(obbtree_query_create(&query));
    for (unsigned long k = 0; k < rounds; ++k) {
        const obbtree_pose pose = moved(0, 0, 0.02 * (double)(k % 100));
        bool collides, closer, is_free;
        obbtree_body *shared;
        OK(obbtree_body_share(body, &shared));
        OK(obbtree_collide(query, body, &HERE, shared, &pose, &collides));
        OK(obbtree_closer_than(query, shared, &HERE, body, &pose, 0.11, &closer));
        CHECK(collides == (k % 100 <= 50) && closer == (k % 100 <= 55));
        OK(obbtree_is_motion_free(query, body, rest, shared, motion, NULL, &is_free));
        CHECK(is_free);
        OK(obbtree_body_free(shared));
        CHECK(obbtree_pose_check(NULL) == OBBTREE_STATUS_NULL_POINTER && obbtree_last_error()[0] == 'p');
        /* Answered, or refused because another thread is at it. */
        if (with_common == 0) continue;
        const obbtree_status status = obbtree_collide(common, body, &HERE, body, &pose, &closer);
        CHECK(status == OBBTREE_STATUS_BUSY || (status == OBBTREE_STATUS_OK && closer == collides));
    }
    OK(obbtree_query_free(query));
    return unused;
}

int main(int argc, char **argv) {
    CHECK(argc == 4);
    const unsigned long threads = strtoul(argv[1], NULL, 10);
    rounds = strtoul(argv[2], NULL, 10), with_common = strtoul(argv[3], NULL, 10);
    CHECK(0 < threads && threads <= 64);
    body = tetrahedron();
    const obbtree_pose from = moved(0, 0, 2), to = moved(9, 0, 2);
    OK(obbtree_motion_rest(&HERE, &rest));
    OK(obbtree_motion_create(OBBTREE_MOTION_KIND_LINEAR, &from, &to, &motion));
    OK(obbtree_query_create(&common));
    pthread_t running[64];
    for (unsigned long k = 0; k < threads; ++k) CHECK(pthread_create(&running[k], NULL, work, NULL) == 0);
    for (unsigned long k = 0; k < threads; ++k) CHECK(pthread_join(running[k], NULL) == 0);
    OK(obbtree_query_free(common));
    OK(obbtree_motion_free(rest));
    OK(obbtree_motion_free(motion));
    OK(obbtree_body_free(body));
    printf("hammer: %lu threads, %lu rounds each\n", threads, rounds);
    return 0;
}
