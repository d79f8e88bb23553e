# SPDX-License-Identifier: Apache-2.0
# hidden: jax.experimental.pallas.mosaic_gpu._states
"""Where a pipeline of pipelines stands. A text of its own: few programs ask, and `enum` is long to read."""

import enum


class PipelinePipeline(enum.IntEnum):
    START = 0
    STEADY = 1
    STOP = 2
