# SPDX-License-Identifier: Apache-2.0
"""The memory's own speed: as many bytes as the problem must move, half of them read and half written, by the driver's copy."""

import torch

import peer_torch


class Peer(peer_torch.Peer):
    def measure(self, case, inputs, samples):
        if self.ready != case:
            self.source = None
            self.source = torch.zeros(case.bytes // 2, dtype=torch.int8, device=self.device)
            self.target = torch.empty_like(self.source)
            self.ready = case
        return peer_torch.time_calls(lambda: self.target.copy_(self.source), samples, self.device), None
