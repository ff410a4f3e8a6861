from ._engine import *
from ._engine import __version__ as __version__
from ._show import Page as Page
from ._show import show as show
