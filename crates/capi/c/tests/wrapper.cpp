// What the C++ headers add to C: exceptions of callbacks are carried around every call, errors are
// thrown, and the calls of FCL do what users of FCL expect. Run under valgrind too. Argument: the
// folder of the robot in crates/robot/tests/data.
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <type_traits>

#include "obbtree.hpp"
#include "obbtree/fcl_shape.hpp"
#include "obbtree/robot.hpp"
#include "obbtree/scene.hpp"

#define CHECK(fact)                                                                 \
    do {                                                                            \
        if (!(fact)) {                                                              \
            std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #fact); \
            std::exit(1);                                                           \
        }                                                                           \
    } while (0)

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

obbtree::Body tetrahedron() {
    const std::vector<std::array<double, 3>> corners = {
        {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<std::array<std::uint32_t, 3>> faces = {
        {0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    return obbtree::Body(corners, faces);
}

/// The same of another size, around its middle.
obbtree::Body tetrahedron(double size) {
    std::vector<std::array<double, 3>> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (auto &corner : corners)
        for (double &x : corner) x = 0.25 + size * (x - 0.25);
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

namespace fcl = obbtree::fcl;
using Transform = Eigen::Isometry3d;

Transform at(double x) { return Transform(Eigen::Translation3d(x, 0, 0)); }

void contacts_without_places(const obbtree::Body &body) {
    fcl::CollisionResult result;
    CHECK(fcl::collide(body, at(0), body, at(0.5), {}, result) == 1);
    CHECK(result.isCollision() && result.numContacts() == 1);
    const fcl::Contact &first = result.getContact(0);
    CHECK(first.b1 < 4 && first.b2 < 4 && std::isnan(first.pos.x()) &&
          std::isnan(first.normal.z()) && std::isnan(first.penetration_depth));
    CHECK(fcl::collide(body, at(0), body, at(9), {}, result) == 0 && !result.isCollision() &&
          result.numContacts() == 0);
    // As many as with places, of the same triangles.
    fcl::CollisionResult with;
    const std::size_t all = fcl::collide(body, at(0), body, at(0.5), {100, true}, with);
    CHECK(all > 2 && with.numContacts() == all && with.isCollision());
    CHECK(fcl::collide(body, at(0), body, at(0.5), {100, false}, result) == all &&
          result.numContacts() == all);
    for (std::size_t k = 0; k < all; ++k) {
        CHECK(result.getContact(k).b1 == with.getContact(k).b1 &&
              result.getContact(k).b2 == with.getContact(k).b2);
        CHECK(with.getContact(k).pos.allFinite() && with.getContact(k).penetration_depth >= 0);
    }
    CHECK(fcl::collide(body, at(0), body, at(0.5), {2, false}, result) == 2 &&
          result.numContacts() == 2);
    CHECK(
        is_refused(OBBTREE_STATUS_BAD_ARGUMENT, "no such contact", [&] { result.getContact(2); }));
    CHECK(is_refused(OBBTREE_STATUS_BAD_ARGUMENT, "num_max_contacts",
                     [&] { fcl::collide(body, at(0), body, at(0), {0, true}, result); }));
    CHECK(result.numContacts() == 0);
    // Of a call that fails nothing is left of the one before.
    Transform bad = at(0);
    bad.matrix()(0, 0) = NAN;
    fcl::DistanceResult distance;
    CHECK(fcl::collide(body, at(0), body, at(0.5), {}, result) == 1 &&
          fcl::distance(body, at(0), body, at(0), {}, distance) == 0);
    CHECK(is_refused(OBBTREE_STATUS_BAD_POSE, "",
                     [&] { fcl::collide(body, bad, body, at(0.5), {}, result); }));
    CHECK(is_refused(OBBTREE_STATUS_BAD_POSE, "",
                     [&] { fcl::distance(body, bad, body, at(0.5), {}, distance); }));
    CHECK(!result.isCollision() && distance.min_distance > 1e300);
    CHECK(is_refused(OBBTREE_STATUS_BAD_ARGUMENT, "NaN", [&] {
        fcl::distance(body, at(0), body, at(9), fcl::DistanceRequest(true, true, NAN), distance);
    }));
}

/// One solid inside another collides, and no triangles meet.
void the_solid_in_the_solid(const obbtree::Body &body) {
    const obbtree::Body small = tetrahedron(0.1);
    fcl::CollisionResult result;
    for (const bool enable_contact : {false, true}) {
        for (const std::size_t most : {1, 10}) {
            fcl::query().solid(false);
            CHECK(fcl::collide(body, at(0), small, at(0), {most, enable_contact}, result) == 0 &&
                  !result.isCollision());
            fcl::query().solid(true);
            CHECK(fcl::collide(body, at(0), small, at(0), {most, enable_contact}, result) == 1 &&
                  result.isCollision());
            const fcl::Contact &only = result.getContact(0);
            CHECK(only.b1 == fcl::Contact::NONE && only.b2 == fcl::Contact::NONE &&
                  std::isnan(only.pos.y()));
            CHECK(fcl::collide(body, at(0), small, at(9), {most, enable_contact}, result) == 0 &&
                  !result.isCollision());
        }
    }
    fcl::query().solid(false);
}

/// The objects that a callback was called with.
struct Calls {
    std::vector<std::pair<fcl::CollisionObject *, fcl::CollisionObject *>> pairs;
    fcl::BroadPhaseCollisionManager *manager = nullptr;
    fcl::CollisionObject *unregistered = nullptr;
};

bool keep(fcl::CollisionObject *a, fcl::CollisionObject *b, void *data) {
    auto &calls = *static_cast<Calls *>(data);
    calls.pairs.emplace_back(a, b);
    if (calls.unregistered != nullptr) calls.manager->unregisterObject(calls.unregistered);
    return false;
}

bool throw_stop(fcl::CollisionObject *, fcl::CollisionObject *, void *) { throw Stop{3}; }

void managers(const obbtree::Body &body) {
    fcl::BroadPhaseCollisionManager manager;
    fcl::CollisionObject a(body, at(0)), c(body, at(0.4)), stranger(body, at(0.1));
    CHECK(manager.empty() && std::isinf(manager.distance()));
    {
        auto b = std::make_unique<fcl::CollisionObject>(body, at(0.2));
        manager.registerObjects({&a, b.get(), b.get(), &c});
        manager.registerObject(b.get());
        CHECK(manager.size() == 3);
        Calls calls;
        manager.collide(&calls, keep);
        CHECK(calls.pairs.size() == 3); // none with itself, none twice
        b->setTransform(at(9));
        manager.registerObject(b.get()); // it is where it is now
        calls.pairs.clear();
        manager.collide(b.get(), &calls, keep);
        CHECK(calls.pairs.empty());
        manager.unregisterObject(b.get());
        manager.unregisterObject(b.get());
        CHECK(manager.size() == 2);
    }
    Calls calls; // b is no more
    manager.collide(&calls, keep);
    CHECK(calls.pairs.size() == 1 && calls.pairs[0].first == &a && calls.pairs[0].second == &c);
    calls.pairs.clear();
    manager.collide(&a, &calls, keep);
    CHECK(calls.pairs.size() == 1 && calls.pairs[0].second == &c);

    // Of an object that is not registered: with all that are, in their order, where they were at
    // their last update.
    calls.pairs.clear();
    manager.collide(&stranger, &calls, keep);
    CHECK(calls.pairs.size() == 2 && calls.pairs[0].first == &stranger &&
          calls.pairs[0].second == &a && calls.pairs[1].second == &c);
    stranger.setTransform(at(5));
    calls.pairs.clear();
    manager.collide(&stranger, &calls, keep);
    CHECK(calls.pairs.empty() && manager.size() == 2);
    CHECK(is_refused(OBBTREE_STATUS_BAD_ARGUMENT, "not registered",
                     [&] { manager.update(&stranger); }));

    // Callbacks may throw, and may take objects out.
    CHECK(thrown_by<Stop>([&] { manager.collide(nullptr, throw_stop); }).at == 3);
    CHECK(thrown_by<Stop>([&] { manager.collide(&a, nullptr, throw_stop); }).at == 3);
    stranger.setTransform(at(0.1));
    manager.registerObject(&stranger);
    calls = {{}, &manager, &c};
    manager.collide(&calls, keep);
    CHECK(calls.pairs.size() == 2 || calls.pairs.size() == 1);
    for (std::size_t k = 1; k < calls.pairs.size(); ++k)
        CHECK(calls.pairs[k].first != &c && calls.pairs[k].second != &c);
    CHECK(manager.size() == 2 && manager.distance() == 0);
    manager.clear();
    CHECK(manager.empty());
}

/// Shapes in a manager: 3,000 boxes in a grid, 1 wide and 1.5 apart, and a plane, which has no end.
void managers_of_shapes() {
    constexpr int SIDE = 15, LAYERS = 13;
    const auto box = obbtree::Shape::box({0.5, 0.5, 0.5});
    const auto place = [](double x, double y, double z) {
        return Transform(Eigen::Translation3d(x, y, z));
    };
    std::vector<fcl::CollisionObject> objects;
    for (int k = 0; k < SIDE * SIDE * LAYERS; ++k)
        objects.emplace_back(
            box, place(1.5 * (k % SIDE), 1.5 * (k / SIDE % SIDE), 1.5 * (k / (SIDE * SIDE))));
    fcl::BroadPhaseCollisionManager manager;
    for (auto &object : objects) manager.registerObject(&object);
    Calls calls;
    manager.collide(&calls, keep);
    CHECK(calls.pairs.empty() && std::abs(manager.distance() - 0.5) < 1e-12);
    // One moves: it meets its neighbour, touching.
    objects[1].setTransform(place(1, 0, 0));
    manager.collide(&calls, keep);
    CHECK(calls.pairs.empty()); // the manager does not know yet
    manager.update(&objects[1]);
    manager.collide(&calls, keep);
    CHECK(calls.pairs.size() == 1 && calls.pairs[0].first == &objects[0] &&
          calls.pairs[0].second == &objects[1] && manager.distance() == 0);
    objects[1].setTransform(place(1.5, 0, 0));
    manager.update();
    // What is not registered: a sphere in the middle of eight boxes, and a plane through a layer.
    const auto sphere = obbtree::Shape::sphere({0, 0, 0}, 0.5);
    fcl::CollisionObject among(sphere, place(0.75, 0.75, 0.75)),
        plane(obbtree::Shape::plane(), place(0, 0, 1.5));
    calls.pairs.clear();
    manager.collide(&among, &calls, keep);
    CHECK(calls.pairs.size() == 8 && calls.pairs[7].second == &objects[SIDE * SIDE + SIDE + 1]);
    calls.pairs.clear();
    manager.collide(&plane, &calls, keep);
    CHECK(calls.pairs.size() == SIDE * SIDE && manager.distance() > 0);
    // Registered, it is one of them.
    manager.registerObject(&plane);
    calls.pairs.clear();
    manager.collide(&calls, keep);
    CHECK(calls.pairs.size() == SIDE * SIDE && manager.distance() == 0);
    manager.unregisterObject(&plane);
    // Registered and unregistered often.
    for (int k = 0; k < 10000; ++k) manager.registerObject(&among), manager.unregisterObject(&among);
    CHECK(manager.size() == objects.size() && std::abs(manager.distance() - 0.5) < 1e-12);
    Transform bad = at(0);
    bad.matrix()(0, 0) = NAN;
    fcl::CollisionObject wrong(sphere, bad);
    CHECK(is_refused(OBBTREE_STATUS_BAD_POSE, "", [&] { manager.registerObject(&wrong); }));
    CHECK(manager.size() == objects.size());

    fcl::CollisionResult result;
    CHECK(fcl::collide(box, at(0), sphere, at(1), {10, true}, result) == 1);
    CHECK(result.getContact(0).b1 == fcl::Contact::NONE && result.getContact(0).pos.x() == 0.5);
    CHECK(fcl::collide(box, at(0), sphere, at(1), {10, false}, result) == 1);
    CHECK(fcl::collide(box, at(0), sphere, at(1.5), {10, true}, result) == 0);
    fcl::DistanceResult distance;
    CHECK(std::abs(fcl::distance(box, at(0), sphere, at(1.5), {}, distance) - 0.5) < 1e-12 &&
          std::abs(distance.nearest_points[1].x() - 1) < 1e-12);
    CHECK(is_refused(OBBTREE_STATUS_NOT_A_MESH, "no triangles", [&] { obbtree::Body body(box); }));
}

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

} // namespace

int main(int argc, char **argv) {
    CHECK(argc == 2);
    const obbtree::Body body = tetrahedron();
    exceptions_through_c_end_the_process(body); // before there are threads
    exceptions_are_carried(body);
    exceptions_are_carried_by_checkers(argv[1]);
    scenes_of_nothing(body);
    contacts_without_places(body);
    the_solid_in_the_solid(body);
    managers(body);
    managers_of_shapes();
    robots_in_scenes(argv[1]);
    std::puts("wrapper: all as it should be");
}
