"""A ``CollisionManager`` with the interface of ``trimesh.collision``, on the engine's certain answers.

``pip install obbtree[trimesh]``. Meshes are surfaces: touching counts, and with ``solid=True`` a mesh wholly inside a
closed one collides too. Beyond trimesh's: ``within`` (a margin) and ``in_collision_poses`` (a batch).

>>> import trimesh
>>> from obbtree.trimesh import CollisionManager
>>> manager = CollisionManager()
>>> manager.add_object("box", trimesh.creation.box())
>>> manager.in_collision_single(trimesh.creation.icosphere(radius=0.6))
True
>>> round(manager.min_distance_single(trimesh.creation.box(), trimesh.transformations.translation_matrix([3, 0, 0])), 9)
2.0
"""

from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

import numpy as np

from . import Body, Pose, closer_than, collide, collide_batch, contacts, distance
from .compat._fcl_manager import _gaps


class ContactData(NamedTuple):
    """A pair of triangles that meet: their numbers by the names of the meshes, and what they share."""

    names: Tuple[str, str]
    triangles: Tuple[int, int]
    point: np.ndarray
    normal: np.ndarray
    depth: float

    def index(self, name: str) -> int:
        return self.triangles[self.names.index(name)]


class DistanceData(NamedTuple):
    """The closest points and triangles of two meshes, by their names; the distance is ``lower .. distance``."""

    names: Tuple[str, str]
    triangles: Tuple[int, int]
    points: np.ndarray
    distance: float
    lower: float

    def index(self, name: str) -> int:
        return self.triangles[self.names.index(name)]

    def point(self, name: str) -> np.ndarray:
        return self.points[self.names.index(name)]


class _Placed:
    def __init__(self, body: Body, transform: Any) -> None:
        self.body = body
        self.place(transform)

    def place(self, transform: Any) -> None:
        self.pose = Pose(np.eye(4) if transform is None else np.asarray(transform, dtype=np.float64))
        matrix, vertices = self.pose.matrix, self.body.vertices
        low, high = vertices.min(axis=0), vertices.max(axis=0)
        at = matrix[:3, :3] @ (0.5 * (low + high)) + matrix[:3, 3]
        reach = np.abs(matrix[:3, :3]) @ (0.5 * (high - low))
        slack = 1e-9 * (np.abs(at) + reach)  # covers rounding
        self.box = np.array([at - reach - slack, at + reach + slack])


EXTERNAL = "__external"  # trimesh's name for the mesh of `..._single`


class CollisionManager:
    """Meshes at their places, by name."""

    def __init__(self, *, solid: bool = False) -> None:
        self.solid = solid
        self._placed: Dict[str, _Placed] = {}
        self._bodies: Dict[int, Tuple[Any, Body]] = {}

    def _body(self, mesh: Any) -> Body:
        """A mesh that is added often is built once."""
        if isinstance(mesh, Body):
            return mesh
        kept = self._bodies.get(id(mesh))
        if kept is None or kept[0] is not mesh:
            kept = (mesh, Body(np.asarray(mesh.vertices), np.asarray(mesh.faces)))
            self._bodies[id(mesh)] = kept
        return kept[1]

    def add_object(self, name: str, mesh: Any, transform: Any = None) -> None:
        """A mesh (``Trimesh`` or ``Body``) at its place; replaces the one of that name."""
        self._placed[name] = _Placed(self._body(mesh), transform)

    def remove_object(self, name: str) -> None:
        if name not in self._placed:
            raise ValueError(f"{name} not in collision manager!")
        del self._placed[name]

    def set_transform(self, name: str, transform: Any) -> None:
        if name not in self._placed:
            raise ValueError(f"{name} not in collision manager!")
        self._placed[name].place(transform)

    # Pairs of names and objects, with a lower bound of their distance.
    def _with(self, other: Dict[str, _Placed]) -> Iterator[Tuple[str, str, _Placed, _Placed, float]]:
        if not self._placed:
            return
        boxes = np.array([each.box for each in self._placed.values()])
        for second, b in other.items():
            for (first, a), gap in zip(self._placed.items(), _gaps(boxes, b.box)):
                yield first, second, a, b, float(gap)

    def _within(self) -> Iterator[Tuple[str, str, _Placed, _Placed, float]]:
        names = list(self._placed)
        boxes = [self._placed[name].box for name in names]
        for i, first in enumerate(names[:-1]):
            for k, gap in enumerate(_gaps(np.array(boxes[i + 1 :]), boxes[i])):
                second = names[i + 1 + k]
                yield first, second, self._placed[first], self._placed[second], float(gap)

    def _collide(self, pairs: Any, wants_names: bool, wants_data: bool) -> Tuple[bool, List[Any], List[Any]]:
        hits, data = [], []
        for first, second, a, b, gap in pairs:
            if gap > 0 or not collide(a.body, a.pose, b.body, b.pose, solid=self.solid):
                continue
            hits.append((first, second))
            if wants_data:
                for each in contacts(a.body, a.pose, b.body, b.pose):
                    middle = each.points.mean(axis=0)
                    data.append(ContactData((first, second), each.triangles, middle, each.normal, each.local_depth))
            if not (wants_names or wants_data):
                break
        return bool(hits), hits, data

    @staticmethod
    def _answer(hit: bool, names: Any, data: Any, return_names: bool, return_data: bool) -> Any:
        extras = ([names] if return_names else []) + ([data] if return_data else [])
        return (hit, *extras) if extras else hit

    def in_collision_single(
        self, mesh: Any, transform: Any = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Does a mesh collide with any? With the set of names, and ``ContactData``, if wanted."""
        pairs = self._with({EXTERNAL: _Placed(self._body(mesh), transform)})
        hit, names, data = self._collide(pairs, return_names, return_data)
        return self._answer(hit, {first for first, _ in names}, data, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Do any two collide? Names are sorted pairs."""
        hit, names, data = self._collide(self._within(), return_names, return_data)
        return self._answer(hit, {tuple(sorted(pair)) for pair in names}, data, return_names, return_data)

    def in_collision_other(
        self, other_manager: "CollisionManager", return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Does any collide with any of another manager? Names are pairs, ours first."""
        hit, names, data = self._collide(self._with(other_manager._placed), return_names, return_data)
        return self._answer(hit, set(names), data, return_names, return_data)

    def in_collision_poses(self, mesh: Any, transforms: Any, progress: Optional[Any] = None) -> np.ndarray:
        """Does a mesh collide with any, at each of (N, 4, 4) transforms? (N,) of bool, over all cores."""
        transforms = np.asarray(transforms, dtype=np.float64)
        hit = np.zeros(len(transforms), dtype=bool)
        for each in self._placed.values():
            left = np.flatnonzero(~hit)
            hit[left] = collide_batch(
                each.body, each.pose, self._body(mesh), transforms[left], solid=self.solid, progress=progress
            )
        return hit

    def within(self, margin: float, mesh: Any, transform: Any = None) -> bool:
        """Is a mesh within a margin of any? Exactly that distance counts."""
        placed = _Placed(self._body(mesh), transform)
        return any(
            gap <= margin and closer_than(a.body, a.pose, b.body, b.pose, margin, solid=self.solid)
            for _, _, a, b, gap in self._with({EXTERNAL: placed})
        )

    def _nearest(self, pairs: Any) -> Optional[DistanceData]:
        best: Optional[DistanceData] = None
        for first, second, a, b, gap in sorted(pairs, key=lambda pair: pair[4]):
            if best is not None and gap > best.distance:
                break
            most = np.inf if best is None else best.distance
            found = distance(a.body, a.pose, b.body, b.pose, solid=self.solid, at_most=most)
            if found is not None and (best is None or found.upper < best.distance):
                best = DistanceData((first, second), found.triangles, found.points, found.upper, found.lower)
        return best

    def _nearest_answer(self, best: Optional[DistanceData], name: Any, return_name: bool, return_data: bool) -> Any:
        least = np.inf if best is None else best.distance
        return self._answer(least, name, best, return_name, return_data)  # type: ignore[arg-type]

    def min_distance_single(
        self, mesh: Any, transform: Any = None, return_name: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance to any; 0 if one is met (trimesh gives minus a depth)."""
        best = self._nearest(self._with({EXTERNAL: _Placed(self._body(mesh), transform)}))
        return self._nearest_answer(best, best and best.names[0], return_name, return_data)

    def min_distance_internal(self, name: Optional[str] = None, return_names: bool = False, return_data: bool = False) -> Any:
        """The least distance of any two, or of one to any other; names are a sorted pair."""
        pairs = (pair for pair in self._within() if name is None or name in pair[:2])
        best = self._nearest(pairs)
        return self._nearest_answer(best, best and tuple(sorted(best.names)), return_names, return_data)

    def min_distance_other(
        self, other_manager: "CollisionManager", return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance to any of another manager; names are a pair, ours first."""
        best = self._nearest(self._with(other_manager._placed))
        return self._nearest_answer(best, best and best.names, return_names, return_data)
