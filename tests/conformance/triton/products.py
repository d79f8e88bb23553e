### dots_of_each_type
# source: small integers are exact in every type; the sums follow from integer arithmetic
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(a_ptr, b_ptr, o_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, TA: tl.constexpr, TB: tl.constexpr, OUT: tl.constexpr, P: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    k = tl.arange(0, K)
    a = tl.trans(tl.load(a_ptr + k[:, None] * M + m[None, :])) if TA else tl.load(a_ptr + m[:, None] * K + k[None, :])
    b = tl.trans(tl.load(b_ptr + n[:, None] * K + k[None, :])) if TB else tl.load(b_ptr + k[:, None] * N + n[None, :])
    tl.store(o_ptr + m[:, None] * N + n[None, :], tl.dot(a, b, out_dtype=OUT, input_precision=P))
def check(name, dtype, out, M, N, K, warps, precision="ieee"):
    x = (torch.arange(M * K, device="cuda").reshape(M, K) * 7 % 11) - 5
    y = (torch.arange(K * N, device="cuda").reshape(K, N) * 5 % 13) - 6
    wanted = (x.to(torch.float32) @ y.to(torch.float32))
    wrong = 0
    for ta in (False, True):
        for tb in (False, True):
            a = (x.t().contiguous() if ta else x).to(dtype)
            b = (y.t().contiguous() if tb else y).to(dtype)
            o = torch.zeros((M, N), device="cuda", dtype=out)
            kernel[(1,)](a, b, o, M, N, K, ta, tb, tl.float32 if out == torch.float32 else tl.int32, precision, num_warps=warps)
            wrong += int((o.to(torch.float32) != wanted).sum())
    print(name, wrong)
check("float16", torch.float16, torch.float32, 32, 32, 64, 4)
check("bfloat16", torch.bfloat16, torch.float32, 64, 32, 32, 4)
check("float32", torch.float32, torch.float32, 32, 64, 32, 4)
check("tf32", torch.float32, torch.float32, 32, 32, 32, 4, "tf32")
check("tf32x3", torch.float32, torch.float32, 16, 32, 16, 2, "tf32x3")
check("int8", torch.int8, torch.int32, 32, 32, 64, 4)
check("float8", torch.float8_e5m2, torch.float32, 32, 32, 32, 4)
check("one warp", torch.float16, torch.float32, 16, 16, 16, 1)
check("eight warps", torch.float16, torch.float32, 128, 64, 32, 8)
#> float16 0
#> bfloat16 0
#> float32 0
#> tf32 0
#> tf32x3 0
#> int8 0
#> float8 0
#> one warp 0
#> eight warps 0
### a_loop_of_dots
# source: small integers are exact in every type; the sums follow from integer arithmetic
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(a_ptr, b_ptr, o_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a_ptrs = a_ptr + m[:, None] * K + k[None, :]
    b_ptrs = b_ptr + k[:, None] * N + n[None, :]
    sum = tl.zeros((BM, BN), dtype=tl.float32)
    for i in range(0, tl.cdiv(K, BK)):
        a = tl.load(a_ptrs, mask=(m[:, None] < M) & (k[None, :] < K - i * BK), other=0.0)
        b = tl.load(b_ptrs, mask=(k[:, None] < K - i * BK) & (n[None, :] < N), other=0.0)
        sum += tl.dot(a, b, input_precision="ieee")
        a_ptrs += BK
        b_ptrs += BK * N
    tl.store(o_ptr + m[:, None] * N + n[None, :], sum, mask=(m[:, None] < M) & (n[None, :] < N))
def check(name, dtype, M, N, K, stages):
    x = (torch.arange(M * K, device="cuda").reshape(M, K) * 7 % 11) - 5
    y = (torch.arange(K * N, device="cuda").reshape(K, N) * 5 % 13) - 6
    o = torch.zeros((M, N), device="cuda", dtype=torch.float32)
    kernel[(triton.cdiv(M, 64), triton.cdiv(N, 32))](x.to(dtype), y.to(dtype), o, M, N, K, 64, 32, 32, num_warps=4, num_stages=stages)
    print(name, int((o != x.to(torch.float32) @ y.to(torch.float32)).sum()))
check("whole tiles", torch.float16, 128, 64, 256, 3)
check("ragged", torch.float16, 100, 50, 75, 3)
check("two stages", torch.bfloat16, 64, 64, 160, 2)
check("one pass", torch.float16, 64, 32, 16, 4)
check("float32", torch.float32, 72, 40, 80, 3)
#> whole tiles 0
#> ragged 0
#> two stages 0
#> one pass 0
#> float32 0
### dots_of_dots
# source: small integers are exact in every type; the sums follow from integer arithmetic
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(q_ptr, k_ptr, v_ptr, o_ptr, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr, STEPS: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + m[:, None] * D + d[None, :])
    sum = tl.zeros((M, D), dtype=tl.float32)
    for i in range(STEPS):
        k = tl.load(k_ptr + (i * N + n[:, None]) * D + d[None, :])
        v = tl.load(v_ptr + (i * N + n[:, None]) * D + d[None, :])
        s = tl.dot(q, tl.trans(k))
        p = tl.where(s > 0, 1.0, -1.0).to(tl.float16)
        sum = sum * 0.5
        sum = tl.dot(p, v, sum)
    tl.store(o_ptr + m[:, None] * D + d[None, :], sum)
def check(M, N, D, steps, warps):
    q = ((torch.arange(M * D, device="cuda").reshape(M, D) * 7 % 11) - 5).to(torch.float16)
    k = ((torch.arange(steps * N * D, device="cuda").reshape(steps * N, D) * 5 % 13) - 6).to(torch.float16)
    v = ((torch.arange(steps * N * D, device="cuda").reshape(steps * N, D) * 3 % 17) - 8).to(torch.float16)
    o = torch.zeros((M, D), device="cuda", dtype=torch.float32)
    kernel[(1,)](q, k, v, o, M, N, D, steps, num_warps=warps)
    wanted = torch.zeros((M, D), device="cuda", dtype=torch.float32)
    for i in range(steps):
        s = q.to(torch.float32) @ k[i * N:(i + 1) * N].to(torch.float32).t()
        wanted = wanted * 0.5 + torch.where(s > 0, 1.0, -1.0) @ v[i * N:(i + 1) * N].to(torch.float32)
    print(M, N, D, int((o != wanted).sum()))
check(64, 32, 64, 4, 4)
check(32, 32, 32, 3, 4)
check(128, 64, 64, 2, 8)
#> 64 32 64 0
#> 32 32 32 0
#> 128 64 64 0
### batches_of_dots
# source: small integers are exact in every type; the sums follow from integer arithmetic
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(a_ptr, b_ptr, o_ptr, B: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i = tl.arange(0, B)[:, None, None]
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    k = tl.arange(0, K)
    a = tl.load(a_ptr + i * M * K + m[None, :, None] * K + k[None, None, :])
    b = tl.load(b_ptr + i * K * N + k[None, :, None] * N + n[None, None, :])
    tl.store(o_ptr + i * M * N + m[None, :, None] * N + n[None, None, :], tl.dot(a, b))
a = ((torch.arange(4 * 32 * 16, device="cuda").reshape(4, 32, 16) * 7 % 11) - 5).to(torch.float16)
b = ((torch.arange(4 * 16 * 32, device="cuda").reshape(4, 16, 32) * 5 % 13) - 6).to(torch.float16)
for warps in (1, 2, 8):
    o = torch.zeros((4, 32, 32), device="cuda", dtype=torch.float32)
    kernel[(1,)](a, b, o, 4, 32, 32, 16, num_warps=warps)
    print(warps, int((o != a.to(torch.float32) @ b.to(torch.float32)).sum()))
#> 1 0
#> 2 0
#> 8 0
### tf32_reads_19_bits
# source: PTX ISA, tf32: the lower 13 bits of an operand's word are not read; Triton's test of `dot` masks its operands with 0xffffe000
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out, N: tl.constexpr, P: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i[:, None] * N + i[None, :])
    ones = tl.full([N, N], 1.0, tl.float32)
    tl.store(out + i[:, None] * N + i[None, :], tl.dot(x, ones, input_precision=P))


for N in (8, 16, 32):
    x = torch.full((N, N), 1 + 2**-10 + 2**-11 + 2**-13, device="cuda")
    for precision in ("tf32", "ieee"):
        out = torch.zeros((N, N), device="cuda")
        kernel[(1,)](x, out, N, precision)
        print(N, precision, (out / N - 1).unique().tolist())
#> 8 tf32 [0.0009765625]
#> 8 ieee [0.0015869140625]
#> 16 tf32 [0.0009765625]
#> 16 ieee [0.0015869140625]
#> 32 tf32 [0.0009765625]
#> 32 ieee [0.0015869140625]
### dots_of_two_types_of_8_bit_floats
# source: any pair of its fp8 types is permitted, other pairs are not; small integers are exact
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(a_ptr, b_ptr, o_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    k = tl.arange(0, K)
    a = tl.load(a_ptr + m[:, None] * K + k[None, :])
    b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    tl.store(o_ptr + m[:, None] * N + n[None, :], tl.dot(a, b))
types = {"e4m3": torch.float8_e4m3fn, "e5m2": torch.float8_e5m2, "f16": torch.float16}
M, N, K = 32, 16, 32
x = ((torch.arange(M * K, device="cuda").reshape(M, K) * 7 % 5) - 2).to(torch.float32)
y = ((torch.arange(K * N, device="cuda").reshape(K, N) * 5 % 7) - 3).to(torch.float32)
for left, right in (("e4m3", "e5m2"), ("e5m2", "e4m3"), ("e4m3", "e4m3"), ("e4m3", "f16"), ("f16", "e5m2")):
    o = torch.zeros((M, N), device="cuda", dtype=torch.float32)
    try:
        kernel[(1,)](x.to(types[left]), y.to(types[right]), o, M, N, K)
        print(left, right, int((o != x @ y).sum()))
    except Exception:
        print(left, right, "refused")
#> e4m3 e5m2 0
#> e5m2 e4m3 0
#> e4m3 e4m3 0
#> e4m3 f16 refused
#> f16 e5m2 refused
