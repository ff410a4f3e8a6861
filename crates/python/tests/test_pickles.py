"""Everything public is pickled: an instance of every class, found in the module, so that a new
class without a pickle fails; and goes through the processes of multiprocessing and joblib."""

import copy
import inspect
import multiprocessing
import os
import pickle
import unittest

import numpy as np
from support import ASSETS, ROOT, shifted

import obbtree


def instances():
    """Of every public class some instances, whose ``None`` and other cases differ."""
    bolt, nut = obbtree.Body(ASSETS / "bolt.obj"), obbtree.Body(ASSETS / "nut.stl")
    poses = obbtree.read_poses(ASSETS / "nut_turning.poses")
    meeting = next(pose for pose in poses if obbtree.collide(bolt, None, nut, pose))
    sphere = obbtree.Shape.sphere([0, 0, 0], 1)
    seen = np.array([[np.nan, 0, 0], [0, 0, 1], [0, 0, 0], [0, 0, 1]])
    cloud = obbtree.PointCloud(seen, [7, 0.1, 0.1, 0.2], skip_nan=True)
    occupied = np.array([[[True, False, True]], [[False, False, True]]])
    voxels = obbtree.Voxels.from_array(occupied, 0.1, [1, 2, 3])
    away, through = shifted(100), (shifted(-100), shifted(100))
    scene = obbtree.Scene()
    scene.add("sphere", sphere)
    scene.add("nut", [nut, (sphere, shifted(0, 0, 50))], shifted(*-nut.vertices[0]))
    scene.set_padding("nut", 0.5)
    scene.set_pair_margin("sphere", "nut", 0.25)
    scene.set_groups("sphere", 1, 3)
    folder = ROOT / "crates/robot/tests/data"
    arm = obbtree.Robot(folder / "arm.urdf", srdf=folder / "arm.srdf")
    world = obbtree.Scene()
    world.add("lamp", obbtree.Shape.sphere([0, 0, 0], 0.4), shifted(0, 1, 0.5))
    checker = obbtree.Checker(arm, world)
    rows = [[0, 0.3, 0, 0.05], [1, 0.5, 0, 0.05], [3, 0.3, 0, 0.05]]
    zeros, times = np.zeros((3, 4)), [10, 11, 12]
    origins = [[0, 0, 50], [0.01, 9, 50.5], [500, 0, 0]]
    curve = obbtree.Trajectory
    study = obbtree.Study.read(ASSETS / "building.toml")
    building = obbtree.Scene.read(ASSETS / "building.json")
    clashes = obbtree.clash(study, building)
    building.remove(clashes.clashes[0].bodies[0])
    detailed = obbtree.Study([{"name": "all"}], depth=True, detail="curves")
    moves = obbtree.clash_motion(ASSETS / "workshop_motion.toml")
    approach = next(clash.closest for clash in moves.clashes if clash.closest)
    return [
        bolt, nut, obbtree.Pose(meeting), obbtree.Pose(),
        obbtree.Linear(None, meeting), obbtree.Linear(None, meeting, point=[1, 2, 3]),
        obbtree.Screw(None, meeting), obbtree.Screw.about(meeting, [1, 0, 0], [0, 0, 1], 7, 0.1),
        obbtree.Translation(meeting, [1, 2, 3]),
        sphere, obbtree.Shape.capsule([0, 0, 0], [1, 0, 0], 0.1),
        obbtree.Shape.cylinder([0, 0, 0], [1, 0, 0], 0.1),
        obbtree.Shape.cone([0, 0, 0], [1, 0, 0], 0.1),
        obbtree.Shape.frustum([0, 0, 0], [1, 0, 0], [0.1, 0.2]), obbtree.Shape.cuboid([1, 2, 3]),
        obbtree.Shape.cuboid([1, 2, 3]).inflated(0.5), obbtree.Shape.hull(bolt.vertices[:9], 0.1),
        obbtree.Shape.half_space(), obbtree.Shape.plane(np.eye(3)),
        cloud, obbtree.PointCloud(seen[1:], 0.1), obbtree.PointCloud(seen[1:], [0.1, 0.2, 0.3]),
        obbtree.PointCloud(seen[1:] * 0.1, 0), obbtree.distance(bolt, None, cloud, away),
        obbtree.contacts(cloud, None, sphere, None)[0],
        voxels, obbtree.Voxels([[1, 2, 3], [-4, 0, 0], [1, 2, 3]], 0.1, sizes=[1, 4, 2]),
        obbtree.Voxels.from_leaves(seen[1:], 0.5),
        obbtree.Voxels.from_leaves(seen[1:] / 3, [1, 2, 3]),
        obbtree.distance(voxels, None, sphere, away),
        obbtree.distance_batch(cloud, None, sphere, [away, None]),
        obbtree.distance(bolt, None, nut, away), obbtree.distance(bolt, None, sphere, away),
        obbtree.distance_batch(bolt, None, nut, poses, at_most=0.001),
        obbtree.distance_batch(sphere, None, sphere, [away, None]),
        obbtree.contacts(bolt, None, nut, meeting)[0],
        obbtree.contacts(bolt, None, sphere, shifted(*bolt.vertices[0]))[0],
        obbtree.contact_summary(bolt, None, nut, meeting),
        obbtree.contact_summary(bolt, None, nut, away),
        *filter(None, obbtree.contact_summary(bolt, None, bolt, shifted(0.3)).deepest_points),
        obbtree.depth(sphere, None, sphere, shifted(1)),
        obbtree.closest_point(nut, None, [0, 0, 0]), obbtree.signed_distance(nut, None, [0, 0, 0]),
        obbtree.all_hits(nut, None, [-50, 0.01, 0.02], [1, 0, 0])[0],
        obbtree.closest_hits(nut, None, origins, [[0, 0, -1]] * 3),
        obbtree.sweep(bolt, None, nut, through), obbtree.sweep(bolt, None, nut, away),
        obbtree.sweep(bolt, None, nut, through, effort=1),
        obbtree.sweep(sphere, None, sphere, through),
        scene, scene.contacts()[0][1][0], scene.distance(), scene.sweep({"sphere": through}),
        arm, arm.with_pairs(arm.pairs[:2]), arm.holding(["elbow"], rows[0]),
        checker, checker.distance(rows[0]), checker.sweep(rows[0], rows[2]),
        curve.linear(times, rows), curve.cubic(times, rows, zeros),
        curve.quintic(times, rows, zeros, zeros), curve.spline(times, rows),
        curve.spline(times, rows, end_velocities=np.ones((2, 4))),
        curve.b_spline(1, rows, [0, 0, 1, 2, 2]), curve.uniform_b_spline(2, rows, 1, 3),
        curve.trapezoidal(rows, [1] * 4, [0.5] * 4),
        curve.s_curve(rows, [1] * 4, [0.5] * 4, [2] * 4),
        study, obbtree.Study.read(ASSETS / "workshop_motion.toml"), detailed,
        clashes, clashes.clashes[0], clashes.clashes[-1], clashes.clusters[0],
        clashes.difference(obbtree.clash(study, building)),
        moves, *moves.clashes, moves.clashes[1].contacts[0], approach,
        obbtree.clash(detailed, {"bolt": bolt, "nut": (nut, meeting)}).clashes[0],
        obbtree.Page("nut", "<!doctype html>"),
    ]  # fmt: skip


def plain(thing, depth=0):
    """All that a thing says, as plain values that can be compared."""
    if isinstance(thing, np.ndarray):
        return thing.dtype.str, thing.shape, thing.tobytes()
    if isinstance(thing, (list, tuple)):
        return [plain(item, depth) for item in thing]
    if isinstance(thing, dict):
        return {key: plain(item, depth) for key, item in thing.items()}
    kind = type(thing)
    if kind.__module__ != "obbtree" or depth > 3:
        return repr(thing)
    said = {"repr": repr(thing)}
    for name, member in vars(kind).items():
        if inspect.isgetsetdescriptor(member):
            said[name] = plain(getattr(thing, name), depth + 1)
    if kind is obbtree.Trajectory:
        times = np.linspace(thing.start, thing.end, 50)
        said["values"] = [thing.configuration_at(time).tobytes() for time in times]
    if hasattr(thing, "pose_at"):
        said["values"] = [repr(thing.pose_at(k / 50)) for k in range(51)]
    if kind is obbtree.Scene:
        said["file"] = thing.to_json()
    return said


def echoed(thing):
    return plain(thing), thing


def echoed_pickle(data):
    return pickle.dumps(echoed(pickle.loads(data)))


class Pickles(unittest.TestCase):
    def test_every_public_class_is_pickled(self):
        classes = {
            thing
            for thing in (getattr(obbtree, name) for name in obbtree.__all__)
            if inspect.isclass(thing) and not issubclass(thing, BaseException)
        }
        things = instances()
        self.assertEqual(classes - set(map(type, things)), set(), "classes without an instance")
        for thing in things:
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
                with self.subTest(thing=repr(thing), protocol=protocol):
                    again = pickle.loads(pickle.dumps(thing, protocol))
                    self.assertIs(type(again), type(thing))
                    self.assertEqual(plain(again), plain(thing))

    def test_everything_is_copied(self):
        for thing in instances():
            for copied in (copy.copy(thing), copy.deepcopy(thing)):
                with self.subTest(repr(thing)):
                    self.assertEqual(plain(copied), plain(thing))

    def test_every_exception_is_pickled(self):
        kinds = [getattr(obbtree, name) for name in obbtree.__all__ if name.endswith("Error")]
        self.assertGreater(len(kinds), 9)
        for kind in kinds:
            with self.subTest(kind):
                again = pickle.loads(pickle.dumps(kind("why")))
                self.assertEqual((type(again), str(again)), (kind, "why"))

    def test_everything_goes_to_other_processes_and_back(self):
        things = instances()
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            self.check(things, pool.map(echoed, things))

    def test_everything_goes_to_workers_of_joblib_and_back(self):
        try:
            import joblib
        except ImportError:
            self.skipTest("joblib is not installed")
        things = instances()
        work = (joblib.delayed(echoed)(thing) for thing in things)
        self.check(things, joblib.Parallel(n_jobs=1, backend="loky")(work))
        self.check(
            things, joblib.Parallel(n_jobs=2, backend="loky")(map(joblib.delayed(echoed), things))
        )

    def test_everything_goes_to_processes_of_dask_and_back(self):
        try:
            import dask
        except ImportError:
            self.skipTest("dask is not installed")
        things = instances()
        # What dask would look into itself is given in one piece.
        work = [dask.delayed(echoed_pickle)(pickle.dumps(thing)) for thing in things]
        found = dask.compute(*work, scheduler="processes", num_workers=2)
        self.check(things, map(pickle.loads, found))

    def check(self, things, found):
        for thing, (there, back) in zip(things, found):
            with self.subTest(repr(thing)):
                self.assertEqual(there, plain(thing))
                self.assertEqual(plain(back), plain(thing))


if __name__ == "__main__":
    os.chdir(ROOT)
    unittest.main()
