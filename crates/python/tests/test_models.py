"""IFC by ifcopenshell and STEP by OCCT as scenes: models that these libraries write, whose parts,
places and classes are known."""

import doctest
import importlib.util
import math
import pathlib
import sys
import tempfile
import unittest
import zipfile
from unittest import mock

import numpy as np

import obbtree
from obbtree import models

needs_ifc = unittest.skipUnless(
    importlib.util.find_spec("ifcopenshell"), "needs ifcopenshell (of PyPI)"
)
needs_step = unittest.skipUnless(
    importlib.util.find_spec("OCP"), "needs cadquery-ocp or build123d (of PyPI)"
)
EVERYTHING = obbtree.Study(
    [{"name": "all", "kinds": ["cutting", "contained", "coincident", "touching"]}]
)


class Folder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)


class Refused(Folder):
    def test_examples_run(self):
        found = doctest.testmod(models)
        self.assertEqual((found.failed, found.attempted), (0, 2))

    def test_what_cannot_be_read_is_told(self):
        for name in ("a.ifc", "a.step"):
            file = self.folder / name
            module, package = {
                "a.ifc": ("ifcopenshell", "ifcopenshell"),
                "a.step": ("OCP", "cadquery-ocp"),
            }[name]
            with mock.patch.dict(sys.modules, {module: None}):
                with self.assertRaisesRegex(ImportError, f"pip install {package}"):
                    models.read(file)
            if importlib.util.find_spec(module):
                with self.assertRaisesRegex(FileNotFoundError, f"{name}: there is no such file"):
                    models.read(file)
                file.write_text("solid nothing")
                with self.assertRaisesRegex(obbtree.ReadError, name):
                    models.read(file)
        for wrong in (0, -1, math.nan, math.inf):
            with self.assertRaisesRegex(ValueError, "chord"):
                models.read("a.ifc", chord=wrong)
        for wrong in (-1, math.nan, math.inf):
            with self.assertRaisesRegex(ValueError, "grid"):
                models.read("a.ifc", grid=wrong)


class House:
    """An IFC file in the making."""

    def __init__(self, prefix="MILLI"):
        from ifcopenshell.api import run

        self.run = run
        self.file = run("project.create_file", version="IFC4")
        self.project = self.make("IfcProject", "project")
        unit = run("unit.add_si_unit", self.file, unit_type="LENGTHUNIT", prefix=prefix)
        run("unit.assign_unit", self.file, units=[unit])
        model = run("context.add_context", self.file, context_type="Model")
        self.body = run(
            "context.add_context",
            self.file,
            context_type="Model",
            context_identifier="Body",
            target_view="MODEL_VIEW",
            parent=model,
        )
        above = self.project
        for kind, name in (
            ("IfcSite", "site"),
            ("IfcBuilding", "tower 1/2"),
            ("IfcBuildingStorey", "ground"),
        ):
            self.storey = self.make(kind, name)
            run(
                "aggregate.assign_object",
                self.file,
                products=[self.storey],
                relating_object=above,
            )
            above = self.storey

    def make(self, kind, name):
        return self.run("root.create_entity", self.file, ifc_class=kind, name=name)

    def extruded(self, profile, height, at=(0.0, 0.0, 0.0)):
        make = self.file
        place = make.createIfcAxis2Placement3D(make.createIfcCartesianPoint(at), None, None)
        up = make.createIfcDirection((0.0, 0.0, 1.0))
        return make.createIfcExtrudedAreaSolid(profile, place, up, float(height))

    def flat(self):
        make = self.file
        return make.createIfcAxis2Placement2D(make.createIfcCartesianPoint((0.0, 0.0)), None)

    def box(self, x, y, z, at=(0.0, 0.0, 0.0)):
        """Around the axis, from the height of ``at`` on."""
        profile = self.file.createIfcRectangleProfileDef(
            "AREA", None, self.flat(), float(x), float(y)
        )
        return self.extruded(profile, z, at)

    def cylinder(self, radius, height):
        profile = self.file.createIfcCircleProfileDef("AREA", None, self.flat(), float(radius))
        return self.extruded(profile, height)

    def shape(self, *items):
        return self.file.createIfcShapeRepresentation(self.body, "Body", "SweptSolid", items)

    def place(self, product, x, y, z, turn=0.0):
        matrix = np.eye(4)
        matrix[:3, 3] = x, y, z
        c, s = math.cos(turn), math.sin(turn)
        matrix[:2, :2] = [[c, -s], [s, c]]
        self.run(
            "geometry.edit_object_placement",
            self.file,
            product=product,
            matrix=matrix,
            is_si=False,
        )
        if product.is_a("IfcSpace"):
            self.run(
                "aggregate.assign_object",
                self.file,
                products=[product],
                relating_object=self.storey,
            )
            return product
        self.run(
            "spatial.assign_container",
            self.file,
            products=[product],
            relating_structure=self.storey,
        )
        return product

    def add(self, kind, name, shape, x, y, z, turn=0.0):
        product = self.make(kind, name)
        self.run(
            "geometry.assign_representation", self.file, product=product, representation=shape
        )
        return self.place(product, x, y, z, turn)


def found(report):
    """Pairs of elements, by their own names, with their classes."""
    own = [tuple(body.split("/")[-2] for body in clash.bodies) for clash in report.clashes]
    return {pair: clash.class_ for pair, clash in zip(own, report.clashes)}


@needs_ifc
class Ifc(Folder):
    def house(self):
        house = House()
        house.add("IfcSlab", "slab", house.shape(house.box(8000, 6000, 250)), 0, 0, -250)
        # A type whose geometry its columns share, turned by a third of a right angle and by one.
        kind = house.make("IfcColumnType", "column type")
        house.run(
            "geometry.assign_representation",
            house.file,
            product=kind,
            representation=house.shape(house.box(300, 300, 3000)),
        )
        for number, turn in enumerate((0.0, math.pi / 6, math.pi / 2)):
            column = house.make("IfcColumn", f"column {number}")
            house.run(
                "type.assign_type", house.file, related_objects=[column], relating_type=kind
            )
            house.place(column, 1000 * number, 1000, 0, turn)
        # An edge of one item is in the other: each is a solid of its own.
        two = house.box(100, 100, 1000), house.box(100, 100, 1000, (50.0, 50.0, 0.0))
        house.add("IfcBeam", "two items", house.shape(*two), -2000, 0, 3000)
        house.add("IfcBeam", "in both", house.shape(house.box(10, 10, 100)), -1980, 20, 3100)
        # A wall with a hole for a duct.
        wall = house.add("IfcWall", "wall", house.shape(house.box(4000, 200, 2500)), 0, -2000, 0)
        hole = house.add(
            "IfcOpeningElement", "hole", house.shape(house.box(500, 400, 500)), 0, -2000, 1000
        )
        house.run("feature.add_feature", house.file, feature=hole, element=wall)
        duct = house.add(
            "IfcDuctSegment", "duct", house.shape(house.box(500, 3000, 500)), 0, -2000, 1000
        )
        house.add(
            "IfcDuctSegment", "wide", house.shape(house.box(501, 300, 10)), 0, -2000, 1200
        )
        house.add("IfcSpace", "room", house.shape(house.box(7000, 5000, 2400)), 0, 0, 0)
        layer = house.run("layer.add_layer", house.file, name="M-DUCT")
        items = [duct.Representation.Representations[0]]
        house.run("layer.assign_layer", house.file, items=items, layer=layer)
        path = self.folder / "house.ifc"
        house.file.write(str(path))
        return path

    def test_elements_are_bodies_with_what_the_file_says_of_them(self):
        model = models.read(self.house(), threads=2)
        self.assertEqual((model.metres, model.warnings), (0.001, []))
        self.assertAlmostEqual(model.chord, 1.0)
        names = [part.name for part in model.parts.values()]
        columns = [f"column {number}" for number in range(3)]
        self.assertEqual(
            names, ["slab", *columns, "two items", "in both", "wall", "duct", "wide"]
        )
        part = next(part for part in model.parts.values() if part.name == "duct")
        self.assertEqual((part.kind, part.layers), ("IfcDuctSegment", ("M-DUCT",)))
        self.assertEqual(part.parents, ("site", "tower 1/2", "ground"))
        self.assertEqual(len(part.guid), 22)
        self.assertEqual(part.body, f"site/tower 1_2/ground/IfcDuctSegment/duct/{part.guid}")
        self.assertEqual(model.layers, {"M-DUCT": [part.body]})
        self.assertEqual(len(model.kinds["IfcColumn"]), 3)
        shared = {part.geometry for part in model.parts.values() if part.kind == "IfcColumn"}
        self.assertEqual(len(shared), 1)
        self.assertEqual(repr(model), "Model(9 parts, 7 geometries)")

    def test_classes_are_those_that_were_built(self):
        model = models.read(self.house())
        report = obbtree.clash(EVERYTHING, model.scene)
        area, cut = "touching_area", "cutting"
        expected = {("slab", f"column {number}"): area for number in range(3)}
        expected[("slab", "wall")] = area
        # The duct fills the hole to its faces; what is a millimetre wider cuts the wall, and the
        # duct that it is in.
        expected[("wall", "duct")] = area
        expected[("wall", "wide")] = cut
        expected[("duct", "wide")] = cut
        expected[("two items", "in both")] = "containing"
        self.assertEqual(found(report), expected)
        self.assertEqual(model.grid, 2.0**-20)
        clash = report.clashes[0]
        archive = self.folder / "clashes.bcf"
        report.write_bcf(archive, metres=model.metres)
        with zipfile.ZipFile(archive) as file:
            text = file.read(f"{clash.guid}/viewpoint.bcfv").decode()
        for body in clash.bodies:
            self.assertIn(f'IfcGuid="{model.parts[body].guid}"', text)
        rule = {"name": "ducts", "these": ["@M-DUCT"], "those": ["@IfcWall"]}
        groups = {**model.layers, **model.kinds}
        study = obbtree.Study([{**rule, "kinds": ["touching"]}], groups=groups)
        self.assertEqual(found(obbtree.clash(study, model.scene)), {("wall", "duct"): area})

    def test_rooms_and_holes_are_bodies_if_they_are_wanted(self):
        model = models.read(self.house(), exclude=[])
        kinds = model.kinds
        self.assertEqual((len(kinds["IfcSpace"]), len(kinds["IfcOpeningElement"])), (1, 1))
        model = models.read(self.house(), exclude=["IfcBuiltElement", "IfcBuildingElement"])
        self.assertEqual(
            sorted(model.kinds), ["IfcDuctSegment", "IfcOpeningElement", "IfcSpace"]
        )

    def test_what_is_built_face_on_face_touches(self):
        """Of heights that are no binary fractions; as the library gives them, some are ulps off."""
        house = House(None)
        height, top = 0.0, 20
        for number in range(top):
            thickness = (0.1, 0.2, 0.3, 0.7)[number % 4]
            shape = house.shape(house.box(1.1, 1.3, thickness))
            house.add("IfcSlab", str(number), shape, 0.1 * number, 0.7, height)
            height = round(height + thickness, 1)
        expected = {(str(n), str(n + 1)): "touching_area" for n in range(top - 1)}
        model = models.read(house.file)
        self.assertEqual(model.metres, 1.0)
        self.assertEqual(found(obbtree.clash(EVERYTHING, model.scene)), expected)
        as_given = models.read(house.file, grid=0)
        self.assertEqual(as_given.grid, 0)
        self.assertNotEqual(found(obbtree.clash(EVERYTHING, as_given.scene)), expected)

    def test_triangles_are_as_near_to_curves_as_is_said(self):
        for prefix, radius in (("MILLI", 400.0), (None, 0.4)):
            house = House(prefix)
            shape = house.shape(house.cylinder(radius, radius))
            house.add("IfcColumn", "round", shape, 0, 0, 0)
            counts = []
            for chord in (0.01, 0.001, 0.0001):
                model = models.read(house.file, chord=chord)
                self.assertAlmostEqual(model.chord * model.metres, chord)
                ((body,),) = model.geometries
                corners = np.asarray(body.vertices)
                ring = corners[corners[:, 2] == 0, :2]
                ring = ring[np.argsort(np.arctan2(ring[:, 1], ring[:, 0]))]
                np.testing.assert_allclose(np.linalg.norm(ring, axis=1), radius, rtol=1e-6)
                # The middle of an edge is nearest to the axis.
                middles = np.linalg.norm((ring + np.roll(ring, 1, axis=0)) / 2, axis=1)
                self.assertLess(radius - middles.min(), model.chord)
                counts.append(len(ring))
            self.assertEqual(counts, sorted(counts))
            self.assertGreater(counts[2], 2 * counts[0])

    def test_mirrored_elements_are_where_they_should_be(self):
        house = House()
        make = house.file
        shape = house.shape(house.box(100, 200, 300, (1000.0, 0.0, 0.0)))
        origin = make.createIfcAxis2Placement3D(
            make.createIfcCartesianPoint((0.0, 0.0, 0.0)), None, None
        )
        source = make.createIfcRepresentationMap(origin, shape)
        for name, sign in (("as it is", 1.0), ("mirrored", -1.0)):
            axes = [(sign, 0.0, 0.0), (0.0, 1.0, 0.0)]
            target = make.createIfcCartesianTransformationOperator3D(
                *(make.createIfcDirection(axis) for axis in axes),
                make.createIfcCartesianPoint((0.0, 0.0, 0.0)),
                1.0,
                make.createIfcDirection((0.0, 0.0, 1.0)),
            )
            item = make.createIfcMappedItem(source, target)
            mapped = make.createIfcShapeRepresentation(
                house.body, "Body", "MappedRepresentation", [item]
            )
            house.add("IfcFurniture", name, mapped, 5, 6, 7)
        model = models.read(house.file)
        for part in model.parts.values():
            low, high = {"as it is": (950, 1050), "mirrored": (-1050, -950)}[part.name]
            box = obbtree.Shape.cuboid([50, 100, 150])
            middle = [(low + high) / 2 + 5, 6, 157, 0, 0, 0, 1]
            model.scene.add(f"twin/of/{part.name}/", box, middle)
        report = obbtree.clash(EVERYTHING, model.scene)
        self.assertEqual(report.counts(), {"coincident": 2})


class Placed(unittest.TestCase):
    def test_what_is_mirrored_faces_outwards(self):
        corners = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
        triangles = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
        for scale in ([1, 1, 1], [-1, 1, 1], [-1, -1, 1], [-2, -1, -3], [0.5, 2, 4]):
            model = models.Model(1.0, 0.001, 1e-9)
            part = models.ModelPart("a", "a", None, "", (), (), 0)
            matrix = np.diag([*scale, 1.0])
            model._add("key", lambda: [(corners, triangles)], matrix, part)
            (body,) = model.geometries[0]
            a, b, c = body.vertices[body.triangles].transpose(1, 0, 2)
            volume = np.einsum("ij,ij->", a, np.cross(b, c)) / 6
            self.assertAlmostEqual(volume, abs(np.prod(scale)) / 6)


@needs_step
class Step(Folder):
    def machine(self):
        """Blocks of 10 x 20 x 30 with pins on them, in two equal halves; and a plate."""
        from OCP.BRepPrimAPI import BRepPrimAPI_MakeBox, BRepPrimAPI_MakeCylinder
        from OCP.gp import gp_Ax1, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec
        from OCP.STEPCAFControl import STEPCAFControl_Writer
        from OCP.TCollection import TCollection_ExtendedString
        from OCP.TDataStd import TDataStd_Name
        from OCP.TDocStd import TDocStd_Document
        from OCP.TopLoc import TopLoc_Location
        from OCP.XCAFApp import XCAFApp_Application
        from OCP.XCAFDoc import XCAFDoc_DocumentTool

        text = TCollection_ExtendedString
        document = TDocStd_Document(text("XmlOcaf"))
        XCAFApp_Application.GetApplication_s().NewDocument(text("MDTV-XCAF"), document)
        tool = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())

        def named(label, name):
            TDataStd_Name.Set_s(label, text(name))
            return label

        def at(x, y, z, turn=0.0):
            transform = gp_Trsf()
            transform.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), turn)
            transform.SetTranslationPart(gp_Vec(x, y, z))
            return TopLoc_Location(transform)

        whole = named(tool.NewShape(), "machine")
        half = named(tool.NewShape(), "half")
        block = named(tool.AddShape(BRepPrimAPI_MakeBox(10.0, 20.0, 30.0).Shape(), False), "block")
        pin = named(tool.AddShape(BRepPrimAPI_MakeCylinder(5.0, 30.0).Shape(), False), "pin")
        plate = named(tool.AddShape(BRepPrimAPI_MakeBox(0.1, 20.0, 30.0).Shape(), False), "plate")
        named(tool.AddComponent(half, block, at(0, 0, 0)), "base")
        named(tool.AddComponent(half, pin, at(5, 10, 30)), "peg")
        named(tool.AddComponent(half, pin, at(5, 10, 59.9)), "peg")
        named(tool.AddComponent(whole, half, at(0, 0, 0)), "left")
        named(tool.AddComponent(whole, half, at(100.3, 0, 0, math.pi / 2)), "right")
        named(tool.AddComponent(whole, plate, at(10, 0, 0)), "plate")
        tool.UpdateAssemblies()
        layers = XCAFDoc_DocumentTool.LayerTool_s(document.Main())
        layers.SetLayer(plate, text("SHEET"))
        writer = STEPCAFControl_Writer()
        writer.SetLayerMode(True)
        writer.SetNameMode(True)
        writer.Transfer(document)
        path = self.folder / "machine.step"
        writer.Write(str(path))
        return path

    def test_parts_are_bodies_with_their_names_and_places(self):
        model = models.read(self.machine(), chord=1e-5)
        halves = [
            f"machine/{half}/{part}"
            for half in ("left", "right")
            for part in ("base", "peg", "peg #2")
        ]
        self.assertEqual(list(model.parts), [*halves, "machine/plate"])
        self.assertEqual(model.parts["machine/plate"].layers, ("SHEET",))
        self.assertEqual(model.layers, {"SHEET": ["machine/plate"]})
        part = model.parts["machine/right/peg #2"]
        self.assertEqual((part.name, part.parents), ("peg", ("machine", "right")))
        self.assertEqual((part.guid, part.kind), (None, ""))
        shared = [model.parts[name].geometry for name in halves]
        self.assertEqual(shared[:3], shared[3:])
        self.assertEqual(len(set(shared)), 2)
        self.assertEqual((model.metres, model.grid, model.warnings), (0.001, 2.0**-20, []))
        place = model.scene.pose("machine/right/peg").matrix
        np.testing.assert_allclose(place[:3, 3], [100.3 - 10, 5, 30], atol=2**-20)
        np.testing.assert_array_equal(place[:2, :2], [[0, -1], [1, 0]])

    def test_classes_are_those_that_were_built(self):
        model = models.read(self.machine())
        report = obbtree.clash(EVERYTHING, model.scene)
        classes = {clash.bodies: clash.class_ for clash in report.clashes}
        # The upper edge of the plate is tangent to the circle at the lower end of the peg.
        expected = {
            ("machine/left/base", "machine/plate"): "touching_area",
            ("machine/left/peg", "machine/plate"): "touching_point",
        }
        for half in ("machine/left", "machine/right"):
            expected[f"{half}/base", f"{half}/peg"] = "touching_area"
            expected[f"{half}/peg", f"{half}/peg #2"] = "cutting"
        self.assertEqual(classes, expected)

    def test_triangles_are_as_near_to_faces_as_is_said(self):
        from OCP.BRepPrimAPI import BRepPrimAPI_MakeSphere
        from OCP.STEPControl import STEPControl_StepModelType, STEPControl_Writer

        writer = STEPControl_Writer()
        writer.Transfer(
            BRepPrimAPI_MakeSphere(50.0).Shape(), STEPControl_StepModelType.STEPControl_AsIs
        )
        path = self.folder / "sphere.STP"
        writer.Write(str(path))
        counts = []
        for chord in (1e-3, 1e-4, 1e-5):
            model = models.read(path, chord=chord)
            ((body,),) = model.geometries
            corners = np.asarray(body.vertices)
            middles = corners[np.asarray(body.triangles)].mean(axis=1)
            np.testing.assert_allclose(np.linalg.norm(corners, axis=1), 50, atol=1e-5)
            self.assertLess(50 - np.linalg.norm(middles, axis=1).min(), model.chord)
            # It is closed: what is in it is contained.
            model.scene.add("point", obbtree.Shape.sphere([0, 0, 0], 1))
            self.assertEqual(obbtree.clash(EVERYTHING, model.scene).counts(), {"containing": 1})
            counts.append(len(middles))
        self.assertEqual(counts, sorted(counts))
        self.assertGreater(counts[2], 4 * counts[0])


if __name__ == "__main__":
    unittest.main()
