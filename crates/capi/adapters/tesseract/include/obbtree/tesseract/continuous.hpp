// tesseract's ContinuousContactManager over obbtree.
//
// As in tesseract's Bullet managers, an active link counts as all that it passes from its first
// pose to its second, whenever; two active links meet if what they pass does. What a convex part
// passes is the convex hull of it at both poses. A turn is divided into steps of at most a quarter
// of a radian, the position going straight and the rotation evenly, and the hull of a step is
// widened by how far a point can be from its chord: so nothing on the way is missed. Meshes are
// swept triangle by triangle. A plane is solid behind, and passes all that is behind it at any
// time. Where it turns it is taken in steps of at most a 32nd of a radian, and widened by how far
// it can be from the ends of a step meanwhile, where the other link is.
#ifndef OBBTREE_TESSERACT_CONTINUOUS_HPP
#define OBBTREE_TESSERACT_CONTINUOUS_HPP

#include <tesseract/collision/continuous_contact_manager.h>

#include "manager.hpp"

namespace obbtree::tesseract {

/// What a convex part passes in a part of its motion: all within a radius of a collider.
struct Swept {
    EIGEN_MAKE_ALIGNED_OPERATOR_NEW
    const LinkPart *part;
    Collider collider;
    Pose pose;
    double radius;
    std::array<double, 6> bounds;
    /// Its corners at the two ends, in the world; the link there; times of the whole motion. No
    /// corners of one at rest, and of a plane, which is taken at one time, twice.
    common::VectorVector3d corners[2];
    Eigen::Isometry3d link[2];
    double times[2];
    /// Of a plane that moves: how far its link turns (radians) and goes to the next time it is
    /// taken at.
    double turn = 0, way = 0;
    /// How far outside of its places at both ends of a step a turning plane can be meanwhile, where
    /// the other is: a point's height over it has a second derivative of at most turn^2 times its
    /// distance from the link's origin, and 2 turn times way.
    double radius_at(const Swept &other) const {
        if (!(turn > 0) || !std::isfinite(size(other.bounds))) return radius;
        double far = 0;
        for (int corner = 0; corner < 8; ++corner) {
            Eigen::Vector3d p;
            for (int k = 0; k < 3; ++k) p[k] = other.bounds[corner >> k & 1 ? k + 3 : k];
            far = std::max(far, (p - link[0].translation()).norm());
        }
        return radius + (turn * turn / 8 * (far + way) + turn / 4 * way) * (1 + 1e-9);
    }

private:
    static double size(const std::array<double, 6> &box) {
        double sum = 0;
        for (const double x : box) sum += std::abs(x);
        return sum;
    }
};
using SweptAll = std::vector<Swept, Eigen::aligned_allocator<Swept>>;

class ContinuousManager final : public Manager<collision::ContinuousContactManager> {
public:
    ContinuousManager() = default;
    ContinuousManager(const ContinuousManager &other) : Manager(other) {}
    std::string getName() const override { return "ObbtreeContinuousManager"; }
    /// A manager of its own for another thread; meshes and trees are shared.
    collision::ContinuousContactManager::UPtr clone() const override {
        return std::make_unique<ContinuousManager>(*this);
    }
    using Manager::setCollisionObjectsTransform;
    void setCollisionObjectsTransform(const LinkId &id, const Eigen::Isometry3d &pose1,
                                      const Eigen::Isometry3d &pose2) override {
        move(id, pose1, pose2);
    }
    void setCollisionObjectsTransform(const common::LinkIdTransformMap &pose1,
                                      const common::LinkIdTransformMap &pose2) override {
        if (pose1.size() != pose2.size())
            throw std::runtime_error("obbtree: as many first poses as second ones are needed");
        for (const auto &[id, from] : pose1) move(id, from, pose2.at(id));
    }
    void setCollisionObjectsTransform(const std::vector<LinkId> &ids,
                                      const common::VectorIsometry3d &pose1,
                                      const common::VectorIsometry3d &pose2) override {
        if (ids.size() != pose1.size() || ids.size() != pose2.size())
            throw std::runtime_error("obbtree: as many poses as links are needed");
        for (std::size_t k = 0; k < ids.size(); ++k) move(ids[k], pose1[k], pose2[k]);
    }

protected:
    std::array<double, 6> bounds(const Link &link) override {
        SweptAll &all = swept_[link.id];
        all.clear();
        for (const LinkPart &part : *link.parts) sweep(link, part, all);
        std::array<double, 6> box = empty_box();
        for (const Swept &swept : all) enclose(box, swept.bounds);
        return box;
    }
    void test(const Link &a, const Link &b, double margin, Collected &collected) override {
        // Of each two parts the deepest, or nearest, of all steps.
        for (const LinkPart &in_a : *a.parts)
            for (const LinkPart &in_b : *b.parts) {
                std::optional<collision::ContactResult> best;
                for (const Swept &sa : swept_[a.id])
                    for (const Swept &sb : swept_[b.id])
                        if (sa.part == &in_a && sb.part == &in_b) test(a, sa, b, sb, margin, best);
                if (best) collected.add(*best, margin);
                if (collected.is_done()) return;
            }
    }

private:
    static constexpr double STEP = 0.25, PLANE_STEP = 1.0 / 32; // radians

    static bool is_far(const Swept &a, const Swept &b, double margin) {
        for (int k = 0; k < 3; ++k)
            if (a.bounds[k] > b.bounds[k + 3] + margin || b.bounds[k] > a.bounds[k + 3] + margin)
                return true;
        return false;
    }
    void test(const Link &a, const Swept &sa, const Link &b, const Swept &sb, double margin,
              std::optional<collision::ContactResult> &best) {
        const double least = best ? std::min(best->distance, margin) : margin;
        if (is_far(sa, sb, std::max(least, 0.0))) return;
        const double radius_a = sa.radius_at(sb), radius_b = sb.radius_at(sa);
        const double radii = radius_a + radius_b;
        auto found = separation(query_, sa.collider, sa.pose, sb.collider, sb.pose, least + radii);
        if (!found) return;
        found->distance -= radii;
        if (found->distance > least || (best && !(found->distance < best->distance))) return;
        for (int k = 0; k < 3; ++k) {
            found->points[0][k] += radius_a * found->normal[k];
            found->points[1][k] -= radius_b * found->normal[k];
        }
        best = contact(a, *sa.part, b, *sb.part, *found);
        place(*best, 0, sa, a), place(*best, 1, sb, b);
    }
    /// When and where a point of what a link passes is a point of the link.
    static void place(collision::ContactResult &contact, int side, const Swept &swept,
                      const Link &link) {
        contact.cc_transform[side] = link.end;
        if (swept.corners[0].empty()) {
            if (swept.times[0] != swept.times[1]) return; // at rest
            set_time(contact, side, swept.times[0]);
            contact.nearest_points_local[side] =
                swept.link[0].inverse() * contact.nearest_points[side];
            return;
        }
        const Eigen::Vector3d outwards = side == 0 ? contact.normal : -contact.normal;
        Eigen::Vector3d farthest[2];
        double reach[2];
        for (int k = 0; k < 2; ++k)
            farthest[k] = middle_of_farthest(swept.corners[k], outwards, reach[k]);
        const Eigen::Vector3d &point = contact.nearest_points[side];
        const Eigen::Vector3d way = farthest[1] - farthest[0];
        const double flat = 1e-6 * (1 + way.norm());
        double part = 0;
        if (reach[1] - reach[0] > flat)
            part = 1;
        else if (std::abs(reach[1] - reach[0]) <= flat && way.squaredNorm() > 0) {
            const Eigen::Vector3d off = point - swept.part->radius * outwards - farthest[0];
            part = std::clamp(off.dot(way) / way.squaredNorm(), 0.0, 1.0);
        }
        set_time(contact, side, swept.times[0] + part * (swept.times[1] - swept.times[0]));
        // The point of the link that is there then, by the chord of its way.
        contact.nearest_points_local[side] = part == 1
                                                 ? swept.link[1].inverse() * point
                                                 : swept.link[0].inverse() * (point - part * way);
    }
    static void set_time(collision::ContactResult &contact, int side, double time) {
        using Type = collision::ContinuousCollisionType;
        contact.cc_time[side] = time;
        contact.cc_type[side] = time <= 0   ? Type::CCType_Time0
                                : time >= 1 ? Type::CCType_Time1
                                            : Type::CCType_Between;
    }
    static Eigen::Vector3d middle_of_farthest(const common::VectorVector3d &corners,
                                              const Eigen::Vector3d &direction, double &reach) {
        reach = -std::numeric_limits<double>::infinity();
        double size = 0;
        for (const Eigen::Vector3d &p : corners) {
            reach = std::max(reach, p.dot(direction));
            size = std::max(size, (p - corners[0]).norm());
        }
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        int count = 0;
        for (const Eigen::Vector3d &p : corners)
            if (p.dot(direction) >= reach - 1e-6 * size) sum += p, ++count;
        return sum / count;
    }

    void sweep(const Link &link, const LinkPart &part, SweptAll &all) {
        const bool fixed = link.pose.matrix() == link.end.matrix();
        if (!is_active(link) || fixed) {
            const Pose pose = from_eigen(link.pose * part.at);
            all.push_back({&part,
                           part.collider,
                           pose,
                           0,
                           part.collider.bounds(pose),
                           {},
                           {link.pose, link.end},
                           {0, 1}});
            return;
        }
        const Eigen::Quaterniond from(link.pose.linear()), to(link.end.linear());
        const double turn = from.angularDistance(to);
        const bool is_plane = part.core.empty();
        const int steps = std::max(1, int(std::ceil(turn / (is_plane ? PLANE_STEP : STEP))));
        const auto at = [&](int step) {
            if (step == 0 || step == steps) return step == 0 ? link.pose : link.end;
            const double t = double(step) / steps;
            Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
            pose.linear() = from.slerp(t, to).toRotationMatrix();
            pose.translation() = (1 - t) * link.pose.translation() + t * link.end.translation();
            return pose;
        };
        if (is_plane) {
            const double way = (link.end.translation() - link.pose.translation()).norm();
            for (int step = 0; step <= steps; ++step)
                add_plane(part, at(step), double(step) / steps, turn / steps, way / steps, all);
            return;
        }
        double reach = 0; // of a point of the part from the origin of the link
        for (const Eigen::Vector3d &p : part.core) reach = std::max(reach, (part.at * p).norm());
        const double off_chord = reach * (1 - std::cos(turn / steps / 2));
        for (int step = 0; step < steps; ++step) {
            const Eigen::Isometry3d ends[2] = {at(step), at(step + 1)};
            const double times[2] = {double(step) / steps, double(step + 1) / steps};
            if (part.triangles.empty()) {
                add(part, part.core, ends, times, off_chord, all);
            } else {
                for (const auto &[i, j, k] : part.triangles)
                    add(part, {part.core[i], part.core[j], part.core[k]}, ends, times, off_chord,
                        all);
            }
        }
    }
    static void add_plane(const LinkPart &part, const Eigen::Isometry3d &link, double time,
                          double turn, double way, SweptAll &all) {
        constexpr double INF = std::numeric_limits<double>::infinity();
        const Pose pose = from_eigen(link * part.at);
        std::array<double, 6> bounds = part.collider.bounds(pose);
        if (turn > 0) bounds = {-INF, -INF, -INF, INF, INF, INF};
        all.push_back(
            {&part, part.collider, pose, 0, bounds, {}, {link, link}, {time, time}, turn, way});
    }
    static void add(const LinkPart &part, const common::VectorVector3d &core,
                    const Eigen::Isometry3d (&ends)[2], const double (&times)[2], double off_chord,
                    SweptAll &all) {
        common::VectorVector3d corners[2];
        std::vector<Point> points;
        for (int k = 0; k < 2; ++k)
            for (const Eigen::Vector3d &p : core) {
                corners[k].push_back(ends[k] * (part.at * p));
                points.push_back(geometry_parts::point(corners[k].back()));
            }
        // A sphere's way has a shape of its own.
        const bool is_sphere = core.size() == 1 && points[0] != points[1];
        const double radius = part.radius + off_chord;
        const Shape shape = is_sphere          ? Shape::capsule(points[0], points[1], radius)
                            : core.size() == 1 ? Shape::sphere(points[0], radius)
                                               : Shape::hull(points);
        const double added = core.size() == 1 ? 0 : radius;
        std::array<double, 6> bounds = shape.bounds(Pose());
        for (int k = 0; k < 3; ++k) bounds[k] -= added, bounds[k + 3] += added;
        all.push_back({&part,
                       shape,
                       Pose(),
                       added,
                       bounds,
                       {corners[0], corners[1]},
                       {ends[0], ends[1]},
                       {times[0], times[1]}});
    }

    std::unordered_map<LinkId, SweptAll> swept_;
};

} // namespace obbtree::tesseract

#endif
