"""The manager of python-fcl: callbacks for the pairs of objects whose boxes meet, or are nearest.

The engine's broad phase keeps the boxes; what has moved or was resized since the last question is
put there in one call, so a question about a world at rest costs what its callbacks cost."""

import numpy as np

from .._engine import _BroadPhase
from ._fcl_geometry import CollisionGeometry, boxes_of


#: Objects whose pairs are looked for at first, and four times as many then: a callback often ends
#: the search soon.
FIRST_LOT = 32


class DynamicAABBTreeCollisionManager:
    """Objects, whose boxes are always those of where they are: ``update`` has nothing to do."""

    def __init__(self):
        self.max_tree_nonbalanced_level = 10
        self.tree_incremental_balance_pass = 10
        self.tree_topdown_balance_threshold = 2
        self.tree_topdown_level = 0
        self.tree_init_level = 0
        self.octree_as_geometry_collide = True
        self.octree_as_geometry_distance = False
        self.clear()

    def clear(self):
        self._objects = {}  # by the number of their box, in the order in which they were registered
        self._numbers = {}  # of each object, by identity: one for each time that it is registered
        self._boxes = _BroadPhase()
        self._next = 0
        self._moved = set()  # numbers of objects that moved since their boxes were put
        self._sizes = CollisionGeometry.changes

    def registerObjects(self, other_objs):
        for each in other_objs:
            self.registerObject(each)

    def registerObject(self, obj):
        number = self._next
        self._next += 1
        self._objects[number] = obj
        numbers = self._numbers.setdefault(id(obj), [])
        numbers.append(number)
        obj._watch(self._moved, number)
        self._moved.add(number)

    def unregisterObject(self, obj):
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

    def setup(self):
        self._sync()

    def update(self, arg=None):
        """Puts the boxes of what has moved, which each question does by itself."""
        self._sync()

    def getObjects(self):
        return list(self._objects.values())

    def empty(self):
        return not self._objects

    def size(self):
        return len(self._objects)

    def _sync(self):
        if self._sizes != CollisionGeometry.changes:
            self._sizes = CollisionGeometry.changes
            self._moved.update(
                number for number, each in self._objects.items() if each._is_resized()
            )
        if self._moved:
            numbers = sorted(self._moved)
            self._boxes.set(numbers, boxes_of([self._objects[number] for number in numbers]))
            self._moved.clear()

    def collide(self, *args):
        """``(data, callback)``, ``(object, data, callback)`` or ``(manager, data, callback)``."""
        objects = self._objects
        for a, b in self._meeting(args):
            # A callback may have unregistered one of them.
            first, second = (
                objects.get(a) if a.__class__ is int else a,
                objects.get(b) if b.__class__ is int else b,
            )
            if first is not None and second is not None and args[-1](first, second, args[-2]):
                return

    def _meeting(self, args):
        """Pairs whose boxes meet: numbers of objects, or an object that is another's."""
        _check(args)
        if not self._objects:
            return
        self._sync()
        if len(args) == 2:
            start, lot, end = 0, FIRST_LOT, self._next
            while start < end:
                stop = min(start + lot, end)
                yield from self._boxes.pairs(start, stop).tolist()
                start, lot = stop, 4 * lot
        else:
            for other in _others(args[0]):
                low, high = other._box().tolist()
                for number in self._boxes.near(low, high).tolist():
                    yield number, other

    def distance(self, *args):
        """As ``collide``; the pairs with the nearest boxes come first, and farther ones than the
        answer do not."""
        _check(args)
        if not self._objects:
            return
        self._sync()
        objects, callback, data, least = self._objects, args[-1], args[-2], np.inf
        if len(args) == 2:
            nearest = self._boxes.nearest_first()
            while (pair := nearest.next_within(least)) is not None:
                first, second = objects.get(pair[0]), objects.get(pair[1])
                if first is not None and second is not None:
                    done, least = callback(first, second, data)
                    if done:
                        return
            return
        for number, other in self._nearest_to(list(_others(args[0])), lambda: least):
            first = objects.get(number)
            if first is not None:
                done, least = callback(first, other, data)
                if done:
                    return

    def _nearest_to(self, others, limit):
        """Pairs of a number and an object that is another's, the nearest boxes first; until they
        are farther apart than the limit at that time.

        By shells around the boxes of the others: those that meet, then those within a distance that
        grows, to the limit as soon as there is one.
        """
        boxes = [other._box() for other in others]
        seen, reach = [set() for _ in others], 0.0
        total = len(others) * len(self._objects)
        while sum(map(len, seen)) < total:
            shell = []
            for at, (low, high) in enumerate(boxes):
                near = self._boxes.near((low - reach).tolist(), (high + reach).tolist())
                new = [number for number in near.tolist() if number not in seen[at]]
                seen[at].update(new)
                if reach == 0.0:
                    yield from ((number, others[at]) for number in new)
                elif new:
                    these = np.array([self._objects[number]._box() for number in new])
                    shell += zip(_gaps(these, boxes[at]).tolist(), [at] * len(new), new)
            for gap, at, number in sorted(shell):
                if gap > limit():
                    return
                yield number, others[at]
            if reach >= limit():
                return
            finite = [high - low for low, high in boxes if np.isfinite(high - low).all()]
            size = np.max(finite) if finite else 1.0
            reach = min(max(2.0 * reach, 0.25 * size), limit())
            if reach < limit() < np.inf:
                reach = limit()


def _check(args):
    if len(args) not in (2, 3) or not callable(args[-1]):
        raise ValueError("(data, callback), (object, data, callback) or (manager, data, callback)")


def _others(given):
    return given.getObjects() if isinstance(given, DynamicAABBTreeCollisionManager) else [given]


def _gaps(boxes, box):
    """Lower bounds of the distances of boxes and a box."""
    apart = np.maximum(boxes[:, 0] - box[1], box[0] - boxes[:, 1])
    return np.sqrt((np.maximum(apart, 0) ** 2).sum(axis=1))
