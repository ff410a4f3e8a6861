// Poses of Eigen for obbtree: the numbers are used as they are.
#ifndef OBBTREE_EIGEN_HPP
#define OBBTREE_EIGEN_HPP

#include <Eigen/Geometry>

#include "../obbtree.hpp"

namespace obbtree {

template <int Mode>
Pose from_eigen(const Eigen::Transform<double, 3, Mode> &transform) {
    static_assert(Mode != Eigen::Projective, "a projection is no rigid motion");
    Pose pose;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column)
            pose.rows[4 * row + column] = transform(row, column);
    return pose;
}

inline Eigen::Isometry3d to_eigen(const obbtree_pose &pose) {
    Eigen::Isometry3d transform = Eigen::Isometry3d::Identity();
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column)
            transform(row, column) = pose.rows[4 * row + column];
    return transform;
}

/// The body of n x 3 vertices and m x 3 indices.
inline Body body_from_eigen(
    const Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor> &vertices,
    const Eigen::Matrix<std::uint32_t, Eigen::Dynamic, 3, Eigen::RowMajor> &triangles) {
    return Body(view(vertices.data(), vertices.rows()), view(triangles.data(), triangles.rows()));
}

} // namespace obbtree

#endif
