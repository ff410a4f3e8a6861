// How long collision checks take in all threads of a planner.
#ifndef OBBTREE_EXAMPLES_TIMED_WORLD_HPP
#define OBBTREE_EXAMPLES_TIMED_WORLD_HPP

#include <atomic>
#include <chrono>
#include <memory>
#include <utility>

/// Sums the time of what it runs.
class Stopwatch {
public:
    template <typename Ask>
    auto time(Ask &&ask) const -> decltype(ask()) {
        const auto start = std::chrono::steady_clock::now();
        const auto answer = ask();
        const auto taken = std::chrono::steady_clock::now() - start;
        nanoseconds_ += std::chrono::duration_cast<std::chrono::nanoseconds>(taken).count();
        return answer;
    }
    double seconds() const { return 1e-9 * static_cast<double>(nanoseconds_); }

private:
    mutable std::atomic<long long> nanoseconds_{0};
};

/// A world that says how long it was queried.
class TimedWorld : public obbtree::ompl::AnyWorld {
public:
    explicit TimedWorld(std::shared_ptr<const obbtree::ompl::AnyWorld> world) : world_(std::move(world)) {}
    bool collides(const ompl::base::State *state) const override {
        return watch_.time([&] { return world_->collides(state); });
    }
    bool is_free(const ompl::base::State *s1, const ompl::base::State *s2) const override {
        return watch_.time([&] { return world_->is_free(s1, s2); });
    }
    double last_free(const ompl::base::State *s1, const ompl::base::State *s2) const override {
        return watch_.time([&] { return world_->last_free(s1, s2); });
    }
    double clearance(const ompl::base::State *state) const override {
        return watch_.time([&] { return world_->clearance(state); });
    }
    double seconds() const { return watch_.seconds(); }

private:
    std::shared_ptr<const obbtree::ompl::AnyWorld> world_;
    Stopwatch watch_;
};

#endif
