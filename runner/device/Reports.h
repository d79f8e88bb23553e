// SPDX-License-Identifier: Apache-2.0
// What kernels say, from the words that they left in the launch's report buffer (compiler/codegen/Reports.h) to text
// and failed asserts, as the interpreter has them.
#pragma once

#include "compiler/codegen/Reports.h"
#include "compiler/driver/KernelWords.h"
#include "runner/device/LaunchWords.h"

namespace tessera::runner {

struct ReportedValue {
  numerics::DType type;
  bool isScalar = true;
  std::vector<int64_t> shape, ownShape; // as the kernel holds it, and without what padding added
  uint32_t words = 1, elements = 1;     // of an element; of those that one thread tells
  interpreter::TextPart part;
};

/// A print or an assert of a kernel.
struct ReportSite {
  bool isAssert = false;
  uint32_t threads = 1; // of a block that say it together, see compiler/codegen/Reports.h
  SourceRange range;
  std::vector<std::string> pieces; // empty: an assert without a message
  std::vector<ReportedValue> values;
};

/// The kernel's sites, in the order of their numbers.
std::vector<ReportSite> readReportSites(tilegpu::KernelOp kernel);

/// What the launch said, in the programs' order. A failed assert is reported to `sink` and ends it, as does a buffer
/// that was too small. `words` is the whole buffer.
LaunchWords readReports(const std::vector<ReportSite> &sites, const std::vector<uint32_t> &words,
                        llvm::StringRef kernel, DiagnosticSink &sink);

} // namespace tessera::runner
