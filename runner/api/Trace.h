// SPDX-License-Identifier: Apache-2.0
// `traceparent` of the W3C's Trace Context, as OpenTelemetry sends it: taken from a request, kept with its job, told in
// its record, its events and the log.
//
//   00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
//   version-trace-parent-flags, hex digits in lower case; neither id is zero
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace tessera::runner::api {

/// `text` in the form of version 00, or nothing and `why`. Of later versions what we know is read, as the standard
/// asks.
std::optional<std::string> readTraceparent(llvm::StringRef text, std::string &why);
/// The trace's id in a valid one.
inline llvm::StringRef traceIdOf(llvm::StringRef traceparent) { return traceparent.substr(3, 32); }

} // namespace tessera::runner::api
