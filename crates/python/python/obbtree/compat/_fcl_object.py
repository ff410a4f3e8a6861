"""Objects in the shape of python-fcl: a geometry, and where it is."""

from typing import Any, Optional, Sequence, Union, overload

import numpy as np
from numpy.typing import ArrayLike

from .. import Pose
from ._fcl_geometry import CollisionGeometry, boxes_of
from ._fcl_types import Floats


def _rotation(q):
    """The matrix of a quaternion w x y z, as Eigen makes it: the quaternion is taken to be of
    length one."""
    w, x, y, z = (float(number) for number in q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


_UNTURNED, _UNMOVED = np.eye(3), np.zeros(3)


class Transform:
    """A rotation and a translation: of nothing, a (3, 3) matrix, a quaternion w x y z, a (3,)
    translation, or two."""

    __slots__ = ("_r", "_t")

    @overload
    def __init__(self, of: Union["Transform", ArrayLike] = ..., /) -> None: ...
    @overload
    def __init__(self, rotation: ArrayLike, translation: ArrayLike, /) -> None: ...
    def __init__(self, *args: Any) -> None:
        self._r, self._t = _UNTURNED, _UNMOVED  # arrays that are replaced, and never written to
        if not args:
            return
        if len(args) > 2:
            raise ValueError("Too many arguments to Transform().")
        if len(args) == 1 and isinstance(args[0], Transform):
            self._r, self._t = args[0]._r, args[0]._t
            return
        shape = np.shape(args[0])
        if shape == (3, 3):
            self.setRotation(args[0])
        elif shape == (4,):
            self.setQuatRotation(args[0])
        elif shape == (3,) and len(args) == 1:
            self.setTranslation(args[0])
        else:
            raise ValueError("Invalid input to Transform().")
        if len(args) == 2:
            translation = np.array(args[1], dtype=np.float64)
            if translation.shape != (3,):
                translation = np.squeeze(translation)
                if translation.shape != (3,):
                    raise ValueError("Translation must be (3,).")
            self._t = translation

    def getRotation(self) -> Floats:
        return self._r.copy()

    def getTranslation(self) -> Floats:
        return self._t.copy()

    def getQuatRotation(self) -> Floats:
        x, y, z, w = self._pose().translation_quaternion[3:]
        return np.array([w, x, y, z])

    def setRotation(self, R: ArrayLike) -> None:
        self._r = np.array(R, dtype=np.float64)

    def setTranslation(self, T: ArrayLike) -> None:
        self._t = np.array(T, dtype=np.float64)

    def setQuatRotation(self, q: Sequence[float]) -> None:
        self._r = _rotation(q)

    def _pose(self):
        return Pose(np.column_stack([self._r, self._t]))


class CollisionObject:
    """A geometry at its place."""

    def __init__(
        self, geom: Optional[CollisionGeometry] = None, tf: Optional[Transform] = None
    ) -> None:
        self._geometry = geom
        self._transform = Transform(tf) if tf is not None else Transform()
        self._placed = None
        self._boxed = None
        self._watched = []

    # A manager's set of what has moved, and the number of this object in it.
    def _watch(self, moved, number):
        self._watched.append((moved, number))

    def _unwatch(self, moved, number):
        self._watched = [
            each for each in self._watched if each[0] is not moved or each[1] != number
        ]

    @property
    def _pose(self):
        if self._placed is None:
            self._placed = self._transform._pose()
        return self._placed

    def _solid(self):
        return self._geometry._solid(self._transform._r, self._transform._t)

    def _box(self):
        """The corners of the box, kept while nothing changes."""
        if self._boxed is None or self._boxed[0] != self._geometry._version:
            self._boxed = (self._geometry._version, *boxes_of([self])[0].tolist())
        return self._boxed[1:]

    def _moved(self):
        self._placed = self._boxed = None
        for moved, number in self._watched:
            moved.add(number)

    def getObjectType(self) -> int:
        return self._geometry.object_type

    def getNodeType(self) -> int:
        return self._geometry.node_type

    def getTranslation(self) -> Floats:
        return self._transform.getTranslation()

    def setTranslation(self, vec: ArrayLike) -> None:
        self._transform.setTranslation(vec)
        self._moved()

    def getRotation(self) -> Floats:
        return self._transform.getRotation()

    def setRotation(self, mat: ArrayLike) -> None:
        self._transform.setRotation(mat)
        self._moved()

    def getQuatRotation(self) -> Floats:
        return self._transform.getQuatRotation()

    def setQuatRotation(self, q: Sequence[float]) -> None:
        self._transform.setQuatRotation(q)
        self._moved()

    def getTransform(self) -> Transform:
        return Transform(self._transform)

    def setTransform(self, tf: Transform) -> None:
        self._transform = Transform(tf)
        self._moved()

    def isOccupied(self) -> bool:
        return True

    def isFree(self) -> bool:
        return False

    def isUncertain(self) -> bool:
        return False
