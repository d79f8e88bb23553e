# SPDX-License-Identifier: Apache-2.0
"""There and back."""
import torch

from packbits import pack, unpack

x = (torch.arange(80, device="cuda") % 3 == 0).to(torch.int8)
y = pack(x)
print(y[:3].tolist())
assert torch.equal(unpack(y), x)
try:
    pack(x[:9])
except AssertionError as error:
    print(error)
print("ok")
