// A thin copy, written for obbtree's tests.
#pragma once
#include "collision_env.hpp"

namespace collision_detection {
MOVEIT_CLASS_FORWARD(CollisionDetectorAllocator);
class CollisionDetectorAllocator {
public:
    virtual ~CollisionDetectorAllocator() = default;
    virtual const std::string &getName() const = 0;
    virtual CollisionEnvPtr allocateEnv(const WorldPtr &world,
                                        const moveit::core::RobotModelConstPtr &model) const = 0;
    virtual CollisionEnvPtr allocateEnv(const CollisionEnvConstPtr &other,
                                        const WorldPtr &world) const = 0;
    virtual CollisionEnvPtr allocateEnv(const moveit::core::RobotModelConstPtr &model) const = 0;
};
template <typename Env, typename Allocator>
class CollisionDetectorAllocatorTemplate : public CollisionDetectorAllocator {
public:
    const std::string &getName() const override { return Allocator::NAME; }
    CollisionEnvPtr allocateEnv(const WorldPtr &world,
                                const moveit::core::RobotModelConstPtr &model) const override {
        return std::make_shared<Env>(model, world);
    }
    CollisionEnvPtr allocateEnv(const CollisionEnvConstPtr &other,
                                const WorldPtr &world) const override {
        return std::make_shared<Env>(dynamic_cast<const Env &>(*other), world);
    }
    CollisionEnvPtr allocateEnv(const moveit::core::RobotModelConstPtr &model) const override {
        return std::make_shared<Env>(model);
    }
};
} // namespace collision_detection
