// When a part on its way from one pose to another first meets a resting one, padding included.
#ifndef OBBTREE_MOVEIT_MOTION_HPP
#define OBBTREE_MOVEIT_MOTION_HPP

#include "pair.hpp"

namespace obbtree::moveit {

/// The time of the first contact; nothing if the motion, a screw, is proven free of any, at all
/// times. A motion that grazes so closely that nothing is
/// proven counts as one with a contact.
class FirstContact {
public:
    FirstContact(const Collider &moving, const Motion &motion, const PlacedPart &fixed,
                 double tolerance)
        : moving_(moving), motion_(motion), fixed_(fixed), tolerance_(tolerance) {}

    std::optional<double> time() {
        if (!(tolerance_ > 0)) {
            const obbtree_sweep found =
                query().sweep(moving_, motion_, fixed_.collider, Motion::rest(fixed_.pose));
            if (found.outcome == OBBTREE_SWEEP_OUTCOME_FREE) return std::nullopt;
            return found.first_contact;
        }
        return within(0, 1);
    }

private:
    static constexpr double SHORTEST = 1e-4; // of the motion

    /// In (from, to): by the distance in the middle against how far the part moves meanwhile.
    std::optional<double> within(double from, double to) {
        const double middle = (from + to) / 2;
        const Pose at = motion_.at(middle);
        const obbtree_distance_found apart =
            query().distance(moving_, at, fixed_.collider, fixed_.pose);
        if (apart.lower > tolerance_ + reach(from, at, to)) return std::nullopt;
        if (to - from <= SHORTEST) return middle;
        const std::optional<double> earlier = within(from, middle);
        return earlier ? earlier : within(middle, to);
    }
    /// How far any point of the part is at most from its place in the middle of an interval. On a
    /// screw of at most half a turn the way from there grows with time, and at one time it is a
    /// convex function of the point: so it is longest at an end, at a corner of the part's box.
    double reach(double from, const Pose &middle, double to) const {
        const std::array<double, 6> box = moving_.bounds(Pose());
        double most = 0;
        for (const double end : {from, to}) {
            const Pose there = motion_.at(end);
            for (int corner = 0; corner < 8; ++corner) {
                Eigen::Vector3d way;
                for (int row = 0; row < 3; ++row) {
                    way[row] = there.rows[4 * row + 3] - middle.rows[4 * row + 3];
                    for (int k = 0; k < 3; ++k)
                        way[row] += (there.rows[4 * row + k] - middle.rows[4 * row + k]) *
                                    box[corner >> k & 1 ? k + 3 : k];
                }
                most = std::max(most, way.norm());
            }
        }
        return most * (1 + 1e-9) + 1e-12; // rounding
    }

    const Collider &moving_;
    const Motion &motion_;
    const PlacedPart &fixed_;
    double tolerance_;
};

} // namespace obbtree::moveit

#endif
