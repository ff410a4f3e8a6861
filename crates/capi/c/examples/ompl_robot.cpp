// OMPL's planners for a robot in joint space: RRT-Connect and PRM on 1, 2 and 4 threads, a robot
// among shelves; and the nearest of many goals.
//
// Arguments: URDF, SRDF, folder of its packages, mesh of the obstacles, file of configurations,
// name of the scene in that file, and seconds for a planner (10 by default). The files are not
// part of the project; one that is not there makes the example say so and end with 0. A line of
// the file is scene | start, goal, line or random | values of all joints, the fingers last | 1 if
// an obstacle is hit | ... The answers there are FCL's and Coal's: each line of the scene is
// compared with them. The path is planned from the start to the goal by the first seven values.
// Printed are times, and the share that collision checks have. Each segment of a path is proven
// free. Ends with 1 if one is not, if nothing is found, or if an answer differs.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include <ompl/base/goals/GoalStates.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/prm/PRM.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/tools/multiplan/ParallelPlan.h>
#include <ompl/util/RandomNumbers.h>

#include <obbtree/ompl_robot.hpp>

#include "timed_world.hpp"

namespace ob = ompl::base;
namespace og = ompl::geometric;
using Clock = std::chrono::steady_clock;
using obbtree::Configuration;

namespace {

/// The arm's values of a configuration.
constexpr std::size_t ARM = 7;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Line {
    std::string kind;
    Configuration q;
    bool hits;
};

/// The lines of a scene.
std::vector<Line> lines_of(std::ifstream &file, const std::string &scene, std::size_t values) {
    std::vector<Line> lines;
    for (std::string text; std::getline(file, text);) {
        std::istringstream fields(text);
        std::string name, kind, numbers, hits;
        if (text.empty() || text[0] == '#' || !std::getline(fields, name, '|') || name != scene + " ") continue;
        std::getline(fields, kind, '|'), std::getline(fields, numbers, '|'), std::getline(fields, hits, '|');
        Line line{kind.substr(1, kind.size() - 2), {}, hits.find('1') != std::string::npos};
        std::istringstream of_joints(numbers);
        for (double x; of_joints >> x;) line.q.push_back(x);
        if (line.q.size() == values) lines.push_back(line);
    }
    return lines;
}

struct Problem {
    std::shared_ptr<const obbtree::ompl::RobotWorld> world;
    Configuration start, goal;
};

/// One planner, or several beside each other, on as many threads. False if it fails.
bool plan(const Problem &problem, bool prm, unsigned threads, double patience) {
    const auto space = problem.world->space();
    const auto timed = std::make_shared<const TimedWorld>(problem.world);
    og::SimpleSetup setup(space);
    const auto &si = setup.getSpaceInformation();
    setup.setStateValidityChecker(std::make_shared<obbtree::ompl::ValidityChecker>(si, timed));
    si->setMotionValidator(std::make_shared<obbtree::ompl::MotionValidator>(si, timed));
    ob::ScopedState<ob::RealVectorStateSpace> start(space), goal(space);
    for (std::size_t k = 0; k < ARM; ++k) start[k] = problem.start[k], goal[k] = problem.goal[k];
    setup.setStartAndGoalStates(start, goal);
    setup.setup();
    ompl::tools::ParallelPlan parallel(setup.getProblemDefinition());
    for (unsigned k = 0; k < threads; ++k)
        parallel.addPlanner(prm ? ob::PlannerPtr(std::make_shared<og::PRM>(si)) : std::make_shared<og::RRTConnect>(si));
    const auto begin = Clock::now();
    const bool solved = parallel.solve(patience, false) == ob::PlannerStatus::EXACT_SOLUTION;
    const double taken = seconds_since(begin);
    bool certified = solved;
    if (solved) {
        const auto &path = *setup.getProblemDefinition()->getSolutionPath()->as<og::PathGeometric>();
        for (std::size_t k = 0; k + 1 < path.getStateCount(); ++k)
            certified = certified && problem.world->is_free(path.getState(k), path.getState(k + 1));
    }
    std::printf("%-12s %u threads: %s after %.3f s%s; checks took %.0f %% of the threads' time\n", prm ? "PRM" : "RRT-Connect",
                threads, solved ? "solved" : "NOT solved", taken,
                !solved ? "" : certified ? ", certified" : ", NOT proven free", 100 * timed->seconds() / (taken * threads));
    std::fflush(stdout);
    return certified;
}

/// From the goal to the start or to one of the configurations of all lines that are free, by lines
/// that show quickly to be free; false if a line of the shortened path is not proven.
bool plan_to_any(const Problem &problem, const std::vector<Line> &lines, double patience) {
    const auto space = problem.world->space();
    og::SimpleSetup setup(space);
    const auto &si = setup.getSpaceInformation();
    setup.setStateValidityChecker(std::make_shared<obbtree::ompl::ValidityChecker>(si, problem.world));
    const auto validator = std::make_shared<obbtree::ompl::MotionValidator>(si, problem.world, obbtree::ompl::Effort::Search);
    si->setMotionValidator(validator);
    ob::ScopedState<ob::RealVectorStateSpace> start(space), goal(space);
    for (std::size_t k = 0; k < ARM; ++k) start[k] = problem.goal[k];
    const auto goals = std::make_shared<ob::GoalStates>(si);
    for (const Line &line : lines) {
        if (line.kind == "goal") continue;
        for (std::size_t k = 0; k < ARM; ++k) goal[k] = line.q[k];
        goals->addState(goal);
    }
    setup.setStartState(start), setup.setGoal(goals);
    setup.setPlanner(std::make_shared<og::RRTConnect>(si));
    if (setup.solve(patience) != ob::PlannerStatus::EXACT_SOLUTION) return false;
    og::PathGeometric path = setup.getSolutionPath();
    setup.simplifySolution();
    validator->effort(obbtree::ompl::Effort::Proof);
    if (setup.getSolutionPath().check()) path = setup.getSolutionPath();
    std::printf("one of %zu goals is reached after %zu lines\n", goals->getStateCount(), path.getStateCount() - 1);
    return path.check() && goals->isSatisfied(path.getState(path.getStateCount() - 1));
}

/// lastValid as OMPL's contract says, on random motions. False if it is not.
bool check_last_valid(const Problem &problem) {
    const auto space = problem.world->space();
    const auto si = std::make_shared<ob::SpaceInformation>(space);
    si->setStateValidityChecker(std::make_shared<obbtree::ompl::ValidityChecker>(si, problem.world));
    si->setMotionValidator(std::make_shared<obbtree::ompl::MotionValidator>(si, problem.world));
    si->setup();
    const auto sampler = si->allocValidStateSampler();
    ob::State *from = si->allocState(), *to = si->allocState(), *last = si->allocState(), *between = si->allocState();
    int invalid = 0;
    bool good = true;
    for (int k = 0; k < 100; ++k) {
        if (!sampler->sample(from) || !sampler->sample(to)) continue;
        std::pair<ob::State *, double> reached(last, -7.0);
        const bool valid = si->getMotionValidator()->checkMotion(from, to, reached);
        good = good && valid == si->getMotionValidator()->checkMotion(from, to);
        if (valid) {
            good = good && reached.second == -7.0; // not modified
            continue;
        }
        ++invalid;
        good = good && 0 <= reached.second && reached.second < 1 && si->isValid(last);
        for (int step = 0; step <= 20; ++step) {
            space->interpolate(from, to, reached.second * step / 20, between);
            good = good && si->isValid(between);
        }
    }
    std::printf("lastValid: 100 motions, %d not valid: %s\n", invalid, good ? "as OMPL says" : "WRONG");
    for (auto *state : {from, to, last, between}) si->freeState(state);
    return good && invalid > 0;
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 7) return 2;
    ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
    ompl::RNG::setSeed(17);
    for (const int k : {1, 2, 4, 5})
        if (!std::ifstream(argv[k]).good()) {
            std::printf("skipped: %s is not there\n", argv[k]);
            return 0;
        }
    const double patience = argc > 7 ? std::atof(argv[7]) : 10;
    const auto robot = obbtree::Robot::read(argv[1], argv[2], {argv[3]});
    obbtree::Scene shelves;
    shelves.add("shelves", obbtree::Body::read(argv[4]), {});
    std::ifstream file(argv[5]);
    const std::vector<Line> lines = lines_of(file, argv[6], robot.dof());

    // The problems' fingers are open wider than the URDF's limits.
    auto checker = obbtree::Checker(robot, shelves).ignoring_limits();
    Problem problem;
    int different = 0, hitting = 0;
    for (const Line &line : lines) {
        bool hits = false;
        for (const obbtree::Bodies &pair : checker.pairs(line.q))
            hits = hits || checker.link_of(pair.b) == OBBTREE_NO_LINK;
        different += hits != line.hits, hitting += hits;
        if (line.kind == "start") problem.start = line.q;
        if (line.kind == "goal") problem.goal = line.q;
    }
    std::printf("%s: %zu configurations, %d hit an obstacle, %d answered otherwise by FCL and Coal\n", argv[6], lines.size(),
                hitting, different);
    if (problem.start.empty() || problem.goal.empty()) return 1;
    std::vector<std::uint32_t> arm(ARM); // the fingers are held
    for (std::uint32_t k = 0; k < ARM; ++k) arm[k] = k;
    problem.world = std::make_shared<obbtree::ompl::RobotWorld>(
        checker.for_group(arm, problem.start));
    bool good = different == 0 && check_last_valid(problem) && plan_to_any(problem, lines, patience);
    for (const bool prm : {false, true})
        for (const unsigned threads : {1U, 2U, 4U}) good = plan(problem, prm, threads, patience) && good;
    return good ? 0 : 1;
}
