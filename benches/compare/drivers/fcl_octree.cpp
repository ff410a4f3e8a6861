// FCL's octree, which is OctoMap's: spheres and links of a robot against the voxels that points
// occupy, in FCL's own loops. benches/points/run starts it.
//
//     fcl_octree POINTS RESOLUTION LINK...
//
// POINTS are n x 3 numbers of f32, each LINK is a mesh as driver.h reads it. Each line on standard
// input is a question, the answer is a line; FILE are numbers of f64 (depths: of u16), TRIES is how
// many times everything is done, of which the least time counts.
//
//     build TRIES                 milliseconds until it is ready, leaves, bytes
//     write FILE                  the octree as OctoMap's binary nodes, without a header
//     sphere-meets|sphere-distance TRIES FILE     FILE: centre and radius, each 4 numbers
//     links-meet|links-distance TRIES FILE        FILE: rows of [R | t], 12 numbers a link
//     frame|scan TRIES FILE WIDTH FX FY CX CY SCALE FAR    milliseconds, leaves
//
// Answers about spheres and links: for each the nanoseconds and the number told. Links are tested
// one after the other, up to the first that meets; a distance is that of the closest link, and the
// search about a link goes on with what was found about those before. `frame` is a new octree of
// the points of a depth image, `scan` is OctoMap's `insertPointCloud`, which marks what the rays
// pass as free, too.

#include <algorithm>
#include <limits>
#include <string>

#include <octomap/octomap.h>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/octree/octree.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include "driver.h"

using Clock = std::chrono::steady_clock;
using Points = std::vector<std::array<float, 3>>;
using Pose = fcl::Transform3<double>;
using Model = fcl::BVHModel<fcl::OBBRSS<double>>;

template <typename T>
std::vector<T> read(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) throw std::runtime_error(path + ": cannot be read");
  std::vector<T> all(static_cast<std::size_t>(in.tellg()) / sizeof(T));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(all.data()),
          static_cast<std::streamsize>(all.size() * sizeof(T)));
  return all;
}

double ns_since(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

// Voxels with a point in them are occupied, all others are unknown: for FCL that is free.
std::shared_ptr<octomap::OcTree> occupied(const Points& points, double resolution) {
  auto tree = std::make_shared<octomap::OcTree>(resolution);
  for (const auto& [x, y, z] : points)
    tree->updateNode(octomap::point3d(x, y, z), true, /*lazy_eval=*/true);
  tree->updateInnerOccupancy();
  tree->prune();
  return tree;
}

class Engine {
 public:
  Engine(Points points, double resolution) : points_(std::move(points)), resolution_(resolution) {}

  void add_link(const Mesh& mesh) {
    std::vector<fcl::Vector3<double>> vertices;
    std::vector<fcl::Triangle> triangles;
    for (const auto& v : mesh.vertices) vertices.emplace_back(v[0], v[1], v[2]);
    for (const auto& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    links_.emplace_back();
    links_.back().beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    links_.back().addSubModel(vertices, triangles);
    if (links_.back().endModel() != fcl::BVH_OK) throw std::runtime_error("FCL refused the mesh");
    links_.back().computeLocalAABB();
  }

  void answer(std::istringstream& words) {
    std::string question, path;
    std::size_t tries = 0;
    words >> question;
    if (question == "write") {
      words >> path;
      std::ofstream out(path, std::ios::binary);
      tree_->writeBinaryData(out);
      std::printf("%s\n", out.flush() ? "written" : "-");
      return;
    }
    words >> tries >> path;
    if (question == "build") {
      build(tries);
    } else if (question == "frame" || question == "scan") {
      frame(question == "scan", tries, path, words);
    } else if (question == "sphere-meets" || question == "sphere-distance") {
      spheres(question == "sphere-meets", tries, read<std::array<double, 4>>(path));
    } else if (question == "links-meet" || question == "links-distance") {
      states(question == "links-meet", tries, read<Rows>(path));
    } else {
      throw std::runtime_error("no question " + question);
    }
  }

 private:
  void build(std::size_t tries) {
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t n = 0; n < tries; ++n) {
      octree_.reset();
      tree_.reset();
      const auto start = Clock::now();
      tree_ = occupied(points_, resolution_);
      octree_ = std::make_unique<fcl::OcTree<double>>(tree_);
      octree_->computeLocalAABB();
      best = std::min(best, ns_since(start));
    }
    std::printf("%.3f %zu %zu\n", 1e-6 * best, tree_->getNumLeafNodes(), tree_->memoryUsage());
  }

  void frame(bool with_rays, std::size_t tries, const std::string& path,
             std::istringstream& words) const {
    const auto depths = read<std::uint16_t>(path);
    std::size_t width = 0, leaves = 0;
    double fx = 0, fy = 0, cx = 0, cy = 0, scale = 0, far = 0;
    words >> width >> fx >> fy >> cx >> cy >> scale >> far;
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t n = 0; n < tries; ++n) {
      const auto start = Clock::now();
      Points points;
      points.reserve(depths.size());
      for (std::size_t i = 0; i < depths.size(); ++i) {
        const double z = scale * depths[i];
        if (!(0 < z && z <= far)) continue;
        const auto u = static_cast<double>(i % width), v = static_cast<double>(i / width);
        points.push_back({static_cast<float>((u - cx) / fx * z),
                          static_cast<float>((v - cy) / fy * z), static_cast<float>(z)});
      }
      std::shared_ptr<octomap::OcTree> tree;
      if (with_rays) {
        tree = std::make_shared<octomap::OcTree>(resolution_);
        octomap::Pointcloud scan;
        scan.reserve(points.size());
        for (const auto& [x, y, z] : points) scan.push_back(x, y, z);
        tree->insertPointCloud(scan, octomap::point3d(0, 0, 0), -1, false, /*discretize=*/true);
      } else {
        tree = occupied(points, resolution_);
      }
      fcl::OcTree<double> octree(tree);
      octree.computeLocalAABB();
      best = std::min(best, ns_since(start));
      leaves = tree->getNumLeafNodes();
    }
    std::printf("%.3f %zu\n", 1e-6 * best, leaves);
  }

  void spheres(bool meets, std::size_t tries, const std::vector<std::array<double, 4>>& all) const {
    each(tries, all.size(), [&](std::size_t n) {
      const auto& [x, y, z, radius] = all[n];
      const fcl::Sphere<double> sphere(radius);
      Pose at = Pose::Identity();
      at.translation() = fcl::Vector3<double>(x, y, z);
      fcl::DistanceResult<double> nearest;
      return meets ? collides(sphere, at) : distance(sphere, at, nearest);
    });
  }

  void states(bool meets, std::size_t tries, const std::vector<Rows>& rows) const {
    std::vector<Pose> poses;
    for (const auto& row : rows) {
      poses.push_back(Pose::Identity());
      for (int i = 0; i < 12; ++i) poses.back().matrix()(i / 4, i % 4) = row[i];
    }
    each(tries, poses.size() / links_.size(), [&](std::size_t n) {
      const Pose* at = &poses[n * links_.size()];
      fcl::DistanceResult<double> nearest;
      for (std::size_t i = 0; i < links_.size(); ++i) {
        if (!meets) distance(links_[i], at[i], nearest);
        else if (collides(links_[i], at[i]) != 0) return 1.0;
      }
      return meets ? 0.0 : nearest.min_distance;
    });
  }

  double collides(const fcl::CollisionGeometry<double>& body, const Pose& at) const {
    const fcl::CollisionRequest<double> request(1, /*enable_contact=*/false);
    fcl::CollisionResult<double> result;
    const Pose here = Pose::Identity();
    return fcl::collide<double>(octree_.get(), here, &body, at, request, result) > 0 ? 1 : 0;
  }

  double distance(const fcl::CollisionGeometry<double>& body, const Pose& at,
                  fcl::DistanceResult<double>& nearest) const {
    const fcl::DistanceRequest<double> request(/*enable_nearest_points=*/false,
                                               /*enable_signed_distance=*/false);
    const Pose here = Pose::Identity();
    fcl::distance<double>(octree_.get(), here, &body, at, request, nearest);
    return nearest.min_distance;
  }

  template <typename One>
  static void each(std::size_t tries, std::size_t count, One one) {
    std::vector<double> times(count, std::numeric_limits<double>::infinity()), told(count);
    for (std::size_t t = 0; t < tries; ++t) {
      for (std::size_t n = 0; n < count; ++n) {
        const auto start = Clock::now();
        told[n] = one(n);
        times[n] = std::min(times[n], ns_since(start));
      }
    }
    for (std::size_t n = 0; n < count; ++n) std::printf("%.0f %.17g ", times[n], told[n]);
    std::printf("\n");
  }

  Points points_;
  double resolution_;
  std::shared_ptr<octomap::OcTree> tree_;
  std::unique_ptr<fcl::OcTree<double>> octree_;
  std::vector<Model> links_;
};

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s POINTS RESOLUTION LINK...\n", argv[0]);
    return 2;
  }
  try {
    Engine engine(read<std::array<float, 3>>(argv[1]), std::stod(argv[2]));
    for (int i = 3; i < argc; ++i) engine.add_link(Mesh(argv[i]));
    std::printf("ready\n");
    std::fflush(stdout);
    for (std::string line; std::getline(std::cin, line); std::fflush(stdout)) {
      std::istringstream words(line);
      engine.answer(words);
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
}
