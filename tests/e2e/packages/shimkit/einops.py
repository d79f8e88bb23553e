# SPDX-License-Identifier: Apache-2.0
"""In the place of the package: the one function that is needed."""


def rearrange(x, pattern, **sizes):
    if pattern != "b h w -> b (h w)":
        raise NotImplementedError(pattern)
    return x.reshape(x.shape[0], -1)
