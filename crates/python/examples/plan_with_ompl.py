"""OMPL 2 plans an L-shaped piece through a hole that it passes only by turning; pinocchio places
the links of an arm.

    python examples/plan_with_ompl.py

The path is certified: each of its motions is proven free at every real time. Then the arm: a
URDF, random configurations, placements by pinocchio's forward kinematics, all tested in batches,
one for each pair of links."""

import math
import pathlib
import sys
from typing import Any

import numpy as np
import ompl.base as ob
import ompl.geometric as og
import ompl.util as ou
import pinocchio

import obbtree
from obbtree.ompl import MotionValidator, ValidityChecker, pose_of

pin: Any = pinocchio  # which says no types
ASSETS = pathlib.Path(__file__).resolve().parents[3] / "assets"
SECONDS = 60.0


def state(space: Any, x: float, y: float, turn: float) -> Any:
    """A place in the plane and a turn about z."""
    made = space.allocState()
    made.setX(x)
    made.setY(y)
    made.setYaw(turn)
    return made


def plan() -> None:
    wall, piece = obbtree.Body(ASSETS / "wall.obj"), obbtree.Body(ASSETS / "l_piece.stl")
    ou.RNG.setSeed(1)
    space = ob.SE2StateSpace()
    bounds = ob.RealVectorBounds(2)
    for axis, (low, high) in enumerate([(-1.5, 1.2), (-0.9, 0.9)]):
        bounds.setLow(axis, low)
        bounds.setHigh(axis, high)
    space.setBounds(bounds)
    setup = og.SimpleSetup(space)
    si = setup.getSpaceInformation()
    obstacles = [(wall, None)]
    checker, validator = (
        ValidityChecker(si, piece, obstacles),
        MotionValidator(si, piece, obstacles),
    )
    setup.setStateValidityChecker(checker)
    si.setMotionValidator(validator)
    start, goal = state(space, -1.3, -0.15, 0.0), state(space, 0.9, 0.2, -math.pi / 2)
    is_free, last = validator.last_valid(start, goal)
    print(f"straight on: free {is_free}, free until {last:.3f}")
    assert not is_free and 0 < last < 1
    setup.setStartAndGoalStates(start, goal)
    planner = og.RRTConnect(si)
    planner.setRange(0.2)
    setup.setPlanner(planner)
    setup.solve(SECONDS)
    if not setup.haveExactSolutionPath():
        sys.exit("no path was found")
    poses = np.array([pose_of(each).matrix for each in setup.getSolutionPath().getStates()])
    free = obbtree.is_motion_free_batch(wall, None, piece, (poses[:-1], poses[1:]))
    print(f"a path of {len(free)} motions, all proven free: {free.all()}")
    assert free.all()


URDF = """<robot name="arm"><link name="base"/>
  <link name="upper"/><link name="lower"/><link name="hand"/>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
    <axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><axis xyz="0 1 0"/>
    <origin xyz="0.45 0 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="wrist" type="revolute"><parent link="lower"/><child link="hand"/><axis xyz="0 0 1"/>
    <origin xyz="0.45 0 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
</robot>"""


def arm(configurations: int = 1000) -> None:
    link = obbtree.Body(ASSETS / "link.stl")
    model = pin.buildModelFromXML(URDF)
    data = model.createData()
    random = np.random.default_rng(1)
    samples = random.uniform(
        model.lowerPositionLimit, model.upperPositionLimit, (configurations, model.nq)
    )
    frames = [model.getFrameId(name) for name in ("upper", "lower", "hand")]
    placed = np.empty((len(frames), configurations, 4, 4))
    for index, q in enumerate(samples):
        pin.framesForwardKinematics(model, data, q)
        for link_number, frame in enumerate(frames):
            placed[link_number, index] = data.oMf[frame].homogeneous
    # Both links move, so the hand is tested as seen from the upper link.
    seen = np.linalg.inv(placed[0]) @ placed[2]
    collide = obbtree.collide_batch(link, None, link, seen)
    print(f"{configurations} configurations: upper link and hand collide in {collide.mean():.0%}")
    one_by_one = [
        obbtree.collide(link, upper, link, hand)
        for upper, hand in zip(placed[0][:100], placed[2][:100])
    ]
    np.testing.assert_array_equal(collide[:100], one_by_one)
    assert 0 < collide.sum() < configurations


if __name__ == "__main__":
    plan()
    arm()
