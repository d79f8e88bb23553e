# REQUIRES: codegen
# RUN: %tessera show %s --stage=ptx --target=sm_90a --kernel=plain | FileCheck %s --check-prefix=PLAIN
# RUN: %tessera show %s --stage=ptx --target=sm_90a --kernel=rounded | FileCheck %s --check-prefix=ROUNDED
# RUN: %tessera show %s --stage=ptx --target=sm_90a --kernel=functions | FileCheck %s --check-prefix=FUNCTIONS
# RUN: %tessera show %s --stage=ptx --target=sm_90a --kernel=softmax | FileCheck %s --check-prefix=SOFTMAX
# RUN: %tessera show %s --stage=ptx --target=sm_90a --kernel=nested | FileCheck %s --check-prefix=NESTED
# `/`, `tl.fdiv` and `tl.sigmoid` leave the last bits to the machine, and so do functions that divide on their way;
# `tl.div_rn`, `fdiv(ieee_rounding=True)` and libdevice's do not, nor remainders.
import torch, triton, triton.language as tl
from triton.language.extra import libdevice


# PLAIN: .entry plain(
# PLAIN-NOT: div.rn
# PLAIN-COUNT-3: div.full.f32
# PLAIN-NOT: div.rn
# PLAIN: ret;
@triton.jit
def plain(X, Y, O, N: tl.constexpr):
    i = tl.arange(0, N)
    x, y = tl.load(X + i), tl.load(Y + i)
    tl.store(O + i, x / y + tl.fdiv(y, x) + tl.sigmoid(x))


# ROUNDED: .entry rounded(
# ROUNDED-NOT: div.full
# ROUNDED: div.rn.f32
# ROUNDED: div.rn.f32
# ROUNDED: div.rn.f32
# ROUNDED-NOT: div.full
# ROUNDED: ret;
@triton.jit
def rounded(X, Y, O, N: tl.constexpr):
    i = tl.arange(0, N)
    x, y = tl.load(X + i), tl.load(Y + i)
    tl.store(O + i, tl.div_rn(x, y) + tl.fdiv(y, x, ieee_rounding=True) + libdevice.div_rn(x + 1, y))


# FUNCTIONS: .entry functions(
# FUNCTIONS-NOT: div.rn
# FUNCTIONS: div.full.f32
# FUNCTIONS-NOT: div.rn
# FUNCTIONS: ret;
@triton.jit
def functions(X, O, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(O + i, libdevice.tanh(tl.load(X + i)))


# What has to be rounded shares no reciprocal, however many have one divisor.
# SOFTMAX: .entry softmax(
# SOFTMAX-NOT: rcp.approx
# SOFTMAX-COUNT-4: div.rn.f32
# SOFTMAX-NOT: rcp.approx
# SOFTMAX: ret;
@triton.jit
def softmax(X, O, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(O + i, tl.softmax(tl.load(X + i), ieee_rounding=True))


# Divisors that are quotients themselves, once each and shared by several.
# NESTED: .entry nested(
# NESTED: div.full.f32
# NESTED: div.full.f32
# NESTED: rcp.approx
# NESTED: ret;
@triton.jit
def nested(X, Y, O, N: tl.constexpr):
    i = tl.arange(0, N)
    x, y = tl.load(X + i), tl.load(Y + i)
    quotient = x / y
    each = y / quotient
    total = tl.sum(x / y / (y / x), 0) / 3.0
    tl.store(O + i, x / each + y / total + x / total + (x + y) / total)


x, y, o = torch.rand(32, device="cuda"), torch.rand(32, device="cuda") + 1, torch.empty(32, device="cuda")
plain[(1,)](x, y, o, 32)
rounded[(1,)](x, y, o, 32)
functions[(1,)](x, o, 32)
nested[(1,)](x, y, o, 32)
z = torch.rand(128, device="cuda")
softmax[(1,)](z, torch.empty_like(z), 128, num_warps=1)
