# SPDX-License-Identifier: Apache-2.0
# module: torch.version
"""What torch was built for."""

cuda = "12.8"
hip = None
xpu = None
debug = False
