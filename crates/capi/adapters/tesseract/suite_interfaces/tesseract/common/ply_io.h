// A thin copy, written for obbtree's tests: the two files that tesseract's contact tests read are
// made here, a box of 2 m and a sphere of ten meridians with its poles on z and a corner on y.
#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

namespace tesseract::common {
inline int make_box(std::vector<Eigen::Vector3d> &vertices, Eigen::VectorXi &faces) {
    vertices.clear();
    for (int k = 0; k < 8; ++k)
        vertices.emplace_back(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
    faces.resize(6 * 5);
    faces << 4, 0, 2, 3, 1, 4, 4, 5, 7, 6, 4, 0, 1, 5, 4, 4, 2, 6, 7, 3, 4, 0, 4, 6, 2, 4, 1, 3, 7,
        5;
    return 6;
}

inline int loadSimplePlyFile(const std::string &name, std::vector<Eigen::Vector3d> &vertices,
                             Eigen::VectorXi &faces, bool) {
    if (name.find("box") != std::string::npos) return make_box(vertices, faces);
    constexpr int AROUND = 10, RINGS = 9;
    constexpr double RADIUS = 0.25;
    vertices.clear();
    std::vector<int> all;
    const auto face = [&](int i, int j, int k) { all.insert(all.end(), {3, i, j, k}); };
    vertices.emplace_back(0, 0, -RADIUS);
    for (int ring = 1; ring <= RINGS; ++ring)
        for (int k = 0; k < AROUND; ++k) {
            const double up = M_PI * ring / (RINGS + 1), turn = M_PI / 2 + 2 * M_PI * k / AROUND;
            vertices.emplace_back(RADIUS * std::sin(up) * std::cos(turn),
                                  RADIUS * std::sin(up) * std::sin(turn), -RADIUS * std::cos(up));
        }
    vertices.emplace_back(0, 0, RADIUS);
    const int top = int(vertices.size()) - 1;
    for (int k = 0; k < AROUND; ++k) {
        const int next = (k + 1) % AROUND;
        face(0, 1 + next, 1 + k);
        for (int ring = 0; ring + 1 < RINGS; ++ring) {
            const int low = 1 + ring * AROUND, high = low + AROUND;
            face(low + k, low + next, high + next), face(low + k, high + next, high + k);
        }
        face(top - AROUND + k, top - AROUND + next, top);
    }
    faces = Eigen::Map<Eigen::VectorXi>(all.data(), Eigen::Index(all.size()));
    return int(all.size() / 4);
}
} // namespace tesseract::common
