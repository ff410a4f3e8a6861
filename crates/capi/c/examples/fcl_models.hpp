// Bodies of obbtree as models of FCL, to ask both about the same triangles.
#ifndef FCL_MODELS_HPP
#define FCL_MODELS_HPP
#include <memory>
#include <vector>

#include <fcl/fcl.h>

#include <obbtree.hpp>

using FclModel = fcl::BVHModel<fcl::OBBRSSd>;

inline std::shared_ptr<FclModel> fcl_model_of(const obbtree::Body &body) {
    const double *v;
    const std::uint32_t *t;
    std::size_t n, m;
    obbtree::check(obbtree_collider_vertices(body.get(), &v, &n));
    obbtree::check(obbtree_collider_triangles(body.get(), &t, &m));
    std::vector<fcl::Vector3d> vertices;
    std::vector<fcl::Triangle> triangles;
    for (std::size_t k = 0; k < n; ++k) vertices.emplace_back(v[3 * k], v[3 * k + 1], v[3 * k + 2]);
    for (std::size_t k = 0; k < m; ++k) triangles.emplace_back(t[3 * k], t[3 * k + 1], t[3 * k + 2]);
    auto model = std::make_shared<FclModel>();
    model->beginModel(static_cast<int>(m), static_cast<int>(n));
    model->addSubModel(vertices, triangles);
    model->endModel();
    return model;
}
#endif
