// A thin copy, written for obbtree's tests, of the interface of MoveIt's collision checkers.
#pragma once
#include "../robot_state/robot_state.hpp"
#include "collision_matrix.hpp"
#include "world.hpp"

namespace collision_detection {
MOVEIT_CLASS_FORWARD(CollisionEnv);

class CollisionEnv {
public:
    using State = moveit::core::RobotState;
    CollisionEnv(const moveit::core::RobotModelConstPtr &model, double padding, double scale)
        : CollisionEnv(model, std::make_shared<World>(), padding, scale) {}
    CollisionEnv(const moveit::core::RobotModelConstPtr &model, const WorldPtr &world,
                 double padding, double scale)
        : robot_model_(model), world_(world) {
        for (const auto *link : model->getLinkModelsWithCollisionGeometry())
            link_padding_[link->getName()] = padding, link_scale_[link->getName()] = scale;
    }
    CollisionEnv(const CollisionEnv &other, const WorldPtr &world)
        : robot_model_(other.robot_model_), link_padding_(other.link_padding_),
          link_scale_(other.link_scale_), world_(world) {}
    virtual ~CollisionEnv() = default;

    virtual void checkSelfCollision(const CollisionRequest &, CollisionResult &,
                                    const State &) const = 0;
    virtual void checkSelfCollision(const CollisionRequest &, CollisionResult &, const State &,
                                    const AllowedCollisionMatrix &) const = 0;
    virtual void checkRobotCollision(const CollisionRequest &, CollisionResult &,
                                     const State &) const = 0;
    virtual void checkRobotCollision(const CollisionRequest &, CollisionResult &, const State &,
                                     const AllowedCollisionMatrix &) const = 0;
    virtual void checkRobotCollision(const CollisionRequest &, CollisionResult &, const State &,
                                     const State &, const AllowedCollisionMatrix &) const = 0;
    virtual void checkRobotCollision(const CollisionRequest &, CollisionResult &, const State &,
                                     const State &) const = 0;
    virtual void checkCollision(const CollisionRequest &req, CollisionResult &res,
                                const State &state) const {
        checkSelfCollision(req, res, state);
        if (!res.collision || (req.contacts && res.contacts.size() < req.max_contacts))
            checkRobotCollision(req, res, state);
    }
    virtual void distanceSelf(const DistanceRequest &, DistanceResult &, const State &) const = 0;
    virtual void distanceRobot(const DistanceRequest &, DistanceResult &, const State &) const = 0;
    virtual void setWorld(const WorldPtr &world) { world_ = world; }
    const WorldPtr &getWorld() const { return world_; }
    const moveit::core::RobotModelConstPtr &getRobotModel() const { return robot_model_; }
    void setLinkPadding(const std::string &link, double padding) {
        link_padding_[link] = padding, updatedPaddingOrScaling({link});
    }
    double getLinkPadding(const std::string &link) const { return get(link_padding_, link, 0); }
    void setLinkScale(const std::string &link, double scale) {
        link_scale_[link] = scale, updatedPaddingOrScaling({link});
    }
    double getLinkScale(const std::string &link) const { return get(link_scale_, link, 1); }

protected:
    virtual void updatedPaddingOrScaling(const std::vector<std::string> &) {}
    moveit::core::RobotModelConstPtr robot_model_;
    std::map<std::string, double> link_padding_, link_scale_;

private:
    static double get(const std::map<std::string, double> &map, const std::string &link,
                      double other) {
        const auto at = map.find(link);
        return at == map.end() ? other : at->second;
    }
    WorldPtr world_;
};
} // namespace collision_detection
