"""Coal's BVHModelOBB, or with OBBRSS before the meshes BVHModelOBBRSS, which is queried for
distances: no error allowed, no signed distance. By its own Python binding: a call costs about a
microsecond, which is in its times. """

import sys

import coal

import driver

# "All" needs a bound; no workload has this many pairs at one pose.
ALL = 1 << 30


class Engine:
    Model = coal.BVHModelOBB

    def __init__(self, meshes):
        self.a, self.b = (self.build(*mesh) for mesh in meshes)

    @classmethod
    def build(cls, vertices, triangles):
        model = cls.Model()
        model.beginModel(len(triangles), len(vertices))
        model.addVertices(vertices)
        model.addTriangles(triangles)
        model.endModel()
        assert model.num_tris == len(triangles)
        return model

    def place(self, poses):
        def pose(rows):
            return coal.Transform3s(rows[:, :3].copy(), rows[:, 3].copy())

        return [(pose(a), pose(b)) for a, b in poses]

    def one_pass(self, query, placed, request, result):
        clear, a, b = result.clear, self.a, self.b

        def answers():
            found = []
            for at_a, at_b in placed:
                clear()
                found.append(query(a, at_a, b, at_b, request, result))
            return found

        return answers

    def passes(self, placed, is_any):
        request = coal.CollisionRequest(coal.CollisionRequestFlag.NO_REQUEST, 1 if is_any else ALL)
        result = coal.CollisionResult()
        return self.one_pass(coal.collide, placed, request, result)

    def pairs(self, placed):
        request = coal.CollisionRequest(coal.CollisionRequestFlag.NO_REQUEST, ALL)
        for at_a, at_b in placed:
            result = coal.CollisionResult()
            coal.collide(self.a, at_a, self.b, at_b, request, result)
            yield [(contact.b1, contact.b2) for contact in result.getContacts()]


class EngineObbrss(Engine):
    Model = coal.BVHModelOBBRSS

    def distances(self, placed):
        request, result = coal.DistanceRequest(), coal.DistanceResult()
        request.rel_err = request.abs_err = 0.0
        request.enable_signed_distance = False
        return self.one_pass(coal.distance, placed, request, result)


if __name__ == "__main__":
    driver.drive(EngineObbrss if sys.argv[1] == "OBBRSS" else Engine)
