"""All robots of PyPI's example-robot-data: they are read, or the error says what is wrong in their
files."""

import pathlib
import sysconfig
import unittest

import obbtree

SHARE = pathlib.Path(sysconfig.get_path("purelib"), "cmeel.prefix/share")
ROBOTS = SHARE / "example-robot-data/robots"
#: Of version 6.0.0.
WRONG = {
    "alex_psyonic_hands.urdf": "'Left_index_q2' .* mimic 'index_q1', which does not exist",
    "ur3.urdf": "there is no link",
}


@unittest.skipUnless(ROBOTS.is_dir(), "example-robot-data is not installed")
class RobotData(unittest.TestCase):
    def test_every_urdf(self):
        files = sorted(ROBOTS.rglob("*.urdf"))
        self.assertGreater(len(files), 60)
        for file in files:
            with self.subTest(file.name):
                if file.name in WRONG:
                    with self.assertRaisesRegex(obbtree.ReadError, WRONG[file.name]) as caught:
                        obbtree.Robot(file, package_roots=[SHARE])
                    self.assertIn(str(file), str(caught.exception))
                else:
                    robot = obbtree.Robot(file, package_roots=[SHARE])
                    self.assertEqual(robot.fk(robot.zero()).shape, (len(robot.link_names), 4, 4))

    def test_srdf_whose_states_name_no_group(self):
        folder = ROBOTS / "z1_description"
        (urdf,) = folder.glob("urdf/z1.urdf")
        robot = obbtree.Robot(urdf, srdf=folder / "srdf/z1.srdf", package_roots=[SHARE])
        self.assertEqual(sorted(robot.states), ["arm_up", "home"])


if __name__ == "__main__":
    unittest.main()
