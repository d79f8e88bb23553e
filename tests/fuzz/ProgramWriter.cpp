// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/ProgramWriter.h"
#include "compiler/driver/Compiler.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace tessera;
using namespace tessera::fuzz;
using llvm::StringRef;

/// `(x, /, axis=None, *, dtype=None, **options)` → x axis dtype.
static std::vector<std::string> parametersOf(StringRef signature) {
  std::vector<std::string> names;
  int depth = 0;
  size_t begin = 1;
  for (size_t i = 0; i < signature.size(); ++i) {
    char c = signature[i];
    if (c == '(' || c == '[' || c == '{')
      ++depth;
    bool ends = (depth == 1 && c == ',') || (depth == 1 && c == ')' && i + 1 == signature.size());
    if (c == ')' || c == ']' || c == '}')
      --depth;
    if (!ends)
      continue;
    StringRef name = signature.slice(begin, i).split('=').first.split(':').first.trim();
    begin = i + 1;
    if (!name.empty() && name != "/" && !name.starts_with("*"))
      names.push_back(name.str());
  }
  return names;
}

Catalog Catalog::ofLibrary() {
  Catalog catalog;
  llvm::json::Value reference = Compiler::reference();
  for (const llvm::json::Value &module : *reference.getAsObject()->getArray("modules")) {
    std::string name = module.getAsObject()->getString("name")->str();
    StringRef root = StringRef(name).split('.').first;
    bool isTriton = StringRef(name).starts_with("triton.language");
    std::vector<Callable> &group = isTriton                                         ? catalog.triton
                                   : StringRef(name).contains("pallas")             ? catalog.pallas
                                   : root == "torch"                                ? catalog.torch
                                   : root == "jax" || root == "numpy"               ? catalog.arrays
                                                                                    : catalog.python;
    for (const llvm::json::Value &value : *module.getAsObject()->getArray("entries")) {
      const llvm::json::Object &entry = *value.getAsObject();
      if (!entry.getBoolean("supported").value_or(false))
        continue; // calling it ends the program
      StringRef kind = *entry.getString("kind");
      std::string called = entry.getString("name")->str();
      Callable callable{name == "builtins" ? "" : name, "", parametersOf(*entry.getString("signature"))};
      if (kind == "method" || kind == "property") {
        callable.module.clear();
        callable.name = StringRef(called).rsplit('.').second.str();
        catalog.methods.push_back(std::move(callable));
      } else if (kind == "function" || kind == "decorator" || kind == "type") {
        callable.name = name == "builtins" ? called : name + "." + called;
        group.push_back(std::move(callable));
      }
    }
  }
  return catalog;
}

namespace {
/// The bytes as choices. At their end every choice is the first one, which the grammar keeps small.
class Choices {
public:
  explicit Choices(llvm::ArrayRef<uint8_t> bytes) : bytes(bytes) {}
  size_t below(size_t count) {
    size_t value = next();
    if (count > 256)
      value = value << 8 | next();
    return count ? value % count : 0;
  }
  bool oneIn(size_t count) { return below(count) + 1 == count; }
  bool ended() const { return bytes.empty(); }

private:
  size_t next() {
    if (bytes.empty())
      return 0;
    size_t value = bytes.front();
    bytes = bytes.drop_front();
    return value;
  }
  llvm::ArrayRef<uint8_t> bytes;
};

enum class Place { host, pallasKernel, tritonKernel };

class Writer {
public:
  Writer(const Catalog &catalog, llvm::ArrayRef<uint8_t> bytes) : catalog(catalog), choices(bytes) {}
  std::string write();

private:
  static constexpr unsigned maximumDepth = 4, maximumStatements = 40;
  const Catalog &catalog;
  Choices choices;
  Place place = Place::host;
  std::string text;
  std::set<std::string> imports;
  unsigned indent = 0, functions = 0, statements = 0, loopDepth = 0, functionDepth = 0;

  const char *pick(llvm::ArrayRef<const char *> list) { return list[choices.below(list.size())]; }
  std::string variable() { return "v" + std::to_string(choices.below(6)); }
  void line(const std::string &content) { text += std::string(2 * indent, ' ') + content + "\n"; }
  std::string literal();
  std::string list(unsigned depth, size_t limit);
  std::string argument(StringRef parameter, unsigned depth);
  std::string arguments(const Callable &callable, unsigned depth);
  std::string call(unsigned depth);
  std::string array();
  std::string index(unsigned depth);
  std::string expression(unsigned depth);
  std::string comprehension(unsigned depth);
  void block(unsigned depth);
  void statement(unsigned depth);
  void compound(unsigned depth);
  void pallas();
  void triton();
};
} // namespace

std::string Writer::literal() {
  return pick({"0", "1", "2", "-1", "3", "4", "8", "16", "True", "False", "None", "0.5", "-1.5", "1e300", "float('nan')", "float('inf')", "-0.0",
               "2147483647", "-2147483648", "4294967296", "-2**63", "2**64", "10**40", "''", "'abc'", "'x: {}'", "'i,j->ij'", "'%d'", "b'ab'", "'é'", "()",
               "[]", "{}", "...", "(2, 3)", "(8, 16)", "(4, 4)", "[1, 2, 3]", "[[1.0, 2.0], [3.0, 4.0]]", "{'a': 1, 'b': [2]}", "{1, 2}", "range(5)",
               "slice(1, None, 2)", "int", "float", "str", "object()", "'float32'", "(lambda *a, **k: a[0])", "(lambda x, y=1: x + y)"});
}

std::string Writer::list(unsigned depth, size_t limit) {
  std::string items;
  for (size_t i = 0, count = choices.below(limit); i < count; ++i)
    items += expression(depth + 1) + ", ";
  return items;
}

/// Mostly what a parameter of this name is given, so that calls get past the checks of their arguments.
std::string Writer::argument(StringRef parameter, unsigned depth) {
  if (choices.oneIn(4))
    return expression(depth + 1);
  if (parameter.contains("dtype") || parameter == "type")
    return pick({"jnp.float32", "jnp.int8", "None", "np.uint32", "'bfloat16'", "jnp.bool_", "float", "jnp.float8_e4m3fn", "tl.float16", "torch.int64"});
  if (parameter.contains("axis") || parameter.starts_with("dim") || parameter == "axes")
    return pick({"0", "1", "-1", "None", "(0, 1)", "2", "-3", "()", "[1]"});
  if (parameter.contains("shape") || parameter == "size" || parameter == "sizes")
    return pick({"(2, 3)", "(4,)", "()", "6", "(0, 2)", "(-1, 2)", "(2, 1, 3)", "None"});
  if (parameter == "f" || parameter == "fun" || parameter == "func" || parameter.contains("fn") || parameter.contains("function"))
    return pick({"(lambda *a: a[0])", "(lambda x, y=1: x + y)", "jnp.sin", "print", "(lambda i, c: c)", "(lambda *a: a)", "jnp.add", "max"});
  if (parameter.starts_with("num") || parameter == "n" || parameter == "k" || parameter == "length" || parameter == "start" || parameter == "stop")
    return pick({"1", "2", "0", "3", "-1", "8", "True"});
  if (parameter == "key" || parameter == "seed")
    return pick({"jax.random.key(0)", "jax.random.PRNGKey(1)", "0", "None", "(lambda x: x)"});
  if (parameter.starts_with("keep") || parameter.starts_with("is_") || parameter == "descending" || parameter == "reverse")
    return pick({"True", "False", "None"});
  return choices.oneIn(2) ? array() : expression(depth + 1);
}

std::string Writer::arguments(const Callable &callable, unsigned depth) {
  std::string result;
  size_t positional = choices.below(std::min<size_t>(callable.parameters.size(), 4) + 2);
  for (size_t i = 0; i < positional; ++i)
    result += (i ? ", " : "") + (i < callable.parameters.size() ? argument(callable.parameters[i], depth) : expression(depth + 1));
  for (size_t i = positional; i < callable.parameters.size(); ++i)
    if (choices.oneIn(4))
      result += (result.empty() ? "" : ", ") + callable.parameters[i] + "=" + argument(callable.parameters[i], depth);
  if (choices.oneIn(32))
    result += (result.empty() ? "*" : ", *") + variable();
  return result;
}

std::string Writer::call(unsigned depth) {
  const std::vector<Callable> *group = &catalog.python;
  size_t choice = choices.below(8);
  if (place == Place::tritonKernel)
    group = choice < 7 ? &catalog.triton : &catalog.python;
  else if (place == Place::pallasKernel)
    group = choice < 5 ? &catalog.arrays : choice < 7 ? &catalog.pallas : &catalog.python;
  else
    group = choice < 3 ? &catalog.arrays : choice < 6 ? &catalog.python : choice < 7 ? &catalog.torch : &catalog.pallas;
  if (group->empty())
    return literal();
  const Callable &callable = (*group)[choices.below(group->size())];
  if (!callable.module.empty())
    imports.insert(callable.module);
  return callable.name + "(" + arguments(callable, depth) + ")";
}

std::string Writer::array() {
  if (place == Place::tritonKernel)
    return pick({"tl.arange(0, 16)", "x", "i", "tl.zeros((4, 4), tl.float32)", "tl.full((8,), 3, tl.int32)", "tl.arange(0, 4)[:, None]", "p", "p + i", "n", "B",
                 "tl.program_id(0)", "i < n"});
  if (place == Place::pallasKernel)
    return pick({"x_ref[...]", "x_ref", "o_ref", "o_ref[...]", "pl.program_id(0)", "x_ref[0]", "x_ref[pl.ds(0, 4)]", "x_ref[:, None]", "jnp.arange(8)",
                 "jax.lax.broadcasted_iota(jnp.int32, (4, 8), 1)"});
  return pick({"jnp.arange(6.0)", "np.arange(12).reshape(3, 4)", "jnp.ones((2, 3), jnp.bfloat16)", "np.array([True, False, True])", "torch.arange(8)",
               "jnp.zeros((0, 4))", "jnp.float32(2)", "np.float64(0.1)", "jax.random.key(0)", "jnp.array(5, jnp.int8)", "torch.randn(4, 4)", "jnp.eye(4)",
               "np.array([3, -1, 2], np.uint8)", "jax.random.normal(jax.random.key(1), (4, 8))", "jnp.int32", "jnp.bfloat16", "np.float16", "torch.float16",
               "jax.ShapeDtypeStruct((2, 3), jnp.float32)", "pl.BlockSpec((2, 2), (lambda i, j: (i, j)))", "np.array([], np.int32)"});
}

std::string Writer::index(unsigned depth) {
  switch (choices.below(5)) {
  case 0:
    return literal();
  case 1:
    return literal() + ":" + literal();
  case 2:
    return ":, None";
  case 3:
    return expression(depth + 1) + ", " + expression(depth + 1);
  default:
    return "::" + literal() + ", ..., " + variable();
  }
}

std::string Writer::comprehension(unsigned depth) {
  std::string inner = expression(depth + 1);
  std::string source = " for " + variable() + " in " + expression(depth + 1) + (choices.oneIn(3) ? " if " + expression(depth + 1) : "");
  switch (choices.below(3)) {
  case 0:
    return "[" + inner + source + "]";
  case 1:
    return "{" + inner + ": 1" + source + "}";
  default:
    return "list(" + inner + source + ")";
  }
}

std::string Writer::expression(unsigned depth) {
  if (depth >= maximumDepth || choices.ended())
    return choices.oneIn(2) ? literal() : variable();
  switch (choices.below(20)) {
  case 0:
  case 1:
    return variable();
  case 2:
    return literal();
  case 3:
  case 4:
    return array();
  case 5:
  case 6:
  case 7:
  case 8:
    return call(depth);
  case 9:
  case 10: {
    const Callable &method = catalog.methods[choices.below(catalog.methods.size())];
    std::string base = "(" + (choices.oneIn(2) ? array() : expression(depth + 1)) + ")." + method.name;
    return choices.oneIn(8) ? base : base + "(" + arguments(method, depth) + ")";
  }
  case 11:
    return "(" + expression(depth + 1) + " " +
           pick({"+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>", "<", "<=", "==", "!=", ">", "in", "is", "and", "or", "not in"}) + " " +
           expression(depth + 1) + ")";
  case 12:
    return std::string("(") + pick({"-", "+", "~", "not "}) + expression(depth + 1) + ")";
  case 13:
    return "(" + (choices.oneIn(2) ? array() : expression(depth + 1)) + ")[" + index(depth) + "]";
  case 14:
    return "(" + list(depth, 4) + ")";
  case 15:
    return "[" + list(depth, 4) + "]";
  case 16:
    return comprehension(depth);
  case 17:
    return "(" + expression(depth + 1) + " if " + expression(depth + 1) + " else " + expression(depth + 1) + ")";
  case 18:
    return "f'{" + variable() + pick({"", "!r", ":>10", ":.3f", ":x", "=", ":08,d", ":{v0}"}) + "}'";
  default:
    return "f" + std::to_string(choices.below(functions + 1)) + "(" + list(depth, 3) + ")";
  }
}

void Writer::block(unsigned depth) {
  ++indent;
  size_t before = text.size();
  for (size_t i = 0, count = 1 + choices.below(4); i < count; ++i)
    statement(depth + 1);
  if (text.size() == before)
    line("pass");
  --indent;
}

void Writer::compound(unsigned depth) {
  switch (choices.below(9)) {
  case 0:
    line("if " + expression(1) + ":");
    block(depth);
    if (!choices.oneIn(2))
      return;
    line("else:");
    return block(depth);
  case 1:
    line("for " + variable() + " in " + (choices.oneIn(2) ? "range(" + literal() + ")" : expression(1)) + ":");
    ++loopDepth;
    block(depth);
    --loopDepth;
    return;
  case 2:
    line("while " + expression(1) + ":");
    ++loopDepth;
    block(depth);
    --loopDepth;
    ++indent;
    line("break");
    --indent;
    return;
  case 3:
    line("try:");
    block(depth);
    line(std::string("except ") + pick({"Exception", "(TypeError, ValueError)", "ValueError as v1", "BaseException"}) + ":");
    block(depth);
    if (!choices.oneIn(3))
      return;
    line("finally:");
    return block(depth);
  case 4: {
    unsigned name = functions++;
    line("def f" + std::to_string(name) + "(" + pick({"", "v0", "v0, v1=2", "*v0", "v0=1, *, v1=3, **v2"}) + "):");
    unsigned loops = std::exchange(loopDepth, 0);
    ++functionDepth;
    block(depth);
    --functionDepth;
    loopDepth = loops;
    return;
  }
  case 5:
    line(std::string("class C") + std::to_string(functions) + pick({":", "(Exception):", "(list):", "(dict):", "(int):"}));
    ++indent;
    line(std::string("def ") +
         pick({"__init__", "__getitem__", "__add__", "__eq__", "__iter__", "__len__", "__repr__", "__bool__", "__call__", "__getattr__", "__enter__", "__index__"}) +
         "(self, *v0):");
    ++functionDepth;
    block(depth);
    --functionDepth;
    --indent;
    return line(variable() + " = C" + std::to_string(functions) + "(" + list(2, 3) + ")");
  case 6:
    line("with " + expression(1) + " as " + variable() + ":");
    return block(depth);
  case 7:
    line("match " + expression(1) + ":");
    ++indent;
    line(std::string("case ") + pick({"[v0, *v1]", "{'a': v0}", "int(v0)", "1 | 2", "(v0, v1) if v0", "str() as v2"}) + ":");
    block(depth);
    line("case _:");
    block(depth);
    --indent;
    return;
  default:
    line(std::string("@") + pick({"jax.jit", "jax.vmap", "functools.lru_cache", "functools.partial(jax.jit, static_argnums=0)", "property", "staticmethod",
                                  "dataclasses.dataclass", "contextlib.contextmanager"}));
    line("def f" + std::to_string(functions++) + "(v0=1, v1=2):");
    ++functionDepth;
    block(depth);
    --functionDepth;
    return;
  }
}

void Writer::statement(unsigned depth) {
  if (++statements > maximumStatements)
    return;
  switch (choices.below(depth < 3 ? 14 : 10)) {
  case 0:
  case 1:
  case 2:
  case 3:
    return line(variable() + " = " + expression(0));
  case 4:
    return line(variable() + " " + pick({"+=", "-=", "*=", "//=", "@=", "|=", "**="}) + " " + expression(1));
  case 5:
    return line(variable() + "[" + index(1) + "] = " + expression(1));
  case 6:
    return line("print(" + expression(1) + ")");
  case 7:
    return line(variable() + ", *" + variable() + " = " + expression(1));
  case 8:
    if (functionDepth)
      return line((choices.oneIn(3) ? "yield " : "return ") + expression(1));
    return line("assert " + expression(1) + ", " + variable());
  case 9:
    if (loopDepth && place == Place::host)
      return line(choices.oneIn(2) ? "break" : "continue");
    return line(choices.oneIn(2) ? "del " + variable() : "raise ValueError(" + variable() + ")");
  default:
    return compound(depth);
  }
}

void Writer::pallas() {
  std::string name = "k" + std::to_string(functions++);
  line("def " + name + "(x_ref, o_ref" + pick({"", ", *rest", ", s_ref"}) + "):");
  place = Place::pallasKernel;
  ++functionDepth;
  block(1);
  --functionDepth;
  ++indent;
  line("o_ref[...] = " + expression(1));
  --indent;
  place = Place::host;
  line("try:");
  ++indent;
  line("v0 = pl.pallas_call(" + name + ", out_shape=jax.ShapeDtypeStruct(" + pick({"(8, 16)", "(8,)", "(7, 5)", "()", "(0, 4)"}) + ", " +
       pick({"jnp.float32", "jnp.int32", "jnp.bfloat16", "jnp.bool_"}) + ")" +
       pick({"", ", grid=(2, 2)", ", grid=(3,)", ", grid=2", ", grid=(0,)", ", grid=()"}) +
       pick({"", ", in_specs=[pl.BlockSpec((4, 8), lambda *i: (i[0], 0))]", ", in_specs=[pl.BlockSpec((None, 3), lambda i, j=0: (i, j))]",
             ", in_specs=[pl.BlockSpec(memory_space=pl.ANY)]"}) +
       pick({"", ", out_specs=pl.BlockSpec((4, 8), lambda i, j=0: (i, j))", ", out_specs=pl.BlockSpec((pl.Element(4), 16), lambda *i: (i[0], 0))"}) +
       pick({"", ", interpret=True", ", input_output_aliases={0: 0}", ", debug=True"}) + ")(" +
       pick({"jnp.arange(128.0).reshape(8, 16)", "jnp.ones((8, 16), jnp.int32)", "v1", "jnp.arange(8)"}) + ")");
  --indent;
  line("except Exception as v1:");
  ++indent;
  line("print(v1)");
  --indent;
}

void Writer::triton() {
  std::string name = "k" + std::to_string(functions++);
  line("@triton.jit");
  line("def " + name + "(p, n, B: tl.constexpr):");
  ++indent;
  line("i = tl.program_id(0) * B + tl.arange(0, B)");
  line("x = tl.load(p + i, mask=i < n)");
  --indent;
  place = Place::tritonKernel;
  ++functionDepth;
  block(1);
  --functionDepth;
  ++indent;
  line("tl.store(p + i, " + expression(1) + ", mask=i < n)");
  --indent;
  place = Place::host;
  line("try:");
  ++indent;
  line(name + "[" + pick({"(1,)", "(2,)", "(3, 2)", "lambda m: (m['B'],)", "(0,)"}) + "](" +
       pick({"torch.arange(64)", "torch.randn(48)", "torch.zeros(20, dtype=torch.int8)", "torch.ones(64, dtype=torch.bfloat16)"}) + ", " +
       pick({"48", "1", "16", "2**33"}) + ", B=" + pick({"16", "32", "1", "24", "64"}) + ")");
  --indent;
  line("except Exception as v1:");
  ++indent;
  line("print(v1)");
  --indent;
}

std::string Writer::write() {
  for (unsigned i = 0; i < 6; ++i)
    line("v" + std::to_string(i) + " = " + (choices.oneIn(3) ? array() : literal()));
  while (!choices.ended() && statements < maximumStatements) {
    size_t choice = choices.below(8);
    if (choice == 6) {
      pallas();
    } else if (choice == 7) {
      triton();
    } else {
      line("try:");
      ++indent;
      statement(1);
      line("pass");
      --indent;
      line("except Exception as v1:");
      ++indent;
      line("pass");
      --indent;
    }
  }
  std::string header = "import functools, itertools, math, contextlib, dataclasses\nimport numpy as np\nimport jax\nimport jax.numpy as jnp\nimport torch\nimport triton\n"
                       "import triton.language as tl\nfrom jax.experimental import pallas as pl\n";
  for (const std::string &module : imports)
    header += "import " + module + "\n";
  return header + text;
}

std::string fuzz::writeProgram(const Catalog &catalog, llvm::ArrayRef<uint8_t> choices) { return Writer(catalog, choices).write(); }
