# SPDX-License-Identifier: Apache-2.0
from circle.first import one
two = 2
