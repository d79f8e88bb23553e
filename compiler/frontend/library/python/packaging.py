# SPDX-License-Identifier: Apache-2.0
"""`packaging`: versions of packages."""

__version__ = "24.0"
