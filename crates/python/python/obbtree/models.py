"""Buildings and assemblies of other programs as scenes: IFC by ifcopenshell, STEP by OCCT.

Needs ifcopenshell (``pip install ifcopenshell``) for IFC files, and a wheel of Open CASCADE
(``pip install cadquery-ocp``, or ``build123d``, which brings one) for STEP files: the extras
``ifc`` and ``step``.

``read`` makes a body of each element or part, in the unit of the file for IFC and in millimetres
for STEP. Curved faces become triangles that are at most ``chord`` metres from them, as these
libraries keep it; what is found is true of the triangles. Names say where a part belongs:
``Site/Building/Storey/IfcWall/name/GlobalId`` and ``assembly/subassembly/part``, so that rules
select by patterns; layers are groups of a study. Elements that share a geometry share a ``Body``.

Lengths in such files are decimal numbers, placed by one transform after another, so faces that
should touch may be ulps apart. Coordinates are therefore rounded to a grid of some ``grid`` metres:
to that many decimals, and then to a power of two, on which sums are exact. So what is built face on
face along the axes touches. What is turned by other angles is rounded in its own frame, and stands
where its rounded rotation says: give rules about such parts a ``tolerance``.

>>> from obbtree import models
>>> models.read("house.txt")
Traceback (most recent call last):
    ...
ValueError: house.txt: neither IFC (.ifc, .ifczip, .ifcxml) nor STEP (.step, .stp)
"""

import hashlib
import importlib
import math
import os
import pathlib
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import Body, ReadError, Scene

__all__ = ["Model", "ModelPart", "read"]

Path = Union[str, "os.PathLike[str]"]

#: The endings of files.
IFC, STEP = (".ifc", ".ifczip", ".ifcxml"), (".step", ".stp")
#: Classes of IFC that are no bodies: rooms, and the holes that are cut out of others.
NO_BODIES = ("IfcOpeningElement", "IfcSpace")
#: The class of IFC that names layers.
LAYERS = "IfcPresentationLayerAssignment"
#: How much of a turn an arc's triangles take at most, in radians: what both libraries do unless
#: they are told.
ANGLE = 0.5
#: OCCT, which both use, is given this share of the chord: triangles of its spheres are up to a
#: tenth farther away than it is told.
SHARE = 0.5
#: A rotation's entries that are so near 0, 1 or -1 are taken for that.
NEARLY = 1e-12


class ModelPart(NamedTuple):
    """What a file says of a body."""

    #: The name of the body in the scene.
    body: str
    #: The element's or part's own name; may be empty.
    name: str
    #: The GlobalId of IFC; ``None`` of STEP.
    guid: Optional[str]
    #: The class of IFC, as ``IfcWall``; of STEP ``""``.
    kind: str
    #: The names of its layers.
    layers: Tuple[str, ...]
    #: The names of what it belongs to, the outermost first.
    parents: Tuple[str, ...]
    #: Which geometry it has: those with the same number share a ``Body``.
    geometry: int


class Model:
    """A file as a scene, and what else it says: see ``read``."""

    #: The bodies.
    scene: Scene
    #: What the file says of each, by the names of bodies.
    parts: Dict[str, ModelPart]
    #: Metres in a unit of the scene's coordinates, for ``Study(metres=)`` and ``write_bcf``.
    metres: float
    #: How far triangles are from curved faces at most, in units of the scene.
    chord: float
    #: The grid of coordinates, in units of the scene; 0 if they are as the library gives them.
    grid: float
    #: Elements that have a geometry and no mesh: why it is not a body.
    warnings: List[str]

    def __init__(self, metres: float, chord: float, grid: float) -> None:
        """``chord`` and ``grid`` in metres."""
        self.scene, self.parts, self.warnings = Scene(), {}, []
        self.metres, self.chord, self.grid = metres, chord / metres, 0.0
        if grid > 0:
            self._decimals = math.floor(-math.log10(grid / metres))
            self.grid = 2.0 ** math.floor(math.log2(10.0**-self._decimals))
        self._shared: Dict[Any, Tuple[int, List[Body]]] = {}
        self._meshes: Dict[Any, List[Tuple[np.ndarray, np.ndarray]]] = {}

    @property
    def geometries(self) -> List[List[Body]]:
        """The meshes of each geometry, by its number: see ``ModelPart``."""
        return [bodies for _, bodies in self._shared.values()]

    @property
    def layers(self) -> Dict[str, List[str]]:
        """The names of bodies by layer, as ``Study(groups=)`` takes them."""
        found: Dict[str, List[str]] = {}
        for part in self.parts.values():
            for layer in part.layers:
                found.setdefault(layer, []).append(part.body)
        return found

    @property
    def kinds(self) -> Dict[str, List[str]]:
        """The names of bodies by class of IFC, as ``Study(groups=)`` takes them."""
        found: Dict[str, List[str]] = {}
        for part in self.parts.values():
            found.setdefault(part.kind, []).append(part.body)
        return found

    def __repr__(self) -> str:
        return f"Model({len(self.parts)} parts, {len(self._shared)} geometries)"

    def _add(self, key: Any, solids: Any, matrix: np.ndarray, part: ModelPart) -> None:
        """Adds a body. ``solids`` gives the meshes of a geometry that is not known by its key."""
        rotation, translation = matrix[:3, :3], self._rounded(matrix[:3, 3])
        nearest = np.round(rotation)
        rotation = np.where(abs(rotation - nearest) < NEARLY, nearest, rotation)
        skew = np.abs(rotation @ rotation.T - np.eye(3)).max()
        is_rigid = skew <= 1e-9 and np.linalg.det(rotation) > 0
        # What mirrors or scales becomes part of the mesh.
        turn, change = (rotation, np.eye(3)) if is_rigid else (np.eye(3), rotation)
        mirrors = np.linalg.det(change) < 0
        is_along_axes = ((turn == 0) | (np.abs(turn) == 1)).all()
        if key not in self._meshes:
            self._meshes[key] = list(solids())
        meshes = []
        for vertices, triangles in self._meshes[key]:
            vertices = vertices @ change.T
            if mirrors:
                triangles = triangles[:, ::-1]  # so that they still face outwards
            if is_along_axes:
                moved = self._placed(vertices @ turn.T, matrix[:3, 3]) - translation
                meshes.append((np.ascontiguousarray(moved @ turn), triangles))
            else:
                meshes.append((self._rounded(vertices), triangles))
        key = key, *(hashlib.sha256(vertices.tobytes()).digest() for vertices, _ in meshes)
        if key not in self._shared:
            bodies = [body for mesh in meshes for body in _bodies(*mesh)]
            self._shared[key] = len(self._shared), bodies
        number, bodies = self._shared[key]
        if not bodies:
            self.warnings.append(f"{part.body}: its geometry has no triangles")
            return
        name, count = part.body, 1
        while name in self.parts:
            count += 1
            name = f"{part.body} #{count}"
        pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = turn, translation
        self.scene.add(name, [*bodies], pose)
        self.parts[name] = part._replace(body=name, geometry=number)

    def _placed(self, vertices: np.ndarray, translation: np.ndarray) -> np.ndarray:
        """Vertices moved by a translation, on the grid. Of decimal numbers the sum is rounded,
        which is no sum of roundings; the others, of curves, stay as they are around their origin,
        so that instances keep their mesh."""
        apart = self._rounded(vertices) + self._rounded(translation)
        if self.grid == 0:
            return apart
        together: np.ndarray = self._rounded(vertices + translation)
        are_decimal = self._are_decimal(vertices) & self._are_decimal(translation)
        return np.where(are_decimal, together, apart)

    def _are_decimal(self, numbers: np.ndarray) -> np.ndarray:
        """Have they three decimals less than the grid?"""
        apart = np.abs(numbers - np.round(numbers, self._decimals - 3))
        return np.asarray(apart < 10.0**-self._decimals)

    def _finished(self) -> "Model":
        self._meshes.clear()
        return self

    def _rounded(self, coordinates: np.ndarray) -> np.ndarray:
        """On the grid: first as decimal numbers, which most coordinates were, so that none of these
        is between two points of the grid."""
        if self.grid == 0:
            return np.array(coordinates)
        decimal = np.round(coordinates, self._decimals)
        return np.ascontiguousarray(np.round(decimal / self.grid) * self.grid + 0.0)


def _bodies(vertices: np.ndarray, triangles: np.ndarray) -> Iterator[Body]:
    """The body of a mesh, of which equal corners are one."""
    corners, numbers = np.unique(vertices, axis=0, return_inverse=True)
    triangles = numbers.reshape(-1)[triangles]
    a, b, c = triangles.T
    triangles = triangles[(a != b) & (b != c) & (c != a)]
    if len(triangles) > 0:
        yield Body(corners, triangles)


def read(
    source: Union[Path, Any],
    *,
    chord: float = 0.001,
    grid: float = 1e-9,
    exclude: Sequence[str] = NO_BODIES,
    threads: Optional[int] = None,
) -> Model:
    """The parts of an IFC or STEP file, or of an ``ifcopenshell.file``.

    ``chord`` (metres) is how far triangles are from curved faces at most, and ``grid`` (metres)
    what coordinates are rounded to, 0 for not at all. Elements of IFC whose class is one of
    ``exclude``, or below one, are left out. ``threads`` is for IFC: without, all cores.

    Raises ``ImportError``, which says what to install, and ``ReadError`` for files that cannot be
    read.
    """
    if not (math.isfinite(chord) and chord > 0):
        raise ValueError(f"chord: {chord} is not a length above 0")
    if not (math.isfinite(grid) and grid >= 0):
        raise ValueError(f"grid: {grid} is not a length")
    if not isinstance(source, (str, os.PathLike)):
        return _ifc(source, chord, grid, exclude, threads)._finished()
    path = pathlib.Path(source)
    if path.suffix.lower() in IFC:
        package = _library("ifcopenshell", "ifcopenshell", "IFC")
        _exists(path)
        try:
            file = package.open(str(path))
        except Exception as error:  # of several kinds, by version
            raise ReadError(f"{path}: {error}") from None
        if file is None:
            raise ReadError(f"{path}: no IFC file")
        return _ifc(file, chord, grid, exclude, threads)._finished()
    if path.suffix.lower() in STEP:
        _library("OCP", "cadquery-ocp", "STEP")
        _exists(path)
        return _step(path, chord, grid)._finished()
    endings = f"neither IFC ({', '.join(IFC)}) nor STEP ({', '.join(STEP)})"
    raise ValueError(f"{path}: {endings}")


def _library(module: str, package: str, what: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        text = f"reading {what} needs {package}: pip install {package} ({error})"
        raise ImportError(text) from None


def _exists(path: pathlib.Path) -> None:
    if not path.is_file():
        raise FileNotFoundError(f"{path}: there is no such file")


def _of_path(*names: str) -> str:
    return "/".join(name.replace("/", "_") for name in names if name)


def _ifc(
    file: Any, chord: float, grid: float, exclude: Sequence[str], threads: Optional[int]
) -> Model:
    geom = _library("ifcopenshell.geom", "ifcopenshell", "IFC")
    element_of = _library("ifcopenshell.util.element", "ifcopenshell", "IFC")
    unit = _library("ifcopenshell.util.unit", "ifcopenshell", "IFC")
    metres = float(unit.calculate_unit_scale(file))
    model = Model(metres, chord, grid)
    settings = geom.settings()
    settings.set("convert-back-units", True)
    settings.set("mesher-linear-deflection", SHARE * chord)  # metres, whatever the unit
    settings.set("mesher-angular-deflection", ANGLE)
    known = [name for name in exclude if _declares(file, name)]
    products = sorted(file.by_type("IfcProduct"), key=lambda product: product.id())
    wanted = [product for product in products if not any(product.is_a(name) for name in known)]
    wanted = [product for product in wanted if product.Representation is not None]
    shapes: Dict[int, Any] = {}
    if wanted:
        cores = threads or os.cpu_count() or 1
        shapes = {shape.id: shape for shape in _shapes(geom, settings, file, cores, wanted)}
    has_layers = _declares(file, LAYERS) and bool(file.by_type(LAYERS))
    for product in wanted:
        parents = _parents(element_of, product)
        name, guid, kind = product.Name or "", product.GlobalId, product.is_a()
        body = _of_path(*parents, kind, name, guid)
        shape = shapes.get(product.id())
        if shape is None:
            if product.is_a("IfcElement"):
                model.warnings.append(f"{body}: no mesh could be made of its geometry")
            continue
        geometry = shape.geometry
        of_product = element_of.get_layers(file, product) if has_layers else ()
        layers = [layer.Name or "" for layer in of_product]
        part = ModelPart(body, name, guid, kind, tuple(sorted(layers)), parents, 0)
        matrix = np.array(shape.transformation.matrix, dtype=np.float64).reshape(4, 4).T
        model._add(geometry.id, lambda: _items(geometry), matrix, part)
    return model


def _declares(file: Any, name: str) -> bool:
    """Is there a class of this name in the schema of the file?"""
    try:
        file.by_type(name)
    except RuntimeError:
        return False
    return True


def _shapes(geom: Any, settings: Any, file: Any, cores: int, wanted: List[Any]) -> Iterator[Any]:
    shapes = geom.iterator(settings, file, cores, include=wanted)
    if shapes.initialize():
        while True:
            yield shapes.get()
            if not shapes.next():
                break


def _items(geometry: Any) -> Iterator[Tuple[np.ndarray, np.ndarray]]:
    """The mesh of each item of a representation: items may cut each other."""
    vertices = np.array(geometry.verts, dtype=np.float64).reshape(-1, 3)
    triangles = np.array(geometry.faces, dtype=np.int64).reshape(-1, 3)
    items = np.array(geometry.item_ids)
    if len(items) != len(triangles):
        yield vertices, triangles
        return
    for item in dict.fromkeys(items.tolist()):
        yield vertices, triangles[items == item]


def _parents(element_of: Any, product: Any) -> Tuple[str, ...]:
    """The names of what an element is in, the outermost first, below the project."""
    names: List[str] = []
    above = element_of.get_parent(product)
    while above is not None and not above.is_a("IfcProject"):
        names.append(above.Name or above.is_a())
        above = element_of.get_parent(above)
    return tuple(reversed(names))


def _step(path: pathlib.Path, chord: float, grid: float) -> Model:
    metres = 0.001  # OCCT converts all units to millimetres
    model = Model(metres, chord, grid)
    occt = _Occt()
    for label in occt.free_shapes(occt.document(path)):
        for part, leaf, transform in occt.parts(label, (), np.eye(4), occt.layers(label)):
            model._add(leaf.Tag(), lambda: occt.solids(leaf, model.chord), transform, part)
    if not model.parts and not model.warnings:
        raise ReadError(f"{path}: there is no part in it")
    return model


class _Occt:
    """What is used of Open CASCADE."""

    def __init__(self) -> None:
        def of(module: str) -> Any:
            return _library(f"OCP.{module}", "cadquery-ocp", "STEP")

        self.reader, self.select = of("STEPCAFControl"), of("IFSelect")
        self.docs, self.tools = of("TDocStd"), of("XCAFDoc")
        self.strings, self.labels, self.data = of("TCollection"), of("TDF"), of("TDataStd")
        self.mesh, self.topology, self.explorer = of("BRepMesh"), of("TopAbs"), of("TopExp")
        self.shapes_of, self.location, self.brep = of("TopoDS"), of("TopLoc"), of("BRep")

    def document(self, path: pathlib.Path) -> Any:
        text = self.strings.TCollection_ExtendedString
        document = self.docs.TDocStd_Document(text("XmlOcaf"))
        reader = self.reader.STEPCAFControl_Reader()
        reader.SetNameMode(True)
        reader.SetLayerMode(True)
        is_read = reader.ReadFile(str(path)) == self.select.IFSelect_ReturnStatus.IFSelect_RetDone
        if not is_read or not reader.Transfer(document):
            raise ReadError(f"{path}: OCCT cannot read it as STEP")
        return document

    def children(self, label: Any) -> Iterator[Any]:
        children = self.labels.TDF_ChildIterator(label, False)
        while children.More():
            yield children.Value()
            children.Next()

    def free_shapes(self, document: Any) -> List[Any]:
        tools = self.tools.XCAFDoc_DocumentTool
        self.used = document  # labels are places in it: it has to stay
        self.shapes = tools.ShapeTool_s(document.Main())
        self.layer_tool = tools.LayerTool_s(document.Main())
        self.layer_names = [
            name for name in map(self.name, self.children(self.layer_tool.BaseLabel())) if name
        ]
        shapes = self.children(self.shapes.Label())
        return [label for label in shapes if self.shapes.IsFree_s(label)]

    def name(self, label: Any) -> str:
        attribute = self.data.TDataStd_Name()
        if label.FindAttribute(self.data.TDataStd_Name.GetID_s(), attribute):
            return str(attribute.Get().ToExtString())
        return ""

    def layers(self, label: Any) -> Tuple[str, ...]:
        text = self.strings.TCollection_ExtendedString
        names = self.layer_names
        return tuple(name for name in names if self.layer_tool.IsSet(label, text(name)))

    def parts(
        self, label: Any, parents: Tuple[str, ...], place: np.ndarray, layers: Tuple[str, ...]
    ) -> Iterator[Tuple[ModelPart, Any, np.ndarray]]:
        """The parts below a label, each with the label of its shape and its place."""
        name, shape = self.name(label), label
        if self.shapes.IsReference_s(label):
            shape = self.labels.TDF_Label()
            self.shapes.GetReferredShape_s(label, shape)
            place = place @ self.matrix(self.shapes.GetLocation_s(label))
            name = name or self.name(shape)
            layers = tuple(sorted({*layers, *self.layers(label), *self.layers(shape)}))
        if self.shapes.IsAssembly_s(shape):
            for child in self.children(shape):
                if self.shapes.IsComponent_s(child):
                    yield from self.parts(child, (*parents, name), place, layers)
            return
        body = _of_path(*parents, name or "part")
        yield ModelPart(body, name, None, "", layers, parents, 0), shape, place

    def matrix(self, location: Any) -> np.ndarray:
        transform = location.Transformation()
        matrix = np.eye(4)
        for row in range(3):
            for column in range(4):
                matrix[row, column] = transform.Value(row + 1, column + 1)
        return matrix

    def solids(self, label: Any, chord: float) -> Iterator[Tuple[np.ndarray, np.ndarray]]:
        """A mesh of each solid of a shape, and one of the faces that are in none."""
        shape, kinds = self.shapes.GetShape_s(label), self.topology.TopAbs_ShapeEnum
        self.mesh.BRepMesh_IncrementalMesh(shape, SHARE * chord, False, ANGLE, False)
        for solid in self.explored(shape, kinds.TopAbs_SOLID, kinds.TopAbs_SHAPE):
            yield self.triangles(self.explored(solid, kinds.TopAbs_FACE, kinds.TopAbs_SHAPE))
        others = list(self.explored(shape, kinds.TopAbs_FACE, kinds.TopAbs_SOLID))
        if others:
            yield self.triangles(iter(others))

    def explored(self, shape: Any, what: Any, but_in: Any) -> Iterator[Any]:
        explorer = self.explorer.TopExp_Explorer(shape, what, but_in)
        while explorer.More():
            yield explorer.Current()
            explorer.Next()

    def triangles(self, faces: Iterator[Any]) -> Tuple[np.ndarray, np.ndarray]:
        vertices: List[Tuple[float, float, float]] = []
        triangles: List[Tuple[int, int, int]] = []
        to_face = self.shapes_of.TopoDS
        for face in map(getattr(to_face, "Face_s", None) or to_face.Face, faces):
            location = self.location.TopLoc_Location()
            mesh = self.brep.BRep_Tool.Triangulation_s(face, location)
            if mesh is None:
                continue
            first, place = len(vertices) - 1, location.Transformation()
            for number in range(1, mesh.NbNodes() + 1):
                node = mesh.Node(number).Transformed(place)
                vertices.append((node.X(), node.Y(), node.Z()))
            is_reversed = face.Orientation() == self.topology.TopAbs_Orientation.TopAbs_REVERSED
            for number in range(1, mesh.NbTriangles() + 1):
                a, b, c = mesh.Triangle(number).Get()
                corners = (b, a, c) if is_reversed else (a, b, c)
                triangles.append((first + corners[0], first + corners[1], first + corners[2]))
        return (
            np.array(vertices, dtype=np.float64).reshape(-1, 3),
            np.array(triangles, dtype=np.int64).reshape(-1, 3),
        )
