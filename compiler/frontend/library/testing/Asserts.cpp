// SPDX-License-Identifier: Apache-2.0
// The assert methods of `unittest` and `absltest`. A comparison of arrays is recorded and fails the run; one of Python values fails at
// once, with Python's messages.
#include "compiler/frontend/library/testing/Testing.h"

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

static Value done(Call &call, bool ok) { return ok ? call.evaluator.none() : nullptr; }

/// `condition` or a failure with `first`, `words`, `second`.
static Value check(Call &call, Value condition, const char *words) {
  if (!condition)
    return nullptr;
  Value first = call[size_t(0)], second = call[size_t(1)];
  return done(call, require(call.evaluator, condition, [&] { return show(call.evaluator, first) + words + show(call.evaluator, second); }, call["msg"]));
}

template <CompareOp op> static Value compareHandler(Call &call) {
  static constexpr std::pair<CompareOp, const char *> words[] = {
      {CompareOp::equal, " != "},          {CompareOp::notEqual, " == "},          {CompareOp::less, " not less than "},
      {CompareOp::lessEqual, " not less than or equal to "}, {CompareOp::greater, " not greater than "},
      {CompareOp::greaterEqual, " not greater than or equal to "}, {CompareOp::is, " is not "},
      {CompareOp::isNot, " unexpectedly is "}, {CompareOp::in, " not found in "}, {CompareOp::notIn, " unexpectedly found in "}};
  for (const auto &[candidate, text] : words)
    if (candidate == op)
      return check(call, call.evaluator.compare(op, call[size_t(0)], call[size_t(1)]), text);
  return nullptr;
}

template <bool wanted> static Value truthHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value value = call["expr"], condition = value;
  auto *array = llvm::dyn_cast<ArrayObject>(value);
  if (!wanted && array && !array->traced && array->shape().empty())
    condition = evaluator.compare(CompareOp::equal, value, evaluator.integer(0));
  else if (!wanted)
    condition = evaluator.unary(UnaryOp::logicalNot, value);
  if (!condition)
    return nullptr;
  return done(call, require(evaluator, condition, [&] { return show(evaluator, value) + (wanted ? " is not true" : " is not false"); }, call["msg"]));
}

template <bool wanted> static Value noneHandler(Call &call) {
  bool holds = isNone(call["obj"]) == wanted;
  return done(call, require(call.evaluator, call.evaluator.boolean(holds),
                            [&] { return wanted ? show(call.evaluator, call["obj"]) + " is not None" : std::string("unexpectedly None"); }, call["msg"]));
}

template <bool wanted> static Value instanceHandler(Call &call) {
  std::optional<bool> fits = call.evaluator.isInstance(call["obj"], call["cls"]);
  if (!fits)
    return nullptr;
  return check(call, call.evaluator.boolean(*fits == wanted), wanted ? " is not an instance of " : " is an instance of ");
}

template <bool wanted> static Value regexHandler(Call &call) {
  std::optional<std::string> text = call.evaluator.toString(call["text"], "text");
  Value pattern = call[size_t(1)];
  std::optional<bool> found = text ? searchPattern(call.evaluator, pattern, *text) : std::nullopt;
  if (!found)
    return nullptr;
  return done(call, require(call.evaluator, call.evaluator.boolean(*found == wanted), [&] {
    return "the pattern " + show(call.evaluator, pattern) + (wanted ? " is not found in " : " is found in ") + show(call.evaluator, call["text"]);
  }, call["msg"]));
}

/// `round(first - second, places) == 0`, or `abs(first - second) <= delta`.
template <bool wanted> static Value almostHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<bool> same = llvm::isa<ArrayObject>(call["first"]) || llvm::isa<ArrayObject>(call["second"])
                                 ? std::optional<bool>(false) : evaluator.equal(call["first"], call["second"]);
  if (!same)
    return nullptr;
  if (*same)
    return check(call, evaluator.boolean(wanted), " == ");
  Value difference = evaluator.binary(BinaryOp::subtract, call["first"], call["second"]);
  std::optional<Value> absolute = difference ? evaluator.libraryMember("builtins", "abs") : std::optional<Value>(nullptr);
  Value distance = *absolute ? evaluator.call(*absolute, {difference}) : nullptr;
  if (!distance)
    return nullptr;
  Value limit = call["delta"];
  CompareOp op = CompareOp::lessEqual;
  if (isNone(limit)) {
    std::optional<int64_t> places = isNone(call["places"]) ? std::optional<int64_t>(7) : evaluator.toInt(call["places"], "places");
    if (!places)
      return nullptr;
    double bound = 0.5;
    for (int64_t i = 0; i < *places && i < 300; ++i)
      bound /= 10;
    limit = evaluator.floating(bound);
  }
  if (!wanted)
    op = CompareOp::greater;
  return check(call, evaluator.compare(op, distance, limit), wanted ? " and this are not almost equal: " : " and this are almost equal: ");
}

//===-- containers ---------------------------------------------------------------------------------------------===//

/// Element by element, so that the message says where.
static bool sequencesEqual(Call &call, Value first, Value second) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::vector<Value>> left = evaluator.toVector(first), right = left ? evaluator.toVector(second) : std::nullopt;
  if (!right)
    return false;
  if (left->size() != right->size())
    return failAssertion(evaluator, "the lengths differ: " + std::to_string(left->size()) + " and " + std::to_string(right->size()), call["msg"]), false;
  for (size_t i = 0; i < left->size(); ++i) {
    Value same = evaluator.compare(CompareOp::equal, (*left)[i], (*right)[i]);
    if (!same || !require(evaluator, same, [&] {
          return "element " + std::to_string(i) + " differs: " + show(evaluator, (*left)[i]) + " != " + show(evaluator, (*right)[i]);
        }, call["msg"]))
      return false;
  }
  return true;
}

static bool isOfClass(Call &call, Value value, llvm::StringRef name) {
  if (value->type(call.evaluator)->isSubclassOf(call.evaluator.builtinClass(name)))
    return true;
  return failAssertion(call.evaluator, "this is not a " + name.str() + ": " + show(call.evaluator, value), call["msg"]), false;
}

static Value sequenceEqual(Call &call) { return done(call, sequencesEqual(call, call[size_t(0)], call[size_t(1)])); }
static Value listEqual(Call &call) {
  return done(call, isOfClass(call, call[size_t(0)], "list") && isOfClass(call, call[size_t(1)], "list") && sequencesEqual(call, call[size_t(0)], call[size_t(1)]));
}
static Value tupleEqual(Call &call) {
  return done(call, isOfClass(call, call[size_t(0)], "tuple") && isOfClass(call, call[size_t(1)], "tuple") && sequencesEqual(call, call[size_t(0)], call[size_t(1)]));
}

/// How often each element is in a list; unhashable elements are compared one by one.
static std::optional<bool> sameElements(Evaluator &evaluator, Value first, Value second, bool counted) {
  std::optional<std::vector<Value>> left = evaluator.toVector(first), right = left ? evaluator.toVector(second) : std::nullopt;
  if (!right)
    return std::nullopt;
  if (counted && left->size() != right->size())
    return false;
  std::vector<bool> used(right->size());
  auto findIn = [&](Value item, const std::vector<Value> &list, bool take) -> std::optional<bool> {
    for (size_t i = 0; i < list.size(); ++i) {
      if (take && used[i])
        continue;
      std::optional<bool> same = evaluator.step() ? evaluator.equal(item, list[i]) : std::nullopt;
      if (!same)
        return std::nullopt;
      if (*same) {
        if (take)
          used[i] = true;
        return true;
      }
    }
    return false;
  };
  for (Value item : *left) {
    std::optional<bool> found = findIn(item, *right, counted);
    if (!found || !*found)
      return found;
  }
  for (Value item : *right) {
    std::optional<bool> found = counted ? std::optional<bool>(true) : findIn(item, *left, false);
    if (!found || !*found)
      return found;
  }
  return true;
}

template <bool counted> static Value elementsHandler(Call &call) {
  std::optional<bool> same = sameElements(call.evaluator, call[size_t(0)], call[size_t(1)], counted);
  return same ? check(call, call.evaluator.boolean(*same), " has not the elements of ") : nullptr;
}

static Value lengthHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<int64_t> length = evaluator.length(call["container"]), wanted = length ? evaluator.toInt(call["expected_len"], "expected_len") : length;
  if (!wanted)
    return nullptr;
  return done(call, require(evaluator, evaluator.boolean(*length == *wanted), [&] {
    return show(evaluator, call["container"]) + " has length of " + std::to_string(*length) + ", expected " + std::to_string(*wanted);
  }, call["msg"]));
}

template <bool wanted> static Value emptyHandler(Call &call) {
  std::optional<int64_t> length = call.evaluator.length(call["container"]);
  if (!length)
    return nullptr;
  return done(call, require(call.evaluator, call.evaluator.boolean((*length == 0) == wanted),
                            [&] { return show(call.evaluator, call["container"]) + (wanted ? " is not empty" : " is empty"); }, call["msg"]));
}

template <bool atStart> static Value affixHandler(Call &call) {
  std::optional<std::string> actual = call.evaluator.toString(call[size_t(0)], "actual"), part = actual ? call.evaluator.toString(call[size_t(1)], "expected") : actual;
  if (!part)
    return nullptr;
  bool holds = atStart ? llvm::StringRef(*actual).starts_with(*part) : llvm::StringRef(*actual).ends_with(*part);
  return check(call, call.evaluator.boolean(holds), atStart ? " does not start with " : " does not end with ");
}

static Value subsetHandler(Call &call) {
  std::optional<std::vector<Value>> wanted = call.evaluator.toVector(call["expected_subset"]);
  for (size_t i = 0; wanted && i < wanted->size(); ++i) {
    Value inside = call.evaluator.compare(CompareOp::in, (*wanted)[i], call["actual_set"]);
    if (!inside || !require(call.evaluator, inside, [&] { return show(call.evaluator, (*wanted)[i]) + " is missing in " + show(call.evaluator, call["actual_set"]); }, call["msg"]))
      return nullptr;
  }
  return wanted ? call.evaluator.none() : nullptr;
}

static Value betweenHandler(Call &call) {
  Value low = call.evaluator.compare(CompareOp::lessEqual, call["minv"], call["value"]);
  if (!low || !require(call.evaluator, low, [&] { return show(call.evaluator, call["value"]) + " is less than " + show(call.evaluator, call["minv"]); }, call["msg"]))
    return nullptr;
  Value high = call.evaluator.compare(CompareOp::lessEqual, call["value"], call["maxv"]);
  return done(call, high && require(call.evaluator, high, [&] { return show(call.evaluator, call["value"]) + " is greater than " + show(call.evaluator, call["maxv"]); }, call["msg"]));
}

//===-- blocks that must raise ---------------------------------------------------------------------------------===//

/// A context manager, or, with a function to call, the call made inside it.
static Value expect(Call &call, Value types, Value pattern, bool isWarning, bool isLiteral = false) {
  Evaluator &evaluator = call.evaluator;
  auto *block = evaluator.make<ExpectRaises>(ExpectRaises::Style::unittest, types, pattern, isWarning);
  block->isLiteral = isLiteral;
  auto *rest = llvm::cast<TupleObject>(call["args"]);
  auto *keywords = llvm::cast<DictObject>(call["kwargs"]);
  if (rest->items.empty()) {
    for (const HashTable::Entry &entry : keywords->table.entries()) {
      if (!entry.key)
        continue;
      if (llvm::cast<StrObject>(entry.key)->value != "msg")
        return evaluator.raise(DiagnosticId::argumentError, "'" + llvm::cast<StrObject>(entry.key)->value + "' is an invalid keyword argument for this function");
      block->userMessage = entry.value;
    }
    return block;
  }
  Arguments arguments;
  arguments.positional.assign(rest->items.begin() + 1, rest->items.end());
  for (const HashTable::Entry &entry : keywords->table.entries())
    if (entry.key)
      arguments.keywords.emplace_back(llvm::cast<StrObject>(entry.key)->value, entry.value);
  return block->callInside(evaluator, rest->items.front(), arguments) ? evaluator.none() : nullptr;
}
static Value assertRaises(Call &call) { return expect(call, call[size_t(0)], nullptr, false); }
static Value assertRaisesRegex(Call &call) { return expect(call, call[size_t(0)], call[size_t(1)], false); }
static Value assertRaisesText(Call &call) { return expect(call, call[size_t(0)], call[size_t(1)], false, /*isLiteral=*/true); }
static Value assertWarns(Call &call) { return expect(call, call[size_t(0)], nullptr, true); }
static Value assertWarnsRegex(Call &call) { return expect(call, call[size_t(0)], call[size_t(1)], true); }

#define TESSERA_ASSERT(name, signature, summary, handler) {"unittest.TestCase", name, EntryKind::method, signature, summary, handler}
#define TESSERA_ABSL(name, signature, summary, handler) {"absl.testing.absltest.TestCase", name, EntryKind::method, signature, summary, handler}
static constexpr LibraryEntry entries[] = {
    TESSERA_ASSERT("assertEqual", "(first, second, msg=None)", "Fails unless `first == second`; of arrays of rank 0, when the program runs.", compareHandler<CompareOp::equal>),
    TESSERA_ASSERT("assertNotEqual", "(first, second, msg=None)", "Fails unless `first != second`.", compareHandler<CompareOp::notEqual>),
    TESSERA_ASSERT("assertTrue", "(expr, msg=None)", "Fails unless the value is true.", truthHandler<true>),
    TESSERA_ASSERT("assertFalse", "(expr, msg=None)", "Fails unless the value is false.", truthHandler<false>),
    TESSERA_ASSERT("assertIs", "(first, second, msg=None)", "Fails unless both are the same object.", compareHandler<CompareOp::is>),
    TESSERA_ASSERT("assertIsNot", "(first, second, msg=None)", "Fails if both are the same object.", compareHandler<CompareOp::isNot>),
    TESSERA_ASSERT("assertIsNone", "(obj, msg=None)", "Fails unless the value is None.", noneHandler<true>),
    TESSERA_ASSERT("assertIsNotNone", "(obj, msg=None)", "Fails if the value is None.", noneHandler<false>),
    TESSERA_ASSERT("assertIn", "(member, container, msg=None)", "Fails unless `member in container`.", compareHandler<CompareOp::in>),
    TESSERA_ASSERT("assertNotIn", "(member, container, msg=None)", "Fails if `member in container`.", compareHandler<CompareOp::notIn>),
    TESSERA_ASSERT("assertIsInstance", "(obj, cls, msg=None)", "Fails unless the object is of a class.", instanceHandler<true>),
    TESSERA_ASSERT("assertNotIsInstance", "(obj, cls, msg=None)", "Fails if the object is of a class.", instanceHandler<false>),
    TESSERA_ASSERT("assertLess", "(a, b, msg=None)", "Fails unless `a < b`.", compareHandler<CompareOp::less>),
    TESSERA_ASSERT("assertLessEqual", "(a, b, msg=None)", "Fails unless `a <= b`.", compareHandler<CompareOp::lessEqual>),
    TESSERA_ASSERT("assertGreater", "(a, b, msg=None)", "Fails unless `a > b`.", compareHandler<CompareOp::greater>),
    TESSERA_ASSERT("assertGreaterEqual", "(a, b, msg=None)", "Fails unless `a >= b`.", compareHandler<CompareOp::greaterEqual>),
    TESSERA_ASSERT("assertAlmostEqual", "(first, second, places=None, msg=None, delta=None)", "Fails unless the numbers agree to 7 decimals, or within `delta`.", almostHandler<true>),
    TESSERA_ASSERT("assertNotAlmostEqual", "(first, second, places=None, msg=None, delta=None)", "Fails if the numbers agree to 7 decimals, or within `delta`.", almostHandler<false>),
    TESSERA_ASSERT("assertRegex", "(text, expected_regex, msg=None)", "Fails unless the pattern is found in the text.", regexHandler<true>),
    TESSERA_ASSERT("assertNotRegex", "(text, unexpected_regex, msg=None)", "Fails if the pattern is found in the text.", regexHandler<false>),
    TESSERA_ASSERT("assertSequenceEqual", "(first, second, msg=None)", "Fails unless the elements are equal.", sequenceEqual),
    TESSERA_ASSERT("assertListEqual", "(list1, list2, msg=None)", "Fails unless both are lists with equal elements.", listEqual),
    TESSERA_ASSERT("assertTupleEqual", "(tuple1, tuple2, msg=None)", "Fails unless both are tuples with equal elements.", tupleEqual),
    TESSERA_ASSERT("assertDictEqual", "(d1, d2, msg=None)", "Fails unless the dicts are equal.", compareHandler<CompareOp::equal>),
    TESSERA_ASSERT("assertSetEqual", "(set1, set2, msg=None)", "Fails unless the sets are equal.", compareHandler<CompareOp::equal>),
    TESSERA_ASSERT("assertMultiLineEqual", "(first, second, msg=None)", "Fails unless the texts are equal.", compareHandler<CompareOp::equal>),
    TESSERA_ASSERT("assertCountEqual", "(first, second, msg=None)", "Fails unless both have the same elements equally often.", elementsHandler<true>),
    TESSERA_ASSERT("assertRaises", "(expected_exception, *args, **kwargs)", "A block, or a call, that must raise.", assertRaises),
    TESSERA_ASSERT("assertRaisesRegex", "(expected_exception, expected_regex, *args, **kwargs)", "A block, or a call, that must raise with a text.", assertRaisesRegex),
    TESSERA_ASSERT("assertWarns", "(expected_warning, *args, **kwargs)", "A block, or a call, that must warn.", assertWarns),
    TESSERA_ASSERT("assertWarnsRegex", "(expected_warning, expected_regex, *args, **kwargs)", "A block, or a call, that must warn with a text.", assertWarnsRegex),
    TESSERA_ABSL("assertLen", "(container, expected_len, msg=None)", "Fails unless the container has this length.", lengthHandler),
    TESSERA_ABSL("assertEmpty", "(container, msg=None)", "Fails unless the container is empty.", emptyHandler<true>),
    TESSERA_ABSL("assertNotEmpty", "(container, msg=None)", "Fails if the container is empty.", emptyHandler<false>),
    TESSERA_ABSL("assertStartsWith", "(actual, expected_start, msg=None)", "Fails unless the text begins so.", affixHandler<true>),
    TESSERA_ABSL("assertEndsWith", "(actual, expected_end, msg=None)", "Fails unless the text ends so.", affixHandler<false>),
    TESSERA_ABSL("assertSameElements", "(expected_seq, actual_seq, msg=None)", "Fails unless both have the same elements, however often.", elementsHandler<false>),
    TESSERA_ABSL("assertContainsSubset", "(expected_subset, actual_set, msg=None)", "Fails unless all of the first are in the second.", subsetHandler),
    TESSERA_ABSL("assertBetween", "(value, minv, maxv, msg=None)", "Fails unless `minv <= value <= maxv`.", betweenHandler),
    TESSERA_ABSL("assertRaisesWithLiteralMatch", "(expected_exception, expected_exception_message, *args, **kwargs)", "A block, or a call, that must raise with exactly this text.", assertRaisesText),
};
#undef TESSERA_ASSERT
#undef TESSERA_ABSL

llvm::ArrayRef<LibraryEntry> testing::assertEntries() { return entries; }
