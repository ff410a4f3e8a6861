"""Checkers for OMPL 2 (``pip install 'ompl>=2'``): a rigid body among others, in
``SE3StateSpace`` or ``SE2StateSpace``; a robot in the space of its joints.

The states of a motion are those that OMPL interpolates: the origin of a moving body on a straight
line, the rotation the shortest way, which is ``obbtree.Linear``; the values of joints on a straight
line, continuous joints the shortest way. So a motion that is called valid is proven free at every
real time, whatever the resolution; OMPL's own ``DiscreteMotionValidator`` looks at single
states."""

import math
from typing import Any, List, Sequence, Tuple

import ompl.base as ob

from . import Body, Checker, Linear, Pose, Robot, collide, sweep

#: OMPL says no types that all checkers find.
_StateValidityChecker: Any = ob.StateValidityChecker
_MotionValidator: Any = ob.MotionValidator


def pose_of(state: Any) -> Pose:
    """The pose of a state of ``SE3StateSpace``, or of ``SE2StateSpace``: in the plane z = 0,
    turned about z."""
    if hasattr(state, "getYaw"):
        half = 0.5 * state.getYaw()
        return Pose([state.getX(), state.getY(), 0, 0, 0, math.sin(half), math.cos(half)])
    q = state.rotation()
    return Pose([state.getX(), state.getY(), state.getZ(), q.x, q.y, q.z, q.w])


class ValidityChecker(_StateValidityChecker):  # type: ignore[misc]
    """Is the moving body free of all obstacles, given as ``(body, pose)``? Touching is a
    collision."""

    def __init__(
        self, si: Any, moving: Body, obstacles: Sequence[Tuple[Body, Any]], *, solid: bool = False
    ) -> None:
        super().__init__(si)
        self.moving: Body = moving
        self.obstacles: List[Tuple[Body, Any]] = list(obstacles)
        self.solid: bool = solid

    def isValid(self, state: Any) -> bool:
        at = pose_of(state)
        return not any(
            collide(body, pose, self.moving, at, solid=self.solid) for body, pose in self.obstacles
        )


class MotionValidator(_MotionValidator):  # type: ignore[misc]
    """Is the moving body proven free of all obstacles all the way between two states?"""

    def __init__(
        self,
        si: Any,
        moving: Body,
        obstacles: Sequence[Tuple[Body, Any]],
        *,
        solid: bool = False,
        time_tolerance: float = 1e-3,
    ) -> None:
        super().__init__(si)
        self.moving: Body = moving
        self.obstacles: List[Tuple[Body, Any]] = list(obstacles)
        self.solid: bool = solid
        self.time_tolerance: float = time_tolerance

    def checkMotion(self, s1: Any, s2: Any) -> bool:
        return self.last_valid(s1, s2)[0]

    def last_valid(self, s1: Any, s2: Any) -> Tuple[bool, float]:
        """Is the motion free, and until which time of 0 to 1: OMPL's ``lastValid.second``.

        Not later than the first contact, and at most ``time_tolerance`` before it. OMPL's Python
        does not hand ``lastValid`` to a validator that is written in Python, so planners call
        ``checkMotion`` alone."""
        motion = Linear(pose_of(s1), pose_of(s2))
        last = 1.0
        for body, pose in self.obstacles:
            found = sweep(
                body,
                pose,
                self.moving,
                motion,
                solid=self.solid,
                time_tolerance=self.time_tolerance,
            )
            last = min(last, found.last_free)
            if last == 0.0:
                break
        return last == 1.0, last


def robot_space(robot: Robot) -> Any:
    """The space of a robot's values, within its limits: ``RealVectorStateSpace``; with continuous
    joints a compound of ``SO2StateSpace`` for each of these and one-dimensional spaces. Raises
    ``ValueError`` where others have no limits: their space needs bounds that you know."""
    kinds = robot.joint_kinds
    for name, kind, limits in zip(robot.joint_names, kinds, robot.limits):
        if kind != "continuous" and not all(map(math.isfinite, limits)):
            raise ValueError(f"joint '{name}' ({kind}) has no limits that bound a space")
    if "continuous" not in kinds:
        return _box(robot.limits)
    space = ob.CompoundStateSpace()
    for kind, limits in zip(kinds, robot.limits):
        space.addSubspace(ob.SO2StateSpace() if kind == "continuous" else _box([limits]), 1.0)
    return space


def _box(limits: Any) -> Any:
    space, bounds = ob.RealVectorStateSpace(len(limits)), ob.RealVectorBounds(len(limits))
    for n, (low, high) in enumerate(limits):
        bounds.setLow(n, float(low))
        bounds.setHigh(n, float(high))
    space.setBounds(bounds)
    return space


class _Values:
    """Reads the values of joints from states of ``robot_space``, or of one of the same kind."""

    def __init__(self, space: Any, robot: Robot) -> None:
        self.space: Any = space
        self.dof: int = robot.dof
        if space.getDimension() != robot.dof:
            text = f"{space.getDimension()} values; the robot has {robot.dof}"
            raise ValueError(f"the states of the space have {text}")
        self.is_turn: List[bool] = []
        if space.isCompound():
            parts = [space.getSubspace(n) for n in range(space.getSubspaceCount())]
            self.is_turn = [isinstance(part, ob.SO2StateSpace) for part in parts]

    def __call__(self, state: Any) -> List[float]:
        if not self.is_turn:
            return state[0 : self.dof]  # type: ignore[no-any-return]
        return [state[n].value if turn else state[n][0] for n, turn in enumerate(self.is_turn)]

    def line(self, s1: Any, s2: Any) -> Tuple[List[float], List[float]]:
        """The ends of a straight line of values, along which OMPL interpolates."""
        start, end = self(s1), self(s2)
        for n, turn in enumerate(self.is_turn):
            if turn:  # the shortest way
                end[n] = start[n] + math.remainder(end[n] - start[n], math.tau)
        return start, end


class RobotValidityChecker(_StateValidityChecker):  # type: ignore[misc]
    """Is a robot within the bounds of the space and free? States are those of ``robot_space`` of
    ``checker.robot``; where only some joints are planned, take ``Checker.for_group``."""

    def __init__(self, si: Any, checker: Checker) -> None:
        super().__init__(si)
        self.checker: Checker = checker
        self.values: _Values = _Values(si.getStateSpace(), checker.robot)

    def isValid(self, state: Any) -> bool:
        is_within = self.values.space.satisfiesBounds(state)
        return is_within and self.checker.is_valid(self.values(state), limits=False)


class RobotMotionValidator(_MotionValidator):  # type: ignore[misc]
    """Is a robot proven free all the way between two states, ends included?

    With ``quick`` only what shows quickly counts, as a planner has other motions to try: ``True``
    is proof all the same; in narrow passages a planner can miss a path."""

    def __init__(self, si: Any, checker: Checker, *, quick: bool = False) -> None:
        super().__init__(si)
        self.checker: Checker = checker
        self.values: _Values = _Values(si.getStateSpace(), checker.robot)
        self.quick: bool = quick

    def checkMotion(self, s1: Any, s2: Any) -> bool:
        is_within: bool = self.values.space.satisfiesBounds(s2)
        ask = self.checker.is_motion_clear if self.quick else self.checker.is_motion_valid
        return is_within and ask(*self.values.line(s1, s2), limits=False)

    def last_valid(self, s1: Any, s2: Any) -> Tuple[bool, float]:
        """As of ``MotionValidator``."""
        last = self.checker.sweep(*self.values.line(s1, s2), limits=False).last_free
        return last == 1.0, last
