# SPDX-License-Identifier: Apache-2.0
from ..plane import square as _square

class Cube:
    def __init__(self, side):
        self.side = side

    def surface(self):
        return 6 * _square(self.side)
