// SPDX-License-Identifier: Apache-2.0
// Python's rules for instances of user classes, whatever kind of object holds them: InstanceObject, or a DerivedObject for classes that
// derive from `int`, `list`, ... Hooks of both kinds go through here.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

/// The class's method called with `self`; empty when the class has none (or None), or when `part.plain` asks to pass it by.
std::optional<Value> askClass(Evaluator &evaluator, Value self, InstancePart &part, llvm::StringRef name, llvm::ArrayRef<Value> arguments = {});
/// As above, but `NotImplemented` is no answer either.
std::optional<Value> askOperator(Evaluator &evaluator, Value self, InstancePart &part, const llvm::Twine &name, Value other);

//===-- attributes ---------------------------------------------------------------------------------------------===//
// `object`'s own rules: data descriptors of the class, the instance's attributes, the class's attributes, `__getattr__`.
std::optional<Value> getInstanceAttribute(Evaluator &evaluator, Value self, InstancePart &part, llvm::StringRef name);
bool setInstanceAttribute(Evaluator &evaluator, Value self, InstancePart &part, llvm::StringRef name, Value value);
bool deleteInstanceAttribute(Evaluator &evaluator, Value self, InstancePart &part, llvm::StringRef name);
/// What a class attribute is when it is reached through `self` (an instance, or null for the class) of `owner`.
Value bindAttribute(Evaluator &evaluator, Value attribute, Value self, ClassObject *owner);

//===-- what instances of either kind do the same way ------------------------------------------------------------===//
Value iterateInstance(Evaluator &evaluator, Value self, Value iterator);
std::optional<std::string> textOfMethod(Evaluator &evaluator, Value result, llvm::StringRef method);
std::optional<int64_t> lengthOfMethod(Evaluator &evaluator, Value result);
std::optional<bool> truthOfMethod(Evaluator &evaluator, Value result);
std::optional<uint64_t> hashOfMethod(Evaluator &evaluator, Value result);
/// `!=` from the class's `__eq__`; empty where it has none.
std::optional<Value> askNotEqual(Evaluator &evaluator, Value self, InstancePart &part, Value other);
std::optional<bool> exitInstance(Evaluator &evaluator, Value self, InstancePart &part, Value exception);
/// Whether the class defines `__eq__` without a `__hash__`, or says `__hash__ = None`.
bool isUnhashable(const ClassObject &type);

/// Raises OverflowError, for which there is no diagnostic of its own.
/// `issubclass(type, other)`: `other` a class, a tuple or a union of them, or an object that answers for itself.
std::optional<bool> isSubclassOf(Evaluator &evaluator, Value type, Value other);
/// A set as one that can be looked for in a set; other objects as they are.
Value frozenCopy(Evaluator &evaluator, Value value);
Raised raiseOverflow(Evaluator &evaluator, std::string message);
/// CPython's hash of a float; that of NaN is `object`'s address.
uint64_t hashFloat(double value, const Object *object);

//===-- classes ------------------------------------------------------------------------------------------------===//
/// The class of the language whose value instances of `type` hold: `list` for `class Stack(list)`; `object` for most.
/// Whether the class is `torch.Tensor` or `torch.nn.Parameter`.
bool isTensorClass(const ClassObject &type);
ClassObject *valueClass(Evaluator &evaluator, const ClassObject &type);
/// `object.__new__` and its kin: an instance before `__init__`. `arguments` make its value where the class holds one.
Value makeInstance(Evaluator &evaluator, ClassObject &type, Arguments &arguments);
/// An instance of `type` that holds the same value as `plain`, an object of the language.
Value deriveFrom(Evaluator &evaluator, ClassObject &type, Value plain);
/// `type.__call__`: `__new__`, then `__init__`.
Value constructInstance(Evaluator &evaluator, ClassObject &type, Arguments &arguments);
/// The `__new__` of a class of the language: takes the class to make an instance of, then what makes its value.
WrapperObject::Handler makeNew(ClassObject *from);
/// `list[int]`: as callable and as good a base as the class itself. Its text is Python's.
Value makeAlias(Evaluator &evaluator, Value origin, Value key);
/// `type(name, bases, namespace, **keywords)`: fills `type` in from its attributes and bases; false with an exception pending.
bool finishClass(Evaluator &evaluator, ClassObject &type, llvm::ArrayRef<Keyword> keywords);
/// The bases of a class statement or of `type(...)`; refuses what no class may derive from.
bool setBases(Evaluator &evaluator, ClassObject &type, llvm::ArrayRef<Value> bases);
/// What an access to an attribute must ask, from the class's own attributes and its bases.
void findHooks(ClassObject &type);
/// What the program put into a class of the library, for an instance of it or of a class derived from it. Empty: nothing of the name.
std::optional<Value> findPatched(Evaluator &evaluator, Value object, llvm::StringRef name);
/// `issubclass`: `resolutionOrder`, classes registered with an abstract one, and those that have its methods.
std::optional<bool> isSubclass(Evaluator &evaluator, ClassObject *type, ClassObject *other);

} // namespace tessera::frontend
