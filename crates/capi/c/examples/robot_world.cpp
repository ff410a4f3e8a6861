// A robot's world that changes, as a planning scene does: bodies come and go, a gripper takes one
// along, pairs are allowed to touch, and clearances and contacts are requested. Argument: the
// project's assets.
#include <cstdio>
#include <string>

#include <obbtree/robot.hpp>

using obbtree::Pose;
using obbtree::Shape;

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    const auto robot = obbtree::Robot::read(std::string(argv[1]) + "/arm.urdf");
    obbtree::Scene world;
    world.add("floor", Shape::half_space(), Pose::translation(0, 0, -1.5));
    obbtree::Checker checker(robot, world);
    const obbtree::Configuration q{1.9, 1.3, -2.1, 0.5, 0};
    if (!checker.is_valid(q)) return 1;

    // What is close, with the points of both.
    for (const auto &pair : checker.distances_within(q, 1.0)) {
        const auto names = checker.world();
        std::printf("%s and %s: %g apart, from z = %g to z = %g\n",
                    names.name(pair.bodies[0]).c_str(), names.name(pair.bodies[1]).c_str(),
                    pair.lower, pair.points[0][2], pair.points[1][2]);
    }

    // A box where the last link is: they collide.
    const std::size_t last = robot.links() - 1;
    const std::string hand = robot.link_name(last);
    const Pose at = robot.link_poses(q)[last];
    checker.change([&](obbtree::Scene &scene) { scene.add("box", Shape::box({0.1, 0.1, 0.1}), at); });
    if (checker.is_valid(q)) return 1;
    std::printf("%zu pairs collide, at %zu places\n", checker.pairs(q).size(),
                checker.contacts(q, 1).size());

    // The hand takes it along: the two may touch, and so may the other links for now.
    std::vector<std::string> touched;
    for (std::size_t k = 0; k < robot.links(); ++k) touched.push_back(robot.link_name(k));
    checker.attach("box", hand, touched, q);
    if (!checker.is_valid(q)) return 1;
    if (checker.world().parent(checker.world().find("box")) != checker.link_body(last)) return 1;

    // It is put down elsewhere, and the robot has to stay away from the floor, which it does not.
    checker.detach("box", q);
    checker.change([&](obbtree::Scene &scene) {
        scene.set_pose(scene.find("box"), Pose::translation(3, 0, 0));
    });
    if (!checker.is_valid(q)) return 1;
    checker.change([](obbtree::Scene &scene) { scene.set_padding(scene.find("floor"), 9); });
    std::printf("with a padding of 9 the configuration is %s\n",
                checker.is_valid(q) ? "valid" : "not valid");
    return checker.is_valid(q) ? 1 : 0;
}
