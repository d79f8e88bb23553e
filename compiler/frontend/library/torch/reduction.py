# SPDX-License-Identifier: Apache-2.0
# module: torch.nn._reduction
"""What the deprecated arguments of losses mean."""

import warnings


def legacy_get_string(size_average, reduce, emit_warning=True):
    """The `reduction` that `size_average` and `reduce` ask for; None is True."""
    reduce = True if reduce is None else reduce
    size_average = True if size_average is None else size_average
    found = ("mean" if size_average else "sum") if reduce else "none"
    if emit_warning:
        warnings.warn(
            f"size_average and reduce args will be deprecated, please use reduction='{found}' instead.", stacklevel=3
        )
    return found


def _chosen(size_average, reduce, reduction):
    # The deprecated arguments go first, where one of them is given.
    is_legacy = size_average is not None or reduce is not None
    return legacy_get_string(size_average, reduce) if is_legacy else reduction
