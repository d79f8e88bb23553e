// SPDX-License-Identifier: Apache-2.0
// A number about a machine, with what it rests on. Rates.def and Cards.def are lists of such facts; whoever measures
// better changes the fact there and nothing else.
#pragma once

#include <cstdint>
#include <string_view>

namespace tessera::rates {

/// What a number rests on, the strongest first.
enum class Grade : uint8_t {
  none, // the machine has no such thing, or nobody knows
  V,    // the vendor's document
  R,    // raw numbers or logs in a public repository
  P,    // a paper
  A,    // read off what ptxas makes of a kernel
  K,    // a parameter of a published simulator, fitted to measurements
  I,    // inferred; the source gives the arithmetic or the reason
  B,    // a blog or a README
  M     // from memory, or a round number that nobody measured
};

/// `R`; `-` of none.
constexpr char getLetter(Grade grade) {
  constexpr char letters[] = {'-', 'V', 'R', 'P', 'A', 'K', 'I', 'B', 'M'};
  return letters[static_cast<unsigned>(grade)];
}

/// One standard deviation as a part of the value, where a fact does not say better. Repeated measurements of one
/// quantity in different repositories lie 3 to 5 % apart, papers' tables 6 %; two simulators' fits of one quantity
/// 12 to 18 %; what was inferred from one of these has that and the inference's own.
constexpr double getUsualSigma(Grade grade) {
  switch (grade) {
  case Grade::V:
    return 0.01;
  case Grade::A:
    return 0.02;
  case Grade::R:
    return 0.04;
  case Grade::P:
    return 0.06;
  case Grade::K:
    return 0.12;
  case Grade::I:
    return 0.15;
  case Grade::B:
    return 0.20;
  case Grade::M:
    return 0.40;
  case Grade::none:
    break;
  }
  return 0;
}

struct Fact {
  double value = 0;
  Grade grade = Grade::none;
  std::string_view source; // `R5: Johnsonms/NVIDIA-Hopper-Benchmark, H100 SXM`
  double sigma = 0;        // a part of the value; 0 of what is counted and not measured

  constexpr bool isKnown() const { return grade != Grade::none; }
};

// How the lists write a fact: `(4, R, johnsonms)`, with another sigma `(665, R, tospe, 0.05)`, and `()` for none.
constexpr Fact makeFact() { return {}; }
constexpr Fact makeFact(double value, Grade grade, std::string_view source) {
  return {value, grade, source, getUsualSigma(grade)};
}
constexpr Fact makeFact(double value, Grade grade, std::string_view source, double sigma) {
  return {value, grade, source, sigma};
}

/// What the lists cite. A tag is the grade and, where several sources have it, a number; an inference (`I`) stands in
/// the lists with its arithmetic or its reason.
namespace sources {

inline constexpr Grade V = Grade::V, R = Grade::R, P = Grade::P, A = Grade::A, K = Grade::K, I = Grade::I, B = Grade::B,
                       M = Grade::M;
/// The sigma of a count.
inline constexpr double exact = 0;

inline constexpr std::string_view
    guide = "V1: NVIDIA, CUDA C++ programming guide, compute capabilities and throughputs of instructions",
    ampereDie = "V2: NVIDIA, A100 Tensor Core GPU architecture, and the card's data sheet",
    hopperDie = "V3: NVIDIA, H100 Tensor Core GPU architecture, and the card's data sheet",
    h200Sheet = "V4: NVIDIA, H200 data sheet", gh200Sheet = "V5: NVIDIA, GH200 data sheet",
    cudnnPull = "V6: NVIDIA/cudnn-frontend, pull requests 650 and 715: operations a cycle",
    huerta = "P1: Huerta et al., MICRO 2025 (arXiv 2503.20481), measured on Ampere, Turing and Blackwell",
    huertaHopper = "P1: Huerta et al., MICRO 2025 (arXiv 2503.20481), of Ampere and Blackwell; assumed for Hopper",
    luo = "P3: Luo et al. (arXiv 2402.13499, 2501.12084), H800 PCIe and A100",
    abdelkhalik = "P3: Abdelkhalik et al. (arXiv 2208.11174), A100",
    flashGpu = "R1: FlashGPU-Sim/FlashGPU-Sim, docs/cluster_noc: measured on an H200",
    flashGpuFit = "K: FlashGPU-Sim/FlashGPU-Sim, options and comments, fitted to an H100 and an H200",
    tospe = "R2: tospe/cam_with_gpu, H100 PCIe at 1755 MHz", rrzeH200 = "R3: RRZE-HPC/gpu-benches, H200 at 1980 MHz",
    rrzeGh200 = "R3: RRZE-HPC/gpu-benches, GH200 at 1980 MHz", rrzeA100 = "R3: RRZE-HPC/gpu-benches, A100 at 1410 MHz",
    rrzePcie = "R3: RRZE-HPC/gpu-benches, H100 PCIe", hpmll = "R4: HPMLL/NVIDIA-Hopper-Benchmark, H800 PCIe",
    johnsonms = "R5: Johnsonms/NVIDIA-Hopper-Benchmark, H100 SXM, ten runs each",
    mt4g = "R6: an MT4G-style report of an H100 80GB HBM3", fastCu = "R7: pranjalssh/fast.cu, H100 SXM",
    ptxas = "A: stall counts of ptxas 13.0 (tests/unit/runner/AssembledLatencyTest.cpp)",
    ourBench = "R: tests/bench/results of this repository",
    unpublished = "M: from memory; no published measurement was found",
    asHopper = "I: nothing is published for Ampere; taken as on Hopper",
    roundNumber = "M: a round number of the right size, as the first models had it";

} // namespace sources

} // namespace tessera::rates
