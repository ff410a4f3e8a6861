"""A ``CollisionManager`` with the interface of ``trimesh.collision``, on a ``Scene``.

Needs trimesh (``pip install trimesh``). Meshes are surfaces: touching counts, and with ``solid=True`` a mesh wholly
inside a closed one collides too. Beyond trimesh's: ``margin``, ``within`` and ``in_collision_poses`` (a batch); and
``scene``, which has all else.

>>> import trimesh
>>> from obbtree.trimesh import CollisionManager
>>> manager = CollisionManager()
>>> manager.add_object("box", trimesh.creation.box())
>>> manager.in_collision_single(trimesh.creation.icosphere(radius=0.6))
True
>>> round(manager.min_distance_single(trimesh.creation.box(), trimesh.transformations.translation_matrix([3, 0, 0])), 9)
2.0
"""

import copy
from typing import Any, Dict, NamedTuple, Optional, Tuple

import numpy as np

from . import Body, Scene, SceneError, distance


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


EXTERNAL = "__external"  # trimesh's name for the mesh of `..._single`
#: Before the names of another manager's meshes, which may be those of ours.
THEIRS = "their "
#: Groups of the bodies of a scene: of two sides only pairs of one with the other are asked about.
ONE_SIDE, OTHER_SIDE = (1, 2), (2, 1)


class CollisionManager:
    """Meshes at their places, by name. Those at most ``margin`` apart count as colliding, too."""

    def __init__(self, *, solid: bool = False, margin: float = 0.0) -> None:
        self.solid = solid
        #: The meshes as bodies of a scene; may be changed.
        self.scene = Scene()
        self.scene.margin = margin
        self._made: Dict[int, Tuple[Any, Body]] = {}
        self._bodies: Dict[str, Body] = {}

    def _body(self, mesh: Any) -> Body:
        """A mesh that is added often is built once."""
        if isinstance(mesh, Body):
            return mesh
        kept = self._made.get(id(mesh))
        if kept is None or kept[0] is not mesh:
            kept = (mesh, Body(np.asarray(mesh.vertices), np.asarray(mesh.faces)))
            self._made[id(mesh)] = kept
        return kept[1]

    def add_object(self, name: str, mesh: Any, transform: Any = None) -> None:
        """A mesh (``Trimesh`` or ``Body``) at its place; replaces the one of that name."""
        body = self._body(mesh)
        if name in self.scene:
            self.scene.remove(name)
        self.scene.add(name, body, transform)
        self._bodies[name] = body

    def remove_object(self, name: str) -> None:
        self._require(name)
        self.scene.remove(name)
        del self._bodies[name]

    def set_transform(self, name: str, transform: Any) -> None:
        self._require(name)
        self.scene.set_pose(name, transform)

    def _require(self, name: str) -> None:
        if name not in self.scene:
            raise ValueError(f"{name} not in collision manager!")

    # Scenes in which all pairs are those that are asked about.
    def _one_side(self) -> Scene:
        scene = copy.copy(self.scene)
        for name in scene.names:
            scene.set_groups(name, *ONE_SIDE)
        return scene

    def _with_mesh(self, mesh: Any, transform: Any) -> Scene:
        scene = self._one_side()
        scene.add(EXTERNAL, self._body(mesh), transform)
        scene.set_groups(EXTERNAL, *OTHER_SIDE)
        return scene

    def _with_manager(self, other: "CollisionManager") -> Scene:
        scene = self._one_side()
        for name, body in other._bodies.items():
            scene.add(THEIRS + name, body, other.scene.pose(name))
            scene.set_groups(THEIRS + name, *OTHER_SIDE)
        return scene

    def _collide(self, scene: Scene, wants_names: bool, wants_data: bool) -> Tuple[bool, Any, Any]:
        """Whether any pair collides; the pairs of names, and what they share, if wanted."""
        if not (wants_names or wants_data):
            return scene.collides(solid=self.solid), [], []
        if not wants_data:
            pairs = scene.pairs(solid=self.solid)
            return bool(pairs), pairs, []
        found = scene.contacts(solid=self.solid)
        data = [
            ContactData(_plain(names), each.triangles, each.point, each.normal, each.local_depth)
            for names, contacts in found
            for each in contacts
        ]
        return bool(found), [names for names, _ in found], data

    @staticmethod
    def _answer(found: Any, names: Any, data: Any, return_names: bool, return_data: bool) -> Any:
        extras = ([names] if return_names else []) + ([data] if return_data else [])
        return (found, *extras) if extras else found

    def in_collision_single(
        self, mesh: Any, transform: Any = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Does a mesh collide with any? With the set of names, and ``ContactData``, if wanted."""
        hit, pairs, data = self._collide(self._with_mesh(mesh, transform), return_names, return_data)
        return self._answer(hit, {first for first, _ in pairs}, data, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Do any two collide? Names are sorted pairs."""
        hit, pairs, data = self._collide(self.scene, return_names, return_data)
        return self._answer(hit, {tuple(sorted(pair)) for pair in pairs}, data, return_names, return_data)

    def in_collision_other(
        self, other_manager: "CollisionManager", return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Does any collide with any of another manager? Names are pairs, ours first."""
        hit, pairs, data = self._collide(self._with_manager(other_manager), return_names, return_data)
        return self._answer(hit, set(map(_plain, pairs)), data, return_names, return_data)

    def in_collision_poses(
        self, mesh: Any, transforms: Any, progress: Optional[Any] = None, threads: Optional[int] = None
    ) -> Any:
        """Does a mesh collide with any, at each of (N, 4, 4) transforms? (N,) of bool, over all cores."""
        places = {EXTERNAL: transforms}
        scene = self._with_mesh(mesh, None)
        return scene.collides_batch(places, solid=self.solid, progress=progress, threads=threads)

    def within(self, margin: float, mesh: Any, transform: Any = None) -> bool:
        """Is a mesh within a margin of any? Exactly that distance counts."""
        scene = self._with_mesh(mesh, transform)
        scene.margin = margin
        return scene.collides(solid=self.solid)

    def _nearest(self, scene: Scene, bodies: Dict[str, Body]) -> Optional[DistanceData]:
        try:
            nearest = scene.distance(solid=self.solid)
        except SceneError:  # no pair: as in trimesh, infinitely far from a manager without objects
            return None
        a, b = nearest.bodies
        found = distance(bodies[a], scene.pose(a), bodies[b], scene.pose(b), solid=self.solid)
        assert found is not None  # without a limit there is a distance
        return DistanceData(_plain((a, b)), found.triangles, found.points, found.upper, nearest.lower)

    def _nearest_answer(self, best: Optional[DistanceData], name: Any, return_name: bool, return_data: bool) -> Any:
        least = np.inf if best is None else best.distance
        return self._answer(least, name, best, return_name, return_data)

    def min_distance_single(
        self, mesh: Any, transform: Any = None, return_name: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance to any; 0 if one is met (trimesh gives minus a depth)."""
        bodies = {**self._bodies, EXTERNAL: self._body(mesh)}
        best = self._nearest(self._with_mesh(mesh, transform), bodies)
        return self._nearest_answer(best, best and best.names[0], return_name, return_data)

    def min_distance_internal(self, name: Optional[str] = None, return_names: bool = False, return_data: bool = False) -> Any:
        """The least distance of any two, or of one to any other; names are a sorted pair."""
        scene = self.scene
        if name is not None:
            scene = self._one_side()
            scene.set_groups(name, *OTHER_SIDE)
        best = self._nearest(scene, self._bodies)
        return self._nearest_answer(best, best and tuple(sorted(best.names)), return_names, return_data)

    def min_distance_other(
        self, other_manager: "CollisionManager", return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance to any of another manager; names are a pair, ours first."""
        bodies = {**self._bodies, **{THEIRS + name: body for name, body in other_manager._bodies.items()}}
        best = self._nearest(self._with_manager(other_manager), bodies)
        return self._nearest_answer(best, best and best.names, return_names, return_data)


def _plain(names: Tuple[str, str]) -> Tuple[str, str]:
    """Names of a pair of ours and theirs."""
    first, second = names
    return first, second[len(THEIRS) :] if second.startswith(THEIRS) else second
