// SPDX-License-Identifier: Apache-2.0
// A trace as text.
#pragma once

#include "runner/emulator/trace/Trace.h"

namespace tessera::emulator {

/// For the timeline view, one JSON object, as shared/protocol/README.md describes it under "timeline":
///
///   {"unit":"steps","dropped":0,"length":20,
///    "rows":[{"name":"copies","cluster":0,"cta":0,"warp":-1},{"name":"warp 0","cluster":0,"cta":0,"warp":0},…],
///    "events":[{"row":1,"kind":"run","begin":0,"end":12,"name":"run"},…]}
///
/// A CTA's rows are its copies, its warps, each warpgroup's products behind its warps, and its stores. What is under
/// way at once overlaps in its row; a warp's events do not. Events stand in the order of their beginnings.
std::string toTimelineJson(const Trace &trace);

/// The same for chrome://tracing and Perfetto, where what overlaps lies in rows of its own; a step is shown as a
/// microsecond, for want of a unit that is no time.
std::string toChromeTrace(const Trace &trace);

} // namespace tessera::emulator
