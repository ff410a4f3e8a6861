// A thin copy, written for obbtree's tests, of ROS's logging: it logs nothing.
#pragma once
#define RCL_STEADY_TIME 0
#define RCLCPP_ERROR(...) (void)0
#define RCLCPP_WARN(...) (void)0
#define RCLCPP_INFO(...) (void)0
#define RCLCPP_DEBUG(...) (void)0
#define RCLCPP_ERROR_STREAM(...) (void)0
namespace rclcpp {
struct Logger {};
struct Clock {
    explicit Clock(int = 0) {}
};
} // namespace rclcpp
