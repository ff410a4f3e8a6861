// A thin copy, written for obbtree's tests: the robot of the developers' data, from the folder that
// OBBTREE_PANDA names (that of panda_description). Its SRDF lets more pairs collide than that of
// MoveIt's test robot (link 5 with link 7, which are 22 mm apart), so the pairs are listed here.
#pragma once
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <moveit/robot_model/robot_model.hpp>

namespace moveit::core {
inline std::string text_of(const std::string &path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}
inline RobotModelPtr loadTestingRobotModel(const std::string &) {
    const std::string folder = std::getenv("OBBTREE_PANDA");
    const char *const allowed[][2] = {
        {"link0", "link1"},      {"link1", "link2"},     {"link2", "link3"},
        {"link3", "link4"},      {"link4", "link5"},     {"link5", "link6"},
        {"link6", "link7"},      {"link7", "hand"},      {"link6", "hand"},
        {"hand", "rightfinger"}, {"hand", "leftfinger"}, {"rightfinger", "leftfinger"}};
    std::string srdf;
    for (const auto &[a, b] : allowed)
        srdf += std::string("<disable_collisions link1=\"panda_") + a + "\" link2=\"panda_" + b +
                "\"/>";
    return std::make_shared<RobotModel>(text_of(folder + "/urdf/panda.urdf"), srdf,
                                        std::getenv("OBBTREE_PACKAGES"));
}
} // namespace moveit::core
