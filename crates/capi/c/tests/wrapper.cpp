// What the C++ headers add to C: exceptions of callbacks are carried around every call, errors are
// thrown. Run under valgrind too. Argument: the folder of the robot in crates/robot/tests/data.
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <type_traits>

#include "obbtree.hpp"
#include "obbtree/robot.hpp"
#include "obbtree/scene.hpp"

#include "check.h"

namespace {

using obbtree::Pose;

/// Thrown by callbacks; the library knows nothing of it.
struct Stop {
    std::size_t at;
};

/// The exception of a kind that a call throws.
template <typename Thrown, typename Call>
Thrown thrown_by(Call &&call) {
    try {
        call();
    } catch (const Thrown &thrown) {
        return thrown;
    }
    CHECK(!"nothing was thrown");
    std::abort();
}

template <typename Call>
bool is_refused(obbtree_status status, const char *word, Call &&call) {
    const auto error = thrown_by<obbtree::Error>(call);
    const bool is_so = error.status() == status && std::strstr(error.what(), word) != nullptr;
    if (!is_so) std::fprintf(stderr, "%d: %s\n", static_cast<int>(error.status()), error.what());
    return is_so;
}

obbtree::Body of_arrays() {
    const std::vector<std::array<double, 3>> corners = {
        {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<std::array<std::uint32_t, 3>> faces = {
        {0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    return obbtree::Body(corners, faces);
}

std::int32_t throw_at_once(void *user, std::size_t done) {
    ++*static_cast<int *>(user);
    throw Stop{done};
}

std::int32_t throw_at_a_pair(void *, std::uint32_t, std::uint32_t) { throw Stop{0}; }

void exceptions_are_carried(const obbtree::Body &body) {
    obbtree::Query query;
    const Pose here, aside = Pose::translation(0.5, 0.25, 0);
    int pairs = 0;
    const auto on_pair = [&pairs](std::uint32_t, std::uint32_t) -> bool {
        if (++pairs == 2) throw Stop{7};
        return true;
    };
    CHECK(thrown_by<Stop>([&] { query.for_each_pair(body, here, body, aside, on_pair); }).at ==
              7 &&
          pairs == 2);

    const std::vector<Pose> poses(1000);
    for (std::uint32_t threads = 0; threads < 4; ++threads) {
        int calls = 0;
        const obbtree_batch_options options = {threads, throw_at_once, &calls};
        CHECK(thrown_by<Stop>([&] { query.collide_batch(body, here, body, poses, options); }).at > 0 &&
              calls == 1);
        // The functions of C, of which there are more.
        std::vector<obbtree_distance_found> distances(poses.size());
        const auto ask_c = [&] {
            obbtree::WatchedBatch watched(options);
            watched.check(obbtree_batch_distance(query.get(), body.get(), &here, body.get(),
                                                 obbtree::view(poses), OBBTREE_POSE_FORMAT_ROWS,
                                                 nullptr, watched.options(), distances.data(), 0));
        };
        CHECK(thrown_by<Stop>(ask_c).at > 0 && calls == 2);
    }
    // Without a callback that throws all is as it was.
    obbtree_batch_options watched = {2, [](void *, std::size_t) -> std::int32_t { return 0; },
                                     nullptr};
    CHECK(query.collide_batch(body, here, body, poses, watched).size() == poses.size());
    watched.on_progress = [](void *, std::size_t) -> std::int32_t { return 1; };
    CHECK(is_refused(OBBTREE_STATUS_CANCELLED, "cancelled",
                     [&] { query.collide_batch(body, here, body, poses, watched); }));
    CHECK(query.collide(body, here, body, aside));
}

void exceptions_are_carried_by_checkers(const std::string &folder) {
    obbtree::Checker checker(obbtree::Robot::read(folder + "/arm.urdf"));
    const std::vector<std::array<double, 4>> configurations(500);
    const obbtree_array rows = obbtree::view(configurations);
    int calls = 0;
    const obbtree_batch_options options = {2, throw_at_once, &calls};
    CHECK(thrown_by<Stop>([&] { checker.are_valid(rows, options); }).at > 0 && calls == 1);
    CHECK(thrown_by<Stop>([&] { checker.sweep_batch(rows, rows, {}, options); }).at > 0 &&
          calls == 2);
    CHECK(checker.are_valid(rows).size() == configurations.size());
}

/// Without the wrapper an exception ends the process, as the manual says; it does not unwind Rust.
template <typename Call>
bool ends_the_process(Call &&call) {
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        std::signal(SIGABRT, SIG_DFL);
        if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(3);
        try {
            call();
        } catch (...) {
            _exit(2);
        }
        _exit(0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

void exceptions_through_c_end_the_process(const obbtree::Body &body) {
    obbtree::Query query;
    const Pose here;
    const std::vector<Pose> poses(100);
    std::vector<std::uint8_t> collides(poses.size());
    int calls = 0;
    const obbtree_batch_options options = {1, throw_at_once, &calls};
    bool ended;
    CHECK(ends_the_process([&] {
        obbtree_for_each_pair(query.get(), body.get(), &here, body.get(), &here, throw_at_a_pair,
                              nullptr, &ended);
    }));
    CHECK(ends_the_process([&] {
        obbtree_batch_collide(query.get(), body.get(), &here, body.get(), obbtree::view(poses),
                              OBBTREE_POSE_FORMAT_ROWS, &options, collides.data(), 0);
    }));
    CHECK(!ends_the_process([] {}));
}

void scenes_of_nothing(const obbtree::Body &body) {
    obbtree::Scene scene;
    obbtree::Query query;
    const auto BAD = OBBTREE_STATUS_BAD_SCENE;
    CHECK(is_refused(BAD, "no body", [&] { scene.require_pairs(); }));
    CHECK(is_refused(BAD, "no body", [&] { scene.distance(query); }));
    const std::uint32_t a = scene.add("a", body, Pose()),
                        b = scene.add("b", body, Pose::translation(9, 0, 0));
    const auto found = scene.distance(query);
    CHECK(found.bodies[0] == a && found.bodies[1] == b && found.lower <= 8 && 8 <= found.upper);
    scene.remove(b);
    CHECK(is_refused(BAD, "only one body", [&] { scene.distance(query); }));
    CHECK(is_refused(BAD, "number 1", [&] { scene.pairs_with(query, b); }));
    CHECK(is_refused(BAD, "no body", [&] { scene.sweep(query, {}); }));
    CHECK(is_refused(BAD, "`b`", [&] { scene.allow("a", "b", false); }));
    CHECK(is_refused(BAD, "`b`", [&] { scene.set_margin("a", "b", 1); }));
    scene.set_enabled(a, false);
    CHECK(is_refused(BAD, "not enabled", [&] { scene.pairs_with(query, a); }));
}

/// Points and cells that come and go inside a scene; a checker is told of them.
void changed_parts(const std::string &folder) {
    const std::vector<obbtree::Point> far{{9, 0, 0}}, near{{0, 0, 0.1}};
    const std::vector<std::array<std::int32_t, 3>> high{{0, 0, 90}}, low{{0, 0, 1}};
    const obbtree::Pose here;
    obbtree::Scene scene;
    obbtree::Query query;
    const obbtree::PointCloud cloud(far, 0.05);
    const auto seen = scene.add("seen", {{cloud, here}, {obbtree::Voxels(high, {0, 0, 0}, 0.1), here}}, here);
    const auto ground = scene.add("ground", obbtree::Shape::sphere({0, 0, 0}, 0.125), here);
    obbtree::Checker checker(obbtree::Robot::read(folder + "/arm.urdf", folder + "/arm.srdf"));
    scene.set_enabled(ground, false);
    const obbtree::Configuration q{3.1, 0.3, 0, 0.05};
    const auto is_free = [&] {
        checker.set_world(scene);
        scene.set_enabled(ground, true);
        const bool met = scene.collides(query);
        scene.set_enabled(ground, false);
        CHECK(checker.is_valid(q) == !met); /* the sphere is in the arm's base */
        return !met;
    };
    CHECK(is_free());
    scene.insert_points(seen, near, 0.05);
    CHECK(checker.is_valid(q) && !is_free());
    CHECK(query.distance(cloud, here, obbtree::Shape::sphere({0, 0, 0}, 1), here).lower > 7);
    CHECK(scene.remove_points(seen, {1, 1}) == 1 && is_free());
    const double radius = 0.05;
    scene.insert_points(seen, obbtree::view(near), &radius);
    CHECK(!is_free() && scene.remove_points(seen, {2}) == 1 && is_free());
    CHECK(scene.set_cells(seen, low, true, 1) == 1 && !is_free());
    CHECK(scene.set_cells(seen, low, true, 1) == 0);
    CHECK(scene.set_cells(seen, low, false, 1) == 1 && is_free());
    const auto BAD = OBBTREE_STATUS_BAD_SCENE;
    CHECK(is_refused(BAD, "not voxels", [&] { scene.set_cells(seen, low, true); }));
    CHECK(is_refused(BAD, "not a point cloud", [&] { scene.insert_points(ground, near, 0.05); }));
    CHECK(is_refused(BAD, "no part 2", [&] { scene.remove_points(seen, {0}, 2); }));
    CHECK(is_refused(OBBTREE_STATUS_BAD_CLOUD, "3 points", [&] { scene.remove_points(seen, {3}); }));
    CHECK(is_free());
}

/// Views are not of a query that has ended.
template <typename Q, typename = void>
struct GivesViews : std::false_type {};
template <typename Q>
struct GivesViews<
    Q, std::void_t<decltype(std::declval<Q>().pairs(std::declval<obbtree::Body>(), Pose(),
                                                    std::declval<obbtree::Body>(), Pose()))>>
    : std::true_type {};
static_assert(GivesViews<obbtree::Query &>::value && !GivesViews<obbtree::Query>::value,
              "a view of what is no more");

/// A robot's world: see also c/examples/robot_world.cpp.
void robots_in_scenes(const std::string &folder) {
    const auto robot = obbtree::Robot::read(folder + "/arm.urdf", folder + "/arm.srdf");
    CHECK(robot.dof() == 4 && robot.group("arm").size() == 3);
    const obbtree::Configuration q{3.1, 0.3, 0, 0.05};
    obbtree::Checker checker(robot);
    CHECK(checker.is_valid(q));
    const auto change = [](obbtree::Scene &world) {
        world.add("sphere", obbtree::Shape::sphere({0, 0, 0}, 9), Pose());
    };
    checker.change(change);
    CHECK(!checker.is_valid(q) && checker.contacts(q, 1).size() > 0);
    CHECK(checker.world().name(checker.pairs(q)[0].b) == "sphere");
    // What a change throws goes through, and nothing has changed.
    CHECK(thrown_by<Stop>([&] {
              checker.change([](obbtree::Scene &world) {
                  world.remove(world.find("sphere"));
                  throw Stop{4};
              });
          }).at == 4);
    CHECK(!checker.is_valid(q));
    CHECK(is_refused(OBBTREE_STATUS_BAD_SCENE, "sphere", [&] { checker.change(change); }));
    checker.set_world(obbtree::Scene());
    CHECK(checker.is_valid(q));
    auto arm = checker.for_group(robot.group("arm"), q);
    CHECK(arm.robot().dof() == 3 && arm.is_valid({3.1, 0.3, 0}));
    CHECK(arm.distance({3.1, 0.3, 0})->lower == checker.distance(q)->lower);
}

/// What else C has, by its C++ names.
void the_rest_of_c(const obbtree::Body &body) {
    CHECK(obbtree::version() == obbtree_version() && obbtree::is_abi_right());
    CHECK(obbtree::status_name(OBBTREE_STATUS_BAD_MESH) == "bad mesh");
    const auto vertices = body.vertices();
    const auto indices = body.indices();
    CHECK(indices.size() == body.triangles() && vertices.size() > 0);
    for (const auto &triangle : indices)
        for (const std::uint32_t index : triangle) CHECK(index < vertices.size());
    const char off[] = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    const auto read = obbtree::Body::read(reinterpret_cast<const std::uint8_t *>(off),
                                          sizeof off - 1, "one.off");
    CHECK(read.triangles() == 1 && read.vertices()[1][0] == 1);
    Pose skewed = Pose::translation(1, 2, 3);
    skewed.rows[0] += 1e-5;
    CHECK(std::abs(skewed.renormalized().rows[0] - 1) < 1e-15);
    skewed.rows[0] = 2;
    CHECK(is_refused(OBBTREE_STATUS_BAD_POSE, "", [&] { skewed.require_usable(); }));
    const auto turn =
        obbtree::Motion::screw_about(Pose(), {1, 0, 0}, {0, 0, 2}, std::acos(-1.0), 3);
    const Pose end = turn.at(1);
    CHECK(std::abs(end.rows[3] - 2) < 1e-12 && std::abs(end.rows[11] - 3) < 1e-12);
    obbtree::Query query;
    query.counted(true);
    const auto box = obbtree::Shape::box({0.5, 0.5, 0.5});
    const std::vector<Pose> from{Pose::translation(-5, 0, 0), Pose::translation(-5, 9, 0)};
    const std::vector<Pose> to{Pose::translation(5, 0, 0), Pose::translation(5, 9, 0)};
    CHECK(query.collide(read, Pose(), read, Pose()) && query.counts().second > 0);
    CHECK(query.any_hit(read, Pose(), {{0.2, 0.2, 1}, {0, 0, -1}, 0}));
    CHECK(!query.any_hit(read, Pose(), {{2, 2, 1}, {0, 0, -1}, 0}));
    const auto closer = query.closer_than_batch(box, Pose(), box, from, 4);
    CHECK(closer[0] == 1 && closer[1] == 0);
    const std::vector<obbtree::Collider> boxes{box, box};
    const auto collide = query.collide_pairs_batch(boxes, from, boxes, {from[0], to[1]});
    CHECK(collide[0] == 1 && collide[1] == 0);
    CHECK(is_refused(OBBTREE_STATUS_BAD_ARGUMENT, "as many",
                     [&] { query.collide_pairs_batch(boxes, from, boxes, {}); }));
    const auto is_free =
        query.is_motion_free_batch(box, Pose(), box, OBBTREE_MOTION_KIND_LINEAR, from, to);
    CHECK(is_free[0] == 0 && is_free[1] == 1);
    const auto sweeps = query.sweep_batch(box, Pose(), box, OBBTREE_MOTION_KIND_LINEAR, from, to);
    CHECK(sweeps[0].outcome == OBBTREE_SWEEP_OUTCOME_CONTACT &&
          std::abs(sweeps[0].first_contact - 0.4) < 2e-3);
    CHECK(sweeps[1].outcome == OBBTREE_SWEEP_OUTCOME_FREE);
    // A negative limit ends the search for what is near.
    obbtree::BroadPhase boxes_by_number;
    for (std::uint32_t k = 0; k < 3; ++k)
        boxes_by_number.set(k, {double(k), 0, 0, k + 0.5, 1, 1});
    int calls = 0;
    boxes_by_number.nearest_first([&](std::uint32_t, std::uint32_t, double) {
        return ++calls, -1.0;
    });
    CHECK(calls == 1);
}

void voxels_and_heights() {
    const std::vector<std::array<std::int32_t, 3>> cells{{-2, 0, 2}, {8, 0, 4}};
    const std::uint32_t sizes[2] = {1, 2};
    const double halves[2] = {0.25, 0.25};
    const std::vector<obbtree::Point> centers{{-0.75, 0.25, 1.25}, {4.25, 0.25, 2.25}};
    const std::uint8_t entries[4] = {0, 0, 1, 0};
    // Each has the cube about (-0.75, 0.25, 1.25), with this number.
    const std::pair<obbtree::Voxels, std::uint32_t> all[] = {
        {obbtree::Voxels(cells, {0, 0, 0}, 0.5), 0},
        {obbtree::Voxels(obbtree::view(cells), {0, 0, 0}, 0.5, sizes), 0},
        {obbtree::Voxels::of_leaves(obbtree::view(centers), 0.25), 0},
        {obbtree::Voxels::of_leaves(obbtree::view(centers), halves), 0},
        {obbtree::Voxels::of_array(entries, {1, 1, 4}, {-1, 0, 0}, 0.5), 2},
    };
    obbtree::Query query;
    const auto ground = obbtree::Shape::half_space();
    for (const auto &[voxels, number] : all) {
        const auto found = query.distance(voxels, Pose(), ground, Pose());
        CHECK(found.lower <= 1 && 1 <= found.upper && found.triangles[0] == number);
        CHECK(query.collide(voxels, Pose::translation(0, 0, -1), ground, Pose()));
        CHECK(!voxels.is_mesh());
    }
    CHECK(all[1].first.bounds(Pose())[3] >= 5 && all[0].first.bounds(Pose())[3] < 4.6);
    const char file[] = "# Octomap OcTree binary file\nid OcTree\nsize 3\nres 0.5\ndata\n\6";
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(file);
    const auto sphere = obbtree::Shape::sphere({100, 100, 100}, 1); // in what is unknown
    for (const bool unknown : {false, true}) {
        const auto map = obbtree::Voxels::read(bytes, sizeof file, "map", unknown);
        CHECK(query.collide(map, Pose(), sphere, Pose()) == unknown);
    }
    CHECK(is_refused(OBBTREE_STATUS_FILE, "none.bt", [] { obbtree::Voxels::read("none.bt"); }));
    CHECK(is_refused(OBBTREE_STATUS_BAD_VOXELS, "side",
                     [&] { obbtree::Voxels(cells, {0, 0, 0}, -1); }));
    // Cells and points that come and go in place; copies stay as they are.
    auto changed = all[0].first;
    CHECK(changed.set({{-2, 0, 0}}, true) == 1);
    CHECK(query.collide(changed, Pose(), ground, Pose()) && !query.collide(all[0].first, Pose(), ground, Pose()));
    const auto mask = query.points_within(changed, Pose(), ground, Pose(), 0);
    CHECK(mask.back() == 1 && !query.collide(changed.without(mask), Pose(), ground, Pose()));
    obbtree::PointCloud seen(std::vector<obbtree::Point>{{0, 0, 3}}, 0.5);
    seen.insert(std::vector<obbtree::Point>{{0, 0, 0.5}}, 0.5);
    CHECK(query.collide(seen, Pose(), ground, Pose()) && seen.remove({1}) == 1);
    CHECK(!query.collide(seen, Pose(), ground, Pose()));
    CHECK(seen.remove({0}) == 1 && !query.collide(seen, Pose(), ground, Pose()));
    CHECK(std::isinf(query.distance(seen, Pose(), ground, Pose()).lower));
    CHECK(!query.distance_within(seen, Pose(), ground, Pose(), {}));
    seen.insert(std::vector<obbtree::Point>{{0, 0, 0.25}}, 0.5);
    CHECK(query.collide(seen, Pose(), ground, Pose()));
    // Without the corner (0, 1) one triangle of two is left.
    const double heights[4] = {0, NAN, 0, 0};
    const auto hill = obbtree::Body::height_map(heights, {2, 2}, {0, 0, 1}, {3, 1});
    CHECK(hill.triangles() == 1 && hill.vertices()[1] == (obbtree::Point{3, 0, 1}));
}

// One row of two pixels: something is 1 in front of the left one, nothing is seen to the right.
void depths() {
    const float given[2] = {1, 0};
    const obbtree_camera camera = {{1, 1}, {0.5, 0}, 0, 0.125, 4};
    const auto image = obbtree::view(given, 1);
    obbtree::Query query;
    query.solid(true);
    const auto sphere = obbtree::Shape::sphere({0, 0, 0}, 0.125);
    for (const bool solid : {false, true}) {
        obbtree_unseen unseen = {};
        unseen.nothing_solid = solid;
        const auto behind = obbtree::Body::behind_depth(image, 2, camera, unseen);
        CHECK(behind.is_closed() && (behind.triangles() == 12) != solid);
        CHECK(query.collide(behind, Pose(), sphere, Pose::translation(-1.5, 0, 3)));
        CHECK(query.collide(behind, Pose(), sphere, Pose::translation(1.5, 0, 3)) == solid);
    }
    const auto seen = obbtree::PointCloud::from_depth(image, 2, camera, 0.25);
    CHECK(query.collide(seen, Pose(), sphere, Pose::translation(-0.5, 0, 1.25)));
    CHECK(!query.collide(seen, Pose(), sphere, Pose::translation(-0.5, 0, 1.5)));
    obbtree_camera unbounded = camera;
    unbounded.farthest = 0;
    CHECK(is_refused(OBBTREE_STATUS_BAD_CLOUD, "far = inf",
                     [&] { obbtree::Body::behind_depth(image, 2, unbounded); }));
}

// Unit quaternions of all kinds: the same numbers to the last bit as in C, and the same answers.
void quaternions_are_those_of_c() {
    obbtree::Query query;
    std::uint64_t state = 7;
    const auto any = [&] {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        return double(std::int64_t(state)) / 9223372036854775808.0;
    };
    const auto box = obbtree::Shape::box({0.5, 0.5, 0.5});
    for (int k = 0; k < 20000; ++k) {
        double v[7] = {any(), any(), any(), any(), any(), any(), any()};
        if (k == 0) v[3] = v[4] = 0, v[5] = 0.6, v[6] = 0.8;
        const double norm = std::sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5] + v[6] * v[6]);
        for (int i = 3; i < 7 && k > 0; ++i) v[i] /= norm;
        const Pose turned = Pose::quaternion(v[0], v[1], v[2], v[3], v[4], v[5], v[6]);
        obbtree_pose of_c;
        obbtree::check(obbtree_poses_from({v, 1, 0, OBBTREE_SCALAR_F64},
                                          OBBTREE_POSE_FORMAT_QUATERNION, &of_c));
        CHECK(std::memcmp(turned.rows, of_c.rows, sizeof of_c.rows) == 0);
    }
    // A corner that C turns to the edge of the other body exactly.
    const double about_z[7] = {0, 0, 0, 0, 0, 0.6, 0.8};
    const Pose turned = Pose::quaternion(0, 0, 0, 0, 0, 0.6, 0.8);
    std::uint8_t of_c;
    for (int k = -8; k <= 8; ++k) {
        const Pose beside = Pose::translation(1.12 + k * 1.1102230246251565e-16, 0, 0);
        obbtree::check(obbtree_batch_collide(query.get(), box.get(), &beside, box.get(),
                                             {about_z, 1, 0, OBBTREE_SCALAR_F64},
                                             OBBTREE_POSE_FORMAT_QUATERNION, nullptr, &of_c, 0));
        CHECK(query.collide(box, beside, box, turned) == (of_c != 0));
    }
    CHECK(is_refused(OBBTREE_STATUS_BAD_POSE, "", [] { Pose::quaternion(0, 0, 0, 0, 0, 1, 1); }));
}

// A radius of any type of number, 0 too, which is no null pointer.
void whole_numbers_are_radii(const obbtree::Body &body) {
    const double at[3] = {0.25, 0.25, 0.25};
    const auto one = obbtree::view(at, 1);
    obbtree::PointCloud cloud(one, 0);
    const double beside[3] = {0.25, 0.25, 5};
    cloud.insert(obbtree::view(beside, 1), 0);
    CHECK(cloud.remove({1}) == 1);
    obbtree::Scene scene;
    scene.insert_points(scene.add("cloud", cloud, Pose()), one, 0);
    const float depth[1] = {1};
    const obbtree_camera camera = {{1, 1}, {0, 0}, 0, 0, 4};
    obbtree::Query query;
    query.solid(true);
    CHECK(query.collide(body, Pose(), cloud, Pose()));
    CHECK(query.collide(body, Pose(), obbtree::PointCloud(one, 1u), Pose::translation(0.5, 0.5, 0)));
    CHECK(!query.collide(body, Pose(), cloud, Pose::translation(0.5, 0.5, 0)));
    const auto seen = obbtree::PointCloud::from_depth(obbtree::view(depth, 1), 1, camera, 0);
    CHECK(query.collide(body, Pose(), seen, Pose()));
}

} // namespace

int main(int argc, char **argv) {
    CHECK(argc == 2);
    const obbtree::Body body = of_arrays();
    exceptions_through_c_end_the_process(body); // before there are threads
    exceptions_are_carried(body);
    exceptions_are_carried_by_checkers(argv[1]);
    scenes_of_nothing(body);
    the_rest_of_c(body);
    quaternions_are_those_of_c();
    whole_numbers_are_radii(body);
    voxels_and_heights();
    depths();
    robots_in_scenes(argv[1]);
    changed_parts(argv[1]);
    std::puts("wrapper: all as it should be");
}
