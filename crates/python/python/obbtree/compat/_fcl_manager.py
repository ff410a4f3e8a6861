"""The manager of python-fcl: callbacks for the pairs of objects whose boxes meet, or are nearest.

The engine's broad phase keeps the boxes; what has moved or was resized since the last question is
put there in one call, so a question about a world at rest costs what its callbacks cost."""

from __future__ import annotations

from typing import Any, Callable, Iterable, List, Tuple, Union, overload

import numpy as np

from .._engine import _BroadPhase
from ._fcl_geometry import CollisionGeometry, boxes_of
from ._fcl_object import CollisionObject

CollisionCallback = Callable[[CollisionObject, CollisionObject, Any], bool]
DistanceCallback = Callable[[CollisionObject, CollisionObject, Any], Tuple[bool, float]]
Others = Union[CollisionObject, "DynamicAABBTreeCollisionManager"]

#: Objects whose pairs are looked for at first, and four times as many then: a callback often ends
#: the search soon.
FIRST_LOT = 32


class DynamicAABBTreeCollisionManager:
    """Objects, whose boxes are always those of where they are: ``update`` has nothing to do."""

    def __init__(self) -> None:
        self.max_tree_nonbalanced_level: int = 10
        self.tree_incremental_balance_pass: int = 10
        self.tree_topdown_balance_threshold: int = 2
        self.tree_topdown_level: int = 0
        self.tree_init_level: int = 0
        self.octree_as_geometry_collide: bool = True
        self.octree_as_geometry_distance: bool = False
        self.clear()

    def clear(self) -> None:
        self._objects = {}  # by the number of their box, in the order in which they were registered
        self._numbers = {}  # of each object, by identity: one for each time that it is registered
        self._boxes = _BroadPhase()
        self._next = 0
        self._moved = set()  # numbers of objects that moved since their boxes were put
        self._sizes = CollisionGeometry.changes

    def registerObjects(self, other_objs: Iterable[CollisionObject]) -> None:
        for each in other_objs:
            self.registerObject(each)

    def registerObject(self, obj: CollisionObject) -> None:
        number = self._next
        self._next += 1
        self._objects[number] = obj
        numbers = self._numbers.setdefault(id(obj), [])
        numbers.append(number)
        obj._watch(self._moved, number)
        self._moved.add(number)

    def unregisterObject(self, obj: CollisionObject) -> None:
        numbers = self._numbers.get(id(obj))
        if not numbers:
            return
        number = numbers.pop(0)
        if not numbers:
            del self._numbers[id(obj)]
        del self._objects[number]
        obj._unwatch(self._moved, number)
        self._moved.discard(number)
        self._boxes.remove(number)

    def setup(self) -> None:
        self._sync()

    def update(self, arg: Any = None) -> None:
        """Puts the boxes of what has moved, which each question does by itself."""
        self._sync()

    def getObjects(self) -> List[CollisionObject]:
        return list(self._objects.values())

    def empty(self) -> bool:
        return not self._objects

    def size(self) -> int:
        return len(self._objects)

    def _sync(self):
        if self._sizes != CollisionGeometry.changes:
            self._moved.update(
                number
                for number, each in self._objects.items()
                if each._geometry._version > self._sizes
            )
            self._sizes = CollisionGeometry.changes
        if self._moved:
            numbers = list(self._moved)
            self._boxes.set(numbers, boxes_of([self._objects[number] for number in numbers]))
            self._moved.clear()

    @overload
    def collide(self, data: Any, callback: CollisionCallback, /) -> None: ...
    @overload
    def collide(self, other: Others, data: Any, callback: CollisionCallback, /) -> None: ...
    def collide(self, *args: Any) -> None:
        """``(data, callback)``, ``(object, data, callback)`` or ``(manager, data, callback)``."""
        _check(args)
        if not self._objects:
            return
        self._sync()
        data, callback = args[-2:]
        # A callback may unregister an object.
        if len(args) == 2:
            for a, b in self._meeting():
                first, second = self._objects.get(a), self._objects.get(b)
                if first is not None and second is not None and callback(first, second, data):
                    return
            return
        for other in _others(args[0]):
            for number in self._boxes.near(*other._box()):
                first = self._objects.get(number)
                if first is not None and callback(first, other, data):
                    return

    def _meeting(self):
        """Pairs of numbers whose boxes meet."""
        start, lot, end = 0, FIRST_LOT, self._next
        while start < end:
            stop = min(start + lot, end)
            yield from self._boxes.pairs(start, stop).tolist()
            start, lot = stop, 4 * lot

    @overload
    def distance(self, data: Any, callback: DistanceCallback, /) -> None: ...
    @overload
    def distance(self, other: Others, data: Any, callback: DistanceCallback, /) -> None: ...
    def distance(self, *args: Any) -> None:
        """As ``collide``; the pairs with the nearest boxes come first, and farther ones than the
        answer do not."""
        _check(args)
        if not self._objects:
            return
        self._sync()
        data, callback = args[-2:]
        firsts, least = self._objects, np.inf
        if len(args) == 2:
            seconds, nearest = firsts, self._boxes.nearest_first()
        else:
            seconds, boxes = _boxes_and_objects(args[0])
            nearest = self._boxes.nearest_first(boxes)
        while (pair := nearest.next_within(least)) is not None:
            # A callback may have unregistered one of them.
            first, second = firsts.get(pair[0]), seconds.get(pair[1])
            if first is not None and second is not None:
                done, least = callback(first, second, data)
                if done:
                    return


def _check(args):
    if len(args) not in (2, 3) or not callable(args[-1]):
        raise ValueError("(data, callback), (object, data, callback) or (manager, data, callback)")


def _others(given):
    return given.getObjects() if isinstance(given, DynamicAABBTreeCollisionManager) else [given]


def _boxes_and_objects(given):
    """The objects of a manager by the numbers of their boxes, or an object."""
    if isinstance(given, DynamicAABBTreeCollisionManager):
        given._sync()
        return given._objects, given._boxes
    boxes = _BroadPhase()
    boxes.set([0], np.array([given._box()]))
    return {0: given}, boxes
