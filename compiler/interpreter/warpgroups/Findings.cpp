// SPDX-License-Identifier: Apache-2.0
// Findings by what they are about.
#include "compiler/interpreter/warpgroups/Findings.h"

using namespace tessera;
using namespace tessera::interpreter::warpgroups;

static std::string name(mlir::Operation *op) {
  if (!op)
    return {};
  SourceRange range = toRange(op->getLoc());
  if (!range.isValid())
    return std::to_string(reinterpret_cast<uintptr_t>(op));
  return range.file + ":" + std::to_string(range.begin.line) + ":" + std::to_string(range.begin.column);
}

void Findings::add(DiagnosticId id, mlir::Operation *op, mlir::Operation *other, llvm::function_ref<Diagnostic()> describe) {
  // By lines, because a loop that the front end has unrolled is many operations of one line.
  std::string first = name(op), second = name(other);
  if (second < first)
    std::swap(first, second); // a race found from its other side is the same race
  auto [at, isNew] = known.try_emplace({id, first, second}, findings.size());
  if (isNew)
    findings.push_back({describe()});
  else
    ++findings[at->second].count;
}

void Findings::tell(DiagnosticSink &sink, bool withRaces) {
  for (Finding &finding : findings) {
    if (!withRaces && finding.diagnostic.id == DiagnosticId::dataRace)
      continue;
    if (finding.count > 1)
      finding.diagnostic.note("the same happens " + std::to_string(finding.count - 1) + " more time" + (finding.count > 2 ? "s" : "") + " in this launch");
    sink.add(std::move(finding.diagnostic));
  }
  findings.clear();
  known.clear();
}
