"""python-fcl: FCL's BVHModel, here with boxes OBBRSS, as that package has it. It hands every
contact over as a Python object, so `all` measures that too."""

import fcl

import driver

ALL = 1 << 30  # as in coal_driver.py


class Engine:
    def __init__(self, meshes):
        self.a, self.b = (self.build(*mesh) for mesh in meshes)

    @staticmethod
    def build(vertices, triangles):
        model = fcl.BVHModel()
        model.beginModel(len(triangles), len(vertices))
        model.addSubModel(vertices, triangles)
        model.endModel()
        return model

    def place(self, poses):
        def placed(model, rows):
            return fcl.CollisionObject(model, fcl.Transform(rows[:, :3].copy(), rows[:, 3].copy()))

        return [(placed(self.a, a), placed(self.b, b)) for a, b in poses]

    def passes(self, placed, is_any):
        request = fcl.CollisionRequest(num_max_contacts=1 if is_any else ALL, enable_contact=False)
        collide, result = fcl.collide, fcl.CollisionResult
        return lambda: [collide(a, b, request, result()) for a, b in placed]

    def pairs(self, placed):
        request = fcl.CollisionRequest(num_max_contacts=ALL, enable_contact=False)
        for a, b in placed:
            result = fcl.CollisionResult()
            fcl.collide(a, b, request, result)
            yield [(contact.b1, contact.b2) for contact in result.contacts]


if __name__ == "__main__":
    driver.drive(Engine)
