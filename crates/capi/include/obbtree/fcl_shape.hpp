// The calls of FCL's collide, distance and BroadPhaseCollisionManager on obbtree, for programs
// that move from it: the same order of arguments, requests and results with the same names where
// the meaning is the same. Needs Eigen, not FCL.
//
// What differs: o1 and o2 are obbtree::Collider (a Body or a Shape); answers are exact, touching
// counts; a result's contacts are all pairs of triangles that meet, ascending, up to
// num_max_contacts, and one point where a shape is involved; distances of bodies that meet are 0,
// not -1; a depth is of two triangles; a result is that of the last call, where FCL adds to what
// is in it. As in FCL, bodies collide exactly if there is a contact, with or without
// enable_contact. Each thread has a query of its own inside, so calls need no lock.
#ifndef OBBTREE_FCL_SHAPE_HPP
#define OBBTREE_FCL_SHAPE_HPP

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>
#include <vector>

#include "eigen.hpp"
#include "scene.hpp"

namespace obbtree::fcl {

struct CollisionRequest {
    std::size_t num_max_contacts = 1;
    bool enable_contact = false;
    CollisionRequest() = default;
    CollisionRequest(std::size_t most, bool contact)
        : num_max_contacts(most), enable_contact(contact) {}
};

struct Contact {
    /// In place of a triangle: of a shape, and where one body is wholly inside the other (of
    /// solids: `query().solid(true)`).
    static constexpr std::uint32_t NONE = OBBTREE_NO_TRIANGLE;
    std::uint32_t b1, b2;
    /// pos is the middle of what the two triangles share; normal goes from o1 to o2. NaN where
    /// there is none: without enable_contact, which FCL leaves undefined, and of NONE; of shapes
    /// there is a pos only.
    Eigen::Vector3d pos, normal;
    double penetration_depth;
};

class CollisionResult {
public:
    bool isCollision() const { return !contacts_.empty(); }
    std::size_t numContacts() const { return contacts_.size(); }
    const Contact &getContact(std::size_t k) const {
        if (k >= contacts_.size())
            OBBTREE_FAILED(OBBTREE_STATUS_BAD_ARGUMENT, "there is no such contact");
        return contacts_[k];
    }
    void clear() { contacts_.clear(); }

private:
    template <int Mode>
    friend std::size_t collide(const Collider &, const Eigen::Transform<double, 3, Mode> &,
                               const Collider &, const Eigen::Transform<double, 3, Mode> &,
                               const CollisionRequest &, CollisionResult &);
    std::vector<Contact> contacts_;
};

struct DistanceRequest {
    bool enable_nearest_points = false;
    double rel_err = 0, abs_err = 0;
    DistanceRequest() = default;
    explicit DistanceRequest(bool points, bool = false, double relative = 0, double absolute = 0)
        : enable_nearest_points(points), rel_err(relative), abs_err(absolute) {}
};

struct DistanceResult {
    double min_distance = std::numeric_limits<double>::max();
    Eigen::Vector3d nearest_points[2];
    std::uint32_t b1 = 0, b2 = 0;
};

/// The query of this thread.
inline Query &query() {
    thread_local Query query;
    return query;
}

/// How many contacts there are, at most num_max_contacts, which is 1 or more; 0 only if the bodies
/// do not collide.
template <int Mode>
std::size_t collide(const Collider &o1, const Eigen::Transform<double, 3, Mode> &t1,
                    const Collider &o2, const Eigen::Transform<double, 3, Mode> &t2,
                    const CollisionRequest &request, CollisionResult &result) {
    result.clear();
    const Pose pose1 = from_eigen(t1), pose2 = from_eigen(t2);
    if (request.num_max_contacts == 0)
        OBBTREE_FAILED(OBBTREE_STATUS_BAD_ARGUMENT, "num_max_contacts is 0: nothing is queried");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Eigen::Vector3d nowhere = Eigen::Vector3d::Constant(nan);
    const auto add = [&](const Triangles &pair) {
        result.contacts_.push_back({pair.in_a, pair.in_b, nowhere, nowhere, nan});
    };
    query().limit(request.num_max_contacts);
    const bool are_meshes = o1.is_mesh() && o2.is_mesh();
    if (request.enable_contact) {
        for (const obbtree_contact &found : query().contacts(o1, pose1, o2, pose2)) {
            Eigen::Vector3d middle = Eigen::Vector3d::Zero();
            for (std::uint32_t k = 0; k < found.count; ++k)
                middle += Eigen::Vector3d::Map(found.points[k]) / found.count;
            result.contacts_.push_back(
                {found.triangles[0], found.triangles[1], middle,
                 are_meshes ? Eigen::Vector3d(Eigen::Vector3d::Map(found.normal)) : nowhere,
                 are_meshes ? found.local_depth : nan});
        }
    } else if (are_meshes && request.num_max_contacts == 1) {
        if (const auto pair = query().first_pair(Body(o1), pose1, Body(o2), pose2)) add(*pair);
    } else if (are_meshes) {
        for (const Triangles &pair : query().pairs(Body(o1), pose1, Body(o2), pose2)) add(pair);
    }
    const bool may_be_inside = !are_meshes || query().is_solid();
    if (result.contacts_.empty() && may_be_inside && query().collide(o1, pose1, o2, pose2))
        add({Contact::NONE, Contact::NONE});
    return result.contacts_.size();
}

/// The distance, 0 where the bodies meet.
template <int Mode>
double distance(const Collider &o1, const Eigen::Transform<double, 3, Mode> &t1,
                const Collider &o2, const Eigen::Transform<double, 3, Mode> &t2,
                const DistanceRequest &request, DistanceResult &result) {
    result = DistanceResult();
    const auto found = *query().distance_within(o1, from_eigen(t1), o2, from_eigen(t2),
                                                {request.rel_err, request.abs_err});
    result.min_distance = found.upper;
    result.b1 = found.triangles[0], result.b2 = found.triangles[1];
    for (int k = 0; k < 2; ++k) result.nearest_points[k] = Eigen::Vector3d::Map(found.points[k]);
    return found.upper;
}

/// A body at a place; its manager learns of a move by `update`. It is unregistered before its end,
/// as in FCL.
class CollisionObject {
public:
    template <int Mode>
    CollisionObject(const Collider &collider, const Eigen::Transform<double, 3, Mode> &transform)
        : collider_(collider), pose_(from_eigen(transform)) {}
    template <int Mode>
    void setTransform(const Eigen::Transform<double, 3, Mode> &transform) {
        pose_ = from_eigen(transform);
    }
    void computeAABB() {} ///< The manager does it.
    void setUserData(void *data) { data_ = data; }
    void *getUserData() const { return data_; }
    const Collider &collider() const { return collider_; }
    const Pose &pose() const { return pose_; }

private:
    Collider collider_;
    Pose pose_;
    void *data_ = nullptr;
};

/// Called with two objects that meet, in the order in which they were registered; true ends the
/// search. It may throw, and may change the manager: an object that it unregisters is not called
/// back with.
using CollisionCallBack = bool (*)(CollisionObject *, CollisionObject *, void *);

/// Which of many objects meet. FCL calls back with pairs whose boxes are near, and the callback
/// asks further; here it is called with pairs that certainly meet. Threads may ask at once while
/// none changes it.
class BroadPhaseCollisionManager {
public:
    /// One that is registered stays so, once, at its pose of now.
    void registerObject(CollisionObject *object) {
        const auto found = numbers_.find(object);
        if (found != numbers_.end()) return put(found->second);
        if (next_ > 2 * size() + FEW) renumber();
        boxes_.set(next_, object->collider().bounds(object->pose()));
        objects_.emplace(next_, Registered{object, object->pose()});
        numbers_[object] = next_++;
    }
    void registerObjects(const std::vector<CollisionObject *> &objects) {
        for (CollisionObject *object : objects) registerObject(object);
    }
    /// One that is not registered stays so.
    void unregisterObject(CollisionObject *object) {
        const auto found = numbers_.find(object);
        if (found == numbers_.end()) return;
        boxes_.remove(found->second);
        objects_.erase(found->second), numbers_.erase(found);
    }
    void setup() { update(); }
    /// Of all objects; those that have not moved cost a look.
    void update() {
        for (const auto &entry : objects_) put(entry.first);
    }
    /// Of an object that is registered.
    void update(CollisionObject *object) {
        const auto found = numbers_.find(object);
        if (found == numbers_.end())
            OBBTREE_FAILED(OBBTREE_STATUS_BAD_ARGUMENT,
                           "the object is not registered with this manager");
        put(found->second);
    }
    void clear() { boxes_ = BroadPhase(), objects_.clear(), numbers_.clear(), next_ = 0; }
    bool empty() const { return objects_.empty(); }
    std::size_t size() const { return objects_.size(); }

    void collide(void *data, CollisionCallBack callback) const {
        Query near, query; // the callback may ask with the one of this thread
        std::vector<std::pair<CollisionObject *, CollisionObject *>> met;
        for (const Bodies &pair : boxes_.pairs(near)) {
            const Registered &a = objects_.at(pair.a), &b = objects_.at(pair.b);
            if (meet(query, a, b)) met.emplace_back(a.object, b.object);
        }
        for (const auto &[a, b] : met)
            if (numbers_.count(a) != 0 && numbers_.count(b) != 0 && callback(a, b, data)) return;
    }
    /// An object against all that are registered, but itself. It need not be registered.
    void collide(CollisionObject *object, void *data, CollisionCallBack callback) const {
        const auto own = numbers_.find(object);
        const Registered here{
            object, own != numbers_.end() ? objects_.at(own->second).pose : object->pose()};
        Query near, query;
        std::vector<CollisionObject *> met;
        for (const std::uint32_t number : boxes_.near(near, object->collider().bounds(here.pose))) {
            const Registered &other = objects_.at(number);
            if (other.object != object && meet(query, here, other)) met.push_back(other.object);
        }
        for (CollisionObject *other : met)
            if (numbers_.count(other) != 0 && callback(object, other, data)) return;
    }
    /// The least distance of any two, 0 where some meet; infinite for fewer than two. It is the
    /// distance of a pair, and no pair is nearer by more than a billionth of it: so that of many
    /// equally near pairs not all are measured.
    double distance() const {
        Query query;
        double least = std::numeric_limits<double>::infinity();
        boxes_.nearest_first([&](std::uint32_t a, std::uint32_t b, double limit) {
            const Registered &one = objects_.at(a), &other = objects_.at(b);
            const auto found =
                query.distance_within(one.object->collider(), one.pose, other.object->collider(),
                                      other.pose, {}, limit);
            if (found && found->upper < least) least = found->upper;
            return least > 0 ? least * (1 - 1e-9) : -1.0; // nothing is nearer than 0
        });
        return least;
    }

private:
    /// An object, and where it was at its last update.
    struct Registered {
        CollisionObject *object;
        Pose pose;
    };
    static bool meet(Query &query, const Registered &a, const Registered &b) {
        return query.collide(a.object->collider(), a.pose, b.object->collider(), b.pose);
    }
    /// Gives the objects numbers without gaps, in the same order: the memory is that of those that
    /// are registered.
    void renumber() {
        const auto objects = std::move(objects_);
        clear();
        for (const auto &entry : objects) {
            boxes_.set(next_, entry.second.object->collider().bounds(entry.second.pose));
            objects_.emplace(next_, entry.second);
            numbers_[entry.second.object] = next_++;
        }
    }
    static constexpr std::size_t FEW = 64;
    void put(std::uint32_t number) {
        Registered &known = objects_.at(number);
        const Pose &pose = known.object->pose();
        if (std::equal(pose.rows, pose.rows + 12, known.pose.rows)) return;
        boxes_.set(number, known.object->collider().bounds(pose));
        known.pose = pose;
    }

    BroadPhase boxes_;
    std::uint32_t next_ = 0;
    /// By their numbers, which are those of their registration.
    std::map<std::uint32_t, Registered> objects_;
    std::unordered_map<CollisionObject *, std::uint32_t> numbers_;
};

} // namespace obbtree::fcl

#endif
