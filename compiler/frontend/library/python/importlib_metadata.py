# SPDX-License-Identifier: Apache-2.0
# module: importlib.metadata
"""`importlib.metadata`: versions of the packages that the library stands for."""

from importlib import _import

_versioned = ["jax", "jaxlib", "numpy", "torch", "triton"]


class PackageNotFoundError(ModuleNotFoundError):
    """The package is not there."""

    def __str__(self):
        return f"No package metadata was found for {self.args[0]}"

    @property
    def name(self):
        """The package's name."""
        return self.args[0]


def version(distribution_name):
    """The version of a package."""
    if distribution_name not in _versioned:
        raise PackageNotFoundError(distribution_name)
    return _import(distribution_name).__version__
