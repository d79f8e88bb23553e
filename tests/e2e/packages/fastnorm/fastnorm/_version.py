# SPDX-License-Identifier: Apache-2.0
"""The one place of the version."""
__version__ = "0.3.1"
version_info = tuple(int(part) for part in __version__.split("."))
