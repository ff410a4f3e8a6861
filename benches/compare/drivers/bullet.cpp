// Bullet in double precision: two btGImpactMeshShape of margin 0, queried by
// btCollisionWorld::contactPairTest.
//
// That makes contact points of all pairs of triangles that are near each other, does not end with
// the first one, and merges points: so `any` is whether a point is not apart, and `all` is not
// answered.

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

#include "driver.h"

struct AnyContact : btCollisionWorld::ContactResultCallback {
  bool found = false;

  btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                           const btCollisionObjectWrapper*, int, int) override {
    found = found || point.getDistance() <= 0;
    return 0;
  }
};

class Body {
 public:
  explicit Body(const Mesh& mesh) {
    for (const auto& v : mesh.vertices) vertices_.insert(vertices_.end(), v.begin(), v.end());
    for (const auto& t : mesh.triangles) indices_.insert(indices_.end(), t.begin(), t.end());
    array_ = std::make_unique<btTriangleIndexVertexArray>(
        static_cast<int>(mesh.triangles.size()), indices_.data(), static_cast<int>(3 * sizeof(int)),
        static_cast<int>(mesh.vertices.size()), vertices_.data(),
        static_cast<int>(3 * sizeof(btScalar)));
    shape_ = std::make_unique<btGImpactMeshShape>(array_.get());
    shape_->setMargin(0);
    shape_->updateBound();  // builds the tree
    object_.setCollisionShape(shape_.get());
  }

  btCollisionObject* at(const btTransform& pose) {
    object_.setWorldTransform(pose);
    return &object_;
  }

 private:
  std::vector<btScalar> vertices_;
  std::vector<int> indices_;
  std::unique_ptr<btTriangleIndexVertexArray> array_;
  std::unique_ptr<btGImpactMeshShape> shape_;
  btCollisionObject object_;
};

struct Engine {
  using Placed = std::array<btTransform, 2>;
  static constexpr bool answers_all = false;

  Engine(const Mesh& a, const Mesh& b) : a_(a), b_(b) {
    // contactPairTest asks for the algorithms of closest points, where registerAlgorithm does not
    // register.
    for (int kind = 0; kind < MAX_BROADPHASE_COLLISION_TYPES; ++kind) {
      dispatcher_.registerClosestPointsCreateFunc(GIMPACT_SHAPE_PROXYTYPE, kind, &create_);
      dispatcher_.registerClosestPointsCreateFunc(kind, GIMPACT_SHAPE_PROXYTYPE, &create_);
    }
  }

  static Placed place(const Rows& a, const Rows& b) { return {pose(a), pose(b)}; }

  bool any(const Placed& at) {
    AnyContact contact;
    world_.contactPairTest(a_.at(at[0]), b_.at(at[1]), contact);
    return contact.found;
  }

  std::size_t count(const Placed&) { return 0; }
  void list(const Placed&, Pairs&) {}

 private:
  static btTransform pose(const Rows& m) {
    const btMatrix3x3 rotation(m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]);
    return btTransform(rotation, btVector3(m[3], m[7], m[11]));
  }

  Body a_, b_;
  btDefaultCollisionConfiguration configuration_;
  btGImpactCollisionAlgorithm::CreateFunc create_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  btCollisionWorld world_{&dispatcher_, &broadphase_, &configuration_};
};

int main(int argc, char** argv) { return drive<Engine>(argc, argv); }
