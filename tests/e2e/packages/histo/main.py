# SPDX-License-Identifier: Apache-2.0
"""Against a loop."""
import torch

from histo import histogram

x = (torch.arange(90, device="cuda", dtype=torch.int32) * 7) % 8
want = [sum(1 for v in x.tolist() if v == k) for k in range(8)]
print(histogram(x, 8).tolist())
assert histogram(x, 8).tolist() == want
print("ok")
