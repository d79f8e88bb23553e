// SPDX-License-Identifier: Apache-2.0
// Stands in until the checker is here.
#include "runner/emulator/check/RaceChecker.h"
namespace tessera::emulator {
struct RaceChecker::State {};
__attribute__((weak)) RaceChecker::RaceChecker(Machine &) {}
__attribute__((weak)) RaceChecker::~RaceChecker() = default;
__attribute__((weak)) AgentId RaceChecker::addWarp(Warp &) { return 0; }
__attribute__((weak)) void RaceChecker::endWarp(AgentId) {}
__attribute__((weak)) void RaceChecker::endCta(const Cta &) {}
__attribute__((weak)) void RaceChecker::accessLanes(Step &, uint32_t, Region, const uint64_t *, const Access &) {}
__attribute__((weak)) void RaceChecker::access(Step &, unsigned, Region, uint64_t, uint64_t, const Access &) {}
}
