// Robots for C++17, over obbtree.h. A Robot is immutable and shared by copies; a Checker, which
// is a robot in a Scene, belongs to one thread, and its copies to others.
#ifndef OBBTREE_ROBOT_HPP
#define OBBTREE_ROBOT_HPP

#include "scene.hpp"

namespace obbtree {

/// The values of the joints, see obbtree_robot.
using Configuration = std::vector<double>;

/// Links and joints from URDF and SRDF.
class Robot {
public:
    /// `srdf` may be empty; `package://` names are looked for below the roots, then above the URDF.
    static Robot read(const std::string &urdf, const std::string &srdf = "",
                      const std::vector<std::string> &roots = {}) {
        std::vector<const char *> folders;
        for (const std::string &root : roots) folders.push_back(root.c_str());
        obbtree_robot *robot = nullptr;
        check(obbtree_robot_read(urdf.c_str(), srdf.empty() ? nullptr : srdf.c_str(),
                                 folders.data(), folders.size(), &robot));
        return Robot(robot);
    }
    /// How many degrees of freedom it has, which are the numbers of a configuration.
    std::size_t dof() const { return size().dof; }
    /// How many links there are.
    std::size_t links() const { return size().links; }
    /// The name of a link, by its number from 0.
    std::string link_name(std::size_t link) const {
        const char *name = nullptr;
        check(obbtree_robot_link_name(get(), link, &name));
        return name;
    }
    /// Those that have values; their names live as long as the robot.
    std::vector<obbtree_joint> joints() const {
        std::vector<obbtree_joint> joints(size().joints);
        for (std::size_t k = 0; k < joints.size(); ++k)
            check(obbtree_robot_joint(get(), k, &joints[k]));
        return joints;
    }
    /// The joints of a group of the SRDF, by their places in joints().
    std::vector<std::uint32_t> group(const std::string &name) const {
        std::size_t count = 0;
        check(obbtree_robot_group(get(), name.c_str(), nullptr, 0, &count));
        std::vector<std::uint32_t> joints(count);
        check(obbtree_robot_group(get(), name.c_str(), joints.data(), count, &count));
        return joints;
    }
    /// Is every value finite, and within its joint's limits, themselves included?
    bool is_within_limits(const Configuration &q) const {
        bool is_within = false;
        check(obbtree_robot_is_within_limits(get(), q.data(), q.size(), &is_within));
        return is_within;
    }
    /// Where a configuration puts the links, in the frame of the root.
    std::vector<Pose> link_poses(const Configuration &q) const {
        std::vector<Pose> poses(links());
        check(obbtree_robot_link_poses(get(), q.data(), q.size(), poses.data()));
        return poses;
    }
    /// The handle for C's functions, as long as this is there.
    const obbtree_robot *get() const { return handle_.get(); }

private:
    struct Size {
        std::size_t dof, joints, links;
    };
    friend class Checker;
    explicit Robot(obbtree_robot *robot)
        : handle_(robot, [](const obbtree_robot *held) {
              obbtree_robot_free(const_cast<obbtree_robot *>(held));
          }) {}
    Size size() const {
        Size size;
        check(obbtree_robot_size(get(), &size.dof, &size.joints, &size.links));
        return size;
    }
    std::shared_ptr<const obbtree_robot> handle_;
};

/// A robot in its world, with the memory to answer in: one for each thread. The links are bodies of
/// the world; see obbtree_checker.
class Checker {
public:
    /// Among the bodies of a scene, which are in the frame of the robot's root link.
    explicit Checker(const Robot &robot, const Scene &world = Scene()) {
        obbtree_checker *checker = nullptr;
        check(obbtree_checker_create(robot.get(), world.get(), &checker));
        handle_.reset(checker);
    }
    /// For another thread, while this one is not in use.
    Checker(const Checker &other) {
        obbtree_checker *copy = nullptr;
        check(obbtree_checker_copy(other.get(), &copy));
        handle_.reset(copy);
    }
    /// As the copy.
    Checker &operator=(const Checker &other) { return *this = Checker(other); }
    /// What was moved from can only be assigned to, or destroyed.
    Checker(Checker &&) = default;
    /// As the move.
    Checker &operator=(Checker &&) = default;

    /// One for which limits of joints do not count: see obbtree_checker. For this one a
    /// configuration beyond them is not valid, and other questions about it throw.
    Checker ignoring_limits() const {
        obbtree_checker *checker = nullptr;
        check(obbtree_checker_ignoring_limits(get(), &checker));
        return Checker(checker);
    }
    /// One of which only some joints move, by their places in Robot::joints: configurations have
    /// the values of these alone, the others are held where a configuration of all has them.
    Checker for_group(const std::vector<std::uint32_t> &joints, const Configuration &held) const {
        obbtree_checker *checker = nullptr;
        check(obbtree_checker_for_group(get(), joints.data(), joints.size(), held.data(),
                                        held.size(), &checker));
        return Checker(checker);
    }
    /// Of for_group one of which only the group's joints have values.
    Robot robot() const {
        obbtree_robot *robot = nullptr;
        check(obbtree_checker_robot(get(), &robot));
        return Robot(robot);
    }

    /// A copy of the world, with the links as bodies: names, which pairs are checked.
    Scene world() const {
        obbtree_scene *world = nullptr;
        check(obbtree_checker_world(get(), &world));
        return Scene(world);
    }
    /// The same with the links, and what they carry, where a configuration puts them.
    Scene world_at(const Configuration &q) const {
        obbtree_scene *world = nullptr;
        check(obbtree_checker_world_at(get(), q.data(), q.size(), &world));
        return Scene(world);
    }
    /// The number of a link's body in the world.
    std::uint32_t link_body(std::size_t link) const {
        std::uint32_t body = 0;
        check(obbtree_checker_link_body(get(), link, &body));
        return body;
    }
    /// The number of the link that a body of the world is; OBBTREE_NO_LINK of other bodies.
    std::uint32_t link_of(std::uint32_t body) const {
        std::uint32_t link = 0;
        check(obbtree_checker_link_of(get(), body, &link));
        return link;
    }
    /// Another world; what was attached in the old one is gone.
    void set_world(const Scene &world) { check(obbtree_checker_set_world(get(), world.get())); }
    /// Changes the world: `work(Scene &)` adds, moves, removes, allows, sets margins and paddings.
    /// What it throws goes through, and nothing has changed.
    template <typename Work>
    void change(Work &&work) {
        Scene changed = world();
        work(changed);
        check(obbtree_checker_change(get(), changed.get()));
    }
    /// A link carries a body from now on, from where both are in a configuration. With the touch
    /// links the body may collide.
    void attach(const std::string &body, const std::string &link,
                const std::vector<std::string> &touch_links, const Configuration &q) {
        const std::vector<const char *> names = pointers(touch_links);
        check(obbtree_checker_attach(get(), body.c_str(), link.c_str(), names.data(), names.size(),
                                     q.data(), q.size()));
    }
    /// At a pose in the link's frame.
    void attach_at(const std::string &body, const std::string &link,
                   const std::vector<std::string> &touch_links, const Pose &pose) {
        const std::vector<const char *> names = pointers(touch_links);
        check(obbtree_checker_attach_at(get(), body.c_str(), link.c_str(), names.data(),
                                        names.size(), &pose));
    }
    /// It stays where a configuration has it.
    void detach(const std::string &body, const Configuration &q) {
        check(obbtree_checker_detach(get(), body.c_str(), q.data(), q.size()));
    }

    /// How many pairs of collision elements are checked; where none is, nothing collides.
    std::size_t pair_count() const {
        std::size_t count = 0;
        check(obbtree_checker_pair_count(get(), &count));
        return count;
    }
    /// Does nothing collide, within the limits?
    bool is_valid(const Configuration &q) {
        bool is_valid = false;
        check(obbtree_checker_is_valid(get(), q.data(), q.size(), &is_valid));
        return is_valid;
    }
    /// Valid until it is queried again.
    View<Bodies> pairs(const Configuration &q) & {
        const std::uint32_t *first = nullptr;
        std::size_t count = 0;
        check(obbtree_checker_pairs(get(), q.data(), q.size(), &first, &count));
        return Scene::of_numbers(first, count);
    }
    /// Nothing if no pair is checked.
    std::optional<obbtree_scene_distance_found> distance(const Configuration &q) {
        obbtree_scene_distance_found distance;
        bool found = false;
        check(obbtree_checker_distance(get(), q.data(), q.size(), &found, &distance));
        return found ? std::optional(distance) : std::nullopt;
    }
    /// The pairs that are at most so far apart, with their closest points.
    View<obbtree_scene_distance_found> distances_within(const Configuration &q, double threshold) & {
        const obbtree_scene_distance_found *first = nullptr;
        std::size_t count = 0;
        check(obbtree_checker_distances_within(get(), q.data(), q.size(), threshold, &first,
                                               &count));
        return {first, count};
    }
    /// Where the pairs that collide meet, at most so many places of each.
    View<obbtree_scene_contact> contacts(const Configuration &q, std::size_t of_each_pair) & {
        const obbtree_scene_contact *first = nullptr;
        std::size_t count = 0;
        check(obbtree_checker_contacts(get(), q.data(), q.size(), of_each_pair, &first, &count));
        return {first, count};
    }
    /// Is the straight line of values proven free?
    bool is_motion_valid(const Configuration &from, const Configuration &to) {
        bool is_valid = false;
        check(obbtree_checker_is_motion_valid(get(), from.data(), same(from, to).data(),
                                              from.size(), &is_valid));
        return is_valid;
    }
    /// Does that show quickly? *True* is proof, *false* says nothing: for planners.
    bool is_motion_clear(const Configuration &from, const Configuration &to) {
        bool is_clear = false;
        check(obbtree_checker_is_motion_clear(get(), from.data(), same(from, to).data(),
                                              from.size(), &is_clear));
        return is_clear;
    }
    /// When something collides first on the straight line of values. In `last_valid`, if it is
    /// given, the last configuration up to which the motion is free; untouched if all is.
    obbtree_scene_sweep_found sweep(const Configuration &from, const Configuration &to,
                                    const obbtree_sweep_options &options = {},
                                    Configuration *last_valid = nullptr) {
        obbtree_scene_sweep_found found;
        if (last_valid != nullptr) last_valid->resize(from.size());
        check(obbtree_checker_sweep(get(), from.data(), same(from, to).data(), from.size(),
                                    &options, &found,
                                    last_valid != nullptr ? last_valid->data() : nullptr));
        return found;
    }
    /// Over all cores, in order, 0 or 1 each: `count` rows of as many values as the robot has.
    /// What the progress callback of the options throws ends the batch, and goes through.
    std::vector<std::uint8_t> are_valid(obbtree_array configurations,
                                        const obbtree_batch_options &options = {}) {
        std::vector<std::uint8_t> valid(configurations.count);
        WatchedBatch watched(options);
        watched.check(obbtree_checker_batch_is_valid(get(), configurations, watched.options(),
                                                     valid.data(), 0));
        return valid;
    }
    /// When something collides first on each motion, from a row of values to the one beside it.
    std::vector<obbtree_scene_sweep_found> sweep_batch(
        obbtree_array from, obbtree_array to, const obbtree_sweep_options &sweep_options = {},
        const obbtree_batch_options &options = {}) {
        std::vector<obbtree_scene_sweep_found> found(from.count);
        WatchedBatch watched(options);
        watched.check(obbtree_checker_batch_sweep(get(), from, to, &sweep_options,
                                                  watched.options(), found.data(), 0));
        return found;
    }
    /// The handle for C's functions, as long as this is there.
    obbtree_checker *get() const { return handle_.get(); }

private:
    explicit Checker(obbtree_checker *checker) : handle_(checker) {}
    static std::vector<const char *> pointers(const std::vector<std::string> &names) {
        std::vector<const char *> pointers;
        for (const std::string &name : names) pointers.push_back(name.c_str());
        return pointers;
    }
    /// The second of two configurations, which must have as many values as the first.
    static const Configuration &same(const Configuration &from, const Configuration &to) {
        if (from.size() != to.size())
            OBBTREE_FAILED(OBBTREE_STATUS_BAD_ARGUMENT, "configurations of different sizes");
        return to;
    }
    struct Free {
        void operator()(obbtree_checker *checker) const { obbtree_checker_free(checker); }
    };
    std::unique_ptr<obbtree_checker, Free> handle_;
};

} // namespace obbtree

#endif
