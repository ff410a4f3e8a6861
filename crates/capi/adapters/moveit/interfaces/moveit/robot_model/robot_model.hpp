// A thin copy, written for obbtree's tests, of MoveIt's robot: links with shapes, joints between
// them from a URDF (which urdfdom reads), and of an SRDF the allowed collisions and the groups that
// are chains.
#pragma once
#include <Eigen/Geometry>
#include <eigen_stl_containers/eigen_stl_vector_container.h>
#include <geometric_shapes/shapes.h>
#include <map>
#include <obbtree.hpp>
#include <regex>
#include <set>
#include <string>
#include <urdf_parser/urdf_parser.h>
#include <vector>

#include "../macros/class_forward.hpp"
#include "../transforms/transforms.hpp"

namespace srdf {
class Model {
public:
    struct CollisionPair {
        std::string link1_, link2_, reason_;
    };
    explicit Model(const std::string &text) {
        const std::regex pair("<disable_collisions[^>]*link1=\"([^\"]*)\"[^>]*link2=\"([^\"]*)\"");
        for (std::sregex_iterator at(text.begin(), text.end(), pair), end; at != end; ++at)
            disabled_.push_back({(*at)[1], (*at)[2], ""});
        const std::regex chain("<group[^>]*name=\"([^\"]*)\"[^>]*>\\s*<chain[^>]*base_link="
                               "\"([^\"]*)\"[^>]*tip_link=\"([^\"]*)\"");
        for (std::sregex_iterator at(text.begin(), text.end(), chain), end; at != end; ++at)
            chains_[(*at)[1]] = {(*at)[2], (*at)[3]};
    }
    const std::vector<CollisionPair> &getDisabledCollisionPairs() const { return disabled_; }
    const std::vector<CollisionPair> &getEnabledCollisionPairs() const { return enabled_; }
    const std::vector<std::string> &getNoDefaultCollisionLinks() const { return no_default_; }
    const std::map<std::string, std::pair<std::string, std::string>> &chains() const {
        return chains_;
    }

private:
    std::vector<CollisionPair> disabled_, enabled_;
    std::vector<std::string> no_default_;
    std::map<std::string, std::pair<std::string, std::string>> chains_;
};
using ModelConstSharedPtr = std::shared_ptr<const Model>;
} // namespace srdf

namespace moveit::core {
MOVEIT_CLASS_FORWARD(RobotModel);

inline Eigen::Isometry3d isometry(const urdf::Pose &pose) {
    Eigen::Isometry3d at = Eigen::Isometry3d::Identity();
    const urdf::Rotation &q = pose.rotation;
    at.linear() = Eigen::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
    at.translation() << pose.position.x, pose.position.y, pose.position.z;
    return at;
}

class LinkModel {
public:
    const std::string &getName() const { return name; }
    const std::vector<shapes::ShapeConstPtr> &getShapes() const { return shapes; }
    const EigenSTL::vector_Isometry3d &getCollisionOriginTransforms() const { return origins; }

    std::string name;
    std::vector<shapes::ShapeConstPtr> shapes;
    EigenSTL::vector_Isometry3d origins;
    urdf::LinkConstSharedPtr from;
    int number = 0;
};

class JointModelGroup {
public:
    const std::set<const LinkModel *> &getUpdatedLinkModelsSet() const { return updated; }
    std::set<const LinkModel *> updated;
};

class RobotModel {
public:
    /// Mesh files of `package://` are looked for below the folder.
    RobotModel(const std::string &urdf, const std::string &srdf, const std::string &folder)
        : urdf_(urdf::parseURDF(urdf)), srdf_(std::make_shared<srdf::Model>(srdf)) {
        add(urdf_->getRoot(), folder);
        for (const auto &[name, ends] : srdf_->chains()) {
            // What moves with any joint below the base, which of a chain is all of it.
            auto group = std::make_unique<JointModelGroup>();
            for (const auto &link : links_)
                if (link->name != ends.first && is_below(link->from, ends.first))
                    group->updated.insert(link.get());
            groups_[name] = std::move(group);
        }
    }
    const LinkModel *getLinkModel(const std::string &name) const {
        const auto at = by_name_.find(name);
        return at == by_name_.end() ? nullptr : at->second;
    }
    std::vector<std::string> getLinkModelNames() const {
        std::vector<std::string> names;
        for (const auto &link : links_) names.push_back(link->name);
        return names;
    }
    const std::vector<const LinkModel *> &getLinkModelsWithCollisionGeometry() const {
        return solid_;
    }
    bool hasJointModelGroup(const std::string &name) const { return groups_.count(name) > 0; }
    const JointModelGroup *getJointModelGroup(const std::string &name) const {
        return groups_.at(name).get();
    }
    const srdf::ModelConstSharedPtr &getSRDF() const { return srdf_; }
    const std::vector<std::unique_ptr<LinkModel>> &links() const { return links_; }

private:
    static shapes::ShapeConstPtr shape(const urdf::Geometry &geometry, const std::string &folder) {
        if (geometry.type == urdf::Geometry::SPHERE)
            return std::make_shared<shapes::Sphere>(
                static_cast<const urdf::Sphere &>(geometry).radius);
        if (geometry.type == urdf::Geometry::BOX) {
            const urdf::Vector3 &dim = static_cast<const urdf::Box &>(geometry).dim;
            return std::make_shared<shapes::Box>(dim.x, dim.y, dim.z);
        }
        if (geometry.type == urdf::Geometry::CYLINDER) {
            const auto &round = static_cast<const urdf::Cylinder &>(geometry);
            return std::make_shared<shapes::Cylinder>(round.radius, round.length);
        }
        std::string path = static_cast<const urdf::Mesh &>(geometry).filename;
        if (path.rfind("package://", 0) == 0) path = folder + "/" + path.substr(10);
        const obbtree::Body body = obbtree::Body::read(path);
        const double *vertices = nullptr;
        const std::uint32_t *triangles = nullptr;
        std::size_t vertex_count = 0, triangle_count = 0;
        obbtree::check(obbtree_collider_vertices(body.get(), &vertices, &vertex_count));
        obbtree::check(obbtree_collider_triangles(body.get(), &triangles, &triangle_count));
        auto mesh =
            std::make_shared<shapes::Mesh>(unsigned(vertex_count), unsigned(triangle_count));
        std::copy_n(vertices, 3 * vertex_count, mesh->vertices);
        std::copy_n(triangles, 3 * triangle_count, mesh->triangles);
        return mesh;
    }
    void add(const urdf::LinkConstSharedPtr &from, const std::string &folder) {
        auto link = std::make_unique<LinkModel>();
        link->name = from->name, link->from = from, link->number = int(links_.size());
        for (const auto &collision : from->collision_array) {
            link->shapes.push_back(shape(*collision->geometry, folder));
            link->origins.push_back(isometry(collision->origin));
        }
        by_name_[link->name] = link.get();
        if (!link->shapes.empty()) solid_.push_back(link.get());
        links_.push_back(std::move(link));
        for (const auto &child : from->child_links) add(child, folder);
    }
    static bool is_below(urdf::LinkConstSharedPtr link, const std::string &base) {
        for (; link; link = link->getParent())
            if (link->name == base) return true;
        return false;
    }
    urdf::ModelInterfaceSharedPtr urdf_;
    srdf::ModelConstSharedPtr srdf_;
    std::vector<std::unique_ptr<LinkModel>> links_;
    std::map<std::string, const LinkModel *> by_name_;
    std::vector<const LinkModel *> solid_;
    std::map<std::string, std::unique_ptr<JointModelGroup>> groups_;
};
} // namespace moveit::core
