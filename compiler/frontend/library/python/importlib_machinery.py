# SPDX-License-Identifier: Apache-2.0
# module: importlib.machinery
"""`importlib.machinery`: what is known of a module."""


class ModuleSpec:
    """Name and place of a module."""

    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.submodule_search_locations = [] if is_package else None
        self.has_location = False
        self.cached = None

    @property
    def parent(self):
        """The package that the module is in; a package is its own."""
        return self.name.rpartition(".")[0] if self.submodule_search_locations is None else self.name

    def __repr__(self):
        origin = "" if self.origin is None else f", origin={self.origin!r}"
        return f"ModuleSpec(name={self.name!r}, loader={self.loader!r}{origin})"
