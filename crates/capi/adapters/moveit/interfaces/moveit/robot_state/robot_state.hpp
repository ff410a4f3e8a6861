// A thin copy, written for obbtree's tests, of MoveIt's state: where the links are, and what they
// carry.
#pragma once
#include <random_numbers/random_numbers.h>

#include "../robot_model/robot_model.hpp"

namespace moveit::core {
MOVEIT_CLASS_FORWARD(RobotState);

class AttachedBody {
public:
    const std::string &getName() const { return name; }
    const std::string &getAttachedLinkName() const { return link->name; }
    const LinkModel *getAttachedLink() const { return link; }
    const std::vector<shapes::ShapeConstPtr> &getShapes() const { return shapes; }
    const std::set<std::string> &getTouchLinks() const { return touch_links; }
    const EigenSTL::vector_Isometry3d &getGlobalCollisionBodyTransforms() const { return global; }

    std::string name;
    const LinkModel *link;
    std::vector<shapes::ShapeConstPtr> shapes;
    EigenSTL::vector_Isometry3d in_link, global;
    std::set<std::string> touch_links;
};

class RobotState {
public:
    explicit RobotState(const RobotModelConstPtr &model) : model_(model) { update(); }
    void setToDefaultValues() { values_.clear(), update(); }
    void setJointPositions(const std::string &joint, const double *value) {
        values_[joint] = *value;
    }
    void attach(AttachedBody body) {
        attached_.push_back(std::make_shared<AttachedBody>(std::move(body)));
        update();
    }
    void update() {
        poses_.assign(model_->links().size(), Eigen::Isometry3d::Identity());
        // Parents come before their children.
        for (const auto &link : model_->links()) {
            const urdf::JointConstSharedPtr joint = link->from->parent_joint;
            if (!joint) continue;
            const auto value = values_.find(joint->name);
            const double q = value == values_.end() ? 0 : value->second;
            const Eigen::Vector3d axis(joint->axis.x, joint->axis.y, joint->axis.z);
            Eigen::Isometry3d at = isometry(joint->parent_to_joint_origin_transform);
            if (joint->type == urdf::Joint::PRISMATIC)
                at.translate(q * axis);
            else if (joint->type != urdf::Joint::FIXED)
                at.rotate(Eigen::AngleAxisd(q, axis.normalized()));
            poses_[link->number] = pose(joint->parent_link_name) * at;
        }
        for (const auto &body : attached_) {
            body->global.clear();
            for (const Eigen::Isometry3d &at : body->in_link)
                body->global.push_back(poses_[body->link->number] * at);
        }
    }
    Eigen::Isometry3d getCollisionBodyTransform(const LinkModel *link, std::size_t index) const {
        return poses_[link->number] * link->origins[index];
    }
    const Eigen::Isometry3d &getGlobalLinkTransform(const std::string &name) const {
        return pose(name);
    }
    void getAttachedBodies(std::vector<const AttachedBody *> &bodies) const {
        bodies.clear();
        for (const auto &body : attached_) bodies.push_back(body.get());
    }

private:
    const Eigen::Isometry3d &pose(const std::string &link) const {
        return poses_[model_->getLinkModel(link)->number];
    }
    RobotModelConstPtr model_;
    std::map<std::string, double> values_;
    EigenSTL::vector_Isometry3d poses_;
    std::vector<std::shared_ptr<AttachedBody>> attached_;
};
} // namespace moveit::core
