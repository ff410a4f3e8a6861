// The calls of FCL's collide, distance and BroadPhaseCollisionManager on obbtree, for programs
// that move from it: the same order of arguments, requests and results with the same names where
// the meaning is the same. Needs Eigen, not FCL.
//
// What differs: o1 and o2 are obbtree::Body; answers are exact, touching counts; a result's
// contacts are all pairs of triangles that meet, ascending, up to num_max_contacts; distances of
// bodies that meet are 0, not -1; a depth is of two triangles; a result is that of the last call,
// where FCL adds to what is in it. As in FCL, bodies collide exactly if there is a contact, with
// or without enable_contact. Each thread has a query of its own inside, so calls need no lock.
#ifndef OBBTREE_FCL_SHAPE_HPP
#define OBBTREE_FCL_SHAPE_HPP

#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "eigen.hpp"
#include "scene.hpp"

namespace obbtree::fcl {

struct CollisionRequest {
    std::size_t num_max_contacts = 1;
    bool enable_contact = false;
    CollisionRequest() = default;
    CollisionRequest(std::size_t most, bool contact) : num_max_contacts(most), enable_contact(contact) {}
};

struct Contact {
    /// In place of a triangle, where one body is wholly inside the other (of solids:
    /// `query().solid(true)`).
    static constexpr std::uint32_t NONE = 0xffffffff;
    std::uint32_t b1, b2;
    /// pos is the middle of what the two triangles share; normal goes from o1 to o2. NaN where
    /// there is none: without enable_contact, which FCL leaves undefined, and of NONE.
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
    friend std::size_t collide(const Body &, const Eigen::Transform<double, 3, Mode> &, const Body &,
                               const Eigen::Transform<double, 3, Mode> &, const CollisionRequest &, CollisionResult &);
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
std::size_t collide(const Body &o1, const Eigen::Transform<double, 3, Mode> &t1, const Body &o2,
                    const Eigen::Transform<double, 3, Mode> &t2, const CollisionRequest &request, CollisionResult &result) {
    result.clear();
    const Pose pose1 = from_eigen(t1), pose2 = from_eigen(t2);
    if (request.num_max_contacts == 0)
        OBBTREE_FAILED(OBBTREE_STATUS_BAD_ARGUMENT, "num_max_contacts is 0: nothing is asked");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Eigen::Vector3d nowhere = Eigen::Vector3d::Constant(nan);
    const auto add = [&](const Triangles &pair) {
        result.contacts_.push_back({pair.in_a, pair.in_b, nowhere, nowhere, nan});
    };
    query().limit(request.num_max_contacts);
    if (request.enable_contact) {
        for (const obbtree_contact &found : query().contacts(o1, pose1, o2, pose2)) {
            Eigen::Vector3d middle = Eigen::Vector3d::Zero();
            for (std::uint32_t k = 0; k < found.count; ++k)
                middle += Eigen::Vector3d::Map(found.points[k]) / found.count;
            result.contacts_.push_back({found.triangles[0], found.triangles[1], middle,
                                        Eigen::Vector3d::Map(found.normal), found.local_depth});
        }
    } else if (request.num_max_contacts == 1) {
        if (const auto pair = query().first_pair(o1, pose1, o2, pose2)) add(*pair);
    } else {
        for (const Triangles &pair : query().pairs(o1, pose1, o2, pose2)) add(pair);
    }
    if (result.contacts_.empty() && query().is_solid() && query().collide(o1, pose1, o2, pose2))
        add({Contact::NONE, Contact::NONE});
    return result.contacts_.size();
}

/// The distance, 0 where the bodies meet.
template <int Mode>
double distance(const Body &o1, const Eigen::Transform<double, 3, Mode> &t1, const Body &o2,
                const Eigen::Transform<double, 3, Mode> &t2, const DistanceRequest &request, DistanceResult &result) {
    result = DistanceResult();
    const auto found =
        *query().distance_within(o1, from_eigen(t1), o2, from_eigen(t2), {request.rel_err, request.abs_err});
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
    CollisionObject(const Body &body, const Eigen::Transform<double, 3, Mode> &transform)
        : body_(body), pose_(from_eigen(transform)) {}
    template <int Mode>
    void setTransform(const Eigen::Transform<double, 3, Mode> &transform) { pose_ = from_eigen(transform); }
    void computeAABB() {} ///< The manager does it.
    void setUserData(void *data) { data_ = data; }
    void *getUserData() const { return data_; }
    const Body &body() const { return body_; }
    const Pose &pose() const { return pose_; }

private:
    Body body_;
    Pose pose_;
    void *data_ = nullptr;
};

/// Called with two objects that meet, in the order in which they were registered; true ends the
/// search. It may throw, and may change the manager: an object that it unregisters is not called
/// back with.
using CollisionCallBack = bool (*)(CollisionObject *, CollisionObject *, void *);

/// Which of many objects meet. FCL calls back with pairs whose boxes are near, and the callback asks further; here it is
/// called with pairs that certainly meet.
class BroadPhaseCollisionManager {
public:
    /// One that is registered stays so, once, at its pose of now.
    void registerObject(CollisionObject *object) {
        if (ids_.count(object) != 0) return update(object);
        const std::uint32_t id = scene_.add(std::to_string(next_++), object->body(), object->pose());
        objects_[id] = object, ids_[object] = id;
    }
    void registerObjects(const std::vector<CollisionObject *> &objects) {
        for (CollisionObject *object : objects) registerObject(object);
    }
    /// One that is not registered stays so.
    void unregisterObject(CollisionObject *object) {
        const auto found = ids_.find(object);
        if (found == ids_.end()) return;
        scene_.remove(found->second);
        objects_.erase(found->second), ids_.erase(found);
    }
    void setup() { update(); }
    void update() {
        for (const auto &[object, id] : ids_) scene_.set_pose(id, object->pose());
    }
    /// Of an object that is registered.
    void update(CollisionObject *object) {
        const auto found = ids_.find(object);
        if (found == ids_.end())
            OBBTREE_FAILED(OBBTREE_STATUS_BAD_ARGUMENT,
                           "the object is not registered with this manager");
        scene_.set_pose(found->second, object->pose());
    }
    void clear() { scene_ = Scene(), objects_.clear(), ids_.clear(); }
    bool empty() const { return ids_.empty(); }
    std::size_t size() const { return ids_.size(); }

    void collide(void *data, CollisionCallBack callback) const {
        Query query; // the callback may ask with the one of this thread
        for (const Bodies &pair : scene_.pairs(query)) {
            const auto a = objects_.find(pair.a), b = objects_.find(pair.b);
            if (a != objects_.end() && b != objects_.end() && callback(a->second, b->second, data))
                return;
        }
    }
    /// An object against all that are registered, but itself. It need not be registered.
    void collide(CollisionObject *object, void *data, CollisionCallBack callback) const {
        Query query;
        std::vector<std::uint32_t> met;
        const auto found = ids_.find(object);
        if (found != ids_.end()) {
            for (const Bodies &pair : scene_.pairs_with(query, found->second))
                met.push_back(pair.a == found->second ? pair.b : pair.a);
        } else {
            for (const auto &[id, other] : objects_)
                if (query.collide(object->body(), object->pose(), other->body(), scene_.pose(id)))
                    met.push_back(id);
        }
        for (const std::uint32_t id : met) {
            const auto other = objects_.find(id);
            if (other != objects_.end() && callback(object, other->second, data)) return;
        }
    }
    /// The least distance of any two, 0 where some meet; infinite for fewer than two.
    double distance() const {
        if (size() < 2) return std::numeric_limits<double>::infinity();
        Query query;
        return scene_.distance(query).upper;
    }

private:
    Scene scene_;
    std::uint64_t next_ = 0;
    /// In the order in which they were registered.
    std::map<std::uint32_t, CollisionObject *> objects_;
    std::unordered_map<CollisionObject *, std::uint32_t> ids_;
};

} // namespace obbtree::fcl

#endif
