// tesseract's ContinuousContactManager over obbtree.
//
// As in tesseract's Bullet managers, an active link counts as all that it passes from its first
// pose to its second, whenever; two active links meet if what they pass does. What a convex part
// passes is the convex hull of it at both poses. A turn is divided into steps of at most a quarter
// of a radian, the position going straight and the rotation evenly, and the hull of a step is
// widened by how far a point can be from its chord: so nothing on the way is missed. Meshes are
// swept triangle by triangle.
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
    /// corners of one at rest.
    common::VectorVector3d corners[2];
    Eigen::Isometry3d link[2];
    double times[2];
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
    static constexpr double STEP = 0.25; // radians

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
        const double radii = sa.radius + sb.radius;
        auto found = separation(query_, sa.collider, sa.pose, sb.collider, sb.pose, least + radii);
        if (!found) return;
        found->distance -= radii;
        if (found->distance > least || (best && !(found->distance < best->distance))) return;
        for (int k = 0; k < 3; ++k) {
            found->points[0][k] += sa.radius * found->normal[k];
            found->points[1][k] -= sb.radius * found->normal[k];
        }
        best = contact(a, *sa.part, b, *sb.part, *found);
        place(*best, 0, sa, a), place(*best, 1, sb, b);
    }
    /// When and where a point of what a link passes is a point of the link.
    static void place(collision::ContactResult &contact, int side, const Swept &swept,
                      const Link &link) {
        using Type = collision::ContinuousCollisionType;
        contact.cc_transform[side] = link.end;
        if (swept.corners[0].empty()) return;
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
        contact.cc_time[side] = swept.times[0] + part * (swept.times[1] - swept.times[0]);
        contact.cc_type[side] = contact.cc_time[side] <= 0   ? Type::CCType_Time0
                                : contact.cc_time[side] >= 1 ? Type::CCType_Time1
                                                             : Type::CCType_Between;
        // The point of the link that is there then, by the chord of its way.
        contact.nearest_points_local[side] = part == 1
                                                 ? swept.link[1].inverse() * point
                                                 : swept.link[0].inverse() * (point - part * way);
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
        const bool fixed = link.pose.matrix() == link.end.matrix() || part.core.empty();
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
        const int steps = std::max(1, int(std::ceil(turn / STEP)));
        const auto at = [&](int step) {
            if (step == 0 || step == steps) return step == 0 ? link.pose : link.end;
            const double t = double(step) / steps;
            Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
            pose.linear() = from.slerp(t, to).toRotationMatrix();
            pose.translation() = (1 - t) * link.pose.translation() + t * link.end.translation();
            return pose;
        };
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
