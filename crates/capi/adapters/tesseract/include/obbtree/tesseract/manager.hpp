// What tesseract's two kinds of contact manager have in common: links by name, which of them are
// active, margins, and results collected as a request says.
#ifndef OBBTREE_TESSERACT_MANAGER_HPP
#define OBBTREE_TESSERACT_MANAGER_HPP

#include <algorithm>
#include <map>
#include <string>

#include <obbtree/scene.hpp>
#include <obbtree/separation.hpp>
#include <tesseract/collision/common.h>
#include <tesseract/collision/contact_result_validator.h>
#include <tesseract/collision/types.h>
#include <tesseract/common/contact_allowed_validator.h>

#include "geometry.hpp"

namespace obbtree::tesseract {

namespace collision = ::tesseract::collision;
namespace common = ::tesseract::common;
using common::LinkId;

struct Link {
    EIGEN_MAKE_ALIGNED_OPERATOR_NEW
    LinkId id;
    int mask_id;
    collision::CollisionShapesConst shapes;
    common::VectorIsometry3d shape_poses;
    std::shared_ptr<const std::vector<LinkPart>> parts;
    bool enabled;
    /// Where it is, or starts; where it ends: the same of one at rest.
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity(), end = pose;
    /// Its box in the broad phase, which is not yet that of its poses.
    std::uint32_t number = 0;
    bool has_moved = true;
    std::array<double, 6> bounds{};
};

/// What a test has found so far, and when it has found enough.
class Collected {
public:
    Collected(collision::ContactResultMap &found, const collision::ContactRequest &request)
        : found_(found), request_(request) {}
    bool is_done() const { return is_done_; }
    const collision::ContactRequest &request() const { return request_; }
    bool wants_all() const {
        return request_.type == collision::ContactTestType::ALL ||
               request_.type == collision::ContactTestType::LIMITED;
    }
    void add(collision::ContactResult contact, double margin) {
        if (is_done_ || contact.distance > margin) return;
        if (request_.is_valid && !(*request_.is_valid)(contact)) return;
        const common::LinkIdPair key(contact.link_ids[0], contact.link_ids[1]);
        using Type = collision::ContactTestType;
        if (request_.type == Type::CLOSEST) {
            const auto at = found_.find(key);
            if (at == found_.end() || at->second.empty() ||
                contact.distance < at->second.front().distance)
                found_.setContactResult(key, std::move(contact));
            return;
        }
        found_.addContactResult(key, std::move(contact));
        is_done_ = request_.type == Type::FIRST ||
                   (request_.type == Type::LIMITED && request_.contact_limit > 0 &&
                    found_.count() >= request_.contact_limit);
    }

private:
    collision::ContactResultMap &found_;
    const collision::ContactRequest &request_;
    bool is_done_ = false;
};

/// A contact manager of either kind, but for what a pair is tested with. One for each thread, from
/// clone(), which shares all meshes and shapes. Changes and tests throw obbtree::Error for what
/// has no answer, as poses that are no rigid motion.
template <typename Interface>
class Manager : public Interface {
public:
    Manager() = default;
    Manager(const Manager &other)
        : links_(other.links_), ids_(other.ids_), active_(other.active_), margins_(other.margins_),
          validator_(other.validator_), next_(other.next_) {
        for (auto &entry : links_) entry.second.has_moved = true;
    }

    /// Replaces a link of the same name; false without shapes.
    bool addCollisionObject(const LinkId &id, const int &mask_id,
                            const collision::CollisionShapesConst &shapes,
                            const common::VectorIsometry3d &shape_poses,
                            bool enabled = true) override {
        if (shapes.empty() || shapes.size() != shape_poses.size()) return false;
        auto parts = std::make_shared<std::vector<LinkPart>>();
        for (std::size_t k = 0; k < shapes.size(); ++k)
            add_parts(*shapes[k], int(k), shape_poses[k], *parts);
        removeCollisionObject(id);
        Link link{id, mask_id, shapes, shape_poses, parts, enabled};
        link.number = next_++;
        links_.emplace(id, link);
        ids_.push_back(id);
        return true;
    }
    const collision::CollisionShapesConst &
    getCollisionObjectGeometries(const LinkId &id) const override {
        static const collision::CollisionShapesConst none;
        const Link *link = find(id);
        return link ? link->shapes : none;
    }
    const common::VectorIsometry3d &
    getCollisionObjectGeometriesTransforms(const LinkId &id) const override {
        static const common::VectorIsometry3d none;
        const Link *link = find(id);
        return link ? link->shape_poses : none;
    }
    bool hasCollisionObject(const LinkId &id) const override { return find(id) != nullptr; }
    bool removeCollisionObject(const LinkId &id) override {
        const auto at = links_.find(id);
        if (at == links_.end()) return false;
        boxes_.remove(at->second.number);
        links_.erase(at);
        ids_.erase(std::find(ids_.begin(), ids_.end(), id));
        return true;
    }
    bool enableCollisionObject(const LinkId &id) override { return set_enabled(id, true); }
    bool disableCollisionObject(const LinkId &id) override { return set_enabled(id, false); }
    bool isCollisionObjectEnabled(const LinkId &id) const override {
        const Link *link = find(id);
        return link && link->enabled;
    }
    void setCollisionObjectsTransform(const LinkId &id, const Eigen::Isometry3d &pose) override {
        move(id, pose, pose);
    }
    void setCollisionObjectsTransform(const common::LinkIdTransformMap &poses) override {
        for (const auto &[id, pose] : poses) move(id, pose, pose);
    }
    void setCollisionObjectsTransform(const std::vector<LinkId> &ids,
                                      const common::VectorIsometry3d &poses) override {
        if (ids.size() != poses.size())
            throw std::runtime_error("obbtree: " + std::to_string(ids.size()) + " links, " +
                                     std::to_string(poses.size()) + " poses");
        for (std::size_t k = 0; k < ids.size(); ++k) move(ids[k], poses[k], poses[k]);
    }
    /// Where a link is, or starts. Throws std::out_of_range for one that is not there.
    Eigen::Isometry3d getCollisionObjectsTransform(const LinkId &id) const override {
        const Link *link = find(id);
        if (!link) throw std::out_of_range("obbtree: no link " + id.name());
        return link->pose;
    }
    const std::vector<LinkId> &getCollisionObjects() const override { return ids_; }
    /// None: all are active. Two that are not active are not tested.
    void setActiveCollisionObjects(const std::unordered_set<LinkId> &ids) override {
        activate({ids.begin(), ids.end()});
    }
    void setActiveCollisionObjects(const std::vector<LinkId> &ids) override {
        activate({ids.begin(), ids.end()});
    }
    void setActiveCollisionObjects(std::initializer_list<LinkId> ids) override {
        activate({ids.begin(), ids.end()});
    }
    const std::unordered_set<LinkId> &getActiveCollisionObjects() const override { return active_; }
    void setCollisionMarginData(collision::CollisionMarginData data) override {
        margins_ = std::move(data);
    }
    const collision::CollisionMarginData &getCollisionMarginData() const override {
        return margins_;
    }
    void
    setCollisionMarginPairData(const collision::CollisionMarginPairData &data,
                               collision::CollisionMarginPairOverrideType how =
                                   collision::CollisionMarginPairOverrideType::REPLACE) override {
        margins_.apply(data, how);
    }
    void setDefaultCollisionMargin(double margin) override {
        margins_.setDefaultCollisionMargin(margin);
    }
    void setCollisionMarginPair(const LinkId &a, const LinkId &b, double margin) override {
        margins_.setCollisionMargin(a, b, margin);
    }
    void incrementCollisionMargin(double by) override { margins_.incrementMargins(by); }
    void setContactAllowedValidator(
        std::shared_ptr<const common::ContactAllowedValidator> validator) override {
        validator_ = std::move(validator);
    }
    std::shared_ptr<const common::ContactAllowedValidator>
    getContactAllowedValidator() const override {
        return validator_;
    }
    void contactTest(collision::ContactResultMap &found,
                     const collision::ContactRequest &request) override {
        const std::map<std::uint32_t, const Link *> by_number = placed();
        Collected collected(found, request);
        const double most = std::max(margins_.getMaxCollisionMargin(), 0.0);
        for (const LinkId &id : ids_) {
            const Link &a = links_.at(id);
            if (!a.enabled || !is_active(a)) continue;
            std::array<double, 6> around = a.bounds;
            for (int k = 0; k < 3; ++k) around[k] -= most, around[k + 3] += most;
            const auto near = boxes_.meeting(query_, around);
            const std::vector<std::uint32_t> numbers(near.begin(), near.end());
            for (const std::uint32_t number : numbers) {
                const Link &b = *by_number.at(number);
                const bool both = is_active(b);
                if (!b.enabled || number == a.number || (both && number < a.number)) continue;
                if (validator_ && (*validator_)(common::LinkIdPair(a.id, b.id))) continue;
                // One at rest comes first, of two that are active the one that was added first.
                const double margin = margins_.getCollisionMargin(a.id, b.id);
                if (both)
                    test(a, b, margin, collected);
                else
                    test(b, a, margin, collected);
                if (collected.is_done()) return;
            }
        }
    }

protected:
    /// Adds what is found of two links whose boxes are near.
    virtual void test(const Link &a, const Link &b, double margin, Collected &collected) = 0;
    /// The box of a link, from where it starts to where it ends.
    virtual std::array<double, 6> bounds(const Link &link) = 0;

    bool is_active(const Link &link) const { return active_.empty() || active_.count(link.id) > 0; }
    void move(const LinkId &id, const Eigen::Isometry3d &from, const Eigen::Isometry3d &to) {
        const auto at = links_.find(id);
        if (at == links_.end()) return;
        at->second.pose = from, at->second.end = to, at->second.has_moved = true;
    }
    /// A contact of two parts, but for what is only known of motions.
    static collision::ContactResult contact(const Link &a, const LinkPart &in_a, const Link &b,
                                            const LinkPart &in_b, const Separation &found) {
        collision::ContactResult contact;
        const Link *links[2] = {&a, &b};
        const LinkPart *parts[2] = {&in_a, &in_b};
        contact.distance = found.distance;
        contact.normal = Eigen::Vector3d::Map(found.normal.data());
        for (int k = 0; k < 2; ++k) {
            contact.link_ids[k] = links[k]->id, contact.type_id[k] = links[k]->mask_id;
            contact.shape_id[k] = parts[k]->shape_id;
            contact.subshape_id[k] = parts[k]->mesh_id >= 0 ? parts[k]->mesh_id
                                     : found.triangles[k] == OBBTREE_NO_TRIANGLE
                                         ? -1
                                         : int(found.triangles[k]);
            contact.transform[k] = contact.cc_transform[k] = links[k]->pose;
            contact.nearest_points[k] = Eigen::Vector3d::Map(found.points[k].data());
            contact.nearest_points_local[k] = links[k]->pose.inverse() * contact.nearest_points[k];
        }
        return contact;
    }

    Query query_;

private:
    using Links = std::unordered_map<LinkId, Link, std::hash<LinkId>, std::equal_to<LinkId>,
                                     Eigen::aligned_allocator<std::pair<const LinkId, Link>>>;

    const Link *find(const LinkId &id) const {
        const auto at = links_.find(id);
        return at == links_.end() ? nullptr : &at->second;
    }
    void activate(std::unordered_set<LinkId> ids) {
        active_ = std::move(ids);
        // What a link passes is another thing if it is active.
        for (auto &entry : links_) entry.second.has_moved = true;
    }
    bool set_enabled(const LinkId &id, bool enabled) {
        const auto at = links_.find(id);
        if (at == links_.end()) return false;
        at->second.enabled = enabled;
        return true;
    }
    /// All links by number, those that have moved in the broad phase where they are now.
    std::map<std::uint32_t, const Link *> placed() {
        std::map<std::uint32_t, const Link *> by_number;
        for (auto &[id, link] : links_) {
            if (link.has_moved) {
                link.bounds = bounds(link);
                boxes_.set(link.number, link.bounds);
                link.has_moved = false;
            }
            by_number[link.number] = &link;
        }
        return by_number;
    }

    Links links_;
    std::vector<LinkId> ids_;
    std::unordered_set<LinkId> active_;
    collision::CollisionMarginData margins_;
    std::shared_ptr<const common::ContactAllowedValidator> validator_;
    BroadPhase boxes_;
    std::uint32_t next_ = 0;
};

/// The box around several.
inline void enclose(std::array<double, 6> &all, const std::array<double, 6> &one) {
    for (int k = 0; k < 3; ++k) {
        all[k] = std::min(all[k], one[k]);
        all[k + 3] = std::max(all[k + 3], one[k + 3]);
    }
}
inline std::array<double, 6> empty_box() {
    constexpr double INF = std::numeric_limits<double>::infinity();
    return {INF, INF, INF, -INF, -INF, -INF};
}

} // namespace obbtree::tesseract

#endif
