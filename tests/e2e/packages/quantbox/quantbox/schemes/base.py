# SPDX-License-Identifier: Apache-2.0
"""What a scheme is."""
import abc


class Scheme(abc.ABC):
    @abc.abstractmethod
    def quantize(self, x): ...

    @abc.abstractmethod
    def dequantize(self, q, scale): ...

    def round_trip(self, x):
        return self.dequantize(*self.quantize(x))
