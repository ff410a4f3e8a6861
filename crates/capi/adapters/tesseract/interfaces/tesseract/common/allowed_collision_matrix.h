// A thin copy, written for obbtree's tests, of tesseract's matrix of allowed collisions.
#pragma once
#include <string>
#include <unordered_map>

#include "types.h"

namespace tesseract::common {
class AllowedCollisionMatrix {
public:
    void addAllowedCollision(const LinkId &a, const LinkId &b, const std::string &reason) {
        entries_[LinkIdPair(a, b)] = reason;
    }
    const std::unordered_map<LinkIdPair, std::string> &getAllAllowedCollisions() const {
        return entries_;
    }
    bool isCollisionAllowed(const LinkIdPair &pair) const { return entries_.count(pair) > 0; }
    bool operator==(const AllowedCollisionMatrix &other) const {
        return entries_ == other.entries_;
    }

private:
    std::unordered_map<LinkIdPair, std::string> entries_;
};
} // namespace tesseract::common
