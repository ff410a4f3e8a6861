// A thin copy, written for obbtree's tests, of MoveIt's world: objects with shapes, and observers.
#pragma once
#include <functional>
#include <list>
#include <map>
#include <string>
#include <vector>

#include <eigen_stl_containers/eigen_stl_vector_container.h>
#include <geometric_shapes/shapes.h>

#include "../macros/class_forward.hpp"

namespace collision_detection {
MOVEIT_CLASS_FORWARD(World);

class World {
public:
    MOVEIT_STRUCT_FORWARD(Object);
    struct Object {
        EIGEN_MAKE_ALIGNED_OPERATOR_NEW
        explicit Object(const std::string &id) : id_(id) {}
        std::string id_;
        Eigen::Isometry3d pose_ = Eigen::Isometry3d::Identity();
        std::vector<shapes::ShapeConstPtr> shapes_;
        EigenSTL::vector_Isometry3d shape_poses_, global_shape_poses_;
    };
    enum ActionBits {
        UNINITIALIZED = 0,
        CREATE = 1,
        DESTROY = 2,
        MOVE_SHAPE = 4,
        ADD_SHAPE = 8,
        REMOVE_SHAPE = 16
    };
    class Action {
    public:
        Action(int bits) : bits_(bits) {}
        operator ActionBits() const { return ActionBits(bits_); }

    private:
        int bits_;
    };
    using ObserverCallbackFn = std::function<void(const ObjectConstPtr &, Action)>;
    class ObserverHandle {
        friend class World;
        const ObserverCallbackFn *observer = nullptr;
    };

    void addToObject(const std::string &id, const Eigen::Isometry3d &pose,
                     const shapes::ShapeConstPtr &shape, const Eigen::Isometry3d &shape_pose) {
        ObjectPtr &object = objects_[id];
        const int action = object ? ADD_SHAPE : CREATE;
        if (!object) object = std::make_shared<Object>(id), object->pose_ = pose;
        object->shapes_.push_back(shape), object->shape_poses_.push_back(shape_pose);
        place(*object), notify(object, action);
    }
    void addToObject(const std::string &id, const shapes::ShapeConstPtr &shape,
                     const Eigen::Isometry3d &shape_pose) {
        addToObject(id, Eigen::Isometry3d::Identity(), shape, shape_pose);
    }
    bool moveObject(const std::string &id, const Eigen::Isometry3d &by) {
        return objects_.count(id) > 0 && setObjectPose(id, by * objects_[id]->pose_);
    }
    bool setObjectPose(const std::string &id, const Eigen::Isometry3d &pose) {
        const auto at = objects_.find(id);
        if (at == objects_.end()) return false;
        at->second->pose_ = pose, place(*at->second), notify(at->second, MOVE_SHAPE);
        return true;
    }
    bool removeObject(const std::string &id) {
        const auto at = objects_.find(id);
        if (at == objects_.end()) return false;
        notify(at->second, DESTROY), objects_.erase(at);
        return true;
    }
    std::map<std::string, ObjectPtr>::const_iterator begin() const { return objects_.begin(); }
    std::map<std::string, ObjectPtr>::const_iterator end() const { return objects_.end(); }
    std::size_t size() const { return objects_.size(); }
    ObserverHandle addObserver(const ObserverCallbackFn &callback) {
        observers_.push_back(callback);
        ObserverHandle handle;
        handle.observer = &observers_.back();
        return handle;
    }
    void removeObserver(ObserverHandle handle) {
        observers_.remove_if([&](const auto &known) { return &known == handle.observer; });
    }

private:
    static void place(Object &object) {
        object.global_shape_poses_.clear();
        for (const Eigen::Isometry3d &at : object.shape_poses_)
            object.global_shape_poses_.push_back(object.pose_ * at);
    }
    void notify(const ObjectConstPtr &object, int action) {
        for (const ObserverCallbackFn &observer : observers_) observer(object, action);
    }
    std::map<std::string, ObjectPtr> objects_;
    std::list<ObserverCallbackFn> observers_;
};
} // namespace collision_detection
