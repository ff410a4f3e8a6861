"""The engines: what each makes of points, and its answers. """

import os
import pathlib
import shutil
import statistics
import time
from importlib import metadata

for name in ("OMP_NUM_THREADS", "RAYON_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402

import fcl_build  # noqa: E402
import obbtree  # noqa: E402
from shell import HERE as COMPARE, WORK, Driver, version  # noqa: E402
from worlds import FRAME, RADII, RADIUS  # noqa: E402

#: Of voxels: twice the radius of the points.
SIDE = 0.01
#: Of depth images, in the words of `PointCloud.from_depth`.
CAMERA = dict(fx=525.0, fy=525.0, cx=319.5, cy=239.5, scale=0.001, far=8.0)
#: From where a call finds nothing.
FAR = np.array([1000.0, 0.0, 0.0, RADII[0]])
#: The questions, and what each is about.
QUESTIONS = {
    "sphere meets": "spheres",
    "touching sphere meets": "touching",
    "sphere distance": "spheres",
    "robot meets": "states",
    "robot distance": "states",
}


def each(ask, items, tries, patience):
    """For each the least nanoseconds and the answer; only the first ones if it takes too long."""
    times, answers, begin = [], [], time.perf_counter()
    for item in items:
        least = float("inf")
        for _ in range(tries):
            start = time.perf_counter_ns()
            told = ask(item)
            least = min(least, time.perf_counter_ns() - start)
        times.append(least)
        answers.append(told)
        if time.perf_counter() - begin > patience:
            break
    return np.array(times), np.array(answers, dtype=float)


def least_ms(work, tries):
    return min(each(lambda _: bool(work()), [None], tries, np.inf)[0]) / 1e6


class Engine:
    """An engine that is called from Python, with one method for each question that it answers."""

    is_voxels = False
    #: What it makes of an (n, 4) array of spheres, a list of items for its questions.
    items_of_spheres = list

    def __init__(self, world):
        self.world = world
        self.items = {
            "spheres": self.items_of_spheres(world.spheres),
            "touching": self.items_of_spheres(world.touching),
            "states": self.items_of_states(world),
            "far": self.items_of_spheres(FAR[None]),
        }

    def items_of_states(self, world):
        return list(world.states)

    def answers(self, question):
        return hasattr(self, question.removeprefix("touching ").replace(" ", "_"))

    def answer(self, question, tries, patience):
        ask = getattr(self, question.removeprefix("touching ").replace(" ", "_"))
        return each(ask, self.items[QUESTIONS[question]], tries, patience)

    def frames_ms(self, depth, tries):
        """Milliseconds from a depth image to what can be queried, by how that is done."""
        return {}

    def end(self):
        pass

    def far_ns(self):
        """Of a sphere that is far from everything: what a call costs by itself."""
        return statistics.median(each(self.sphere_meets, 1000 * self.items["far"], 3, np.inf)[0])


class Obbtree(Engine):
    name = "obbtree"
    promise = f"points with a radius of {1e3 * RADIUS:g} mm"

    def __init__(self, world):
        self.collider = self.make(world.points)
        self.checker = world.panda.in_world(self.collider)
        super().__init__(world)

    @staticmethod
    def make(points):
        return obbtree.PointCloud(points, RADIUS)

    def ready_ms(self, tries):
        return least_ms(lambda: self.make(self.world.points), tries)

    def items_of_spheres(self, spheres):
        return [obbtree.Shape.sphere(sphere[:3], sphere[3]) for sphere in spheres]

    def items_of_states(self, world):
        return list(world.configurations)

    def sphere_meets(self, sphere):
        return obbtree.collide(self.collider, None, sphere, None)

    def sphere_distance(self, sphere):
        return obbtree.distance(self.collider, None, sphere, None).upper

    def robot_meets(self, configuration):
        return not self.checker.is_valid(configuration, limits=False)

    def robot_distance(self, configuration):
        return self.checker.distance(configuration, limits=False).upper

    def frames_ms(self, depth, tries):
        make = lambda: obbtree.PointCloud.from_depth(depth, radius=RADIUS, **CAMERA)
        return {"": least_ms(make, tries)}

    def thinned(self, distance, tries):
        """Milliseconds, and how many points are left."""
        make = lambda: self.collider.thinned(distance)
        return least_ms(make, tries), len(make())


class ObbtreeVoxels(Obbtree):
    name = "obbtree, voxels"
    promise = f"voxels of {100 * SIDE:g} cm with a point"
    is_voxels = True

    @staticmethod
    def make(points):
        cells = np.floor((1 / SIDE) * points.astype(float)).astype(np.int32)  # as OctoMap's keys
        return obbtree.Voxels(cells, SIDE)

    frames_ms = Engine.frames_ms


class Fcl:
    """FCL with OctoMap in C++: `drivers/fcl_octree.cpp`."""

    name = "FCL, C++"
    promise = f"{ObbtreeVoxels.promise}; octomap::OcTree in fcl::OcTree, links in BVHModel<OBBRSS>"
    is_voxels = True

    @classmethod
    def build(cls):
        """Compiles the driver, and says how; None if FCL or OctoMap is not there for C++."""
        headers = ("fcl/geometry/octree/octree.h", "octomap/octomap.h")
        is_there = all(pathlib.Path("/usr/include", header).exists() for header in headers)
        if not is_there or shutil.which("g++") is None:
            return None
        WORK.mkdir(parents=True, exist_ok=True)
        flags = ["-Wl,--no-as-needed", "-loctomap", "-loctomath", "-lccd", "-lfcl"]
        cls.program = WORK / "fcl_octree"
        source = COMPARE / "drivers" / "fcl_octree.cpp"
        how = fcl_build.native(source, flags, cls.program)
        fcl, octomap = version("libfcl-dev"), version("liboctomap-dev")
        return f"libfcl-dev {fcl}, {how}; liboctomap-dev {octomap}, the distribution's library"

    def __init__(self, world):
        self.world, folder = world, WORK / "points"
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, links = folder, []
        world.points.tofile(folder / "points")
        for number, body in enumerate(world.panda.bodies):
            vertices, faces = np.asarray(body.vertices), np.asarray(body.triangles)
            links.append(folder / f"link{number}")
            counts = np.array([len(vertices), len(faces)], dtype="<u8")
            parts = (counts, vertices.astype("<f8"), faces.astype("<u4"))
            links[-1].write_bytes(b"".join(part.tobytes() for part in parts))
        self.driver = Driver(self.name, [self.program, folder / "points", SIDE, *links])
        self.items = {
            "spheres": world.spheres,
            "touching": world.touching,
            "states": world.states[:, :, :3],
            "far": FAR[None],
        }
        self.ready_ms(1)

    def end(self):
        self.driver.end()

    def ready_ms(self, tries):
        ms, self.leaves, self.bytes = map(float, self.driver.ask("build", tries))
        return ms

    def nodes(self):
        self.driver.ask("write", self.folder / "nodes")
        return (self.folder / "nodes").read_bytes()

    def answers(self, question):
        return True

    def ask(self, question, items, tries):
        np.ascontiguousarray(items, dtype="<f8").tofile(self.folder / "items")
        words = question.removeprefix("touching ").replace("robot meets", "links-meet")
        words = words.replace("robot", "links").replace(" ", "-")
        told = self.driver.ask(words, tries, self.folder / "items")
        return np.array(told, dtype=float).reshape(-1, 2).T

    def answer(self, question, tries, patience):
        items = self.items[QUESTIONS[question]]
        some = self.ask(question, items[:3], 1)[0].mean()
        count = max(3, int(patience / (1e-9 * tries * some)))
        return self.ask(question, items[:count], tries)

    def far_ns(self):
        return self.ask("sphere meets", np.repeat(self.items["far"], 1000, axis=0), 3)[0].mean()

    def frames_ms(self, depth, tries):
        depth.astype("<u2").tofile(self.folder / "depth")
        camera = [CAMERA[key] for key in ("fx", "fy", "cx", "cy", "scale", "far")]
        words = tries, self.folder / "depth", FRAME[1], *camera
        names = {"": "frame", ", with the rays of insertPointCloud": "scan"}
        return {name: float(self.driver.ask(word, *words)[0]) for name, word in names.items()}


class PythonFcl(Engine):
    """It takes the nodes of an octree, and has none of OctoMap's functions to make them."""

    name = "python-fcl"
    promise = "the same; ready is reading OctoMap's nodes, which FCL's driver in C++ made"
    is_voxels = True

    def __init__(self, world, nodes):
        import fcl

        self.fcl, self.nodes = fcl, np.frombuffer(nodes, np.int8).tolist()  # it takes char
        self.tree = fcl.CollisionObject(self.make())
        self.objects = []
        for body in world.panda.bodies:
            vertices, faces = np.asarray(body.vertices), np.asarray(body.triangles)
            model = fcl.BVHModel()
            model.beginModel(len(faces), len(vertices))
            model.addSubModel(vertices, faces.astype(np.int64))
            model.endModel()
            self.objects.append(fcl.CollisionObject(model))
        super().__init__(world)

    def make(self):
        return self.fcl.OcTree(SIDE, self.nodes)

    def ready_ms(self, tries):
        return least_ms(self.make, tries)

    def items_of_spheres(self, spheres):
        place = lambda s: self.fcl.CollisionObject(self.fcl.Sphere(s[3]), self.fcl.Transform(s[:3]))
        return [place(sphere) for sphere in spheres]

    def items_of_states(self, world):
        return [[self.fcl.Transform(p[:3, :3], p[:3, 3]) for p in state] for state in world.states]

    def sphere_meets(self, sphere):
        return self.fcl.collide(self.tree, sphere) > 0

    def sphere_distance(self, sphere):
        return self.fcl.distance(self.tree, sphere)

    def robot_meets(self, state):
        for link, transform in zip(self.objects, state):
            link.setTransform(transform)
            if self.fcl.collide(self.tree, link) > 0:
                return True
        return False

    def robot_distance(self, state):
        least = float("inf")
        for link, transform in zip(self.objects, state):
            link.setTransform(transform)
            least = min(least, self.fcl.distance(self.tree, link))
        return least


class Open3d(Engine):
    """A k-d tree of the points. Links: the points around a link's bounding sphere, by the tree,
    against a RaycastingScene of the link; a distance: all points against one of all links."""

    name = "Open3D"
    promise = f"{Obbtree.promise}; KDTreeFlann, and a RaycastingScene of links"

    def __init__(self, world):
        import open3d

        self.o3d, self.positions = open3d, world.points
        self.cloud, self.tree = self.make()
        self.tensor = open3d.core.Tensor(world.points)
        self.scenes = [self.scene([(b.vertices, b.triangles)]) for b in world.panda.bodies]
        self.spheres = []
        for corners in world.panda.links:
            middle = (corners.min(axis=(0, 1)) + corners.max(axis=(0, 1))) / 2
            self.spheres.append((middle, np.linalg.norm(corners - middle, axis=2).max()))
        super().__init__(world)

    def make(self):
        positions = self.o3d.utility.Vector3dVector(self.positions.astype(float))
        cloud = self.o3d.geometry.PointCloud(positions)
        return cloud, self.o3d.geometry.KDTreeFlann(cloud)

    def ready_ms(self, tries):
        return least_ms(self.make, tries)

    def scene(self, meshes):
        scene = self.o3d.t.geometry.RaycastingScene(nthreads=1)
        for vertices, triangles in meshes:
            scene.add_triangles(
                self.o3d.core.Tensor(np.asarray(vertices, dtype=np.float32)),
                self.o3d.core.Tensor(np.asarray(triangles, dtype=np.uint32)),
            )
        return scene

    def sphere_meets(self, sphere):
        return self.tree.search_hybrid_vector_3d(sphere[:3], sphere[3] + RADIUS, 1)[0] > 0

    def sphere_distance(self, sphere):
        squared = self.tree.search_knn_vector_3d(sphere[:3], 1)[2][0]
        return squared**0.5 - sphere[3] - RADIUS

    def robot_meets(self, state):
        for pose, (middle, radius), scene in zip(state, self.spheres, self.scenes):
            turn, move = pose[:3, :3], pose[:3, 3]
            found = self.tree.search_radius_vector_3d(turn @ middle + move, radius + RADIUS)
            if found[0] == 0:
                continue
            points = self.positions[np.asarray(found[1])]
            local = self.o3d.core.Tensor(((points - move) @ turn).astype(np.float32))
            if scene.compute_distance(local, nthreads=1).numpy().min() <= RADIUS:
                return True
        return False

    def robot_distance(self, state):
        placed = []
        for pose, body in zip(state, self.world.panda.bodies):
            placed.append((body.vertices @ pose[:3, :3].T + pose[:3, 3], body.triangles))
        distances = self.scene(placed).compute_distance(self.tensor, nthreads=1)
        return float(distances.min().item()) - RADIUS

    def frames_ms(self, depth, tries):
        o3d = self.o3d
        camera = o3d.camera.PinholeCameraIntrinsic(
            FRAME[1], FRAME[0], *(CAMERA[key] for key in ("fx", "fy", "cx", "cy"))
        )
        image = o3d.geometry.Image(depth)

        def make():
            cloud = o3d.geometry.PointCloud.create_from_depth_image(
                image, camera, depth_scale=1 / CAMERA["scale"], depth_trunc=CAMERA["far"]
            )
            return cloud, o3d.geometry.KDTreeFlann(cloud)

        return {"": least_ms(make, tries)}


class Open3dTensor(Engine):
    name = "Open3D, tensor"
    promise = "the same points, in f32; NearestNeighborSearch"

    def __init__(self, world):
        import open3d

        self.o3d = open3d
        self.tensor = open3d.core.Tensor(world.points)
        self.tree = self.make(self.tensor)
        super().__init__(world)

    def make(self, tensor):
        tree = self.o3d.core.nns.NearestNeighborSearch(tensor)
        tree.knn_index()
        return tree

    def ready_ms(self, tries):
        return least_ms(lambda: self.make(self.tensor), tries)

    def items_of_spheres(self, spheres):
        tensor = lambda s: self.o3d.core.Tensor(s[None, :3].astype(np.float32))
        return [(tensor(sphere), sphere[3] + RADIUS) for sphere in spheres]

    def sphere_distance(self, sphere):
        center, reach = sphere
        return self.tree.knn_search(center, 1)[1].item() ** 0.5 - reach

    def sphere_meets(self, sphere):
        return self.sphere_distance(sphere) <= 0

    def frames_ms(self, depth, tries):
        o3d, camera = self.o3d, np.eye(3)
        camera[0, 0], camera[1, 1], camera[0, 2], camera[1, 2] = list(CAMERA.values())[:4]
        image, camera = o3d.t.geometry.Image(o3d.core.Tensor(depth)), o3d.core.Tensor(camera)

        def make():
            cloud = o3d.t.geometry.PointCloud.create_from_depth_image(
                image, camera, depth_scale=1 / CAMERA["scale"], depth_max=CAMERA["far"]
            )
            return self.make(cloud.point.positions)

        return {"": least_ms(make, tries)}


def versions():
    """Of the packages of Python, those that are there."""
    for name in ("obbtree", "numpy", "open3d", "python-fcl"):
        try:
            yield f"{name} {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            yield f"left out: {name}"
