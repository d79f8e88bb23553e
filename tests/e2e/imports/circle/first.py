# SPDX-License-Identifier: Apache-2.0
from circle.second import two
one = 1
