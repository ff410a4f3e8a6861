"""Scenes: changes, questions and batches against single bodies, files, and the command line's
answers."""

import copy
import pathlib
import pickle
import tempfile
import threading
import unittest

import numpy as np
from support import ASSETS, ask, needs_command, shifted

import obbtree
from obbtree import Body, Scene, Shape

SPHERE = Shape.sphere([0, 0, 0], 1)


def of_spheres(**places):
    scene = Scene()
    for name, x in places.items():
        scene.add(name, SPHERE, shifted(x))
    return scene


class Changes(unittest.TestCase):
    def test_bodies_come_move_and_go(self):
        scene = of_spheres(a=0, b=3, c=9)
        self.assertEqual(
            (scene.names, len(scene), "b" in scene, "d" in scene), (["a", "b", "c"], 3, True, False)
        )
        self.assertFalse(scene.collides())
        scene.set_pose("b", shifted(2))  # they touch
        self.assertEqual(scene.pairs(), [("a", "b")])
        self.assertEqual(scene.pairs_with("c"), [])
        scene.set_poses({"b": shifted(30), "c": shifted(1)})
        self.assertEqual(scene.pairs(), [("a", "c")])
        scene.remove("a")
        self.assertEqual((scene.pairs(), scene.names), ([], ["b", "c"]))
        np.testing.assert_array_equal(scene.pose("c").translation, [1, 0, 0])

    def test_which_pairs_are_tested(self):
        scene = of_spheres(a=0, b=1, c=5)
        scene.allow("a", "b")
        self.assertEqual(
            (scene.allowed, scene.collides(), scene.is_tested("b", "a")),
            ([("a", "b")], False, False),
        )
        scene.forbid("a", "b")
        scene.set_enabled("b", False)
        self.assertEqual((scene.collides(), scene.is_enabled("b")), (False, False))
        scene.set_enabled("b", True)
        scene.set_groups("a", 1, 2)
        scene.set_groups("b", 4, 1)
        self.assertEqual((scene.collides(), scene.groups("a")), (False, (1, 2)))
        scene.set_groups("b", 2, 1)
        self.assertTrue(scene.collides())
        scene.margin = 2.0
        self.assertEqual(scene.pairs(), [("a", "b"), ("b", "c")])
        scene.set_pair_margin("b", "c", 1.999)
        self.assertEqual((scene.pairs(), scene.pair_margins), ([("a", "b")], {("b", "c"): 1.999}))
        scene.set_pair_margin("b", "c", None)
        self.assertEqual(len(scene.pairs()), 2)
        scene.margin = 0.0
        scene.set_padding("c", 2.0)
        self.assertEqual((scene.pairs(), scene.padding("c")), ([("a", "b"), ("b", "c")], 2.0))
        self.assertEqual((scene.pairs_with("c"), scene.collides_with("c")), ([("b", "c")], True))
        scene.set_padding("c", 1.999)
        self.assertEqual((scene.pairs_with("c"), scene.collides_with("c")), ([], False))

    def test_what_is_carried_moves_along(self):
        scene = of_spheres(hand=0, cup=1)
        scene.attach("cup", "hand")
        self.assertEqual(
            (scene.pairs(), scene.parent("cup"), scene.parent("hand")), ([], "hand", None)
        )
        scene.set_pose("hand", shifted(0, 0, 5))
        np.testing.assert_array_equal(scene.pose("cup").translation, [1, 0, 5])
        scene.detach("cup")
        self.assertEqual(scene.pairs(), [("hand", "cup")])

    def test_what_is_wrong_is_said(self):
        scene = of_spheres(a=0, b=3)
        scene.attach("b", "a")
        cases = [
            (obbtree.SceneError, "there is a body `a` already", lambda: scene.add("a", SPHERE)),
            (obbtree.SceneError, "no body `z`", lambda: scene.set_pose("z", None)),
            (obbtree.SceneError, "no body `z`", lambda: scene.set_poses({"a": None, "z": None})),
            (obbtree.SceneError, "no body `z`", lambda: scene.collides_batch({"z": [np.eye(4)]})),
            (obbtree.SceneError, "no parts", lambda: scene.add("c", [])),
            (obbtree.SceneError, "would carry itself", lambda: scene.attach("a", "b")),
            (obbtree.SceneError, "margin is -1", lambda: scene.set_pair_margin("a", "b", -1)),
            (obbtree.SceneError, "padding is -1", lambda: scene.set_padding("a", -1)),
            (obbtree.SceneError, "no body `z`", lambda: scene.padding("z")),
            (obbtree.SceneError, "margin is NaN", lambda: setattr(scene, "margin", np.nan)),
            (obbtree.PoseError, "not a rotation", lambda: scene.set_pose("a", 2 * np.eye(3, 4))),
            (
                obbtree.PoseError,
                "pose 1: ",
                lambda: scene.collides_batch({"a": [np.eye(4), 2 * np.eye(4)]}),
            ),
            (
                ValueError,
                "2 places of `b`, but 3",
                lambda: scene.collides_batch({"a": [None] * 3, "b": [None] * 2}),
            ),
            (
                TypeError,
                "is made of Body, Shape, PointCloud, Voxels, Trimesh or mesh files",
                lambda: scene.add("c", 3),
            ),
            (FileNotFoundError, "missing.stl", lambda: scene.add("c", "missing.stl")),
            (FileNotFoundError, "missing.json", lambda: Scene.read("missing.json")),
            (obbtree.ReadError, "scene.json: ", lambda: Scene.from_json("{}")),
            (OSError, "no-such-folder", lambda: scene.write("no-such-folder/scene.json")),
        ]
        for kind, text, call in cases:
            with self.subTest(text), self.assertRaisesRegex(kind, text):
                call()
        self.assertEqual(scene.names, ["a", "b"])


class Questions(unittest.TestCase):
    def test_distances(self):
        scene = of_spheres(a=0, b=3, c=9)
        nearest = scene.distance()
        self.assertEqual((nearest.pair, nearest.parts), (("a", "b"), (0, 0)))
        self.assertTrue(nearest.lower <= 1 <= nearest.upper < 1 + 1e-12)
        np.testing.assert_allclose(nearest.points, [[1, 0, 0], [2, 0, 0]])
        near = scene.clearances(4)
        self.assertEqual(scene.clearances(4, limit=1)[0].pair, near[0].pair)
        self.assertEqual(scene.clearances(4, limit=0), [])
        of_body = scene.clearances(4, body=near[0].pair[1], limit=1)
        self.assertIn(near[0].pair[1], of_body[0].pair)
        for found in near:
            self.assertEqual(found.normal is None, found.lower == 0)
            if found.normal is not None:
                self.assertAlmostEqual(np.linalg.norm(found.normal), 1, delta=1e-12)
        self.assertEqual([found.pair for found in near], [("a", "b"), ("b", "c")])
        np.testing.assert_allclose(near[1].points, [[4, 0, 0], [8, 0, 0]])

    def test_questions_about_nothing(self):
        """They said that nothing collides, or gave None."""
        scene = of_spheres(a=0, b=1)
        scene.set_enabled("b", False)
        cases = [
            ("there is no body in the scene", Scene().distance),
            ("there is no body in the scene", Scene().require_pairs),
            ("only one body", of_spheres(a=0).distance),
            ("of 2 bodies only one is enabled", scene.distance),
            ("of 2 bodies only one is enabled", scene.require_pairs),
            ("`b` is not enabled", lambda: scene.pairs_with("b")),
            ("no body `z`", lambda: scene.pairs_with("z")),
            ("`b` is not enabled", lambda: scene.collides_with("b")),
            ("no body `z`", lambda: scene.is_tested("a", "z")),
            ("no body `z`", lambda: scene.forbid("a", "z")),
            ("no body `z`", lambda: scene.set_pair_margin("a", "z", 1.0)),
            ("`a` with itself", lambda: scene.set_pair_margin("a", "a", 1.0)),
            (
                "`b` is not enabled",
                lambda: scene.sweep({"b": obbtree.Translation(None, [1, 0, 0])}),
            ),
            ("no body is given", lambda: scene.sweep({})),
            ("threshold is NaN", lambda: scene.clearances(np.nan)),
            ("threshold is -1", lambda: scene.clearances(-1)),
        ]
        for text, call in cases:
            with self.subTest(text), self.assertRaisesRegex(obbtree.SceneError, text):
                call()
        self.assertEqual(of_spheres(a=0, b=3).require_pairs(), None)
        self.assertEqual(len(scene.collides_batch({"a": []})), 0)

    def test_meshes_shapes_and_offsets(self):
        wheel = Body(ASSETS / "wheel.stl")
        scene = Scene()
        scene.add("wheel", wheel)
        scene.add(
            "lamp",
            [(wheel, shifted(0, 0, 500)), (SPHERE, shifted(0, 0, 400)), Shape.cuboid([1, 1, 1])],
            shifted(200),
        )
        self.assertEqual(scene.pairs(), [])
        scene.set_pose("lamp", shifted(10, 0, -500))
        expected = obbtree.pairs(wheel, None, wheel, shifted(10))
        ((names, contacts),) = scene.contacts()
        self.assertEqual(names, ("wheel", "lamp"))
        np.testing.assert_array_equal([contact.triangles for contact in contacts], expected)
        self.assertEqual({contact.parts for contact in contacts}, {(0, 0)})
        self.assertTrue(
            all(contact.local_depth >= 0 and contact.normal.shape == (3,) for contact in contacts)
        )

    def test_solids(self):
        outer = Body(*box(2.0))
        scene = Scene()
        scene.add("outer", outer)
        scene.add("inner", Body(*box(1.0)))
        self.assertFalse(scene.collides())
        self.assertTrue(scene.collides(solid=True))
        np.testing.assert_array_equal(
            scene.collides_batch({"inner": [None, shifted(9)]}, solid=True), [True, False]
        )

    def test_sweeps(self):
        scene = of_spheres(post=0, flying=-6, shadow=-6.5)
        scene.attach("shadow", "flying")
        way = obbtree.Translation(scene.pose("flying"), [6, 0, 0])
        found = scene.sweep({"flying": way}, time_tolerance=1e-6)
        self.assertEqual(
            (found.outcome, found.pair, found.is_free), ("contact", ("post", "flying"), False)
        )
        self.assertTrue(found.last_free < 4 / 12 <= found.first_contact <= found.last_free + 1e-6)
        self.assertTrue(
            scene.sweep({"flying": obbtree.Translation(scene.pose("flying"), [-9, 0, 0])}).is_free
        )


def box(half):
    corners = np.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)]) * 2.0 - 1.0
    quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    return corners * half, [t for q in quads for t in ([q[0], q[1], q[2]], [q[0], q[2], q[3]])]


class Batches(unittest.TestCase):
    def setUp(self):
        self.scene = Scene()
        self.bolt, self.nut = Body(ASSETS / "bolt.obj"), Body(ASSETS / "nut.stl")
        self.scene.add("bolt", self.bolt)
        self.scene.add("nut", self.nut)
        self.scene.add("far", self.nut, shifted(500))
        self.poses = obbtree.read_poses(ASSETS / "nut_turning.poses")

    def test_as_bodies_alone_say(self):
        expected = obbtree.collide_batch(self.bolt, None, self.nut, self.poses)
        self.assertEqual(expected.sum(), 4)
        for threads in (None, 1, 2):
            np.testing.assert_array_equal(
                self.scene.collides_batch({"nut": self.poses}, threads=threads), expected
            )
        pairs = self.scene.pairs_batch({"nut": self.poses})
        self.assertEqual(pairs, [[("bolt", "nut")] if hit else [] for hit in expected])
        np.testing.assert_array_equal(self.scene.pose("nut").matrix, np.eye(4))
        both = self.scene.collides_batch(
            {"nut": self.poses, "far": [shifted(500 + k) for k in range(60)]}
        )
        np.testing.assert_array_equal(both, expected)
        self.assertEqual(self.scene.collides_batch({}).shape, (0,))

    def test_motions(self):
        motions = [obbtree.Translation(pose, pose[:, 3] + [3, 0, 0]) for pose in self.poses[:6]]
        for found, motion in zip(self.scene.sweep_batch({"nut": motions}), motions):
            alone = obbtree.sweep(self.bolt, None, self.nut, motion)
            self.assertEqual(
                (found.outcome, found.last_free, found.first_contact),
                (alone.outcome, alone.last_free, alone.first_contact),
            )

    def test_progress(self):
        calls = []
        self.scene.collides_batch(
            {"nut": np.tile(self.poses, (20, 1, 1))}, progress=lambda *call: calls.append(call)
        )
        self.assertEqual(calls[-1], (1200, 1200))

        def fail(done, total):
            raise LookupError

        with self.assertRaises(LookupError):
            self.scene.pairs_batch({"nut": np.tile(self.poses, (2000, 1, 1))}, progress=fail)

    def test_threads_ask_and_change_one_scene(self):
        """Each sees the scene as it was at some time: the nut is where it was put, never in
        between."""
        free, hit = shifted(100), [0, 0, 0.145833333, 0, 0, 0.309016994, 0.951056516]
        self.assertTrue(obbtree.collide(self.bolt, None, self.nut, hit))
        wrong = []

        def change():
            for k in range(300):
                self.scene.set_pose("nut", (free, hit)[k % 2])

        def look():
            for _ in range(300):
                if self.scene.pairs() not in ([], [("bolt", "nut")]):
                    wrong.append(1)

        threads = [threading.Thread(target=each) for each in (change, look, look)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual((wrong, self.scene.pairs()), ([], [("bolt", "nut")]))


class Copies(unittest.TestCase):
    def test_files_pickles_and_copies_answer_alike(self):
        scene = Scene.read(ASSETS / "workshop.json")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "scene.json")
            scene.write(path, embed=True)
            made = [
                Scene.read(path),
                copy.copy(scene),
                copy.deepcopy(scene),
                pickle.loads(pickle.dumps(scene)),
            ]
        for again in made:
            self.assertEqual((again.names, again.pairs()), (scene.names, scene.pairs()))
            self.assertEqual(again.to_json(), scene.to_json())
        made[1].remove(scene.names[0])
        self.assertEqual(len(made[1]), len(scene) - 1)

    def test_shapes(self):
        shapes = [
            SPHERE,
            Shape.capsule([0, 0, 0], [0, 0, 1], 0.1),
            Shape.cylinder([0, 0, 0], [0, 1, 0], 0.2),
            Shape.cone([0, 0, 0], [1, 0, 0], 0.3),
            Shape.frustum([0, 0, 0], [0, 0, 1], (0.1, 0.2)),
            Shape.cuboid([1, 2, 3]),
            Shape.cuboid([1, 2, 3]).inflated(0.5),
            Shape.hull(np.eye(3), 0.1),
            Shape.half_space(),
            Shape.plane([[0, 0, 1], [1, 0, 1], [0, 1, 1]]),
        ]
        for shape in shapes:
            again = pickle.loads(pickle.dumps(shape))
            self.assertEqual(again, shape)
            self.assertIn("Shape.", repr(shape))
        self.assertNotEqual(shapes[0], shapes[1])
        self.assertEqual(eval(repr(shapes[4])), shapes[4])
        self.assertTrue(obbtree.closer_than(shapes[6], None, SPHERE, shifted(4.5), 2.0))
        self.assertFalse(obbtree.closer_than(shapes[6], None, SPHERE, shifted(4.5), 1.999))


@needs_command
class AsTheCommandLine(unittest.TestCase):
    def test_the_workshop(self):
        *pairs, nearest, summary = ask(
            "scene", ASSETS / "workshop.json", "check", "--contacts", 5, "--distance"
        )
        scene = Scene.read(ASSETS / "workshop.json")
        found = scene.contacts(limit=5)
        self.assertEqual([list(names) for names, _ in found], [pair["bodies"] for pair in pairs])
        for (_, contacts), pair in zip(found, pairs):
            for mine, theirs in zip(contacts, pair["contacts"]):
                self.assertEqual(
                    (list(mine.parts), list(mine.triangles)), (theirs["parts"], theirs["triangles"])
                )
                np.testing.assert_array_equal(mine.point, theirs["point"])
        closest = scene.distance()
        self.assertEqual(
            (list(closest.pair), closest.lower, closest.upper),
            (nearest["nearest"], nearest["lower"], nearest["upper"]),
        )
        self.assertEqual((len(scene), scene.collides()), (summary["bodies"], summary["collides"]))


if __name__ == "__main__":
    unittest.main()
