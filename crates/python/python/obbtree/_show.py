"""``show``: two bodies or a scene in the browser, by the pages of the command ``obbtree``."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import webbrowser
from typing import Any, List, Optional, Union

from ._engine import Body, Pose, Scene

Path = Union[str, "os.PathLike[str]"]


def show(
    a: Union[Body, Scene],
    b: Optional[Body] = None,
    pose_b: Any = None,
    *,
    output: Optional[Path] = None,
    command: str = "obbtree",
    open_page: bool = True,
) -> pathlib.Path:
    """Writes the page that shows A, and B at its pose, or a scene, and opens it in the browser;
    returns its path.

    The page is made by the command line tool ``obbtree`` (``cargo install --path crates/cli``),
    which must be on ``PATH`` or be given as ``command``. Without ``output`` the page is a
    temporary file, which stays.

    Raises ``FileNotFoundError`` without that command, ``subprocess.CalledProcessError`` if it
    fails.

    >>> import obbtree
    >>> obbtree.show(obbtree.Body("assets/nut.stl"), command="no-such-command")
    Traceback (most recent call last):
        ...
    FileNotFoundError: the command no-such-command is needed to make the page and was not found
    """
    program = shutil.which(command)
    if program is None:
        raise FileNotFoundError(
            f"the command {command} is needed to make the page and was not found"
        )
    page = (
        pathlib.Path(output)
        if output is not None
        else pathlib.Path(tempfile.mkdtemp(), "obbtree.html")
    )
    with tempfile.TemporaryDirectory() as folder:
        written = pathlib.Path(folder)
        shown = _scene(a, written) if isinstance(a, Scene) else _bodies(a, b, pose_b, written)
        arguments = [program, *shown, "--output", str(page.resolve())]
        subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
    if open_page:
        webbrowser.open(page.resolve().as_uri())
    return page


def _scene(scene: Scene, folder: pathlib.Path) -> List[str]:
    file = folder / "scene.json"
    scene.write(file, embed=True)
    return ["scene", str(file), "view"]


def _bodies(a: Body, b: Optional[Body], pose_b: Any, folder: pathlib.Path) -> List[str]:
    arguments = ["view"]
    for name, body in (("a", a), ("b", b)):
        if body is not None:
            file = folder / (name + ".obbt")
            file.write_bytes(body.to_bytes())
            arguments.append(str(file))
    if b is not None:
        rows = Pose(pose_b).matrix[:3].ravel()
        arguments.append("--pose=" + " ".join(map(repr, rows.tolist())))
    return arguments
