"""Checkers for OMPL 2 (``pip install 'ompl>=2'``): a rigid body among others, in
``SE3StateSpace`` or ``SE2StateSpace``.

The states of a motion are those that OMPL interpolates: the origin of the moving body on a
straight line, the rotation the shortest way, which is ``obbtree.Linear``. So a motion that is
called valid is proven free at every real time, whatever the resolution; OMPL's own
``DiscreteMotionValidator`` looks at single states."""

import math
from typing import Any, Sequence, Tuple

import ompl.base as ob

from . import Body, Linear, Pose, collide, sweep


def pose_of(state: Any) -> Pose:
    """The pose of a state of ``SE3StateSpace``, or of ``SE2StateSpace``: in the plane z = 0,
    turned about z."""
    if hasattr(state, "getYaw"):
        half = 0.5 * state.getYaw()
        return Pose([state.getX(), state.getY(), 0, 0, 0, math.sin(half), math.cos(half)])
    q = state.rotation()
    return Pose([state.getX(), state.getY(), state.getZ(), q.x, q.y, q.z, q.w])


class ValidityChecker(ob.StateValidityChecker):  # type: ignore[misc]
    """Is the moving body free of all obstacles, given as ``(body, pose)``? Touching is a
    collision."""

    def __init__(
        self, si: Any, moving: Body, obstacles: Sequence[Tuple[Body, Any]], *, solid: bool = False
    ) -> None:
        super().__init__(si)
        self.moving, self.obstacles, self.solid = moving, list(obstacles), solid

    def isValid(self, state: Any) -> bool:
        at = pose_of(state)
        return not any(
            collide(body, pose, self.moving, at, solid=self.solid) for body, pose in self.obstacles
        )


class MotionValidator(ob.MotionValidator):  # type: ignore[misc]
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
        self.moving, self.obstacles = moving, list(obstacles)
        self.solid, self.time_tolerance = solid, time_tolerance

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
