#!/usr/bin/env python3
"""What of a robot is near what: every pair of links, and of links and a scene, that is closer than
a margin, with its distance and its normal. `obbtree.Checker.distances_within` beside Coal (by
pinocchio) and FCL (python-fcl): the same pairs and configurations, one thread, from Python.
Coal answers twice: for the distance of every pair (`distance`), and for one contact within the
margin (`contact`), which is the first that its search meets, not the closest.

    pip install obbtree pin coal python-fcl numpy
    benches/robots/distances.py ROBOT.urdf ROBOT.srdf QUERIES FOLDER --package-root DIR

A line of QUERIES is a scene and a configuration, `SCENE | any | VALUES | ...`, with numbers for the
URDF's joints, of which the first are taken that the robot has; FOLDER has SCENE.obj.

Answers are judged before the times are told. Our own points have to be on the two surfaces, and as
far apart as is said, by distances to all triangles. A distance of a peer is wrong if it is larger
than that by more than a tolerance, or smaller; of the latter it is told where the peer's own points
are on the surfaces. A normal is wrong by the angle to the direction between the closest points; so
is the direction between a peer's own points. """

import argparse
import collections
import pathlib
import statistics
import sys
import time

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "points"))

import coal
import fcl
import numpy as np
import obbtree
import pinocchio as pin

from brute_force import distances_to_mesh

MARGIN = 0.05
TOLERANCE = 1e-6  # metres: what the peers' own tests allow
ANGLE = 1.0  # degrees
NORMAL_FROM = 1e-4  # metres: of what is nearer, normals are not judged


def triangles(file):
    body = obbtree.Body(str(file))
    return np.asarray(body.vertices), np.asarray(body.triangles)


class World:
    """A robot among a scene, in all three engines, with the pairs that obbtree checks."""

    def __init__(self, args, scene):
        file = pathlib.Path(args.folder) / f"{scene}.obj"
        roots = args.package_root
        self.robot = obbtree.Robot(args.urdf, srdf=args.srdf, package_roots=roots)
        around = obbtree.Scene()
        around.add("scene", obbtree.Body(str(file)))
        self.checker = obbtree.Checker(self.robot, around)
        self.model = pin.buildModelFromUrdf(args.urdf, mimic=False)
        self.geometry = pin.buildGeomFromUrdf(
            self.model, args.urdf, pin.GeometryType.COLLISION, package_dirs=roots
        )
        mesh = coal.MeshLoader().load(str(file))
        self.geometry.addGeometryObject(
            pin.GeometryObject("scene", 0, pin.SE3.Identity(), mesh)
        )
        objects = self.geometry.geometryObjects
        self.links = [self.model.frames[g.parentFrame].name for g in list(objects)[:-1]]
        self.links.append("scene")
        pairs = {frozenset(pair) for pair in self.checker.pairs}
        for i, a in enumerate(self.links):
            for k in range(i):
                if frozenset((a, self.links[k])) in pairs:
                    self.geometry.addCollisionPair(pin.CollisionPair(k, i))
        self.data = self.model.createData()
        self.coal = pin.GeometryData(self.geometry)
        for request in self.coal.collisionRequests:
            request.security_margin = MARGIN
            request.enable_contact = True
            request.num_max_contacts = 1
        self.surfaces, self.fcl = [], []
        for shape in objects:
            if shape.name == "scene":
                vertices, faces = triangles(file)
            else:
                vertices, faces = triangles(shape.meshPath)
                vertices = vertices * shape.meshScale
            self.surfaces.append(vertices[faces])
            model = fcl.BVHModel()
            model.beginModel(len(vertices), len(faces))
            model.addSubModel(vertices, faces)
            model.endModel()
            self.fcl.append(fcl.CollisionObject(model, fcl.Transform()))

    def configuration(self, values):
        q = pin.neutral(self.model)
        for name, value in zip(self.robot.joint_names, values):
            q[self.model.joints[self.model.getJointId(name)].idx_q] = value
        return q

    def key(self, pair):
        return frozenset((self.links[pair.first], self.links[pair.second]))

    def place(self, q):
        pin.updateGeometryPlacements(self.model, self.data, self.geometry, self.coal, q)

    def asks(self):
        return self.ask_obbtree, self.ask_coal_distance, self.ask_coal_contact, self.ask_fcl

    def ask_obbtree(self, values, _):
        found = self.checker.distances_within(values, MARGIN, limits=False)
        return lambda: {
            frozenset(near.pair): (near.upper, near.points, near.normal) for near in found
        }

    def ask_coal_distance(self, _, q):
        pin.computeDistances(self.model, self.data, self.geometry, self.coal, q)

        def answers():
            near = {}
            for n, pair in enumerate(self.geometry.collisionPairs):
                result = self.coal.distanceResults[n]
                if result.min_distance <= MARGIN:
                    points = np.array([result.getNearestPoint1(), result.getNearestPoint2()])
                    self.keep(near, pair, result.min_distance, points, result.normal)
            return near

        return answers

    def ask_coal_contact(self, _, q):
        pin.computeCollisions(self.model, self.data, self.geometry, self.coal, q, False)

        def answers():
            near = {}
            for n, pair in enumerate(self.geometry.collisionPairs):
                result = self.coal.collisionResults[n]
                if result.numContacts() == 0:
                    continue
                contact = result.getContact(0)
                points = np.array([contact.getNearestPoint1(), contact.getNearestPoint2()])
                self.keep(near, pair, contact.penetration_depth, points, contact.normal)
            return near

        return answers

    def ask_fcl(self, _, q):
        self.place(q)
        for n, placed in enumerate(self.coal.oMg):
            self.fcl[n].setTransform(fcl.Transform(placed.rotation, placed.translation))
        found = []
        for pair in self.geometry.collisionPairs:
            result = fcl.DistanceResult()
            request = fcl.DistanceRequest(enable_nearest_points=True)
            found.append(fcl.distance(self.fcl[pair.first], self.fcl[pair.second], request, result))
            found[-1] = (pair, found[-1], result)

        def answers():
            near = {}
            for pair, distance, result in found:
                if distance > MARGIN:
                    continue
                points = np.array(result.nearest_points)
                way = points[1] - points[0]
                length = np.linalg.norm(way)
                self.keep(near, pair, distance, points, way / length if length > 0 else None)
            return near

        return answers

    def keep(self, near, pair, distance, points, normal):
        """The closest of the elements of two links."""
        key = self.key(pair)
        if key not in near or distance < near[key][0]:
            near[key] = (distance, points, normal, pair)

    def are_on_surfaces(self, pair, points):
        """Is each of two points on its element?"""
        for point, n in zip(points, (pair.first, pair.second)):
            placed = self.coal.oMg[n]
            local = placed.rotation.T @ (np.asarray(point) - placed.translation)
            if distances_to_mesh([local], self.surfaces[n])[0] > TOLERANCE:
                return False
        return True


def judged(world, ours, theirs, counts):
    """Counts what is wrong of a peer's answers about one configuration; `ours` is certified."""
    for key in ours.keys() | theirs.keys():
        counts["pairs"] += 1
        mine, other = ours.get(key), theirs.get(key)
        if other is None:
            # Just beyond the margin both ways is no error.
            counts["missed"] += mine[0] < MARGIN - TOLERANCE
            continue
        distance, points, normal, pair = other
        if mine is None:
            counts["wrongly near"] += distance < MARGIN - TOLERANCE
            continue
        if (mine[0] <= 0) != (distance <= 0):
            counts["wrong that they meet or not"] += 1
            continue
        if mine[0] <= 0:
            counts["meet"] += 1
            continue
        counts["apart"] += 1
        if distance > mine[0] + TOLERANCE:
            counts["too far"] += 1
        elif distance < mine[0] - TOLERANCE:
            counts["too near"] += 1
            counts["open to question"] += world.are_on_surfaces(pair, points)
        if mine[0] > NORMAL_FROM and mine[2] is not None:
            counts["normals"] += 1
            way = np.array(mine[2])
            if normal is None or not np.isfinite(normal).all():
                counts["wrong normals"] += 1
                continue
            counts["wrong normals"] += is_off(way, normal)
            counts["wrong directions between the points"] += is_off(way, points[1] - points[0])


def is_off(way, other):
    """By more than the angle, whichever order a pair is in."""
    cosine = abs(float(np.dot(way, other))) / max(float(np.linalg.norm(other)), 1e-300)
    return cosine < np.cos(np.radians(ANGLE))


def checked(world, ours, counts):
    """Are our own closest points on the surfaces, as far apart as is said?"""
    pairs = {}
    for pair in world.geometry.collisionPairs:
        pairs.setdefault(world.key(pair), []).append(pair)
    for key, (upper, points, _) in ours.items():
        if upper <= 0:
            continue
        counts["apart"] += 1
        length = np.linalg.norm(points[1] - points[0])
        either = (points, points[::-1])
        on = any(world.are_on_surfaces(pair, way) for pair in pairs[key] for way in either)
        counts["not on the surfaces"] += not on or abs(length - upper) > TOLERANCE


def told(counts):
    return ", ".join(f"{int(count)} {what}" for what, count in counts.items() if count)


def main():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("urdf")
    parser.add_argument("srdf")
    parser.add_argument("queries")
    parser.add_argument("folder")
    parser.add_argument("--package-root", action="append", default=[])
    parser.add_argument("--every", type=int, default=1, help="only every so manieth configuration")
    parser.add_argument("--repeat", type=int, default=3)
    args = parser.parse_args()
    scenes = collections.OrderedDict()
    lines = pathlib.Path(args.queries).read_text().splitlines()
    for line in [line for line in lines if not line.startswith("#")][:: args.every]:
        scene, _, values = [word.strip() for word in line.split("|")][:3]
        scenes.setdefault(scene, []).append([float(x) for x in values.split()])
    names = ("obbtree", "coal distance", "coal contact", "fcl")
    times = {name: [] for name in names}
    counts = {name: collections.Counter() for name in names}
    for scene, configurations in scenes.items():
        world = World(args, scene)
        asks = dict(zip(names, world.asks()))
        for values in configurations:
            values = values[: world.robot.dof]
            q = world.configuration(values)
            answers = {name: ask(values, q)() for name, ask in asks.items()}
            checked(world, answers["obbtree"], counts["obbtree"])
            for name in names[1:]:
                judged(world, answers["obbtree"], answers[name], counts[name])
            for name, ask in asks.items():
                least = float("inf")
                for _ in range(args.repeat):
                    start = time.perf_counter()
                    ask(values, q)
                    least = min(least, time.perf_counter() - start)
                times[name].append(1e6 * least)
    print(f"{sum(map(len, scenes.values()))} configurations in {len(scenes)} scenes, {MARGIN} m")
    for name in names:
        of = sorted(times[name])
        print(
            f"{name:13} median {statistics.median(of):9.1f} us, mean {statistics.mean(of):9.1f}, "
            f"p95 {of[int(0.95 * len(of))]:9.1f}; {told(counts[name])}"
        )


if __name__ == "__main__":
    main()
