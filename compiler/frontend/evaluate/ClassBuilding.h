// SPDX-License-Identifier: Apache-2.0
// How classes come to be: `class`, `type(name, bases, namespace)`, named tuples.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

/// `type.__new__(metaclass, name, bases, namespace, **keywords)`.
Value makeClass(Evaluator &evaluator, ClassObject *metaclass, llvm::StringRef name, llvm::ArrayRef<Value> bases, DictObject *space,
                llvm::ArrayRef<Keyword> keywords);
/// `Meta(name, bases, namespace)`, or `type.__new__(Meta, name, bases, namespace)`: then the metaclass comes first among the arguments.
Value callType(Evaluator &evaluator, ClassObject &metaclass, Arguments &arguments, bool isNew = false);
/// What a NamedTuple's class body becomes; false with an exception pending.
bool finishKind(Evaluator &evaluator, ClassObject &type);
bool finishNamedTuple(Evaluator &evaluator, ClassObject &type);
/// The attributes of a named tuple's class: its fields, `_fields`, `_make`.
void addTupleFields(Evaluator &evaluator, ClassObject &type);
/// A named tuple of exactly these items.
Value nameTuple(Evaluator &evaluator, ClassObject &type, std::vector<Value> items);
/// A named tuple of `type` from arguments for its fields.
Value makeNamedTuple(Evaluator &evaluator, ClassObject &type, Arguments &arguments);

/// `type.__setattr__` and `type.__delattr__`: past what the class's metaclass makes of it. False with an exception pending.
bool setClassAttribute(Evaluator &evaluator, ClassObject &type, llvm::StringRef name, Value value);
bool deleteClassAttribute(Evaluator &evaluator, ClassObject &type, llvm::StringRef name);
/// `type.__bases__ = bases`. False with an exception pending, and everything as it was.
bool changeBases(Evaluator &evaluator, ClassObject &type, Value bases);

} // namespace tessera::frontend
