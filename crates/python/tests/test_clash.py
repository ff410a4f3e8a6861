"""Clash detection: studies from texts, files and dictionaries; reports, their files, what changed
between two; the same as the command's."""

import base64
import csv
import importlib.util
import itertools
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import time
import unittest
import zipfile
import zlib

import numpy as np
from support import ASSETS, COMMAND, ask, hear_ctrl_c, needs_command, shifted

import obbtree

EVERYTHING = {
    "name": "all",
    "kinds": ["cutting", "contained", "coincident", "touching"],
}


def cuboid(x, y, z):
    return obbtree.Shape.cuboid([x, y, z])


def model():
    """A box of each class beside one, and its class by how its intervals lie."""
    post = cuboid(1, 1, 1)
    return {
        "middle": (None, post),
        "stands": ("touching_area", (post, shifted(0, 0, 2))),
        "along": ("touching_line", (post, shifted(2, 0, -2))),
        "corner": ("touching_point", (post, shifted(2, 2, -2))),
        "cuts": ("cutting", (post, shifted(np.nextafter(-2, 0)))),
        "free": (None, (post, shifted(0, np.nextafter(2, 3)))),
        "small": ("containing", cuboid(0.5, 0.5, 0.5)),
        "twice": ("coincident", [post]),
        "large": ("contained", [(cuboid(9, 9, 9), shifted(0))]),
    }


class Classes(unittest.TestCase):
    def test_numbers_that_would_be_rounded_are_refused_with_the_name_of_the_parameter(self):
        report = obbtree.clash(obbtree.Study([EVERYTHING]), {})
        with tempfile.TemporaryDirectory() as folder:
            archive = pathlib.Path(folder) / "clashes.bcf"
            for wrong in (2**53 + 1, np.longdouble(1) / 3, "much"):
                with self.assertRaisesRegex((TypeError, ValueError), "metres"):
                    report.write_bcf(archive, metres=wrong)
                with self.assertRaisesRegex((TypeError, ValueError), "moved"):
                    report.difference(report, moved=wrong)
            self.assertFalse(archive.exists())

    def test_boxes_stand_as_their_intervals_do(self):
        expected = {name: of for name, (of, _) in model().items() if of}
        study = obbtree.Study([{**EVERYTHING, "these": ["middle"]}])
        report = obbtree.clash(study, {name: body for name, (_, body) in model().items()})
        found = {clash.bodies[1]: clash.class_ for clash in report.clashes}
        self.assertEqual(found, expected)
        self.assertEqual(sum(report.counts().values()), len(report))
        scene = obbtree.Scene()
        for name, (_, body) in model().items():
            body, pose = body if isinstance(body, tuple) else (body, None)
            scene.add(name, body, pose)
        self.assertEqual(obbtree.clash(study, scene), report)
        for threads in (1, 2):
            self.assertEqual(obbtree.clash(study, scene, threads=threads), report)

    def test_clearances_and_tolerances_at_their_edges(self):
        gap, deep = {"a": cuboid(1, 1, 1), "b": (cuboid(1, 1, 1), shifted(2.25))}, 0.125
        for clearance, count in ((0.25, 1), (np.nextafter(0.25, 0), 0)):
            near = obbtree.Study([{"name": "near", "clearance": clearance}])
            found = obbtree.clash(near, gap)
            self.assertEqual(len(found), count)
            for clash in found.clashes:
                lower, upper = clash.distance
                self.assertTrue(lower <= 0.25 <= upper and upper - lower < 1e-12)
                self.assertEqual(clash.class_, "near")
                np.testing.assert_allclose(clash.closest[:, 0], [1, 1.25])
        into = {"a": cuboid(1, 1, 1), "b": (cuboid(1, 1, 1), shifted(2 - deep))}
        for tolerance, count in ((deep + 1e-9, 0), (np.nextafter(deep, 0), 1)):
            study = obbtree.Study([{"name": "deep", "tolerance": tolerance}])
            self.assertEqual(len(obbtree.clash(study, into)), count)
        (clash,) = obbtree.clash(obbtree.Study([{"name": "all"}], depth=True), into).clashes
        lower, upper = clash.depth
        self.assertTrue(lower <= deep <= upper and upper - lower < 1e-9)
        self.assertAlmostEqual(np.linalg.norm(clash.way_out), deep, 6)
        self.assertIsNone(clash.volume)
        (clash,) = obbtree.clash(obbtree.Study([{"name": "all"}], volume=True), into).clashes
        lower, upper = clash.volume
        self.assertTrue(lower <= 4 * deep <= upper and upper - lower < 1e-9)


class Studies(unittest.TestCase):
    def test_of_a_text_of_fields_and_of_a_file_are_the_same(self):
        text = """
            name = "pipes"
            detail = "curves"
            volume = true
            cluster = 2.0
            metres = 0.001
            [groups]
            pipes = ["a/pipe*", "b/pipe*"]
            [[rules]]
            name = "walls"
            these = ["@pipes"]
            those = ["*wall*"]
            not = ["*sleeve*"]
            except = [["a/pipe 1", "a/wall 1"]]
            kinds = ["cutting"]
            clearance = 0.05
        """
        rule = {
            "name": "walls",
            "these": ["@pipes"],
            "those": ["*wall*"],
            "not": ["*sleeve*"],
            "except": [("a/pipe 1", "a/wall 1")],
            "kinds": ["cutting"],
            "clearance": 0.05,
        }
        pipes = {"pipes": ["a/pipe*", "b/pipe*"]}
        given = {"detail": "curves", "cluster": 2.0, "metres": 0.001, "groups": pipes}
        given["volume"] = True
        study = obbtree.Study([rule], name="pipes", **given)
        self.assertEqual(study, obbtree.Study.from_toml(text))
        self.assertEqual({**study.rules[0], **rule}, {**study.rules[0], **rule, "tolerance": 0.0})
        for name, value in given.items():
            self.assertEqual(getattr(study, name), value)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "study.toml"
            file.write_text("scene = 'some/scene.json'\n" + text)
            read = obbtree.Study.read(file)
            self.assertEqual(read.scene, str(file.parent / "some/scene.json"))
            self.assertEqual(read.rules, study.rules)
            with self.assertRaises(FileNotFoundError):
                obbtree.clash(file)
            file.write_text("[[rules]]\nname = 'a'\nclearence = 1\n")
            with self.assertRaisesRegex(obbtree.StudyError, "study.toml.*line 3"):
                obbtree.clash(file)

    def test_what_is_wrong_is_told(self):
        for rules, text in (
            ([], "no rules"),
            ([{"name": ""}], "rule 1"),
            ([{"name": "a", "clearance": -1}], "not a length"),
            ([{"name": "a", "kinds": ["hard"]}], "hard"),
            ([{"name": "a", "these": "all"}], "expected a sequence"),
            ([{"name": "a", "these": ["@pipes"]}], "no group"),
        ):
            with self.subTest(text), self.assertRaisesRegex(obbtree.StudyError, text):
                obbtree.Study(rules)
        study = obbtree.Study([{"name": "a"}])
        with self.assertRaisesRegex(obbtree.StudyError, "names no scene"):
            obbtree.clash(study)
        with self.assertRaisesRegex(TypeError, "'scene', body `a`"):
            obbtree.clash(study, {"a": 7})
        with self.assertRaisesRegex(obbtree.PoseError, "'scene', body `a`"):
            obbtree.clash(study, {"a": (cuboid(1, 1, 1), np.zeros((4, 4)))})
        with self.assertRaisesRegex(TypeError, "dictionary"):
            obbtree.clash(study, 7)
        with self.assertRaises(TypeError):
            obbtree.clash(7, {})
        self.assertIn("nowhere", obbtree.clash(
            obbtree.Study([{"name": "a", "these": ["nowhere"]}]), {}
        ).warnings[0])  # fmt: skip


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.report = obbtree.clash(ASSETS / "building.toml")

    def test_json(self):
        found = json.loads(self.report.to_json())
        self.assertEqual(len(found["clashes"]), len(self.report))
        for clash, fields in zip(self.report.clashes, found["clashes"]):
            self.assertEqual(clash.class_, fields["class"])
            for name in ("guid", "rule", "reach", "cluster"):
                self.assertEqual(getattr(clash, name), fields.get(name))
            for name in ("bodies", "parts", "triangles", "distance", "depth", "volume"):
                value = fields.get(name)
                self.assertEqual(getattr(clash, name), value and tuple(value))
            for name in ("point", "bounds", "closest", "way_out"):
                value = fields.get(name)
                if value is None:
                    self.assertIsNone(getattr(clash, name))
                else:
                    np.testing.assert_array_equal(getattr(clash, name), value)
        for cluster, fields in zip(self.report.clusters, found["clusters"]):
            self.assertEqual((cluster.rule, cluster.clashes), (fields["rule"], fields["clashes"]))
            self.assertEqual(cluster.groups, tuple(fields["groups"]))
            np.testing.assert_array_equal(cluster.bounds, fields["bounds"])
        file = self.folder / "report.json"
        file.write_text(self.report.to_json())
        self.assertEqual(obbtree.ClashReport.read(file), self.report)
        with self.assertRaises(FileNotFoundError):
            obbtree.ClashReport.read(self.folder / "none.json")
        file.write_text("{}")
        with self.assertRaisesRegex(obbtree.ReadError, "report.json"):
            obbtree.ClashReport.read(file)

    @needs_command
    def test_the_command_says_the_same(self):
        file, table = self.folder / "report.json", self.folder / "report.csv"
        ask("clash", ASSETS / "building.toml", "--report", file, "--csv", table)
        self.assertEqual(file.read_text(), self.report.to_json())
        mine = self.folder / "mine.csv"
        self.report.write_csv(mine)
        self.assertEqual(mine.read_bytes(), table.read_bytes())

    def test_csv(self):
        file = self.folder / "clashes.csv"
        self.report.write_csv(file)
        with open(file, newline="") as lines:
            rows = list(csv.DictReader(lines))
        found = [(row["guid"], row["class"], row["first"], row["second"]) for row in rows]
        told = [(clash.guid, clash.class_, *clash.bodies) for clash in self.report.clashes]
        self.assertEqual(found, told)
        with self.assertRaises(OSError):
            self.report.write_csv(self.folder)

    def test_bcf(self):
        file, drawn = self.folder / "clashes.bcf", []

        def picture(clash):
            drawn.append(clash.guid)
            return b"\x89PNG" if len(drawn) == 1 else None

        date = "2026-11-26T09:30:00Z"
        for version in ("2.1", "3.0"):
            drawn.clear()
            self.report.write_bcf(
                file, metres=0.001, version=version, author="Ada", date=date, picture=picture
            )
            with zipfile.ZipFile(file) as archive:
                names = archive.namelist()
                self.assertIn(version.encode(), archive.read("bcf.version"))
                markup = archive.read(f"{drawn[0]}/markup.bcf")
                self.assertTrue(b"Ada" in markup and date.encode() in markup)
                self.assertEqual(archive.read(f"{drawn[0]}/snapshot.png"), b"\x89PNG")
            self.assertEqual(drawn, [clash.guid for clash in self.report.clashes])
            self.assertEqual(sum(name.endswith("markup.bcf") for name in names), len(drawn))
        self.report.write_bcf(file, metres=0.001)

        def fails(clash):
            raise KeyError(clash.rule)

        with self.assertRaises(KeyError):
            self.report.write_bcf(file, metres=0.001, picture=fails)
        for wrong in ({"metres": 0}, {"version": "2"}, {"date": "today"}, {"author": " "}):
            with self.subTest(wrong), self.assertRaises(ValueError):
                self.report.write_bcf(file, **{"metres": 1.0, **wrong})

    def test_states(self):
        accepted = self.report.clashes[3]
        decided = {accepted.guid: {"state": "accepted", "comment": "a <sleeve>"}}
        file, table = self.folder / "states.json", self.folder / "clashes.csv"
        states = {"format": "obbtree-clash-states-1", "study": "", "clashes": decided}
        file.write_text(json.dumps(states))
        report = self.report.with_states(file)
        self.assertEqual({clash.state for clash in self.report.clashes}, {"open"})
        told = [(clash.guid, clash.comment) for clash in report.clashes if clash.state != "open"]
        self.assertEqual(told, [(accepted.guid, "a <sleeve>")])
        self.assertEqual(obbtree.ClashReport.from_json(report.to_json()), report)
        report.write_csv(table)
        with open(table, newline="") as lines:
            rows = list(csv.DictReader(lines))
        self.assertEqual([row["state"] for row in rows].count("accepted"), 1)
        report.write_bcf(self.folder / "clashes.bcf", metres=0.001)
        with zipfile.ZipFile(self.folder / "clashes.bcf") as archive:
            markup = archive.read(f"{accepted.guid}/markup.bcf")
        self.assertTrue(b'"Accepted"' in markup and b"a &lt;sleeve&gt;" in markup)
        file.write_text(self.report.to_json())
        with self.assertRaisesRegex(obbtree.ReadError, "states.json.*obbtree-clash-states-1"):
            self.report.with_states(file)
        with self.assertRaises(FileNotFoundError):
            self.report.with_states(self.folder / "none.json")

    def test_difference(self):
        scene = obbtree.Scene.read(ASSETS / "building.json")
        self.assertEqual(obbtree.clash(ASSETS / "building.toml", scene), self.report)
        first = self.report.clashes[0]
        scene.remove(first.bodies[1])
        scene.add("storey 1/pipe new", cuboid(1, 1, 1), shifted(*first.point))
        found = self.report.difference(obbtree.clash(ASSETS / "building.toml", scene))
        self.assertIn(first, found.gone)
        self.assertTrue(all("storey 1/pipe new" in clash.bodies for clash in found.new))
        self.assertTrue(found.new)
        self.assertEqual(found.changed, [])
        self.assertEqual(len(found.unchanged) + len(found.gone), len(self.report))


#: Of 2.1 the package bcf-api-xml brings the schemas; of 3.0 a folder that is named.
PACKAGE = importlib.util.find_spec("bcf_api_xml")
OF_3 = os.environ.get("OBBTREE_BCF_SCHEMAS")


@unittest.skipUnless(importlib.util.find_spec("lxml"), "needs lxml (of PyPI)")
class Schemas(unittest.TestCase):
    """Archives keep to buildingSMART's schemas, also of odd names, labels and comments."""

    KINDS = {".version": "version", "markup.bcf": "markup", ".bcfv": "visinfo"}

    @unittest.skipUnless(PACKAGE, "needs bcf-api-xml (of PyPI)")
    def test_archives_of_2_1(self):
        (package,) = PACKAGE.submodule_search_locations
        self.keeps_to("2.1", pathlib.Path(package, "Schemas"), self.KINDS)

    @unittest.skipUnless(OF_3, "needs OBBTREE_BCF_SCHEMAS: a folder with the schemas of BCF 3.0")
    def test_archives_of_3_0(self):
        kinds = {**self.KINDS, "extensions.xml": "extensions"}
        self.keeps_to("3.0", pathlib.Path(OF_3), kinds)

    def keeps_to(self, version, folder, kinds):
        from lxml import etree

        schemas = {
            end: etree.XMLSchema(etree.parse(str(folder / f"{name}.xsd")))
            for end, name in kinds.items()
        }
        for report in (obbtree.clash(ASSETS / "building.toml"), self.odd_report()):
            counts = dict.fromkeys(schemas, 0)
            for name, text in self.texts(report, version).items():
                for end in [end for end in schemas if name.endswith(end)]:
                    schemas[end].assertValid(etree.fromstring(text))
                    counts[end] += 1
                    # They would tell.
                    broken = text.replace(b"Guid=", b"Gud=").replace(b"VersionId", b"Version")
                    broken = broken.replace(b"TopicType>", b"Topic>")
                    self.assertFalse(schemas[end].validate(etree.fromstring(broken)), name)
            of_each = {"markup.bcf": len(report.clashes), ".bcfv": len(report.clashes)}
            self.assertEqual(counts, {end: of_each.get(end, 1) for end in schemas})

    @staticmethod
    def odd_report():
        names = ("", " ", "\1", "\ufffe", "a <b> & \"c\"", "x/0abcdefghijklmnopqrs_$")
        bodies = {name: (cuboid(1, 1, 1), shifted(n)) for n, name in enumerate(names)}
        rules = [{"name": name} for name in (" ", "\2", "<rule>")]
        return obbtree.clash(obbtree.Study(rules), bodies)

    @staticmethod
    def texts(report, version):
        """The files of an archive, with a comment about each clash."""
        comments = itertools.cycle(["a <sleeve>", "", "\1", "\ufffe", " seen "])
        decided = {
            clash.guid: {"state": "accepted", "comment": comment}
            for clash, comment in zip(report.clashes, comments)
        }
        with tempfile.TemporaryDirectory() as folder:
            states, file = pathlib.Path(folder, "states.json"), pathlib.Path(folder, "clashes.bcf")
            states.write_text(
                json.dumps({"format": "obbtree-clash-states-1", "study": "", "clashes": decided})
            )
            picture = b"\x89PNG\r\n\x1a\n"
            report.with_states(states).write_bcf(
                file, metres=0.001, version=version, picture=lambda clash: picture
            )
            with zipfile.ZipFile(file) as archive:
                return {name: archive.read(name) for name in archive.namelist()}


class Motions(unittest.TestCase):
    """Cubes of side 2 that fly past each other on straight lines, against their intervals."""

    ALL = [{"name": "all"}]

    def test_contacts_are_when_intervals_of_all_axes_overlap(self):
        random = np.random.default_rng(5)
        met = 0
        for _ in range(200):
            # Numbers of few bits, so that the lines through them have the poses that are meant.
            start, end = random.integers(-64, 65, (2, 3)) / 8
            begins, ends = self.overlap(start, end)
            flight = np.stack([shifted(*start), shifted(*end)])
            report = self.fly(obbtree.Study(self.ALL), flight)
            if begins < ends:
                met += 1
                (contact,) = report.clashes[0].contacts
                self.assertTrue(contact.first[0] <= begins + 1e-12, (start, end))
                self.assertTrue(begins - 1e-12 <= contact.first[1], (start, end))
                self.assertTrue(contact.last[0] <= ends + 1e-12, (start, end))
                self.assertTrue(ends - 1e-12 <= contact.last[1], (start, end))
                self.assertTrue(contact.first[1] - contact.first[0] <= 2e-3 and not begins < 0)
            elif begins > ends:
                self.assertEqual(report.clashes, [], (start, end))
        self.assertTrue(20 < met < 180, met)

    @staticmethod
    def overlap(start, end):
        """From when to when, of 0 to 1, two such cubes have a point in common."""
        begins, ends = 0.0, 1.0
        for a, b in zip(start, end):
            if a == b:
                begins, ends = (begins, ends) if abs(a) <= 2 else (1.0, 0.0)
            else:
                first, last = sorted(((-2 - a) / (b - a), (2 - a) / (b - a)))
                begins, ends = max(begins, first), min(ends, last)
        return begins, ends

    @staticmethod
    def fly(study, flight, times=(0, 1), **options):
        bodies = {"post": cuboid(1, 1, 1), "flying": cuboid(1, 1, 1)}
        poses = {"flying": flight}
        return obbtree.clash_motion(study, bodies, times=times, poses=poses, **options)

    def test_between_the_times_only_if_certified(self):
        flight = [shifted(-6), shifted(6)]
        sampled = obbtree.Study(self.ALL, motion={"certified": False})
        self.assertEqual(len(self.fly(obbtree.Study(self.ALL), flight)), 1)
        self.assertEqual(len(self.fly(sampled, flight)), 0)
        report = self.fly(sampled, [shifted(-6), shifted(0), shifted(6)], times=[1, 2, 4])
        self.assertFalse(report.certified)
        (contact,) = report.clashes[0].contacts
        self.assertEqual((contact.first, contact.last), ((1, 2), (2, 4)))
        self.assertEqual((report.times, report.samples, report.moving), ((1, 4), 3, 1))

    def test_the_closest_approach(self):
        near = obbtree.Study([{"name": "near", "clearance": 3}])
        report = self.fly(near, [shifted(-6, 4), shifted(0, 4), shifted(6, 4)], times=[0, 1, 2])
        closest = report.clashes[0].closest
        self.assertEqual((closest.time, report.clashes[0].contacts), (1, []))
        self.assertTrue(closest.distance[0] <= 2 <= closest.distance[1])
        self.assertEqual(closest.points[:, 1].tolist(), [1, 3])
        for threads in (1, 2):
            self.assertEqual(self.fly(near, [shifted(-6, 4)] * 2, threads=threads).clashes, [])

    def test_in_a_folder_it_is_the_same(self):
        times, poses = [0, 1, 3], {"flying": [shifted(-6), shifted(0, 1), shifted(6)]}
        bodies = {f"post {n}": (cuboid(1, 1, 1), shifted(n)) for n in range(4)}
        bodies["flying"] = cuboid(1, 1, 1)
        study, how = obbtree.Study(self.ALL), {"times": times, "poses": poses}
        expected = obbtree.clash_motion(study, bodies, **how)
        self.assertEqual(len(expected.clashes), 4)
        with tempfile.TemporaryDirectory() as folder:
            how["folder"], told = folder, []
            report = obbtree.clash_motion(
                study, bodies, slices=3, progress=lambda *n: told.append(n), **how
            )
            self.assertEqual(report.to_json(), expected.to_json())
            self.assertEqual(told[-1], (4, 4))
            files = sorted(pathlib.Path(folder).glob("slice-*.json"))
            before = [file.stat().st_mtime_ns for file in files]
            files[1].unlink()
            self.assertEqual(obbtree.clash_motion(study, bodies, slices=3, **how), expected)
            after = [file.stat().st_mtime_ns for file in files]
            self.assertEqual([before[0], before[2]], [after[0], after[2]])
            how["times"] = [0, 1, np.nextafter(3, 4)]
            with self.assertRaisesRegex(obbtree.ReadError, "slice-000000.*another question"):
                obbtree.clash_motion(study, bodies, slices=3, **how)
            with self.assertRaisesRegex(obbtree.ReadError, "slice-000000.*take another folder"):
                obbtree.clash(study, bodies, folder=folder, slices=3)

    @needs_command
    def test_the_command_says_the_same(self):
        file = ASSETS / "workshop_motion.toml"
        report = obbtree.clash_motion(file)
        *clashes, _ = ask("clash", file)
        self.assertEqual(json.loads(report.to_json())["clashes"], clashes)
        self.assertEqual(obbtree.clash_motion(obbtree.Study.read(file)), report)
        moves = obbtree.Study.read(file).motion
        given = {name: np.array(rows) for name, rows in moves["poses"].items()}
        same = obbtree.clash_motion(file, times=np.array(moves["times"]), poses=given)
        self.assertEqual(same, report)

    def test_a_table_is_found_from_the_folder_of_the_study(self):
        with tempfile.TemporaryDirectory() as folder:
            study = pathlib.Path(folder) / "study.toml"
            table = study.with_name("moves.csv")
            study.write_text("[motion]\ntable = 'moves.csv'\n[[rules]]\nname = 'all'")
            bodies = {"post": cuboid(1, 1, 1), "lid": cuboid(1, 1, 1)}
            with self.assertRaisesRegex(obbtree.StudyError, "moves.csv"):
                obbtree.clash_motion(study, bodies)
            head = "time,body,x,y,z,qx,qy,qz,qw\n"
            table.write_text(head + "0,lid,0,0,6,0,0,0,1\n1,lid,0,0,0,0,0,0,1\n")
            report = obbtree.clash_motion(study, bodies)
            self.assertEqual(len(report), 1)
            out = study.with_name("found.csv")
            report.write_csv(out)
            with open(out, newline="") as lines:
                (row,) = csv.DictReader(lines)
            self.assertEqual((row["what"], row["to_upper"]), ("contact", "1"))
            decided = {report.clashes[0].guid: {"state": "resolved", "comment": "moved"}}
            states = {"format": "obbtree-clash-states-1", "study": "", "clashes": decided}
            out.write_text(json.dumps(states))
            (clash,) = report.with_states(out).clashes
            self.assertEqual((clash.state, clash.comment), ("resolved", "moved"))
            table.write_text(head + "0,lid,0,0,6,0,0,0,1\n")
            with self.assertRaisesRegex(obbtree.StudyError, "moves.csv.*two times"):
                obbtree.clash_motion(study, bodies)

    def test_what_is_wrong_is_told(self):
        study, flight = obbtree.Study(self.ALL), [shifted(-6), shifted(6)]
        for times, said in (
            ([0], "two times"),
            ([0, 0], "time 1 is 0"),
            ([0, np.nan], "time 1"),
            ([0, 1, 2], "2 poses, but there are 3"),
            ([[0, 1]], "shape"),
        ):
            with self.subTest(times), self.assertRaisesRegex(obbtree.StudyError, said):
                self.fly(study, flight, times=times)
        with self.assertRaisesRegex(TypeError, "times"):
            self.fly(study, flight, times=["soon", "late"])
        with self.assertRaisesRegex(obbtree.PoseError, "'poses', body `flying`"):
            self.fly(study, [[0] * 7] * 2)
        with self.assertRaisesRegex(obbtree.StudyError, "given together"):
            obbtree.clash_motion(study, {}, times=[0, 1])
        with self.assertRaisesRegex(obbtree.StudyError, "has no motion"):
            obbtree.clash_motion(study, {})
        with self.assertRaisesRegex(obbtree.SceneError, "flying"):
            obbtree.clash_motion(study, {}, times=[0, 1], poses={"flying": flight})
        with self.assertRaisesRegex(obbtree.StudyError, "clash_motion"):
            obbtree.clash(ASSETS / "workshop_motion.toml")
        with self.assertRaisesRegex(obbtree.StudyError, "certifed"):
            obbtree.Study(self.ALL, motion={"certifed": True})


@needs_command
class Pages(unittest.TestCase):
    def test_a_page_is_that_of_the_command_but_for_its_data(self):
        building = obbtree.Scene.read(ASSETS / "building.json")
        report = obbtree.clash(ASSETS / "building.toml", building)
        page = obbtree.show(building, clashes=report, open_page=False)
        with self.assertRaisesRegex(TypeError, "in the scene"):
            obbtree.show(cuboid(1, 1, 1), clashes=report, open_page=False)
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder, "clashes.html")
            command = [COMMAND, "clash", ASSETS / "building.toml", "--html", output]
            subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
            theirs = output.read_text(encoding="utf-8")
        reviews, plain = [], []
        for text in (page.html, theirs):
            packed = re.search(r'id="block-data">([^<]*)', text)[1]
            data = json.loads(zlib.decompress(base64.b64decode(packed)))
            reviews.append(data["review"]["report"])
            plain.append(re.sub(r'id="block-(data|meshes)">[^<]*', "", text))
        self.assertEqual(*reviews)
        self.assertEqual(*plain)


class LongRuns(unittest.TestCase):
    def grid(self, n):
        """n^3 pairs of rounded hulls, each of which cuts its copy."""
        points = np.random.default_rng(1).normal(size=(300, 3))
        hull = obbtree.Shape.hull(points / np.linalg.norm(points, axis=1)[:, None])
        return {
            f"{i} {j} {k} {m}": (hull, shifted(3 * i + 0.1 * m, 3 * j, 3 * k))
            for i in range(n) for j in range(n) for k in range(n) for m in range(2)
        }  # fmt: skip

    def test_progress_is_told(self):
        told, study = [], obbtree.Study([{"name": "all"}], depth=True)
        report = obbtree.clash(study, self.grid(3), progress=lambda *n: told.append(n))
        self.assertEqual(report.counts(), {"cutting": 27})
        self.assertEqual(told[-1], (27, 27))
        self.assertEqual(told, sorted(told))

        def fails(done, total):
            raise KeyError(done)

        with self.assertRaises(KeyError):
            obbtree.clash(study, self.grid(3), progress=fails)

    def test_ctrl_c_ends_it(self):
        hear_ctrl_c(self)
        scene = obbtree.Scene()
        for name, (body, pose) in self.grid(14).items():
            scene.add(name, body, pose)
        study = obbtree.Study([{"name": "all"}], depth=True, detail="curves")
        threading.Timer(0.5, signal.raise_signal, [signal.SIGINT]).start()
        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            obbtree.clash(study, scene, threads=1)
        self.assertLess(time.monotonic() - start, 5)


if __name__ == "__main__":
    unittest.main()
