"""Modules in the shape of other engines, for programs written for those: ``obbtree.compat.fcl``."""
