// OMPL's validity checkers on obbtree for a robot in joint space, over RealVectorStateSpace. For
// OMPL 1.5 and later.
//
//     obbtree::Checker checker(robot, scene);
//     auto arm = checker.for_group(robot.group("arm"), held); // if only some joints move
//     auto world = std::make_shared<obbtree::ompl::RobotWorld>(arm);
//     og::SimpleSetup setup(world->space());
//     setup.setStateValidityChecker(std::make_shared<obbtree::ompl::ValidityChecker>(si, world));
//     si->setMotionValidator(std::make_shared<obbtree::ompl::MotionValidator>(
//         si, world, obbtree::ompl::Effort::Search));
//
// Where Effort::Search finds nothing in time, `effort(Effort::Proof)` of the validator and another
// `solve` decide every line. A path that was simplified is to be tested once more, as OMPL can
// leave a line in it that failed:
//
//     og::PathGeometric path = setup.getSolutionPath();
//     setup.simplifySolution();
//     validator->effort(obbtree::ompl::Effort::Proof);
//     if (setup.getSolutionPath().check()) path = setup.getSolutionPath();
//
// A state is valid if it is within the joints' limits and nothing collides. A motion is valid if
// the straight line of joint values, along which RealVectorStateSpace interpolates, is proven
// free at every real time; with Effort::Search, if that shows quickly. Threads of a planner
// need no lock: each has a checker of its own.
#ifndef OBBTREE_OMPL_ROBOT_HPP
#define OBBTREE_OMPL_ROBOT_HPP

#include <ompl/base/spaces/RealVectorStateSpace.h>

#include "ompl.hpp"
#include "robot.hpp"

namespace obbtree::ompl {

/// A robot in its world. What is attached to it or allowed later is changed in another checker, and
/// another RobotWorld made of it.
class RobotWorld : public AnyWorld {
public:
    /// States are the checker's configurations.
    explicit RobotWorld(const Checker &checker)
        : robot_(checker.robot()), checker_(checker.ignoring_limits()) {}

    /// Its bounds are the limits, and a whole turn where a joint has none, or from its only one.
    std::shared_ptr<ob::RealVectorStateSpace> space() const {
        constexpr double HALF_TURN = 3.14159265358979323846;
        const auto dof = static_cast<unsigned>(robot_.dof());
        ob::RealVectorBounds bounds(dof);
        for (const obbtree_joint &joint : robot_.joints()) {
            const bool has_lower = std::isfinite(joint.lower);
            const bool has_upper = std::isfinite(joint.upper);
            const double from = has_upper ? joint.upper - 2 * HALF_TURN : -HALF_TURN;
            const double to = has_lower ? joint.lower + 2 * HALF_TURN : HALF_TURN;
            for (unsigned k = 0; k < joint.value_count; ++k) {
                bounds.setLow(joint.first_value + k, has_lower ? joint.lower : from);
                bounds.setHigh(joint.first_value + k, has_upper ? joint.upper : to);
            }
        }
        auto space = std::make_shared<ob::RealVectorStateSpace>(dof);
        space->setBounds(bounds);
        return space;
    }

    /// The configuration of a state.
    Configuration configuration(const ob::State *state) const {
        Configuration q(robot_.dof());
        put(state, q);
        return q;
    }

    bool collides(const ob::State *state) const override {
        Asker &asker = of_this_thread();
        put(state, asker.from);
        return !asker.checker.is_valid(asker.from);
    }
    bool is_free(const ob::State *s1, const ob::State *s2) const override {
        Asker &asker = of_this_thread();
        put(s1, asker.from), put(s2, asker.to);
        return asker.checker.is_motion_valid(asker.from, asker.to);
    }
    bool is_clear(const ob::State *s1, const ob::State *s2) const override {
        Asker &asker = of_this_thread();
        put(s1, asker.from), put(s2, asker.to);
        return asker.checker.is_motion_clear(asker.from, asker.to);
    }
    bool tests_ends() const override { return true; }
    double last_free(const ob::State *s1, const ob::State *s2) const override {
        Asker &asker = of_this_thread();
        put(s1, asker.from), put(s2, asker.to);
        return asker.checker.sweep(asker.from, asker.to).found.last_free;
    }
    double clearance(const ob::State *state) const override {
        Asker &asker = of_this_thread();
        put(state, asker.from);
        const auto found = asker.checker.distance(asker.from);
        return found ? found->lower : std::numeric_limits<double>::infinity();
    }

private:
    struct Asker {
        Checker checker;
        Configuration from, to;
    };
    Asker &of_this_thread() const {
        return askers_.get([this] {
            const Configuration zero(robot_.dof());
            return Asker{checker_, zero, zero};
        });
    }
    static void put(const ob::State *state, Configuration &q) {
        const double *values = state->as<ob::RealVectorStateSpace::StateType>()->values;
        std::copy(values, values + q.size(), q.begin());
    }

    Robot robot_;
    /// Never queried: those of the threads are copies. Limits are the bounds of the space.
    Checker checker_;
    PerThread<Asker> askers_;
};

} // namespace obbtree::ompl

#endif
