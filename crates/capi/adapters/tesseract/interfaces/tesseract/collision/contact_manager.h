// What the interfaces of tesseract's two contact managers have in common, in a thin copy that was
// written for obbtree's tests.
#pragma once
#include <initializer_list>

#include "types.h"

namespace tesseract::collision {
class ContactManager {
public:
    using LinkId = common::LinkId;
    virtual ~ContactManager() = default;
    virtual std::string getName() const = 0;
    virtual bool addCollisionObject(const LinkId &id, const int &mask_id,
                                    const CollisionShapesConst &shapes,
                                    const common::VectorIsometry3d &shape_poses,
                                    bool enabled = true) = 0;
    virtual const CollisionShapesConst &getCollisionObjectGeometries(const LinkId &id) const = 0;
    virtual const common::VectorIsometry3d &
    getCollisionObjectGeometriesTransforms(const LinkId &id) const = 0;
    virtual bool hasCollisionObject(const LinkId &id) const = 0;
    virtual bool removeCollisionObject(const LinkId &id) = 0;
    virtual bool enableCollisionObject(const LinkId &id) = 0;
    virtual bool disableCollisionObject(const LinkId &id) = 0;
    virtual bool isCollisionObjectEnabled(const LinkId &id) const = 0;
    virtual void setCollisionObjectsTransform(const LinkId &id, const Eigen::Isometry3d &pose) = 0;
    virtual Eigen::Isometry3d getCollisionObjectsTransform(const LinkId &id) const = 0;
    virtual void setCollisionObjectsTransform(const common::LinkIdTransformMap &poses) = 0;
    virtual void setCollisionObjectsTransform(const std::vector<LinkId> &ids,
                                              const common::VectorIsometry3d &poses) {
        if (ids.size() != poses.size()) throw std::runtime_error("as many poses as links");
        for (std::size_t k = 0; k < ids.size(); ++k) setCollisionObjectsTransform(ids[k], poses[k]);
    }
    virtual const std::vector<LinkId> &getCollisionObjects() const = 0;
    virtual void setActiveCollisionObjects(const std::unordered_set<LinkId> &ids) = 0;
    virtual void setActiveCollisionObjects(const std::vector<LinkId> &ids) {
        setActiveCollisionObjects(std::unordered_set<LinkId>(ids.begin(), ids.end()));
    }
    virtual void setActiveCollisionObjects(std::initializer_list<LinkId> ids) {
        setActiveCollisionObjects(std::unordered_set<LinkId>(ids.begin(), ids.end()));
    }
    virtual const std::unordered_set<LinkId> &getActiveCollisionObjects() const = 0;
    virtual void setCollisionMarginData(CollisionMarginData data) = 0;
    virtual const CollisionMarginData &getCollisionMarginData() const = 0;
    virtual void setCollisionMarginPairData(
        const CollisionMarginPairData &data,
        CollisionMarginPairOverrideType how = CollisionMarginPairOverrideType::REPLACE) = 0;
    virtual void setDefaultCollisionMargin(double margin) = 0;
    virtual void setCollisionMarginPair(const LinkId &a, const LinkId &b, double margin) = 0;
    virtual void incrementCollisionMargin(double by) = 0;
    virtual void setContactAllowedValidator(
        std::shared_ptr<const common::ContactAllowedValidator> validator) = 0;
    virtual std::shared_ptr<const common::ContactAllowedValidator>
    getContactAllowedValidator() const = 0;
    virtual void contactTest(ContactResultMap &collisions, const ContactRequest &request) = 0;
    virtual void applyContactManagerConfig(const ContactManagerConfig &config) {
        config.validate();
        if (config.default_margin) setDefaultCollisionMargin(*config.default_margin);
        setCollisionMarginPairData(config.pair_margin_data, config.pair_margin_override_type);
        using How = common::CombinedContactAllowedValidatorType;
        std::shared_ptr<const common::ContactAllowedValidator> old = getContactAllowedValidator();
        const auto acm = std::make_shared<common::ACMContactAllowedValidator>(config.acm);
        const auto with = [&](How how) {
            setContactAllowedValidator(std::make_shared<common::CombinedContactAllowedValidator>(
                std::vector<std::shared_ptr<const common::ContactAllowedValidator>>{old, acm},
                how));
        };
        if (config.acm_override_type == ACMOverrideType::ASSIGN) setContactAllowedValidator(acm);
        if (config.acm_override_type == ACMOverrideType::AND && old) with(How::AND);
        if (config.acm_override_type == ACMOverrideType::OR && old) with(How::OR);
        if (config.acm_override_type == ACMOverrideType::OR && !old)
            setContactAllowedValidator(acm);
        for (const auto &[id, enabled] : config.modify_object_enabled)
            enabled ? enableCollisionObject(id) : disableCollisionObject(id);
    }
};
} // namespace tesseract::collision
