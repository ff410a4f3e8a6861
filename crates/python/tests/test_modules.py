"""The modules in Python: examples in their docstrings, the manager against trimesh's, cases that
python-fcl gets wrong."""

import doctest
import gc
import os
import pathlib
import unittest
import weakref

import numpy as np
import trimesh

import obbtree.trimesh
from obbtree.compat import fcl

ROOT = pathlib.Path(__file__).resolve().parents[3]


def shifted(x, y=0.0, z=0.0):
    return trimesh.transformations.translation_matrix([x, y, z])


def fcl_at(geometry, x=0.0, y=0.0, z=0.0):
    return fcl.CollisionObject(geometry, fcl.Transform(np.array([x, y, z])))


def fcl_cube(side):
    """The surface of a cube: triangles 0 and 1 are its bottom."""
    mesh = trimesh.creation.box(extents=[side] * 3)
    order = np.argsort(mesh.triangles_center[:, 2], kind="stable")
    model = fcl.BVHModel()
    model.beginModel(12, 8)
    model.addSubModel(mesh.vertices, mesh.faces[order])
    model.endModel()
    return model


def fcl_contacts(a, b, most=100, enable_contact=True):
    result = fcl.CollisionResult()
    request = fcl.CollisionRequest(num_max_contacts=most, enable_contact=enable_contact)
    count = fcl.collide(a, b, request, result)
    assert count == len(result.contacts)
    return result.contacts


class Docs(unittest.TestCase):
    def test_examples_run(self):
        for module in (obbtree.trimesh, fcl):
            found = doctest.testmod(module)
            self.assertEqual(found.failed, 0)
            self.assertGreater(found.attempted, 3)


class Manager(unittest.TestCase):
    def test_as_trimesh_says_it(self):
        box = trimesh.creation.box()
        manager = obbtree.trimesh.CollisionManager()
        manager.add_object("a", box)
        manager.add_object("b", box, shifted(5))
        self.assertIs(manager.in_collision_internal(), False)
        least, names = manager.min_distance_internal(return_names=True)
        self.assertAlmostEqual(least, 4.0)
        self.assertEqual(names, ("a", "b"))
        manager.set_transform("b", shifted(1))
        self.assertEqual(
            manager.in_collision_internal(return_names=True), (True, {("a", "b")})
        )  # they touch
        manager.set_transform("b", shifted(1 + 1e-9))
        self.assertIs(manager.in_collision_internal(), False)
        hit, names, data = manager.in_collision_single(
            box, shifted(0.25, 0.25, 0.25), return_names=True, return_data=True
        )
        self.assertTrue(hit and names == {"a", "b"} and all(contact.depth >= 0 for contact in data))
        manager.remove_object("b")
        with self.assertRaises(ValueError):
            manager.remove_object("b")
        self.assertIs(manager.in_collision_single(trimesh.creation.box(extents=[0.5] * 3)), False)
        solid = obbtree.trimesh.CollisionManager(solid=True)
        solid.add_object("a", box)
        self.assertIs(solid.in_collision_single(trimesh.creation.box(extents=[0.5] * 3)), True)
        self.assertTrue(solid.within(1.0, box, shifted(2)))
        self.assertFalse(solid.within(0.999, box, shifted(2)))
        poses = np.array([shifted(x) for x in (0.5, 1.0, 1.5)])
        np.testing.assert_array_equal(solid.in_collision_poses(box, poses), [True, True, False])

    def test_another_manager(self):
        box = trimesh.creation.box()
        one, two = obbtree.trimesh.CollisionManager(), obbtree.trimesh.CollisionManager()
        one.add_object("a", box)
        two.add_object("b", box, shifted(3))
        least, names, data = one.min_distance_other(two, return_names=True, return_data=True)
        self.assertAlmostEqual(least, 2.0)
        self.assertEqual(names, ("a", "b"))
        self.assertAlmostEqual(np.linalg.norm(data.point("a") - data.point("b")), 2.0)
        two.add_object("c", box, shifted(0.5))
        self.assertEqual(one.in_collision_other(two, return_names=True), (True, {("a", "c")}))

    def test_meshes_are_told_from_another_managers_whatever_their_names(self):
        box = trimesh.creation.box()
        one, two = obbtree.trimesh.CollisionManager(), obbtree.trimesh.CollisionManager()
        for place, name in enumerate(("b", "their b", "their their b")):
            one.add_object(name, box, shifted(0.875 * place))
        pairs = {("b", "their b"), ("their b", "their their b")}
        hit, names, data = one.in_collision_internal(True, True)
        self.assertEqual((hit, names, {each.names for each in data}), (True, pairs, pairs))
        two.add_object("b", box, shifted(-0.5))
        two.add_object("their b", box, shifted(3))
        hit, names, data = one.in_collision_other(two, True, True)
        pairs = {("b", "b")}
        self.assertEqual((hit, names, {each.names for each in data}), (True, pairs, pairs))
        two.remove_object("b")
        _, names, data = one.min_distance_other(two, return_names=True, return_data=True)
        self.assertEqual((names, data.names), (("their their b", "their b"),) * 2)
        self.assertAlmostEqual(data.distance, 0.25)


def resident():
    """Memory of this process, in bytes."""
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class ManagersMemory(unittest.TestCase):
    """What a manager keeps never answers for another mesh, or for a mesh as it was."""

    def hits_the_far_box(self, change):
        """A box at the origin, tested once, then changed so that it meets one at x = 5."""
        manager = obbtree.trimesh.CollisionManager()
        manager.add_object("far", trimesh.creation.box(), shifted(5))
        probe = trimesh.creation.box()
        self.assertIs(manager.in_collision_single(probe), False)
        probe = change(probe) or probe
        fresh = obbtree.trimesh.CollisionManager()
        fresh.add_object("far", trimesh.creation.box(), shifted(5))
        again = trimesh.Trimesh(np.array(probe.vertices), np.array(probe.faces), process=False)
        expected = fresh.in_collision_single(again)
        self.assertIs(manager.in_collision_single(probe), expected)
        self.assertEqual(manager.min_distance_single(probe), fresh.min_distance_single(again))
        places = np.array([shifted(0), shifted(100)])
        np.testing.assert_array_equal(manager.in_collision_poses(probe, places), [expected, False])
        self.assertIs(manager.within(0.0, probe), expected)
        manager.add_object("probe", probe)
        self.assertIs(manager.in_collision_internal(), expected)
        return expected

    def test_every_change_of_a_mesh_is_noticed(self):
        def through_a_view(mesh):
            np.asarray(mesh.vertices)[:, 0] += 5.0  # trimesh's own hash does not see this

        def one_vertex_in_place(mesh):
            mesh.vertices[0, 0] += 5.0

        def other_vertices(mesh):
            mesh.vertices = mesh.vertices + [5.0, 0, 0]

        def other_faces(mesh):
            mesh.faces = mesh.faces[:1]

        def faces_in_place(mesh):
            np.asarray(mesh.faces)[:] = np.asarray(mesh.faces)[0]

        changes = {
            "moved": (lambda mesh: mesh.apply_translation([5, 0, 0]) and None, True),
            "scaled": (lambda mesh: mesh.apply_scale(10) and None, True),
            "turned": (
                lambda mesh: (
                    mesh.apply_transform(trimesh.transformations.rotation_matrix(1, [0, 0, 1]))
                    and None
                ),
                False,
            ),
            "other vertices": (other_vertices, True),
            "a vertex in place": (one_vertex_in_place, True),
            "through a view": (through_a_view, True),
            "other faces": (other_faces, False),
            "faces in place": (faces_in_place, False),
        }
        for name, (change, expected) in changes.items():
            with self.subTest(name):
                self.assertIs(self.hits_the_far_box(change), expected)

    def test_every_change_of_a_primitive_is_noticed(self):
        manager = obbtree.trimesh.CollisionManager()
        manager.add_object("far", trimesh.creation.box(), shifted(5))
        sphere = trimesh.primitives.Sphere(radius=1.0)
        self.assertIs(manager.in_collision_single(sphere), False)
        sphere.primitive.radius = 4.75
        self.assertIs(manager.in_collision_single(sphere), True)
        sphere.primitive.radius = 1.0
        self.assertIs(manager.in_collision_single(sphere), False)
        sphere.primitive.center = [4.0, 0, 0]
        self.assertIs(manager.in_collision_single(sphere), True)

    def test_another_mesh_with_the_number_of_an_ended_one(self):
        manager = obbtree.trimesh.CollisionManager()
        manager.add_object("far", trimesh.creation.box(), shifted(5))
        for k in range(50):
            place = shifted(5.0 * (k % 2))
            self.assertIs(
                manager.in_collision_single(trimesh.creation.box(transform=place)), k % 2 == 1
            )

    def test_entries_end_with_their_meshes(self):
        manager = obbtree.trimesh.CollisionManager()
        manager.add_object("far", trimesh.creation.box(), shifted(5))
        probe = trimesh.creation.box()
        manager.in_collision_single(probe)
        kept = manager._made._kept
        self.assertIn(id(probe), kept)
        body = manager._made.of(probe)
        self.assertIs(manager._made.of(probe), body, "one that did not change is built once")
        ended = weakref.ref(probe)
        number = id(probe)
        del probe
        gc.collect()
        self.assertIsNone(ended(), "the manager keeps no mesh")
        self.assertNotIn(number, kept)

    @unittest.skipUnless(pathlib.Path("/proc/self/statm").exists(), "reads its memory from /proc")
    def test_three_hundred_probes_take_no_memory(self):
        """Of meshes that end, and of meshes that stay."""
        manager = obbtree.trimesh.CollisionManager()
        manager.add_object("box", trimesh.creation.box(), shifted(5))
        arrays = trimesh.creation.icosphere(subdivisions=4)  # 5,120 triangles
        vertices, faces = np.array(arrays.vertices), np.array(arrays.faces)

        class Mesh:
            """No more than a manager reads, so that the memory is the manager's."""

            def __init__(self, k):
                self.shift, self.faces = k * 1e-3, faces

            @property
            def vertices(self):
                return vertices + [self.shift, 0, 0]

        for stays in (False, True):
            probes = [Mesh(k) for k in range(300)]
            for probe in probes[:20]:
                manager.in_collision_single(probe)
            before = resident()
            for k in range(300):
                probe = probes[k] if stays else Mesh(k)
                self.assertIs(manager.in_collision_single(probe), False)
            self.assertLess(resident() - before, 5_000_000)

    def test_a_mesh_is_added_as_it_is_then(self):
        """As trimesh's manager does."""
        manager = obbtree.trimesh.CollisionManager()
        box = trimesh.creation.box()
        manager.add_object("a", box)
        box.apply_translation([5, 0, 0])
        self.assertIs(manager.in_collision_single(trimesh.creation.box()), True)
        manager.add_object("a", box)
        self.assertIs(manager.in_collision_single(trimesh.creation.box()), False)

    def test_what_is_not_taken_changes_nothing(self):
        manager = obbtree.trimesh.CollisionManager()
        manager.add_object("a", trimesh.creation.box())
        for wrong in (np.diag([2.0, 1, 1, 1]), np.full((4, 4), np.nan)):
            with self.assertRaises(obbtree.PoseError):
                manager.add_object("a", trimesh.creation.box(), wrong)
        self.assertIs(manager.in_collision_single(trimesh.creation.box()), True)

    def test_a_scene_that_was_changed_behind_the_manager(self):
        manager = obbtree.trimesh.CollisionManager()
        manager.add_object("a", trimesh.creation.box())
        manager.add_object("b", trimesh.creation.box(), shifted(5))
        manager.scene.remove("b")
        manager.scene.add(
            "b", obbtree.Body(np.array(trimesh.creation.box(extents=[2] * 3).triangles)), shifted(5)
        )
        with self.assertRaisesRegex(ValueError, "in the scene"):
            manager.min_distance_internal(return_data=True)
        manager.scene.add("c", obbtree.Shape.sphere([0, 0, 0], 0.1), shifted(1))
        with self.assertRaisesRegex(ValueError, "c was added to the scene"):
            manager.min_distance_internal()


class Fcl(unittest.TestCase):
    def test_a_model_that_grows_is_tested_about_as_it_is(self):
        """Triangles that were added after `endModel`, and a model that was begun again."""
        model = fcl.BVHModel()
        model.beginModel()
        model.addTriangle([0, 0, 0], [1, 0, 0], [0, 1, 0])
        model.endModel()
        thing = fcl.CollisionObject(model)
        far = fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform(np.array([10.0, 0, 0])))
        manager = fcl.DynamicAABBTreeCollisionManager()
        manager.registerObjects([thing, far])
        self.assertEqual(fcl.collide(thing, far), 0)
        model.addTriangle([9, 0, 0], [10, 0, 0], [9, 1, 0])
        self.assertEqual(fcl.collide(thing, far), 1)
        data = fcl.CollisionData()
        manager.collide(data, fcl.defaultCollisionCallback)
        self.assertTrue(data.result.is_collision)
        model.beginModel()
        model.addSubModel(np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2]]))
        model.endModel()
        self.assertEqual(fcl.collide(thing, far), 0)

    def test_limits_of_contacts_and_planes_without_a_normal_are_as_in_python_fcl(self):
        box = fcl.CollisionObject(fcl.Box(1, 1, 1))
        result = fcl.CollisionResult()
        self.assertEqual(fcl.collide(box, box, fcl.CollisionRequest(num_max_contacts=0), result), 0)
        self.assertFalse(result.is_collision)
        with self.assertRaisesRegex(OverflowError, "num_max_contacts is -1"):
            fcl.collide(box, box, fcl.CollisionRequest(num_max_contacts=-1))
        for kind in (fcl.Plane, fcl.Halfspace):
            flat = kind(np.zeros(3), 1)
            self.assertEqual((flat.n.tolist(), flat.d), ([1.0, 0.0, 0.0], 0.0))

    def test_a_manager_knows_where_objects_are(self):
        """Moved, or of another size, without `update`."""
        sphere = fcl.Sphere(0.5)
        objects = [
            fcl.CollisionObject(sphere),
            fcl.CollisionObject(fcl.Box(1, 1, 1), fcl.Transform(np.array([5.0, 0, 0]))),
        ]
        manager = fcl.DynamicAABBTreeCollisionManager()
        manager.registerObjects(objects)

        def collides():
            data = fcl.CollisionData()
            manager.collide(data, fcl.defaultCollisionCallback)
            return data.result.is_collision

        self.assertFalse(collides())
        sphere.radius = 4.75
        self.assertTrue(collides())
        sphere.radius = 0.5
        self.assertFalse(collides())
        objects[1].setTranslation(np.array([0.75, 0, 0]))
        self.assertTrue(collides())

    def test_a_contact_that_python_fcl_says_is_later(self):
        """python-fcl 0.7.0.11 says 0.75, where the apex is in the middle of the box."""
        box = fcl.CollisionObject(fcl.Box(1, 1, 1))
        cone = fcl.CollisionObject(fcl.Cone(1, 1), fcl.Transform(np.array([0.0, 0.0, -2.0])))
        result = fcl.ContinuousCollisionResult()
        time = fcl.continuousCollide(box, fcl.Transform(), cone, fcl.Transform(), None, result)
        self.assertTrue(result.is_collide)
        self.assertAlmostEqual(time, 0.5, places=3)  # the apex meets the box after one of two units

    def test_a_mesh_within_a_polyhedron_meets_it(self):
        """It starts in it, or flies to the inside; the polyhedron is solid, as in `collide`."""
        corners = np.array([[x, y, z] for x in (-2, 2) for y in (-2, 2) for z in (-2, 2)])
        quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
        convex = fcl.Convex(corners, 6, np.column_stack([np.full(6, 4), quads]).ravel())
        still, end = fcl.Transform(), fcl.Transform(np.array([0.5, 0, 0]))
        for solid in (fcl.Box(4, 4, 4), convex):
            for start, time in ((0.0, 0.0), (-4.0, 1.75 / 4.5)):
                mesh, other = fcl_at(fcl_cube(0.5), start), fcl_at(solid)
                self.assertEqual(fcl.collide(mesh, other), int(time == 0))
                for bodies in ((mesh, end, other, still), (other, still, mesh, end)):
                    result = fcl.ContinuousCollisionResult()
                    found = fcl.continuousCollide(*bodies, None, result)
                    self.assertTrue(result.is_collide)
                    self.assertAlmostEqual(found, time, places=3)
        # A surface around a box that does not reach it is free.
        around, box = fcl_at(fcl_cube(4)), fcl_at(fcl.Box(1, 1, 1))
        self.assertEqual(fcl.continuousCollide(around, still, box, end), 1.0)

    def test_places_of_contacts_are_of_both(self):
        """On a face of a box: within what it shares with the other, in any order."""
        box = fcl_at(fcl.Box(2, 2, 2))
        cases = [  # the other, its place, its depth, where the contact is along x and y
            (fcl.Sphere(0.5), (0.1, 0.05, 1.4), 0.1, (0.1, 0.05)),
            (fcl.Capsule(0.2, 1), (0.1, 0.05, 1.6), 0.1, (0.1, 0.05)),
            (fcl.Cylinder(0.3, 1), (0.1, 0.05, 1.4), 0.1, (0.1, 0.05)),
            (fcl.Cone(0.3, 1), (0.1, 0.05, 1.4), 0.1, (0.1, 0.05)),
            (fcl.Ellipsoid(0.5, 0.4, 0.5), (0.1, 0.05, 1.4), 0.1, (0.1, 0.05)),
            (fcl.Box(0.5, 0.5, 0.5), (0.1, 0.05, 1.2), 0.05, (-0.15, -0.2)),  # its first corner
            (fcl.Box(8, 8, 1), (0.1, 0.05, 1.4), 0.1, (-1, -1)),  # that of the box
            (fcl.Box(2, 0.5, 1), (1.5, 0, 1.4), 0.1, (0.5, -0.25)),  # the first that is shared
        ]
        for geometry, place, depth, (x, y) in cases:
            other = fcl_at(geometry, *place)
            for one, two, up in ((box, other, 1), (other, box, -1)):
                (contact,) = fcl_contacts(one, two)
                self.assertAlmostEqual(contact.penetration_depth, depth, places=9)
                np.testing.assert_allclose(contact.normal, [0, 0, up], atol=1e-9)
                np.testing.assert_allclose(contact.pos, [x, y, 1 - depth / 2], atol=1e-6)
                result = fcl.DistanceResult()
                fcl.distance(one, two, fcl.DistanceRequest(True, True), result)
                points = [[x, y, 1], [x, y, 1 - depth]][::up]
                np.testing.assert_allclose(result.nearest_points, points, atol=1e-6)
        # A roller that lies on a narrow box has no end on it.
        turn = fcl.Transform(np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0.0]]), np.array([1, 0, 1.4]))
        roller = fcl.CollisionObject(fcl.Cylinder(0.5, 9), turn)
        for one, two in ((box, roller), (roller, box)):
            (contact,) = fcl_contacts(one, two)
            self.assertAlmostEqual(contact.pos[2], 0.95, places=9)
            self.assertLessEqual(np.abs(contact.pos[:2]).max(), 1 + 1e-9)

    def test_depths_of_spheres_are_those_of_closest_points(self):
        # They were found by a polytope that grows: 1e-9 off, normals 1e-4, at 100 times the work.
        mesh, radius, random = trimesh.creation.icosphere(1), 0.4, np.random.default_rng(3)
        model = fcl.BVHModel()
        model.beginModel()
        model.addSubModel(mesh.vertices, mesh.faces)
        model.endModel()
        surface, count = fcl.CollisionObject(model), 0
        for center in random.normal(size=(20, 3)):
            center *= random.uniform(0.7, 1.3) / np.linalg.norm(center)
            sphere = fcl_at(fcl.Sphere(radius), *center)
            for contact in fcl_contacts(surface, sphere):
                corners = mesh.triangles[contact.b1]
                closest = trimesh.triangles.closest_point([corners], [center])[0]
                way = center - closest
                length, count = np.linalg.norm(way), count + 1
                self.assertAlmostEqual(contact.penetration_depth, radius - length, places=13)
                np.testing.assert_allclose(contact.normal, way / length, atol=1e-12)
                middle = 0.5 * (closest + center - radius * way / length)
                np.testing.assert_allclose(contact.pos, middle, atol=1e-13)
        self.assertGreater(count, 50)

    def test_touches_have_a_place_a_normal_and_triangles(self):
        """A cube that stands on what is below it, whose top is at z = -0.5."""
        up = np.array([0, 0, 1.0])
        below = [  # with how many triangles of the cube it meets
            (fcl_at(fcl.Halfspace(up, -0.5)), 10),
            (fcl_at(fcl.Plane(up, -0.5)), 10),
            (fcl_at(fcl.Box(1, 1, 1), 0, 0, -1), 10),
            (fcl_at(fcl.Sphere(0.5), 0.25, 0.125, -1), 1),
            (fcl_at(fcl.Cylinder(0.125, 1), 0.25, 0.125, -1), 1),
            (fcl_at(fcl.Cone(0.5, 1), 0.25, 0.125, -1), 1),
            (fcl_at(fcl.Capsule(0.25, 0.5), 0.25, 0.125, -1), 1),
        ]
        cube = fcl_at(fcl_cube(1))
        for other, count in below:
            for one, two, side in ((cube, other, -1), (other, cube, 1)):
                contacts = fcl_contacts(one, two)
                self.assertEqual(len(contacts), count)
                self.assertEqual(len({c.b1 if side < 0 else c.b2 for c in contacts}), count)
                for contact in contacts:
                    self.assertEqual(contact.b2 if side < 0 else contact.b1, fcl.NO_TRIANGLE)
                    self.assertEqual(contact.penetration_depth, 0)
                    self.assertAlmostEqual(contact.pos[2], -0.5, places=12)
                    self.assertLessEqual(np.abs(contact.pos[:2]).max(), 0.5)
                bottom = [c for c in contacts if (c.b1 if side < 0 else c.b2) < 2]
                for contact in bottom:
                    np.testing.assert_allclose(contact.normal, side * up, atol=1e-9)
                if count == 1:
                    self.assertLess(np.abs(bottom[0].pos[:2] - [0.25, 0.125]).max(), 0.126)
                result = fcl.DistanceResult()
                self.assertEqual(
                    fcl.distance(one, two, fcl.DistanceRequest(True, True), result), 0
                )
                self.assertAlmostEqual(result.nearest_points[0][2], -0.5, places=12)
        # Spheres on a turned cube, touching but for rounding: those that meet have a triangle.
        random, met = np.random.default_rng(1), 0
        for _ in range(100):
            turn = random.normal(size=4)
            at = fcl.Transform(turn / np.linalg.norm(turn), random.normal(size=3))
            place = fcl.Transform(at.getTranslation() + at.getRotation()[:, 2])
            one = fcl.CollisionObject(fcl_cube(1), at)
            contacts = fcl_contacts(one, fcl.CollisionObject(fcl.Sphere(0.5), place))
            for contact in contacts:
                met += 1
                self.assertGreater(contact.b1, 9)  # the top
                np.testing.assert_allclose(contact.normal, at.getRotation()[:, 2], atol=1e-7)
                top = at.getTranslation() + 0.5 * at.getRotation()[:, 2]
                np.testing.assert_allclose(contact.pos, top, atol=1e-7)
        self.assertGreater(met, 20)

    def test_contacts_without_places_have_the_triangles(self):
        """As many as are wanted, the same as with places; one of two shapes."""
        others = [fcl.Sphere(0.5), fcl.Box(1, 1, 1), fcl.Halfspace(np.array([0, 0, 1.0]), 0),
                  fcl.Ellipsoid(0.5, 0.4, 0.6), fcl_cube(1), fcl.Cylinder(0.25, 1)]
        cube = fcl_at(fcl_cube(1))
        for geometry in others:
            other = fcl_at(geometry, 0.25, 0.125, -0.875)
            if isinstance(geometry, fcl.Halfspace):
                other = fcl_at(geometry)
            full = {(c.b1, c.b2) for c in fcl_contacts(cube, other)}
            self.assertGreater(len(full), 1)
            bare = fcl_contacts(cube, other, enable_contact=False)
            self.assertEqual({(c.b1, c.b2) for c in bare}, full)
            self.assertEqual(len(bare), len(full))
            (one,) = fcl_contacts(cube, other, most=1, enable_contact=False)
            self.assertIn((one.b1, one.b2), full)
        shapes = fcl_at(fcl.Sphere(1)), fcl_at(fcl.Box(1, 1, 1))
        (one,) = fcl_contacts(*shapes, enable_contact=False)
        self.assertEqual((one.b1, one.b2), (fcl.NO_TRIANGLE, fcl.NO_TRIANGLE))

    def test_octrees_are_their_cubes(self):
        file = (ROOT / "assets/wall.bt").read_bytes()
        nodes = file.split(b"data\n", 1)[1]
        signed = np.frombuffer(nodes, dtype=np.int8).tolist()  # as python-fcl takes them
        boxes = obbtree.Voxels.from_bytes(file).boxes
        sides, middles = boxes[:, 1] - boxes[:, 0], boxes.mean(axis=1)
        cubes = [fcl.CollisionObject(fcl.Box(*side), fcl.Transform(at))
                 for side, at in zip(sides, middles)]
        mesh = fcl.BVHModel()
        mesh.beginModel()
        mesh.addSubModel(np.vstack([np.zeros(3), 0.4 * np.eye(3)]),
                         np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]))
        mesh.endModel()
        others = [fcl.Sphere(0.15), fcl.Box(0.3, 0.2, 0.1), fcl.Cylinder(0.1, 0.3), mesh,
                  fcl.Ellipsoid(0.1, 0.15, 0.2), fcl.Halfspace(np.array([0, 0, 1.0]), -0.9)]
        request = fcl.CollisionRequest(num_max_contacts=10**4, enable_contact=True)
        random, hits = np.random.default_rng(2), 0
        for n in range(24):
            data = (nodes, signed, file)[n % 3]
            tree = fcl.CollisionObject(fcl.OcTree(0.05, data))
            turn, at = random.normal(size=4), random.uniform(-1, 1, 3) * [0.4, 1.2, 1.2]
            at = fcl.Transform(turn / np.linalg.norm(turn), at)
            other = fcl.CollisionObject(others[n % len(others)], at)
            far = np.linalg.norm(middles - at.getTranslation(), axis=1) > 0.8
            if n % len(others) == 5:  # the half-space
                far[:] = False
            near = np.flatnonzero(~far).tolist()
            result = fcl.CollisionResult()
            count = fcl.collide(tree, other, request, result)
            meet = [k for k in near if fcl.collide(cubes[k], other)]
            self.assertEqual(sorted({contact.b1 for contact in result.contacts}), meet)
            self.assertEqual(count > 0, bool(meet))
            self.assertEqual(fcl.collide(other, tree) > 0, bool(meet))
            hits += bool(meet)
            if not meet:
                wanted = min(fcl.distance(cubes[k], other) for k in near)
                self.assertAlmostEqual(fcl.distance(tree, other), wanted, places=9)
            for contact in result.contacts[:5]:
                cube, found = cubes[contact.b1], fcl.CollisionResult()
                fcl.collide(cube, other, request, found)
                depths = [each.penetration_depth for each in found.contacts]
                least = min(abs(depth - contact.penetration_depth) for depth in depths)
                self.assertLess(least, 1e-9)
        self.assertTrue(6 < hits < 20, hits)
        both = fcl.CollisionObject(fcl.OcTree(0.05, nodes)), fcl.CollisionObject(
            fcl.OcTree(0.05, nodes), fcl.Transform(np.array([0.31, 0, 0])))
        self.assertAlmostEqual(fcl.distance(*both), 0.11, places=12)
        end = fcl.Transform(np.array([0.11, 0, 0]))
        time = fcl.continuousCollide(both[0], fcl.Transform(), both[1], end)
        self.assertAlmostEqual(time, 0.55, places=3)
        self.assertEqual(both[0].getNodeType(), fcl.NODE_TYPE.GEOM_OCTREE)
        with self.assertRaisesRegex(ValueError, "has the resolution 0.05, not 0.1"):
            fcl.OcTree(0.1, file)
        with self.assertRaises(obbtree.ObbtreeError):
            fcl.OcTree(0.1, b"")

    def test_boxes_by_their_closed_forms(self):
        random = np.random.default_rng(1)
        hits = 0
        for _ in range(100):
            sides, other = random.integers(1, 5, 3), random.integers(1, 5, 3)
            shift = random.integers(-4, 5, 3).astype(float)
            a = fcl.CollisionObject(fcl.Box(*sides.astype(float)))
            b = fcl.CollisionObject(fcl.Box(*other.astype(float)), fcl.Transform(shift))
            gaps = np.abs(shift) - 0.5 * (sides + other)
            hit = bool((gaps <= 0).all())
            hits += hit
            self.assertEqual(fcl.collide(a, b), int(hit))
            request = fcl.DistanceRequest(enable_signed_distance=True)
            expected = gaps.max() if hit else np.linalg.norm(np.maximum(gaps, 0))
            self.assertAlmostEqual(fcl.distance(a, b, request), expected, places=7)
        self.assertTrue(20 < hits < 80)

    def test_balls_by_their_closed_forms(self):
        random = np.random.default_rng(2)
        for _ in range(50):
            radii, shift = random.uniform(0.1, 2, 2), random.normal(size=3) * 2
            a = fcl.CollisionObject(fcl.Sphere(radii[0]))
            b = fcl.CollisionObject(fcl.Sphere(radii[1]), fcl.Transform(shift))
            expected = np.linalg.norm(shift) - radii.sum()
            request = fcl.DistanceRequest(enable_signed_distance=True)
            self.assertAlmostEqual(fcl.distance(a, b, request), expected, places=4)
            self.assertEqual(fcl.collide(a, b), int(expected <= 0))


if __name__ == "__main__":
    os.chdir(ROOT)
    unittest.main()
