// A thin copy, written for obbtree's tests, of what tesseract's contact managers take and give.
#pragma once
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "../common/allowed_collision_matrix.h"
#include "../common/collision_margin_data.h"
#include "../common/contact_allowed_validator.h"
#include "../common/eigen_types.h"
#include "../geometry/geometry.h"
#include "contact_result_validator.h"

namespace tesseract::collision {
using CollisionShapePtr = std::shared_ptr<geometry::Geometry>;
using CollisionShapeConstPtr = std::shared_ptr<const geometry::Geometry>;
using CollisionShapesConst = std::vector<CollisionShapeConstPtr>;
using common::CollisionMarginData;
using common::CollisionMarginPairData;
using common::CollisionMarginPairOverrideType;

enum class ContinuousCollisionType : std::uint8_t {
    CCType_None,
    CCType_Time0,
    CCType_Time1,
    CCType_Between
};
enum class ContactTestType : std::uint8_t { FIRST, CLOSEST, ALL, LIMITED };
enum class ACMOverrideType : std::uint8_t { NONE, ASSIGN, AND, OR };

struct ContactResult {
    EIGEN_MAKE_ALIGNED_OPERATOR_NEW
    double distance = std::numeric_limits<double>::max();
    std::array<int, 2> type_id{0, 0};
    std::array<common::LinkId, 2> link_ids;
    std::array<int, 2> shape_id{-1, -1}, subshape_id{-1, -1};
    std::array<Eigen::Vector3d, 2> nearest_points{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
    std::array<Eigen::Vector3d, 2> nearest_points_local = nearest_points;
    std::array<Eigen::Isometry3d, 2> transform{Eigen::Isometry3d::Identity(),
                                               Eigen::Isometry3d::Identity()};
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
    std::array<double, 2> cc_time{-1, -1};
    std::array<ContinuousCollisionType, 2> cc_type{ContinuousCollisionType::CCType_None,
                                                   ContinuousCollisionType::CCType_None};
    std::array<Eigen::Isometry3d, 2> cc_transform = transform;
    bool single_contact_point = false;
};
using ContactResultVector = common::AlignedVector<ContactResult>;

class ContactResultMap {
public:
    using KeyType = common::LinkIdPair;
    using ContainerType = std::unordered_map<KeyType, ContactResultVector>;
    ContactResult &addContactResult(const KeyType &key, ContactResult result) {
        return ++count_, data_[key].emplace_back(std::move(result));
    }
    ContactResult &setContactResult(const KeyType &key, ContactResult result) {
        ContactResultVector &all = data_[key];
        count_ += 1 - long(all.size());
        all.clear();
        return all.emplace_back(std::move(result));
    }
    void flattenMoveResults(ContactResultVector &all) { flattenCopyResults(all), clear(); }
    void flattenCopyResults(ContactResultVector &all) const {
        all.clear();
        for (const auto &entry : data_)
            all.insert(all.end(), entry.second.begin(), entry.second.end());
    }
    long count() const { return count_; }
    bool empty() const { return count_ == 0; }
    void clear() { data_.clear(), count_ = 0; }
    const ContactResultVector &at(const KeyType &key) const { return data_.at(key); }
    ContainerType::const_iterator find(const KeyType &key) const { return data_.find(key); }
    ContainerType::const_iterator begin() const { return data_.begin(); }
    ContainerType::const_iterator end() const { return data_.end(); }

private:
    ContainerType data_;
    long count_ = 0;
};

struct ContactRequest {
    ContactRequest(ContactTestType of = ContactTestType::ALL) : type(of) {}
    ContactTestType type;
    bool calculate_penetration = true;
    bool calculate_distance = true;
    long contact_limit = 0;
    std::shared_ptr<const ContactResultValidator> is_valid;
};

struct ContactManagerConfig {
    ContactManagerConfig() = default;
    ContactManagerConfig(double margin) : default_margin(margin) {}
    std::optional<double> default_margin;
    CollisionMarginPairOverrideType pair_margin_override_type =
        CollisionMarginPairOverrideType::NONE;
    CollisionMarginPairData pair_margin_data;
    common::AllowedCollisionMatrix acm;
    ACMOverrideType acm_override_type = ACMOverrideType::NONE;
    std::unordered_map<common::LinkId, bool> modify_object_enabled;
    void validate() const {
        if (pair_margin_override_type == CollisionMarginPairOverrideType::NONE &&
            !pair_margin_data.empty())
            throw std::runtime_error("margins of pairs, and no word how to apply them");
        if (acm_override_type == ACMOverrideType::NONE && !acm.getAllAllowedCollisions().empty())
            throw std::runtime_error("allowed collisions, and no word how to apply them");
    }
};
} // namespace tesseract::collision
