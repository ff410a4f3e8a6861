"""Clouds of the obstacles of MotionBenchMaker's problems, and what they are queried about: spheres,
and the robot panda at random configurations. """

import itertools

import numpy as np

import obbtree

#: Of all points, in metres.
RADIUS = 0.005
#: Of spheres: from and to, as in the binary `points`.
RADII = 0.02, 0.08
#: Of a depth image: rows and columns.
FRAME = 480, 640


def matrix(rows):
    return np.array(rows, dtype=float).reshape(3, 4)


def patches(obstacle):
    """The parts of an obstacle's surface: an area, and points of it for (n, 2) numbers of [0, 1),
    in the obstacle's frame."""
    kind, sizes = obstacle["type"], obstacle["dimensions"]
    if kind == "box":
        half = np.array(sizes) / 2
        for k in range(3):
            u, v = (k + 1) % 3, (k + 2) % 3
            for side in (-half[k], half[k]):

                def face(at, k=k, u=u, v=v, side=side):
                    points = np.full((len(at), 3), side)
                    points[:, u], points[:, v] = ((2 * at - 1) * half[[u, v]]).T
                    return points

                yield 4 * half[u] * half[v], face
    elif kind == "cylinder":
        height, radius = sizes

        def circle(turn, radius, z):
            angle = 2 * np.pi * turn
            return np.column_stack([radius * np.cos(angle), radius * np.sin(angle), z])

        yield 2 * np.pi * radius * height, lambda at: circle(
            at[:, 0], radius, (at[:, 1] - 0.5) * height
        )
        for end in (-height / 2, height / 2):
            yield np.pi * radius**2, lambda at, end=end: circle(
                at[:, 0], radius * np.sqrt(at[:, 1]), np.full(len(at), end)
            )
    elif kind == "sphere":
        (radius,) = sizes

        def sphere(at):
            angle, z = 2 * np.pi * at[:, 0], 2 * at[:, 1] - 1
            flat = np.sqrt(1 - z * z)
            return radius * np.column_stack([flat * np.cos(angle), flat * np.sin(angle), z])

        yield 4 * np.pi * radius**2, sphere
    else:
        raise SystemExit(f"obstacle '{obstacle['name']}': no {kind} is known here")


def sampled(obstacles, count, random):
    """(count, 3) of `float32`."""
    parts = [(area, of, matrix(o["pose"])) for o in obstacles for area, of in patches(o)]
    ends = np.cumsum([area for area, _, _ in parts])
    ends = np.rint(count * ends / ends[-1]).astype(int)
    points = []
    for number, end, (_, of, pose) in zip(np.diff(ends, prepend=0), ends, parts):
        points.append(of(random.random((number, 2))) @ pose[:, :3].T + pose[:, 3])
    points = np.concatenate(points).astype(np.float32)
    return points[random.permutation(len(points))]  # as no sensor gives them


def depth_image(random):
    """A wall with boxes before it, noise, and pixels that show nothing, in millimetres."""
    v, u = np.indices(FRAME)
    depth = np.where((u // 80 + v // 60) % 3 == 0, 1500 + v // 3, 2500 + u // 4)
    depth = depth + random.integers(0, 6, FRAME)
    return np.where(random.random(FRAME) < 0.05, 0, depth).astype(np.uint16)


class Panda:
    def __init__(self, folder):
        self.robot = obbtree.Robot(
            folder / "panda.urdf", srdf=folder / "panda.srdf", package_roots=[folder]
        )
        links, self.bodies, places = zip(*self.robot.meshes)
        self.numbers = [self.robot.link_names.index(link) for link in links]
        self.places = np.array([place.matrix for place in places])
        self.links = [np.asarray(b.vertices)[np.asarray(b.triangles)] for b in self.bodies]
        self.checker = obbtree.Checker(self.robot, obbtree.Scene())

    def allow(self, world):
        """Links may collide with each other: only the cloud is the question."""
        for a, b in itertools.combinations(self.robot.link_names, 2):
            world.allow(a, b)

    def poses(self, configuration):
        return self.robot.fk(configuration)[self.numbers] @ self.places

    def in_world(self, collider):
        world = obbtree.Scene()
        world.add("cloud", collider)
        checker = self.checker.in_world(world)
        checker.change(self.allow)
        assert all("cloud" in pair for pair in checker.pairs)
        return checker


class World:
    """Points, and what they are queried about."""

    def __init__(self, panda, points, random, args):
        self.panda, self.points = panda, points
        low, high = points.min(axis=0), points.max(axis=0)
        near = points[random.integers(len(points), size=args.spheres)].astype(float)
        near += random.uniform(-0.15, 0.15, near.shape)
        near[::2] = random.uniform(low, high, near[::2].shape)
        self.spheres = np.column_stack([near, random.uniform(*RADII, args.spheres)])
        touched = points[random.integers(len(points), size=args.spheres)].astype(float)
        radii = random.uniform(*RADII, args.spheres).astype(np.float32).astype(float)
        ways = random.normal(size=touched.shape)
        ways *= ((radii + RADIUS) / np.linalg.norm(ways, axis=1))[:, None]
        centers = (touched + ways).astype(np.float32)
        self.touching = np.column_stack([centers, radii])
        self.configurations = panda.robot.random(args.configurations, seed=args.seed)
        self.states = np.array([panda.poses(q) for q in self.configurations])
