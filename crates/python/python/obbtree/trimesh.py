"""A ``CollisionManager`` with the interface of ``trimesh.collision``, on a ``Scene``.

Needs trimesh (``pip install trimesh``). Meshes are surfaces: touching counts, and with
``solid=True`` a mesh wholly inside a closed one collides too. As with trimesh's, a mesh is added
as it is then: add it again after a change. A mesh of a query is taken as it is at the call,
however it was changed before. Beyond trimesh's: ``margin``, ``within`` and ``in_collision_poses``
(a batch); and ``scene``, which has all else.

>>> import trimesh
>>> from obbtree.trimesh import CollisionManager
>>> manager = CollisionManager()
>>> manager.add_object("box", trimesh.creation.box())
>>> manager.in_collision_single(trimesh.creation.icosphere(radius=0.6))
True
>>> aside = trimesh.transformations.translation_matrix([3, 0, 0])
>>> round(manager.min_distance_single(trimesh.creation.box(), aside), 9)
2.0
"""

import copy
import weakref
from collections import OrderedDict
from typing import Any, Dict, NamedTuple, Optional, Tuple

import numpy as np

from . import Body, Pose, Scene, SceneError, distance


class ContactData(NamedTuple):
    """A pair of triangles that meet: their numbers by the names of the meshes, and what they
    share."""

    names: Tuple[str, str]
    triangles: Tuple[int, int]
    point: np.ndarray
    normal: np.ndarray
    depth: float

    def index(self, name: str) -> int:
        return self.triangles[self.names.index(name)]


class DistanceData(NamedTuple):
    """The closest points and triangles of two meshes, by their names; the distance is ``lower ..
    distance``."""

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
#: Before the names of another manager's meshes, which may be those of ours, as often as it takes.
THEIRS = "their "
#: Groups of the bodies of a scene: of two sides only pairs of one with the other are tested.
ONE_SIDE, OTHER_SIDE = (1, 2), (2, 1)


class _Kept(NamedTuple):
    """A mesh as it was, and its body."""

    mesh: "weakref.ref[Any]"
    vertices: np.ndarray
    triangles: np.ndarray
    body: Body

    @property
    def nbytes(self) -> int:
        return self.vertices.nbytes + self.triangles.nbytes + self.body.nbytes

    def is_of(self, mesh: Any, vertices: np.ndarray, triangles: np.ndarray) -> bool:
        """Is it this mesh's body as the mesh is now? All numbers are compared: trimesh's hash
        does not see what is written through a plain view of an array."""
        return (
            self.mesh() is mesh
            and np.array_equal(self.vertices, vertices)
            and np.array_equal(self.triangles, triangles)
        )


class _Bodies:
    """The bodies of the meshes that were queried last, so that one that is queried often is built
    once.

    Each entry ends with its mesh. All but the latest take ``MOST_BYTES`` together at most.
    """

    MOST_BYTES = 2_000_000

    def __init__(self) -> None:
        self._kept: "OrderedDict[int, _Kept]" = (
            OrderedDict()
        )  # by the numbers of objects; the latest is the last

    def of(self, mesh: Any) -> Body:
        """The body of a mesh (``Trimesh`` or ``Body``) as it is now."""
        if isinstance(mesh, Body):
            return mesh
        vertices, triangles = np.asarray(mesh.vertices, dtype=np.float64), np.asarray(mesh.faces)
        number = id(mesh)
        kept = self._kept.pop(number, None)
        if kept is None or not kept.is_of(mesh, vertices, triangles):
            body = Body(vertices, triangles)
            try:
                ended = weakref.ref(mesh, self._forget(number))
            except TypeError:  # an object whose end cannot be seen
                return body
            kept = _Kept(ended, vertices.copy(), triangles.copy(), body)
        self._kept[number] = kept
        size = sum(each.nbytes for each in self._kept.values())
        while len(self._kept) > 1 and size > self.MOST_BYTES:
            size -= self._kept.popitem(last=False)[1].nbytes
        return kept.body

    def _forget(self, number: int) -> Any:
        mine = weakref.ref(self)

        def forget(ended: Any) -> None:
            bodies = mine()
            # The number may be another object's by now.
            if bodies is not None and number in bodies._kept and bodies._kept[number].mesh is ended:
                del bodies._kept[number]

        return forget


class CollisionManager:
    """Meshes at their places, by name. Those at most ``margin`` apart count as colliding, too."""

    def __init__(self, *, solid: bool = False, margin: float = 0.0) -> None:
        self.solid: bool = solid
        #: The meshes as bodies of a scene. Poses, margins and which pairs are tested may be
        #: changed; bodies are added and removed by the manager.
        self.scene: Scene = Scene()
        self.scene.margin = margin
        self._made = _Bodies()
        self._bodies: Dict[str, Body] = {}

    def add_object(self, name: str, mesh: Any, transform: Any = None) -> None:
        """A mesh (``Trimesh`` or ``Body``), as it is now, at its place; replaces the one of that
        name."""
        body, pose = self._made.of(mesh), Pose(transform)
        # Nothing is refused from here on: the old one stays where the new one is not taken.
        if name in self.scene:
            self.scene.remove(name)
        self.scene.add(name, body, pose)
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

    # Scenes in which all pairs are those that are tested.
    def _one_side(self) -> Scene:
        scene = copy.copy(self.scene)
        for name in scene.names:
            scene.set_groups(name, *ONE_SIDE)
        return scene

    def _with_mesh(self, mesh: Any, transform: Any) -> Scene:
        scene = self._one_side()
        scene.add(EXTERNAL, self._made.of(mesh), transform)
        scene.set_groups(EXTERNAL, *OTHER_SIDE)
        return scene

    def _with_manager(self, other: "CollisionManager") -> Tuple[Scene, Dict[str, str]]:
        """Ours and theirs; the names of theirs by those that they have in this scene."""
        scene, theirs = self._one_side(), {}
        for name, body in other._bodies.items():
            unlike = THEIRS + name
            while unlike in scene:
                unlike = THEIRS + unlike
            scene.add(unlike, body, other.scene.pose(name))
            scene.set_groups(unlike, *OTHER_SIDE)
            theirs[unlike] = name
        return scene, theirs

    def _collide(
        self,
        scene: Scene,
        wants_names: bool,
        wants_data: bool,
        theirs: Optional[Dict[str, str]] = None,
    ) -> Tuple[bool, Any, Any]:
        """Whether any pair collides; the pairs of names, and what they share, if wanted."""
        if not (wants_names or wants_data):
            return scene.collides(solid=self.solid), [], []
        if not wants_data:
            pairs = [_plain(names, theirs) for names in scene.pairs(solid=self.solid)]
            return bool(pairs), pairs, []
        found = [
            (_plain(names, theirs), contacts)
            for names, contacts in scene.contacts(solid=self.solid)
        ]
        data = [
            ContactData(names, each.triangles, each.point, each.normal, each.local_depth)
            for names, contacts in found
            for each in contacts
        ]
        return bool(found), [names for names, _ in found], data

    @staticmethod
    def _answer(found: Any, names: Any, data: Any, return_names: bool, return_data: bool) -> Any:
        extras = ([names] if return_names else []) + ([data] if return_data else [])
        return (found, *extras) if extras else found

    def in_collision_single(
        self,
        mesh: Any,
        transform: Any = None,
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any:
        """Does a mesh collide with any? With the set of names, and ``ContactData``, if wanted."""
        hit, pairs, data = self._collide(
            self._with_mesh(mesh, transform), return_names, return_data
        )
        return self._answer(hit, {first for first, _ in pairs}, data, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Do any two collide? Names are sorted pairs."""
        hit, pairs, data = self._collide(self.scene, return_names, return_data)
        return self._answer(
            hit, {tuple(sorted(pair)) for pair in pairs}, data, return_names, return_data
        )

    def in_collision_other(
        self,
        other_manager: "CollisionManager",
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any:
        """Does any collide with any of another manager? Names are pairs, ours first."""
        scene, theirs = self._with_manager(other_manager)
        hit, pairs, data = self._collide(scene, return_names, return_data, theirs)
        return self._answer(hit, set(pairs), data, return_names, return_data)

    def in_collision_poses(
        self,
        mesh: Any,
        transforms: Any,
        progress: Optional[Any] = None,
        threads: Optional[int] = None,
    ) -> Any:
        """Does a mesh collide with any, at each of (N, 4, 4) transforms? (N,) of bool, over all
        cores."""
        places = {EXTERNAL: transforms}
        scene = self._with_mesh(mesh, None)
        return scene.collides_batch(places, solid=self.solid, progress=progress, threads=threads)

    def within(self, margin: float, mesh: Any, transform: Any = None) -> bool:
        """Is a mesh within a margin of any? Exactly that distance counts."""
        scene = self._with_mesh(mesh, transform)
        scene.margin = margin
        return scene.collides(solid=self.solid)

    def _nearest(
        self, scene: Scene, bodies: Dict[str, Body], theirs: Optional[Dict[str, str]] = None
    ) -> Optional[DistanceData]:
        try:
            nearest = scene.distance(solid=self.solid)
        except SceneError:  # no pair: as in trimesh, infinitely far from a manager without objects
            return None
        a, b = nearest.pair
        if a not in bodies or b not in bodies:
            raise ValueError(
                f"{a if a not in bodies else b} was added to the scene, not to the manager"
            )
        found = distance(bodies[a], scene.pose(a), bodies[b], scene.pose(b), solid=self.solid)
        assert found is not None  # without a limit there is a distance
        if found.lower > nearest.upper or found.upper < nearest.lower:
            raise ValueError(f"{a} or {b} was exchanged in the scene, not in the manager")
        return DistanceData(
            _plain((a, b), theirs), found.triangles, found.points, found.upper, nearest.lower
        )

    def _nearest_answer(
        self, best: Optional[DistanceData], name: Any, return_name: bool, return_data: bool
    ) -> Any:
        least = np.inf if best is None else best.distance
        return self._answer(least, name, best, return_name, return_data)

    def min_distance_single(
        self, mesh: Any, transform: Any = None, return_name: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance to any; 0 if one is met (trimesh gives minus a depth)."""
        bodies = {**self._bodies, EXTERNAL: self._made.of(mesh)}
        best = self._nearest(self._with_mesh(mesh, transform), bodies)
        return self._nearest_answer(best, best and best.names[0], return_name, return_data)

    def min_distance_internal(
        self, name: Optional[str] = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance of any two, or of one to any other; names are a sorted pair."""
        scene = self.scene
        if name is not None:
            scene = self._one_side()
            scene.set_groups(name, *OTHER_SIDE)
        best = self._nearest(scene, self._bodies)
        return self._nearest_answer(
            best, best and tuple(sorted(best.names)), return_names, return_data
        )

    def min_distance_other(
        self,
        other_manager: "CollisionManager",
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any:
        """The least distance to any of another manager; names are a pair, ours first."""
        scene, theirs = self._with_manager(other_manager)
        bodies = {
            **self._bodies,
            **{unlike: other_manager._bodies[name] for unlike, name in theirs.items()},
        }
        best = self._nearest(scene, bodies, theirs)
        return self._nearest_answer(best, best and best.names, return_names, return_data)


def _plain(names: Tuple[str, str], theirs: Optional[Dict[str, str]]) -> Tuple[str, str]:
    """A pair of names as the managers have them: the second may be one of theirs."""
    first, second = names
    return first, (theirs or {}).get(second, second)
