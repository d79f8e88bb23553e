// SPDX-License-Identifier: Apache-2.0
// cuDNN beside a kernel that makes attention: a launch of three arrays of half precision is tried as softmax(scale Q
// Kᵀ) V in each way that the shapes have, with and without a causal mask. Which one it is, a few rows tell that the
// host computes in f64; all of the result is then compared with cuDNN's.
#pragma once

#include "runner/device/cuda/AttentionPlan.h"
#include "runner/device/cuda/Peer.h"

namespace tessera::runner::cuda {

/// All that the shapes allow, each with a mask and without and with each scale that may be meant: 1/√width, 1, and the
/// launch's own numbers. Arrays of rank 4 are by batch and head or by position and head, of rank 3 one batch of that,
/// of rank 2 one head.
std::vector<Attention> listAttentions(const PeerLaunch &launch);
/// `2 times 16 heads of 128 (4 of keys), 4096 queries, 4096 keys, bf16, causal, scale 0.08839`.
std::string describeAttention(const Attention &attention, const numerics::Array &query);

class AttentionPeer : public Peer {
public:
  /// Null with the reason in `error`.
  static std::unique_ptr<AttentionPeer> open(Context &context, std::string &error,
                                             const std::vector<std::string> &libraries = Cudnn::listNames());
  ~AttentionPeer() override;

private:
  class AttentionCall;
  AttentionPeer(Context &context, std::unique_ptr<Cudnn> cudnn);
  bool find(const PeerLaunch &launch, Found &found) override;

  std::unique_ptr<Cudnn> cudnn;
  CudnnHandle handle = nullptr;
};

} // namespace tessera::runner::cuda
