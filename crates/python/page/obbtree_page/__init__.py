"""What runs in the pages of ``obbtree.show``: the engine as WebAssembly, and three.js."""

__version__ = "0.1.0"
