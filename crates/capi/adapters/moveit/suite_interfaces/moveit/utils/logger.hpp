// A thin copy, written for obbtree's tests: logs nothing.
#pragma once
#include <rclcpp/nothing.hpp>
namespace moveit {
inline rclcpp::Logger getLogger(const char *) { return {}; }
} // namespace moveit
