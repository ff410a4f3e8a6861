"""The managers of obbtree.compat.fcl beside python-fcl's, among 3,000 boxes, and as many boxes,
spheres and meshes: the same answers, and the least time of some rounds. A target that is missed is
marked, and the exit status is 1.

    pip install python-fcl
    python benches/managers.py [BOXES]
"""

import itertools
import sys
import time

import fcl as theirs
import numpy as np

from obbtree.compat import fcl as ours

#: Rounds of which the least time is taken.
ROUNDS = 9
#: Times python-fcl's time.
MOST = 3.0


def mesh(fcl):
    """A tetrahedron."""
    model = fcl.BVHModel()
    model.beginModel(4, 4)
    corners = [[-0.2, -0.2, -0.2], [0.3, -0.2, -0.2], [-0.2, 0.3, -0.2], [-0.2, -0.2, 0.3]]
    model.addSubModel(np.array(corners), np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]))
    model.endModel()
    return model


def world(fcl, places, turns, sides, is_mixed):
    """A manager of boxes, or of boxes, spheres and meshes; and one of them for each place."""
    model = mesh(fcl)
    kinds = [lambda side: fcl.Box(*side)]
    if is_mixed:
        kinds += [lambda side: fcl.Sphere(0.5 * side[0]), lambda side: model]
    objects = [
        fcl.CollisionObject(kinds[n % len(kinds)](side), fcl.Transform(turn, place))
        for n, (place, turn, side) in enumerate(zip(places, turns, sides))
    ]
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects)
    manager.setup()
    return manager, objects


def turned(random):
    q, _ = np.linalg.qr(random.normal(size=(3, 3)))
    return q * np.sign(np.linalg.det(q))


def least(work):
    best, found = np.inf, None
    for _ in range(ROUNDS):
        start = time.perf_counter()
        found = work()
        best = min(best, time.perf_counter() - start)
    return best, found


def all_pairs(fcl, manager, *others):
    """All pairs that collide: a callback that goes on."""
    hits = []

    def callback(a, b, data):
        if fcl.collide(a, b) > 0:
            hits.append(1)
        return False

    manager.collide(*others, None, callback)
    return len(hits)


def any_pair(fcl, manager, *others):
    data = fcl.CollisionData()
    manager.collide(*others, data, fcl.defaultCollisionCallback)
    return data.result.is_collision


def nearest(fcl, manager, *others):
    data = fcl.DistanceData()
    manager.distance(*others, data, fcl.defaultDistanceCallback)
    return round(data.result.min_distance, 4)


def moved(fcl, manager, objects, places, turns):
    """All boxes moved, and the manager updated."""
    for each, place, turn in zip(objects, places, turns):
        each.setTransform(fcl.Transform(turn, place))
    manager.update()


def main(boxes=3_000):
    missed = 0
    for (spread, about), is_mixed in itertools.product(
        ((1.0, "crowded"), (4.0, "sparse")), (False, True)
    ):
        about += " mix" if is_mixed else ""
        random = np.random.default_rng(1)
        size = spread * boxes ** (1 / 3)
        sides = random.uniform(0.3, 0.7, (boxes, 3))
        turns = [turned(random) for _ in range(boxes)]
        # On a grid where sparse, so that none meet and there is a distance.
        grid = np.stack(np.meshgrid(*[np.arange(np.ceil(boxes ** (1 / 3)))] * 3), -1).reshape(-1, 3)
        places = random.uniform(0, size, (boxes, 3))
        if spread > 1:
            places = spread * grid[:boxes] + random.uniform(-0.5, 0.5, (boxes, 3))
        worlds = [(fcl, *world(fcl, places, turns, sides, is_mixed)) for fcl in (theirs, ours)]
        one = [
            fcl.CollisionObject(fcl.Box(1, 1, 1), fcl.Transform(np.full(3, size / 2)))
            for fcl, *_ in worlds
        ]
        few = [
            world(fcl, places[:100] + 0.3, turns[:100], sides[:100], is_mixed)[0]
            for fcl, *_ in worlds
        ]
        questions = {
            "collide, all pairs": lambda k: all_pairs(worlds[k][0], worlds[k][1]),
            "collide, any pair": lambda k: any_pair(worlds[k][0], worlds[k][1]),
            "collide with an object": lambda k: all_pairs(worlds[k][0], worlds[k][1], one[k]),
            "collide with a manager": lambda k: all_pairs(worlds[k][0], worlds[k][1], few[k]),
            "move all": lambda k: moved(*worlds[k], places, turns),
        }
        if spread > 1:
            questions |= {
                "distance": lambda k: nearest(worlds[k][0], worlds[k][1]),
                "distance of an object": lambda k: nearest(worlds[k][0], worlds[k][1], one[k]),
                "distance of a manager": lambda k: nearest(worlds[k][0], worlds[k][1], few[k]),
            }
        for name, ask in questions.items():
            (fcl_time, expected), (time_, found) = least(lambda: ask(0)), least(lambda: ask(1))
            times = time_ / fcl_time
            is_met = found == expected and times <= MOST
            missed += not is_met
            print(
                f"{about:11} {name:24} {1e3 * fcl_time:9.3f} ms {1e3 * time_:9.3f} ms "
                f"{times:6.2f} times  {expected} {found} {'' if is_met else 'MISSED'}"
            )
    return missed


if __name__ == "__main__":
    sys.exit(1 if main(*map(int, sys.argv[1:])) else 0)
