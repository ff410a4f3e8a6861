// A thin copy, written for obbtree's tests, of tesseract's containers.
#pragma once
#include <Eigen/Core>
#include <Eigen/Geometry>
#include <map>
#include <unordered_map>
#include <vector>

#include "types.h"

namespace tesseract::common {
template <typename T>
using AlignedVector = std::vector<T, Eigen::aligned_allocator<T>>;
template <typename Key, typename Value>
using AlignedUnorderedMap =
    std::unordered_map<Key, Value, std::hash<Key>, std::equal_to<Key>,
                       Eigen::aligned_allocator<std::pair<const Key, Value>>>;
using VectorIsometry3d = AlignedVector<Eigen::Isometry3d>;
using VectorVector3d = std::vector<Eigen::Vector3d>;
using VectorVector4d = AlignedVector<Eigen::Vector4d>;
using LinkIdTransformMap = AlignedUnorderedMap<LinkId, Eigen::Isometry3d>;
} // namespace tesseract::common
