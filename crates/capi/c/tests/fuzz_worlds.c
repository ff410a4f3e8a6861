/* Random and invalid arguments for the functions of placed bodies, scenes and robots: whatever
   comes, a status
 * comes back. Arguments: how many calls, a seed, the folder of the robot in
 * crates/robot/tests/data. */
#include "random.h"

enum { VALUES = 4, ROOM = 40 };
static obbtree_query *query;
static obbtree_collider *body;
static obbtree_collider *shape;
static obbtree_motion *motion;
static obbtree_scene *scene, *scratch, *around;
static obbtree_robot *robot;
static obbtree_checker *checker;
static obbtree_placed *placed[2];
static double numbers[ROOM];
static _Alignas(16) unsigned char results[16 * 1024];

static void *out(void) { return one_in(50) ? NULL : results + below(64); }
static void *out2(void) { return one_in(50) ? NULL : results + sizeof results / 2; }
static obbtree_query *queried(void) { return one_in(50) ? NULL : query; }
static obbtree_scene *world(void) { return one_in(50) ? NULL : one_in(3) ? scratch : scene; }
static const obbtree_robot *arm(void) { return one_in(50) ? NULL : robot; }
static obbtree_checker *asker(void) { return one_in(50) ? NULL : checker; }
static obbtree_placed *there(void) { return one_in(50) ? NULL : placed[below(2)]; }
static uint32_t id(void) { return one_in(20) ? (uint32_t)random64() : below(9); }
static const char *name(void) {
    static const char *names[] = {"a", "b", "c", "", "\x80 is no UTF-8", "a much longer name than the others have"};
    return one_in(50) ? NULL : names[below(sizeof names / sizeof *names)];
}

static const obbtree_pose *pose(void) {
    static obbtree_pose poses[4];
    obbtree_pose *made = &poses[below(4)];
    *made = moved(number(), number(), number());
    if (one_in(30)) made->rows[below(12)] = number();
    return one_in(50) ? NULL : made;
}

/* Mostly as many values as the arm has. */
static const double *values(void) {
    static double room[8][VALUES + 4];
    double *made = room[below(8)];
    for (int k = 0; k < VALUES; ++k) made[k] = one_in(40) ? number() : 0.1 * (double)(below(61)) - 3;
    made[VALUES - 1] *= 0.03;
    return one_in(50) ? NULL : made;
}
static size_t count(void) { return one_in(12) ? below(VALUES + 4) : VALUES; }

static obbtree_array configurations(void) {
    for (int k = 0; k < ROOM; ++k) numbers[k] = one_in(30) ? number() : 0.1 * (double)(below(61)) - 3;
    obbtree_array found = {numbers, below(9), 0, OBBTREE_SCALAR_F64};
    if (one_in(12)) found.scalar = below(6), found.count = below(4);
    if (one_in(12)) found.stride = below(60), found.count = below(5);
    if (one_in(20)) found.stride = SIZE_MAX - below(100), found.count = 2 + below(100);
    if (one_in(30)) found.count = SIZE_MAX - below(9), found.stride = 256;
    if (one_in(30)) found.data = NULL;
    return found;
}

/* Of a body of a scene: part 0 of the last two is a cloud and voxels. */
static obbtree_status changed_part(void) {
    const uint32_t at = one_in(4) ? id() : 6 + below(2), part = one_in(20) ? (uint32_t)random64() : 0;
    if (one_in(3)) {
        uint32_t some[4];
        for (int k = 0; k < 4; ++k) some[k] = one_in(20) ? (uint32_t)random64() : below(30);
        return obbtree_scene_remove_points(world(), at, part, one_in(30) ? NULL : some, below(5), out());
    }
    double room[12];
    for (int k = 0; k < 12; ++k) room[k] = number();
    obbtree_array given = {one_in(30) ? NULL : room, below(4), 0, one_in(12) ? below(6) : OBBTREE_SCALAR_F64};
    if (one_in(2)) return obbtree_scene_insert_points(world(), at, part, given, number(), one_in(2) ? NULL : room);
    if (!one_in(12)) given.scalar = OBBTREE_SCALAR_I32;
    int32_t cells[24];
    for (int k = 0; k < 24; ++k) cells[k] = one_in(20) ? (int32_t)random64() : (int32_t)below(4);
    if (given.data != NULL) given.data = cells;
    return obbtree_scene_set_cells(world(), at, part, given, below(2), out());
}

static obbtree_status change(void) {
    switch (below(13)) {
        case 0: {
            const obbtree_scene_part parts[2] = {{one_in(9) ? NULL : body, NULL},
                                                 {one_in(2) ? body : shape, pose()}};
            return obbtree_scene_add(scratch, name(), one_in(30) ? NULL : parts, below(3), pose(), out());
        }
        case 1: return one_in(4) ? obbtree_scene_remove(scratch, id()) : obbtree_scene_set_enabled(world(), id(), 1);
        case 2: return obbtree_scene_set_pose(world(), id(), pose());
        case 3: return obbtree_scene_set_groups(world(), id(), (uint32_t)random64(), (uint32_t)random64());
        case 4: return obbtree_scene_attach(world(), id(), id());
        case 5: return obbtree_scene_detach(world(), id());
        case 6: return obbtree_scene_allow(world(), name(), name(), below(2));
        case 7: return obbtree_scene_set_margin(world(), one_in(2) ? 0.01 : number());
        case 8: return obbtree_scene_set_pair_margin(world(), name(), name(), number());
        case 9: {
            obbtree_scene *copy = NULL;
            const obbtree_status status = obbtree_scene_copy(scene, one_in(50) ? NULL : &copy);
            if (copy != NULL) obbtree_scene_free(scratch), scratch = copy;
            return status;
        }
        case 10: {
            obbtree_scene *made = NULL;
            char text[64];
            const size_t length = below(sizeof text - 1);
            for (size_t k = 0; k < length; ++k) text[k] = "{}[]\":,1 eform\x80-."[below(18)];
            text[length] = 0;
            const obbtree_status status = obbtree_scene_from_json(one_in(2) ? text : "{\"format\": \"obbtree scene 1\"}", name(), &made);
            obbtree_scene_free(made);
            return status;
        }
        case 11: return changed_part();
        default: return obbtree_placed_move(there(), pose());
    }
}

static obbtree_status question(void) {
    const obbtree_sweep_options sweep = {positive(), positive(), 1 + below(50)};
    switch (below(13)) {
        case 0: return obbtree_scene_collides(queried(), world(), out());
        case 1: return obbtree_scene_pairs(queried(), world(), out(), out2());
        case 2: return obbtree_scene_pairs_with(queried(), world(), id(), out(), out2());
        case 3: return obbtree_scene_contacts(queried(), world(), one_in(2) ? SIZE_MAX : below(9), out(), out2());
        case 4: return obbtree_scene_distance(queried(), world(), out());
        case 5: {
            const uint32_t ids[2] = {id(), id()};
            const obbtree_motion *motions[2] = {motion, one_in(9) ? NULL : motion};
            return obbtree_scene_sweep(queried(), world(), one_in(30) ? NULL : ids, motions, below(3), &sweep, out());
        }
        case 6: return obbtree_scene_find(world(), name(), out());
        case 7: return obbtree_scene_name(world(), id(), out(), below(30), out2());
        case 8: return obbtree_scene_ids(world(), out(), below(30), out2());
        case 9: return obbtree_scene_pose(world(), id(), out());
        case 10: return obbtree_placed_collide(queried(), there(), there(), out());
        case 11: return obbtree_placed_closer_than(queried(), there(), there(), number(), out());
        default: return obbtree_placed_distance(queried(), there(), there(), out());
    }
}

/* Of a checker whose world is changed, which takes longer than a question. */
static obbtree_status of_checkers(void) {
    static const char *links[] = {"upper", "hand", "no link", NULL};
    const uint32_t joints[2] = {below(5), below(4)};
    obbtree_scene *seen = NULL;
    obbtree_checker *made = NULL;
    obbtree_robot *held = NULL;
    obbtree_status status;
    if (!one_in(4)) return obbtree_checker_distances_within(asker(), values(), count(), number(), out(), out2());
    switch (below(10)) {
        case 8: return obbtree_checker_link_of(asker(), id(), out());
        case 0: status = obbtree_checker_world(asker(), one_in(50) ? NULL : &seen); break;
        case 1: status = obbtree_checker_world_at(asker(), values(), count(), &seen); break;
        case 2: return obbtree_checker_set_world(asker(), one_in(2) ? around : world());
        case 3:
            status = obbtree_checker_world(asker(), &seen);
            if (status == OBBTREE_STATUS_OK) obbtree_scene_allow(seen, "cup", links[below(3)], 1);
            status = obbtree_checker_change(asker(), one_in(9) ? world() : seen);
            break;
        case 4: return obbtree_checker_attach(asker(), one_in(3) ? name() : "cup", links[below(4)], links, below(4), values(), count());
        case 5: return obbtree_checker_attach_at(asker(), one_in(3) ? name() : "cup", links[below(4)], NULL, 0, pose());
        case 6: return obbtree_checker_detach(asker(), one_in(3) ? name() : "cup", values(), count());
        case 7: return obbtree_checker_contacts(asker(), values(), count(), below(9), out(), out2());
        default:
            status = obbtree_checker_for_group(asker(), joints, below(3), values(), count(), &made);
            if (made != NULL) OK(obbtree_checker_robot(made, &held));
    }
    obbtree_scene_free(seen);
    obbtree_checker_free(made);
    obbtree_robot_free(held);
    return status;
}

static obbtree_status about_the_robot(void) {
    const obbtree_sweep_options options = {one_in(2) ? 0 : positive(), one_in(2) ? 0 : positive(), 1 + below(300)};
    const obbtree_batch_options run = {.threads = one_in(20) ? 1 + below(3) : 1};
    switch (below(14)) {
        case 12: return of_checkers();
        case 0: return obbtree_robot_size(arm(), out(), out2(), (size_t *)(results + 2000));
        case 1: return obbtree_robot_joint(arm(), below(6), out());
        case 2: return obbtree_robot_link_name(arm(), below(9), out());
        case 3: return obbtree_robot_is_within_limits(arm(), values(), count(), out());
        case 4: return obbtree_robot_link_poses(arm(), values(), count(), out());
        case 5: return obbtree_checker_is_valid(asker(), values(), count(), out());
        case 6: return obbtree_checker_pairs(asker(), values(), count(), out(), out2());
        case 7: return obbtree_checker_distance(asker(), values(), count(), out(), out2());
        case 8: return obbtree_checker_sweep(asker(), values(), values(), count(), &options, out(), one_in(2) ? NULL : out2());
        case 9: return obbtree_checker_batch_is_valid(asker(), configurations(), one_in(9) ? NULL : &run, out(), below(9));
        case 10: {
            if (!one_in(8)) return obbtree_checker_is_valid(asker(), values(), count(), out());
            return obbtree_checker_batch_sweep(asker(), configurations(), configurations(), &options, &run, out(), one_in(9) ? below(99) : 0);
        }
        default: {
            obbtree_checker *made = NULL;
            if (!one_in(16)) return obbtree_checker_is_valid(asker(), values(), count(), out());
            const obbtree_status status = obbtree_checker_create(arm(), one_in(2) ? NULL : world(), &made);
            obbtree_checker_free(made);
            return status;
        }
    }
}

static obbtree_status call(void) {
    switch (below(3)) {
        case 0: return change();
        case 1: return question();
        default: return about_the_robot();
    }
}

int main(int argc, char **argv) {
    CHECK(argc == 4);
    const unsigned long calls = strtoul(argv[1], NULL, 10);
    state = 0x9E3779B97F4A7C15ULL ^ strtoull(argv[2], NULL, 10);
    char urdf[1000];
    snprintf(urdf, sizeof urdf, "%s/arm.urdf", argv[3]);
    const double sphere[4] = {0, 0, 0, 1};
    const obbtree_pose away = moved(3, 0, 0);
    uint32_t made;
    OK(obbtree_query_create(&query));
    body = tetrahedron();
    OK(obbtree_collider_shape(OBBTREE_SHAPE_KIND_SPHERE, sphere, 4, &shape));
    OK(obbtree_motion_create(OBBTREE_MOTION_KIND_LINEAR, &HERE, &away, &motion));
    OK(obbtree_scene_create(&scene));
    for (int k = 0; k < 6; ++k) {
        const char own[2] = {(char)('a' + k), 0};
        const obbtree_scene_part part = {k % 2 ? body : shape, NULL};
        OK(obbtree_scene_add(scene, own, &part, 1, k < 3 ? &HERE : &away, &made));
    }
    const double point[3] = {0, 0, 2};
    const int32_t cell[3] = {0, 0, 3};
    obbtree_collider *sensed[2];
    OK(obbtree_collider_cloud((obbtree_array){point, 1, 0, OBBTREE_SCALAR_F64}, 0.1, NULL, &sensed[0]));
    OK(obbtree_collider_voxels((obbtree_array){cell, 1, 0, OBBTREE_SCALAR_I32}, NULL, point, 0.5, &sensed[1]));
    for (int k = 0; k < 2; ++k) {
        const obbtree_scene_part part = {sensed[k], NULL};
        OK(obbtree_scene_add(scene, k ? "map" : "seen", &part, 1, &HERE, &made));
        OK(obbtree_collider_free(sensed[k]));
    }
    OK(obbtree_scene_copy(scene, &scratch));
    OK(obbtree_robot_read(urdf, NULL, NULL, 0, &robot));
    const obbtree_scene_part obstacle = {body, NULL};
    OK(obbtree_scene_create(&around));
    OK(obbtree_scene_add(around, "cup", &obstacle, 1, &away, &made));
    OK(obbtree_checker_create(robot, around, &checker));
    OK(obbtree_placed_create(body, &HERE, &placed[0]));
    OK(obbtree_placed_create(body, &away, &placed[1]));
    ask_at_random("fuzz of worlds", call, calls);
    for (int k = 0; k < 2; ++k) OK(obbtree_placed_free(placed[k]));
    OK(obbtree_checker_free(checker));
    OK(obbtree_scene_free(around));
    OK(obbtree_robot_free(robot));
    OK(obbtree_scene_free(scene));
    OK(obbtree_scene_free(scratch));
    OK(obbtree_motion_free(motion));
    OK(obbtree_collider_free(shape));
    OK(obbtree_collider_free(body));
    OK(obbtree_query_free(query));
    return 0;
}
