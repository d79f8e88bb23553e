// SPDX-License-Identifier: Apache-2.0
// Text to `Module`. After an error the parser goes on at the next `;` or `}`, so that independent errors are all told. It
// never recurses deeper than a fixed limit and never takes more than linear time or memory in the length of the text.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "runner/emulator/ptx/Syntax.h"

namespace tessera::emulator::ptx {

/// The module, also after errors, which `sink` holds: it is then whatever could be read. `fileName` is for messages.
Module parse(std::string text, std::string fileName, DiagnosticSink &sink);

/// `place` as a range of the module's text.
SourceRange toRange(const Module &module, Place place);
/// The line of the kernel's source that `.loc` gives, invalid where there is none.
SourceRange toSourceRange(const Module &module, const Function &function, int32_t sourceLine);

} // namespace tessera::emulator::ptx
