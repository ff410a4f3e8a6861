/* Random arguments, half of them wild; and how often each status came. */
#ifndef RANDOM_H
#define RANDOM_H
#include <math.h>
#include <string.h>

#include "check.h"

static uint64_t state;
static inline uint64_t random64(void) { /* xorshift64*, Vigna 2016 */
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return state * 2685821657736338717ULL;
}
static inline uint32_t below(uint32_t n) { return (uint32_t)((random64() >> 32) * n >> 32); }
static inline int one_in(uint32_t n) { return below(n) == 0; }

static inline double number(void) {
    static const double wild[] = {0, -0.0, 1, -1, 1e-320, 1e300, -1e300, 1e9, INFINITY, -INFINITY, NAN};
    double any;
    if (one_in(8)) return wild[below(sizeof wild / sizeof *wild)];
    if (one_in(16)) {
        const uint64_t bits = random64();
        memcpy(&any, &bits, sizeof any);
        return any;
    }
    return (double)(int64_t)random64() / 9223372036854775808.0 * 3;
}
/* A tolerance, which is seldom below 0. */
static inline double positive(void) { return one_in(32) ? number() : fabs(number()); }
static inline uint32_t constant(void) { return one_in(8) ? (uint32_t)random64() : below(10); }

/* Asks so often, and checks each status and that both kinds of argument were tried. */
static inline void ask_at_random(const char *name, obbtree_status (*call)(void), unsigned long calls) {
    unsigned long by_status[OBBTREE_STATUS_BAD_VOXELS + 1] = {0};
    for (unsigned long k = 0; k < calls; ++k) {
        const obbtree_status status = call();
        CHECK(status <= OBBTREE_STATUS_BAD_VOXELS && status != OBBTREE_STATUS_PANICKED);
        ++by_status[status];
    }
    printf("%s: %lu calls,", name, calls);
    for (uint32_t k = 0; k <= OBBTREE_STATUS_BAD_VOXELS; ++k)
        if (by_status[k]) printf(" %s %lu", obbtree_status_name(k), by_status[k]);
    puts("");
    CHECK(by_status[OBBTREE_STATUS_OK] > calls / 5 && by_status[OBBTREE_STATUS_OK] < calls / 5 * 4);
}
#endif
