// Embree, one ray at a time by rtcIntersect1, in single precision.
//
// Arguments: `robust` or `fast` (RTC_SCENE_FLAG_ROBUST or not), then a mesh and rays in the files
// of the comparison, whose numbers are single. Answers as `rays.rs` does: `build`, `cast`, `list
// FILE`.

#include <chrono>
#include <cmath>
#include <limits>

#include <embree3/rtcore.h>

#include "driver.h"

class Scene {
 public:
  Scene(RTCDevice device, const Mesh& mesh, bool robust) : scene_(rtcNewScene(device)) {
    if (robust) rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
    const RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(geometry,
        RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 12, mesh.vertices.size()));
    for (const auto& v : mesh.vertices)
      for (const double x : v) *vertices++ = static_cast<float>(x);
    auto* triangles = static_cast<unsigned*>(rtcSetNewGeometryBuffer(geometry,
        RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12, mesh.triangles.size()));
    for (const auto& t : mesh.triangles)
      for (const std::uint32_t v : t) *triangles++ = v;
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene_);
  }
  Scene(const Scene&) = delete;
  ~Scene() { rtcReleaseScene(scene_); }

  RTCRayHit cast(const std::array<float, 6>& ray) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRayHit found;
    found.ray = {ray[0], ray[1], ray[2], 0.0f, ray[3], ray[4], ray[5], 0.0f,
                 std::numeric_limits<float>::infinity(), ~0u, 0, 0};
    found.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    found.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene_, &context, &found);
    return found;
  }

 private:
  RTCScene scene_;
};

int main(int, char** argv) {
  const bool robust = std::string(argv[1]) == "robust";
  const Mesh mesh(argv[2]);
  std::vector<std::array<float, 6>> rays;
  std::ifstream in(argv[3], std::ios::binary);
  for (std::array<double, 6> ray; in.read(reinterpret_cast<char*>(ray.data()), sizeof ray);) {
    auto& single = rays.emplace_back();
    for (int k = 0; k < 6; ++k) single[k] = static_cast<float>(ray[k]);
  }
  const RTCDevice device = rtcNewDevice("threads=1,user_threads=1");
  auto scene = std::make_unique<Scene>(device, mesh, robust);
  std::printf("ready\n");
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    const auto start = std::chrono::steady_clock::now();
    double per = 1.0, sum = 0.0;
    if (line == "build") {
      scene = std::make_unique<Scene>(device, mesh, robust);
    } else if (line == "cast") {
      for (const auto& ray : rays) sum += scene->cast(ray).ray.tfar;
      per = static_cast<double>(rays.size());
    } else {
      std::ofstream out(line.substr(5), std::ios::binary);
      for (const auto& ray : rays) {
        const RTCRayHit found = scene->cast(ray);
        const bool hit = found.hit.geomID != RTC_INVALID_GEOMETRY_ID;
        const std::int64_t triangle = hit ? static_cast<std::int64_t>(found.hit.primID) : -1;
        const double t = hit ? found.ray.tfar : 0.0;
        out.write(reinterpret_cast<const char*>(&triangle), 8);
        out.write(reinterpret_cast<const char*>(&t), 8);
      }
    }
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    // The sum is said so that no cast is left out by the compiler.
    std::printf("%.2f %g\n", time.count() / per, sum);
    std::fflush(stdout);
  }
  scene.reset();
  rtcReleaseDevice(device);
}
