// Robots for C++17, over obbtree.h. A Robot is immutable and shared by copies; a Checker belongs to one thread, and
// its copies to others.
#ifndef OBBTREE_ROBOT_HPP
#define OBBTREE_ROBOT_HPP

#include "../obbtree.hpp"

namespace obbtree {

/// The values of the joints, see obbtree_robot.
using Configuration = std::vector<double>;

/// Links and joints from URDF and SRDF.
class Robot {
public:
    /// `srdf` may be empty; `package://` names are looked for below the roots, then above the URDF.
    static Robot read(const std::string &urdf, const std::string &srdf = "", const std::vector<std::string> &roots = {}) {
        std::vector<const char *> folders;
        for (const std::string &root : roots) folders.push_back(root.c_str());
        obbtree_robot *robot = nullptr;
        check(obbtree_robot_read(urdf.c_str(), srdf.empty() ? nullptr : srdf.c_str(), folders.data(), folders.size(), &robot));
        return Robot(robot);
    }
    /// How many numbers a configuration has.
    std::size_t values() const { return size().values; }
    std::size_t links() const { return size().links; }
    std::string link_name(std::size_t link) const {
        const char *name = nullptr;
        check(obbtree_robot_link_name(get(), link, &name));
        return name;
    }
    /// Those that have values; their names live as long as the robot.
    std::vector<obbtree_joint> joints() const {
        std::vector<obbtree_joint> joints(size().joints);
        for (std::size_t k = 0; k < joints.size(); ++k) check(obbtree_robot_joint(get(), k, &joints[k]));
        return joints;
    }
    bool is_within_limits(const Configuration &q) const {
        bool is_within = false;
        check(obbtree_robot_is_within_limits(get(), q.data(), q.size(), &is_within));
        return is_within;
    }
    std::vector<Pose> link_poses(const Configuration &q) const {
        std::vector<Pose> poses(links());
        check(obbtree_robot_link_poses(get(), q.data(), q.size(), poses.data()));
        return poses;
    }
    const obbtree_robot *get() const { return handle_.get(); }

private:
    struct Size {
        std::size_t values, joints, links;
    };
    explicit Robot(obbtree_robot *robot)
        : handle_(robot, [](const obbtree_robot *held) { obbtree_robot_free(const_cast<obbtree_robot *>(held)); }) {}
    Size size() const {
        Size size;
        check(obbtree_robot_size(get(), &size.values, &size.joints, &size.links));
        return size;
    }
    std::shared_ptr<const obbtree_robot> handle_;
};

/// A thing that does not move, in the frame of the robot's root link.
struct Fixture {
    Collider collider;
    Pose pose;
};

/// A robot among obstacles, with the memory to answer in: one for each thread.
class Checker {
public:
    Checker(const Robot &robot, const std::vector<Fixture> &fixtures) {
        std::vector<obbtree_obstacle> obstacles;
        for (const Fixture &one : fixtures) obstacles.push_back({one.collider.get(), &one.pose});
        own(robot, obstacles);
    }
    Checker(const Robot &robot, const std::vector<obbtree_obstacle> &obstacles) { own(robot, obstacles); }
    /// For another thread, while this one is not in use.
    Checker(const Checker &other) {
        obbtree_checker *copy = nullptr;
        check(obbtree_checker_copy(other.get(), &copy));
        handle_.reset(copy);
    }
    Checker &operator=(const Checker &other) { return *this = Checker(other); }
    Checker(Checker &&) = default;
    Checker &operator=(Checker &&) = default;

    /// One for which limits of joints do not count: see obbtree_checker. For this one a configuration beyond them is not
    /// valid, and other questions about it throw.
    Checker ignoring_limits() const {
        obbtree_checker *checker = nullptr;
        check(obbtree_checker_ignoring_limits(get(), &checker));
        return Checker(checker);
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
    /// Valid until it is asked again.
    View<obbtree_link_pair> pairs(const Configuration &q) & {
        const obbtree_link_pair *first = nullptr;
        std::size_t count = 0;
        check(obbtree_checker_pairs(get(), q.data(), q.size(), &first, &count));
        return {first, count};
    }
    /// Nothing if no pair is checked.
    std::optional<obbtree_link_distance> distance(const Configuration &q) {
        obbtree_link_distance distance;
        bool found = false;
        check(obbtree_checker_distance(get(), q.data(), q.size(), &found, &distance));
        return found ? std::optional(distance) : std::nullopt;
    }
    /// Is the straight line of values proven free?
    bool is_motion_valid(const Configuration &from, const Configuration &to) {
        bool is_valid = false;
        check(obbtree_checker_is_motion_valid(get(), from.data(), same(from, to).data(), from.size(), &is_valid));
        return is_valid;
    }
    /// In `last_valid`, if it is given, the last configuration up to which the motion is free; untouched if all is.
    obbtree_robot_motion check_motion(const Configuration &from, const Configuration &to,
                                      const obbtree_motion_options &options = {}, Configuration *last_valid = nullptr) {
        obbtree_robot_motion motion;
        if (last_valid != nullptr) last_valid->resize(from.size());
        check(obbtree_checker_check_motion(get(), from.data(), same(from, to).data(), from.size(), &options, &motion,
                                           last_valid != nullptr ? last_valid->data() : nullptr));
        return motion;
    }
    /// Over all cores, in order, 0 or 1 each: `count` rows of as many values as the robot has.
    /// What the progress callback of the options throws ends the batch, and goes through.
    std::vector<std::uint8_t> are_valid(obbtree_array configurations, const obbtree_batch_options &options = {}) {
        std::vector<std::uint8_t> valid(configurations.count);
        WatchedBatch watched(options);
        watched.check(obbtree_checker_batch_is_valid(get(), configurations, watched.options(),
                                                     valid.data(), 0));
        return valid;
    }
    std::vector<obbtree_robot_motion> check_motions(obbtree_array from, obbtree_array to,
                                                    const obbtree_motion_options &motion_options = {},
                                                    const obbtree_batch_options &options = {}) {
        std::vector<obbtree_robot_motion> motions(from.count);
        WatchedBatch watched(options);
        watched.check(obbtree_checker_batch_motions(get(), from, to, &motion_options,
                                                    watched.options(), motions.data(), 0));
        return motions;
    }
    obbtree_checker *get() const { return handle_.get(); }

private:
    explicit Checker(obbtree_checker *checker) : handle_(checker) {}
    void own(const Robot &robot, const std::vector<obbtree_obstacle> &obstacles) {
        obbtree_checker *checker = nullptr;
        check(obbtree_checker_create(robot.get(), obstacles.data(), obstacles.size(), &checker));
        handle_.reset(checker);
    }
    /// The second of two configurations, which must have as many values as the first.
    static const Configuration &same(const Configuration &from, const Configuration &to) {
        if (from.size() != to.size()) OBBTREE_FAILED(OBBTREE_STATUS_BAD_ARGUMENT, "configurations of different sizes");
        return to;
    }
    struct Free {
        void operator()(obbtree_checker *checker) const { obbtree_checker_free(checker); }
    };
    std::unique_ptr<obbtree_checker, Free> handle_;
};

} // namespace obbtree

#endif
