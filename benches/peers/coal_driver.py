"""Coal's BVHModelOBB over a file of poses, by its own Python binding."""

import coal

import passes

# What coal::BVHModel<OBB> holds a node (OBB of 15 doubles, three 32-bit integers, padding), a triangle
# (three size_t, and its place in the order, 32 bits) and a vertex. Its memUsage counts boxes for nodes.
NODE_BYTES, TRIANGLE_BYTES, VERTEX_BYTES = 136, 28, 24
# "All" needs a bound; no workload has this many pairs at one pose.
ALL = 1 << 30


def build(vertices, triangles):
    model = coal.BVHModelOBB()
    model.beginModel(len(triangles), len(vertices))
    model.addVertices(vertices)
    model.addTriangles(triangles)
    model.endModel()
    assert model.num_tris == len(triangles)
    return model


def one_pass(query, a, b, poses):
    here = coal.Transform3s()
    placed = [coal.Transform3s(pose[:, :3].copy(), pose[:, 3].copy()) for pose in poses]
    request = coal.CollisionRequest(coal.CollisionRequestFlag.NO_REQUEST, 1 if query == "any" else ALL)
    result = coal.CollisionResult()
    collide, clear = coal.collide, result.clear

    def ask():
        answers = []
        for pose in placed:
            clear()
            answers.append(collide(a, here, b, pose, request, result))
        return answers

    return ask


def bytes_of(model):
    return NODE_BYTES * model.getNumBVs() + TRIANGLE_BYTES * model.num_tris + VERTEX_BYTES * model.num_vertices


if __name__ == "__main__":
    passes.run("coal", build, one_pass, bytes_of)
