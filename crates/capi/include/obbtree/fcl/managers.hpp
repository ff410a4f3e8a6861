// FCL's broad-phase managers, all of them one, and the callbacks that it ships.
#ifndef OBBTREE_FCL_MANAGERS_HPP
#define OBBTREE_FCL_MANAGERS_HPP

#include <map>
#include <unordered_map>

#include "../scene.hpp"
#include "motions.hpp"

namespace obbtree::fcl {

/// Called with two objects whose boxes meet; true ends the search.
template <typename S>
using CollisionCallBack = bool (*)(CollisionObject<S> *, CollisionObject<S> *, void *);
/// Called with two objects whose boxes are nearer than `dist`, which it may lower.
template <typename S>
using DistanceCallBack = bool (*)(CollisionObject<S> *, CollisionObject<S> *, void *, S &dist);

/// Objects by their boxes. An object is registered once, and unregistered before its end. Threads
/// may ask at once while none changes it. A callback may throw, and one of `collide` may change
/// the manager: an object that it unregisters is not called back with.
template <typename S>
class BroadPhaseCollisionManager {
public:
    using Object = CollisionObject<S>;
    virtual ~BroadPhaseCollisionManager() = default;

    virtual void registerObject(Object *object) {
        const auto found = numbers_.find(object);
        if (found != numbers_.end()) return put(found->second);
        if (next_ > 2 * size() + FEW) renumber();
        enter(object);
    }
    virtual void registerObjects(const std::vector<Object *> &objects) {
        for (Object *object : objects) registerObject(object);
    }
    /// One that is not registered stays so.
    virtual void unregisterObject(Object *object) {
        const auto found = numbers_.find(object);
        if (found == numbers_.end()) return;
        boxes_.remove(found->second);
        objects_.erase(found->second), numbers_.erase(found);
    }
    virtual void setup() { update(); }
    /// Of all objects; those whose boxes have not changed cost a look.
    virtual void update() {
        for (const auto &entry : objects_) put(entry.first);
    }
    /// Of an object that is registered.
    virtual void update(Object *object) {
        const auto found = numbers_.find(object);
        if (found == numbers_.end())
            OBBTREE_FAILED(OBBTREE_STATUS_BAD_ARGUMENT,
                           "the object is not registered with this manager");
        put(found->second);
    }
    virtual void update(const std::vector<Object *> &objects) {
        for (Object *object : objects) update(object);
    }
    virtual void clear() { boxes_ = BroadPhase(), objects_.clear(), numbers_.clear(), next_ = 0; }
    virtual bool empty() const { return objects_.empty(); }
    virtual std::size_t size() const { return objects_.size(); }
    /// In the order of their registration.
    virtual void getObjects(std::vector<Object *> &objects) const {
        objects.clear();
        for (const auto &entry : objects_) objects.push_back(entry.second.object);
    }
    std::vector<Object *> getObjects() const {
        std::vector<Object *> objects;
        getObjects(objects);
        return objects;
    }

    virtual void collide(void *data, CollisionCallBack<S> callback) const {
        Query of_boxes; // the callback may ask with the one of this thread
        std::vector<std::pair<Object *, Object *>> pairs;
        for (const Bodies &pair : boxes_.pairs(of_boxes))
            pairs.emplace_back(objects_.at(pair.a).object, objects_.at(pair.b).object);
        for (const auto &[a, b] : pairs)
            if (has(a) && has(b) && callback(a, b, data)) return;
    }
    /// An object against all that are registered; if it is, against itself too, as in FCL.
    virtual void collide(Object *object, void *data, CollisionCallBack<S> callback) const {
        Query of_boxes;
        collide_one(of_boxes, object, data, callback);
    }
    virtual void collide(BroadPhaseCollisionManager *other, void *data,
                         CollisionCallBack<S> callback) const {
        if (other == this) return collide(data, callback);
        Query of_boxes;
        for (Object *object : getObjects())
            if (other->collide_one(of_boxes, object, data, callback, true)) return;
    }

    /// The pairs of the nearest boxes first.
    virtual void distance(void *data, DistanceCallBack<S> callback) const {
        S least = std::numeric_limits<S>::max();
        boxes_.nearest_first([&](std::uint32_t a, std::uint32_t b, double) {
            const bool ends =
                callback(objects_.at(a).object, objects_.at(b).object, data, least);
            return ends || !(least > 0) ? -1.0 : double(least);
        });
    }
    virtual void distance(Object *object, void *data, DistanceCallBack<S> callback) const {
        S least = std::numeric_limits<S>::max();
        distance_one(object, data, callback, least, false);
    }
    virtual void distance(BroadPhaseCollisionManager *other, void *data,
                          DistanceCallBack<S> callback) const {
        if (other == this) return distance(data, callback);
        S least = std::numeric_limits<S>::max();
        for (Object *object : getObjects())
            if (other->distance_one(object, data, callback, least, true)) return;
    }

protected:
    BroadPhaseCollisionManager() = default;

private:
    using Bounds = std::array<double, 6>;
    /// An object, and its box at its last update.
    struct Registered {
        Object *object;
        Bounds bounds;
    };
    static constexpr std::size_t FEW = 64;

    bool has(Object *object) const { return numbers_.count(object) != 0; }
    static Bounds bounds_of(const Object *object) {
        const AABB<S> &box = object->getAABB();
        return {double(box.min_[0]), double(box.min_[1]), double(box.min_[2]),
                double(box.max_[0]), double(box.max_[1]), double(box.max_[2])};
    }
    void enter(Object *object) {
        const Bounds bounds = bounds_of(object);
        boxes_.set(next_, bounds);
        objects_.emplace(next_, Registered{object, bounds});
        numbers_[object] = next_++;
    }
    void put(std::uint32_t number) {
        Registered &known = objects_.at(number);
        const Bounds bounds = bounds_of(known.object);
        if (bounds == known.bounds) return;
        boxes_.set(number, bounds);
        known.bounds = bounds;
    }
    /// Gives the objects numbers without gaps, in the same order: the memory is that of those that
    /// are registered.
    void renumber() {
        const std::vector<Object *> objects = getObjects();
        BroadPhaseCollisionManager::clear();
        for (Object *object : objects) enter(object);
    }
    /// `first`: the object is the callback's first.
    bool collide_one(Query &of_boxes, Object *object, void *data, CollisionCallBack<S> callback,
                     bool first = false) const {
        std::vector<Object *> others;
        for (const std::uint32_t number : boxes_.meeting(of_boxes, bounds_of(object)))
            others.push_back(objects_.at(number).object);
        for (Object *other : others)
            if (has(other) &&
                (first ? callback(object, other, data) : callback(other, object, data)))
                return true;
        return false;
    }
    bool distance_one(Object *object, void *data, DistanceCallBack<S> callback, S &least,
                      bool first) const {
        const Bounds own = bounds_of(object);
        std::vector<std::pair<double, Object *>> waiting;
        for (const auto &entry : objects_) {
            const Bounds &other = entry.second.bounds;
            double square = 0;
            for (int k = 0; k < 3; ++k) {
                const double gap =
                    std::max({own[k] - other[k + 3], other[k] - own[k + 3], 0.0});
                square += gap * gap;
            }
            // Half an ulp for each of the seven operations, and the root is below the true gap.
            const double gap = std::sqrt(square) * (1 - 4 * constants<double>::eps());
            if (gap < double(least)) waiting.emplace_back(gap, entry.second.object);
        }
        const auto farther = [](const auto &a, const auto &b) { return a.first > b.first; };
        std::make_heap(waiting.begin(), waiting.end(), farther);
        while (!waiting.empty() && waiting.front().first < double(least)) {
            Object *other = waiting.front().second;
            std::pop_heap(waiting.begin(), waiting.end(), farther);
            waiting.pop_back();
            if (first ? callback(object, other, data, least)
                      : callback(other, object, data, least))
                return true;
        }
        return false;
    }

    BroadPhase boxes_;
    std::uint32_t next_ = 0;
    /// By their numbers, which are those of their registration.
    std::map<std::uint32_t, Registered> objects_;
    std::unordered_map<Object *, std::uint32_t> numbers_;
};
using BroadPhaseCollisionManagerf = BroadPhaseCollisionManager<float>;
using BroadPhaseCollisionManagerd = BroadPhaseCollisionManager<double>;

/// FCL's parameters of its tree are taken and not looked at.
template <typename S>
class DynamicAABBTreeCollisionManager : public BroadPhaseCollisionManager<S> {
public:
    int max_tree_nonbalanced_level = 10, tree_incremental_balance_pass = 10;
    int tree_topdown_balance_threshold = 2, tree_topdown_level = 0, tree_init_level = 0;
    bool octree_as_geometry_collide = true, octree_as_geometry_distance = false;
};
template <typename S>
class DynamicAABBTreeCollisionManager_Array : public DynamicAABBTreeCollisionManager<S> {};
template <typename S>
class NaiveCollisionManager : public BroadPhaseCollisionManager<S> {};
template <typename S>
class SaPCollisionManager : public BroadPhaseCollisionManager<S> {};
template <typename S>
class SSaPCollisionManager : public BroadPhaseCollisionManager<S> {};
template <typename S>
class IntervalTreeCollisionManager : public BroadPhaseCollisionManager<S> {};

namespace detail {
// Named in the arguments of the next; nothing is made of them.
template <typename S> struct SpatialHash;
template <typename Key, typename Data, typename HashFnc> class SimpleHashTable;
template <typename U, typename V> class unordered_map_hash_table;
template <typename Key, typename Data, typename HashFnc,
          template <typename, typename> class Table = unordered_map_hash_table>
class SparseHashTable;
} // namespace detail

/// The cells are taken and not looked at.
template <typename S, typename HashTable = void>
class SpatialHashingCollisionManager : public BroadPhaseCollisionManager<S> {
public:
    SpatialHashingCollisionManager(S /*cell*/, const Vector3<S> & /*low*/,
                                   const Vector3<S> & /*high*/, unsigned int = 1000) {}
    static void computeBound(std::vector<CollisionObject<S> *> &objects, Vector3<S> &low,
                             Vector3<S> &high) {
        AABB<S> bound;
        for (CollisionObject<S> *object : objects) bound += object->getAABB();
        low = bound.min_, high = bound.max_;
    }
};

using DynamicAABBTreeCollisionManagerf = DynamicAABBTreeCollisionManager<float>;
using DynamicAABBTreeCollisionManagerd = DynamicAABBTreeCollisionManager<double>;
using DynamicAABBTreeCollisionManager_Arrayf = DynamicAABBTreeCollisionManager_Array<float>;
using DynamicAABBTreeCollisionManager_Arrayd = DynamicAABBTreeCollisionManager_Array<double>;
using NaiveCollisionManagerf = NaiveCollisionManager<float>;
using NaiveCollisionManagerd = NaiveCollisionManager<double>;
using SaPCollisionManagerf = SaPCollisionManager<float>;
using SaPCollisionManagerd = SaPCollisionManager<double>;
using SSaPCollisionManagerf = SSaPCollisionManager<float>;
using SSaPCollisionManagerd = SSaPCollisionManager<double>;
using IntervalTreeCollisionManagerf = IntervalTreeCollisionManager<float>;
using IntervalTreeCollisionManagerd = IntervalTreeCollisionManager<double>;
template <typename... HashTable>
using SpatialHashingCollisionManagerf = SpatialHashingCollisionManager<float, HashTable...>;
template <typename... HashTable>
using SpatialHashingCollisionManagerd = SpatialHashingCollisionManager<double, HashTable...>;

template <typename S>
struct DefaultCollisionData {
    CollisionRequest<S> request;
    CollisionResult<S> result;
    bool done = false;
};
/// A callback that collects contacts, until there are as many as the request says.
template <typename S>
bool DefaultCollisionFunction(CollisionObject<S> *o1, CollisionObject<S> *o2, void *data) {
    auto &queried = *static_cast<DefaultCollisionData<S> *>(data);
    if (queried.done) return true;
    collide(o1, o2, queried.request, queried.result);
    return queried.done = queried.request.isSatisfied(queried.result);
}

template <typename S>
struct DefaultContinuousCollisionData {
    ContinuousCollisionRequest<S> request;
    ContinuousCollisionResult<S> result;
    bool done = false;
};
template <typename S>
bool DefaultContinuousCollisionFunction(ContinuousCollisionObject<S> *o1,
                                        ContinuousCollisionObject<S> *o2, void *data) {
    auto &queried = *static_cast<DefaultContinuousCollisionData<S> *>(data);
    if (!queried.done) collide(o1, o2, queried.request, queried.result);
    return queried.done;
}

template <typename S>
struct DefaultDistanceData {
    DistanceRequest<S> request;
    DistanceResult<S> result;
    bool done = false;
};
/// A callback that keeps the least distance; it ends at a pair that meets.
template <typename S>
bool DefaultDistanceFunction(CollisionObject<S> *o1, CollisionObject<S> *o2, void *data,
                             S &dist) {
    auto &queried = *static_cast<DefaultDistanceData<S> *>(data);
    if (!queried.done) distance(o1, o2, queried.request, queried.result);
    dist = queried.result.min_distance;
    return queried.done || dist <= 0;
}

} // namespace obbtree::fcl

#endif
