"""Certain and fast collision queries between triangle meshes: numpy in, numpy out.

>>> import obbtree
>>> bolt, nut = obbtree.Body("assets/bolt.obj"), obbtree.Body("assets/nut.stl")
>>> obbtree.collide(bolt, None, nut, [0, 0, 0.145833333, 0, 0, 0.309016994, 0.951056516])
True
>>> poses = obbtree.read_poses("assets/nut_turning.poses")
>>> int(obbtree.collide_batch(bolt, None, nut, poses).sum())
4
"""

from . import _engine
from ._engine import *  # noqa: F403
from ._engine import __version__ as __version__
from ._show import Page, show

__all__ = [*(name for name in _engine.__all__ if not name.startswith("_")), "Page", "show"]
