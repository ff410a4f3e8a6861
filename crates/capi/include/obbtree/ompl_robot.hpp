// OMPL's validity checkers on obbtree for a robot in joint space, over RealVectorStateSpace. For OMPL 1.5 and later.
//
//     auto world = std::make_shared<obbtree::ompl::RobotWorld>(robot, fixtures);
//     og::SimpleSetup setup(world->space());
//     setup.setStateValidityChecker(std::make_shared<obbtree::ompl::ValidityChecker>(si, world));
//     si->setMotionValidator(std::make_shared<obbtree::ompl::MotionValidator>(si, world));
//
// A state is valid if it is within the joints' limits and nothing collides. A motion is valid if the straight line of
// joint values, along which RealVectorStateSpace interpolates, is proven free at every real time. Threads of a planner
// need no lock: each has a checker of its own.
#ifndef OBBTREE_OMPL_ROBOT_HPP
#define OBBTREE_OMPL_ROBOT_HPP

#include <ompl/base/spaces/RealVectorStateSpace.h>

#include "ompl.hpp"
#include "robot.hpp"

namespace obbtree::ompl {

/// A robot among obstacles. Planned are some values of its configurations, the others are held.
class RobotWorld : public AnyWorld {
public:
    /// All values are planned.
    RobotWorld(const Robot &robot, const std::vector<Fixture> &fixtures)
        : RobotWorld(robot, fixtures, all(robot.values()), Configuration(robot.values(), 0.0)) {}
    /// `planned` are the places of values in a configuration; the others are those of `held`.
    RobotWorld(const Robot &robot, const std::vector<Fixture> &fixtures, std::vector<std::size_t> planned, Configuration held)
        : robot_(robot), checker_(Checker(robot, fixtures).ignoring_limits()), planned_(std::move(planned)), held_(std::move(held)) {
        bool fits = held_.size() == robot_.values();
        for (const std::size_t place : planned_) fits = fits && place < held_.size();
        if (!fits) OBBTREE_FAILED(OBBTREE_STATUS_BAD_ARGUMENT, "planned and held values are not those of the robot");
    }

    /// The space of the planned values; its bounds are the limits, and a whole turn where a joint has none, or from its
    /// only one.
    std::shared_ptr<ob::RealVectorStateSpace> space() const {
        constexpr double HALF_TURN = 3.14159265358979323846;
        ob::RealVectorBounds bounds(static_cast<unsigned>(planned_.size()));
        const std::vector<obbtree_joint> joints = robot_.joints();
        for (unsigned k = 0; k < planned_.size(); ++k)
            for (const obbtree_joint &joint : joints)
                if (joint.first_value <= planned_[k] && planned_[k] < joint.first_value + joint.value_count) {
                    const bool has_lower = std::isfinite(joint.lower), has_upper = std::isfinite(joint.upper);
                    const double from = has_upper ? joint.upper - 2 * HALF_TURN : -HALF_TURN;
                    bounds.setLow(k, has_lower ? joint.lower : from);
                    bounds.setHigh(k, has_upper ? joint.upper : has_lower ? joint.lower + 2 * HALF_TURN : HALF_TURN);
                }
        auto space = std::make_shared<ob::RealVectorStateSpace>(static_cast<unsigned>(planned_.size()));
        space->setBounds(bounds);
        return space;
    }

    /// The whole configuration of a state.
    Configuration configuration(const ob::State *state) const {
        Configuration q = held_;
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
    double last_free(const ob::State *s1, const ob::State *s2) const override {
        Asker &asker = of_this_thread();
        put(s1, asker.from), put(s2, asker.to);
        return asker.checker.check_motion(asker.from, asker.to).last_free;
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
        return askers_.get([this] { return Asker{checker_, held_, held_}; });
    }
    void put(const ob::State *state, Configuration &q) const {
        const double *values = state->as<ob::RealVectorStateSpace::StateType>()->values;
        for (std::size_t k = 0; k < planned_.size(); ++k) q[planned_[k]] = values[k];
    }
    static std::vector<std::size_t> all(std::size_t count) {
        std::vector<std::size_t> places(count);
        for (std::size_t k = 0; k < count; ++k) places[k] = k;
        return places;
    }

    Robot robot_;
    /// Never asked: those of the threads are copies. Limits are the bounds of the space; held values are as given.
    Checker checker_;
    std::vector<std::size_t> planned_;
    Configuration held_;
    PerThread<Asker> askers_;
};

} // namespace obbtree::ompl

#endif
