# SPDX-License-Identifier: Apache-2.0
"""Back ends by name, tried in order."""
from .select import available, backend, force
