// A thin copy, written for obbtree's tests, of what MoveIt's collision checks take and give.
#pragma once
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "../robot_model/robot_model.hpp"

namespace collision_detection {
MOVEIT_CLASS_FORWARD(AllowedCollisionMatrix);
namespace BodyTypes {
enum Type { ROBOT_LINK, ROBOT_ATTACHED, WORLD_OBJECT };
}
using BodyType = BodyTypes::Type;

struct Contact {
    EIGEN_MAKE_ALIGNED_OPERATOR_NEW
    Eigen::Vector3d pos, normal;
    double depth = 0;
    std::string body_name_1;
    BodyType body_type_1;
    std::string body_name_2;
    BodyType body_type_2;
    double percent_interpolation = 0;
    Eigen::Vector3d nearest_points[2];
};

struct CostSource {
    std::array<double, 3> aabb_min, aabb_max;
    double cost = 0;
    double getVolume() const {
        double volume = 1;
        for (int k = 0; k < 3; ++k) volume *= aabb_max[k] - aabb_min[k];
        return volume;
    }
    bool operator<(const CostSource &other) const {
        const double mine = cost * getVolume(), its = other.cost * other.getVolume();
        return mine != its ? mine > its : aabb_min < other.aabb_min;
    }
};

struct CollisionResult;
struct CollisionRequest {
    std::string group_name;
    bool distance = false, detailed_distance = false, cost = false, contacts = false;
    std::size_t max_contacts = 1, max_contacts_per_pair = 1, max_cost_sources = 1;
    std::function<bool(const CollisionResult &)> is_done;
    bool verbose = false;
};

namespace DistanceRequestTypes {
enum DistanceRequestType { GLOBAL, SINGLE, LIMITED, ALL };
}
using DistanceRequestType = DistanceRequestTypes::DistanceRequestType;

struct DistanceRequest {
    void enableGroup(const moveit::core::RobotModelConstPtr &model) {
        active_components_only =
            model->hasJointModelGroup(group_name)
                ? &model->getJointModelGroup(group_name)->getUpdatedLinkModelsSet()
                : nullptr;
    }
    bool enable_nearest_points = false, enable_signed_distance = false;
    DistanceRequestType type = DistanceRequestType::GLOBAL;
    std::size_t max_contacts_per_body = 1;
    std::string group_name;
    const std::set<const moveit::core::LinkModel *> *active_components_only = nullptr;
    const AllowedCollisionMatrix *acm = nullptr;
    double distance_threshold = std::numeric_limits<double>::max();
    bool verbose = false, compute_gradient = false;
};

struct DistanceResultsData {
    EIGEN_MAKE_ALIGNED_OPERATOR_NEW
    double distance = std::numeric_limits<double>::max();
    Eigen::Vector3d nearest_points[2] = {Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
    std::string link_names[2];
    BodyType body_types[2] = {BodyType::WORLD_OBJECT, BodyType::WORLD_OBJECT};
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
};
using DistanceMap = std::map<std::pair<std::string, std::string>, std::vector<DistanceResultsData>>;
struct DistanceResult {
    bool collision = false;
    DistanceResultsData minimum_distance;
    DistanceMap distances;
    void clear() { *this = DistanceResult(); }
};
struct CollisionResult {
    EIGEN_MAKE_ALIGNED_OPERATOR_NEW
    using ContactMap = std::map<std::pair<std::string, std::string>, std::vector<Contact>>;
    void clear() { *this = CollisionResult(); }
    bool collision = false;
    double distance = std::numeric_limits<double>::max();
    DistanceResult distance_result;
    std::size_t contact_count = 0;
    ContactMap contacts;
    std::set<CostSource> cost_sources;
};
} // namespace collision_detection
