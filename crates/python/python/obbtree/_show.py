"""``show``: a body, two, a scene or a robot as a page in which they are looked at and moved."""

import html
import importlib
import importlib.util
import os
import pathlib
import sys
import tempfile
import webbrowser
from typing import Any, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from ._engine import (
    Body,
    Checker,
    ClashReport,
    PointCloud,
    RobotError,
    Scene,
    Shape,
    Voxels,
    __version__,
)

Path = Union[str, "os.PathLike[str]"]
Collider = Union[Body, Shape, PointCloud, Voxels]

PROGRAM = "obbtree_page"
HEIGHT = 500  # of a page in a notebook, in pixels


class Page:
    """A page: one HTML file that any browser opens offline, some 2 MB and the meshes. In it bodies
    and joints are moved by hand and the engine says what meets. A notebook shows it.

    >>> import obbtree
    >>> page = obbtree.show(obbtree.Body("assets/nut.stl"), open_page=False)
    >>> page.title, page.html[:15].lower()
    ('a', '<!doctype html>')
    """

    def __init__(self, title: str, text: str) -> None:
        self.title = title
        self.html = text

    def write(self, path: Path) -> pathlib.Path:
        """Writes the page to a file, and gives its path.

        >>> import obbtree, tempfile
        >>> page = obbtree.show(obbtree.Body("assets/nut.stl"), open_page=False)
        >>> page.write(tempfile.mkdtemp() + "/nut.html").name
        'nut.html'
        """
        path = pathlib.Path(path)
        path.write_text(self.html, encoding="utf-8")
        return path

    def __repr__(self) -> str:
        return f"Page({self.title!r}, {len(self.html)} bytes)"

    def _repr_html_(self) -> str:
        text = html.escape(self.html, quote=True)
        return f'<iframe srcdoc="{text}" width="100%" height="{HEIGHT}"></iframe>'


def show(
    a: Union[Collider, Scene, Checker],
    b: Optional[Collider] = None,
    pose_b: Any = None,
    *,
    configuration: Optional[ArrayLike] = None,
    path: Optional[ArrayLike] = None,
    clashes: Optional[ClashReport] = None,
    output: Optional[Path] = None,
    open_page: Optional[bool] = None,
) -> Page:
    """A page that shows A, and B at its pose; a scene; or the robot of a checker in its world, with
    its joints as in a configuration, and a path (N, dof) that is played.

    With ``clashes``, what ``clash`` found in the scene: a list in which a click flies to a clash,
    and each gets a state and a comment. The page saves these; ``ClashReport.with_states`` reads
    them.

    The page is opened in a browser, but not in a notebook, which shows what a cell gives; or as
    ``open_page`` says. With ``output`` it is written to that file, else, to be opened, to a
    temporary one that stays. What runs in the page, the engine as WebAssembly and three.js, is the
    package ``obbtree-page`` (``pip install obbtree[page]``).

    Raises ``ModuleNotFoundError`` without that package, ``RuntimeError`` for another version of it;
    ``RobotError`` for a robot that carries bodies, whose pairs were chosen or joints are held, and
    for a configuration or path of another number of values.

    >>> import obbtree
    >>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
    >>> obbtree.show(bolt, nut, [0, 0, 20, 0, 0, 0, 1], open_page=False)
    Page('a and b', ... bytes)
    >>> arm = obbtree.Checker(obbtree.Robot("assets/arm.urdf"), obbtree.Scene())
    >>> obbtree.show(arm, configuration=[0, 1, 0, 0, 0], open_page=False)
    Page('arm', ... bytes)
    >>> building = obbtree.Scene.read("assets/building.json")
    >>> report = obbtree.clash("assets/building.toml", building)
    >>> obbtree.show(building, clashes=report, open_page=False)
    Page('coordination', ... bytes)
    """
    if clashes is not None and not isinstance(a, Scene):
        raise TypeError(f"clashes are shown in the scene that they are of, not in {type(a)}")
    if isinstance(a, Checker):
        rows = None if path is None else np.asarray(path)
        page = Page(a.robot.name, a._page(configuration, rows, _program()))
    else:
        title, scene = ("scene", a) if isinstance(a, Scene) else _scene(a, b, pose_b)
        if clashes is None:
            text = scene._page(title, _program())
        else:
            title = clashes.study or title
            text = clashes._page(scene, title, _program())
        page = Page(title, text)
    if output is not None:
        written = page.write(output)
    if open_page if open_page is not None else not _in_notebook():
        if output is None:
            written = page.write(pathlib.Path(tempfile.mkdtemp(), "obbtree.html"))
        webbrowser.open(written.resolve().as_uri())
    return page


def notebook_html(shown: Union[Collider, Scene, Checker]) -> Optional[str]:
    """What a notebook shows: the page, if there is a program for it and a page of the object."""
    if importlib.util.find_spec(PROGRAM) is None:
        return None
    try:
        return show(shown, open_page=False)._repr_html_()
    except (RobotError, RuntimeError):  # a robot without a page, another version of the program
        return None


def _scene(a: Collider, b: Optional[Collider], pose_b: Any) -> Tuple[str, Scene]:
    scene = Scene()
    scene.add("a", a)
    if b is None:
        return "a", scene
    scene.add("b", b, pose_b)
    return "a and b", scene


def _program() -> Tuple[bytes, bytes]:
    try:
        program = importlib.import_module(PROGRAM)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "what runs in a page is the package obbtree-page: pip install 'obbtree[page]'"
        ) from error
    if program.__version__ != __version__:
        raise RuntimeError(
            f"obbtree-page {program.__version__} is not that of obbtree {__version__}"
        )
    folder = pathlib.Path(str(program.__file__)).parent
    return (folder / "engine.wasm").read_bytes(), (folder / "three.min.js").read_bytes()


def _in_notebook() -> bool:
    return "ipykernel" in sys.modules
