# SPDX-License-Identifier: Apache-2.0
# module: triton.language.extra.libdevice triton.language.extra.cuda.libdevice triton.language.math
"""Conversions between numbers of different kinds, by the direction of rounding, and of bits."""

import triton.language as tl


def _narrow(x, mode):
    nearest = x.to(tl.float32)
    same = nearest.to(tl.float64) == x
    return _round(nearest, tl.where(same, 0.0, x - nearest.to(tl.float64)), mode)


def double2float_rn(arg0):
    return _only(arg0, (tl.float64,), "double2float_rn").to(tl.float32)


def double2float_rd(arg0):
    return _narrow(_only(arg0, (tl.float64,), "double2float_rd"), "down")


def double2float_ru(arg0):
    return _narrow(_only(arg0, (tl.float64,), "double2float_ru"), "up")


def double2float_rz(arg0):
    return _narrow(_only(arg0, (tl.float64,), "double2float_rz"), "zero")


def _whole(x, dtype, mode, to, name):
    x = _only(x, (dtype,), name)
    r = rint(x) if mode == "rn" else tl.floor(x) if mode == "rd" else tl.ceil(x) if mode == "ru" else trunc(x)
    return r.to(to)


def double2int_rn(arg0):
    return _whole(arg0, tl.float64, "rn", tl.int32, "double2int_rn")


def double2int_rd(arg0):
    return _whole(arg0, tl.float64, "rd", tl.int32, "double2int_rd")


def double2int_ru(arg0):
    return _whole(arg0, tl.float64, "ru", tl.int32, "double2int_ru")


def double2int_rz(arg0):
    return _whole(arg0, tl.float64, "rz", tl.int32, "double2int_rz")


def double2uint_rn(arg0):
    return _whole(arg0, tl.float64, "rn", tl.uint32, "double2uint_rn")


def double2uint_rd(arg0):
    return _whole(arg0, tl.float64, "rd", tl.uint32, "double2uint_rd")


def double2uint_ru(arg0):
    return _whole(arg0, tl.float64, "ru", tl.uint32, "double2uint_ru")


def double2uint_rz(arg0):
    return _whole(arg0, tl.float64, "rz", tl.uint32, "double2uint_rz")


def double2ll_rn(arg0):
    return _whole(arg0, tl.float64, "rn", tl.int64, "double2ll_rn")


def double2ll_rd(arg0):
    return _whole(arg0, tl.float64, "rd", tl.int64, "double2ll_rd")


def double2ll_ru(arg0):
    return _whole(arg0, tl.float64, "ru", tl.int64, "double2ll_ru")


def double2ll_rz(arg0):
    return _whole(arg0, tl.float64, "rz", tl.int64, "double2ll_rz")


def double2ull_rn(arg0):
    return _whole(arg0, tl.float64, "rn", tl.uint64, "double2ull_rn")


def double2ull_rd(arg0):
    return _whole(arg0, tl.float64, "rd", tl.uint64, "double2ull_rd")


def double2ull_ru(arg0):
    return _whole(arg0, tl.float64, "ru", tl.uint64, "double2ull_ru")


def double2ull_rz(arg0):
    return _whole(arg0, tl.float64, "rz", tl.uint64, "double2ull_rz")


def float2uint_rn(arg0):
    return _whole(arg0, tl.float32, "rn", tl.uint32, "float2uint_rn")


def float2uint_rd(arg0):
    return _whole(arg0, tl.float32, "rd", tl.uint32, "float2uint_rd")


def float2uint_ru(arg0):
    return _whole(arg0, tl.float32, "ru", tl.uint32, "float2uint_ru")


def float2uint_rz(arg0):
    return _whole(arg0, tl.float32, "rz", tl.uint32, "float2uint_rz")


def float2ll_rn(arg0):
    return _whole(arg0, tl.float32, "rn", tl.int64, "float2ll_rn")


def float2ll_rd(arg0):
    return _whole(arg0, tl.float32, "rd", tl.int64, "float2ll_rd")


def float2ll_ru(arg0):
    return _whole(arg0, tl.float32, "ru", tl.int64, "float2ll_ru")


def float2ll_rz(arg0):
    return _whole(arg0, tl.float32, "rz", tl.int64, "float2ll_rz")


def float2ull_rn(arg0):
    return _whole(arg0, tl.float32, "rn", tl.uint64, "float2ull_rn")


def float2ull_rd(arg0):
    return _whole(arg0, tl.float32, "rd", tl.uint64, "float2ull_rd")


def float2ull_ru(arg0):
    return _whole(arg0, tl.float32, "ru", tl.uint64, "float2ull_ru")


def float2ull_rz(arg0):
    return _whole(arg0, tl.float32, "rz", tl.uint64, "float2ull_rz")


def int2double_rn(arg0):
    return _only(arg0, (tl.int32,), "int2double_rn").to(tl.float64)


def uint2double_rn(arg0):
    return _only(arg0, (tl.uint32,), "uint2double_rn").to(tl.float64)


def ll2double_rn(arg0):
    return _only(arg0, (tl.int64,), "ll2double_rn").to(tl.float64)


def ull2double_rn(arg0):
    return _only(arg0, (tl.uint64,), "ull2double_rn").to(tl.float64)


def int2float_rn(arg0):
    return _only(arg0, (tl.int32,), "int2float_rn").to(tl.float32)


def int2float_rd(arg0):
    return _narrow(_only(arg0, (tl.int32,), "int2float_rd").to(tl.float64), "down")


def int2float_ru(arg0):
    return _narrow(_only(arg0, (tl.int32,), "int2float_ru").to(tl.float64), "up")


def int2float_rz(arg0):
    return _narrow(_only(arg0, (tl.int32,), "int2float_rz").to(tl.float64), "zero")


def uint2float_rn(arg0):
    return _only(arg0, (tl.uint32,), "uint2float_rn").to(tl.float32)


def uint2float_rd(arg0):
    return _narrow(_only(arg0, (tl.uint32,), "uint2float_rd").to(tl.float64), "down")


def uint2float_ru(arg0):
    return _narrow(_only(arg0, (tl.uint32,), "uint2float_ru").to(tl.float64), "up")


def uint2float_rz(arg0):
    return _narrow(_only(arg0, (tl.uint32,), "uint2float_rz").to(tl.float64), "zero")


def ll2float_rn(arg0):
    return _only(arg0, (tl.int64,), "ll2float_rn").to(tl.float32)


def ull2float_rn(arg0):
    return _only(arg0, (tl.uint64,), "ull2float_rn").to(tl.float32)


def double2hiint(arg0):
    return (_only(arg0, (tl.float64,), "double2hiint").to(tl.int64, bitcast=True) >> 32).to(tl.int32)


def double2loint(arg0):
    return _only(arg0, (tl.float64,), "double2loint").to(tl.int64, bitcast=True).to(tl.int32)


def hiloint2double(arg0, arg1):
    low = _only(arg1, (tl.int32,), "hiloint2double").to(tl.uint32, bitcast=True).to(tl.int64)
    return ((_only(arg0, (tl.int32,), "hiloint2double").to(tl.int64) << 32) | low).to(tl.float64, bitcast=True)


def float_as_uint(arg0):
    return _only(arg0, (tl.float32,), "float_as_uint").to(tl.uint32, bitcast=True)


def uint_as_float(arg0):
    return _only(arg0, (tl.uint32,), "uint_as_float").to(tl.float32, bitcast=True)
