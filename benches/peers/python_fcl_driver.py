"""python-fcl over a file of poses. Its BVHModel is FCL's with OBBRSS boxes, not OBB: another tree, the
one that package's users get. It hands every contact over as a Python object, so "all" measures that."""

import fcl

import passes

ALL = 1 << 30  # as in coal_driver.py


def build(vertices, triangles):
    model = fcl.BVHModel()
    model.beginModel(len(triangles), len(vertices))
    model.addSubModel(vertices, triangles)
    model.endModel()
    return model


def one_pass(query, a, b, poses):
    here = fcl.CollisionObject(a, fcl.Transform())
    placed = [fcl.CollisionObject(b, fcl.Transform(pose[:, :3].copy(), pose[:, 3].copy())) for pose in poses]
    request = fcl.CollisionRequest(num_max_contacts=1 if query == "any" else ALL, enable_contact=False)
    collide, result = fcl.collide, fcl.CollisionResult
    return lambda: [collide(here, body, request, result()) for body in placed]


if __name__ == "__main__":
    passes.run("python-fcl", build, one_pass, lambda model: None)
