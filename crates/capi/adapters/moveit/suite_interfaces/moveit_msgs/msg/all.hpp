// A thin copy, written for obbtree's tests, of the messages of MoveIt's collision interfaces.
#pragma once
#include <string>
#include <vector>
namespace moveit_msgs::msg {
struct LinkPadding {
    std::string link_name;
    double padding;
};
struct LinkScale {
    std::string link_name;
    double scale;
};
struct AllowedCollisionEntry {
    std::vector<unsigned char> enabled;
};
struct AllowedCollisionMatrix {
    std::vector<std::string> entry_names, default_entry_names;
    std::vector<AllowedCollisionEntry> entry_values;
    std::vector<unsigned char> default_entry_values;
};
} // namespace moveit_msgs::msg
