# SPDX-License-Identifier: Apache-2.0
# class: numpy.dtype
"""Methods of dtypes: the dtype is the first argument."""

import numpy as np

_numbers = {c: k for k, c in enumerate("?bBhHiIlLqQfdgFDGOSUVMme")}


def newbyteorder(dtype, new_order="S"):
    """The dtype with its bytes in another order: `"<"`, `">"`, `"="`, or `"S"` for the other one."""
    order = {"little": "<", "big": ">", "native": "=", "swap": "S", "ignore": "|"}.get(new_order.lower(), new_order)
    order = {"L": "<", "B": ">", "N": "=", "I": "|"}.get(order.upper()[:1], order.upper()[:1])
    if order not in ("<", ">", "=", "S", "|"):
        raise ValueError(f"byteorder not recognized (got '{new_order}')")
    code = dtype.str
    if code[0] == "|" or order == "|":
        return dtype
    swapped = code[0] == "<" if order == "S" else order == ">"
    return np.dtype((">" if swapped else "<") + code[1:])


@property
def num(dtype):
    """The number of the dtype."""
    return _numbers[dtype.char]


@property
def base(dtype):
    """The dtype itself: it has no parts."""
    return dtype


@property
def descr(dtype):
    """The dtype as the interface of arrays has it."""
    return [("", dtype.str)]


isbuiltin = property(lambda dtype: 1 if dtype.isnative else 0)
isalignedstruct = property(lambda dtype: False)
flags = property(lambda dtype: 0)


def __reduce__(dtype):
    """What pickle needs to make the dtype anew."""
    code = dtype.str
    return np.dtype, (code[1:], False, True), (3, code[0], None, None, None, -1, -1, 0)


def __reduce_ex__(dtype, protocol):
    """What pickle needs to make the dtype anew."""
    return __reduce__(dtype)


def _complete(dtype, state):
    # The dtype that a pickle's state makes of this one.
    return dtype.newbyteorder(state[1])
