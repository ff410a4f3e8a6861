// A thin copy, written for obbtree's tests, of MoveIt's matrix of allowed collisions.
#pragma once
#include <optional>

#include "collision_common.hpp"

namespace collision_detection {
namespace AllowedCollision {
enum Type { NEVER, ALWAYS, CONDITIONAL };
}
using DecideContactFn = std::function<bool(Contact &)>;

class AllowedCollisionMatrix {
public:
    AllowedCollisionMatrix() = default;
    explicit AllowedCollisionMatrix(const srdf::Model &model) {
        for (const auto &pair : model.getDisabledCollisionPairs())
            setEntry(pair.link1_, pair.link2_, true);
    }
    void setEntry(const std::string &a, const std::string &b, bool allowed) {
        set(a, b, {allowed ? AllowedCollision::ALWAYS : AllowedCollision::NEVER, nullptr});
    }
    void setEntry(const std::string &a, const std::string &b, DecideContactFn &decide) {
        set(a, b, {AllowedCollision::CONDITIONAL, decide});
    }
    void setDefaultEntry(const std::string &name, bool allowed) { defaults_[name] = allowed; }
    bool getAllowedCollision(const std::string &a, const std::string &b,
                             AllowedCollision::Type &type) const {
        if (const auto entry = get(a, b)) return type = entry->type, true;
        const auto one = defaults_.find(a), other = defaults_.find(b);
        if (one == defaults_.end() && other == defaults_.end()) return false;
        const bool allowed =
            (one == defaults_.end() || one->second) && (other == defaults_.end() || other->second);
        type = allowed ? AllowedCollision::ALWAYS : AllowedCollision::NEVER;
        return true;
    }
    bool getAllowedCollision(const std::string &a, const std::string &b,
                             DecideContactFn &decide) const {
        const auto entry = get(a, b);
        if (!entry || !entry->decide) return false;
        return decide = entry->decide, true;
    }

private:
    struct Entry {
        AllowedCollision::Type type;
        DecideContactFn decide;
    };
    void set(const std::string &a, const std::string &b, const Entry &entry) {
        entries_[std::minmax(a, b)] = entry;
    }
    std::optional<Entry> get(const std::string &a, const std::string &b) const {
        const auto at = entries_.find(std::minmax(a, b));
        return at == entries_.end() ? std::nullopt : std::optional(at->second);
    }
    std::map<std::pair<std::string, std::string>, Entry> entries_;
    std::map<std::string, bool> defaults_;
};
} // namespace collision_detection
