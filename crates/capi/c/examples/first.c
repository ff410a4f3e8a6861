/* A first query in C. Arguments: two mesh files. Prints whether the second collides with the
   first where it is,
 * and how many pairs of triangles meet. */
#include <stdio.h>

#include <obbtree.h>

int main(int argc, char **argv) {
    obbtree_collider *a = NULL, *b = NULL;
    obbtree_query *query = NULL;
    const obbtree_pose here = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    bool collides;
    const uint32_t *pairs;
    size_t count;
    int failed = argc != 3 || obbtree_abi_version() != OBBTREE_ABI_VERSION ||
                 obbtree_collider_read(argv[1], NULL, &a) || obbtree_collider_read(argv[2], NULL, &b) ||
                 obbtree_query_create(&query) ||
                 obbtree_collide(query, a, &here, b, &here, &collides) ||
                 obbtree_pairs(query, a, &here, b, &here, &pairs, &count);
    if (failed) {
        fprintf(stderr, "obbtree: %s\n", obbtree_last_error());
    } else {
        printf("collides: %s; %zu pairs of triangles meet\n", collides ? "yes" : "no", count);
    }
    obbtree_query_free(query);
    obbtree_collider_free(a);
    obbtree_collider_free(b);
    return failed;
}
