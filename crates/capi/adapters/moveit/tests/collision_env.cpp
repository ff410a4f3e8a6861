// obbtree's CollisionEnv for MoveIt, by twins of MoveIt's typed tests on an arm whose distances
// have closed forms: the default state, links, world, padding, attached bodies, distances,
// contacts, allowed collisions, groups, motions.
#include <gtest/gtest.h>

#include <thread>

#include <obbtree/moveit/collision_env.hpp>

namespace {

using namespace collision_detection;
using moveit::core::AttachedBody;
using moveit::core::RobotModel;
using moveit::core::RobotState;
using obbtree::moveit::CollisionDetectorAllocatorObbtree;
using Vector = Eigen::Vector3d;

// A base sphere about the origin; an upper arm along x from 0.5 to 1.5 and a fore arm from 1.6 to
// 2.4, both 0.2 wide. Joints turn about z, at 0 and at 1.55.
const char *const URDF = R"(<robot name="arm">
 <link name="base"><collision><geometry><sphere radius="0.3"/></geometry></collision></link>
 <link name="upper"><collision><origin xyz="1 0 0"/><geometry><box size="1 0.2 0.2"/></geometry></collision></link>
 <link name="fore"><collision><origin xyz="0.45 0 0"/><geometry><box size="0.8 0.2 0.2"/></geometry></collision></link>
 <joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/></joint>
 <joint name="elbow" type="continuous"><parent link="upper"/><child link="fore"/><origin xyz="1.55 0 0"/>
  <axis xyz="0 0 1"/></joint></robot>)";
const char *const SRDF =
    R"(<robot name="arm"><group name="tip"><chain base_link="upper" tip_link="fore"/></group>
 <disable_collisions link1="upper" link2="fore" reason="Adjacent"/></robot>)";

Eigen::Isometry3d at(double x, double y, double z) {
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.translation() << x, y, z;
    return pose;
}

class Env : public testing::Test {
protected:
    Env()
        : model(std::make_shared<RobotModel>(URDF, SRDF, "")), state(model), acm(*model->getSRDF()),
          env(CollisionDetectorAllocatorObbtree().allocateEnv(model)) {}
    void set(double shoulder, double elbow) { set(state, shoulder, elbow); }
    static void set(RobotState &state, double shoulder, double elbow) {
        state.setJointPositions("shoulder", &shoulder);
        state.setJointPositions("elbow", &elbow);
        state.update();
    }
    void put(const char *name, const Eigen::Isometry3d &pose,
             shapes::ShapeConstPtr shape = std::make_shared<shapes::Box>(0.1, 0.1, 0.1)) {
        env->getWorld()->addToObject(name, pose, shape, at(0, 0, 0));
    }
    CollisionResult self(CollisionRequest request = {}) {
        CollisionResult result;
        env->checkSelfCollision(request, result, state, acm);
        return result;
    }
    CollisionResult world(CollisionRequest request = {}) {
        CollisionResult result;
        env->checkRobotCollision(request, result, state, acm);
        return result;
    }
    static CollisionRequest contacts(std::size_t all, std::size_t of_pair) {
        CollisionRequest request;
        request.contacts = true, request.max_contacts = all,
        request.max_contacts_per_pair = of_pair;
        return request;
    }
    std::shared_ptr<RobotModel> model;
    RobotState state;
    AllowedCollisionMatrix acm;
    CollisionEnvPtr env;
};

TEST_F(Env, DefaultIsFree) {
    EXPECT_FALSE(self().collision);
    EXPECT_FALSE(world().collision);
    EXPECT_EQ(CollisionDetectorAllocatorObbtree().getName(), "Obbtree");
}

TEST_F(Env, LinksCollide) {
    set(0, M_PI); // the fore arm lies in the upper one, its end 0.15 from the sphere
    CollisionResult all;
    env->checkSelfCollision({}, all, state); // without a matrix neighbours count
    EXPECT_TRUE(all.collision);
    EXPECT_FALSE(self().collision);
    acm.setEntry("upper", "fore", false);
    EXPECT_TRUE(self().collision);
}

TEST_F(Env, WorldCollides) {
    put("box", at(2, 0, 0));
    EXPECT_TRUE(world().collision);
    EXPECT_FALSE(self().collision);
    env->getWorld()->moveObject("box", at(0, 0.2, 0)); // 0.05 from the arm
    EXPECT_FALSE(world().collision);
    env->getWorld()->setObjectPose("box", at(2, 0.15, 0)); // touching counts
    EXPECT_TRUE(world().collision);
    env->getWorld()->removeObject("box");
    EXPECT_FALSE(world().collision);
    // An object of two shapes, and a world of another.
    put("two", at(9, 0, 0));
    env->getWorld()->addToObject("two", std::make_shared<shapes::Sphere>(0.1), at(-7, 0, 0));
    EXPECT_TRUE(world().collision);
    const auto other = std::make_shared<World>();
    env->setWorld(other);
    EXPECT_FALSE(world().collision);
    other->addToObject("sphere", at(0, 0, 0), std::make_shared<shapes::Sphere>(0.1), at(0, 0, 0));
    EXPECT_TRUE(world().collision);
    const CollisionEnvPtr copy = CollisionDetectorAllocatorObbtree().allocateEnv(env, other);
    CollisionResult result;
    copy->checkRobotCollision({}, result, state);
    EXPECT_TRUE(result.collision);
}

TEST_F(Env, ContactsHaveDepthNormalNamesAndTypes) {
    put("a box", at(2, 0.13, 0)); // 0.02 deep
    const CollisionResult found = world(contacts(10, 1));
    ASSERT_TRUE(found.collision);
    ASSERT_EQ(found.contact_count, 1u);
    const Contact &contact = found.contacts.at({"a box", "fore"})[0];
    EXPECT_EQ(contact.body_name_1, "a box");
    EXPECT_EQ(contact.body_name_2, "fore");
    EXPECT_EQ(contact.body_type_1, BodyTypes::WORLD_OBJECT);
    EXPECT_EQ(contact.body_type_2, BodyTypes::ROBOT_LINK);
    EXPECT_NEAR(contact.depth, 0.02, 1e-6);
    EXPECT_LT((contact.normal - Vector(0, -1, 0)).norm(), 1e-6); // from the first to the second
    EXPECT_NEAR(contact.pos[1], 0.09, 1e-6);
    EXPECT_NEAR((contact.nearest_points[0] - contact.nearest_points[1]).norm(), 0.02, 1e-6);
}

TEST_F(Env, ContactsAreCounted) {
    put("box", at(1.55, 0, 0), std::make_shared<shapes::Box>(0.6, 0.6, 0.6)); // in both arms
    EXPECT_EQ(world(contacts(10, 1)).contact_count, 2u);
    EXPECT_EQ(world(contacts(1, 1)).contact_count, 1u);
    const CollisionResult many = world(contacts(5, 4));
    EXPECT_GT(many.contact_count, 2u);
    EXPECT_LE(many.contact_count, 5u);
    for (const auto &[names, all] : many.contacts) EXPECT_LE(all.size(), 4u);
    EXPECT_EQ(world().contact_count, 0u);
    // The caller says when it is enough.
    CollisionRequest request = contacts(10, 1);
    int calls = 0;
    request.is_done = [&](const CollisionResult &result) {
        return ++calls, result.contact_count == 1;
    };
    EXPECT_EQ(world(request).contact_count, 1u);
    EXPECT_EQ(calls, 1);
    request = {};
    request.cost = true, request.max_cost_sources = 1;
    EXPECT_EQ(world(request).cost_sources.size(), 1u);
}

TEST_F(Env, PaddingIsADistance) {
    put("box", at(2.5, 0.2, 0)); // 0.05 along x and 0.05 along y from a corner of the fore arm
    const double apart = std::hypot(0.05, 0.05);
    env->setLinkPadding("fore", apart - 1e-9);
    EXPECT_FALSE(world().collision);
    env->setLinkPadding("fore", apart + 1e-9);
    EXPECT_TRUE(world().collision);
    env->setLinkPadding("fore", 0.1);
    CollisionRequest request = contacts(1, 1);
    request.distance = true;
    CollisionResult found = world(request);
    EXPECT_NEAR(found.contacts.at({"box", "fore"})[0].depth, 0.1 - apart, 1e-9);
    env->setLinkPadding("fore", 0);
    found = world(request);
    EXPECT_FALSE(found.collision);
    EXPECT_NEAR(found.distance, apart, 1e-12);
    env->setLinkScale("fore", 1.25); // now it ends at 2.5
    EXPECT_NEAR(world(request).distance, 0.025, 1e-12);
}

TEST_F(Env, AttachedBodies) {
    const auto box = std::make_shared<shapes::Box>(0.2, 0.2, 0.2);
    state.attach({"tool", model->getLinkModel("fore"), {box}, {at(0.9, 0, 0)}, {}, {"fore"}});
    EXPECT_FALSE(self().collision); // it is in the link that carries it, which it may touch
    put("wall", at(2.6, 0, 0));
    CollisionResult found = world(contacts(5, 1));
    ASSERT_TRUE(found.collision);
    EXPECT_EQ(found.contacts.begin()->second[0].body_type_1, BodyTypes::ROBOT_ATTACHED);
    env->getWorld()->removeObject("wall");
    set(0, M_PI * 0.999); // the tool is at 0.65 now, in the upper arm
    EXPECT_TRUE(self().collision);
    // Two that one link carries may touch; one of another link may not.
    set(0, 0);
    state.attach({"second", model->getLinkModel("fore"), {box}, {at(0.95, 0, 0)}, {}, {"fore"}});
    EXPECT_FALSE(self().collision);
    state.attach({"third", model->getLinkModel("upper"), {box}, {at(2.5, 0, 0)}, {}, {"fore"}});
    EXPECT_TRUE(self().collision);
}

TEST_F(Env, DistancesHaveClosedForms) {
    CollisionRequest request;
    request.distance = true;
    EXPECT_NEAR(self(request).distance, 0.2, 1e-12); // the sphere and the upper arm
    put("box", at(2, 0.3, 0)), put("other", at(1, 0.5, 0)), put("third", at(2, 0.09, 0));
    DistanceRequest each;
    each.type = DistanceRequestTypes::SINGLE;
    each.enable_nearest_points = each.enable_signed_distance = true;
    DistanceResult found;
    env->distanceRobot(each, found, state);
    EXPECT_TRUE(found.collision);
    const auto distance = [&](const char *a, const char *b) {
        return found.distances.at({a, b}).at(0);
    };
    const DistanceResultsData near = distance("box", "fore");
    EXPECT_NEAR(near.distance, 0.15, 1e-12);
    EXPECT_NEAR(near.nearest_points[0][1], 0.25, 1e-12);
    EXPECT_NEAR(near.nearest_points[1][1], 0.1, 1e-12);
    EXPECT_LT((near.normal - Vector(0, -1, 0)).norm(), 1e-9);
    EXPECT_EQ(near.link_names[0], "box");
    EXPECT_EQ(near.body_types[1], BodyTypes::ROBOT_LINK);
    EXPECT_NEAR(distance("other", "upper").distance, 0.35, 1e-12);
    EXPECT_NEAR(distance("fore", "third").distance, -0.06, 1e-6);
    EXPECT_NEAR(found.minimum_distance.distance, -0.06, 1e-6);
    // The nearest alone; those within a threshold; those of a group.
    env->getWorld()->removeObject("third");
    DistanceRequest nearest;
    found.clear();
    env->distanceRobot(nearest, found, state);
    EXPECT_TRUE(found.distances.empty());
    EXPECT_NEAR(found.minimum_distance.distance, 0.15, 1e-12);
    each.distance_threshold = 0.2;
    found.clear();
    env->distanceRobot(each, found, state);
    EXPECT_EQ(found.distances.size(), 1u);
    each = {};
    each.type = DistanceRequestTypes::ALL, each.group_name = "tip", each.enableGroup(model);
    found.clear();
    env->distanceRobot(each, found, state);
    EXPECT_EQ(found.distances.size(), 2u); // of the fore arm alone
}

TEST_F(Env, TheDeepestPairIsTheDistanceWhateverTheNames) {
    const auto sphere = std::make_shared<shapes::Sphere>(0.3); // as the base
    for (const bool swapped : {false, true}) {
        put(swapped ? "b" : "a", at(-0.5, 0, 0), sphere);
        put(swapped ? "a" : "b", at(0, 0.2, 0), sphere);
        DistanceRequest request;
        request.enable_signed_distance = true;
        for (const auto type : {DistanceRequestTypes::GLOBAL, DistanceRequestTypes::SINGLE,
                                DistanceRequestTypes::LIMITED, DistanceRequestTypes::ALL}) {
            DistanceResult found;
            request.type = type;
            env->distanceRobot(request, found, state);
            EXPECT_NEAR(found.minimum_distance.distance, -0.4, 1e-3) << swapped << " " << type;
        }
        env->getWorld()->removeObject("a"), env->getWorld()->removeObject("b");
    }
    // Two parts of one object, the shallower one first.
    put("two", at(-0.5, 0, 0), sphere);
    env->getWorld()->addToObject("two", at(-0.5, 0, 0), sphere, at(0.5, 0.2, 0));
    DistanceRequest request;
    request.enable_signed_distance = true, request.type = DistanceRequestTypes::SINGLE;
    DistanceResult found;
    env->distanceRobot(request, found, state);
    EXPECT_NEAR(found.distances.at({"base", "two"}).at(0).distance, -0.4, 1e-3);
}

TEST_F(Env, AllowedCollisions) {
    put("box", at(2, 0.13, 0));
    acm.setDefaultEntry("box", true);
    EXPECT_FALSE(world().collision);
    acm = AllowedCollisionMatrix();
    double allowed = 0.03;
    DecideContactFn decide = [&](Contact &contact) { return contact.depth < allowed; };
    acm.setEntry("box", "fore", decide);
    EXPECT_FALSE(world(contacts(5, 5)).collision);
    allowed = 0.01;
    EXPECT_TRUE(world().collision);
    EXPECT_GT(world(contacts(5, 5)).contact_count, 0u);
    CollisionRequest request;
    request.group_name = "tip";
    EXPECT_TRUE(world(request).collision);
    env->getWorld()->setObjectPose("box", at(1, 0.13, 0)); // in the upper arm, no part of the group
    EXPECT_FALSE(world(request).collision);
    EXPECT_TRUE(world().collision);
}

TEST_F(Env, MotionsMissNothing) {
    RobotState goal(model);
    set(state, -1.4, 0), set(goal, 1.4, 0);
    CollisionRequest request = contacts(3, 3);
    const auto sweep = [&] {
        CollisionResult result;
        env->checkRobotCollision(request, result, state, goal, acm);
        return result;
    };
    EXPECT_FALSE(sweep().collision);
    // Nothing of the upper arm is at 1.45 at either end, nor in the hull of the two.
    put("post", at(1.45, 0, 0), std::make_shared<shapes::Sphere>(0.04));
    CollisionResult found = sweep();
    EXPECT_TRUE(found.collision);
    const Contact &contact = found.contacts.at({"post", "upper"})[0];
    EXPECT_GT(contact.percent_interpolation, 0.4);
    EXPECT_LT(contact.percent_interpolation, 0.5);
    EXPECT_NEAR(contact.depth, 0, 5e-3); // the time is known to a thousandth
    // Beside the arm's plane, and with padding not.
    env->getWorld()->setObjectPose("post", at(1.45, 0, 0.15));
    EXPECT_FALSE(sweep().collision);
    env->setLinkPadding("upper", 0.009);
    EXPECT_FALSE(sweep().collision);
    env->setLinkPadding("upper", 0.02);
    EXPECT_TRUE(sweep().collision);
}

TEST_F(Env, MotionsPairAttachedBodiesByName) {
    const auto body = [&](const char *name, double y, int parts = 1, const char *link = "fore",
                          double radius = 0.1) {
        AttachedBody made{name, model->getLinkModel(link), {}, {}, {}, {}};
        for (int k = 0; k < parts; ++k) {
            made.shapes.push_back(std::make_shared<shapes::Sphere>(radius));
            made.in_link.push_back(at(0.9, y, k));
        }
        return made;
    };
    using Bodies = std::vector<AttachedBody>;
    const auto sweep = [&](const Bodies &first, const Bodies &second, double turn = 0) {
        RobotState from(model), to(model);
        for (const AttachedBody &one : first) from.attach(one);
        for (const AttachedBody &one : second) to.attach(one);
        set(from, 0, 0), set(to, turn, 0);
        CollisionResult result;
        env->checkRobotCollision({}, result, from, to, acm);
        return result.collision;
    };
    put("post", at(2.45, 2, 0)); // between the two, of which none moves
    const Bodies ordered{body("p", 1), body("q", 3)}, other{body("q", 3), body("p", 1)};
    EXPECT_FALSE(sweep(ordered, other));
    EXPECT_FALSE(sweep(ordered, ordered));
    put("passed", at(2.02, 1.71, 0)); // by the first, halfway
    EXPECT_FALSE(sweep(ordered, other));
    EXPECT_TRUE(sweep(ordered, other, 0.6));
    const auto refusal = [&](const Bodies &first, const Bodies &second) -> std::string {
        try {
            sweep(first, second);
        } catch (const obbtree::Error &error) {
            EXPECT_EQ(error.status(), OBBTREE_STATUS_BAD_ARGUMENT);
            return error.what();
        }
        return "none";
    };
    const auto names = [&](const std::string &text, const char *name, const char *why) {
        return text.find(std::string(": ") + name + " " + why) != std::string::npos;
    };
    EXPECT_TRUE(names(refusal({body("p", 1)}, {body("r", 1)}), "p", "is attached in the first"));
    EXPECT_TRUE(names(refusal({}, {body("r", 1)}), "r", "is attached in the second"));
    EXPECT_TRUE(names(refusal({body("p", 1, 3)}, {body("p", 1, 1)}), "p", "has other shapes"));
    EXPECT_TRUE(names(refusal({body("p", 1, 1)}, {body("p", 1, 2)}), "p", "has other shapes"));
    EXPECT_TRUE(names(refusal({body("p", 1)}, {body("p", 1, 1, "fore", 0.2)}), "p",
                      "has other shapes"));
    EXPECT_TRUE(names(refusal({body("p", 1)}, {body("p", 1, 1, "upper")}), "p",
                      "is attached to another link"));
}

TEST_F(Env, ThreadsAndMeshes) {
    // A tetrahedron as a mesh, and as many threads as ask.
    auto mesh = std::make_shared<shapes::Mesh>(4, 4);
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const unsigned triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    std::copy_n(vertices, 12, mesh->vertices), std::copy_n(triangles, 12, mesh->triangles);
    put("mesh", at(2, 0.15, 0), mesh);
    std::vector<std::thread> threads;
    std::vector<int> collide(4);
    for (int k = 0; k < 4; ++k)
        threads.emplace_back([&, k] {
            RobotState mine(model);
            for (int step = 0; step < 50; ++step) {
                const double turn = 0.01 * step;
                mine.setJointPositions("elbow", &turn), mine.update();
                CollisionResult result;
                env->checkCollision({}, result, mine);
                collide[std::size_t(k)] += result.collision;
            }
        });
    for (std::thread &thread : threads) thread.join();
    EXPECT_GT(collide[0], 0);
    EXPECT_LT(collide[0], 50);
    for (const int count : collide) EXPECT_EQ(count, collide[0]);
}

} // namespace
