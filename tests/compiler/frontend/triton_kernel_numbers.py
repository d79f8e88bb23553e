# RUN: %tessera run %s 2>%t.told | FileCheck %s
# RUN: %tessera show %s --stage=tilegpu | FileCheck %s --check-prefix=PLACED
# RUN: %tessera run %s --verbose 2>&1 >/dev/null | FileCheck %s --check-prefix=TOLD
# What a compiled kernel takes: shared memory as it is scheduled, registers by the compiler's estimate.
import torch
import triton
import triton.language as tl
from triton.runtime.jit import MockTensor


# PLACED: tilegpu.kernel @softmax_kernel
# PLACED-SAME: shared_bytes = 64
# PLACED: tilegpu.kernel @softmax_kernel_1
# PLACED-SAME: shared_bytes = 32
@triton.jit
def softmax_kernel(x, o, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    values = tl.load(x + tl.program_id(0) * n + offsets, mask=offsets < n, other=-float('inf'))
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(o + tl.program_id(0) * n + offsets, powers / tl.sum(powers, axis=0), mask=offsets < n)


x = torch.ones(4, 2000, device='cuda')
o = torch.empty_like(x)

# CHECK: warm: 64 64 True 0
# TOLD: [[@LINE+2]]:{{.*}}: remark: `n_regs` of kernel `softmax_kernel` is the compiler's estimate, {{[0-9]+}}: ptxas is not run while the program is evaluated [not-supported]
warm = softmax_kernel.warmup(x, o, 2000, BLOCK=2048, num_warps=8, grid=(1,))
print("warm:", warm.metadata.shared, warm.shared, 16 <= warm.n_regs <= 64, warm.n_spills)

# Options are the launch's, those that it does not say Triton's own.
# CHECK: 8 3 1 32
print(warm.metadata.num_warps, warm.metadata.num_stages, warm.metadata.num_ctas, warm.metadata.warp_size)

# CHECK: launched: 64 32
warm[(4,)](x, o, 2000, 2048)
few = softmax_kernel[(4,)](x, o, 300, BLOCK=512, num_stages=2)
print("launched:", warm.metadata.shared, few.metadata.shared)

# CHECK: 4 2
print(few.metadata.num_warps, few.metadata.num_stages)

# CHECK: types only: 64
print("types only:", softmax_kernel.warmup(MockTensor(torch.float32), MockTensor(torch.float32), 2000, BLOCK=2048, num_warps=8, grid=(1,)).metadata.shared)


@triton.jit
def product_kernel(a, b, c, K, N: tl.constexpr, BLOCK: tl.constexpr):
    m = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    n = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    k = tl.arange(0, 32)
    sums = tl.zeros((BLOCK, BLOCK), tl.float32)
    for i in range(0, K, 32):
        sums += tl.dot(tl.load(a + m[:, None] * K + (i + k)[None, :]), tl.load(b + (i + k)[:, None] * N + n[None, :]))
    tl.store(c + m[:, None] * N + n[None, :], sums.to(tl.float16))


# A launch of the whole product lets the compiler choose tiles of its own: what was told before is not true any more.
# TOLD: [[@LINE+4]]:{{.*}}: remark: the program was told that kernel `product_kernel` takes [[BEFORE:[0-9]+]] bytes of shared memory; with the launches that came after it takes {{[0-9]+}} [schedule-choice]
a = torch.ones(256, 128, device='cuda', dtype=torch.float16)
b = torch.ones(128, 256, device='cuda', dtype=torch.float16)
c = torch.empty(256, 256, device='cuda', dtype=torch.float16)
before = product_kernel.warmup(a, b, c, 128, N=256, BLOCK=64, grid=(4, 4)).metadata.shared
after = product_kernel[(4, 4)](a, b, c, 128, N=256, BLOCK=64).metadata.shared
# CHECK: True True
print(before > 0, after != before)
