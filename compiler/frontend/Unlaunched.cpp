// SPDX-License-Identifier: Apache-2.0
// Finds kernels that nothing launches and writes launches for them.
//
// What a launch passes is told from the kernel's text alone. Triton: a parameter that an address begins with (`x_ptr +
// offsets` in a `tl.load`, or what such a sum was assigned to) is an array, `tl.constexpr` without a default is a
// size of blocks, a name that says `stride` is one, every other number is a size. Two forms of launches cover these:
//
//   one size of blocks, which the program's number is multiplied by: vectors of four blocks and a bit
//       x = torch.rand(4196, device="cuda"); add[(triton.cdiv(4196, 1024),)](x, 4196, BLOCK=1024)
//   all else: square arrays, and every size is that of a side, so that no block reaches out of them
//       x = torch.rand((64, 64), device="cuda"); softmax[(64,)](x, 64, 64, BLOCK=64)
//
// Pallas: a function of parameters `*_ref` gets whole arrays; those that it only writes are its results. Nothing else
// is taken for a Pallas kernel. A text that does not evaluate is not offered (Frontend.cpp).
#include "compiler/frontend/Unlaunched.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/library/triton/Jit.h"
#include "compiler/frontend/syntax/Walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::StringRef;
using syntax::Node;

static void walk(Node *node, llvm::function_ref<void(Node *)> visit) {
  visit(node);
  syntax::forEachChild(node, [&](Node *child) { walk(child, visit); });
}

static void walkBody(const FunctionObject &function, llvm::function_ref<void(Node *)> visit) {
  for (syntax::Stmt *statement : function.definition->body)
    walk(statement, visit);
}

/// The name that a sum begins with: `x_ptr` of `x_ptr + row * stride + columns`. Empty: none.
static StringRef beginOf(const syntax::Expr *expr) {
  while (auto *sum = dyn_cast_or_null<syntax::BinaryExpr>(expr)) {
    if (sum->op != syntax::BinaryOp::add && sum->op != syntax::BinaryOp::subtract)
      return "";
    expr = sum->left;
  }
  auto *name = dyn_cast_or_null<syntax::NameExpr>(expr);
  return name ? name->name : "";
}

/// What is called, without the module: `load` of `tl.load(...)`.
static StringRef calledName(const syntax::CallExpr &call) {
  auto *attribute = dyn_cast<syntax::AttributeExpr>(call.callee);
  return attribute ? attribute->name.text : StringRef();
}

static const syntax::Expr *argumentOf(const syntax::CallExpr &call, StringRef keyword) {
  for (const syntax::Argument &argument : call.arguments)
    if (argument.kind == syntax::Argument::Kind::positional || argument.name.text == keyword)
      return argument.value;
  return nullptr;
}

static std::string arguments(llvm::ArrayRef<std::string> texts) { return llvm::join(texts, ", "); }

//===-- Triton -------------------------------------------------------------------------------------------------===//

namespace {

/// What a Triton kernel's text says of its parameters.
struct TritonText {
  llvm::StringSet<> addressed; // addresses begin with it
  llvm::StringSet<> written;   // and are stored to
  llvm::StringSet<> factors;   // names that something is multiplied by
  unsigned axes = 1;           // of its grid
};

} // namespace

static void noteCall(const syntax::CallExpr &call, TritonText &text) {
  StringRef name = calledName(call);
  bool stores = name == "store" || name.starts_with("atomic_");
  if (stores || name == "load" || name == "make_block_ptr" || name == "make_tensor_descriptor") {
    StringRef begin = beginOf(argumentOf(call, name.starts_with("make_") ? "base" : "pointer"));
    if (begin.empty())
      return;
    text.addressed.insert(begin);
    if (stores)
      text.written.insert(begin);
  }
  if (name != "program_id")
    return;
  auto *axis = dyn_cast_or_null<syntax::ConstantExpr>(argumentOf(call, "axis"));
  unsigned number = 0;
  if (axis && !axis->text.getAsInteger(10, number) && number < 3)
    text.axes = std::max(text.axes, number + 1);
}

static TritonText readTriton(const FunctionObject &function) {
  TritonText text;
  std::vector<std::pair<StringRef, StringRef>> sums; // a variable, and the name that its value begins with
  walkBody(function, [&](Node *node) {
    if (auto *call = dyn_cast<syntax::CallExpr>(node))
      noteCall(*call, text);
    else if (auto *product = dyn_cast<syntax::BinaryExpr>(node); product && product->op == syntax::BinaryOp::multiply)
      for (const syntax::Expr *factor : {product->left, product->right})
        text.factors.insert(beginOf(factor));
    else if (auto *assignment = dyn_cast<syntax::AssignStmt>(node); assignment && assignment->targets.size() == 1)
      if (auto *target = dyn_cast<syntax::NameExpr>(assignment->targets[0]))
        sums.push_back({target->name, beginOf(assignment->value)});
  });
  // Backwards, as often as variables stand for each other.
  for (size_t round = 0; round <= sums.size(); ++round)
    for (auto [variable, begin] : sums)
      for (llvm::StringSet<> *names : {&text.addressed, &text.written})
        if (!begin.empty() && names->contains(variable))
          names->insert(begin);
  return text;
}

static bool isConstexpr(const ParameterInfo &parameter) {
  auto *type = dyn_cast_or_null<ClassObject>(parameter.annotation);
  return type && type->name == "constexpr";
}

/// The stride of the last of several axes of one array is 1: `stride_am, stride_ak` are named alike but for their last
/// letter.
static bool isLastStride(llvm::ArrayRef<ParameterInfo> parameters, size_t at) {
  auto alike = [&](size_t other) {
    StringRef a = parameters[at].name, b = parameters[other].name;
    return b.contains("stride") && a.drop_back() == b.drop_back();
  };
  return at > 0 && alike(at - 1) && (at + 1 == parameters.size() || !alike(at + 1));
}

static bool isKeyword(StringRef name) {
#define KEYWORD(kind, text)                                                                                            \
  if (name == text)                                                                                                    \
    return true;
#include "compiler/frontend/syntax/TokenKinds.def"
  return false;
}

/// A variable for what is passed as `in_ptr`: `in_`.
static std::string freeName(StringRef wanted, DictObject *globals, Evaluator &evaluator) {
  std::string name = wanted.str();
  while (globals->find(evaluator, name) || isKeyword(name))
    name += "_";
  return name;
}

static std::string stemOf(StringRef name, llvm::ArrayRef<StringRef> endings) {
  for (StringRef ending : endings)
    if (name.size() > ending.size() && name.ends_with(ending))
      return name.drop_back(ending.size()).str();
  return name.str();
}

/// Empty where the parameters say too little. `tuned`: others choose what has no default.
static std::string launchTritonText(Evaluator &evaluator, const FunctionObject &function, DictObject *globals,
                                    bool isTuned) {
  TritonText text = readTriton(function);
  llvm::ArrayRef<ParameterInfo> parameters = function.parameters;
  auto isBlock = [](const ParameterInfo &one) { return isConstexpr(one) && !one.defaultValue; };
  auto isStride = [](const ParameterInfo &one) { return StringRef(one.name).contains("stride"); };
  bool isTiled =
      llvm::any_of(parameters, [&](auto &one) { return isConstexpr(one) && text.factors.contains(one.name); });
  bool isVector =
      isTiled && text.axes == 1 && llvm::count_if(parameters, isBlock) == 1 && llvm::none_of(parameters, isStride);
  std::string size = isVector ? "4196" : "64", block = isVector ? "1024" : "64";
  std::string made, printed;
  std::vector<std::string> passed;
  if (!globals->find(evaluator, "torch"))
    made += "import torch\n";
  std::string cdivBlock;
  for (auto [at, parameter] : llvm::enumerate(parameters)) {
    if (parameter.kind != syntax::Parameter::Kind::positional)
      return "";
    if (isBlock(parameter)) {
      if (!isTuned)
        passed.push_back(parameter.name + "=" + block);
      cdivBlock = isTuned ? "meta[\"" + parameter.name + "\"]" : block;
    } else if (isConstexpr(parameter) || parameter.defaultValue) {
      continue;
    } else if (text.addressed.contains(parameter.name)) {
      std::string name = freeName(stemOf(parameter.name, {"_ptr", "_pointer", "_ref"}), globals, evaluator);
      bool isWritten = text.written.contains(parameter.name);
      std::string shape = isVector ? size : "(" + size + ", " + size + ")";
      made += name + " = torch." + (isWritten ? "zeros" : "rand") + "(" + shape + ", device=\"cuda\")\n";
      passed.push_back(name);
      printed = isWritten || printed.empty() ? name : printed;
    } else {
      passed.push_back(isStride(parameter) && isLastStride(parameters, at) ? "1" : size);
    }
  }
  // Positional arguments stand before named ones.
  std::stable_partition(passed.begin(), passed.end(),
                        [](const std::string &one) { return !StringRef(one).contains('='); });
  if (printed.empty())
    return "";
  std::string cdiv = "triton.cdiv(" + size + ", " + cdivBlock + ")";
  std::string first = isVector ? cdiv : isTiled ? "1" : size;
  std::string grid = "(" + first + "," + (text.axes > 1 ? " 1" : "") + (text.axes > 2 ? ", 1" : "") + ")";
  if (isVector && isTuned)
    grid = "lambda meta: " + grid;
  if (isVector && !globals->find(evaluator, "triton"))
    made = "import triton\n" + made;
  return made + function.name + "[" + grid + "](" + arguments(passed) + ")\nprint(" + printed + ")\n";
}

//===-- Pallas -------------------------------------------------------------------------------------------------===//

static bool isPallasKernel(const FunctionObject &function) {
  return !function.parameters.empty() && llvm::all_of(function.parameters, [](const ParameterInfo &parameter) {
    return StringRef(parameter.name).ends_with("_ref") && parameter.kind == syntax::Parameter::Kind::positional;
  });
}

/// The name that the program has given to a module of the library; else one that an import puts before the launch.
static std::string nameOfModule(Evaluator &evaluator, DictObject *globals, StringRef module, StringRef import,
                                StringRef name, std::string &imports) {
  for (const auto &entry : globals->table.entries())
    if (auto *known = dyn_cast_or_null<ModuleObject>(entry.value); known && known->name == module)
      if (auto *text = dyn_cast_or_null<StrObject>(entry.key))
        return text->value;
  imports += import.str() + "\n";
  return name.str();
}

static std::string launchPallasText(Evaluator &evaluator, const FunctionObject &function, DictObject *globals) {
  llvm::StringSet<> read, written;
  bool hasGrid = false;
  llvm::DenseMap<const Node *, bool> isTarget;
  walkBody(function, [&](Node *node) {
    if (auto *assignment = dyn_cast<syntax::AssignStmt>(node))
      for (const syntax::Expr *target : assignment->targets)
        isTarget[target] = true;
    if (auto *call = dyn_cast<syntax::CallExpr>(node))
      hasGrid |= calledName(*call) == "program_id";
    auto *item = dyn_cast<syntax::SubscriptExpr>(node);
    auto *name = item ? dyn_cast<syntax::NameExpr>(item->object) : nullptr;
    if (name)
      (isTarget.lookup(item) ? written : read).insert(name->name);
  });
  std::string imports, made;
  std::string jax = nameOfModule(evaluator, globals, "jax", "import jax", "jax", imports);
  std::string jnp = nameOfModule(evaluator, globals, "jax.numpy", "import jax.numpy as jnp", "jnp", imports);
  std::string pl = nameOfModule(evaluator, globals, "jax.experimental.pallas",
                                "from jax.experimental import pallas as pl", "pl", imports);
  std::vector<std::string> passed, results;
  for (const ParameterInfo &parameter : function.parameters) {
    std::string name = freeName(stemOf(parameter.name, {"_ref"}), globals, evaluator);
    if (written.contains(parameter.name) && !read.contains(parameter.name)) {
      results.push_back(name);
      continue;
    }
    if (!results.empty())
      return ""; // results come last
    passed.push_back(name);
    made += name + " = " + jax + ".random.normal(" + jax + ".random.key(" + std::to_string(passed.size() - 1) +
            "), (128, 128))\n";
  }
  if (results.empty())
    return "";
  std::string shape = jax + ".ShapeDtypeStruct((128, 128), " + jnp + ".float32)";
  std::string shapes = results.size() == 1 ? shape : "[" + shape + "] * " + std::to_string(results.size());
  return imports + made + arguments(results) + " = " + pl + ".pallas_call(" + function.name + ", out_shape=" + shapes +
         (hasGrid ? ", grid=(1,)" : "") + ")(" + arguments(passed) + ")\nprint(" + arguments(results) + ")\n";
}

//===-------------------------------------------------------------------------------------------------------------===//

std::vector<UnlaunchedKernel> frontend::findUnlaunched(Evaluator &evaluator) {
  DictObject *globals = Interpretation::of(evaluator).globalsAsDict();
  struct Found {
    const FunctionObject *function;
    bool isTriton, isTuned;
  };
  std::vector<Found> found;
  for (const auto &entry : globals->table.entries()) {
    Value value = entry.value; // null where the program deleted the name
    TritonFunction *kernel = value ? innermostTriton(value) : nullptr;
    auto *function = kernel ? kernel->function : dyn_cast_or_null<FunctionObject>(value);
    if (function && function->definition && (kernel || isPallasKernel(*function)))
      found.push_back({function, kernel != nullptr, kernel && Value(kernel) != value});
  }
  llvm::StringSet<> called;
  for (const Found &one : found)
    walkBody(*one.function, [&](Node *node) {
      if (auto *name = dyn_cast<syntax::NameExpr>(node))
        called.insert(name->name);
    });
  std::vector<UnlaunchedKernel> kernels;
  for (const Found &one : found) {
    const FunctionObject &function = *one.function;
    if (called.contains(function.name))
      continue;
    UnlaunchedKernel kernel{function.name, evaluator.where(function.definition->name.range), "", {}};
    if (one.isTriton) {
      kernel.way = "`" + function.name + "[grid](...)` launches it";
      kernel.launches = {launchTritonText(evaluator, function, globals, one.isTuned)};
    } else {
      kernel.way = "`pl.pallas_call(" + function.name + ", out_shape=...)(...)` launches it";
      kernel.launches = {launchPallasText(evaluator, function, globals)};
    }
    llvm::erase_if(kernel.launches, [](const std::string &text) { return text.empty(); });
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

SourceRange frontend::endOf(llvm::StringRef fileName, llvm::StringRef source) {
  unsigned line = 1 + static_cast<unsigned>(source.count('\n'));
  unsigned column = 1;
  for (unsigned char byte : source.drop_front(source.rfind('\n') + 1)) // npos + 1 is 0
    column += (byte & 0xC0) != 0x80;                                   // code points
  return {fileName.str(), {line, column}, {line, column}};
}
