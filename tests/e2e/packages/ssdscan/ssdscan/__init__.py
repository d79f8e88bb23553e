# SPDX-License-Identifier: Apache-2.0
"""Linear recurrences by an associative scan."""
from ssdscan.scan import scan
from ssdscan.reference import loop
