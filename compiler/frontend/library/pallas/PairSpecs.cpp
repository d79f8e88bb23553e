// SPDX-License-Identifier: Apache-2.0
// A tree of BlockSpecs beside a tree of arrays. Where they differ, every difference is listed with the way to it, in JAX's words.
#include "compiler/frontend/library/pallas/PairSpecs.h"
#include "compiler/frontend/library/arrays/Tree.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Pairing {
public:
  Pairing(Evaluator &evaluator, llvm::MutableArrayRef<KernelOperand> operands, llvm::StringRef specsName, llvm::StringRef treeName)
      : evaluator(evaluator), operands(operands), specsName(specsName), treeName(treeName) {}

  void visit(Value specs, Value tree, const std::string &path);
  std::vector<std::string> mismatches;

private:
  void visitSequence(SequenceObject *specs, Value tree, const std::string &path);
  void visitDict(DictObject *specs, Value tree, const std::string &path);
  void differ(const std::string &path, const std::string &seen, const std::string &expected, const std::string &reason);
  void skip(Value tree) {
    std::vector<Value> leaves;
    flattenTree(tree, leaves);
    operands = operands.drop_front(leaves.size());
  }

  Evaluator &evaluator;
  llvm::MutableArrayRef<KernelOperand> operands; // those not visited yet
  llvm::StringRef specsName, treeName;
};

} // namespace

static std::string describeNode(Value tree) {
  if (auto *sequence = dyn_cast<SequenceObject>(tree))
    return std::string("a ") + (sequence->kind() == Kind::list ? "list" : "tuple") + " of length " + std::to_string(sequence->items.size());
  if (auto *dict = dyn_cast<DictObject>(tree))
    return "a dict with " + std::to_string(dict->table.size()) + (dict->table.size() == 1 ? " child" : " children");
  return isNone(tree) ? "None" : "a pytree leaf";
}

void Pairing::differ(const std::string &path, const std::string &seen, const std::string &expected, const std::string &reason) {
  mismatches.push_back("    * " + (path.empty() ? "" : "at " + path + ", ") + "`" + specsName.str() + "` is " + seen + " but `" + treeName.str() +
                       "` is " + expected + ", so " + reason);
}

void Pairing::visitSequence(SequenceObject *specs, Value tree, const std::string &path) {
  auto *items = dyn_cast<SequenceObject>(tree);
  bool isSameKind = items && (items->kind() == specs->kind() || path.empty());
  if (!isSameKind || items->items.size() != specs->items.size()) {
    // At the root a list counts as a tuple.
    bool isRoot = path.empty() && items;
    auto describe = [&](Value node) {
      return isRoot ? "a tuple of length " + std::to_string(cast<SequenceObject>(node)->items.size()) : describeNode(node);
    };
    differ(path, describe(specs), describe(tree), isSameKind ? "the lengths do not match" : "their Python types differ");
    return skip(tree);
  }
  for (size_t index = 0; index < specs->items.size(); ++index)
    visit(specs->items[index], items->items[index], path + "[" + std::to_string(index) + "]");
}

void Pairing::visitDict(DictObject *specs, Value tree, const std::string &path) {
  auto *dict = dyn_cast<DictObject>(tree);
  bool fits = dict && dict->table.size() == specs->table.size();
  std::vector<std::pair<std::string, std::pair<Value, Value>>> pairs;
  for (const HashTable::Entry &entry : specs->table.entries()) {
    auto *key = entry.key ? dyn_cast<StrObject>(entry.key) : nullptr;
    Value item = key && dict ? dict->find(evaluator, key->value) : nullptr;
    fits &= !entry.key || item != nullptr;
    if (item)
      pairs.push_back({key->value, {entry.value, item}});
  }
  if (!fits) {
    differ(path, describeNode(specs), describeNode(tree), dict ? "their keys do not match" : "their Python types differ");
    return skip(tree);
  }
  llvm::sort(pairs, [](const auto &a, const auto &b) { return a.first < b.first; }); // flattenTree's order
  for (const auto &[key, pair] : pairs)
    visit(pair.first, pair.second, path + "['" + key + "']");
}

void Pairing::visit(Value specs, Value tree, const std::string &path) {
  auto *record = dyn_cast<RecordObject>(specs);
  if (isNone(specs) || (record && record->recordType->name == "NoBlockSpec"))
    return skip(tree);
  if (auto *sequence = dyn_cast<SequenceObject>(specs))
    return visitSequence(sequence, tree, path);
  if (auto *dict = dyn_cast<DictObject>(specs))
    return visitDict(dict, tree, path);
  if (isa<SequenceObject, DictObject>(tree) || isNone(tree)) {
    differ(path, "a pytree leaf", describeNode(tree), "their Python types differ");
    return skip(tree);
  }
  if (!record || record->recordType->name != "BlockSpec") {
    differ(path, "a `" + specs->typeName(evaluator) + "`", "a pytree leaf", "it is not a BlockSpec");
    return skip(tree);
  }
  operands.front().spec = record;
  operands = operands.drop_front();
}

bool frontend::pairSpecs(Evaluator &evaluator, Value specs, Value tree, llvm::MutableArrayRef<KernelOperand> operands, llvm::StringRef specsName,
                         llvm::StringRef treeName) {
  if (isNone(specs))
    return true;
  // What is one thing and no sequence of things counts as a sequence of one.
  if (!isa<SequenceObject>(tree))
    tree = evaluator.tuple({tree});
  auto *record = dyn_cast<RecordObject>(specs);
  if (!isa<SequenceObject>(specs) && !(record && record->recordType->name == "NoBlockSpec"))
    specs = evaluator.tuple({specs});
  Pairing pairing(evaluator, operands, specsName, treeName);
  pairing.visit(specs, tree, "");
  if (pairing.mismatches.empty())
    return true;
  std::string message = "Pytree for `" + specsName.str() + "` and `" + treeName.str() + "` do not match. There are " +
                        std::to_string(pairing.mismatches.size()) + " mismatches, including:";
  for (const std::string &mismatch : llvm::ArrayRef<std::string>(pairing.mismatches).take_front(5))
    message += "\n" + mismatch;
  return evaluator.raise(DiagnosticId::blockSpec, message).note("one BlockSpec an array, in the arrays' structure"), false;
}
