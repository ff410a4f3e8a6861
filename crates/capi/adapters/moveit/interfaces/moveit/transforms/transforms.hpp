// A thin copy, written for obbtree's tests.
#pragma once
#include <Eigen/Geometry>
#include <map>
#include <string>

namespace moveit::core {
using FixedTransformsMap =
    std::map<std::string, Eigen::Isometry3d, std::less<std::string>,
             Eigen::aligned_allocator<std::pair<const std::string, Eigen::Isometry3d>>>;
}
