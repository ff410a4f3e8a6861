// OMPL's RRT-Connect and its path simplification on planning problems, with checks by obbtree or by
// FCL. ompl_cpp.py writes what this reads: words on standard input. Printed is a JSON object a
// line, with the keys of `plans plan`; times are those of the processor.
//
// Arguments: who checks (obbtree or fcl), how often each path is searched with the same random
// numbers, the longest line of a tree (0 for OMPL's own choice), URDF, SRDF and folder of the
// packages.
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <string>

#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/RandomNumbers.h>

#include <fcl_models.hpp>
#include <obbtree/ompl_robot.hpp>

namespace ob = ompl::base;
namespace og = ompl::geometric;
using obbtree::Checker;
using obbtree::Configuration;
using obbtree::Pose;

namespace {

/// Of processor time, for a path; what takes longer counts as unsolved.
constexpr double TIME_LIMIT = 10;
/// Until then only lines count that show quickly to be free.
constexpr double QUICK_TIME_LIMIT = 1;

double now_us() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

template <typename T>
T read() {
    T value;
    if (!(std::cin >> value)) throw std::runtime_error("the problems end too early");
    return value;
}

template <typename Read>
auto read_many(Read read_one) {
    std::vector<decltype(read_one())> all(read<std::size_t>());
    for (auto &one : all) one = read_one();
    return all;
}

Pose read_pose() {
    Pose pose;
    for (double &number : pose.rows) number = read<double>();
    return pose;
}

std::map<std::string, double> read_values() {
    std::map<std::string, double> values;
    for (auto left = read<std::size_t>(); left > 0; --left) {
        const auto name = read<std::string>();
        values[name] = read<double>();
    }
    return values;
}

/// A mesh of a link.
struct Element {
    std::string link, file;
    bool moves;
    fcl::Transform3d pose;
};

struct Obstacle {
    std::string kind;
    std::vector<double> sizes;
    Pose pose;
};

struct Problem {
    std::string name;
    unsigned index;
    std::map<std::string, double> start, goal;
    std::vector<Obstacle> obstacles;
};

fcl::Transform3d transform(const Pose &pose) {
    fcl::Transform3d made = fcl::Transform3d::Identity();
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column) made(row, column) = pose.rows[4 * row + column];
    return made;
}

/// Checks of states by FCL: pairs whose boxes overlap, the robot's meshes, the obstacles' shapes.
class FclWorld {
public:
    FclWorld(const std::vector<Element> &elements, std::set<std::set<std::string>> allowed)
        : elements_(elements), allowed_(std::move(allowed)) {
        for (const Element &element : elements_)
            meshes_.emplace_back(fcl_model_of(obbtree::Body::read(element.file)));
        for (std::size_t a = 0; a < meshes_.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                if (elements_[a].link != elements_[b].link &&
                    allowed_.count({elements_[a].link, elements_[b].link}) == 0)
                    pairs_.emplace_back(a, b);
    }

    void enter(const Problem &problem, const obbtree::Robot &robot) {
        robot_ = std::make_unique<obbtree::Robot>(robot);
        links_.clear(), around_.clear();
        for (const Element &element : elements_)
            for (std::size_t link = 0; link < robot.links(); ++link)
                if (robot.link_name(link) == element.link) links_.push_back(link);
        for (const Obstacle &obstacle : problem.obstacles) {
            const auto &sizes = obstacle.sizes;
            std::shared_ptr<fcl::CollisionGeometryd> shape;
            if (obstacle.kind == "box") shape = std::make_shared<fcl::Boxd>(sizes[0], sizes[1], sizes[2]);
            if (obstacle.kind == "cylinder") shape = std::make_shared<fcl::Cylinderd>(sizes[1], sizes[0]);
            if (obstacle.kind == "sphere") shape = std::make_shared<fcl::Sphered>(sizes[0]);
            if (!shape) throw std::runtime_error("no " + obstacle.kind + " is known here");
            around_.emplace_back(shape, transform(obstacle.pose));
            around_.back().computeAABB();
        }
    }

    bool collides(const Configuration &q) {
        const std::vector<Pose> poses = robot_->link_poses(q);
        for (std::size_t n = 0; n < meshes_.size(); ++n) {
            meshes_[n].setTransform(transform(poses[links_[n]]) * elements_[n].pose);
            meshes_[n].computeAABB();
        }
        for (std::size_t n = 0; n < meshes_.size(); ++n)
            for (fcl::CollisionObjectd &obstacle : around_)
                if (elements_[n].moves && collide(meshes_[n], obstacle)) return true;
        for (const auto &[a, b] : pairs_)
            if (collide(meshes_[a], meshes_[b])) return true;
        return false;
    }

private:
    static bool collide(fcl::CollisionObjectd &a, fcl::CollisionObjectd &b) {
        if (!a.getAABB().overlap(b.getAABB())) return false;
        fcl::CollisionResultd result;
        return fcl::collide(&a, &b, fcl::CollisionRequestd(), result) > 0;
    }

    std::vector<Element> elements_;
    std::set<std::set<std::string>> allowed_;
    std::vector<fcl::CollisionObjectd> meshes_, around_;
    std::vector<std::pair<std::size_t, std::size_t>> pairs_;
    std::vector<std::size_t> links_;
    std::unique_ptr<obbtree::Robot> robot_;
};

obbtree::Scene scene_of(const Problem &problem) {
    obbtree::Scene scene;
    for (const Obstacle &obstacle : problem.obstacles) {
        const auto &sizes = obstacle.sizes;
        const std::string name = "obstacle " + std::to_string(scene.ids().size());
        if (obstacle.kind == "box")
            scene.add(name, obbtree::Shape::box({sizes[0] / 2, sizes[1] / 2, sizes[2] / 2}), obstacle.pose);
        else if (obstacle.kind == "cylinder")
            scene.add(name, obbtree::Shape::cylinder({0, 0, -sizes[0] / 2}, {0, 0, sizes[0] / 2}, sizes[1]),
                      obstacle.pose);
        else if (obstacle.kind == "sphere")
            scene.add(name, obbtree::Shape::sphere({0, 0, 0}, sizes[0]), obstacle.pose);
        else
            throw std::runtime_error("no " + obstacle.kind + " is known here");
    }
    return scene;
}

/// Gives a space its checkers. What it returns makes them decide every line, where they do not.
using SetChecks = std::function<std::function<void()>(og::SimpleSetup &)>;

struct Found {
    double plan_us = 0, total_us = 0;
    std::vector<Configuration> path;
};

Found solve(const obbtree::ompl::RobotWorld &world, const SetChecks &set_checks, double range,
            const Configuration &from, const Configuration &to) {
    ompl::RNG::setSeed(1); // the same random numbers for each problem and each try
    const auto space = world.space();
    og::SimpleSetup setup(space);
    const auto decide_all = set_checks(setup);
    ob::ScopedState<ob::RealVectorStateSpace> start(space), goal(space);
    for (std::size_t k = 0; k < from.size(); ++k) start[k] = from[k], goal[k] = to[k];
    setup.setStartAndGoalStates(start, goal);
    const auto planner = std::make_shared<og::RRTConnect>(setup.getSpaceInformation());
    if (range > 0) planner->setRange(range);
    setup.setPlanner(planner);
    setup.setup();
    Found found;
    const double begin = now_us();
    const auto solve_within = [&](double seconds) {
        const auto is_late = [=] { return now_us() - begin > 1e6 * seconds; };
        return setup.solve(ob::PlannerTerminationCondition(is_late)) == ob::PlannerStatus::EXACT_SOLUTION;
    };
    if (!solve_within(QUICK_TIME_LIMIT)) decide_all(), solve_within(TIME_LIMIT);
    found.plan_us = now_us() - begin;
    if (!setup.haveExactSolutionPath()) return found;
    og::PathGeometric path = setup.getSolutionPath();
    setup.simplifySolution();
    // Where a line is not valid, OMPL's PathGeometric::checkAndRepair moves corners, and does not
    // test the last line.
    decide_all();
    if (setup.getSolutionPath().check()) path = setup.getSolutionPath();
    found.total_us = now_us() - begin;
    for (const ob::State *state : path.getStates())
        found.path.push_back(world.configuration(state));
    return found;
}

void print(const Problem &problem, bool free_ends, const std::vector<Found> &tries) {
    std::printf("{\"problem\": \"%s\", \"index\": %u, \"free_ends\": %s, ", problem.name.c_str(), problem.index,
                free_ends ? "true" : "false");
    const bool solved = !tries.empty() && !tries.front().path.empty();
    std::printf("\"solved\": %s", solved ? "true" : "false");
    if (solved) {
        double plan_us = tries.front().plan_us, total_us = tries.front().total_us, sum = 0, length = 0;
        for (const Found &found : tries) {
            plan_us = std::min(plan_us, found.plan_us), total_us = std::min(total_us, found.total_us);
            sum += found.total_us;
        }
        const auto &path = tries.front().path;
        std::printf(", \"path\": [");
        for (std::size_t n = 0; n < path.size(); ++n) {
            double squares = 0;
            for (std::size_t k = 0; k < path[n].size(); ++k) {
                std::printf("%s%.17g", k > 0 ? ", " : n > 0 ? ", [" : "[", path[n][k]);
                if (n > 0) squares += (path[n][k] - path[n - 1][k]) * (path[n][k] - path[n - 1][k]);
            }
            std::printf("]");
            length += std::sqrt(squares);
        }
        std::printf("], \"plan_us\": %.3f, \"total_us\": %.3f, \"total_mean_us\": %.3f, \"length\": %.9f", plan_us,
                    total_us, sum / static_cast<double>(tries.size()), length);
    }
    std::printf("}\n");
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 7) return 2;
    ompl::msg::noOutputHandler();
    const std::string by = argv[1];
    const int tries = std::atoi(argv[2]);
    const double range = std::atof(argv[3]);
    const auto robot = obbtree::Robot::read(argv[4], argv[5], {argv[6]});
    const Checker whole(robot);
    const auto elements = read_many([] {
        Element element;
        std::cin >> element.link >> element.moves >> element.file;
        double at[6]; // xyz, rpy
        for (double &number : at) number = read<double>();
        const auto turn = [&at](int k, const fcl::Vector3d &axis) { return Eigen::AngleAxisd(at[k], axis); };
        element.pose = Eigen::Translation3d(at[0], at[1], at[2]) * turn(5, fcl::Vector3d::UnitZ()) *
                       turn(4, fcl::Vector3d::UnitY()) * turn(3, fcl::Vector3d::UnitX());
        return element;
    });
    std::set<std::set<std::string>> allowed;
    for (auto left = read<std::size_t>(); left > 0; --left) {
        const auto link = read<std::string>();
        allowed.insert({link, read<std::string>()});
    }
    FclWorld of_fcl(elements, allowed);
    std::map<Configuration, Checker> groups;
    for (auto left = read<std::size_t>(); left > 0; --left) {
        Problem problem{read<std::string>(), read<unsigned>(), read_values(), read_values(), {}};
        problem.obstacles = read_many([] {
            Obstacle obstacle{read<std::string>(), {}, {}};
            obstacle.sizes = read_many(read<double>), obstacle.pose = read_pose();
            return obstacle;
        });
        std::vector<std::uint32_t> moving;
        Configuration held, start, goal;
        for (const obbtree_joint &joint : robot.joints()) {
            const double value = problem.start.at(joint.name);
            const auto end = problem.goal.find(joint.name);
            const bool moves = end != problem.goal.end();
            if (moves) {
                moving.push_back(static_cast<std::uint32_t>(joint.first_value));
                start.push_back(value), goal.push_back(end->second);
            }
            held.push_back(moves ? 0 : value);
        }
        if (groups.count(held) == 0) groups.emplace(held, whole.for_group(moving, held));
        Checker checker = groups.at(held);
        checker.set_world(scene_of(problem));
        const auto world = std::make_shared<obbtree::ompl::RobotWorld>(checker);
        SetChecks set_checks;
        bool free_ends = false;
        if (by == "fcl") {
            of_fcl.enter(problem, checker.robot());
            free_ends = !of_fcl.collides(start) && !of_fcl.collides(goal);
            set_checks = [&](og::SimpleSetup &setup) {
                setup.setStateValidityChecker([&, q = start](const ob::State *state) mutable {
                    const double *values = state->as<ob::RealVectorStateSpace::StateType>()->values;
                    std::copy(values, values + q.size(), q.begin());
                    return setup.getSpaceInformation()->satisfiesBounds(state) && !of_fcl.collides(q);
                });
                return [] {};
            };
        } else {
            using obbtree::ompl::Effort;
            free_ends = checker.is_valid(start) && checker.is_valid(goal);
            set_checks = [world](og::SimpleSetup &setup) {
                const auto &si = setup.getSpaceInformation();
                setup.setStateValidityChecker(std::make_shared<obbtree::ompl::ValidityChecker>(si, world));
                const auto validator = std::make_shared<obbtree::ompl::MotionValidator>(si, world, Effort::Search);
                si->setMotionValidator(validator);
                return [validator] { validator->effort(Effort::Proof); };
            };
        }
        std::vector<Found> found;
        for (int k = 0; free_ends && k < tries; ++k) {
            found.push_back(solve(*world, set_checks, range, start, goal));
            if (found.back().path.empty()) break;
        }
        print(problem, free_ends, found);
    }
}
