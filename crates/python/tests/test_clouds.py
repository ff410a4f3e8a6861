"""Point clouds: from arrays, other packages' clouds, messages, depth images and files; everywhere
that a collider may be."""

import copy
import io
import pathlib
import pickle
import tempfile
import types
import unittest

import numpy as np
from support import ASSETS, shifted

import obbtree

GROUND = obbtree.Shape.half_space()


def scan(count=1000, kind=np.float32):
    """Points in a cube above the ground."""
    return np.random.default_rng(5).uniform([-1, -1, 0.5], [1, 1, 2], (count, 3)).astype(kind)


def lowest(points):
    return float(points[:, 2].min())


class Arrays(unittest.TestCase):
    def test_points_of_any_form(self):
        points = scan()
        wide = np.zeros((2000, 6), dtype=np.float32)
        wide[::2, ::2] = points
        records = np.zeros(1000, dtype=[("flag", "u1"), ("at", "f4", 3)])
        records["at"] = points
        for given in (
            points,
            points.astype(np.float64),
            np.asfortranarray(points),
            wide[::2, ::2],
            points[::-1][::-1],
            points.astype(">f4"),
            records["at"],
            points.tolist(),
        ):
            cloud = obbtree.PointCloud(given, 0.25)
            np.testing.assert_array_equal(cloud.points, points)
            np.testing.assert_array_equal(cloud.numbers, np.arange(1000))
            self.assertEqual((len(cloud), cloud.given, cloud.left_out), (1000, 1000, 0))
            self.assertEqual(cloud.radius, 0.25)
            np.testing.assert_array_equal(cloud.bounds, [points.min(0), points.max(0)])
        self.assertLess(cloud.nbytes, 20_000)
        self.assertGreater(obbtree.PointCloud(points * np.float64(1.1), 0).nbytes, 29_000)

    def test_clouds_of_other_packages(self):
        points = scan(kind=np.float64)

        class Vectors(list):
            """As Open3D's Vector3dVector: a sequence that numpy makes an array of."""

        like_open3d = types.SimpleNamespace(points=Vectors(points.tolist()))
        tracked = points.view(type("Tracked", (np.ndarray,), {}))
        like_trimesh = types.SimpleNamespace(vertices=tracked)
        for other in (like_open3d, like_trimesh):
            np.testing.assert_array_equal(obbtree.PointCloud(other, 0).points, points)
        try:
            import trimesh
        except ImportError:
            self.skipTest("trimesh is not installed")
        cloud = obbtree.PointCloud(trimesh.PointCloud(points), 0)
        np.testing.assert_array_equal(cloud.points, points)
        with self.assertRaisesRegex(TypeError, "a mesh is no point cloud; its `vertices`"):
            obbtree.PointCloud(trimesh.creation.box(), 0)

    def test_radii(self):
        points, radii = scan(), np.linspace(0, 0.1, 1000)
        cloud = obbtree.PointCloud(points, radii)
        np.testing.assert_array_equal(cloud.radius, radii)
        self.assertEqual(repr(cloud), "PointCloud(1000 points, radii up to 0.1)")
        found = obbtree.distance(cloud, None, GROUND, None)
        closest = int((points[:, 2].astype(float) - radii).argmin())
        self.assertEqual(found.cloud_points, (closest, None))
        self.assertEqual(found.triangles, (None, None))
        self.assertIn(f"cloud_points=({closest}, None)", repr(found))

    def test_what_is_refused(self):
        points = scan(4)

        def check(error, text, points, radius=0.0, **keywords):
            with self.assertRaisesRegex(error, text):
                obbtree.PointCloud(points, radius, **keywords)

        nan = points.copy()
        nan[2, 1] = np.nan
        check(obbtree.CloudError, "point 2 has y = NaN, not a finite number", nan)
        self.assertEqual(obbtree.PointCloud(nan, 0, skip_nan=True).left_out, 1)
        nan[3, 0] = np.inf
        check(obbtree.CloudError, "point 3 has x = inf, not a finite number", nan, skip_nan=True)
        nowhere = [[np.nan] * 3] * 2
        for none, left_out in ((nowhere, 2), (np.zeros((0, 3)), 0)):
            cloud = obbtree.PointCloud(none, 0.5, skip_nan=True)
            self.assertEqual((len(cloud), cloud.left_out), (0, left_out))
            self.assertEqual(cloud.points.shape, (0, 3))
        check(obbtree.CloudError, "the radius is -1.0, not a number from 0", points, -1)
        check(obbtree.CloudError, "the radius of point 3 is NaN", points, [0, 0, 0, np.nan])
        check(obbtree.CloudError, "there are 4 points and 3 radii", points, [0, 0, 0])
        check(ValueError, r"points must be of shape \(N, 3\), not \[4, 2\]", points[:, :2])
        check(TypeError, "argument 'radius': ", points, "wide")
        check(TypeError, "argument 'points': .*masked", np.ma.masked_equal(points, 0))
        with self.assertRaises(TypeError):
            obbtree.PointCloud(points)

    def test_equal_points_and_pickles(self):
        points = np.repeat(scan(10), 3, axis=0)
        points[4] = np.nan
        cloud = obbtree.PointCloud(points, 0.1, skip_nan=True)
        self.assertEqual((len(cloud), cloud.given, cloud.left_out), (10, 30, 1))
        again = pickle.loads(pickle.dumps(cloud))
        self.assertEqual(repr(again), repr(cloud))
        self.assertEqual(again.nbytes, cloud.nbytes)
        np.testing.assert_array_equal(again.numbers, cloud.numbers)
        self.assertEqual(again.numbers.tolist(), [0, 3, 6, 9, 12, 15, 18, 21, 24, 27])


class Queries(unittest.TestCase):
    def test_everywhere(self):
        points = scan()
        cloud, low = obbtree.PointCloud(points, 0.25), lowest(points)
        nut = obbtree.Body(ASSETS / "nut.stl")
        gap = low - 0.25
        self.assertFalse(obbtree.collide(cloud, None, GROUND, shifted(0, 0, gap - 1e-9)))
        self.assertTrue(obbtree.collide(cloud, None, GROUND, shifted(0, 0, gap)))
        self.assertTrue(obbtree.collide(GROUND, shifted(0, 0, gap), cloud, None))
        self.assertTrue(obbtree.closer_than(cloud, None, GROUND, None, gap))
        (contact,) = obbtree.contacts(cloud, None, GROUND, shifted(0, 0, gap))
        self.assertEqual(contact.cloud_points, (int(points[:, 2].argmin()), None))
        self.assertTrue(obbtree.contacts(nut, None, cloud, shifted(*nut.vertices[0])))
        poses = [shifted(0, 0, z) for z in (-2.0, -gap, 0.0)]
        np.testing.assert_array_equal(
            obbtree.collide_batch(GROUND, None, cloud, poses), [True, True, False]
        )
        found = obbtree.distance_batch(GROUND, None, cloud, poses)
        np.testing.assert_array_equal(found.cloud_points[2], [-1, points[:, 2].argmin()])
        fall = obbtree.Linear(None, shifted(0, 0, -1))
        sweep = obbtree.sweep(GROUND, None, cloud, fall)
        self.assertTrue(sweep.last_free <= gap <= sweep.first_contact < gap + 0.01)
        with self.assertRaises(obbtree.ObbtreeError):
            obbtree.depth(cloud, None, GROUND, None)

    def test_scenes(self):
        points = scan()
        scene = obbtree.Scene()
        scene.add("seen", obbtree.PointCloud(points, 0.25))
        scene.add("ground", GROUND)
        self.assertEqual(scene.pairs(), [])
        scene.set_pose("seen", shifted(0, 0, 0.25 - lowest(points)))
        ((names, (contact,)),) = scene.contacts()
        self.assertEqual(names, ("seen", "ground"))
        self.assertEqual(contact.cloud_points, (int(points[:, 2].argmin()), None))
        again = obbtree.Scene.from_json(scene.to_json())
        self.assertEqual(again.pairs(), [("seen", "ground")])

    def test_masks(self):
        points = np.concatenate([scan(), scan(10)])  # ten are given twice
        points[500] = np.nan
        radii = np.linspace(0, 0.1, len(points))
        cloud = obbtree.PointCloud(points, radii, skip_nan=True)
        sphere, at = obbtree.Shape.sphere([0, 0, 0], 0.7), [0.1, 0.2, 1, 0, 0, 0, 1]
        mask = obbtree.points_within(cloud, None, sphere, at, 0.1)
        self.assertEqual((mask.shape, mask.dtype), ((len(cloud),), np.bool_))
        wanted = np.linalg.norm(cloud.points - at[:3], axis=1) <= 0.8 + cloud.radius
        np.testing.assert_array_equal(mask, wanted)
        self.assertTrue(200 < mask.sum() < 800)
        rest = cloud.without(mask)
        np.testing.assert_array_equal(rest.points, cloud.points[~mask])
        np.testing.assert_array_equal(rest.radius, cloud.radius[~mask])
        np.testing.assert_array_equal(rest.numbers, cloud.numbers[~mask])
        self.assertEqual(rest.left_out, cloud.left_out + mask.sum())
        self.assertEqual(len(pickle.loads(pickle.dumps(rest))), len(rest))
        self.assertEqual(len(cloud.without(np.ones(len(cloud), dtype=bool))), 0)
        for wrong, error in (
            (mask[1:], obbtree.CloudError),
            (mask.astype(int), TypeError),
            (mask[None], ValueError),
        ):
            with self.assertRaises(error):
                cloud.without(wrong)

    def test_points_of_a_robot(self):
        checker = obbtree.Checker(obbtree.Robot(ASSETS / "arm.urdf"), obbtree.Scene())
        now, at = [1.9, 1.3, -2.1, 0.5, 0], [0.5, 0, 0.2, 0, 0, 1, 0]
        seen = np.random.default_rng(4).uniform([-3, -3, -1], [3, 3, 1], (10000, 3))
        cloud = obbtree.PointCloud(seen, 0.05)
        own = checker.points_near_robot(now, cloud, at, 0.1)
        world = obbtree.Scene()
        world.add("seen", cloud.without(own), at)
        self.assertTrue(checker.in_world(world).is_valid(now))
        self.assertTrue(50 < own.sum() < 2000, own.sum())
        beyond = checker.points_out_of_reach(cloud, at, 0.1)
        self.assertTrue(2000 < beyond.sum() < 9000, beyond.sum())
        self.assertFalse((own & beyond).any())
        np.testing.assert_array_equal(
            checker.points_out_of_reach(cloud, at, 0.1, limits=False), beyond  # nothing slides
        )
        for call in (
            lambda: checker.points_near_robot(now, cloud, at, -1),
            lambda: checker.points_near_robot(now[1:], cloud, at, 1),
            lambda: checker.points_out_of_reach(cloud, at, np.nan),
        ):
            with self.assertRaises((obbtree.RobotError, ValueError)):
                call()

    def test_a_robot_among_points(self):
        arm = obbtree.Robot(ASSETS / "arm.urdf")
        start = arm.read_configurations(ASSETS / "arm_through_hole.txt")[0]
        hand = arm.fk(start)[arm.link_names.index("hand")][:3, 3]
        around = hand + np.random.default_rng(2).normal(0, 0.01, (500, 3))
        for offset, is_free in ((0.0, False), (1000.0, True)):
            world = obbtree.Scene()
            world.add("seen", obbtree.PointCloud(around + offset, 0.02))
            checker = obbtree.Checker(arm, world)
            alone = obbtree.Checker(arm, obbtree.Scene())
            self.assertTrue(alone.is_valid(start))
            self.assertEqual(checker.is_valid(start), is_free)


KINDS = {"i1": 1, "u1": 2, "i2": 3, "u2": 4, "i4": 5, "u4": 6, "f4": 7, "f8": 8}


def message(points, kind="f4", order="<", before=4, after=3, row=5, shape=None):
    """A PointCloud2 of points, with bytes before, after, and at the ends of rows."""
    height, width = shape or (1, len(points))
    size = np.dtype(kind).itemsize
    numbers = points.astype(order + kind).reshape(height, width, 3)
    data = b"".join(
        b"".join(b"\xaa" * before + point.tobytes() + b"\xbb" * after for point in line)
        + b"\xcc" * row
        for line in numbers
    )
    step = before + 3 * size + after
    field = types.SimpleNamespace
    places = [(name, before + size * k) for k, name in enumerate("xyz")]
    return types.SimpleNamespace(
        fields=[field(name="ring", offset=0, datatype=2, count=4)]
        + [field(name=n, offset=at, datatype=KINDS[kind], count=1) for n, at in places],
        point_step=step, row_step=width * step + row, width=width, height=height,
        is_bigendian=order == ">", data=data,
    )  # fmt: skip


class Messages(unittest.TestCase):
    def test_every_layout(self):
        points = np.round(scan(12) * 50)
        for kind in KINDS:
            given = np.abs(points) if kind[0] == "u" else points
            for order in "<>":
                for shape in ((1, 12), (3, 4), (12, 1)):
                    cloud = obbtree.PointCloud.from_pointcloud2(
                        message(given, kind, order, shape=shape), 0.5
                    )
                    np.testing.assert_array_equal(cloud.points, given)
        import array

        packed = message(points, before=0, after=0, row=0)
        packed.data = array.array("B", packed.data)  # as rclpy has it
        np.testing.assert_array_equal(
            obbtree.PointCloud.from_pointcloud2(packed, 0.5).points, points
        )

    def test_points_that_are_nowhere(self):
        points = scan(12)
        points[[3, 7]] = np.nan
        cloud = obbtree.PointCloud.from_pointcloud2(message(points, shape=(3, 4)), 0.5)
        self.assertEqual((cloud.left_out, cloud.given, len(cloud)), (2, 12, 10))
        self.assertEqual(cloud.numbers.tolist(), [0, 1, 2, 4, 5, 6, 8, 9, 10, 11])
        with self.assertRaisesRegex(obbtree.CloudError, "point 3 has x = NaN"):
            obbtree.PointCloud.from_pointcloud2(message(points), 0.5, skip_nan=False)

    def test_what_is_refused(self):
        def check(text, **changes):
            wrong = message(scan(12), shape=(3, 4))
            for name, value in changes.items():
                setattr(wrong, name, value)
            with self.assertRaisesRegex(ValueError, text):
                obbtree.PointCloud.from_pointcloud2(wrong, 0.5)

        fields = message(scan(1)).fields
        check("the message has no field 'z'", fields=fields[:3])
        check("beyond the 15 of a point", point_step=15)
        check("row_step is 75, but 4 points take 76 bytes", row_step=75)
        check("data has 10 bytes, but 3 x 4 points take 238", data=b"0123456789")
        check("data has 243 bytes", width=10**12, row_step=10**14)
        wrong = types.SimpleNamespace(name="x", offset=4, datatype=9, count=1)
        check("field 'x' has the datatype 9, not 1 to 8", fields=[wrong, *fields[2:]])
        wrong = types.SimpleNamespace(name="x", offset=4, datatype=7, count=3)
        check("field 'x' has 3 numbers, not one", fields=[wrong, *fields[2:]])
        for height in (0, 10**15):
            none = message(scan(12), shape=(3, 4))
            none.width, none.height, none.row_step = 0, height, 0
            self.assertEqual(len(obbtree.PointCloud.from_pointcloud2(none, 0.5)), 0)


class Depths(unittest.TestCase):
    CAMERA = (500.0, 510.0, 31.5, 23.5)

    def expected(self, depth, scale):
        fx, fy, cx, cy = self.CAMERA
        z = scale * depth.astype(np.float64)
        u, v = np.meshgrid(np.arange(64.0), np.arange(48.0))
        return np.stack([(u - cx) / fx * z, (v - cy) / fy * z, z], axis=-1).reshape(-1, 3)

    def test_the_formula(self):
        depth = np.random.default_rng(1).integers(0, 6000, (48, 64)).astype(np.uint16)
        depth[::3, ::2] = 0
        wanted = self.expected(depth, 0.001)
        seen = (depth.ravel() > 0) & (wanted[:, 2] >= 0.5) & (wanted[:, 2] <= 5)
        for given, rounded in (
            (depth, np.float32),
            (depth.astype(np.float32), np.float32),
            (depth.astype(np.float64), np.float64),
            (np.asfortranarray(depth), np.float32),
            (np.repeat(depth, 2, axis=1)[:, ::2], np.float32),
        ):
            cloud = obbtree.PointCloud.from_depth(
                given, *self.CAMERA, 0.01, scale=0.001, near=0.5, far=5
            )
            np.testing.assert_array_equal(cloud.numbers, np.flatnonzero(seen))
            np.testing.assert_array_equal(cloud.points, wanted[seen].astype(rounded))
            self.assertEqual(cloud.left_out, (~seen).sum())

    def test_nothing_seen(self):
        depth = np.ones((48, 64), dtype=np.float32)
        depth.ravel()[:5] = [np.nan, np.inf, -np.inf, -1, 0]
        cloud = obbtree.PointCloud.from_depth(depth, *self.CAMERA, 0)
        self.assertEqual((cloud.left_out, cloud.numbers[0]), (5, 5))
        # Nothing at all: a world that meets nothing, until something is seen.
        none = obbtree.PointCloud.from_depth(np.zeros_like(depth), *self.CAMERA, 0.5)
        self.assertEqual((len(none), none.left_out), (0, depth.size))
        ground = obbtree.Shape.half_space()
        self.assertFalse(obbtree.collide(none, None, ground, None))
        self.assertFalse(obbtree.closer_than(none, None, ground, None, 1e9))
        self.assertIsNone(obbtree.distance(none, None, ground, None))
        poses = [[0, 0, z, 0, 0, 0, 1] for z in (-1, 1)]
        found = obbtree.distance_batch(ground, None, none, poses)
        self.assertTrue(np.isinf(found.upper).all() and np.isnan(found.points).all())
        self.assertEqual(obbtree.contacts(none, None, ground, None), [])
        world = obbtree.Scene()
        world.add("ground", ground)
        world.add("seen", none)
        self.assertEqual(world.pairs(), [])
        with self.assertRaisesRegex(obbtree.SceneError, "one body is point clouds or voxels"):
            world.distance()
        again = pickle.loads(pickle.dumps(none))
        again.insert([[0, 0, 0]], 0.5)
        self.assertEqual((len(again), again.numbers[0]), (1, depth.size))
        self.assertEqual(repr(none), "PointCloud(0 points, radius 0.5, 3072 of 3072 left out)")

    def test_uncertainty_of_each_pixel(self):
        depth = np.ones((48, 64))
        radii = np.linspace(0, 1, depth.size).reshape(depth.shape)
        depth[0, 0], radii[0, 0] = 0, np.nan
        cloud = obbtree.PointCloud.from_depth(depth, *self.CAMERA, radii)
        np.testing.assert_array_equal(cloud.radius, radii.ravel()[1:])

    def test_what_is_refused(self):
        def check(text, depth, camera=self.CAMERA, **keywords):
            with self.assertRaisesRegex((ValueError, TypeError), text):
                obbtree.PointCloud.from_depth(depth, *camera, 0.01, **keywords)

        depth = np.ones((48, 64))
        check(r"depth must be of shape \(h, w\), not \[64\]", depth[0])
        check("the camera has fx = 0.0", depth, (0, 1, 1, 1))
        check("the camera has scale = 0.0", depth, scale=0)
        check("the camera has far = 1.0", depth, near=2, far=1)
        check("argument 'fx': ", depth, ("wide", 1, 1, 1))
        check("masked", np.ma.masked_equal(depth.astype(np.uint16), 0))


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_files_of_points(self):
        points = scan()
        np.save(self.folder / "a.npy", points)
        np.save(self.folder / "fortran.npy", np.asfortranarray(points.astype(">f8")))
        np.savez(self.folder / "a.npz", points=points, labels=np.zeros(3))
        np.savez_compressed(self.folder / "packed.npz", points)
        np.savetxt(self.folder / "a.xyz", points, "%.17g")
        np.savetxt(self.folder / "a.csv", points, "%.17g", ",", header="x,y,z", comments="")
        head = "VERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 1000\n"
        head += "HEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 1000\nDATA binary\n"
        (self.folder / "a.pcd").write_bytes(head.encode() + points.tobytes())
        files = sorted(self.folder.iterdir())
        self.assertEqual(len(files), 7)
        for file in files:
            cloud = obbtree.PointCloud.read(file, 0.25)
            np.testing.assert_array_equal(cloud.points, points, file.name)
            self.assertEqual(repr(cloud), "PointCloud(1000 points, radius 0.25)")

    def test_errors(self):
        file = self.folder / "a.xyz"
        file.write_text("0 0 0\n0 0 inf\n")
        with self.assertRaisesRegex(obbtree.ReadError, "a.xyz: line 2: point 1 has z = inf"):
            obbtree.PointCloud.read(file, 0.25)
        file.write_text("nan nan nan\n")
        self.assertEqual(len(obbtree.PointCloud.read(str(file), 0.25)), 0)
        with self.assertRaises(FileNotFoundError):
            obbtree.PointCloud.read(self.folder / "none.pcd", 0.25)
        file.write_text("0 0 0\n")
        with self.assertRaisesRegex(obbtree.CloudError, "a.xyz: the radius is -1.0"):
            obbtree.PointCloud.read(file, -1)

    def test_depth_images(self):
        try:
            from PIL import Image
        except ImportError:
            self.skipTest("pillow is not installed")
        depth = np.random.default_rng(1).integers(0, 6000, (48, 64)).astype(np.uint16)
        file = self.folder / "depth.png"
        data = io.BytesIO()
        Image.fromarray(depth).save(data, "PNG")
        file.write_bytes(data.getvalue())
        camera = (500, 510, 31.5, 23.5, 0.01)
        cloud = obbtree.PointCloud.read_depth(file, *camera, scale=0.001, far=4)
        wanted = obbtree.PointCloud.from_depth(depth, *camera, scale=0.001, far=4)
        np.testing.assert_array_equal(cloud.points, wanted.points)
        np.testing.assert_array_equal(cloud.numbers, wanted.numbers)
        tiff = self.folder / "depth.tif"
        for image in (depth, depth.astype(np.float32)):
            for compression in (None, "tiff_lzw", "tiff_deflate", "packbits"):
                Image.fromarray(image).save(tiff, "TIFF", compression=compression)
                cloud = obbtree.PointCloud.read_depth(tiff, *camera, scale=0.001, far=4)
                np.testing.assert_array_equal(cloud.points, wanted.points)
                np.testing.assert_array_equal(cloud.numbers, wanted.numbers)
        Image.fromarray((depth // 256).astype(np.uint8)).save(tiff, "TIFF")
        with self.assertRaisesRegex(obbtree.ReadError, r"depth.tif: an image of Gray\(8\)"):
            obbtree.PointCloud.read_depth(tiff, *camera, scale=0.001)
        file.write_bytes(data.getvalue()[:200])
        with self.assertRaisesRegex(obbtree.ReadError, "depth.png: "):
            obbtree.PointCloud.read_depth(file, *camera, scale=0.001)

    def test_changes_in_place(self):
        random = np.random.default_rng(5)
        ground = obbtree.Shape.half_space()
        for dtype in (np.float32, np.float64):
            first = random.uniform(1, 2, (400, 3)).astype(dtype)
            more = random.uniform(0, 2, (40, 3)).astype(dtype)
            cloud = obbtree.PointCloud(first, 0.125)
            copied, world = copy.copy(cloud), obbtree.Scene()
            world.add("ground", ground)
            world.add("seen", cloud)
            cloud.insert(more, 0.125)
            out = np.arange(0, 440, 3)
            self.assertEqual(cloud.remove(out), len(out))
            both = np.concatenate([first, more])
            numbers = np.delete(np.arange(440), out)
            np.testing.assert_array_equal(cloud.numbers, numbers)
            np.testing.assert_array_equal(cloud.points, both[numbers])
            fresh = obbtree.PointCloud(both[numbers], 0.125)
            found = obbtree.distance(cloud, None, ground, [0, 0, -1, 0, 0, 0, 1])
            wanted = obbtree.distance(fresh, None, ground, [0, 0, -1, 0, 0, 0, 1])
            self.assertEqual((found.lower, found.upper), (wanted.lower, wanted.upper))
            self.assertEqual(found.cloud_points[0], numbers[wanted.cloud_points[0]])
            # A copy, a pickle, and a scene that has it stay as they are until they are told.
            again = pickle.loads(pickle.dumps(cloud))
            self.assertEqual((len(copied), len(again)), (400, len(numbers)))
            self.assertEqual(world.pairs(), [])
            world.set_parts("seen", cloud)
            self.assertEqual(world.pairs() != [], obbtree.collide(cloud, None, ground, None))
        taken = copy.copy(cloud)
        self.assertEqual((taken.remove(np.arange(taken.given)), len(taken)), (len(cloud), 0))
        text = "entry 1 is the number 440, and 440 points were given"
        with self.assertRaisesRegex(obbtree.CloudError, text):
            cloud.remove([3, 440])
        with self.assertRaisesRegex(obbtree.CloudError, "-1 is no number of a point"):
            cloud.remove([-1])
        with self.assertRaisesRegex(obbtree.CloudError, "point 0 has z = nan|point 0 has z = NaN"):
            cloud.insert([[0, 0, np.nan]], 0.125)

    def test_changes_of_a_part_in_a_scene(self):
        random = np.random.default_rng(6)
        box = obbtree.Shape.cuboid([1, 1, 1])
        for dtype in (np.float32, np.float64):
            first = random.uniform(1.5, 2, (300, 3)).astype(dtype)
            more = random.uniform(1, 2, (30, 3)).astype(dtype)
            radii = random.uniform(0, 0.25, 330)
            cloud, at = obbtree.PointCloud(first, radii[:300]), shifted(-0.25)

            def world(seen):
                made = obbtree.Scene()
                made.add("box", box)
                made.add("seen", [(obbtree.Shape.sphere([9, 9, 9], 1), None), (seen, at)])
                return made

            scene = world(cloud)
            before = copy.copy(scene)
            wanted = before.distance()
            scene.insert_points("seen", more, radii[300:], part=1)
            out = np.arange(0, 330, 4)
            self.assertEqual(scene.remove_points("seen", out, part=1), len(out))
            kept = np.delete(np.arange(330), out)
            fresh = world(obbtree.PointCloud(np.concatenate([first, more])[kept], radii[kept]))
            self.assertEqual(scene.pairs(), fresh.pairs())
            found, anew = scene.distance(), fresh.distance()
            self.assertEqual((found.lower, found.upper), (anew.lower, anew.upper))
            self.assertNotEqual(found.lower, wanted.lower)
            # The cloud and the copy stay as they are.
            self.assertEqual((len(cloud), before.distance().lower), (300, wanted.lower))
        for error, text, call in (
            (obbtree.SceneError, "no body `sea`", lambda: scene.remove_points("sea", [0])),
            (obbtree.SceneError, "no part 2", lambda: scene.remove_points("seen", [0], part=2)),
            (
                obbtree.SceneError,
                "part 0 of body `box` is not a point cloud",
                lambda: scene.insert_points("box", [[0, 0, 0]], 1),
            ),
            (
                obbtree.SceneError,
                "part 1 of body `seen` is not voxels",
                lambda: scene.set_cells("seen", [[0, 0, 0]], True, part=1),
            ),
            (
                obbtree.CloudError,
                "entry 1 is the number 330, and 330 points were given",
                lambda: scene.remove_points("seen", [1, 330], part=1),
            ),
            (
                obbtree.CloudError,
                "radius",
                lambda: scene.insert_points("seen", [[0, 0, 0]], -1, part=1),
            ),
        ):
            with self.assertRaisesRegex(error, text):
                call()
        self.assertEqual(scene.distance().lower, found.lower)

    def test_files_that_pypcd4_writes(self):
        try:
            from pypcd4 import Encoding, PointCloud
        except ImportError:
            self.skipTest("pypcd4 is not installed")
        points = scan()
        points[100:600, 2] = 1.5  # so that there is something to compress
        points[17] = np.nan
        for encoding in (Encoding.ASCII, Encoding.BINARY, Encoding.BINARY_COMPRESSED):
            file = self.folder / f"{encoding.value}.pcd"
            PointCloud.from_xyz_points(points).save(file, encoding=encoding)
            cloud = obbtree.PointCloud.read(file, 0.25)
            self.assertEqual(cloud.left_out, 1)
            # Its texts have ten digits after the point.
            found = cloud.points.astype(np.float32)
            wanted = np.delete(points, 17, axis=0)
            np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-10)


if __name__ == "__main__":
    unittest.main()
