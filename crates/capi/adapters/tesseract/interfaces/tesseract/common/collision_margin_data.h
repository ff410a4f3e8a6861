// A thin copy, written for obbtree's tests, of tesseract's margins: a default, and one of a pair.
#pragma once
#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "allowed_collision_matrix.h"
#include "types.h"
#include "utils.h"

namespace tesseract::common {

enum class CollisionMarginPairOverrideType : std::uint8_t { NONE, REPLACE, MODIFY };

class CollisionMarginPairData {
public:
    void setCollisionMargin(const LinkId &a, const LinkId &b, double margin) {
        margins_[LinkIdPair(a, b)] = margin;
    }
    std::optional<double> getCollisionMargin(const LinkId &a, const LinkId &b) const {
        const auto at = margins_.find(LinkIdPair(a, b));
        return at == margins_.end() ? std::nullopt : std::optional(at->second);
    }
    std::optional<double> getMaxCollisionMargin() const {
        std::optional<double> most;
        for (const auto &[pair, margin] : margins_) most = std::max(most.value_or(margin), margin);
        return most;
    }
    std::optional<double> getMaxCollisionMargin(const LinkId &link) const {
        std::optional<double> most;
        for (const auto &[pair, margin] : margins_)
            if (pair.first() == link || pair.second() == link)
                most = std::max(most.value_or(margin), margin);
        return most;
    }
    const std::unordered_map<LinkIdPair, double> &getCollisionMargins() const { return margins_; }
    void incrementMargins(double by) {
        for (auto &entry : margins_) entry.second += by;
    }
    void scaleMargins(double by) {
        for (auto &entry : margins_) entry.second *= by;
    }
    bool empty() const { return margins_.empty(); }
    void clear() { margins_.clear(); }
    void apply(const CollisionMarginPairData &other, CollisionMarginPairOverrideType how) {
        if (how == CollisionMarginPairOverrideType::REPLACE) margins_ = other.margins_;
        if (how == CollisionMarginPairOverrideType::MODIFY)
            for (const auto &[pair, margin] : other.margins_) margins_[pair] = margin;
    }
    bool operator==(const CollisionMarginPairData &other) const {
        return margins_ == other.margins_;
    }
    bool operator!=(const CollisionMarginPairData &other) const { return !(*this == other); }

private:
    std::unordered_map<LinkIdPair, double> margins_;
};

class CollisionMarginData {
public:
    CollisionMarginData(double margin = 0) : margin_(margin) {}
    CollisionMarginData(double margin, CollisionMarginPairData pairs)
        : margin_(margin), pairs_(std::move(pairs)) {}
    CollisionMarginData(CollisionMarginPairData pairs) : pairs_(std::move(pairs)) {}
    void setDefaultCollisionMargin(double margin) { margin_ = margin; }
    double getDefaultCollisionMargin() const { return margin_; }
    void setCollisionMargin(const LinkId &a, const LinkId &b, double margin) {
        pairs_.setCollisionMargin(a, b, margin);
    }
    double getCollisionMargin(const LinkId &a, const LinkId &b) const {
        return pairs_.getCollisionMargin(a, b).value_or(margin_);
    }
    const CollisionMarginPairData &getCollisionMarginPairData() const { return pairs_; }
    double getMaxCollisionMargin() const {
        return std::max(margin_, pairs_.getMaxCollisionMargin().value_or(margin_));
    }
    double getMaxCollisionMargin(const LinkId &link) const {
        return std::max(margin_, pairs_.getMaxCollisionMargin(link).value_or(margin_));
    }
    void incrementMargins(double by) { margin_ += by, pairs_.incrementMargins(by); }
    void scaleMargins(double by) { margin_ *= by, pairs_.scaleMargins(by); }
    void apply(const CollisionMarginPairData &pairs, CollisionMarginPairOverrideType how) {
        pairs_.apply(pairs, how);
    }
    bool operator==(const CollisionMarginData &other) const {
        return margin_ == other.margin_ && pairs_ == other.pairs_;
    }
    bool operator!=(const CollisionMarginData &other) const { return !(*this == other); }

private:
    double margin_ = 0;
    CollisionMarginPairData pairs_;
};

} // namespace tesseract::common
