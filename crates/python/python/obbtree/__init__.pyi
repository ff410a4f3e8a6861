from ._engine import *
from ._show import show as show
