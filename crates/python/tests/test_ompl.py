"""OMPL plans for robots, by the checkers of ``obbtree.ompl``; skipped without OMPL."""

import math
import unittest

import numpy as np

import obbtree
from obbtree import Checker, Robot, Scene, Shape

try:
    import ompl.base as ob
    import ompl.geometric as og
    import ompl.util as ou

    from obbtree.ompl import RobotMotionValidator, RobotValidityChecker, robot_space
except ImportError:
    ob = None
else:
    ou.noOutputHandler()

#: For planners that end when they have a path.
SECONDS = 60.0


def checker_of(first, second, **obstacles):
    """Of a sphere of radius 0.5 at the end of two joints."""
    text = f'''<robot name="r"><link name="a"/><link name="b"/><link name="c"><collision>
        <origin xyz="2 0 0"/><geometry><sphere radius="0.5"/></geometry></collision></link>
        <joint name="x" {first}<parent link="a"/><child link="b"/>
        <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
        <joint name="y" {second}<parent link="b"/><child link="c"/>
        <limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>'''
    world = Scene()
    for name, (shape, x, y) in obstacles.items():
        world.add(name, shape, [x, y, 0, 0, 0, 0, 1])
    return Checker(Robot.from_text(text), world)


SLIDES = [f'type="prismatic"><axis xyz="{axis}"/>' for axis in ("1 0 0", "0 1 0")]
TURN = 'type="continuous"><axis xyz="0 0 1"/>'
BLOCK = Shape.cuboid([1, 1, 1])


def setup_of(checker, quick):
    setup = og.SimpleSetup(robot_space(checker.robot))
    si = setup.getSpaceInformation()
    setup.setStateValidityChecker(RobotValidityChecker(si, checker))
    si.setMotionValidator(RobotMotionValidator(si, checker, quick=quick))
    return setup


def state(space, values):
    made = space.allocState()
    for n, value in enumerate(values):
        if not space.isCompound():
            made[n] = value
        elif isinstance(space.getSubspace(n), ob.SO2StateSpace):
            made[n].value = value
        else:
            made[n][0] = value
    return made


@unittest.skipUnless(ob, "needs OMPL")
class Robots(unittest.TestCase):
    def test_a_path_is_free_in_proof(self):
        checker = checker_of(*SLIDES, block=(BLOCK, 2, 0))
        for planner in (og.RRTConnect, og.PRM, og.RRTstar):
            for quick in (True, False):
                ou.RNG.setSeed(1)
                setup = setup_of(checker, quick)
                space = setup.getStateSpace()
                setup.setStartAndGoalStates(state(space, [-2, 0]), state(space, [2, 0]))
                setup.setPlanner(planner(setup.getSpaceInformation()))
                # RRT* spends all of its time.
                setup.solve(1.0 if planner is og.RRTstar else SECONDS)
                self.assertTrue(setup.haveExactSolutionPath(), planner)
                path = np.array([each[0:2] for each in setup.getSolutionPath().getStates()])
                self.assertGreater(len(path), 2)
                self.assertTrue(checker.is_motion_valid_batch(path[:-1], path[1:]).all())

    def test_one_of_many_goals_is_reached(self):
        checker = checker_of(*SLIDES, block=(BLOCK, 2, 0))
        setup = setup_of(checker, True)
        space, goals = setup.getStateSpace(), ob.GoalStates(setup.getSpaceInformation())
        for goal in ([0, 0], [2, 0], [2, 2]):  # the first one collides
            goals.addState(state(space, goal))
        setup.setStartState(state(space, [-2, 0]))
        setup.setGoal(goals)
        setup.setPlanner(og.RRTConnect(setup.getSpaceInformation()))
        setup.solve(SECONDS)
        self.assertTrue(setup.haveExactSolutionPath())
        self.assertIn(setup.getSolutionPath().getStates()[-1][0:2], [[2, 0], [2, 2]])

    def test_a_continuous_joint_goes_the_shortest_way(self):
        checker = checker_of(TURN, SLIDES[0], post=(Shape.sphere([0, 0, 0], 0.2), 2, 0))
        si = setup_of(checker, False).getSpaceInformation()
        space, validator = si.getStateSpace(), RobotMotionValidator(si, checker)
        random, between = np.random.default_rng(1), space.allocState()
        free = 0
        for _ in range(300):
            ends = random.uniform([-math.pi, -0.5], [math.pi, 0.5], (2, 2))
            s1, s2 = (state(space, values) for values in ends)
            found, last = validator.last_valid(s1, s2)
            self.assertEqual(found, validator.checkMotion(s1, s2))
            free += found
            for time in np.linspace(0, last, 30) if last > 0 else []:
                space.interpolate(s1, s2, time, between)
                self.assertTrue(si.isValid(between), (ends, time))
            if not found:
                times = np.linspace(last, min(1, last + 1e-2), 30)
                blocked = []
                for time in times:
                    space.interpolate(s1, s2, time, between)
                    blocked.append(not si.isValid(between))
                self.assertTrue(any(blocked), (ends, last))
        self.assertTrue(90 < free < 270, free)

    def test_beyond_the_bounds_nothing_is_valid(self):
        checker = checker_of(*SLIDES)
        si = setup_of(checker, True).getSpaceInformation()
        space = si.getStateSpace()
        within, beyond = state(space, [0, 0]), state(space, [0, 3.5])
        self.assertTrue(si.isValid(within) and not si.isValid(beyond))
        self.assertFalse(si.checkMotion(within, beyond))

    def test_spaces_that_do_not_fit_are_refused(self):
        checker = checker_of(*SLIDES)
        other = ob.SpaceInformation(ob.RealVectorStateSpace(3))
        with self.assertRaisesRegex(ValueError, "3 values; the robot has 2"):
            RobotValidityChecker(other, checker)
        floating = obbtree.Robot.from_text(
            '<robot name="r"><link name="a"/><link name="b"/><joint name="f" type="floating">'
            '<parent link="a"/><child link="b"/></joint></robot>'
        )
        with self.assertRaisesRegex(ValueError, r"joint 'f' \(floating\) has no limits"):
            robot_space(floating)


if __name__ == "__main__":
    unittest.main()
