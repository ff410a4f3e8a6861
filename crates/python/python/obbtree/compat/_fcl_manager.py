"""The manager of python-fcl: callbacks for the pairs of objects whose boxes meet, or are nearest.

Boxes are compared by numpy, all with all; for some thousand objects that takes less than the callbacks do.
"""

import numpy as np


class DynamicAABBTreeCollisionManager:
    """Objects, whose boxes are always those of where they are: ``update`` has nothing to do."""

    def __init__(self):
        self._objects = []
        self.max_tree_nonbalanced_level = 10
        self.tree_incremental_balance_pass = 10
        self.tree_topdown_balance_threshold = 2
        self.tree_topdown_level = 0
        self.tree_init_level = 0
        self.octree_as_geometry_collide = True
        self.octree_as_geometry_distance = False

    def registerObjects(self, other_objs):
        for each in other_objs:
            self.registerObject(each)

    def registerObject(self, obj):
        self._objects.append(obj)

    def unregisterObject(self, obj):
        for index, each in enumerate(self._objects):
            if each is obj:
                del self._objects[index]
                return

    def setup(self):
        """Does nothing."""

    def update(self, arg=None):
        """Does nothing: objects know their boxes."""

    def getObjects(self):
        return list(self._objects)

    def clear(self):
        self._objects = []

    def empty(self):
        return not self._objects

    def size(self):
        return len(self._objects)

    def collide(self, *args):
        """``(data, callback)``, ``(object, data, callback)`` or ``(manager, data, callback)``."""
        for first, second, gap in self._pairs(args):
            if gap <= 0 and args[-1](first, second, args[-2]):
                return

    def distance(self, *args):
        """As ``collide``; the pairs with the nearest boxes come first, and farther ones than the answer do not."""
        least = np.inf
        for first, second, gap in sorted(self._pairs(args), key=lambda pair: pair[2]):
            if gap > least:
                return
            done, least = args[-1](first, second, args[-2])
            if done:
                return

    def _pairs(self, args):
        if len(args) not in (2, 3) or not callable(args[-1]):
            raise ValueError("(data, callback), (object, data, callback) or (manager, data, callback)")
        if not self._objects:
            return
        boxes = np.array([each._box() for each in self._objects])
        if len(args) == 2:
            for index, box in enumerate(boxes[:-1]):
                for k, gap in enumerate(_gaps(boxes[index + 1 :], box)):
                    yield self._objects[index], self._objects[index + 1 + k], gap
        elif isinstance(args[0], DynamicAABBTreeCollisionManager):
            for other in args[0]._objects:
                for each, gap in zip(self._objects, _gaps(boxes, other._box())):
                    yield each, other, gap
        else:
            for each, gap in zip(self._objects, _gaps(boxes, args[0]._box())):
                yield each, args[0], gap


def _gaps(boxes, box):
    """Lower bounds of the distances of boxes and a box."""
    apart = np.maximum(boxes[:, 0] - box[1], box[0] - boxes[:, 1])
    return np.sqrt((np.maximum(apart, 0) ** 2).sum(axis=1))
