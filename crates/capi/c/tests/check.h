/* A check that ends the program with its place and the last error. */
#ifndef CHECK_H
#define CHECK_H
#include <stdio.h>
#include <stdlib.h>

#include "obbtree.h"

#define CHECK(fact)                                                                        \
    do {                                                                                   \
        if (!(fact)) {                                                                     \
            fprintf(stderr, "%s:%d: not so: %s (last error: %s)\n", __FILE__, __LINE__,    \
                    #fact, obbtree_last_error());                                          \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)
#define OK(call) CHECK((call) == OBBTREE_STATUS_OK)

static const obbtree_pose HERE = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};

static inline obbtree_pose moved(double x, double y, double z) {
    obbtree_pose pose = HERE;
    pose.rows[3] = x, pose.rows[7] = y, pose.rows[11] = z;
    return pose;
}

/* A tetrahedron with corners at the origin and at one on each axis. */
static inline obbtree_collider *tetrahedron(void) {
    static const double corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    const obbtree_array vertices = {corners, 4, 0, OBBTREE_SCALAR_F64};
    const obbtree_array triangles = {faces, 4, 0, OBBTREE_SCALAR_U32};
    const obbtree_build_options here = {.fast = 0, .one_thread = 1}; /* helgrind knows no pools of Rust */
    obbtree_collider *body = NULL;
    OK(obbtree_collider_create(vertices, triangles, &here, &body));
    return body;
}
#endif
