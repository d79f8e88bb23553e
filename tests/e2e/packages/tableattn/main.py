# SPDX-License-Identifier: Apache-2.0
"""Every type and mask against torch."""
import itertools

import torch

from tableattn import AttentionConfig, Backend, attention, patch_model
from tableattn.config import ACCUMULATORS, pick

torch.manual_seed(0)
for dtype, causal, length in itertools.product([torch.float16, torch.float32], [False, True], [32, 40]):
    q, k, v = (torch.randn(1, 2, length, 16, device="cuda", dtype=dtype) for _ in range(3))
    got = attention(q, k, v, causal)
    want = attention(q, k, v, causal, config=pick().replace(backend=Backend.TORCH))
    torch.testing.assert_close(got, want, atol=2e-2 if dtype == torch.float16 else 1e-4, rtol=1e-2)
try:
    attention(q.long(), k.long(), v.long())
except TypeError as error:
    print("refused:", error)
print(pick((8, 0)).block_m, pick((9, 0)).block_m, len(ACCUMULATORS), patch_model(7))
print("ok")
