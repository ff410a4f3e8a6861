// What all drivers in C++ share: the files, the clock, and the questions of
// benches/compare/README.md.
//
// An engine is a class:
//
//   struct Engine {
//     using Placed = ...;                        // poses of both bodies in the engine's types
//     static constexpr bool answers_all = true;        // does it list pairs?
//     Engine(const Mesh& a, const Mesh& b);            // builds both bodies
//     static Placed place(const Rows& a, const Rows& b);
//     bool any(const Placed&);
//     std::size_t count(const Placed&);                // how many pairs meet
//     void list(const Placed&, std::vector<std::array<std::uint32_t, 2>>&);
//     double distance(const Placed&);                  // only where the engine answers that
//   };
//
// and its main function is `return drive<Engine>(argc, argv);`.

#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

struct Mesh {
  std::vector<std::array<double, 3>> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;

  explicit Mesh(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::uint64_t counts[2] = {0, 0};
    in.read(reinterpret_cast<char*>(counts), sizeof counts);
    if (!in) throw std::runtime_error(path + ": not a mesh");
    vertices.resize(counts[0]);
    triangles.resize(counts[1]);
    in.read(reinterpret_cast<char*>(vertices.data()), static_cast<std::streamsize>(24 * counts[0]));
    in.read(reinterpret_cast<char*>(triangles.data()),
            static_cast<std::streamsize>(12 * counts[1]));
    if (!in) throw std::runtime_error(path + ": not a mesh");
  }
};

// [R | t], row by row.
using Rows = std::array<double, 12>;
using Pairs = std::vector<std::array<std::uint32_t, 2>>;

// Has the engine a function `distance`?
template <typename Engine, typename = void>
struct AnswersDistance : std::false_type {};
template <typename Engine>
struct AnswersDistance<
    Engine, std::void_t<decltype(std::declval<Engine&>().distance(
                std::declval<const typename Engine::Placed&>()))>> : std::true_type {};

template <typename Engine>
class Server {
 public:
  Server(const char* path_a, const char* path_b) : a_(path_a), b_(path_b) {}

  void answer(const std::string& line) {
    std::istringstream words(line);
    std::string question, first, path;
    words >> question >> first >> path;
    if constexpr (AnswersDistance<Engine>::value) {
      if (question == "distance") {
        ask(std::stod(first), path, [&](const Placed& at) { return engine_->distance(at); });
        std::fflush(stdout);
        return;
      }
    }
    if (question == "build") {
      engine_.reset();
      std::printf("%.1f\n", median_of_passes(std::stod(first), [&] { engine_ = build(); }));
    } else if (question == "any") {
      ask(std::stod(first), path,
          [&](const Placed& at) -> std::size_t { return engine_->any(at) ? 1 : 0; });
    } else if (question == "all" && Engine::answers_all) {
      ask(std::stod(first), path, [&](const Placed& at) { return engine_->count(at); });
    } else if (question == "list" && Engine::answers_all) {
      std::printf("%zu\n", list(first, path));
    } else if (question == "once") {
      const Placed at = placed(path).at(0);
      bool found = false;
      const double time = median_of_passes(std::stod(first), [&] { found = build()->any(at); });
      std::printf("%.1f %d\n", time, found ? 1 : 0);
    } else {
      std::printf("-\n");
    }
    std::fflush(stdout);
  }

 private:
  using Placed = typename Engine::Placed;
  using Clock = std::chrono::steady_clock;
  // A measurement lasts at least so many seconds, by as many passes as that takes.
  static constexpr double shortest = 1e-4;

  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  // Nanoseconds of a pass: the median of passes for about so many seconds, of which one is always
  // made.
  template <typename Pass>
  static double median_of_passes(double seconds, Pass pass) {
    std::vector<double> found;
    const auto turn = Clock::now();
    for (int passes = 1; found.empty() || seconds_since(turn) < seconds;) {
      const auto start = Clock::now();
      for (int i = 0; i < passes; ++i) pass();
      const double taken = seconds_since(start);
      if (taken < shortest && seconds > 0.0) {
        passes *= 2;  // and the measurement is not counted
        continue;
      }
      found.push_back(1e9 * taken / passes);
    }
    std::sort(found.begin(), found.end());
    return found[found.size() / 2];
  }

  std::unique_ptr<Engine> build() const { return std::make_unique<Engine>(a_, b_); }

  static std::vector<Placed> placed(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::vector<Placed> poses;
    for (Rows both[2]; in.read(reinterpret_cast<char*>(both), sizeof both);)
      poses.push_back(Engine::place(both[0], both[1]));
    if (poses.empty()) throw std::runtime_error(path + ": no poses");
    return poses;
  }

  template <typename Ask>
  static void ask(double seconds, const std::string& path, Ask one) {
    const std::vector<Placed> poses = placed(path);
    std::vector<decltype(one(poses[0]))> answers(poses.size());
    const double time = median_of_passes(seconds, [&] {
      for (std::size_t i = 0; i < poses.size(); ++i) answers[i] = one(poses[i]);
    });
    std::printf("%.3f", time / static_cast<double>(poses.size()));
    for (auto answer : answers) print(answer);
    std::printf("\n");
  }

  static void print(std::size_t answer) { std::printf(" %zu", answer); }
  static void print(double answer) { std::printf(" %.17g", answer); }

  std::size_t list(const std::string& path_poses, const std::string& path) {
    std::ofstream out(path, std::ios::binary);
    std::size_t total = 0;
    std::uint32_t number = 0;
    for (const Placed& at : placed(path_poses)) {
      Pairs pairs;
      engine_->list(at, pairs);
      for (const auto& [in_a, in_b] : pairs) {
        const std::uint32_t row[3] = {number, in_a, in_b};
        out.write(reinterpret_cast<const char*>(row), sizeof row);
      }
      total += pairs.size();
      ++number;
    }
    if (!out.flush()) throw std::runtime_error(path + ": cannot be written");
    return total;
  }

  Mesh a_, b_;
  std::unique_ptr<Engine> engine_;
};

template <typename Engine>
int drive(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s A B\n", argv[0]);
    return 2;
  }
  try {
    Server<Engine> server(argv[1], argv[2]);
    std::printf("ready\n");
    std::fflush(stdout);
    for (std::string line; std::getline(std::cin, line);) server.answer(line);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
}
