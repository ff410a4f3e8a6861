// One program of FCL's, compiled twice: with FCL, and with obbtree under FCL's names. Argument: the
// folder of models. Fails if the answers differ.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <fcl/fcl.h>

#include <obbtree/fcl.hpp>

namespace with_fcl {
namespace fcl = ::fcl;
#include "from_fcl_program.hpp"
} // namespace with_fcl

namespace with_obbtree {
namespace fcl = obbtree::fcl; // the one line that changes
#include "from_fcl_program.hpp"
} // namespace with_obbtree

namespace {

template <typename A, typename B>
bool differ(const char *what, const A &was, const B &is, double tolerance) {
    bool are_equal = was.size() == is.size();
    for (std::size_t k = 0; are_equal && k < was.size(); ++k)
        if (!(std::abs(double(was[k]) - double(is[k])) <= tolerance)) {
            std::printf("%s %zu: %.17g by FCL, %.17g by obbtree\n", what, k, double(was[k]), double(is[k]));
            are_equal = false;
        }
    std::printf("%zu %s: %s\n", is.size(), what, are_equal ? "the same" : "DIFFERENT");
    return !are_equal;
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    std::vector<Eigen::Vector3d> vertices[2];
    std::vector<std::array<std::size_t, 3>> triangles[2];
    for (int n = 0; n < 2; ++n) {
        const auto body = obbtree::Body::read(std::string(argv[1]) + (n == 0 ? "/wheel.stl" : "/pinion.obj"));
        const double *v;
        const std::uint32_t *t;
        std::size_t v_count, t_count;
        obbtree::check(obbtree_collider_vertices(body.get(), &v, &v_count));
        obbtree::check(obbtree_collider_triangles(body.get(), &t, &t_count));
        for (std::size_t k = 0; k < v_count; ++k) vertices[n].emplace_back(v[3 * k], v[3 * k + 1], v[3 * k + 2]);
        for (std::size_t k = 0; k < t_count; ++k) triangles[n].push_back({t[3 * k], t[3 * k + 1], t[3 * k + 2]});
    }
    const auto was = with_fcl::run(vertices, triangles);
    const auto is = with_obbtree::run(vertices, triangles);
    int different = 0;
    different += differ("poses", was.collides, is.collides, 0);
    different += differ("counts of triangles", was.pairs_of_triangles, is.pairs_of_triangles, 0);
    different += differ("distances", was.distances, is.distances, 1e-9);
    different += differ("depths", was.depths, is.depths, 1e-6);
    different += differ("times of contact", was.times, is.times, 2e-4);
    different += differ("least distance", std::array{was.least_distance}, std::array{is.least_distance}, 1e-5);
    const bool same_pairs = was.pairs_of_objects == is.pairs_of_objects;
    std::printf("%zu pairs of objects: %s\n", is.pairs_of_objects.size(), same_pairs ? "the same" : "DIFFERENT");
    return different > 0 || !same_pairs || is.pairs_of_objects.empty();
}
