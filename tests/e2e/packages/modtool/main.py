# SPDX-License-Identifier: Apache-2.0
"""As a script beside the package."""
from modtool.scale import main

main([])
