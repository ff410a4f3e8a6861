// obbtree's contact managers for tesseract, by twins of what tesseract tests of its own: kinds of
// geometry, margins, who is tested with whom, requests, clones, motions. Distances have closed
// forms, or are compared with samples of the motion.
#include <gtest/gtest.h>

#include <random>
#include <thread>

#include <obbtree/tesseract/continuous.hpp>
#include <obbtree/tesseract/discrete.hpp>

namespace {

using namespace tesseract::collision;
using namespace tesseract::common;
using namespace tesseract::geometry;
using obbtree::tesseract::ContinuousManager;
using obbtree::tesseract::DiscreteManager;
using Vector = Eigen::Vector3d;

Eigen::Isometry3d at(double x, double y, double z) {
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.translation() << x, y, z;
    return pose;
}
Eigen::Isometry3d turned(double angle, const Vector &axis, const Vector &place = Vector::Zero()) {
    Eigen::Isometry3d pose = at(place[0], place[1], place[2]);
    pose.linear() = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
    return pose;
}
template <typename M>
void add(M &manager, const char *name, CollisionShapeConstPtr shape,
         const Eigen::Isometry3d &place = at(0, 0, 0)) {
    ASSERT_TRUE(manager.addCollisionObject(name, 7, {std::move(shape)}, {place}));
}
template <typename M>
ContactResultVector test(M &manager, ContactRequest request = ContactTestType::CLOSEST) {
    ContactResultMap map;
    manager.contactTest(map, request);
    ContactResultVector all;
    map.flattenCopyResults(all);
    return all;
}
/// A sphere of flat triangles, of so many meridians.
template <typename M>
std::shared_ptr<M> mesh_sphere(double radius, int around = 10) {
    auto vertices = std::make_shared<VectorVector3d>();
    std::vector<int> faces;
    vertices->emplace_back(0, 0, -radius);
    for (int ring = 1; ring < around; ++ring)
        for (int k = 0; k < around; ++k) {
            const double up = M_PI * ring / around, turn = 2 * M_PI * k / around;
            vertices->emplace_back(radius * std::sin(up) * std::cos(turn),
                                   radius * std::sin(up) * std::sin(turn), -radius * std::cos(up));
        }
    vertices->emplace_back(0, 0, radius);
    const int top = int(vertices->size()) - 1;
    for (int k = 0; k < around; ++k) {
        const int next = (k + 1) % around;
        faces.insert(faces.end(), {3, 0, 1 + next, 1 + k});
        for (int low = 1; low + around < top; low += around)
            faces.insert(faces.end(),
                         {4, low + k, low + next, low + around + next, low + around + k});
        faces.insert(faces.end(), {3, top - around + k, top - around + next, top});
    }
    auto indices = std::make_shared<Eigen::VectorXi>(
        Eigen::Map<Eigen::VectorXi>(faces.data(), Eigen::Index(faces.size())));
    return std::make_shared<M>(vertices, indices);
}
/// What holds of every contact.
void expect_consistent(const ContactResult &c) {
    EXPECT_NEAR(c.normal.norm(), 1, 1e-12);
    const Vector between = c.nearest_points[1] - c.nearest_points[0];
    EXPECT_LT((between - c.distance * c.normal).norm(), 1e-9);
    for (int k = 0; k < 2; ++k) {
        EXPECT_EQ(c.type_id[k], 7);
        if (c.cc_type[k] == ContinuousCollisionType::CCType_None) {
            EXPECT_LT((c.transform[k] * c.nearest_points_local[k] - c.nearest_points[k]).norm(),
                      1e-9);
        }
    }
}
void expect_near(const Vector &a, const Vector &b, double most = 1e-6) {
    EXPECT_LT((a - b).norm(), most) << a.transpose() << " and " << b.transpose();
}

TEST(Discrete, BoxAndSphere) {
    DiscreteManager manager;
    add(manager, "box", std::make_shared<Box>(1, 1, 1));
    add(manager, "sphere", std::make_shared<Sphere>(0.25));
    EXPECT_TRUE(test(manager).size() == 1); // all are active at first
    manager.setCollisionObjectsTransform("sphere", at(0.2, 0, 0));
    ContactResultVector found = test(manager);
    ASSERT_EQ(found.size(), 1u);
    expect_consistent(found[0]);
    EXPECT_EQ(found[0].link_ids[0].name(), "box");
    EXPECT_NEAR(found[0].distance, -0.55, 1e-6);
    expect_near(found[0].normal, {1, 0, 0});
    expect_near(found[0].nearest_points[0], {0.5, 0, 0});
    expect_near(found[0].nearest_points[1], {-0.05, 0, 0});
    manager.setCollisionObjectsTransform("sphere", at(1, 0, 0));
    EXPECT_TRUE(test(manager).empty());
    manager.setDefaultCollisionMargin(0.25); // exactly the margin counts
    found = test(manager);
    ASSERT_EQ(found.size(), 1u);
    expect_consistent(found[0]);
    EXPECT_NEAR(found[0].distance, 0.25, 1e-15);
    expect_near(found[0].nearest_points[1], {0.75, 0, 0});
    expect_near(found[0].nearest_points_local[1], {-0.25, 0, 0});
    manager.setDefaultCollisionMargin(0.2499999);
    EXPECT_TRUE(test(manager).empty());
}

TEST(Discrete, EveryGeometry) {
    // Each is 0.5 high about its origin, along z, and a probe comes from above.
    const std::vector<CollisionShapeConstPtr> shapes{
        std::make_shared<Cylinder>(0.2, 1),
        std::make_shared<Capsule>(0.2, 0.6),
        std::make_shared<Cone>(0.2, 1),
        std::make_shared<Box>(1, 1, 1),
        std::make_shared<Sphere>(0.5),
        std::make_shared<Plane>(0, 0, 1, -0.5),
        mesh_sphere<ConvexMesh>(0.5),
        mesh_sphere<Mesh>(0.5),
        mesh_sphere<PolygonMesh>(0.5),
        std::make_shared<CompoundMesh>(
            std::vector{mesh_sphere<ConvexMesh>(0.1), mesh_sphere<ConvexMesh>(0.5)})};
    for (const auto &shape : shapes) {
        DiscreteManager manager;
        add(manager, "shape", shape), add(manager, "probe", std::make_shared<Sphere>(0.1));
        manager.setDefaultCollisionMargin(0.5);
        const int kind = int(shape->getType());
        for (const double gap : {0.3, 1e-3, -0.02}) {
            manager.setCollisionObjectsTransform("probe", at(0, 0, 0.6 + gap));
            const ContactResultVector found = test(manager);
            ASSERT_EQ(found.size(), 1u) << kind;
            expect_consistent(found[0]);
            // A cone's tip is left sideways; a mesh beside a round shape has a rounded depth.
            if (gap > 0) {
                EXPECT_NEAR(found[0].distance, gap, 1e-9) << kind;
            } else if (shape->getType() != GeometryType::CONE) {
                EXPECT_NEAR(found[0].distance, gap, 1e-3) << kind;
            } else {
                EXPECT_LT(found[0].distance, 0);
            }
            if (shape->getType() == GeometryType::COMPOUND_MESH) {
                EXPECT_EQ(found[0].subshape_id[0], 1);
            }
        }
    }
}

TEST(Discrete, MeshAndMesh) {
    DiscreteManager manager;
    add(manager, "one", mesh_sphere<Mesh>(0.25)), add(manager, "other", mesh_sphere<Mesh>(0.25));
    manager.setCollisionObjectsTransform("other", at(0.2, 0, 0));
    const ContactResultVector all = test(manager, ContactTestType::ALL);
    EXPECT_GE(all.size(), 37u);
    for (const ContactResult &c : all) {
        expect_consistent(c);
        EXPECT_LE(c.distance, 0);
        EXPECT_GE(c.subshape_id[0], 0);
        EXPECT_GE(c.subshape_id[1], 0);
    }
    // The way that is proven to part them does.
    const ContactResult deepest = test(manager)[0];
    const Vector way = (-deepest.distance + 1e-9) * deepest.normal;
    manager.setCollisionObjectsTransform("other", at(0.2 + way[0], way[1], way[2]));
    EXPECT_TRUE(test(manager).empty());
    manager.setCollisionObjectsTransform("other", at(0, 0, 1));
    manager.setDefaultCollisionMargin(0.55);
    const ContactResultVector apart = test(manager);
    ASSERT_EQ(apart.size(), 1u);
    EXPECT_NEAR(apart[0].distance, 0.5, 1e-12);
    expect_near(apart[0].normal, {0, 0, 1});
}

TEST(Discrete, Margins) {
    DiscreteManager manager;
    for (const char *name : {"a", "b", "c"}) add(manager, name, std::make_shared<Sphere>(0.5));
    manager.setCollisionObjectsTransform("b", at(1.1, 0, 0)); // 0.1 from a
    manager.setCollisionObjectsTransform("c", at(0, 1.3, 0)); // 0.3 from a
    manager.setDefaultCollisionMargin(0.05);
    EXPECT_TRUE(test(manager).empty());
    manager.setCollisionMarginPair("c", "a", 0.31);
    ASSERT_EQ(test(manager).size(), 1u);
    EXPECT_NEAR(manager.getCollisionMarginData().getMaxCollisionMargin(), 0.31, 1e-15);
    manager.incrementCollisionMargin(0.06);
    EXPECT_EQ(test(manager).size(), 2u);
    manager.setCollisionMarginPairData({});
    EXPECT_EQ(test(manager).size(), 1u);
    manager.setCollisionMarginData(CollisionMarginData(0));
    EXPECT_TRUE(test(manager).empty());
    // A negative one lets them be in each other.
    manager.setCollisionObjectsTransform("b", at(0.9, 0, 0));
    EXPECT_EQ(test(manager).size(), 1u);
    manager.setDefaultCollisionMargin(-0.11);
    EXPECT_TRUE(test(manager).empty());
}

TEST(Discrete, WhoIsTested) {
    DiscreteManager manager;
    for (const char *name : {"a", "b", "c"}) add(manager, name, std::make_shared<Sphere>(0.5));
    EXPECT_EQ(test(manager).size(), 3u);
    manager.setActiveCollisionObjects({"a"});
    EXPECT_EQ(test(manager).size(), 2u); // b and c are both at rest
    EXPECT_TRUE(manager.disableCollisionObject("b"));
    EXPECT_FALSE(manager.isCollisionObjectEnabled("b"));
    EXPECT_EQ(test(manager).size(), 1u);
    EXPECT_TRUE(manager.enableCollisionObject("b"));
    AllowedCollisionMatrix acm;
    acm.addAllowedCollision("a", "c", "never");
    manager.setContactAllowedValidator(std::make_shared<ACMContactAllowedValidator>(acm));
    EXPECT_EQ(test(manager).size(), 1u);
    EXPECT_TRUE(manager.removeCollisionObject("b"));
    EXPECT_TRUE(test(manager).empty());
    for (const char *gone : {"b", "nobody"}) {
        EXPECT_FALSE(manager.removeCollisionObject(gone));
        EXPECT_FALSE(manager.enableCollisionObject(gone));
        EXPECT_FALSE(manager.isCollisionObjectEnabled(gone));
        EXPECT_THROW(manager.getCollisionObjectsTransform(gone), std::out_of_range);
    }
    EXPECT_FALSE(manager.addCollisionObject("empty", 0, {}, {}));
    add(manager, "c", std::make_shared<Box>(1, 1, 1)); // instead of the sphere
    EXPECT_EQ(manager.getCollisionObjects().size(), 2u);
    EXPECT_EQ(manager.getCollisionObjectGeometries("c")[0]->getType(), GeometryType::BOX);
    EXPECT_EQ(manager.getCollisionObjectGeometriesTransforms("c").size(), 1u);
}

struct Odd : ContactResultValidator {
    bool operator()(const ContactResult &) const override { return ++calls % 2 == 1; }
    mutable int calls = 0;
};

TEST(Discrete, Requests) {
    DiscreteManager manager;
    add(manager, "one", mesh_sphere<Mesh>(0.25)), add(manager, "other", mesh_sphere<Mesh>(0.25));
    add(manager, "third", mesh_sphere<Mesh>(0.25));
    manager.setCollisionObjectsTransform("other", at(0.2, 0, 0));
    manager.setCollisionObjectsTransform("third", at(0.8, 0, 0)); // near one of them
    manager.setDefaultCollisionMargin(0.2);
    const std::size_t all = test(manager, ContactTestType::ALL).size();
    EXPECT_EQ(test(manager, ContactTestType::FIRST).size(), 1u);
    EXPECT_EQ(test(manager, ContactTestType::CLOSEST).size(), 2u);
    ContactRequest request(ContactTestType::LIMITED);
    request.contact_limit = 5;
    EXPECT_EQ(test(manager, request).size(), 5u);
    request = ContactTestType::ALL;
    request.is_valid = std::make_shared<Odd>();
    EXPECT_EQ(test(manager, request).size(), (all + 1) / 2);
    request = ContactTestType::CLOSEST;
    request.calculate_distance = false; // the margin counts all the same
    EXPECT_EQ(test(manager, request).size(), 2u);
    request.calculate_penetration = false;
    manager.setDefaultCollisionMargin(0);
    const ContactResultVector found = test(manager, request);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].distance, 0);
}

TEST(Discrete, Clones) {
    DiscreteManager manager;
    add(manager, "one", mesh_sphere<Mesh>(0.25, 40)),
        add(manager, "other", mesh_sphere<Mesh>(0.25, 40));
    manager.setActiveCollisionObjects({"other"});
    manager.setDefaultCollisionMargin(2);
    std::vector<double> expected, found(64);
    for (int k = 0; k < 64; ++k) {
        manager.setCollisionObjectsTransform("other", at(0.02 * k, 0.3, 0));
        expected.push_back(test(manager)[0].distance);
    }
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([&, thread, clone = std::shared_ptr(manager.clone())] {
            for (int k = thread; k < 64; k += 4) {
                clone->setCollisionObjectsTransform("other", at(0.02 * k, 0.3, 0));
                found[std::size_t(k)] = test(*clone)[0].distance;
            }
        });
    for (std::thread &thread : threads) thread.join();
    EXPECT_EQ(found, expected);
}

TEST(Discrete, Config) {
    DiscreteManager manager;
    add(manager, "a", std::make_shared<Sphere>(0.5)),
        add(manager, "b", std::make_shared<Sphere>(0.5));
    ContactManagerConfig config(0.3);
    config.pair_margin_override_type = CollisionMarginPairOverrideType::MODIFY;
    config.pair_margin_data.setCollisionMargin("a", "b", 0.4);
    config.modify_object_enabled["b"] = false;
    manager.applyContactManagerConfig(config);
    EXPECT_EQ(manager.getCollisionMarginData().getCollisionMargin("b", "a"), 0.4);
    EXPECT_EQ(manager.getCollisionMarginData().getDefaultCollisionMargin(), 0.3);
    EXPECT_FALSE(manager.isCollisionObjectEnabled("b"));
}

struct Octree : Geometry {
    Octree() : Geometry(GeometryType::OCTREE) {}
    Ptr clone() const override { return std::make_shared<Octree>(); }
};

TEST(Both, WhatIsRefused) {
    DiscreteManager discrete;
    ContinuousManager continuous;
    EXPECT_THROW(add(discrete, "tree", std::make_shared<Octree>()), std::invalid_argument);
    EXPECT_THROW(add(continuous, "tree", std::make_shared<Octree>()), std::invalid_argument);
    EXPECT_THROW(add(discrete, "sphere", std::make_shared<Sphere>(-1)), obbtree::Error);
    EXPECT_TRUE(discrete.getCollisionObjects().empty());
    add(discrete, "a", std::make_shared<Sphere>(1)),
        add(discrete, "b", std::make_shared<Sphere>(1));
    Eigen::Isometry3d bad = at(0, 0, 0);
    bad.linear() *= 2;
    discrete.setCollisionObjectsTransform("a", bad);
    EXPECT_THROW(test(discrete), obbtree::Error);
    EXPECT_THROW(discrete.setCollisionObjectsTransform(std::vector<LinkId>{"a"}, {}),
                 std::runtime_error);
    continuous.setCollisionObjectsTransform("nobody", at(0, 0, 0), at(1, 0, 0)); // nothing
}

TEST(Continuous, BoxPassesABox) {
    ContinuousManager manager;
    add(manager, "moving", std::make_shared<Box>(0.25, 0.25, 0.25), at(0.5, -0.5, 0));
    add(manager, "fixed", std::make_shared<Box>(1, 1, 1));
    manager.setActiveCollisionObjects({"moving"});
    manager.setDefaultCollisionMargin(0.1);
    manager.setCollisionObjectsTransform("moving", at(-1.9, 0, 0), at(1.9, 3.8, 0));
    expect_near(manager.getCollisionObjectsTransform("moving").translation(), {-1.9, 0, 0});
    for (const ContactTestType type :
         {ContactTestType::ALL, ContactTestType::CLOSEST, ContactTestType::FIRST}) {
        const ContactResultVector found = test(manager, type);
        ASSERT_EQ(found.size(), 1u);
        const ContactResult &c = found[0];
        expect_consistent(c);
        EXPECT_EQ(c.link_ids[0].name(), "fixed");
        EXPECT_NEAR(c.distance, -0.2475, 1e-4);
        EXPECT_EQ(c.cc_time[0], -1);
        EXPECT_EQ(c.cc_type[0], ContinuousCollisionType::CCType_None);
        EXPECT_NEAR(c.cc_time[1], 0.25, 1e-6);
        EXPECT_EQ(c.cc_type[1], ContinuousCollisionType::CCType_Between);
        expect_near(c.nearest_points[0], {-0.5, 0.5, 0});
        expect_near(c.nearest_points[1], {-0.325, 0.325, 0});
        expect_near(c.transform[1] * c.nearest_points_local[1], {-1.275, -0.625, 0});
        expect_near(c.cc_transform[1] * c.nearest_points_local[1], {2.525, 3.175, 0});
    }
}

TEST(Continuous, TwoThatMoveMeetWhatEachPasses) {
    ContinuousManager manager;
    add(manager, "one", std::make_shared<Sphere>(0.25)),
        add(manager, "other", std::make_shared<Sphere>(0.25));
    manager.setDefaultCollisionMargin(0.1);
    manager.setCollisionObjectsTransform("one", at(-0.2, -0.5, 0), at(-0.2, 1, 0));
    manager.setCollisionObjectsTransform("other", at(0.2, 0, -1), at(0.2, 0, 1));
    const ContactResultVector found = test(manager);
    ASSERT_EQ(found.size(), 1u);
    expect_consistent(found[0]);
    EXPECT_NEAR(found[0].distance, -0.1, 1e-6);
    EXPECT_NEAR(found[0].cc_time[0], 1.0 / 3, 1e-5);
    EXPECT_NEAR(found[0].cc_time[1], 0.5, 1e-5);
    expect_near(found[0].nearest_points_local[0], {0.25, 0, 0}, 1e-5);
}

TEST(Continuous, APlanePassesAllThatIsBehindItAtAnyTime) {
    ContinuousManager manager;
    add(manager, "sphere", std::make_shared<Sphere>(0.1));
    manager.setCollisionObjectsTransform("sphere", at(5, 0, 0));
    add(manager, "wall", std::make_shared<Plane>(1, 0, 0, 0)); // solid below x = 0
    manager.setActiveCollisionObjects({"wall"});
    for (const bool back : {false, true}) {
        manager.setCollisionObjectsTransform("wall", at(back ? 20 : 0, 0, 0),
                                             at(back ? 0 : 20, 0, 0));
        const ContactResultVector found = test(manager);
        ASSERT_EQ(found.size(), 1u) << back;
        EXPECT_NEAR(found[0].distance, -15.1, 0.02);
        EXPECT_EQ(found[0].link_ids[1].name(), "wall");
        EXPECT_EQ(found[0].cc_time[1], back ? 0 : 1);
    }
    manager.setCollisionObjectsTransform("wall", at(0, 0, 0), at(4.8, 0, 0));
    EXPECT_EQ(test(manager).size(), 0u);
    manager.setDefaultCollisionMargin(0.2);
    const ContactResultVector near = test(manager);
    ASSERT_EQ(near.size(), 1u);
    EXPECT_NEAR(near[0].distance, 0.1, 1e-9);
    expect_near(near[0].nearest_points_local[1], {0, 0, 0});
    manager.setDefaultCollisionMargin(0);
    // A turn about the origin of what is behind x = -2: farthest inwards in the middle alone.
    add(manager, "turning", std::make_shared<Plane>(1, 0, 0, 2));
    manager.removeCollisionObject("wall");
    manager.setActiveCollisionObjects({"turning"});
    manager.setCollisionObjectsTransform("turning", turned(-0.5, Vector::UnitZ()),
                                         turned(0.5, Vector::UnitZ()));
    manager.setCollisionObjectsTransform("sphere", at(-1.95, 0, 0));
    const ContactResultVector found = test(manager);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].distance, -0.05, 1e-3);
    EXPECT_NEAR(found[0].cc_time[1], 0.5, 0.03);
    manager.setCollisionObjectsTransform("sphere", at(-1.89, 0, 0));
    EXPECT_EQ(test(manager).size(), 0u);
}

TEST(Continuous, TurningPlanesAgainstSamples) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> one(-1, 1);
    const auto place = [&](double turn) {
        return turned(turn * one(random), {one(random), one(random), one(random)},
                      {one(random), one(random), one(random)});
    };
    for (int k = 0; k < 30; ++k) {
        ContinuousManager manager;
        DiscreteManager sampled;
        const auto plane = std::make_shared<Plane>(one(random), one(random), one(random), 2);
        const auto box = std::make_shared<Box>(0.4, 0.2, 0.3);
        const Eigen::Isometry3d from = place(3), to = place(3), in_link = place(3);
        const auto put = [&](auto &manager) {
            add(manager, "plane", plane, in_link), add(manager, "box", box);
            manager.setActiveCollisionObjects({"plane"});
            manager.setDefaultCollisionMargin(100);
        };
        put(manager), put(sampled);
        manager.setCollisionObjectsTransform("plane", from, to);
        double least = 100;
        const Eigen::Quaterniond q0(from.linear()), q1(to.linear());
        for (int step = 0; step <= 400; ++step) {
            const double t = step / 400.0;
            Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
            pose.linear() = q0.slerp(t, q1).toRotationMatrix();
            pose.translation() = (1 - t) * from.translation() + t * to.translation();
            sampled.setCollisionObjectsTransform("plane", pose);
            least = std::min(least, test(sampled).at(0).distance);
        }
        const ContactResultVector found = test(manager);
        ASSERT_EQ(found.size(), 1u);
        EXPECT_LE(found[0].distance, least + 1e-9);
        EXPECT_GE(found[0].distance, least - 0.03 * (1 + std::abs(least)));
    }
}

TEST(Continuous, TimesOfTheEnds) {
    ContinuousManager manager;
    add(manager, "moving", std::make_shared<Sphere>(0.25)),
        add(manager, "wall", std::make_shared<Box>(1, 1, 1));
    manager.setActiveCollisionObjects({"moving"});
    manager.setDefaultCollisionMargin(0.5);
    const auto contact = [&](double from, double to) {
        manager.setCollisionObjectsTransform("moving", at(from, 0, 0), at(to, 0, 0));
        const ContactResultVector found = test(manager);
        EXPECT_EQ(found.size(), 1u);
        return found[0];
    };
    ContactResult c = contact(2, 1);
    EXPECT_EQ(c.cc_type[1], ContinuousCollisionType::CCType_Time1);
    EXPECT_EQ(c.cc_time[1], 1);
    EXPECT_NEAR(c.distance, 0.25, 1e-12);
    expect_near(c.nearest_points_local[1], {-0.25, 0, 0});
    c = contact(1, 2);
    EXPECT_EQ(c.cc_type[1], ContinuousCollisionType::CCType_Time0);
    EXPECT_EQ(c.cc_time[1], 0);
    // At rest an active one is what it is.
    c = contact(1, 1);
    EXPECT_NEAR(c.distance, 0.25, 1e-12);
}

// MoveIt's Bullet plugin takes the hull of the two poses, and an arm that swings through half a
// circle passes nothing but itself then.
TEST(Continuous, AnArmThatSwingsMissesNothing) {
    for (const bool is_mesh : {false, true}) {
        ContinuousManager manager;
        if (is_mesh)
            add(manager, "arm", mesh_sphere<Mesh>(0.1, 6), at(1, 0, 0));
        else
            add(manager, "arm", std::make_shared<Box>(1, 0.1, 0.1), at(0.5, 0, 0));
        add(manager, "post", std::make_shared<Sphere>(0.05));
        manager.setActiveCollisionObjects({"arm"});
        manager.setCollisionObjectsTransform("arm", at(0, 0, 0), turned(3, {0, 0, 1}));
        for (const double reach : {0.95, 1.04, 1.2}) {
            manager.setCollisionObjectsTransform(
                "post", at(reach * std::cos(1.3), reach * std::sin(1.3), 0));
            const ContactResultVector found = test(manager);
            ASSERT_EQ(found.size(), reach < 1.1 ? 1u : 0u) << is_mesh << reach;
            if (!found.empty()) {
                EXPECT_NEAR(found[0].cc_time[1], 1.3 / 3, 0.05);
            }
        }
    }
}

TEST(Continuous, AgainstSamplesOfTheMotion) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any(-1, 1);
    const std::vector<CollisionShapeConstPtr> shapes{std::make_shared<Box>(0.4, 0.3, 0.2),
                                                     std::make_shared<Sphere>(0.2),
                                                     std::make_shared<Capsule>(0.1, 0.4),
                                                     std::make_shared<Cylinder>(0.15, 0.4),
                                                     std::make_shared<Cone>(0.2, 0.4),
                                                     mesh_sphere<ConvexMesh>(0.2),
                                                     mesh_sphere<Mesh>(0.2, 5)};
    int meet = 0, count = 0;
    for (const auto &moving : shapes)
        for (int round = 0; round < 4; ++round) {
            ContinuousManager swept;
            DiscreteManager placed;
            const CollisionShapeConstPtr fixed = shapes[std::size_t(round) % shapes.size()];
            add(swept, "fixed", fixed), add(swept, "moving", moving);
            add(placed, "fixed", fixed), add(placed, "moving", moving);
            swept.setActiveCollisionObjects({"moving"});
            swept.setDefaultCollisionMargin(10), placed.setDefaultCollisionMargin(10);
            const Vector axis(any(random), any(random), any(random));
            const double turn = round % 2 ? 2 * any(random) : 0;
            const Vector from(any(random), any(random), any(random)),
                to(any(random), any(random), any(random));
            const auto pose = [&](double t) {
                return turned(t * turn, axis, (1 - t) * from + t * to);
            };
            swept.setCollisionObjectsTransform("moving", pose(0), pose(1));
            const double passes = test(swept)[0].distance;
            double least = 1;
            for (int k = 0; k <= 100; ++k) {
                placed.setCollisionObjectsTransform("moving", pose(k / 100.0));
                least = std::min(least, test(placed)[0].distance);
            }
            ++count, meet += least <= 0;
            // Nothing on the way is missed; and what is passed is hardly more than that. (Depths
            // are bounds, of a mesh by its triangles.)
            EXPECT_LE(passes, std::max(least, 0.0) + 1e-9) << int(moving->getType());
            if (least > 0) {
                EXPECT_GE(passes, least - 0.02) << int(moving->getType());
            }
        }
    EXPECT_GT(meet, count / 10);
    EXPECT_LT(meet, count * 9 / 10);
}

} // namespace
