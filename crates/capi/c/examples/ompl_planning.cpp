// OMPL's planners on obbtree, and beside it on FCL: RRT-Connect and PRM in SE(3), on 1, 2 and 4
// threads.
//
// Arguments: the folder of models, and seconds for a planner (10 by default). Problems: two
// interlocked clasps that come apart (made here), an L through the hole of a wall, a pinion from
// one side of a wheel to the other, a nut lifted off the end of a bolt to its other end. Prints
// planner times, the share that collision checks have, and times of state checks of the same
// states. Every path of obbtree's validator is certified: each of its segments is proven free.
// Ends with 1 if one is not, if a problem is not solved, or if engines differ in a state.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

#include <ompl/base/goals/GoalState.h>
#include <ompl/base/PlannerTerminationCondition.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/prm/PRM.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/tools/multiplan/ParallelPlan.h>
#include <ompl/util/RandomNumbers.h>

#include <obbtree/ompl.hpp>

#include "fcl_models.hpp"
#include "timed_world.hpp"

namespace ob = ompl::base;
namespace og = ompl::geometric;
using Clock = std::chrono::steady_clock;
using Vertices = std::vector<std::array<double, 3>>;
using Triangles = std::vector<std::array<std::uint32_t, 3>>;

namespace {

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// A box between two corners, added to a mesh.
void add_box(Vertices &vertices, Triangles &triangles, std::array<double, 3> low, std::array<double, 3> high) {
    const auto first = static_cast<std::uint32_t>(vertices.size());
    for (int k = 0; k < 8; ++k)
        vertices.push_back({k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]});
    const std::uint32_t faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                        {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    for (const auto &f : faces) triangles.push_back({first + f[0], first + f[1], first + f[2]});
}

/// A clasp: the frame of a square of side 8, one thick, with a gap of `gap` in one side.
obbtree::Body clasp(double gap) {
    Vertices vertices;
    Triangles triangles;
    const double end = gap / 2;
    add_box(vertices, triangles, {-4, -4, -0.5}, {-3, 4, 0.5});
    add_box(vertices, triangles, {-4, -4, -0.5}, {4, -3, 0.5});
    add_box(vertices, triangles, {-4, 3, -0.5}, {4, 4, 0.5});
    add_box(vertices, triangles, {3, -4, -0.5}, {4, -end, 0.5});
    add_box(vertices, triangles, {3, end, -0.5}, {4, 4, 0.5});
    return obbtree::Body(vertices, triangles);
}

struct Problem {
    std::string name;
    obbtree::Body fixed, moving;
    obbtree::Pose start, goal;
    double reach; ///< Bounds of the position, to all sides.
};

/// FCL on the same bodies.
class FclChecker : public ob::StateValidityChecker {
public:
    FclChecker(const ob::SpaceInformationPtr &si, const Problem &problem)
        : ob::StateValidityChecker(si), fixed_(fcl_model_of(problem.fixed)), moving_(fcl_model_of(problem.moving)) {}
    bool isValid(const ob::State *state) const override {
        return si_->satisfiesBounds(state) && !watch_.time([&] { return collides(state); });
    }
    double seconds() const { return watch_.seconds(); }
    bool collides(const ob::State *state) const {
        const obbtree::Pose pose = obbtree::ompl::pose_of(state);
        fcl::Transform3d there = fcl::Transform3d::Identity();
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 4; ++column) there(row, column) = pose.rows[4 * row + column];
        const fcl::CollisionRequestd request;
        fcl::CollisionResultd result;
        return fcl::collide(fixed_.get(), fcl::Transform3d::Identity(), moving_.get(), there, request, result) > 0;
    }

private:
    std::shared_ptr<FclModel> fixed_, moving_;
    Stopwatch watch_;
};

void put(const obbtree::Pose &pose, ob::ScopedState<ob::SE3StateSpace> &state) {
    const auto &r = pose.rows;
    state->setXYZ(r[3], r[7], r[11]);
    const Eigen::Matrix3d matrix = (Eigen::Matrix3d() << r[0], r[1], r[2], r[4], r[5], r[6], r[8], r[9], r[10]).finished();
    const Eigen::Quaterniond q(matrix);
    state->rotation().x = q.x(), state->rotation().y = q.y(), state->rotation().z = q.z(), state->rotation().w = q.w();
}

struct Setup {
    og::SimpleSetup setup;
    std::shared_ptr<const obbtree::ompl::World> world;
    std::shared_ptr<const TimedWorld> timed;
    std::shared_ptr<const FclChecker> fcl;
    Setup(const ob::StateSpacePtr &space, const Problem &problem, bool ours) : setup(space) {
        const auto &si = setup.getSpaceInformation();
        world = std::make_shared<obbtree::ompl::World>(problem.moving,
                                                        std::vector<obbtree::ompl::Obstacle>{{problem.fixed, {}}});
        if (ours) {
            timed = std::make_shared<const TimedWorld>(world);
            setup.setStateValidityChecker(std::make_shared<obbtree::ompl::ValidityChecker>(si, timed));
            si->setMotionValidator(std::make_shared<obbtree::ompl::MotionValidator>(si, timed));
        } else {
            const auto checker = std::make_shared<FclChecker>(si, problem);
            fcl = checker;
            setup.setStateValidityChecker(checker);
            si->setStateValidityCheckingResolution(0.005);
        }
        ob::ScopedState<ob::SE3StateSpace> start(space), goal(space);
        put(problem.start, start), put(problem.goal, goal);
        setup.setStartAndGoalStates(start, goal, 1e-3);
        setup.setup();
    }
    /// What collision checks have taken in all threads.
    double seconds_of_checks() const { return timed ? timed->seconds() : fcl->seconds(); }
};

ob::StateSpacePtr space_of(const Problem &problem) {
    auto space = std::make_shared<ob::SE3StateSpace>();
    ob::RealVectorBounds bounds(3);
    bounds.setLow(-problem.reach), bounds.setHigh(problem.reach);
    space->setBounds(bounds);
    return space;
}

/// Every segment of the path is proven to be free.
bool is_certified(const og::PathGeometric &path, const obbtree::ompl::World &world) {
    for (std::size_t k = 0; k + 1 < path.getStateCount(); ++k) {
        const auto from = obbtree::ompl::pose_of(path.getState(k)), to = obbtree::ompl::pose_of(path.getState(k + 1));
        if (!world.is_free(obbtree::Motion::linear(from, to))) return false;
    }
    return true;
}

/// One planner, or several beside each other, on as many threads. False if it fails.
bool plan(const Problem &problem, bool ours, bool prm, unsigned threads, double patience) {
    Setup made(space_of(problem), problem, ours);
    const auto &si = made.setup.getSpaceInformation();
    ompl::tools::ParallelPlan parallel(made.setup.getProblemDefinition());
    for (unsigned k = 0; k < threads; ++k) {
        ob::PlannerPtr planner = prm ? ob::PlannerPtr(std::make_shared<og::PRM>(si)) : std::make_shared<og::RRTConnect>(si);
        parallel.addPlanner(planner);
    }
    const auto start = Clock::now();
    const auto status = parallel.solve(patience, false);
    const double taken = seconds_since(start), checks = made.seconds_of_checks();
    const bool solved = status == ob::PlannerStatus::EXACT_SOLUTION;
    bool certified = false;
    if (solved)
        certified = is_certified(*made.setup.getProblemDefinition()->getSolutionPath()->as<og::PathGeometric>(), *made.world);
    std::printf("%-8s %-12s %-8s %u threads: %s after %.3f s%s; checks took %.0f %% of the threads' time\n",
                problem.name.c_str(), prm ? "PRM" : "RRT-Connect", ours ? "obbtree" : "FCL", threads,
                solved ? "solved" : "NOT solved", taken,
                !solved ? "" : certified ? ", certified" : ", NOT proven free", 100 * checks / (taken * threads));
    std::fflush(stdout);
    return solved && certified;
}

/// Random states: both engines, the same answers, and their times. False if they differ.
bool compare_states(const Problem &problem) {
    const int count = 20000;
    const auto space = space_of(problem);
    Setup ours(space, problem, true);
    FclChecker fcl(ours.setup.getSpaceInformation(), problem);
    const auto sampler = space->allocStateSampler();
    std::vector<ob::State *> states;
    ob::ScopedState<ob::SE3StateSpace> start(space);
    put(problem.start, start);
    for (int k = 0; k < count; ++k) {
        states.push_back(space->allocState());
        // Half anywhere, half near the start, where planners search longest.
        if (k % 2 == 0) sampler->sampleUniform(states.back());
        else sampler->sampleUniformNear(states.back(), start.get(), 0.1 * problem.reach);
    }
    const auto ask_ours = [&](const ob::State *state) { return ours.world->collides(obbtree::ompl::pose_of(state)); };
    const auto ask_fcl = [&](const ob::State *state) { return fcl.collides(state); };
    // The answers first; then the times, in turn, the best of a few.
    int colliding = 0, different = 0;
    for (const auto *state : states) {
        const bool collides = ask_ours(state);
        colliding += collides, different += collides != ask_fcl(state);
    }
    double time_ours = std::numeric_limits<double>::infinity(), time_fcl = time_ours;
    const auto timed = [&](const auto &ask, double &best) {
        const auto begin = Clock::now();
        int found = 0;
        for (const auto *state : states) found += ask(state);
        best = std::min(best, seconds_since(begin));
        different += found != colliding;
    };
    for (int round = 0; round < 5; ++round) timed(ask_ours, time_ours), timed(ask_fcl, time_fcl);
    for (auto *state : states) space->freeState(state);
    std::printf("%-8s %d states, %d collide, %d differ: obbtree %.0f ns, FCL %.0f ns a state: %.1f times\n",
                problem.name.c_str(), count, colliding, different, 1e9 * time_ours / count, 1e9 * time_fcl / count,
                time_fcl / time_ours);
    return different == 0;
}

/// lastValid as OMPL's contract says: on random motions from free states.
bool check_last_valid(const Problem &problem) {
    Setup made(space_of(problem), problem, true);
    const auto &si = made.setup.getSpaceInformation();
    const auto sampler = si->allocValidStateSampler();
    ob::State *from = si->allocState(), *to = si->allocState(), *last = si->allocState();
    int invalid = 0;
    bool good = true;
    for (int k = 0; k < 200; ++k) {
        if (!sampler->sample(from) || !sampler->sample(to)) continue;
        std::pair<ob::State *, double> reached(last, -7.0);
        const bool valid = si->getMotionValidator()->checkMotion(from, to, reached);
        good = good && valid == si->getMotionValidator()->checkMotion(from, to);
        if (valid) {
            good = good && reached.second == -7.0; // not modified
        } else {
            ++invalid;
            good = good && 0 <= reached.second && reached.second < 1 && si->isValid(last);
            ob::State *between = si->allocState();
            for (int step = 0; step <= 20; ++step) {
                si->getStateSpace()->interpolate(from, to, reached.second * step / 20, between);
                good = good && si->isValid(between);
            }
            si->freeState(between);
            std::pair<ob::State *, double> in_place(from, -7.0); // the storage may be s1
            const double time = reached.second;
            ob::State *copy = si->cloneState(last);
            good = good && !si->getMotionValidator()->checkMotion(from, to, in_place) && in_place.second == time &&
                   si->equalStates(from, copy);
            si->freeState(copy);
        }
    }
    std::printf("%-8s lastValid: 200 motions, %d not valid: %s\n", problem.name.c_str(), invalid, good ? "as OMPL says" : "WRONG");
    for (auto *state : {from, to, last}) si->freeState(state);
    return good && invalid > 0;
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
    ompl::RNG::setSeed(17);
    const std::string folder = argv[1];
    const double patience = argc > 2 ? std::atof(argv[2]) : 10;
    const auto read = [&](const char *name) { return obbtree::Body::read(folder + "/" + name); };
    const auto at = obbtree::Pose::translation;
    const double half = std::sqrt(0.5);
    const std::vector<Problem> problems = {
        // Each goes through the frame of the other, their planes across.
        {"clasps", clasp(2.5), clasp(2.5), obbtree::Pose::quaternion(-3.5, 0, 0, half, 0, 0, half), at(13, 0, 0), 16},
        {"wall", read("wall.obj"), read("l_piece.stl"), at(0, 0, 0), at(0, 0, 0), 0},
        {"gears", read("wheel.stl"), read("pinion.obj"), at(60, 0, 0), at(-60, 0, 0), 90},
        {"nut", read("bolt.obj"), read("nut.stl"), at(0, 0, 40), at(0, 0, -40), 60},
    };
    bool good = true;
    for (Problem problem : problems) {
        if (problem.name == "wall") { // as in assets/l_through_wall.poses
            if (std::FILE *file = std::fopen((folder + "/l_through_wall.poses").c_str(), "r")) {
                char line[1000];
                bool first = true;
                while (std::fgets(line, sizeof line, file)) {
                    double n[7];
                    if (line[0] == '#' || std::sscanf(line, "%lf %lf %lf %lf %lf %lf %lf", n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6) != 7) continue;
                    const auto pose = obbtree::Pose::quaternion(n[0], n[1], n[2], n[3], n[4], n[5], n[6]);
                    (first ? problem.start : problem.goal) = pose;
                    first = false;
                    for (int k = 0; k < 3; ++k) problem.reach = std::max(problem.reach, 1.5 * std::abs(n[k]) + 1);
                }
                std::fclose(file);
            }
        }
        good = compare_states(problem) && good;
        good = check_last_valid(problem) && good;
        for (const bool prm : {false, true})
            for (const unsigned threads : {1U, 2U, 4U}) good = plan(problem, true, prm, threads, patience) && good;
        for (const bool prm : {false, true}) plan(problem, false, prm, 1, patience);
    }
    return good ? 0 : 1;
}
