// A thin copy, written for obbtree's tests, of the interface of tesseract's
// ContinuousContactManager.
#pragma once
#include "contact_manager.h"

namespace tesseract::collision {
class ContinuousContactManager : public ContactManager {
public:
    using Ptr = std::shared_ptr<ContinuousContactManager>;
    using UPtr = std::unique_ptr<ContinuousContactManager>;
    virtual UPtr clone() const = 0;
    using ContactManager::setCollisionObjectsTransform;
    virtual void setCollisionObjectsTransform(const LinkId &id, const Eigen::Isometry3d &pose1,
                                              const Eigen::Isometry3d &pose2) = 0;
    virtual void setCollisionObjectsTransform(const common::LinkIdTransformMap &pose1,
                                              const common::LinkIdTransformMap &pose2) = 0;
    virtual void setCollisionObjectsTransform(const std::vector<LinkId> &ids,
                                              const common::VectorIsometry3d &pose1,
                                              const common::VectorIsometry3d &pose2) {
        if (ids.size() != pose1.size() || ids.size() != pose2.size())
            throw std::runtime_error("as many poses as links");
        for (std::size_t k = 0; k < ids.size(); ++k)
            setCollisionObjectsTransform(ids[k], pose1[k], pose2[k]);
    }
};
} // namespace tesseract::collision
