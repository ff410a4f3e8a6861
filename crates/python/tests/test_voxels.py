"""Voxels: from cells, dense arrays, leaves, other packages' grids, files and messages; everywhere
that a collider may be. The answers are those of rational arithmetic over all voxels. And heights
over a grid."""

import array
import math
import pathlib
import pickle
import tempfile
import types
import unittest
from fractions import Fraction

import numpy as np
from support import ASSETS, shifted

import obbtree

GROUND = obbtree.Shape.half_space()


def scattered(count=200, reach=12, seed=3):
    """Cells, some of them equal."""
    return np.random.default_rng(seed).integers(-reach, reach, (count, 3)).astype(np.int32)


def boxes_of(cells, sizes, origin, side):
    """The boxes of cells, each number rounded once: a fraction becomes the nearest float."""

    def number(axis, cell):
        return float(Fraction(float(origin[axis])) + int(cell) * Fraction(float(side)))

    return np.array([
        [[number(k, c[k]) for k in range(3)], [number(k, c[k] + int(s)) for k in range(3)]]
        for c, s in zip(cells, sizes)
    ])  # fmt: skip


def squared_distance(box, point):
    """Of a point and a box, exactly."""
    total = Fraction(0)
    for low, high, x in zip(*box.tolist(), point):
        x = Fraction(float(x))
        total += max(Fraction(low) - x, x - Fraction(high), Fraction(0)) ** 2
    return total


def overlap(a, b, moved):
    """Do two boxes share a point, the second one moved?"""
    return all(
        Fraction(b[0][k]) + Fraction(moved[k]) <= Fraction(a[1][k])
        and Fraction(a[0][k]) <= Fraction(b[1][k]) + Fraction(moved[k])
        for k in range(3)
    )


class Changes(unittest.TestCase):
    """Cells that become occupied and free in place."""

    def test_cells(self):
        random = np.random.default_rng(6)
        occupied = random.random((9, 8, 7)) < 0.3
        voxels = obbtree.Voxels.from_array(occupied, 0.25, [1, 2, 3])
        for step in range(12):
            if step == 6:  # an array stays one
                voxels = pickle.loads(pickle.dumps(voxels))
            cells = random.integers(0, [9, 8, 7], (30, 3))
            value = bool(step % 3)
            before = occupied.copy()
            occupied[tuple(cells.T)] = value
            self.assertEqual(voxels.set(cells, value), (before != occupied).sum())
            fresh = obbtree.Voxels.from_array(occupied, 0.25, [1, 2, 3])
            np.testing.assert_array_equal(voxels.numbers, fresh.numbers)
            np.testing.assert_array_equal(voxels.boxes, fresh.boxes)
            self.assertEqual((voxels.given, voxels.left_out), (fresh.given, fresh.left_out))
            sphere, at = obbtree.Shape.sphere([0, 0, 0], 0.3), shifted(*random.uniform(1, 5, 3))
            found = [obbtree.distance(each, None, sphere, at) for each in (voxels, fresh)]
            self.assertEqual(*[(each.lower, each.upper) for each in found])
            if found[0].upper > 0:  # else any of those that meet is told
                self.assertEqual(found[0].cloud_points, found[1].cloud_points)
            near = obbtree.points_within(voxels, None, sphere, at, 0.5)
            np.testing.assert_array_equal(voxels.without(near).boxes, voxels.boxes[~near])
        with self.assertRaisesRegex(obbtree.VoxelError, r"cell 0 is \[9, 0, 0\], not in the array"):
            voxels.set([[9, 0, 0]], True)
        self.assertEqual(voxels.set(voxels.cells, False), len(fresh))
        self.assertEqual((len(voxels), voxels.boxes.shape, voxels.numbers.size), (0, (0, 2, 3), 0))
        self.assertFalse(obbtree.collide(voxels, None, obbtree.Shape.half_space(), None))
        again = pickle.loads(pickle.dumps(voxels))
        self.assertEqual((len(again), again.given), (0, voxels.given))
        self.assertEqual((again.set([[1, 1, 1]], True), len(again)), (1, 1))
        with self.assertRaisesRegex(obbtree.VoxelError, "the voxels are leaves"):
            obbtree.Voxels.from_leaves([[0, 0, 0]], 0.5).set([[0, 0, 0]], False)

    def test_cells_of_several_sizes(self):
        octree = obbtree.Voxels([[0, 0, 0], [8, 0, 0]], 1, sizes=[8, 1])
        self.assertEqual(octree.set([[7, 7, 7], [7, 7, 6], [9, 0, 0]], False), 2)
        self.assertEqual((len(octree), octree.given), (2 + 3 * 7 - 2, 2 + 3 * 7))
        self.assertEqual((octree.sizes**3).sum(), 8**3 - 2 + 1)
        again = pickle.loads(pickle.dumps(octree))
        np.testing.assert_array_equal(again.boxes, octree.boxes)
        self.assertEqual((again.set([[7, 7, 7]], True), len(again)), (1, len(octree) + 1))
        with self.assertRaisesRegex(obbtree.VoxelError, "of 3 cells a side, which has no halves"):
            obbtree.Voxels([[0, 0, 0]], 1, sizes=[3]).set([[1, 1, 1]], False)

    def test_cells_of_a_part_in_a_scene(self):
        random = np.random.default_rng(7)
        occupied = random.random((6, 5, 4)) < 0.2
        sphere = obbtree.Shape.sphere([0, 0, 0], 0.3)

        def world():
            made = obbtree.Scene()
            made.add("map", obbtree.Voxels.from_array(occupied, 0.25))
            for number in range(8):
                made.add(f"sphere {number}", sphere, shifted(*corners[number]))
            return made

        corners = random.uniform(0, 1.5, (8, 3))
        scene = world()
        for step in range(6):
            cells = random.integers(0, 4, (9, 3))
            before, value = occupied.copy(), bool(step % 2)
            occupied[tuple(cells.T)] = value
            changed = (before != occupied).sum()
            self.assertEqual(scene.set_cells("map", cells, value), changed)
            fresh = world()
            self.assertEqual(scene.pairs(), fresh.pairs())
            found = [each.clearances(threshold=1) for each in (scene, fresh)]
            self.assertEqual(*[[(x.pair, x.lower, x.upper) for x in each] for each in found])
        with self.assertRaisesRegex(obbtree.VoxelError, "cell 0 is .9, 0, 0., not in the array"):
            scene.set_cells("map", [[9, 0, 0]], True)
        with self.assertRaisesRegex(obbtree.SceneError, "part 0 of body `sphere 0` is not voxels"):
            scene.set_cells("sphere 0", [[0, 0, 0]], True)
        self.assertEqual(scene.pairs(), fresh.pairs())


class Boxes(unittest.TestCase):
    def test_numbers_of_the_grid_are_rounded_once(self):
        random = np.random.default_rng(1)
        for side in (0.1, 0.05, 1 / 3, 0.25, 1e-9):
            cells = scattered(50, 100, seed=int(1 / side) % 1000)
            sizes = 2 ** random.integers(0, 4, len(cells))
            origin = random.uniform(-1, 1, 3) * side
            for voxels, of in (
                (obbtree.Voxels(cells, side, origin, sizes=sizes), sizes),
                (obbtree.Voxels(cells, side, origin), np.ones(len(cells))),
            ):
                wanted = boxes_of(cells[voxels.numbers], of[voxels.numbers], origin, side)
                np.testing.assert_array_equal(voxels.boxes, wanted)
                np.testing.assert_array_equal(voxels.cells, cells[voxels.numbers])
                np.testing.assert_array_equal(voxels.origin, origin)
                bounds = [wanted[:, 0].min(axis=0), wanted[:, 1].max(axis=0)]
                np.testing.assert_array_equal(voxels.bounds, bounds)
                self.assertEqual(voxels.side, side)
            self.assertIsNone(voxels.sizes)
        self.assertIsNone(voxels.centers)
        self.assertIsNone(voxels.half)

    def test_cells_of_any_form(self):
        cells = np.unique(scattered(), axis=0)
        wide = np.zeros((len(cells), 6), dtype=np.int64)
        wide[:, ::2] = cells
        records = np.zeros(len(cells), dtype=[("flag", "u1"), ("at", "i4", 3)])
        records["at"] = cells
        for given in (
            cells, cells.astype(np.int8), cells.astype(">i8"), np.asfortranarray(cells),
            wide[:, ::2], cells[::-1][::-1], records["at"], cells.tolist(),
        ):  # fmt: skip
            voxels = obbtree.Voxels(given, 0.1)
            np.testing.assert_array_equal(voxels.cells, cells)
            np.testing.assert_array_equal(voxels.numbers, np.arange(len(cells)))
        unsigned = obbtree.Voxels((cells + 12).astype(np.uint64), 0.1, [-1.2, 0, 0])
        np.testing.assert_array_equal(unsigned.cells, cells + 12)

    def test_equal_cells(self):
        voxels = obbtree.Voxels([[0, 0, 0], [1, 0, 0], [0, 0, 0]], 0.5)
        self.assertEqual((len(voxels), voxels.given, voxels.left_out), (2, 3, 0))
        self.assertEqual(voxels.numbers.tolist(), [0, 1])
        self.assertLess(obbtree.Voxels(scattered(10_000, 200), 0.1).nbytes, 190_000)

    def test_dense_arrays(self):
        occupied = np.random.default_rng(2).random((5, 6, 7)) < 0.3
        wide = np.zeros((10, 6, 14), dtype=bool)
        wide[::2, :, ::2] = occupied
        for given in (
            occupied,
            np.asfortranarray(occupied),
            wide[::2, :, ::2],
            occupied[::-1][::-1],
            occupied.tolist(),
        ):
            voxels = obbtree.Voxels.from_array(given, 0.1, [1, 2, 3])
            np.testing.assert_array_equal(voxels.cells, np.argwhere(occupied))
            np.testing.assert_array_equal(voxels.numbers, np.flatnonzero(occupied))
            self.assertEqual((voxels.given, voxels.left_out), (210, (~occupied).sum()))
        counts = f"{occupied.sum()} voxels, cells of 0.1, {(~occupied).sum()} of 210 free"
        self.assertEqual(repr(voxels), f"Voxels({counts})")

    def test_leaves(self):
        random = np.random.default_rng(4)
        centers, half = random.uniform(-1, 1, (50, 3)), random.uniform(0.01, 0.2, 50)
        for kind in (np.float32, np.float64):
            given = centers.astype(kind)
            leaves = obbtree.Voxels.from_leaves(given, half)
            wide = given.astype(float)
            np.testing.assert_array_equal(leaves.centers, wide)
            np.testing.assert_array_equal(leaves.half, half)
            wanted = np.stack([wide - half[:, None], wide + half[:, None]], axis=1)
            np.testing.assert_array_equal(leaves.boxes, wanted)
        for missing in (leaves.cells, leaves.sizes, leaves.origin, leaves.side):
            self.assertIsNone(missing)
        self.assertEqual(repr(leaves), "Voxels(50 voxels, leaves)")
        same = obbtree.Voxels.from_leaves([[0, 0, 0], [1, 1, 1], [0, 0, 0]], [0.1, 0.2, 0.3])
        self.assertEqual((same.numbers.tolist(), same.half.tolist()), ([1, 2], [0.2, 0.3]))

    def test_what_is_refused(self):
        def check(error, text, cells, side=1.0, origin=None, **keywords):
            with self.assertRaisesRegex(error, text):
                obbtree.Voxels(cells, side, origin, **keywords)

        cells = [[0, 0, 0], [3, 1, -4]]
        wrong = obbtree.VoxelError
        self.assertEqual(len(obbtree.Voxels([], 1.0)), 0)
        check(wrong, "the side of cells is 0.0", [], 0.0)
        check(wrong, "the side of cells is -1.0, not a number from 2.366", cells, -1)
        check(wrong, "the side of cells is NaN", cells, math.nan)
        check(wrong, "is 1e-290, not a number from 2.366.*e-271 to 1.8", cells, 1e-290)
        check(wrong, "the origin has y = NaN", cells, origin=[0, math.nan, 0])
        check(wrong, "cell 1 reaches to z = 9.99999999996e11, too far", cells, origin=[0, 0, 1e12])
        check(wrong, "there are 2 voxels and 1 sizes of them", cells, sizes=[1])
        check(wrong, "cell 1 has the size 0", cells, sizes=[1, 0])
        check(wrong, "-1 is no size of a cell", cells, sizes=[1, -1])
        check(wrong, "2147483648 is no number of a cell, which has 32 bits", [[0, 0, 2**31]])
        check(wrong, "-2147483649 is no number", np.array([[0, 0, -(2**31) - 1]]))
        check(TypeError, "cells must be integers, not float64", [[0.5, 0, 0]])
        check(TypeError, "cells must be integers, not bool", np.ones((2, 3), dtype=bool))
        check(ValueError, r"cells must be of shape \(N, 3\), not \[2, 2\]", [[1, 2], [3, 4]])
        check(ValueError, r"sizes must be of shape \(N,\), not \[1, 2\]", cells, sizes=[[1, 2]])
        check(TypeError, "argument 'side': ", cells, "wide")
        dense = obbtree.Voxels.from_array
        with self.assertRaisesRegex(TypeError, "occupied must be booleans, not int64"):
            dense(np.ones((2, 2, 2), dtype=np.int64), 1)
        with self.assertRaisesRegex(ValueError, r"occupied must be of shape \(nx, ny, nz\), not"):
            dense(np.ones((2, 2), dtype=bool), 1)
        for shape in ((2, 2, 2), (0, 2, 2)):
            none = dense(np.zeros(shape, dtype=bool), 1)
            self.assertEqual((len(none), none.left_out), (0, math.prod(shape)))
            self.assertIsNone(obbtree.distance(none, None, none, None))
        for half, text in (
            ([1, 0], "leaf 1 has the half side 0.0"),
            ([1, math.nan], "leaf 1 has the half side NaN"),
            ([1], "there are 2 voxels and 1 sizes of them"),
        ):
            with self.assertRaisesRegex(wrong, text):
                obbtree.Voxels.from_leaves([[0, 0, 0], [5, 5, 5]], half)
        with self.assertRaisesRegex(wrong, "leaf 1 has z = NaN"):
            obbtree.Voxels.from_leaves([[0, 0, 0], [0, 0, math.nan]], 0.5)


class OfOtherPackages(unittest.TestCase):
    def test_like_trimesh(self):
        transform = np.diag([0.1, 0.1, 0.1, 1.0])
        transform[:3, 3] = [1, 2, 3]
        like = types.SimpleNamespace(sparse_indices=scattered().astype(int), transform=transform)
        voxels = obbtree.Voxels.from_grid(like)
        np.testing.assert_array_equal(voxels.origin, np.array([1, 2, 3]) - 0.05)
        self.assertEqual((voxels.side, voxels.given), (0.1, 200))
        for place, value in (((0, 1), 0.01), ((1, 1), 0.2), ((2, 0), -1e-300)):
            like.transform = transform.copy()
            like.transform[place] = value
            with self.assertRaisesRegex(ValueError, "argument 'grid': its transform turns it"):
                obbtree.Voxels.from_grid(like)
        like.transform = np.eye(3)
        with self.assertRaisesRegex(ValueError, "argument 'grid': "):
            obbtree.Voxels.from_grid(like)

    def test_grids_of_trimesh(self):
        try:
            import trimesh
        except ImportError:
            self.skipTest("trimesh is not installed")
        grid = trimesh.creation.icosphere(radius=1.0).voxelized(0.125)
        grid.apply_translation([1, 2, 3])
        voxels = obbtree.Voxels.from_grid(grid)
        self.assertEqual(len(voxels), grid.filled_count)
        centers = voxels.boxes.mean(axis=1)[np.lexsort(voxels.cells.T)]
        wanted = grid.points[np.lexsort(grid.sparse_indices.T)]
        np.testing.assert_allclose(centers, wanted, rtol=0, atol=1e-12)
        with self.assertRaisesRegex(TypeError, "a VoxelGrid of trimesh or Open3D is taken"):
            obbtree.Voxels.from_grid(trimesh.creation.box())

    def test_like_open3d(self):
        cells = scattered()
        one = [types.SimpleNamespace(grid_index=cell) for cell in cells]
        like = types.SimpleNamespace(
            get_voxels=lambda: one, origin=np.array([1.0, 2, 3]), voxel_size=0.05
        )
        voxels = obbtree.Voxels.from_grid(like)
        same = obbtree.Voxels(cells, 0.05, [1, 2, 3])
        np.testing.assert_array_equal(voxels.boxes, same.boxes)


class Answers(unittest.TestCase):
    """All that is queried is decided again over all voxels, in fractions."""

    def test_spheres(self):
        random, yes, count = np.random.default_rng(5), 0, 0
        for side in (0.25, 0.1):
            for seed in range(4):
                cells = scattered(40, 6, seed)
                sizes = 2 ** random.integers(0, 3, len(cells))
                voxels = obbtree.Voxels(cells, side, [side / 2, 0, -1], sizes=sizes)
                boxes = dict(zip(voxels.numbers.tolist(), voxels.boxes))
                for _ in range(25):
                    # Places on a lattice, so that many touch exactly.
                    at = random.integers(-14, 14, 3) * (side / 2)
                    radius = float(random.integers(1, 7) * (side / 2))
                    squares = {n: squared_distance(box, at) for n, box in boxes.items()}
                    sphere, pose = obbtree.Shape.sphere([0, 0, 0], radius), shifted(*at)
                    least = min(squares.values())
                    hit = least <= Fraction(radius) ** 2
                    self.assertEqual(obbtree.collide(voxels, None, sphere, pose), hit)
                    self.assertEqual(obbtree.collide(sphere, pose, voxels, None), hit)
                    within = least <= (Fraction(radius) + Fraction(side)) ** 2
                    self.assertEqual(obbtree.closer_than(voxels, None, sphere, pose, side), within)
                    met = {n for n, square in squares.items() if square <= Fraction(radius) ** 2}
                    found = obbtree.contacts(voxels, None, sphere, pose)
                    self.assertEqual({contact.cloud_points[0] for contact in found}, met)
                    distance = obbtree.distance(voxels, None, sphere, pose)
                    exact = max(math.sqrt(least) - radius, 0.0)
                    self.assertLess(abs(distance.upper - exact), 1e-12)
                    self.assertLess(distance.upper - distance.lower, 1e-12)
                    yes, count = yes + hit, count + 1
        self.assertTrue(0.3 < yes / count < 0.7, (yes, count))

    def test_voxels_and_voxels(self):
        random, yes, count = np.random.default_rng(6), 0, 0
        for side in (0.25, 0.1):
            for seed in range(5):
                a = obbtree.Voxels(scattered(20, 5, seed), side)
                b = obbtree.Voxels(scattered(20, 5, seed + 50), 2 * side, [side, 0, 0])
                for _ in range(8):
                    moved = random.integers(-12, 12, 3) * side
                    moved[0] = np.nextafter(moved[0], random.choice([-9, moved[0], 9]))
                    moved = moved.tolist()
                    hit = any(overlap(p, q, moved) for p in a.boxes for q in b.boxes)
                    self.assertEqual(obbtree.collide(a, None, b, shifted(*moved)), hit)
                    yes, count = yes + hit, count + 1
        self.assertTrue(0.3 < yes / count < 0.7, (yes, count))

    def test_one_unit_in_the_last_place(self):
        voxels = obbtree.Voxels([[n % 20, n // 20, 0] for n in range(400)], 0.05, [-0.5, -0.5, 0])
        plate = obbtree.Body([[0, 0, 0], [0.3, 0, 0], [0, 0.3, 0]], [[0, 1, 2]])
        for height, hit in ((0.05, True), (math.nextafter(0.05, 1), False)):
            self.assertEqual(obbtree.collide(voxels, None, plate, shifted(0, 0, height)), hit)
        # Wholly inside of a cube, which is solid.
        small = obbtree.Body([[0, 0, 0], [0.01, 0, 0], [0, 0.01, 0]], [[0, 1, 2]])
        self.assertTrue(obbtree.collide(voxels, None, small, shifted(0.02, 0.02, 0.02)))


class Queries(unittest.TestCase):
    def test_everywhere(self):
        voxels = obbtree.Voxels([[0, 0, 1], [1, 0, 2], [0, 0, 0]], 0.5, [0, 0, 1])
        cells = voxels.cells
        nut = obbtree.Body(ASSETS / "nut.stl")
        self.assertFalse(obbtree.collide(voxels, None, GROUND, shifted(0, 0, 1 - 1e-15)))
        self.assertTrue(obbtree.collide(voxels, None, GROUND, shifted(0, 0, 1)))
        (contact,) = obbtree.contacts(voxels, None, GROUND, shifted(0, 0, 1))
        self.assertEqual((contact.cloud_points, contact.triangles), ((2, None), (None, None)))
        self.assertEqual(contact.points.tolist(), [[0.25, 0.25, 1.25]])  # the centre
        self.assertTrue(obbtree.contacts(nut, None, voxels, shifted(*nut.vertices[0] - [0, 0, 1])))
        poses = [shifted(0, 0, z) for z in (-2.0, -1.0, 0.0)]
        np.testing.assert_array_equal(
            obbtree.collide_batch(GROUND, None, voxels, poses), [True, True, False]
        )
        found = obbtree.distance_batch(GROUND, None, voxels, poses)
        np.testing.assert_array_equal(found.cloud_points[2], [-1, 2])
        fall = obbtree.Linear(None, shifted(0, 0, -2))
        sweep = obbtree.sweep(GROUND, None, voxels, fall)
        self.assertTrue(sweep.last_free <= 0.5 <= sweep.first_contact < 0.51)
        self.assertTrue(obbtree.is_motion_free(GROUND, None, voxels, (None, shifted(3, 0, 0))))
        cloud = obbtree.PointCloud([[0.75, 0.25, 4.5]], 1)
        found = obbtree.distance(cloud, None, voxels, None)
        self.assertEqual(found.cloud_points, (0, 1))
        self.assertTrue(found.lower <= 1 <= found.upper)
        with self.assertRaises(obbtree.ObbtreeError):
            obbtree.depth(voxels, None, GROUND, None)
        with self.assertRaisesRegex(TypeError, "a collider is a Body, a Shape, .* Voxels or"):
            obbtree.collide(cells, None, GROUND, None)

    def test_scenes(self):
        scene = obbtree.Scene()
        occupied = np.ones((2, 2, 2), dtype=bool)
        occupied[0, 0, 0] = False
        scene.add("map", obbtree.Voxels.from_array(occupied, 0.25, [0, 0, 0.5]))
        scene.add("ground", GROUND)
        self.assertEqual(scene.pairs(), [])
        scene.set_pose("map", shifted(0, 0, -0.5))
        ((names, contacts),) = scene.contacts()
        self.assertEqual(names, ("map", "ground"))
        self.assertEqual({contact.cloud_points[0] for contact in contacts}, {2, 4, 6})
        again = obbtree.Scene.from_json(scene.to_json())
        self.assertEqual(again.pairs(), [("map", "ground")])
        leaves = obbtree.Voxels.from_leaves([[0, 0, 0]], 0.5)
        scene.add("two", [leaves, (leaves, shifted(3))], shifted(0, 0, 9))
        self.assertEqual(len(scene.pairs()), 1)

    def test_pages(self):
        page = obbtree.show(obbtree.Voxels([[0, 0, 0], [3, 1, 2]], 0.5), GROUND, open_page=False)
        self.assertEqual(page.title, "a and b")

    def test_a_robot_among_voxels(self):
        arm = obbtree.Robot(ASSETS / "arm.urdf")
        configurations = arm.read_configurations(ASSETS / "arm_through_hole.txt")
        wall = obbtree.Voxels.read(ASSETS / "wall.bt")
        for voxels, is_through in (
            (wall, False),
            (obbtree.Voxels.from_leaves(wall.boxes.mean(axis=1) + 1000, 0.05), True),
        ):
            world = obbtree.Scene()
            world.add("map", voxels)
            checker = obbtree.Checker(arm, world)
            ends = configurations[0], configurations[-1]
            self.assertEqual([checker.is_valid(end) for end in ends], [True, True])
            alone = obbtree.Checker(arm, obbtree.Scene())
            self.assertTrue(alone.is_motion_valid(*ends))
            self.assertEqual(checker.is_motion_valid(*ends), is_through)
        hand = arm.fk(ends[0])[arm.link_names.index("hand")][:3, 3]
        world.add("near", obbtree.Voxels([[0, 0, 0]], 0.02, hand - 0.01))
        self.assertFalse(obbtree.Checker(arm, world).is_valid(ends[0]))


class Files(unittest.TestCase):
    FILE = ASSETS / "wall.bt"

    def parts(self):
        """The header of a file, and its nodes."""
        data = self.FILE.read_bytes()
        end = data.index(b"data\n") + 5
        return data[:end], data[end:]

    def test_a_file_and_its_bytes(self):
        wall = obbtree.Voxels.read(self.FILE)
        # 40 x 40 x 4 cells but for 10 x 6 x 4 of the hole.
        sizes = wall.sizes.astype(int)
        self.assertEqual((sizes**3).sum(), 40 * 40 * 4 - 10 * 6 * 4)
        self.assertEqual(wall.bounds.tolist(), [[-0.1, -1, -1], [0.1, 1, 1]])
        for voxels in (
            obbtree.Voxels.read(str(self.FILE), unknown="free"),
            obbtree.Voxels.from_bytes(self.FILE.read_bytes()),
            obbtree.Voxels.from_bytes(bytearray(self.FILE.read_bytes())),
        ):
            np.testing.assert_array_equal(voxels.boxes, wall.boxes)
        careful = obbtree.Voxels.read(self.FILE, unknown="occupied")
        small = obbtree.Shape.cuboid([0.01] * 3)
        # In the wall, and beyond what the map knows.
        for at, hits in ((shifted(0, 0.8), [True, True]), (shifted(3), [False, True])):
            found = [obbtree.collide(voxels, None, small, at) for voxels in (wall, careful)]
            self.assertEqual(found, hits)

    def test_messages(self):
        _, nodes = self.parts()
        wall = obbtree.Voxels.read(self.FILE)
        signed = array.array("b")
        signed.frombytes(nodes)
        for data in (
            nodes, signed, np.frombuffer(nodes, np.int8), np.frombuffer(nodes, np.uint8),
            signed.tolist(), tuple(signed),
        ):  # fmt: skip
            message = types.SimpleNamespace(binary=True, id="OcTree", resolution=0.05, data=data)
            np.testing.assert_array_equal(obbtree.Voxels.from_octomap(message).boxes, wall.boxes)
        full = np.array([(0.5, 1), (0.85, 0)], dtype=[("odds", "<f4"), ("children", "u1")])
        message = types.SimpleNamespace(
            binary=False, id="OcTree", resolution=0.25, data=full.tobytes()
        )
        voxels = obbtree.Voxels.from_octomap(message)
        self.assertEqual((voxels.cells.tolist(), voxels.sizes.tolist()), ([[-32768] * 3], [32768]))
        self.assertEqual(len(obbtree.Voxels.from_octomap(message, unknown="occupied")), 8)

        def check(error, text, **changes):
            wrong = types.SimpleNamespace(**{**vars(message), **changes})
            with self.assertRaisesRegex(error, text):
                obbtree.Voxels.from_octomap(wrong)

        read = obbtree.ReadError
        check(read, "the message: byte 9: the file ends inside its tree", data=full.tobytes()[:-1])
        check(read, "the message: byte 10: 12 bytes of nodes are ann", data=full.tobytes() + b"ab")
        check(read, "the message: .*OcTreeStamped", id="OcTreeStamped")
        check(read, "the message: expected a side of cells above 0, found NaN", resolution=math.nan)
        message.data = b""
        self.assertEqual(len(obbtree.Voxels.from_octomap(message)), 0)
        check(OverflowError, "", data=[300])

    def test_errors(self):
        with self.assertRaises(FileNotFoundError):
            obbtree.Voxels.read("no/such/map.bt")
        with self.assertRaisesRegex(ValueError, "'unknown': 'free' or 'occupied', not 'maybe'"):
            obbtree.Voxels.read(self.FILE, unknown="maybe")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "cut.bt"
            file.write_bytes(self.FILE.read_bytes()[:-1])
            with self.assertRaisesRegex(obbtree.ReadError, "cut.bt: byte .* the file ends inside"):
                obbtree.Voxels.read(file)
        with self.assertRaisesRegex(obbtree.ReadError, "bytes: line 1: expected the first line"):
            obbtree.Voxels.from_bytes(b"solid\n")


def surface(heights, spacing, origin):
    """The corners of the triangles of a height map, one after the other."""

    def number(axis, n):
        return float(Fraction(origin[axis]) + n * Fraction(spacing[axis]))

    def corner(i, j):
        return [number(0, i), number(1, j), heights[i, j] + origin[2]]

    found = []
    for i in range(heights.shape[0] - 1):
        for j in range(heights.shape[1] - 1):
            here, across = corner(i, j), corner(i + 1, j + 1)
            found.append([here, corner(i + 1, j), across])
            found.append([here, across, corner(i, j + 1)])
    return np.array([three for three in found if not np.isnan(three).any()])


class HeightMaps(unittest.TestCase):
    def test_triangles(self):
        random = np.random.default_rng(7)
        for shape in ((2, 2), (5, 7), (9, 4)):
            heights = random.normal(size=shape)
            for holes in (0.0, 0.1):
                heights[random.random(shape) < holes] = np.nan
                for spacing in ([0.1, 0.3], [0.25, 0.25]):
                    origin = random.normal(size=3).tolist()
                    wanted = surface(heights, spacing, origin)
                    if not len(wanted):
                        continue
                    for given in (heights, np.asfortranarray(heights), heights.tolist()):
                        body = obbtree.Body.height_map(given, spacing, origin)
                        found = body.vertices[body.triangles]
                        np.testing.assert_array_equal(found, wanted)
                        self.assertFalse(body.is_closed)

    def test_images(self):
        try:
            from PIL import Image
        except ImportError:
            self.skipTest("pillow is not installed")
        numbers = np.random.default_rng(2).integers(0, 4, (7, 5)).astype(np.uint16)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("heights.png", "heights.tif"):
                file = pathlib.Path(folder) / name
                Image.fromarray(numbers).save(file)
                for hole in (None, 3):
                    given = numbers * 0.1
                    if hole is not None:
                        given[numbers == hole] = np.nan
                    # From columns and rows to x and y, which is up.
                    wanted = obbtree.Body.height_map(given[::-1].T, [0.5, 0.25], [1, 2, 3])
                    found = obbtree.Body.read_height_map(
                        file, [0.5, 0.25], [1, 2, 3], scale=0.1, hole=hole
                    )
                    np.testing.assert_array_equal(found.vertices, wanted.vertices)
                    np.testing.assert_array_equal(found.triangles, wanted.triangles)
                with self.assertRaisesRegex(obbtree.ReadError, f"{name}: the spacing along x is"):
                    obbtree.Body.read_height_map(file, 0)
            file = pathlib.Path(folder) / "row.png"
            Image.fromarray(numbers[:1]).save(file)
            with self.assertRaisesRegex(obbtree.ReadError, "row.png: the mesh has no triangles"):
                obbtree.Body.read_height_map(file, 1)
            with self.assertRaises(FileNotFoundError):
                obbtree.Body.read_height_map(pathlib.Path(folder) / "none.png", 1)

    def test_queries(self):
        ground = obbtree.Body.height_map(np.zeros((10, 10), dtype=np.uint16), 0.5, fast_build=True)
        sphere = obbtree.Shape.sphere([0, 0, 0], 1)
        for height, hit in ((1, True), (math.nextafter(1, 2), False), (-2, False)):
            self.assertEqual(obbtree.collide(ground, None, sphere, shifted(2, 2, height)), hit)

    def test_what_is_refused(self):
        heights = np.zeros((3, 3))

        def check(error, text, heights=heights, spacing=1.0, origin=None):
            with self.assertRaisesRegex(error, text):
                obbtree.Body.height_map(heights, spacing, origin)

        check(ValueError, r"heights must be of shape \(nx, ny\), not \[3\]", heights[0])
        text = r"spacing must be a number or of shape \(2,\), not \[3\]"
        check(ValueError, text, spacing=[1] * 3)
        check(obbtree.MeshError, "the spacing along y is 0.0, not a number above", spacing=[1, 0])
        wrong = heights.copy()
        wrong[1, 2] = np.inf
        check(obbtree.MeshError, r"the height at \(1, 2\) is inf; NaN is a hole", wrong)
        check(obbtree.MeshError, "", np.full((3, 3), np.nan))
        check(obbtree.MeshError, "", heights[:1])
        check(ValueError, "origin", origin=[1, 2])


if __name__ == "__main__":
    unittest.main()
