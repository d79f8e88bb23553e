// SPDX-License-Identifier: Apache-2.0
// A trace as text. In both formats what overlaps lies in rows of its own: a row a warp for what it runs and waits for, and for
// operations in flight as many as are in flight at once.
#pragma once

#include "runner/emulator/trace/Trace.h"

namespace tessera::emulator {

/// For the timeline view, one JSON object:
///
///   {"unit": "steps", "dropped": 0,
///    "rows": [{"name": "warp 0", "cluster": 0, "cta": 0, "warp": 0}, …],
///    "events": [{"row": 0, "kind": "run", "begin": 0, "end": 12, "name": "run", "line": 7, "ptxLine": 31}, …]}
///
/// `kind` is run, wait, copy, wgmma, store or barrier; `line` and `ptxLine` are absent where they are not known; `warp` is
/// -1 for copies. Events stand in the order of their beginnings.
std::string toTimelineJson(const Trace &trace);

/// The same for chrome://tracing and Perfetto; a step is shown as a microsecond, for want of a unit that is no time.
std::string toChromeTrace(const Trace &trace);

} // namespace tessera::emulator
