# SPDX-License-Identifier: Apache-2.0
"""Found by `--path`."""


def double(n):
  return 2 * n
