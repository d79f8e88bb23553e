// SPDX-License-Identifier: Apache-2.0
// Signatures of library entries, read once each, and the call of an entry with bound arguments.
#pragma once

#include "compiler/frontend/evaluate/Library.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace tessera::frontend {

struct Signature {
  std::vector<ParameterInfo> parameters;
  bool broken = false; // the text is no parameter list: a bug of ours
  std::string name;    // for messages: `str.upper`
  bool mayBeComplex = false, mayTakeObjects = false, hasOut = false;
};

/// The evaluator's `state`: parsed when first used.
class Signatures {
public:
  static Signatures &in(Evaluator &evaluator);
  const Signature &of(Evaluator &evaluator, const LibraryEntry &entry);

private:
  const Signature &read(Evaluator &evaluator, const LibraryEntry &entry);
  syntax::Context context;
  llvm::DenseMap<const LibraryEntry *, std::unique_ptr<Signature>> byEntry;
  struct Recent {
    const LibraryEntry *entry = nullptr;
    const Signature *signature = nullptr;
  };
  Recent latest[64]; // those asked for last, found without a search
};

/// Whether a method of the language's classes may be called on `self`.
bool isReceiver(Evaluator &evaluator, const LibraryEntry &entry, Value self);
/// Binds `arguments` to the entry's signature and calls its handler.
Value callEntry(Evaluator &evaluator, const LibraryEntry &entry, Value self, Arguments &arguments);

/// A literal's value.
Value constantValue(Evaluator &evaluator, const syntax::ConstantExpr &constant);

} // namespace tessera::frontend
