// MoveIt's CollisionEnv over obbtree.
//
// Whether two bodies collide is exact for the numbers of their poses; meshes are surfaces, other
// shapes solid. Padding is a true distance around a link, not vertices that are moved; links and
// what they carry have that of the link. Continuous checks are certified: each link goes from its
// place in the first state to that in the second by a screw, which a joint between resting and
// moving links makes of it. Attached bodies are found in the second state by name; a motion whose
// states do not carry the same ones, on the same links, throws obbtree::Error.
// Octrees are not supported; an object of the world with one throws obbtree::Error.
#ifndef OBBTREE_MOVEIT_COLLISION_ENV_HPP
#define OBBTREE_MOVEIT_COLLISION_ENV_HPP

#include <moveit/collision_detection/collision_detector_allocator.hpp>
#include <moveit/collision_detection/collision_env.hpp>
#include <obbtree/scene.hpp>

#include "motion.hpp"

namespace obbtree::moveit {

/// Any number of threads may check at once while none changes the world or the padding.
class CollisionEnvObbtree final : public cd::CollisionEnv {
public:
    explicit CollisionEnvObbtree(const core::RobotModelConstPtr &model, double padding = 0,
                                 double scale = 1)
        : CollisionEnv(model, padding, scale), cache_(std::make_shared<ColliderCache>()) {
        begin();
    }
    CollisionEnvObbtree(const core::RobotModelConstPtr &model, const cd::WorldPtr &world,
                        double padding = 0, double scale = 1)
        : CollisionEnv(model, world, padding, scale), cache_(std::make_shared<ColliderCache>()) {
        begin();
    }
    CollisionEnvObbtree(const CollisionEnvObbtree &other, const cd::WorldPtr &world)
        : CollisionEnv(other, world), cache_(other.cache_) {
        begin();
    }
    CollisionEnvObbtree(const CollisionEnvObbtree &) = delete;
    ~CollisionEnvObbtree() override { getWorld()->removeObserver(observer_); }

    void checkSelfCollision(const cd::CollisionRequest &req, cd::CollisionResult &res,
                            const core::RobotState &state) const override {
        check_self(req, res, state, nullptr);
    }
    void checkSelfCollision(const cd::CollisionRequest &req, cd::CollisionResult &res,
                            const core::RobotState &state,
                            const cd::AllowedCollisionMatrix &acm) const override {
        check_self(req, res, state, &acm);
    }
    void checkRobotCollision(const cd::CollisionRequest &req, cd::CollisionResult &res,
                             const core::RobotState &state) const override {
        check_world(req, res, state, nullptr);
    }
    void checkRobotCollision(const cd::CollisionRequest &req, cd::CollisionResult &res,
                             const core::RobotState &state,
                             const cd::AllowedCollisionMatrix &acm) const override {
        check_world(req, res, state, &acm);
    }
    void checkRobotCollision(const cd::CollisionRequest &req, cd::CollisionResult &res,
                             const core::RobotState &state1,
                             const core::RobotState &state2) const override {
        check_motion(req, res, state1, state2, nullptr);
    }
    void checkRobotCollision(const cd::CollisionRequest &req, cd::CollisionResult &res,
                             const core::RobotState &state1, const core::RobotState &state2,
                             const cd::AllowedCollisionMatrix &acm) const override {
        check_motion(req, res, state1, state2, &acm);
    }
    void distanceSelf(const cd::DistanceRequest &req, cd::DistanceResult &res,
                      const core::RobotState &state) const override {
        const std::vector<CheckedBody> robot = robot_at(state);
        bool done = false;
        for (std::size_t i = 0; i < robot.size() && !done; ++i)
            for (std::size_t j = i + 1; j < robot.size() && !done; ++j)
                done = measure(req, res, robot[i], robot[j]);
    }
    void distanceRobot(const cd::DistanceRequest &req, cd::DistanceResult &res,
                       const core::RobotState &state) const override {
        bool done = false;
        for (const CheckedBody &body : robot_at(state))
            for (const auto &[id, object] : world_)
                if (!done) done = measure(req, res, body, object);
    }
    void setWorld(const cd::WorldPtr &world) override {
        if (world == getWorld()) return;
        getWorld()->removeObserver(observer_);
        CollisionEnv::setWorld(world);
        observe();
    }

protected:
    void updatedPaddingOrScaling(const std::vector<std::string> &) override { read_links(); }

private:
    void begin() { read_links(), observe(); }
    void observe() {
        world_.clear(), by_number_.clear(), boxes_ = BroadPhase();
        observer_ =
            getWorld()->addObserver([this](const cd::World::ObjectConstPtr &object,
                                           cd::World::Action action) { changed(*object, action); });
        for (const auto &[id, object] : *getWorld()) changed(*object, cd::World::CREATE);
    }
    void changed(const cd::World::Object &object, cd::World::Action action) {
        if (world_.erase(object.id_) > 0) {
            const std::uint32_t number = numbers_.at(object.id_);
            boxes_.remove(number), by_number_.erase(number);
        }
        if (action == cd::World::DESTROY) return;
        CheckedBody body{object.id_, cd::BodyTypes::WORLD_OBJECT};
        for (std::size_t k = 0; k < object.shapes_.size(); ++k)
            body.add(cache_->get(object.shapes_[k], 1), object.global_shape_poses_[k]);
        if (body.parts.empty()) return;
        const std::uint32_t number =
            numbers_.emplace(object.id_, std::uint32_t(numbers_.size())).first->second;
        boxes_.set(number, body.bounds);
        by_number_[number] = &world_.emplace(object.id_, std::move(body)).first->second;
    }
    void read_links() {
        links_.clear();
        for (const core::LinkModel *link : robot_model_->getLinkModelsWithCollisionGeometry()) {
            std::vector<Collider> parts;
            for (const shapes::ShapeConstPtr &shape : link->getShapes())
                parts.push_back(cache_->get(shape, getLinkScale(link->getName())));
            links_.emplace_back(link, std::move(parts));
        }
    }
    /// All links and attached bodies where a state has them.
    std::vector<CheckedBody> robot_at(const core::RobotState &state) const {
        std::vector<CheckedBody> robot;
        for (const auto &[link, parts] : links_) {
            CheckedBody body{link->getName(), cd::BodyTypes::ROBOT_LINK, link};
            body.padding = getLinkPadding(link->getName());
            for (std::size_t k = 0; k < parts.size(); ++k)
                body.add(parts[k], state.getCollisionBodyTransform(link, k));
            if (!body.parts.empty()) robot.push_back(std::move(body));
        }
        std::vector<const core::AttachedBody *> attached;
        state.getAttachedBodies(attached);
        for (const core::AttachedBody *held : attached) {
            CheckedBody body{held->getName(), cd::BodyTypes::ROBOT_ATTACHED,
                             held->getAttachedLink(), held};
            body.padding = getLinkPadding(held->getAttachedLinkName());
            const double scale = getLinkScale(held->getAttachedLinkName());
            for (std::size_t k = 0; k < held->getShapes().size(); ++k)
                body.add(cache_->get(held->getShapes()[k], scale),
                         held->getGlobalCollisionBodyTransforms()[k]);
            if (!body.parts.empty()) robot.push_back(std::move(body));
        }
        return robot;
    }
    /// The links of a group and those that move with it; null for all.
    const std::set<const core::LinkModel *> *active(const std::string &group) const {
        return robot_model_->hasJointModelGroup(group)
                   ? &robot_model_->getJointModelGroup(group)->getUpdatedLinkModelsSet()
                   : nullptr;
    }

    void check_self(const cd::CollisionRequest &req, cd::CollisionResult &res,
                    const core::RobotState &state, const cd::AllowedCollisionMatrix *acm) const {
        const std::vector<CheckedBody> robot = robot_at(state);
        const Checked checked{acm, active(req.group_name)};
        bool done = false;
        for (std::size_t i = 0; i < robot.size() && !done; ++i)
            for (std::size_t j = i + 1; j < robot.size() && !done; ++j)
                done = check(req, res, checked, robot[i], robot[j]);
        add_distance(req, res, acm,
                     [&](const cd::DistanceRequest &request, cd::DistanceResult &found) {
                         distanceSelf(request, found, state);
                     });
    }
    void check_world(const cd::CollisionRequest &req, cd::CollisionResult &res,
                     const core::RobotState &state, const cd::AllowedCollisionMatrix *acm) const {
        const Checked checked{acm, active(req.group_name)};
        bool done = false;
        for (const CheckedBody &body : robot_at(state)) {
            std::array<double, 6> around = body.bounds;
            for (int k = 0; k < 3; ++k) around[k] -= body.padding, around[k + 3] += body.padding;
            const auto near = boxes_.meeting(query(), around);
            const std::vector<std::uint32_t> numbers(near.begin(), near.end());
            for (const std::uint32_t number : numbers)
                if (!done) done = check(req, res, checked, body, *by_number_.at(number));
        }
        add_distance(req, res, acm,
                     [&](const cd::DistanceRequest &request, cd::DistanceResult &found) {
                         distanceRobot(request, found, state);
                     });
    }
    template <typename Ask>
    void add_distance(const cd::CollisionRequest &req, cd::CollisionResult &res,
                      const cd::AllowedCollisionMatrix *acm, Ask &&ask) const {
        if (!req.distance) return;
        cd::DistanceRequest request;
        cd::DistanceResult found;
        request.group_name = req.group_name, request.acm = acm;
        request.active_components_only = active(req.group_name);
        ask(request, found);
        res.distance = found.minimum_distance.distance;
        if (req.detailed_distance) res.distance_result = found;
    }
    /// How many contacts of a pair are still wanted.
    static std::size_t wanted(const cd::CollisionRequest &req, const cd::CollisionResult &res,
                              const Pair &pair) {
        if (!req.contacts || res.contact_count >= req.max_contacts) return 0;
        const auto at = res.contacts.find(pair.names());
        const std::size_t have = at == res.contacts.end() ? 0 : at->second.size();
        return have >= req.max_contacts_per_pair ? 0
                                                 : std::min(req.max_contacts_per_pair - have,
                                                            req.max_contacts - res.contact_count);
    }
    static void store(cd::CollisionResult &res, const Pair &pair, const cd::Contact &contact) {
        res.contacts[pair.names()].push_back(contact);
        ++res.contact_count;
    }
    /// Is it enough?
    static bool is_done(const cd::CollisionRequest &req, const cd::CollisionResult &res) {
        if (res.collision && !req.cost && (!req.contacts || res.contact_count >= req.max_contacts))
            return true;
        return req.is_done && req.is_done(res);
    }
    static bool check(const cd::CollisionRequest &req, cd::CollisionResult &res,
                      const Checked &checked, const CheckedBody &one, const CheckedBody &other) {
        const Pair pair(one, other);
        cd::DecideContactFn decide;
        if (!checked(pair.a, pair.b, decide)) return false;
        if (gap(pair.a.bounds, pair.b.bounds) > pair.tolerance()) return false;
        std::size_t want = wanted(req, res, pair);
        if (decide) {
            for (cd::Contact &contact : contacts(pair, SIZE_MAX)) {
                if (decide(contact)) continue;
                res.collision = true;
                if (want > 0) store(res, pair, contact), --want;
                if (want == 0) break;
            }
        } else if (want > 0) {
            for (const cd::Contact &contact : contacts(pair, want))
                store(res, pair, contact), res.collision = true;
        } else if (collide(pair)) {
            res.collision = true;
        }
        if (req.cost) add_costs(pair, req.max_cost_sources, res.cost_sources);
        return is_done(req, res);
    }

    static bool measure(const cd::DistanceRequest &req, cd::DistanceResult &res,
                        const CheckedBody &one, const CheckedBody &other) {
        using namespace cd::DistanceRequestTypes;
        const Pair pair(one, other);
        const Checked checked{req.acm, req.active_components_only};
        cd::DecideContactFn decide;
        if (!checked(pair.a, pair.b, decide)) return false;
        const auto threshold = [&] {
            if (req.type == GLOBAL)
                return std::min(req.distance_threshold, res.minimum_distance.distance);
            const auto at = res.distances.find(pair.names());
            if (at == res.distances.end() || req.type == ALL) return req.distance_threshold;
            if (req.type == SINGLE) return at->second[0].distance;
            const bool is_full = at->second.size() >= req.max_contacts_per_body;
            return is_full ? -std::numeric_limits<double>::infinity() : req.distance_threshold;
        };
        distances(pair, req, threshold(), [&](const cd::DistanceResultsData &data) {
            if (data.distance < res.minimum_distance.distance) res.minimum_distance = data;
            if (!(data.distance > 0)) res.collision = true;
            if (req.type != GLOBAL) {
                std::vector<cd::DistanceResultsData> &all = res.distances[pair.names()];
                if (req.type == SINGLE && !all.empty())
                    all[0] = data;
                else
                    all.push_back(data);
            }
            return threshold();
        });
        return res.collision && !req.enable_signed_distance;
    }

    void check_motion(const cd::CollisionRequest &req, cd::CollisionResult &res,
                      const core::RobotState &state1, const core::RobotState &state2,
                      const cd::AllowedCollisionMatrix *acm) const {
        const Checked checked{acm, active(req.group_name)};
        const std::vector<CheckedBody> from = robot_at(state1), to = robot_at(state2);
        const std::vector<const CheckedBody *> ends = paired(from, to);
        for (std::size_t k = 0; k < from.size(); ++k)
            for (const auto &[id, object] : world_) {
                cd::DecideContactFn decide;
                if (!checked(from[k], object, decide)) continue;
                if (check_motion(req, res, from[k], *ends[k], object, decide)) return;
            }
    }
    /// Where each body of the first state is in the second, by name. The states may carry the same
    /// bodies only: of one name, on one link, of shapes of the same kinds and boxes.
    static std::vector<const CheckedBody *> paired(const std::vector<CheckedBody> &from,
                                                   const std::vector<CheckedBody> &to) {
        std::map<std::pair<int, std::string>, const CheckedBody *> by_name;
        for (const CheckedBody &body : to) by_name[{int(body.type), body.name}] = &body;
        std::vector<const CheckedBody *> ends;
        for (const CheckedBody &body : from) {
            const auto end = by_name.find({int(body.type), body.name});
            if (end == by_name.end()) refuse(body.name, "is attached in the first state only");
            if (body.link != end->second->link)
                refuse(body.name, "is attached to another link in the second state");
            if (!same_parts(body, *end->second))
                refuse(body.name, "has other shapes in the second state");
            ends.push_back(end->second);
            by_name.erase(end);
        }
        if (!by_name.empty())
            refuse(by_name.begin()->first.second, "is attached in the second state only");
        return ends;
    }
    static bool same_parts(const CheckedBody &a, const CheckedBody &b) {
        if (a.parts.size() != b.parts.size()) return false;
        if (a.attached)
            for (std::size_t k = 0; k < a.parts.size(); ++k)
                if (a.attached->getShapes()[k]->type != b.attached->getShapes()[k]->type ||
                    a.parts[k].collider.bounds(Pose()) != b.parts[k].collider.bounds(Pose()))
                    return false;
        return true;
    }
    [[noreturn]] static void refuse(const std::string &name, const char *why) {
        OBBTREE_FAILED(OBBTREE_STATUS_BAD_ARGUMENT,
                       "a motion carries the same bodies all the way: " + name + " " + why);
    }
    static bool check_motion(const cd::CollisionRequest &req, cd::CollisionResult &res,
                             const CheckedBody &from, const CheckedBody &to,
                             const CheckedBody &object, const cd::DecideContactFn &decide) {
        for (std::size_t k = 0; k < from.parts.size(); ++k) {
            const PlacedPart &part = from.parts[k];
            const Motion motion = Motion::screw(part.pose, to.parts[k].pose);
            for (const PlacedPart &fixed : object.parts) {
                const double tolerance = from.padding + object.padding;
                const std::optional<double> time =
                    FirstContact(part.collider, motion, fixed, tolerance).time();
                if (!time) continue;
                // The contact as it is then.
                CheckedBody then{from.name, from.type, from.link, from.attached};
                CheckedBody met{object.name, object.type};
                then.padding = from.padding;
                then.add(part.collider, to_eigen(motion.at(*time)));
                met.add(fixed.collider, to_eigen(fixed.pose));
                const Pair pair(then, met);
                const double near = tolerance + 1e-3; // as certain as the time is
                const auto found =
                    separation(query(), pair.a.parts[0].collider, pair.a.parts[0].pose,
                               pair.b.parts[0].collider, pair.b.parts[0].pose, near);
                cd::Contact contact;
                if (found)
                    contact = contact_of(pair, vector(found->points[0].data()),
                                         vector(found->points[1].data()),
                                         vector(found->normal.data()), found->distance);
                contact.percent_interpolation = *time;
                if (found && decide && decide(contact)) continue;
                res.collision = true;
                if (found && wanted(req, res, pair) > 0) store(res, pair, contact);
                if (is_done(req, res)) return true;
            }
        }
        return false;
    }

    std::shared_ptr<ColliderCache> cache_;
    std::vector<std::pair<const core::LinkModel *, std::vector<Collider>>> links_;
    /// The objects of the world by name, with a number each for the broad phase.
    std::map<std::string, CheckedBody> world_;
    std::map<std::string, std::uint32_t> numbers_;
    std::map<std::uint32_t, const CheckedBody *> by_number_;
    BroadPhase boxes_;
    cd::World::ObserverHandle observer_;
};

/// Gives MoveIt environments of this kind.
class CollisionDetectorAllocatorObbtree final
    : public cd::CollisionDetectorAllocatorTemplate<CollisionEnvObbtree,
                                                    CollisionDetectorAllocatorObbtree> {
public:
    inline static const std::string NAME = "Obbtree";
};

} // namespace obbtree::moveit

#endif
