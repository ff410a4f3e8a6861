// OMPL's validity checkers on obbtree, for one rigid body in SE(3) among fixed ones. For OMPL 1.5 and later.
//
//     auto world = std::make_shared<obbtree::ompl::World>(robot, obstacles);
//     setup.setStateValidityChecker(std::make_shared<obbtree::ompl::ValidityChecker>(si, world));
//     si->setMotionValidator(std::make_shared<obbtree::ompl::MotionValidator>(si, world));
//
// Planners of many threads need no lock: bodies are shared, each thread has a query of its own. A state is
// valid if it is within the bounds of its space and the body touches nothing. A motion is valid if the body is
// proven to touch nothing at any real time, along what SE3StateSpace::interpolate goes: the origin of the mesh on
// a straight line, slerp. No resolution, no step.
#ifndef OBBTREE_OMPL_HPP
#define OBBTREE_OMPL_HPP

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>
#include <ompl/base/spaces/SE3StateSpace.h>

#include "../obbtree.hpp"

namespace obbtree::ompl {

namespace ob = ::ompl::base;

/// The pose of a state of SE3StateSpace.
inline Pose pose_of(const ob::State *state) {
    const auto *se3 = state->as<ob::SE3StateSpace::StateType>();
    const auto &q = se3->rotation();
    return Pose::quaternion(se3->getX(), se3->getY(), se3->getZ(), q.x, q.y, q.z, q.w);
}

/// A body that is at rest.
struct Obstacle {
    Body body;
    Pose pose;
};

/// The body that moves, and those around it. Immutable, for any number of threads.
class World {
public:
    /// With `solid`, a body wholly inside another collides too; all bodies must be closed then.
    World(Body robot, std::vector<Obstacle> obstacles, bool solid = false)
        : robot_(std::move(robot)), obstacles_(std::move(obstacles)), solid_(solid) {
        for (const Obstacle &obstacle : obstacles_) rest_.push_back(Motion::rest(obstacle.pose));
    }

    /// Does the body at this pose collide?
    bool collides(const Pose &pose) const {
        Query &query = of_this_thread();
        for (const Obstacle &obstacle : obstacles_) {
            if (query.collide(obstacle.body, obstacle.pose, robot_, pose)) return true;
        }
        return false;
    }

    /// Is the motion proven to be free of collisions?
    bool is_free(const Motion &motion) const {
        Query &query = of_this_thread();
        for (std::size_t k = 0; k < obstacles_.size(); ++k)
            if (!query.is_motion_free(obstacles_[k].body, rest_[k], robot_, motion)) return false;
        return true;
    }

    /// Up to this time the motion is free; 1 if all of it is.
    double last_free(const Motion &motion) const {
        Query &query = of_this_thread();
        double last = 1;
        for (std::size_t k = 0; k < obstacles_.size(); ++k) {
            const double found = query.sweep(obstacles_[k].body, rest_[k], robot_, motion).last_free;
            if (found < last) last = found;
        }
        return last;
    }

    /// The least certain distance from the obstacles: 0 where something touches.
    double clearance(const Pose &pose) const {
        Query &query = of_this_thread();
        double least = std::numeric_limits<double>::infinity();
        for (const Obstacle &obstacle : obstacles_) {
            const double found = query.distance(obstacle.body, obstacle.pose, robot_, pose).lower;
            if (found < least) least = found;
        }
        return least;
    }

private:
    /// One for each thread and kind of question: it holds memory, and nothing of a world.
    Query &of_this_thread() const {
        thread_local Query surfaces;
        thread_local Query solids = std::move(Query().solid(true));
        return solid_ ? solids : surfaces;
    }

    Body robot_;
    std::vector<Obstacle> obstacles_;
    std::vector<Motion> rest_;
    bool solid_;
};

/// Is a state within the bounds and free?
class ValidityChecker : public ob::StateValidityChecker {
public:
    ValidityChecker(const ob::SpaceInformationPtr &si, std::shared_ptr<const World> world)
        : ob::StateValidityChecker(si), world_(std::move(world)) {
        specs_.clearanceComputationType = ob::StateValidityCheckerSpecs::EXACT;
    }

    bool isValid(const ob::State *state) const override {
        return si_->satisfiesBounds(state) && !world_->collides(pose_of(state));
    }

    double clearance(const ob::State *state) const override { return world_->clearance(pose_of(state)); }

private:
    std::shared_ptr<const World> world_;
};

/// Is a motion free all the way, in proof?
class MotionValidator : public ob::MotionValidator {
public:
    MotionValidator(const ob::SpaceInformationPtr &si, std::shared_ptr<const World> world)
        : ob::MotionValidator(si), world_(std::move(world)) {}

    /// As OMPL says: s1 is taken to be valid.
    bool checkMotion(const ob::State *s1, const ob::State *s2) const override {
        const bool valid = si_->isValid(s2) && world_->is_free(motion(s1, s2));
        return counted(valid);
    }

    /// If the motion is not valid, lastValid.second is a time below 1 up to which it is, and lastValid.first,
    /// if it is not null, the state of that time, which isValid accepts if it accepts s1.
    bool checkMotion(const ob::State *s1, const ob::State *s2,
                     std::pair<ob::State *, double> &lastValid) const override {
        double last = world_->last_free(motion(s1, s2));
        if (last >= 1 && si_->isValid(s2)) return counted(true);
        last = std::min(last, std::nextafter(1.0, 0.0));
        // The state at that time is rounded by OMPL, not by us: what it rounds into a contact is not given.
        ob::State *state = si_->allocState();
        for (;;) {
            si_->getStateSpace()->interpolate(s1, s2, last, state);
            if (last <= 0 || si_->isValid(state)) break;
            last = last > LEAST_TIME ? last * BACK : 0;
        }
        if (lastValid.first != nullptr) si_->copyState(lastValid.first, last > 0 ? state : s1);
        si_->freeState(state);
        lastValid.second = last;
        return counted(false);
    }

private:
    /// What a time is multiplied by where its state is not valid.
    static constexpr double BACK = 0.9;
    /// Times below this are the start.
    static constexpr double LEAST_TIME = 1e-9;

    static Motion motion(const ob::State *s1, const ob::State *s2) {
        return Motion::linear(pose_of(s1), pose_of(s2));
    }

    /// OMPL counts what its validators say, in two plain numbers that all threads share.
    bool counted(bool valid) const {
        __atomic_fetch_add(valid ? &valid_ : &invalid_, 1U, __ATOMIC_RELAXED);
        return valid;
    }

    std::shared_ptr<const World> world_;
};

} // namespace obbtree::ompl

#endif
