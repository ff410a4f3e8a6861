// OMPL's validity checkers on obbtree, for one rigid body in SE(3) among fixed ones; for robots
// there is ompl_robot.hpp. For OMPL 1.5 and later.
//
//     auto world = std::make_shared<obbtree::ompl::World>(robot, obstacles);
//     setup.setStateValidityChecker(std::make_shared<obbtree::ompl::ValidityChecker>(si, world));
//     si->setMotionValidator(std::make_shared<obbtree::ompl::MotionValidator>(si, world));
//
// Planners of many threads need no lock: bodies are shared, each thread has a query of its own. A
// state is valid if it is within the bounds of its space and the body touches nothing. A motion
// is valid if the body is proven to touch nothing at any real time, along what
// SE3StateSpace::interpolate goes: the origin of the mesh on a straight line, slerp. No
// resolution, no step.
#ifndef OBBTREE_OMPL_HPP
#define OBBTREE_OMPL_HPP

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <typeinfo>
#include <utility>
#include <vector>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>
#include <ompl/base/spaces/SE3StateSpace.h>

#include "../obbtree.hpp"
#include "per_thread.hpp"

namespace obbtree::ompl {

namespace ob = ::ompl::base;

/// The pose of a state of SE3StateSpace.
inline Pose pose_of(const ob::State *state) {
    const auto *se3 = state->as<ob::SE3StateSpace::StateType>();
    const auto &q = se3->rotation();
    return Pose::quaternion(se3->getX(), se3->getY(), se3->getZ(), q.x, q.y, q.z, q.w);
}

/// A collider that is at rest.
struct Obstacle {
    /// A mesh or a shape.
    Collider collider;
    /// Its place in the world.
    Pose pose;
};

/// What the checkers below ask: a body in SE(3) here, a robot in ompl_robot.hpp. For any number
/// of threads.
class AnyWorld {
public:
    virtual ~AnyWorld() = default;
    /// Does anything collide?
    virtual bool collides(const ob::State *state) const = 0;
    /// Is the motion that the space interpolates proven to be free?
    virtual bool is_free(const ob::State *s1, const ob::State *s2) const = 0;
    /// Does that show quickly? *True* is proof, *false* says nothing.
    virtual bool is_clear(const ob::State *s1, const ob::State *s2) const {
        return is_free(s1, s2);
    }
    /// Is a motion that ends in a collision refused as soon as its end would be?
    virtual bool tests_ends() const { return false; }
    /// Up to this time it is free; 1 if all of it is.
    virtual double last_free(const ob::State *s1, const ob::State *s2) const = 0;
    /// The least certain distance: 0 where something touches.
    virtual double clearance(const ob::State *state) const = 0;
};

/// The body that moves, and those around it. Immutable.
class World : public AnyWorld {
public:
    /// With `solid`, a mesh wholly inside another collides too; all meshes must be closed then.
    World(Collider robot, std::vector<Obstacle> obstacles, bool solid = false)
        : robot_(std::move(robot)), obstacles_(std::move(obstacles)), solid_(solid) {
        for (const Obstacle &obstacle : obstacles_) {
            rest_.push_back(Motion::rest(obstacle.pose));
            placed_.emplace_back(obstacle.collider, obstacle.pose);
        }
    }

    /// Does the body at this pose collide?
    bool collides(const Pose &pose) const {
        Asker &asker = of_this_thread();
        asker.moving.move(pose);
        for (const Placed &obstacle : placed_)
            if (asker.query.collide(obstacle, asker.moving)) return true;
        return false;
    }
    bool collides(const ob::State *state) const override { return collides(pose_of(state)); }

    /// Is the motion proven to be free of collisions?
    bool is_free(const Motion &motion) const {
        Query &query = of_this_thread().query;
        for (std::size_t k = 0; k < obstacles_.size(); ++k)
            if (!query.is_motion_free(obstacles_[k].collider, rest_[k], robot_, motion))
                return false;
        return true;
    }
    bool is_free(const ob::State *s1, const ob::State *s2) const override {
        return is_free(between(s1, s2));
    }

    /// Up to this time the motion is free; 1 if all of it is.
    double last_free(const Motion &motion) const {
        Query &query = of_this_thread().query;
        double last = 1;
        for (std::size_t k = 0; k < obstacles_.size(); ++k) {
            const Collider &obstacle = obstacles_[k].collider;
            const double found = query.sweep(obstacle, rest_[k], robot_, motion).last_free;
            if (found < last) last = found;
        }
        return last;
    }
    double last_free(const ob::State *s1, const ob::State *s2) const override {
        return last_free(between(s1, s2));
    }

    /// The least certain distance from the obstacles: 0 where something touches.
    double clearance(const Pose &pose) const {
        Asker &asker = of_this_thread();
        asker.moving.move(pose);
        double least = std::numeric_limits<double>::infinity();
        for (const Placed &obstacle : placed_) {
            const double found = asker.query.distance(obstacle, asker.moving).lower;
            if (found < least) least = found;
        }
        return least;
    }
    /// A lower bound of the distance to what is nearest, of a state of OMPL's.
    double clearance(const ob::State *state) const override {
        return clearance(pose_of(state));
    }

private:
    /// What a thread asks with.
    struct Asker {
        Query query;
        Placed moving;
    };
    Asker &of_this_thread() const {
        return askers_.get([this] {
            Asker asker{Query(), Placed(robot_, Pose())};
            asker.query.solid(solid_);
            return asker;
        });
    }
    static Motion between(const ob::State *s1, const ob::State *s2) {
        return Motion::linear(pose_of(s1), pose_of(s2));
    }

    Collider robot_;
    std::vector<Obstacle> obstacles_;
    std::vector<Motion> rest_;
    std::vector<Placed> placed_;
    bool solid_;
    PerThread<Asker> askers_;
};

/// Is a state within the bounds and free?
class ValidityChecker : public ob::StateValidityChecker {
public:
    /// Of a world that checkers share.
    ValidityChecker(const ob::SpaceInformationPtr &si, std::shared_ptr<const AnyWorld> world)
        : ob::StateValidityChecker(si), world_(std::move(world)) {
        specs_.clearanceComputationType = ob::StateValidityCheckerSpecs::EXACT;
    }

    /// Is the state free of contacts? Exact for its numbers.
    bool isValid(const ob::State *state) const override {
        return si_->satisfiesBounds(state) && !world_->collides(state);
    }

    /// A lower bound of the distance to what is nearest.
    double clearance(const ob::State *state) const override { return world_->clearance(state); }

private:
    std::shared_ptr<const AnyWorld> world_;
};

/// How hard a motion is tried to be proven free.
enum class Effort {
    /// As far as shows quickly: a planner has other motions to try. What grazes something is
    /// taken to be not valid, so in narrow passages a planner can miss a path.
    Search,
    /// Until it is proven, or something collides.
    Proof,
};

/// Is a motion proven free all the way?
class MotionValidator : public ob::MotionValidator {
public:
    /// Of a world that checkers share; `effort` says how hard a line is tried.
    MotionValidator(const ob::SpaceInformationPtr &si, std::shared_ptr<const AnyWorld> world,
                    Effort effort = Effort::Proof)
        : ob::MotionValidator(si), world_(std::move(world)), effort_(effort) {}

    /// Of all motions from now on; while no planner asks.
    void effort(Effort effort) { effort_ = effort; }

    /// As OMPL says: s1 is taken to be valid.
    bool checkMotion(const ob::State *s1, const ob::State *s2) const override {
        const bool quick = effort_ == Effort::Search;
        const bool valid = is_end_valid(s2) &&
                           (quick ? world_->is_clear(s1, s2) : world_->is_free(s1, s2));
        return counted(valid);
    }

    /// If the motion is not valid, lastValid.second is a time below 1 up to which it is, and
    /// lastValid.first, if it is not null, the state of that time, which isValid accepts if it
    /// accepts s1.
    bool checkMotion(const ob::State *s1, const ob::State *s2,
                     std::pair<ob::State *, double> &lastValid) const override {
        double last = world_->last_free(s1, s2);
        if (last >= 1 && si_->isValid(s2)) return counted(true);
        last = std::min(last, std::nextafter(1.0, 0.0));
        // The state at that time is rounded by OMPL, not by us: what it rounds into a contact is
        // not given.
        const auto free_it = [this](ob::State *state) { si_->freeState(state); };
        const std::unique_ptr<ob::State, decltype(free_it)> kept(si_->allocState(),
                                                                 free_it); // isValid may throw
        ob::State *state = kept.get();
        for (;;) {
            si_->getStateSpace()->interpolate(s1, s2, last, state);
            if (last <= 0 || si_->isValid(state)) break;
            last = last > LEAST_TIME ? last * BACK : 0;
        }
        if (lastValid.first != nullptr) si_->copyState(lastValid.first, last > 0 ? state : s1);
        lastValid.second = last;
        return counted(false);
    }

private:
    /// What a time is multiplied by where its state is not valid.
    static constexpr double BACK = 0.9;
    /// Times below this are the start.
    static constexpr double LEAST_TIME = 1e-9;

    /// Is a motion's end valid, apart from what the motion says of it?
    bool is_end_valid(const ob::State *end) const {
        const ob::StateValidityChecker &checker = *si_->getStateValidityChecker();
        const bool is_ours = world_->tests_ends() && typeid(checker) == typeid(ValidityChecker);
        return is_ours ? si_->satisfiesBounds(end) : si_->isValid(end);
    }

    /// OMPL counts what its validators say, in two plain numbers that all threads share.
    bool counted(bool valid) const {
        __atomic_fetch_add(valid ? &valid_ : &invalid_, 1U, __ATOMIC_RELAXED);
        return valid;
    }

    std::shared_ptr<const AnyWorld> world_;
    Effort effort_;
};

} // namespace obbtree::ompl

#endif
