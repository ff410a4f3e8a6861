// Scenes of many bodies for C++17, over obbtree.h. A Scene may be asked by any number of threads, each with a Query of
// its own, while none changes it; copies are scenes of their own that share meshes and trees.
#ifndef OBBTREE_SCENE_HPP
#define OBBTREE_SCENE_HPP

#include "../obbtree.hpp"

namespace obbtree {

/// The numbers of two bodies, the smaller one first.
struct Bodies {
    std::uint32_t a, b;
};

/// Many placed bodies by name and number, and which pairs of them are asked about.
class Scene {
public:
    Scene() {
        obbtree_scene *scene = nullptr;
        check(obbtree_scene_create(&scene));
        handle_.reset(scene);
    }
    Scene(const Scene &other) {
        obbtree_scene *copy = nullptr;
        check(obbtree_scene_copy(other.get(), &copy));
        handle_.reset(copy);
    }
    Scene &operator=(const Scene &other) { return *this = Scene(other); }
    Scene(Scene &&) = default;
    Scene &operator=(Scene &&) = default;
    /// A JSON file, and the mesh files that it names.
    static Scene read(const std::string &path) {
        obbtree_scene *scene = nullptr;
        check(obbtree_scene_read(path.c_str(), &scene));
        return Scene(scene);
    }
    void write(const std::string &path, bool embed = false) const { check(obbtree_scene_write(get(), path.c_str(), embed)); }

    std::uint32_t add(const std::string &name, const Body &body, const Pose &pose) {
        return add(name, {{body.get(), nullptr, nullptr}}, pose);
    }
    std::uint32_t add(const std::string &name, const Shape &shape, const Pose &pose) {
        return add(name, {{nullptr, shape.get(), nullptr}}, pose);
    }
    std::uint32_t add(const std::string &name, const std::vector<obbtree_scene_part> &parts, const Pose &pose) {
        std::uint32_t id = 0;
        check(obbtree_scene_add(get(), name.c_str(), parts.data(), parts.size(), &pose, &id));
        return id;
    }
    void remove(std::uint32_t id) { check(obbtree_scene_remove(get(), id)); }
    std::uint32_t find(const std::string &name) const {
        std::uint32_t id = 0;
        check(obbtree_scene_find(get(), name.c_str(), &id));
        return id;
    }
    std::string name(std::uint32_t id) const {
        std::size_t length = 0;
        check(obbtree_scene_name(get(), id, nullptr, 0, &length));
        std::string name(length + 1, '\0');
        check(obbtree_scene_name(get(), id, name.data(), name.size(), &length));
        name.resize(length);
        return name;
    }
    std::vector<std::uint32_t> ids() const {
        std::size_t count = 0;
        check(obbtree_scene_ids(get(), nullptr, 0, &count));
        std::vector<std::uint32_t> ids(count);
        check(obbtree_scene_ids(get(), ids.data(), ids.size(), &count));
        return ids;
    }
    void set_pose(std::uint32_t id, const Pose &pose) { check(obbtree_scene_set_pose(get(), id, &pose)); }
    Pose pose(std::uint32_t id) const {
        Pose pose;
        check(obbtree_scene_pose(get(), id, &pose));
        return pose;
    }
    void set_enabled(std::uint32_t id, bool enabled) { check(obbtree_scene_set_enabled(get(), id, enabled)); }
    void set_groups(std::uint32_t id, std::uint32_t member, std::uint32_t with) {
        check(obbtree_scene_set_groups(get(), id, member, with));
    }
    void attach(std::uint32_t id, std::uint32_t parent) { check(obbtree_scene_attach(get(), id, parent)); }
    void detach(std::uint32_t id) { check(obbtree_scene_detach(get(), id)); }
    /// Names may get their bodies later; `false` needs two bodies, or a pair that is allowed.
    void allow(const std::string &a, const std::string &b, bool allowed = true) {
        check(obbtree_scene_allow(get(), a.c_str(), b.c_str(), allowed));
    }
    void set_margin(double margin) { check(obbtree_scene_set_margin(get(), margin)); }
    /// A negative margin takes the pair's own away.
    void set_margin(const std::string &a, const std::string &b, double margin) {
        check(obbtree_scene_set_pair_margin(get(), a.c_str(), b.c_str(), margin));
    }

    bool collides(Query &query) const {
        bool collides = false;
        check(obbtree_scene_collides(query.get(), get(), &collides));
        return collides;
    }
    /// Valid until the query is asked again, as all views.
    View<Bodies> pairs(Query &query) const {
        const std::uint32_t *first = nullptr;
        std::size_t count = 0;
        check(obbtree_scene_pairs(query.get(), get(), &first, &count));
        return of_numbers(first, count);
    }
    View<Bodies> pairs_with(Query &query, std::uint32_t id) const {
        const std::uint32_t *first = nullptr;
        std::size_t count = 0;
        check(obbtree_scene_pairs_with(query.get(), get(), id, &first, &count));
        return of_numbers(first, count);
    }
    View<obbtree_scene_contact> contacts(Query &query, std::size_t of_each_pair) const {
        const obbtree_scene_contact *first = nullptr;
        std::size_t count = 0;
        check(obbtree_scene_contacts(query.get(), get(), of_each_pair, &first, &count));
        return {first, count};
    }
    /// Does nothing if some pair is asked about, else throws with the reason.
    void require_pairs() const { check(obbtree_scene_require_pairs(get())); }
    /// Throws if no pair is asked about.
    obbtree_scene_distance_found distance(Query &query) const {
        obbtree_scene_distance_found distance;
        bool found = false;
        check(obbtree_scene_distance(query.get(), get(), &found, &distance));
        return distance;
    }
    obbtree_scene_sweep_found sweep(Query &query, const std::vector<std::pair<std::uint32_t, Motion>> &moves,
                                    const obbtree_sweep_options &options = {}) const {
        std::vector<std::uint32_t> ids;
        std::vector<const obbtree_motion *> motions;
        for (const auto &[id, motion] : moves) ids.push_back(id), motions.push_back(motion.get());
        obbtree_scene_sweep_found found;
        check(obbtree_scene_sweep(query.get(), get(), ids.data(), motions.data(), ids.size(), &options, &found));
        return found;
    }
    obbtree_scene *get() const { return handle_.get(); }

private:
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

} // namespace obbtree

#endif
