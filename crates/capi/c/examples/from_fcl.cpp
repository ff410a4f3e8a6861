// The same program for FCL and for obbtree, beside each other on the same bodies and poses: what changes for a
// user of fcl::collide and fcl::distance. Argument: the folder of models. Both must give the same answers.
#include <cmath>
#include <cstdio>
#include <memory>
#include <set>
#include <vector>

#include <fcl/fcl.h>

#include <obbtree/eigen.hpp>
#include <obbtree/fcl_shape.hpp>

namespace {

/// Before: FCL.
namespace with_fcl {
using Model = fcl::BVHModel<fcl::OBBRSSd>;
std::shared_ptr<Model> model(const obbtree::Body &body) {
    const double *v;
    const std::uint32_t *t;
    std::size_t n, m;
    obbtree::check(obbtree_body_vertices(body.get(), &v, &n));
    obbtree::check(obbtree_body_triangles(body.get(), &t, &m));
    auto model = std::make_shared<Model>();
    model->beginModel(static_cast<int>(m), static_cast<int>(n));
    std::vector<fcl::Vector3d> vertices;
    std::vector<fcl::Triangle> triangles;
    for (std::size_t k = 0; k < n; ++k) vertices.emplace_back(v[3 * k], v[3 * k + 1], v[3 * k + 2]);
    for (std::size_t k = 0; k < m; ++k) triangles.emplace_back(t[3 * k], t[3 * k + 1], t[3 * k + 2]);
    model->addSubModel(vertices, triangles);
    model->endModel();
    return model;
}
bool collide(const Model &o1, const fcl::Transform3d &t1, const Model &o2, const fcl::Transform3d &t2, std::size_t &n) {
    fcl::CollisionRequestd request(1000000, true);
    fcl::CollisionResultd result;
    fcl::collide(&o1, t1, &o2, t2, request, result);
    // FCL gives a pair of triangles more than one contact where it finds more than one point.
    std::set<std::pair<std::intptr_t, std::intptr_t>> pairs;
    for (std::size_t k = 0; k < result.numContacts(); ++k) pairs.emplace(result.getContact(k).b1, result.getContact(k).b2);
    n = pairs.size();
    return result.isCollision();
}
double distance(const Model &o1, const fcl::Transform3d &t1, const Model &o2, const fcl::Transform3d &t2) {
    fcl::DistanceRequestd request(true);
    fcl::DistanceResultd result;
    return fcl::distance(&o1, t1, &o2, t2, request, result);
}
} // namespace with_fcl

/// After: the same lines, `fcl::` is `obbtree::fcl::`, and the model is a body.
namespace with_obbtree {
using Model = obbtree::Body;
bool collide(const Model &o1, const fcl::Transform3d &t1, const Model &o2, const fcl::Transform3d &t2, std::size_t &n) {
    obbtree::fcl::CollisionRequest request(1000000, true);
    obbtree::fcl::CollisionResult result;
    obbtree::fcl::collide(o1, t1, o2, t2, request, result);
    n = result.numContacts();
    return result.isCollision();
}
double distance(const Model &o1, const fcl::Transform3d &t1, const Model &o2, const fcl::Transform3d &t2) {
    obbtree::fcl::DistanceRequest request(true);
    obbtree::fcl::DistanceResult result;
    return obbtree::fcl::distance(o1, t1, o2, t2, request, result);
}
} // namespace with_obbtree

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    const std::string folder = argv[1];
    const auto wheel = obbtree::Body::read(folder + "/wheel.stl"), pinion = obbtree::Body::read(folder + "/pinion.obj");
    const auto fcl_wheel = with_fcl::model(wheel), fcl_pinion = with_fcl::model(pinion);
    const fcl::Transform3d here = fcl::Transform3d::Identity();
    int colliding = 0, different = 0;
    const int poses = 60;
    for (int k = 0; k < poses; ++k) {
        fcl::Transform3d there = fcl::Transform3d::Identity();
        there.translate(fcl::Vector3d(35 + 0.4137 * k, 0.37, 0.213));
        there.rotate(fcl::AngleAxisd(0.1 * k, fcl::Vector3d(1, 2, 3).normalized()));
        std::size_t before, after;
        const bool met = with_fcl::collide(*fcl_wheel, here, *fcl_pinion, there, before);
        const bool meets = with_obbtree::collide(wheel, here, pinion, there, after);
        if (met != meets || before != after) {
            ++different;
            std::printf("pose %d: %zu contacts by FCL, %zu by obbtree\n", k, before, after);
        }
        colliding += met;
        if (!met) {
            const double was = with_fcl::distance(*fcl_wheel, here, *fcl_pinion, there);
            const double is = with_obbtree::distance(wheel, here, pinion, there);
            if (!(std::abs(was - is) < 1e-9)) {
                ++different;
                std::printf("pose %d: %.17g apart by FCL, %.17g by obbtree\n", k, was, is);
            }
        }
    }
    std::printf("%d poses, %d collide, %d answered differently\n", poses, colliding, different);
    return different != 0 || colliding == 0 || colliding == poses;
}
