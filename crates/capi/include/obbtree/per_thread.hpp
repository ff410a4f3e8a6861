// One value of a kind for each thread and owner, without a lock: a checker for every thread that
// asks a shared world.
#ifndef OBBTREE_PER_THREAD_HPP
#define OBBTREE_PER_THREAD_HPP

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace obbtree {

/// Makes a T for each thread that asks, and drops it after the owner is gone: when the thread
/// next makes another, or ends.
template <typename T>
class PerThread {
public:
    PerThread() = default;
    PerThread(const PerThread &) = delete;
    PerThread &operator=(const PerThread &) = delete;

    /// The T of this thread; `make()` gives the first one.
    template <typename Make>
    T &get(Make &&make) const {
        thread_local std::vector<Entry> entries;
        // An entry keeps the memory of its owner's mark, so that no later mark has the same
        // address.
        for (Entry &entry : entries)
            if (entry.owner == mark_.get()) return *entry.value;
        const auto is_over = [](const Entry &entry) { return entry.mark.expired(); };
        entries.erase(std::remove_if(entries.begin(), entries.end(), is_over), entries.end());
        entries.push_back({mark_.get(), mark_, std::make_unique<T>(make())});
        return *entries.back().value;
    }

private:
    struct Mark {};
    struct Entry {
        const Mark *owner;
        std::weak_ptr<Mark> mark;
        std::unique_ptr<T> value;
    };
    std::shared_ptr<Mark> mark_ = std::make_shared<Mark>();
};

} // namespace obbtree

#endif
