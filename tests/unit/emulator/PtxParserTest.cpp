// SPDX-License-Identifier: Apache-2.0
// PTX text to syntax: what compilers write is read whole, what is wrong is told with its place, and one error does not
// hide the next.
#include "runner/emulator/ptx/Parser.h"
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

using namespace tessera;
using namespace tessera::emulator::ptx;

namespace {

const std::string header = ".version 8.6\n.target sm_90a\n.address_size 64\n";

/// An operand as text that shows its kind.
std::string print(const Operand &o) {
  auto list = [&](const char *open, const char *between, const char *close) {
    std::string text = open;
    for (size_t i = 0; i < o.elements.size(); ++i)
      text += (i ? between : "") + print(o.elements[i]);
    return text + close;
  };
  std::string number = std::to_string(static_cast<int64_t>(o.integer));
  switch (o.kind) {
  case Operand::Kind::name:
    return (o.negated ? "!" : "") + std::string(o.name);
  case Operand::Kind::integer:
    return o.isUnsigned ? std::to_string(o.integer) + "U" : number;
  case Operand::Kind::f32:
  case Operand::Kind::f64: {
    std::ostringstream text;
    text << (o.kind == Operand::Kind::f32 ? "f32:" : "f64:") << std::hex << o.integer;
    return text.str();
  }
  case Operand::Kind::sink:
    return "_";
  case Operand::Kind::vector:
    return list("{", ",", "}");
  case Operand::Kind::address:
    return list("[", "", "+") + number + "]";
  case Operand::Kind::tensor:
    return list("tensor(", ",", ")");
  case Operand::Kind::pair:
    return list("", "|", "");
  case Operand::Kind::list:
    return list("(", ",", ")");
  case Operand::Kind::symbolPlus:
    return (o.elements.empty() ? "" : print(o.elements[0]) + "&") + std::string(o.name) + "+" + number;
  }
  return "?";
}

std::string print(const Instruction &i) {
  std::string text = i.guard.empty() ? "" : (i.guardNegated ? "@!" : "@") + std::string(i.guard) + " ";
  text += i.opcode;
  for (std::string_view modifier : i.modifiers)
    text += "." + std::string(modifier);
  for (const Operand &o : i.operands)
    text += " " + print(o);
  return text;
}

struct Parsed {
  DiagnosticSink sink;
  Module module;
  explicit Parsed(const std::string &text) { module = parse(text, "k.ptx", sink); }
  std::string errors() {
    std::string text;
    for (const Diagnostic &d : sink.all())
      text += std::to_string(d.range.begin.line) + ":" + std::to_string(d.range.begin.column) + " " + d.message + "\n";
    return text;
  }
};

Parsed parseBody(const std::string &body) { return Parsed(header + ".entry k()\n{\n" + body + "\n}\n"); }

/// The only instruction of a body that has no errors.
std::string instruction(const std::string &text) {
  Parsed parsed = parseBody(text);
  EXPECT_EQ(parsed.errors(), "") << text;
  if (parsed.module.functions.size() != 1 || parsed.module.functions[0].instructions.size() != 1)
    return "not one instruction";
  return print(parsed.module.functions[0].instructions[0]);
}

/// The errors of a body whose first line is line 1.
std::string bodyErrors(const std::string &body) {
  std::string text;
  Parsed parsed = parseBody(body);
  for (const Diagnostic &d : parsed.sink.all())
    text +=
        std::to_string(d.range.begin.line - 5) + ":" + std::to_string(d.range.begin.column) + " " + d.message + "\n";
  return text;
}

std::string constant(const std::string &text) {
  std::string whole = instruction("mov.b64 %rd1, " + text + ";");
  return whole.substr(whole.rfind(' ') + 1);
}

std::string readFile(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

} // namespace

TEST(PtxParser, ReadsTheHeader) {
  Parsed parsed(".version 8.6\n.target sm_90a, debug\n.address_size 64\n.file 2 \"a b.cu\", 12, 34\n");
  EXPECT_EQ(parsed.errors(), "");
  EXPECT_EQ(parsed.module.version, 86u);
  EXPECT_EQ(parsed.module.target, "sm_90a");
  EXPECT_EQ(parsed.module.addressBits, 64u);
  ASSERT_EQ(parsed.module.files.size(), 3u);
  EXPECT_EQ(parsed.module.files[2], "a b.cu");
}

TEST(PtxParser, AsksForAVersion) {
  EXPECT_EQ(Parsed("").errors(), "1:1 unexpected the end of the text, expected `.version`\n");
  EXPECT_EQ(Parsed(".version 99.0\n.target sm_90").errors(), "1:10 PTX version 99.0, expected at most 9.0\n");
}

TEST(PtxParser, ReadsInstructions) {
  EXPECT_EQ(instruction("add.sat.s32 %r1, %r2, -3;"), "add.sat.s32 %r1 %r2 -3");
  EXPECT_EQ(instruction("@!%p1 bra.uni $L__BB0_3;"), "@!%p1 bra.uni $L__BB0_3");
  EXPECT_EQ(instruction("ret;"), "ret");
  EXPECT_EQ(instruction("mov.u32 %r1, %tid.x;"), "mov.u32 %r1 %tid.x");
  EXPECT_EQ(instruction("vadd.s32.u32.s32 %r1, %r2.b0, %r3.h1;"), "vadd.s32.u32.s32 %r1 %r2.b0 %r3.h1");
  EXPECT_EQ(instruction("setp.lt.and.f32 %p1|%p2, %f1, %f2, !%p3;"), "setp.lt.and.f32 %p1|%p2 %f1 %f2 !%p3");
  EXPECT_EQ(instruction("shfl.sync.bfly.b32 %r1|_, %r2, 1, 31, -1;"), "shfl.sync.bfly.b32 %r1|_ %r2 1 31 -1");
  EXPECT_EQ(instruction("mov.b64 {%r1, _}, %rd1;"), "mov.b64 {%r1,_} %rd1");
  EXPECT_EQ(instruction("call.uni (r0, r1), f, (a, 3), proto;"), "call.uni (r0,r1) f (a,3) proto");
  EXPECT_EQ(instruction("call f, ();"), "call f ()");
}

TEST(PtxParser, ReadsModifiersWithColons) {
  EXPECT_EQ(instruction("ld.global.L1::no_allocate.L2::128B.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1+16];"),
            "ld.global.L1::no_allocate.L2::128B.v4.u32 {%r1,%r2,%r3,%r4} [%rd1+16]");
  EXPECT_EQ(instruction("mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], %r2;"),
            "mbarrier.try_wait.parity.shared::cta.b64 %p1 [%r1+0] %r2");
}

TEST(PtxParser, ReadsAddresses) {
  EXPECT_EQ(instruction("ld.u32 %r1, [%rd1];"), "ld.u32 %r1 [%rd1+0]");
  EXPECT_EQ(instruction("ld.u32 %r1, [%rd1+-4];"), "ld.u32 %r1 [%rd1+-4]");
  EXPECT_EQ(instruction("ld.u32 %r1, [smem+(1+2)*4+8-2];"), "ld.u32 %r1 [smem+18]");
  EXPECT_EQ(instruction("ld.u32 %r1, [98304+smem];"), "ld.u32 %r1 [smem+98304]");
  EXPECT_EQ(instruction("ld.u32 %r1, [98304];"), "ld.u32 %r1 [+98304]");
  EXPECT_EQ(instruction("mov.u64 %rd1, table+8;"), "mov.u64 %rd1 table+8");
  EXPECT_EQ(instruction("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], "
                        "[%rd2, {%r3, 0}], [%r4];"),
            "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1+0] "
            "tensor(%rd2,{%r3,0}) [%r4+0]");
  EXPECT_EQ(instruction("prefetch.tensormap [%rd1+64, {%r1}];"), "prefetch.tensormap tensor([%rd1+64],{%r1})");
}

TEST(PtxParser, FoldsConstants) {
  EXPECT_EQ(constant("017"), "15");
  EXPECT_EQ(constant("0x1F"), "31");
  EXPECT_EQ(constant("0b101U"), "5U");
  EXPECT_EQ(constant("0xffffffffffffffff"), "18446744073709551615U");
  EXPECT_EQ(constant("(1+2)*3-1"), "8");
  EXPECT_EQ(constant("7 - 2 - 1"), "4");
  EXPECT_EQ(constant("-7 / 2"), "-3");
  EXPECT_EQ(constant("-7 % 3"), "-1");
  EXPECT_EQ(constant("-1 / 2U"), "9223372036854775807U");
  EXPECT_EQ(constant("-8 >> 1"), "-4");
  EXPECT_EQ(constant("-1 >> 64"), "-1");
  EXPECT_EQ(constant("1 << 64"), "0");
  EXPECT_EQ(constant("-1 < 0 ? 5 : 6"), "5");
  EXPECT_EQ(constant("-1 < 0U"), "0");
  EXPECT_EQ(constant("~0"), "18446744073709551615U");
  EXPECT_EQ(constant("!3 || 2 && 1"), "1");
  EXPECT_EQ(constant("(.s64)0xffffffffffffffff"), "-1");
  EXPECT_EQ(constant("6 & 3 | 8 ^ 1"), "11U");
  EXPECT_EQ(constant("WARP_SZ * 2"), "64");
  EXPECT_EQ(constant("5 % WARP_SZ"), "5");
  EXPECT_EQ(constant("(-9223372036854775807-1) / -1"), "-9223372036854775808");
}

TEST(PtxParser, ReadsFloats) {
  EXPECT_EQ(constant("0f3F800000"), "f32:3f800000");
  EXPECT_EQ(constant("-0f3F800000"), "f32:bf800000");
  EXPECT_EQ(constant("0D3FF0000000000000"), "f64:3ff0000000000000");
  for (const char *text : {"1.0", "1.", "10e-1", "1.e0", ".1e1", "0.25+0.75"})
    EXPECT_EQ(constant(text), "f64:3ff0000000000000") << text;
}

TEST(PtxParser, RefusesConstants) {
  auto error = [](const std::string &text) { return bodyErrors("mov.b64 %rd1, " + text + ";"); };
  EXPECT_EQ(error("08"), "1:15 `08` is not a number\n");
  EXPECT_EQ(error("12ab"), "1:15 `12ab` is not a number\n");
  EXPECT_EQ(error("0x"), "1:15 `0x` has no digits\n");
  EXPECT_EQ(error("0f3F8"), "1:15 `0f3F8` has 3 digits, expected 8\n");
  EXPECT_EQ(error("18446744073709551616"), "1:15 `18446744073709551616` does not fit into 64 bits\n");
  EXPECT_EQ(error("1/0"), "1:16 division by zero in a constant\n");
  EXPECT_EQ(error("1.5 & 2"), "1:19 `&` between floats, expected integers\n");
  EXPECT_EQ(error("-%r1"), "1:15 a minus before `%r1`, expected a number: use `neg`\n");
  EXPECT_EQ(error("a[3]"), "1:15 an index behind `a`, expected `[a + bytes]`\n");
}

TEST(PtxParser, ReadsVariables) {
  Parsed parsed(header + ".extern .shared .align 1024 .b8 smem[];\n"
                         ".global .align 8 .u64 tab[3] = {f, g+8, generic(h)+4}, other;\n"
                         ".const .f32 two[2][2] = {{1.0}, {2.0, 3.0}};\n"
                         ".global .v2 .u16 pairs[] = {{1, 2}, {3, 4}, {5, 6}};\n"
                         ".global .b8 bytes[2] = {0xff(f), 0xff00(f+4)};\n"
                         ".global .attribute(.managed) .s32 managed;\n");
  EXPECT_EQ(parsed.errors(), "");
  const std::vector<Variable> &v = parsed.module.variables;
  ASSERT_EQ(v.size(), 7u);
  auto values = [](const Variable &variable) {
    std::string text;
    for (const Operand &o : variable.initializer)
      text += print(o) + " ";
    return text;
  };
  EXPECT_TRUE(v[0].isExtern && v[0].isUnsizedArray && v[0].alignment == 1024 && v[0].space == Space::shared);
  EXPECT_EQ(values(v[1]), "f g+8 h+4 ");
  EXPECT_TRUE(v[2].name == "other" && v[2].alignment == 8 && v[2].dimensions.empty());
  EXPECT_EQ(values(v[3]), "f64:3ff0000000000000 0 f64:4000000000000000 f64:4008000000000000 ");
  EXPECT_EQ(values(v[4]), "1 2 3 4 5 6 ");
  EXPECT_TRUE(v[4].vector == 2 && v[4].dimensions == std::vector<uint64_t>{3});
  EXPECT_EQ(values(v[5]), "255&f+0 65280&f+4 ");
  EXPECT_TRUE(v[6].name == "managed" && v[6].type == Type::s32);
}

TEST(PtxParser, RefusesInitialValues) {
  auto error = [](const std::string &text) { return Parsed(header + text).errors(); };
  EXPECT_EQ(error(".global .u32 s[2] = {1, 2, 3};"), "4:28 more than 2 initial values in one `{…}`\n");
  EXPECT_EQ(error(".global .u32 s[2][2] = {1, 2};"), "4:25 unexpected `1`, expected `{` before initial values\n");
  EXPECT_EQ(error(".global .v4 .u32 s = {1, 2};"), "4:22 2 initial values of a vector, expected 4\n");
  EXPECT_EQ(error(".shared .u32 s = 1;"),
            "4:16 a variable in `.shared` with initial values, expected `.global` or `.const`\n");
  EXPECT_EQ(error(".global .align 3 .u32 s;"), "4:16 an alignment of 3, expected a power of two\n");
  EXPECT_EQ(error(".global .texref t;"), "4:9 a variable of type `.texref`\n");
}

TEST(PtxParser, ReadsFunctions) {
  Parsed parsed(
      header +
      ".func (.param .b32 r) f(.param .b32 a);\n"
      ".visible .entry k(.param .u64 .ptr .global .align 16 p, .param .align 64 .b8 map[128])\n"
      ".maxntid 128, 2\n.reqnctapercluster 2, 1, 1\n.explicitcluster\n.maxnreg 168\n.minnctapersm 1\n{ ret; }\n"
      ".weak .func (.param .b32 r) f(.param .b32 a)\n{ ret; }\n"
      ".extern .func trap_it() .noreturn;\n.alias g, f;\n");
  EXPECT_EQ(parsed.errors(), "");
  ASSERT_EQ(parsed.module.functions.size(), 3u);
  const Function &f = parsed.module.functions[0], &k = parsed.module.functions[1], &t = parsed.module.functions[2];
  EXPECT_TRUE(f.name == "f" && f.hasBody && f.results.size() == 1 && f.parameters.size() == 1);
  EXPECT_TRUE(k.isEntry && k.maximalThreads[0] == 128 && k.maximalThreads[1] == 2 && k.maximalThreads[2] == 1);
  EXPECT_TRUE(k.requiredCluster[0] == 2 && k.explicitCluster && k.maximalRegisters == 168);
  ASSERT_EQ(k.parameters.size(), 2u);
  EXPECT_TRUE(k.parameters[0].isPointer && k.parameters[0].alignment == 0);
  EXPECT_TRUE(k.parameters[1].alignment == 64 && k.parameters[1].dimensions == std::vector<uint64_t>{128});
  EXPECT_TRUE(t.isExtern && t.noReturn && !t.hasBody);
  ASSERT_EQ(parsed.module.aliases.size(), 1u);
  EXPECT_EQ(parsed.module.aliases[0].target, "f");
}

TEST(PtxParser, ReadsScopesLabelsAndTargets) {
  Parsed parsed = parseBody(".reg .b32 %r<4>, a;\nL: { .reg .pred p; M: @p bra M; { .local .b8 d[4]; } }\n"
                            "t: .branchtargets L, N;\nbrx.idx %r1, t;\nN:\n"
                            "pr: .callprototype (.param .b32 _) _ (.param .b64 _, .param .b64 _);\n");
  EXPECT_EQ(parsed.errors(), "");
  const Function &k = parsed.module.functions[0];
  ASSERT_EQ(k.scopes.size(), 3u);
  EXPECT_TRUE(k.scopes[0].parent == -1 && k.scopes[1].parent == 0 && k.scopes[2].parent == 1);
  ASSERT_EQ(k.scopes[0].variables.size(), 2u);
  EXPECT_TRUE(k.scopes[0].variables[0].parameterized == 4 && k.scopes[0].variables[1].parameterized == 0);
  ASSERT_EQ(k.labels.size(), 3u);
  EXPECT_TRUE(k.labels[0].instruction == 0 && k.labels[0].scope == 0);
  EXPECT_TRUE(k.labels[1].instruction == 0 && k.labels[1].scope == 1);
  EXPECT_EQ(k.labels[2].instruction, k.instructions.size());
  ASSERT_EQ(k.targetLists.size(), 2u);
  EXPECT_EQ(k.targetLists[0].targets, (std::vector<std::string_view>{"L", "N"}));
  EXPECT_TRUE(k.targetLists[1].results.size() == 1 && k.targetLists[1].parameters.size() == 2);
}

TEST(PtxParser, FollowsLinesOfTheSource) {
  Parsed parsed(header + ".file 1 \"k.cu\"\n.entry k()\n{\n.loc 1 7 3\nret;\n"
                         ".loc 1 20 5, function_name $L__info_string0+12, inlined_at 1 7 3\nret;\n}\n"
                         ".section .debug_str\n{\n$L__info_string0:\n.b8 65, 0\n}\n");
  EXPECT_EQ(parsed.errors(), "");
  const Function &k = parsed.module.functions[0];
  EXPECT_EQ(k.sourceLines[static_cast<size_t>(k.instructions[1].sourceLine)].inlinedAt, k.instructions[0].sourceLine);
  SourceRange range = toSourceRange(parsed.module, k, k.instructions[1].sourceLine);
  EXPECT_EQ(range.file, "k.cu");
  EXPECT_TRUE(range.begin == (SourcePosition{20, 5}));
  EXPECT_FALSE(toSourceRange(parsed.module, k, -1).isValid());
}

TEST(PtxParser, TellsEveryIndependentError) {
  EXPECT_EQ(bodyErrors("add.s32 %r1, %r2 %r3;\nmul.lo.s32 %r1, {%r2, %r3;\nret;\n.frob 3;\nmov.u32 %r1, @;\nret;"),
            "1:18 unexpected `%r3`, expected `,` or `;` behind an operand\n"
            "2:26 unexpected `;`, expected `,` or `}`\n"
            "4:1 unexpected `.frob`, expected an instruction, a label or a declaration\n"
            "5:14 unexpected `@`, expected an operand\n");
}

TEST(PtxParser, GoesOnBehindABrokenFunction) {
  Parsed parsed(header +
                ".func f(.param b32 a)\n{\nret;\n}\n.globl x;\n.entry k() { ret; }\n.func f() {}\n.func f() {}\n");
  EXPECT_EQ(parsed.errors(), "4:16 unexpected `b32`, expected a type\n"
                             "8:1 unexpected `.globl`, expected a function, a variable or a directive of a module\n"
                             "11:7 `f` is defined twice\n10:7 the first definition is here\n");
  ASSERT_EQ(parsed.module.functions.size(), 2u);
  EXPECT_EQ(parsed.module.functions[0].name, "k");
}

TEST(PtxParser, NamesWhatKindOfErrorItIs) {
  auto idOf = [](const std::string &text) {
    Parsed parsed(header + text);
    return parsed.sink.all().empty() ? "" : getText(parsed.sink.all()[0].id).str();
  };
  EXPECT_EQ(idOf("?"), "ptx-syntax");
  EXPECT_EQ(idOf(".func f() {}\n.func f() {}\n"), "ptx-name");
  EXPECT_EQ(idOf(".global .texref t;"), "ptx-unsupported");
}

TEST(PtxParser, TellsWhatIsNotClosed) {
  EXPECT_EQ(Parsed(header + ".entry k()\n{ ret;\n").errors(), "5:1 `{` of `k` without `}`\n");
  EXPECT_EQ(Parsed(header + ".entry k() { ret;\n.entry m() { ret; }\n").errors(),
            "5:1 `.entry` inside of `k`, expected its `}` first\n");
  EXPECT_EQ(Parsed(header + "/* no end").errors(),
            "4:1 unexpected a comment without an end, expected a function, a variable or a directive of a module\n");
}

TEST(PtxParser, ReadsAStringWithoutAnEndOnce) {
  std::string quotes = "\"";
  for (int i = 0; i < 1'000'000; ++i)
    quotes += "\\\"";
  EXPECT_EQ(Parsed(header + quotes + "\n.entry k() { ret; }").errors(),
            "4:1 unexpected a string without an end, expected a function, a variable or a directive of a module\n");
}

TEST(PtxParser, CountsColumnsInCharacters) {
  Parsed parsed(header + ".entry k() { /* äöü */ ret }");
  ASSERT_EQ(parsed.sink.all().size(), 1u);
  EXPECT_EQ(parsed.sink.all()[0].range.begin.column, 28u);
}

TEST(PtxParser, FindsLinesFarDown) {
  Parsed parsed(header + std::string(1000, '\n') + ".entry k() {}\n  ?");
  ASSERT_EQ(parsed.sink.all().size(), 1u);
  EXPECT_EQ(parsed.sink.all()[0].range.begin.line, 1005u);
  EXPECT_EQ(parsed.sink.all()[0].range.begin.column, 3u);
}

TEST(PtxParser, KeepsItsLimits) {
  auto repeat = [](const std::string &text, size_t count) {
    std::string result;
    for (size_t i = 0; i < count; ++i)
      result += text;
    return result;
  };
  EXPECT_NE(bodyErrors("mov.u32 %r1, " + repeat("(", 1000) + "1;").find("parentheses inside of each other"),
            std::string::npos);
  EXPECT_NE(bodyErrors("mov.u32 %r1, " + repeat("{", 1000) + "1;").find("brackets inside of each other"),
            std::string::npos);
  EXPECT_NE(bodyErrors("mov.u32 %r1, " + repeat("-", 1000) + "1;").find("parentheses inside of each other"),
            std::string::npos);
  EXPECT_NE(bodyErrors(repeat("{", 100000)).find("blocks inside of each other"), std::string::npos);
  Parsed many = parseBody(repeat("?;", 10000));
  EXPECT_EQ(many.sink.all().size(), 51u);
  EXPECT_NE(Parsed(header + ".global .u8 x[2][1000000000] = {{1}, {2}};").errors().find("more than 8000000"),
            std::string::npos);
}

TEST(PtxParser, ReadsWhatCompilersWrite) {
  size_t count = 0;
  for (const char *folder : {"tests/emulator", "tests/fuzz/seeds/FuzzPtx"})
    for (const auto &file :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(TESSERA_SOURCE_DIR) / folder)) {
      if (file.path().extension() != ".ptx")
        continue;
      Parsed parsed(readFile(file.path()));
      EXPECT_EQ(parsed.errors(), "") << file.path();
      EXPECT_FALSE(parsed.module.functions.empty()) << file.path();
      ++count;
    }
  EXPECT_GE(count, 12u);
}

TEST(PtxTypes, NamesAndBits) {
  EXPECT_EQ(parseType(".bf16x2"), Type::bf16x2);
  EXPECT_EQ(parseType("s64"), Type::s64);
  EXPECT_EQ(parseType("v2"), Type::none);
  EXPECT_EQ(parseType(""), Type::none);
  EXPECT_EQ(getName(Type::e4m3x2), "e4m3x2");
  EXPECT_EQ(getBits(Type::e4m3x2), 16u);
  EXPECT_EQ(getBits(Type::pred), 1u);
  EXPECT_TRUE(isSigned(Type::s8) && !isSigned(Type::u8) && isFloat(Type::tf32) && !isFloat(Type::b32));
}
