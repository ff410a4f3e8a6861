"""Clash detection: studies from texts, files and dictionaries; reports, their files, what changed
between two; the same as the command's."""

import csv
import json
import pathlib
import signal
import tempfile
import threading
import time
import unittest
import zipfile

import numpy as np
from support import ASSETS, ask, hear_ctrl_c, needs_command, shifted

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
