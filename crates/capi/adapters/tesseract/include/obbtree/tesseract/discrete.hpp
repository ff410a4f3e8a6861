// tesseract's DiscreteContactManager over obbtree.
//
// Whether two parts meet is exact; meshes are surfaces, other geometries solid. A contact's
// distance and points are those of obbtree::separation: certified where the parts are apart, or
// convex, or closed meshes. ALL and LIMITED give of two meshes that meet every pair of triangles
// that does, with the depth of these two, and of a mesh and a shape all points of their manifolds.
// Without calculate_penetration the distance of two that meet is 0. What is within the margin is
// told also without calculate_distance, as tesseract's managers do.
#ifndef OBBTREE_TESSERACT_DISCRETE_HPP
#define OBBTREE_TESSERACT_DISCRETE_HPP

#include <tesseract/collision/discrete_contact_manager.h>

#include "manager.hpp"

namespace obbtree::tesseract {

class DiscreteManager final : public Manager<collision::DiscreteContactManager> {
public:
    std::string getName() const override { return "ObbtreeDiscreteManager"; }
    /// A manager of its own for another thread; meshes and trees are shared.
    collision::DiscreteContactManager::UPtr clone() const override {
        return std::make_unique<DiscreteManager>(*this);
    }

protected:
    std::array<double, 6> bounds(const Link &link) override {
        std::array<double, 6> all = empty_box();
        for (const LinkPart &part : *link.parts)
            enclose(all, part.collider.bounds(from_eigen(link.pose * part.at)));
        return all;
    }
    void test(const Link &a, const Link &b, double margin, Collected &collected) override {
        for (const LinkPart &in_a : *a.parts)
            for (const LinkPart &in_b : *b.parts) {
                if (collected.is_done()) return;
                test(a, in_a, b, in_b, margin, collected);
            }
    }

private:
    void test(const Link &a, const LinkPart &in_a, const Link &b, const LinkPart &in_b,
              double margin, Collected &collected) {
        const collision::ContactRequest &request = collected.request();
        const Pose pose_a = from_eigen(a.pose * in_a.at), pose_b = from_eigen(b.pose * in_b.at);
        const auto add = [&](const Separation &found) {
            collected.add(contact(a, in_a, b, in_b, found), margin);
        };
        if (!request.calculate_penetration) {
            // Contacts are told, not measured.
            if (query_.collide(in_a.collider, pose_a, in_b.collider, pose_b)) {
                query_.limit(1);
                for (const obbtree_contact &c :
                     query_.contacts(in_a.collider, pose_a, in_b.collider, pose_b))
                    add(of_triangles(c, 0));
                query_.limit(SIZE_MAX);
                return;
            }
        }
        const bool mesh_a = in_a.collider.is_mesh(), mesh_b = in_b.collider.is_mesh();
        if (collected.wants_all() && mesh_a && mesh_b) {
            bool some = false;
            for (const obbtree_contact &c :
                 query_.contacts(in_a.collider, pose_a, in_b.collider, pose_b))
                add(of_triangles(c, c.local_depth)), some = true;
            if (some) return;
        }
        const auto found = separation(query_, in_a.collider, pose_a, in_b.collider, pose_b, margin);
        if (!found) return;
        add(*found);
        if (collected.wants_all() && mesh_a != mesh_b && !(found->distance > 0))
            for (const obbtree_manifold_point &p :
                 query_.manifolds(in_a.collider, pose_a, in_b.collider, pose_b))
                if (is_another(p, *found)) add(of_manifold(p, *found));
    }
    static Separation of_triangles(const obbtree_contact &c, double depth) {
        Separation found{-depth, {}, {}, {c.triangles[0], c.triangles[1]}};
        for (int k = 0; k < 3; ++k) {
            found.normal[k] = c.normal[k];
            for (std::uint32_t corner = 0; corner < c.count; ++corner)
                found.points[0][k] += c.points[corner][k] / c.count;
            found.points[1][k] = found.points[0][k] - depth * c.normal[k];
        }
        return found;
    }
    static bool is_another(const obbtree_manifold_point &p, const Separation &known) {
        const Eigen::Vector3d off = Eigen::Vector3d::Map(p.points[0]) -
                                    Eigen::Vector3d::Map(known.points[0].data());
        return off.norm() > 1e-9 * (1 + std::abs(known.distance));
    }
    static Separation of_manifold(const obbtree_manifold_point &p, const Separation &known) {
        Separation found{-p.depth, {}, {}, {known.triangles[0], known.triangles[1]}};
        for (int k = 0; k < 3; ++k) {
            found.normal[k] = p.normal[k];
            found.points[0][k] = p.points[0][k], found.points[1][k] = p.points[1][k];
        }
        return found;
    }
};

} // namespace obbtree::tesseract

#endif
