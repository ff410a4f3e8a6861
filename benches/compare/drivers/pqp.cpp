// PQP 1.3 (Gottschalk, Larsen), from its user's own checkout. Its answers are PQP_Collide's with
// the first contact, and with all contacts.

#include <PQP.h>

#include "driver.h"

struct Engine {
  struct Motion {
    PQP_REAL rotation[3][3], translation[3];
  };
  using Placed = std::array<Motion, 2>;
  static constexpr bool answers_all = true;

  Engine(const Mesh& a, const Mesh& b) {
    build(a_, a);
    build(b_, b);
  }

  static Placed place(const Rows& a, const Rows& b) { return {motion(a), motion(b)}; }

  bool any(const Placed& at) { return ask(at, PQP_FIRST_CONTACT) > 0; }
  std::size_t count(const Placed& at) {
    return static_cast<std::size_t>(ask(at, PQP_ALL_CONTACTS));
  }

  void list(const Placed& at, Pairs& pairs) {
    const int found = ask(at, PQP_ALL_CONTACTS);
    for (int i = 0; i < found; ++i)
      pairs.push_back({static_cast<std::uint32_t>(result_.Id1(i)),
                       static_cast<std::uint32_t>(result_.Id2(i))});
  }

 private:
  static void build(PQP_Model& model, const Mesh& mesh) {
    model.BeginModel();
    int id = 0;
    for (const auto& t : mesh.triangles) {
      PQP_REAL corners[3][3];
      for (int corner = 0; corner < 3; ++corner)
        for (int k = 0; k < 3; ++k) corners[corner][k] = mesh.vertices[t[corner]][k];
      model.AddTri(corners[0], corners[1], corners[2], id++);
    }
    if (model.EndModel() != PQP_OK) throw std::runtime_error("PQP refused the mesh");
  }

  static Motion motion(const Rows& rows) {
    Motion motion;
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) motion.rotation[i][k] = rows[4 * i + k];
      motion.translation[i] = rows[4 * i + 3];
    }
    return motion;
  }

  int ask(const Placed& at, int flag) {
    Placed own = at;  // PQP takes arrays that it could change
    PQP_Collide(&result_, own[0].rotation, own[0].translation, &a_, own[1].rotation,
                own[1].translation, &b_, flag);
    return result_.NumPairs();
  }

  PQP_Model a_, b_;
  PQP_CollideResult result_;
};

int main(int argc, char** argv) { return drive<Engine>(argc, argv); }
