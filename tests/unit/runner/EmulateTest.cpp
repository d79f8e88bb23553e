// SPDX-License-Identifier: Apache-2.0
// Arguments of `tessera emulate`: specifications, .npy files, tolerances, and a kernel's parameters made of them.
#include "runner/cli/EmulateArguments.h"
#include "runner/cli/Npy.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
using numerics::DType;
using Kind = EmulateArgument::Kind;

namespace {

std::vector<EmulateArgument> parseAll(const std::vector<std::string> &texts) {
  std::vector<EmulateArgument> arguments;
  for (const std::string &text : texts) {
    Result<EmulateArgument> argument = parseArgument(text, arguments);
    EXPECT_TRUE(bool(argument)) << (argument ? "" : argument.problem().detail);
    arguments.push_back(argument ? *argument : EmulateArgument());
  }
  return arguments;
}

EmulateArgument parseOne(const std::string &text) { return parseAll({text})[0]; }

/// Why `text` is refused, after `earlier`.
std::string errorOf(const std::string &text, const std::vector<std::string> &earlier = {}) {
  Result<EmulateArgument> argument = parseArgument(text, parseAll(earlier));
  return argument ? "" : argument.problem().detail;
}

std::string npyOf(const std::string &header, const std::string &elements) {
  std::string bytes = std::string("\x93NUMPY\x01\x00", 8);
  bytes += {static_cast<char>(header.size()), 0};
  return bytes + header + elements;
}

std::string errorOfNpy(const std::string &bytes, std::optional<DType> wanted = std::nullopt) {
  Result<numerics::Array> array = parseNpy(bytes, wanted, "x.npy");
  return array ? "" : array.problem().detail;
}

} // namespace

TEST(EmulateArguments, ReadsScalars) {
  EXPECT_EQ(parseOne("u32=1000").contents.getInt(0), 1000);
  EXPECT_EQ(parseOne("s64=-3").contents.dtype(), DType::int64);
  EXPECT_EQ(parseOne("b32=0xffffffff").contents.getInt(0), 0xffffffff);
  EXPECT_EQ(parseOne("u64=0xffffffffffffffff").contents.getInt(0), -1);
  EXPECT_EQ(parseOne("u32=-1").contents.getInt(0), 0xffffffff);
  EXPECT_EQ(parseOne("f32=1.5").contents.getDouble(0), 1.5);
  EXPECT_TRUE(std::isinf(parseOne("bf16=-inf").contents.getDouble(0)));
  EXPECT_EQ(parseOne("float64=0x1p-3").contents.getDouble(0), 0.125);
  EXPECT_EQ(errorOf("u8=256"), "`u8=256`: `256` is no u8");
  EXPECT_EQ(errorOf("u32=1x"), "`u32=1x`: `1x` is no u32");
  EXPECT_EQ(errorOf("f32=iota"), "`f32=iota`: `iota` is no f32, and an array needs a shape: `f32[1000]`");
  EXPECT_EQ(errorOf("q32=1"), "`q32=1`: there is no type `q32`; expected for example `u32`, `s64`, `f32`, `bf16`, `e4m3`");
  EXPECT_NE(errorOf("5").find("expected TYPE=VALUE"), std::string::npos);
}

TEST(EmulateArguments, ReadsArrays) {
  EmulateArgument iota = parseOne("bf16[2,3]=iota");
  EXPECT_TRUE(iota.kind == Kind::array && iota.contents.shape() == (std::vector<int64_t>{2, 3}) && iota.contents.getDouble(5) == 5);
  EXPECT_TRUE(parseOne("s32[4]=empty").isEmpty);
  EXPECT_EQ(parseOne("e4m3[4]=full:1.5").contents.getDouble(3), 1.5);
  EXPECT_EQ(parseOne("u8[0]=zeros").contents.size(), 0);
  EXPECT_EQ(parseOne("value f32[3]=iota").kind, Kind::value);
  EmulateArgument memory = parseOne("memory f32[3]=iota");
  EXPECT_TRUE(memory.kind == Kind::array && !memory.isPassed);
  EXPECT_EQ(errorOf("memory f32=1"), "`memory f32=1`: memory needs a shape: `memory f32[1000]`");
  numerics::Array a = parseOne("f16[64]=random:7").contents, b = parseOne("f16[64]=random:7").contents, c = parseOne("f16[64]=random:8").contents;
  EXPECT_EQ(std::memcmp(a.bytes(), b.bytes(), 128), 0);
  EXPECT_NE(std::memcmp(a.bytes(), c.bytes(), 128), 0);
  EXPECT_NE(errorOf("f32[2,]=iota").find("the shape is `[2,]`"), std::string::npos);
  EXPECT_NE(errorOf("f32[2=iota").find("the shape is `[2`"), std::string::npos);
  EXPECT_NE(errorOf("f32[2]=ones").find("expected zeros, empty, iota"), std::string::npos);
  EXPECT_NE(errorOf("f32[99999999999,99999999999]=zeros").find("more than 16 GiB"), std::string::npos);
  EXPECT_NE(errorOf("f32[3]=@no-such.npy").find("can't read `no-such.npy`"), std::string::npos);
}

TEST(EmulateArguments, ReadsAddresses) {
  EmulateArgument address = parseAll({"f32[8]=iota", "&0+16"})[1];
  EXPECT_TRUE(address.kind == Kind::address && address.of == 0 && address.offset == 16);
  EXPECT_EQ(errorOf("&1", {"f32[8]=iota"}), "`&1`: `1` is not the number of an array argument before it");
  EXPECT_EQ(errorOf("&0", {"f32=1"}), "`&0`: `0` is not the number of an array argument before it");
  EXPECT_EQ(errorOf("&0+x", {"f32[8]=iota"}), "`&0+x`: the offset is `x`, expected a number of bytes");
}

TEST(EmulateArguments, ReadsTensorMaps) {
  emulator::TensorMap map = parseAll({"bf16[4,256,128]=zeros", "map(0)=box:1x64x64,swizzle:128,fill:nan"})[1].map;
  EXPECT_TRUE(map.element == emulator::TensorElement::bf16 && map.rank == 3 && map.swizzleBytes == 128 && map.fillsNan);
  EXPECT_EQ(map.dimensions, (std::array<uint64_t, 5>{128, 256, 4, 1, 1}));
  EXPECT_EQ(map.box, (std::array<uint32_t, 5>{64, 64, 1, 1, 1}));
  EXPECT_EQ(map.strides, (std::array<uint64_t, 4>{256, 65536, 0, 0}));
  map = parseAll({"f32[64,32]=zeros", "map(0)=box:8x4,dims:32x16,strides:256,steps:2x1,element:tf32,offset:64"})[1].map;
  EXPECT_TRUE(map.element == emulator::TensorElement::tf32 && map.dimensions[0] == 16 && map.dimensions[1] == 32 && map.strides[0] == 256);
  EXPECT_TRUE(map.elementStrides[0] == 1 && map.elementStrides[1] == 2);
  const std::vector<std::string> array{"f32[64,32]=zeros"};
  EXPECT_EQ(errorOf("map(0)=swizzle:128", array), "`map(0)=swizzle:128` has no `box:`");
  EXPECT_NE(errorOf("map(0)=box:64", array).find("expected 2 sizes"), std::string::npos);
  EXPECT_NE(errorOf("map(0)=box:8x8,swizzle:48", array).find("expected 0, 32, 64 or 128"), std::string::npos);
  EXPECT_NE(errorOf("map(0)=box:8x8,element:f16", array).find("of the array's element size"), std::string::npos);
  EXPECT_NE(errorOf("map(0)=box:8x8,colour:3", array).find("there is no `colour`"), std::string::npos);
  EXPECT_NE(errorOf("map(0)=box:8x999", array).find("is no tensor map: "), std::string::npos);
  EXPECT_NE(errorOf("map(1)=box:8", array).find("not the number of an array"), std::string::npos);
}

TEST(EmulateArguments, ComparesWithinTolerances) {
  std::vector<EmulateArgument> arguments = parseAll({"f32[2,2]=iota"});
  auto expectation = [&](const std::string &text) { return *parseExpectation(text, arguments); };
  EXPECT_EQ(compare(arguments[0].contents, expectation("0=iota")).different, 0);
  Comparison zeros = compare(arguments[0].contents, expectation("0=zeros"));
  EXPECT_TRUE(zeros.different == 3 && zeros.first == 1 && zeros.maxAbsolute == 3);
  EXPECT_EQ(compare(arguments[0].contents, expectation("0=full:2,0.5")).different, 1);
  EXPECT_EQ(compare(arguments[0].contents, expectation("0=full:2,0,2")).different, 0);
  EXPECT_EQ(describeElement(arguments[0].contents, expectation("0=zeros").wanted, 3), "[1, 1]: got 3, expected 0");
  EXPECT_FALSE(bool(parseExpectation("1=zeros", arguments)));
  EXPECT_FALSE(bool(parseExpectation("0=zeros,x", arguments)));
  EXPECT_FALSE(bool(parseExpectation("0=zeros,1,1,1", arguments)));
  EXPECT_FALSE(bool(parseSave("0=", arguments)));
}

TEST(EmulateArguments, TellsNumbersFromNaN) {
  std::vector<EmulateArgument> arguments = parseAll({"f32[2]=full:nan"});
  EXPECT_EQ(compare(arguments[0].contents, *parseExpectation("0=full:-nan", arguments)).different, 0);
  EXPECT_EQ(compare(arguments[0].contents, *parseExpectation("0=zeros,1,1", arguments)).different, 2);
}

TEST(EmulateArguments, BecomeParameters) {
  DiagnosticSink sink;
  auto program = emulator::load(".version 8.0\n.target sm_90a\n.address_size 64\n"
                                ".entry k(.param .u64 x, .param .u32 n, .param .align 64 .b8 map[128], .param .u64 inside, .param .u64 byAddress) { ret; }",
                                "k.ptx", sink);
  ASSERT_TRUE(program);
  std::vector<EmulateArgument> arguments = parseAll({"f32[4,32]=iota", "u32=7", "map(0)=box:4x32", "&0+8", "map(0)=box:4x32"});
  emulator::GlobalMemory memory;
  ASSERT_TRUE(bool(checkArguments(arguments, program->functions[0])));
  PlacedArguments placed(arguments, program->functions[0], memory);
  const std::vector<uint8_t> &bytes = placed.parameters();
  ASSERT_EQ(bytes.size(), 64u + 128 + 16);
  auto word = [&](size_t offset) {
    uint64_t value;
    std::memcpy(&value, bytes.data() + offset, 8);
    return value;
  };
  EXPECT_EQ(static_cast<uint32_t>(word(8)), 7u);
  EXPECT_EQ(word(64), word(0)); // a map begins with its address
  EXPECT_EQ(word(192), word(0) + 8);
  EXPECT_EQ(memory.find(word(200))->size(), 128u);
  memory.find(word(0))->bytes[4] = 1;
  EXPECT_EQ(placed.read(0, arguments).bytes()[4], 1);
  EXPECT_EQ(arguments[0].contents.getDouble(1), 1); // the next run begins with what was given
}

TEST(EmulateArguments, GoWithParameters) {
  DiagnosticSink sink;
  auto program = emulator::load(".version 8.0\n.target sm_90a\n.address_size 64\n.entry k(.param .u32 n, .param .f32 a) { ret; }", "k.ptx", sink);
  ASSERT_TRUE(program);
  auto error = [&](const std::vector<std::string> &texts) {
    Status status = checkArguments(parseAll(texts), program->functions[0]);
    return status ? "" : status.problem().detail;
  };
  EXPECT_EQ(error({"u32=1", "f32=1"}), "");
  EXPECT_EQ(error({"u32=1"}), "1 argument (`--arg`), but `k` takes 2");
  EXPECT_EQ(error({"u64=1", "f32=1"}), "argument 0, `u64=1`, does not go with `.param .u32 n`: it has 8 bytes, the parameter 4 bytes");
  EXPECT_EQ(error({"f32=1", "f32=1"}), "argument 0, `f32=1`, does not go with `.param .u32 n`: the parameter is an integer");
  EXPECT_EQ(error({"u32=1", "u32=1"}), "argument 1, `u32=1`, does not go with `.param .f32 a`: the parameter is a float");
  EXPECT_EQ(error({"f32[1]=zeros", "f32=1"}), "argument 0, `f32[1]=zeros`, does not go with `.param .u32 n`: an address has 8 bytes");
}

TEST(Npy, ComesBackAsItWas) {
  for (const char *spec : {"f32[2,3]=iota", "bf16[5]=iota", "e5m2[4]=iota", "u64[1]=full:18446744073709551615", "bool[2]=full:1", "f16[0,3]=zeros"}) {
    numerics::Array array = parseOne(spec).contents;
    std::string bytes = writeNpy(array);
    EXPECT_EQ((bytes.size() - array.byteSize()) % 64, 0u);
    Result<numerics::Array> read = parseNpy(bytes, array.dtype(), "x.npy");
    ASSERT_TRUE(bool(read)) << spec << read.problem().detail;
    EXPECT_TRUE(read->shape() == array.shape() && std::memcmp(read->bytes(), array.bytes(), array.byteSize()) == 0) << spec;
  }
}

TEST(Npy, SaysWhatNumPyCanReadOfSmallFloats) {
  EXPECT_NE(writeNpy(parseOne("bf16[5]=iota").contents).find("{'descr': '<V2', 'fortran_order': False, 'shape': (5,), }"), std::string::npos);
  EXPECT_NE(writeNpy(parseOne("e4m3[2,2]=iota").contents).find("{'descr': '|V1', 'fortran_order': False, 'shape': (2, 2), }"), std::string::npos);
  EXPECT_NE(writeNpy(numerics::Array(DType::float32, {})).find("'shape': ()"), std::string::npos);
}

TEST(Npy, ReadsBitsAsWhatIsWanted) {
  std::string bytes = npyOf("{\"shape\": (1,), 'fortran_order': True, 'descr': '<u2'}", {0, 0x40});
  EXPECT_EQ(parseNpy(bytes, DType::bfloat16, "x")->getDouble(0), 2.0);
  EXPECT_EQ(parseNpy(bytes, std::nullopt, "x")->dtype(), DType::uint16);
  EXPECT_EQ(errorOfNpy(bytes, DType::float16), "can't read `x.npy`: its elements are uint16, expected float16");
  EXPECT_NE(errorOfNpy(npyOf("{'descr': '|V2', 'fortran_order': False, 'shape': (1,)}", "ab")).find("say what they are"), std::string::npos);
}

TEST(Npy, RefusesOtherFiles) {
  EXPECT_EQ(errorOfNpy("hello, world"), "can't read `x.npy`: it is no .npy file");
  EXPECT_NE(errorOfNpy(npyOf("{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}", "abcd")).find("`>f4`"), std::string::npos);
  EXPECT_NE(errorOfNpy(npyOf("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 1)}", "abcd")).find("column-major"), std::string::npos);
  EXPECT_EQ(errorOfNpy(npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", "abcd")),
            "can't read `x.npy`: it has 4 bytes of elements, its shape needs 8");
  for (const char *header : {"", "{", "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "{'descr': '<f4', 'shape': (1,)}",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", "{'descr': '<f4', 'fortran_order': False, 'shape': (1"})
    EXPECT_NE(errorOfNpy(npyOf(header, "abcd")).find("its header is not"), std::string::npos) << header;
  std::string cut = npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", "abcd");
  EXPECT_NE(errorOfNpy(cut.substr(0, 20)).find("its header is not"), std::string::npos);
  EXPECT_NE(errorOfNpy(npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 9)}", "abcd")), "");
}
