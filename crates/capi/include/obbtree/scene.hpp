// Scenes of many bodies for C++17, over obbtree.h. A Scene may be queried by any number of threads,
// each with a Query of its own, while none changes it; copies are scenes of their own that share
// meshes and trees.
#ifndef OBBTREE_SCENE_HPP
#define OBBTREE_SCENE_HPP

#include "../obbtree.hpp"

namespace obbtree {

/// The numbers of two bodies, the smaller one first; in the world of a robot that of a link.
struct Bodies {
    /// The smaller number; of a robot's world that of a link.
    std::uint32_t a;
    /// The other one.
    std::uint32_t b;
};

/// A collider of a body, and its place in the body's frame.
struct Part {
    /// A mesh, a shape, a point cloud or voxels, which the scene shares.
    Collider collider;
    /// Its place in the frame of the body.
    Pose offset;
};

/// Many placed bodies by name and number, and which pairs of them are checked.
class Scene {
public:
    Scene() {
        obbtree_scene *scene = nullptr;
        check(obbtree_scene_create(&scene));
        handle_.reset(scene);
    }
    /// A scene of its own with the same bodies under the same numbers.
    Scene(const Scene &other) {
        obbtree_scene *copy = nullptr;
        check(obbtree_scene_copy(other.get(), &copy));
        handle_.reset(copy);
    }
    /// As the copy.
    Scene &operator=(const Scene &other) { return *this = Scene(other); }
    /// What was moved from can only be assigned to, or destroyed.
    Scene(Scene &&) = default;
    /// As the move.
    Scene &operator=(Scene &&) = default;
    /// A JSON file, and the mesh files that it names.
    static Scene read(const std::string &path) {
        obbtree_scene *scene = nullptr;
        check(obbtree_scene_read(path.c_str(), &scene));
        return Scene(scene);
    }
    /// Of a JSON text; mesh files are looked for beside `path`.
    static Scene from_json(const std::string &text, const std::string &path) {
        obbtree_scene *scene = nullptr;
        check(obbtree_scene_from_json(text.c_str(), path.c_str(), &scene));
        return Scene(scene);
    }
    /// Into a JSON file; meshes that came from files are named, or all written with `embed`.
    void write(const std::string &path, bool embed = false) const {
        check(obbtree_scene_write(get(), path.c_str(), embed));
    }

    /// Gives its number.
    std::uint32_t add(const std::string &name, const Collider &collider, const Pose &pose) {
        return add(name, std::vector<Part>{{collider, Pose()}}, pose);
    }
    /// A body of several parts; gives its number. Names are unique.
    std::uint32_t add(const std::string &name, const std::vector<Part> &parts, const Pose &pose) {
        std::vector<obbtree_scene_part> all;
        for (const Part &part : parts) all.push_back({part.collider.get(), &part.offset});
        std::uint32_t id = 0;
        check(obbtree_scene_add(get(), name.c_str(), all.data(), all.size(), &pose, &id));
        return id;
    }
    /// Makes a body of other parts: a new frame of a sensor in place of the last one.
    void set_parts(std::uint32_t id, const std::vector<Part> &parts) {
        std::vector<obbtree_scene_part> all;
        for (const Part &part : parts) all.push_back({part.collider.get(), &part.offset});
        check(obbtree_scene_set_parts(get(), id, all.data(), all.size()));
    }
    /// Adds points to a part that is a point cloud, in place: PointCloud::insert says how. Throws
    /// for a body or part that is not there, and for a part that is no point cloud; so do the
    /// others. What shares the cloud stays as it is: colliders, copies of the scene, and checkers
    /// until Checker::set_world.
    template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
    void insert_points(std::uint32_t id, obbtree_array points, Number radius,
                       std::uint32_t part = 0) {
        check(obbtree_scene_insert_points(get(), id, part, points, double(radius), nullptr));
    }
    /// Of three coordinates a point.
    template <typename Number>
    void insert_points(std::uint32_t id, const std::vector<std::array<Number, 3>> &points,
                       double radius, std::uint32_t part = 0) {
        insert_points(id, view(points), radius, part);
    }
    /// Each with its own radius, of as many.
    void insert_points(std::uint32_t id, obbtree_array points, const double *radii,
                       std::uint32_t part = 0) {
        check(obbtree_scene_insert_points(get(), id, part, points, 0, radii));
    }
    /// Takes the points of some numbers out of a part that is a point cloud, in place, and says how
    /// many were there.
    std::size_t remove_points(std::uint32_t id, const std::vector<std::uint32_t> &numbers,
                              std::uint32_t part = 0) {
        std::size_t removed;
        check(obbtree_scene_remove_points(get(), id, part, numbers.data(), numbers.size(),
                                          &removed));
        return removed;
    }
    /// Makes cells of a part that is voxels occupied, or free, in place, and says how many were not
    /// so before: Voxels::set says how.
    std::size_t set_cells(std::uint32_t id, obbtree_array cells, bool occupied,
                          std::uint32_t part = 0) {
        std::size_t changed;
        check(obbtree_scene_set_cells(get(), id, part, cells, occupied, &changed));
        return changed;
    }
    /// Of three numbers a cell.
    std::size_t set_cells(std::uint32_t id, const std::vector<std::array<std::int32_t, 3>> &cells,
                          bool occupied, std::uint32_t part = 0) {
        return set_cells(id, view(cells), occupied, part);
    }
    /// What it carried stays where it is.
    void remove(std::uint32_t id) { check(obbtree_scene_remove(get(), id)); }
    /// The number of the body of a name; throws if there is none.
    std::uint32_t find(const std::string &name) const {
        std::uint32_t id = 0;
        check(obbtree_scene_find(get(), name.c_str(), &id));
        return id;
    }
    /// The name of a body.
    std::string name(std::uint32_t id) const {
        std::size_t length = 0;
        check(obbtree_scene_name(get(), id, nullptr, 0, &length));
        std::string name(length + 1, '\0');
        check(obbtree_scene_name(get(), id, name.data(), name.size(), &length));
        name.resize(length);
        return name;
    }
    /// The numbers of all bodies, ascending.
    std::vector<std::uint32_t> ids() const {
        std::size_t count = 0;
        check(obbtree_scene_ids(get(), nullptr, 0, &count));
        std::vector<std::uint32_t> ids(count);
        check(obbtree_scene_ids(get(), ids.data(), ids.size(), &count));
        return ids;
    }
    /// Moves a body, and what it carries.
    void set_pose(std::uint32_t id, const Pose &pose) {
        check(obbtree_scene_set_pose(get(), id, &pose));
    }
    /// All of them, or none if one cannot be used: as many poses as numbers.
    void set_poses(const std::vector<std::uint32_t> &ids, const std::vector<Pose> &poses) {
        if (ids.size() != poses.size())
            OBBTREE_FAILED(OBBTREE_STATUS_BAD_ARGUMENT, "as many poses as bodies are needed");
        check(obbtree_scene_set_poses(get(), ids.data(), poses.data(), ids.size()));
    }
    /// Where a body is.
    Pose pose(std::uint32_t id) const {
        Pose pose;
        check(obbtree_scene_pose(get(), id, &pose));
        return pose;
    }
    /// Takes a body out of all questions, or back into them.
    void set_enabled(std::uint32_t id, bool enabled) {
        check(obbtree_scene_set_enabled(get(), id, enabled));
    }
    /// The groups that it is in, and those that it is checked with: a bit each, all at first.
    void set_groups(std::uint32_t id, std::uint32_t member, std::uint32_t with) {
        check(obbtree_scene_set_groups(get(), id, member, with));
    }
    /// The parent carries it from now on, from where it is; the two are not checked.
    void attach(std::uint32_t id, std::uint32_t parent) {
        check(obbtree_scene_attach(get(), id, parent));
    }
    /// Nothing carries it from now on; it stays where it is.
    void detach(std::uint32_t id) { check(obbtree_scene_detach(get(), id)); }
    /// The body that carries it, if one does.
    std::optional<std::uint32_t> parent(std::uint32_t id) const {
        std::uint32_t parent = OBBTREE_NO_BODY;
        check(obbtree_scene_parent(get(), id, &parent));
        return parent != OBBTREE_NO_BODY ? std::optional(parent) : std::nullopt;
    }
    /// Names may get their bodies later; `false` needs two bodies, or a pair that is allowed.
    void allow(const std::string &a, const std::string &b, bool allowed = true) {
        check(obbtree_scene_allow(get(), a.c_str(), b.c_str(), allowed));
    }
    /// How much larger a body counts, on all sides.
    void set_padding(std::uint32_t id, double padding) {
        check(obbtree_scene_set_padding(get(), id, padding));
    }
    /// By how much it counts as larger.
    double padding(std::uint32_t id) const {
        double padding = 0;
        check(obbtree_scene_padding(get(), id, &padding));
        return padding;
    }
    /// The distance at which bodies count as colliding; 0 at first.
    void set_margin(double margin) { check(obbtree_scene_set_margin(get(), margin)); }
    /// A negative margin takes the pair's own away.
    void set_margin(const std::string &a, const std::string &b, double margin) {
        check(obbtree_scene_set_pair_margin(get(), a.c_str(), b.c_str(), margin));
    }

    /// Does any checked pair collide, or come within its margin?
    bool collides(Query &query) const {
        bool collides = false;
        check(obbtree_scene_collides(query.get(), get(), &collides));
        return collides;
    }
    /// Does one body? Throws for one that is not there, or not enabled.
    bool collides_with(Query &query, std::uint32_t id) const {
        bool collides = false;
        check(obbtree_scene_collides_with(query.get(), get(), id, &collides));
        return collides;
    }
    /// Valid until the query is queried again, as all views.
    View<Bodies> pairs(Query &query) const {
        const std::uint32_t *first = nullptr;
        std::size_t count = 0;
        check(obbtree_scene_pairs(query.get(), get(), &first, &count));
        return of_numbers(first, count);
    }
    /// Those of one body.
    View<Bodies> pairs_with(Query &query, std::uint32_t id) const {
        const std::uint32_t *first = nullptr;
        std::size_t count = 0;
        check(obbtree_scene_pairs_with(query.get(), get(), id, &first, &count));
        return of_numbers(first, count);
    }
    /// Where pairs meet, at most so many places of each; none of what is only within a margin.
    View<obbtree_scene_contact> contacts(Query &query, std::size_t of_each_pair) const {
        const obbtree_scene_contact *first = nullptr;
        std::size_t count = 0;
        check(obbtree_scene_contacts(query.get(), get(), of_each_pair, &first, &count));
        return {first, count};
    }
    /// Does nothing if some pair is checked, else throws with the reason.
    void require_pairs() const { check(obbtree_scene_require_pairs(get())); }
    /// Throws if no pair is checked.
    obbtree_scene_distance_found distance(Query &query) const {
        obbtree_scene_distance_found distance;
        check(obbtree_scene_distance(query.get(), get(), &distance));
        return distance;
    }
    /// The pairs that are at most so far apart.
    View<obbtree_scene_distance_found> clearances(Query &query, double threshold) const {
        const obbtree_scene_distance_found *first = nullptr;
        std::size_t count = 0;
        check(obbtree_scene_clearances(query.get(), get(), threshold, &first, &count));
        return {first, count};
    }
    /// When do bodies on their motions first meet others, or each other?
    obbtree_scene_sweep_found sweep(Query &query,
                                    const std::vector<std::pair<std::uint32_t, Motion>> &moves,
                                    const obbtree_sweep_options &options = {}) const {
        std::vector<std::uint32_t> ids;
        std::vector<const obbtree_motion *> motions;
        for (const auto &[id, motion] : moves) ids.push_back(id), motions.push_back(motion.get());
        obbtree_scene_sweep_found found;
        check(obbtree_scene_sweep(query.get(), get(), ids.data(), motions.data(), ids.size(),
                                  &options, &found));
        return found;
    }
    /// The handle for C's functions, as long as this is there.
    obbtree_scene *get() const { return handle_.get(); }

private:
    friend class Checker;
    explicit Scene(obbtree_scene *scene) : handle_(scene) {}
    static View<Bodies> of_numbers(const std::uint32_t *first, std::size_t count) {
        static_assert(sizeof(Bodies) == 2 * sizeof(std::uint32_t), "two numbers");
        return {reinterpret_cast<const Bodies *>(first), count};
    }
    struct Free {
        void operator()(obbtree_scene *scene) const { obbtree_scene_free(scene); }
    };
    std::unique_ptr<obbtree_scene, Free> handle_;
};

/// Boxes by number, of six numbers as Collider::bounds gives them, and which of them meet: the
/// broad phase of a scene, for programs that answer what comes after it themselves.
class BroadPhase {
public:
    BroadPhase() {
        obbtree_broad_phase *boxes = nullptr;
        check(obbtree_broad_phase_create(&boxes));
        handle_.reset(boxes);
    }
    /// Puts a box, or moves that of this number, which is below 2^31.
    void set(std::uint32_t number, const std::array<double, 6> &bounds) {
        check(obbtree_broad_phase_set(get(), number, bounds.data()));
    }
    /// Removes the box of a number, if there is one.
    void remove(std::uint32_t number) { check(obbtree_broad_phase_remove(get(), number)); }
    /// The numbers of the boxes that meet a given one, ascending.
    View<std::uint32_t> meeting(Query &query, const std::array<double, 6> &bounds) const {
        const std::uint32_t *first = nullptr;
        std::size_t count = 0;
        check(obbtree_broad_phase_near(query.get(), get(), bounds.data(), &first, &count));
        return {first, count};
    }
#ifndef near
    /// The same by C's name; not there where `near` is a macro, as of windows.h.
    View<std::uint32_t> near(Query &query, const std::array<double, 6> &bounds) const {
        return meeting(query, bounds);
    }
#endif
    /// The pairs of boxes that meet, ascending.
    View<Bodies> pairs(Query &query) const {
        const std::uint32_t *first = nullptr;
        std::size_t count = 0;
        check(obbtree_broad_phase_pairs(query.get(), get(), &first, &count));
        return {reinterpret_cast<const Bodies *>(first), count};
    }
    /// Calls limit = on_near(a, b, limit) with the pairs of boxes, the nearest first, as long as
    /// they are no farther apart than the limit, which is infinite at first; a negative one ends
    /// it. What it throws goes through.
    template <typename OnNear>
    void nearest_first(OnNear &&on_near) const {
        struct Call {
            std::remove_reference_t<OnNear> &on_near;
            Carried carried;
            static std::int32_t made(void *user, std::uint32_t a, std::uint32_t b, double,
                                     double *limit) {
                Call &call = *static_cast<Call *>(user);
                const auto queried = [&] { return *limit = call.on_near(a, b, *limit), 0; };
                return call.carried.guarded(queried, 1);
            }
        };
        Call call{on_near, {}};
        call.carried.check(obbtree_broad_phase_nearest_first(get(), Call::made, &call));
    }
    /// The handle for C's functions, as long as this is there.
    obbtree_broad_phase *get() const { return handle_.get(); }

private:
    struct Free {
        void operator()(obbtree_broad_phase *boxes) const { obbtree_broad_phase_free(boxes); }
    };
    std::unique_ptr<obbtree_broad_phase, Free> handle_;
};

} // namespace obbtree

#endif
