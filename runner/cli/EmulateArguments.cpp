// SPDX-License-Identifier: Apache-2.0
// From SPEC to arguments. Numbers are read whole: `12x` is no number.
#include "runner/cli/EmulateArguments.h"
#include "runner/cli/Npy.h"
#include "shared/numerics/Random.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include <cstring>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
using llvm::StringRef;
using numerics::DType;

namespace {

// Of one array; in a browser, whose addresses have 32 bits, a gigabyte: twice that has to fit.
constexpr uint64_t mostBytes = sizeof(size_t) > 4 ? uint64_t(16) << 30 : uint64_t(1) << 30;

Problem refuse(const std::string &text) { return makeProblem(ProblemCode::badRequest, text); }

/// PTX's names, then those of NumPy and Triton.
std::optional<DType> parseType(StringRef name) {
  std::optional<DType> type = llvm::StringSwitch<std::optional<DType>>(name)
                                  .Cases({"b8", "u8"}, DType::uint8)
                                  .Cases({"b16", "u16"}, DType::uint16)
                                  .Cases({"b32", "u32"}, DType::uint32)
                                  .Cases({"b64", "u64"}, DType::uint64)
                                  .Case("s8", DType::int8)
                                  .Case("s16", DType::int16)
                                  .Case("s32", DType::int32)
                                  .Case("s64", DType::int64)
                                  .Case("tf32", DType::float32)
                                  .Case("e4m3", DType::float8_e4m3fn)
                                  .Case("e5m2", DType::float8_e5m2)
                                  .Default(std::nullopt);
  if (!type)
    type = numerics::parseDType(std::string_view(name));
  return type && numerics::getBitWidth(*type) < 8 && *type != DType::boolean ? std::nullopt : type;
}

/// Element 0 of `array`.
bool setElement(numerics::Array &array, StringRef text) {
  if (numerics::isFloat(array.dtype())) {
    double value;
    std::string copy = text.str();
    char *end = nullptr;
    value = std::strtod(copy.c_str(), &end); // hexadecimal, inf and nan too
    if (copy.empty() || *end)
      return false;
    array.setDouble(0, value);
    return true;
  }
  unsigned bits = std::max(8u, numerics::getBitWidth(array.dtype()));
  int64_t value;
  uint64_t pattern;
  if (!text.getAsInteger(0, value)) {
    bool fits = bits == 64 || (value >= -(int64_t(1) << (bits - 1)) && value < (int64_t(1) << bits));
    return fits ? array.setInt(0, value), true : false;
  }
  if (bits < 64 || text.getAsInteger(0, pattern))
    return false;
  array.setInt(0, static_cast<int64_t>(pattern));
  return true;
}

Result<numerics::Array> makeArray(DType type, const std::vector<int64_t> &shape, const std::string &spec) {
  int64_t count = numerics::countElements(shape);
  if (count < 0 || static_cast<uint64_t>(count) > mostBytes / numerics::getByteSize(type))
    return refuse("`" + spec + "` is an array of more than " + std::to_string(mostBytes >> 30) + " GiB");
  size_t size = static_cast<size_t>(count) * numerics::getByteSize(type);
  numerics::BufferRef buffer = numerics::BufferRef::adopt(numerics::Buffer::allocate(std::max<size_t>(size, 1)));
  if (!buffer)
    return makeProblem(ProblemCode::unavailable,
                       "no memory for the " + std::to_string(size) + " bytes of `" + spec + "`");
  std::memset(buffer->data(), 0, size);
  return numerics::Array(type, shape, std::move(buffer));
}

/// Floats of the standard normal distribution, integers of all their bits.
void fillRandom(numerics::Array &array, int64_t seed) {
  numerics::ThreefryKey key = numerics::makeKey(seed, true);
  DType type = array.dtype();
  if (!numerics::isFloat(type))
    return numerics::threefryBits(key, std::max(8u, numerics::getBitWidth(type)), 0, array.mutableBytes(),
                                  array.size());
  if (type == DType::float32 || type == DType::float64)
    return numerics::threefryNormal(key, type, 0, array.mutableBytes(), array.size());
  numerics::Array wide(DType::float32, array.shape());
  numerics::threefryNormal(key, DType::float32, 0, wide.mutableBytes(), wide.size());
  array.mutableBytes();
  for (int64_t i = 0; i < array.size(); ++i)
    array.setDouble(i, wide.getDouble(i));
}

bool isKnownContents(StringRef contents) {
  return contents == "zeros" || contents == "empty" || contents == "iota" || contents.starts_with("random:") ||
         contents.starts_with("full:") || contents.starts_with("@");
}

Result<numerics::Array> readWith(const ReadArray &readArray, const std::string &file, std::optional<DType> wanted) {
  return readArray ? readArray(file, wanted) : readNpyFile(file, wanted);
}

Result<numerics::Array> makeContents(DType type, const std::vector<int64_t> &shape, StringRef contents,
                                     const std::string &spec, const ReadArray &readArray) {
  if (contents.consume_front("@")) {
    Result<numerics::Array> read = readWith(readArray, contents.str(), type);
    if (read && read->shape() != shape)
      return refuse("`" + contents.str() + "` has another shape than `" + spec + "` says");
    return read;
  }
  Result<numerics::Array> made = makeArray(type, shape, spec);
  if (!made)
    return made;
  numerics::Array &array = *made;
  int64_t seed;
  if (contents == "iota") {
    for (int64_t i = 0; i < array.size(); ++i)
      numerics::isFloat(type) ? array.setDouble(i, static_cast<double>(i)) : array.setInt(i, i);
  } else if (contents.consume_front("random:")) {
    if (contents.getAsInteger(0, seed))
      return refuse("the seed in `" + spec + "` is no integer");
    fillRandom(array, seed);
  } else if (contents.consume_front("full:")) {
    numerics::Array one(type, {});
    if (!setElement(one, contents))
      return refuse("`" + contents.str() + "` in `" + spec + "` is no value of its type");
    for (int64_t i = 0; i < array.size(); ++i)
      std::memcpy(array.mutableBytes() + i * numerics::getByteSize(type), one.bytes(), numerics::getByteSize(type));
  } else if (contents != "zeros" && contents != "empty") {
    return refuse("`" + spec + "`: the contents are `" + contents.str() +
                  "`, expected zeros, empty, iota, random:SEED, full:VALUE or @FILE.npy");
  }
  return made;
}

/// `64,128` or `64x128`; empty for a number that is none.
std::optional<std::vector<int64_t>> parseSizes(StringRef text, const char *separators) {
  std::vector<int64_t> sizes;
  for (text = text.trim(); !text.empty();) {
    size_t end = text.find_first_of(separators);
    int64_t size;
    if (text.substr(0, end).trim().getAsInteger(0, size) || size < 0)
      return std::nullopt;
    sizes.push_back(size);
    if (end == StringRef::npos)
      return sizes;
    text = text.substr(end + 1);
    if (text.empty())
      return std::nullopt;
  }
  return sizes;
}

bool isArray(const std::vector<EmulateArgument> &arguments, size_t index) {
  return index < arguments.size() && arguments[index].kind == EmulateArgument::Kind::array;
}

Problem refuseIndex(StringRef text, const std::string &spec) {
  return refuse("`" + spec + "`: `" + text.str() + "` is not the number of an array argument before it");
}

/// `&0+256`.
Result<EmulateArgument> parseAddress(StringRef text, const std::vector<EmulateArgument> &earlier,
                                     EmulateArgument argument) {
  argument.kind = EmulateArgument::Kind::address;
  auto [number, offset] = text.split('+');
  if (number.getAsInteger(10, argument.of) || !isArray(earlier, argument.of))
    return refuseIndex(number, argument.text);
  if (text.contains('+') && offset.getAsInteger(0, argument.offset))
    return refuse("`" + argument.text + "`: the offset is `" + offset.str() + "`, expected a number of bytes");
  return argument;
}

// --- tensor maps

std::optional<emulator::TensorElement> elementOf(DType type) {
  using emulator::TensorElement;
  switch (type) {
  case DType::uint16:
  case DType::int16:
    return TensorElement::u16;
  case DType::uint32:
    return TensorElement::u32;
  case DType::int32:
    return TensorElement::s32;
  case DType::uint64:
    return TensorElement::u64;
  case DType::int64:
    return TensorElement::s64;
  case DType::float16:
    return TensorElement::f16;
  case DType::bfloat16:
    return TensorElement::bf16;
  case DType::float32:
    return TensorElement::f32;
  case DType::float64:
    return TensorElement::f64;
  default:
    return numerics::getByteSize(type) == 1 ? std::optional(TensorElement::u8) : std::nullopt;
  }
}

std::optional<emulator::TensorElement> parseElement(StringRef name) {
  for (unsigned i = 0; i < emulator::tensorElementCount; ++i)
    if (name == StringRef(emulator::getName(static_cast<emulator::TensorElement>(i))))
      return static_cast<emulator::TensorElement>(i);
  return std::nullopt;
}

/// `sizes` (innermost last) into an array whose first is the innermost.
template <typename To> bool putReversed(const std::vector<int64_t> &sizes, size_t count, To &to) {
  if (sizes.size() != count)
    return false;
  for (size_t i = 0; i < count; ++i)
    to[i] = static_cast<typename To::value_type>(sizes[count - 1 - i]);
  return true;
}

/// One `name:value` of a map; a text where it is wrong.
std::string applyMapField(EmulateArgument &argument, StringRef name, StringRef value) {
  emulator::TensorMap &map = argument.map;
  std::optional<std::vector<int64_t>> sizes = parseSizes(value, "x");
  auto must = [&](bool holds, const std::string &expected) {
    return holds ? "" : "`" + name.str() + "` is `" + value.str() + "`, expected " + expected;
  };
  std::string ranks = std::to_string(map.rank) + " sizes with `x` between, the innermost last";
  if (name == "box")
    return must(sizes && putReversed(*sizes, map.rank, map.box), ranks);
  if (name == "dims")
    return must(sizes && putReversed(*sizes, map.rank, map.dimensions), ranks);
  if (name == "steps")
    return must(sizes && putReversed(*sizes, map.rank, map.elementStrides), ranks);
  if (name == "strides")
    return must(sizes && putReversed(*sizes, map.rank - 1, map.strides),
                std::to_string(map.rank - 1) + " numbers of bytes with `x` between");
  if (name == "offset")
    return must(!value.getAsInteger(0, argument.offset), "a number of bytes");
  if (name == "swizzle")
    return must(!value.getAsInteger(10, map.swizzleBytes) && map.swizzleBytes <= 128 && map.swizzleBytes % 32 == 0 &&
                    map.swizzleBytes != 96,
                "0, 32, 64 or 128");
  if (name == "interleave") {
    map.interleave = value == "16"   ? emulator::TensorInterleave::bytes16
                     : value == "32" ? emulator::TensorInterleave::bytes32
                                     : emulator::TensorInterleave::none;
    return must(value == "0" || value == "16" || value == "32", "0, 16 or 32");
  }
  if (name == "fill") {
    map.fillsNan = value == "nan";
    return must(value == "nan" || value == "zero", "zero or nan");
  }
  if (name == "element") {
    std::optional<emulator::TensorElement> element = parseElement(value);
    bool fits = element && emulator::getBytes(*element) == emulator::getBytes(map.element);
    if (fits)
      map.element = *element;
    return must(fits, "a type of the array's element size, such as `tf32`");
  }
  return "there is no `" + name.str() +
         "`; expected box, dims, strides, steps, offset, element, swizzle, interleave or fill";
}

Result<EmulateArgument> parseMap(StringRef of, StringRef fields, const std::vector<EmulateArgument> &earlier,
                                 EmulateArgument argument) {
  argument.kind = EmulateArgument::Kind::map;
  if (of.getAsInteger(10, argument.of) || !isArray(earlier, argument.of))
    return refuseIndex(of, argument.text);
  const numerics::Array &array = earlier[argument.of].contents;
  std::optional<emulator::TensorElement> element = elementOf(array.dtype());
  if (!element || array.rank() < 1 || array.rank() > 5)
    return refuse("`" + argument.text + "`: argument " + of.str() + " has " + std::to_string(array.rank()) +
                  " dimensions, expected 1 to 5");
  emulator::TensorMap &map = argument.map;
  map.element = *element;
  map.rank = static_cast<unsigned>(array.rank());
  putReversed(array.shape(), map.rank, map.dimensions);
  bool hasBox = false, hasStrides = false;
  while (!fields.empty()) {
    auto [field, rest] = fields.split(',');
    auto [name, value] = field.trim().split(':');
    hasBox |= name == "box";
    hasStrides |= name == "strides";
    if (std::string wrong = applyMapField(argument, name, value); !wrong.empty())
      return refuse("`" + argument.text + "`: " + wrong);
    fields = rest;
  }
  if (!hasBox)
    return refuse("`" + argument.text + "` has no `box:`");
  uint64_t stride = numerics::getByteSize(array.dtype()); // the array's, not those of `dims:`
  for (unsigned d = 0; !hasStrides && d + 1 < map.rank; ++d)
    map.strides[d] = stride *= static_cast<uint64_t>(array.shape()[map.rank - 1 - d]);
  emulator::TensorMap placed = map; // arrays begin at multiples of 256
  placed.address = emulator::allocationBase + argument.offset;
  std::vector<std::string> broken = emulator::validate(placed);
  if (broken.empty())
    return argument;
  std::string all;
  for (const std::string &rule : broken)
    all += (all.empty() ? "" : "; ") + rule;
  return refuse("`" + argument.text + "` is no tensor map: " + all);
}

} // namespace

Result<EmulateArgument> cli::parseArgument(const std::string &text, const std::vector<EmulateArgument> &earlier,
                                           const ReadArray &readArray) {
  EmulateArgument argument;
  argument.text = text;
  StringRef spec = StringRef(text).trim();
  if (spec.consume_front("&"))
    return parseAddress(spec, earlier, argument);
  if (spec.starts_with("@")) {
    argument.kind = EmulateArgument::Kind::array;
    Result<numerics::Array> read = readWith(readArray, spec.drop_front().str(), std::nullopt);
    if (!read)
      return read.problem();
    argument.contents = *read;
    return argument;
  }
  auto [what, contents] = spec.split('=');
  if (!spec.contains('='))
    return refuse("the argument is `" + text +
                  "`, expected TYPE=VALUE, TYPE[SHAPE]=CONTENTS, @FILE.npy, &N or map(N)=…");
  if (what.consume_front("map(") && what.consume_back(")"))
    return parseMap(what, contents, earlier, argument);
  bool byValue = what.consume_front("value ");
  argument.isPassed = !what.consume_front("memory ");
  StringRef name = what.take_until([](char c) { return c == '['; });
  std::optional<DType> type = parseType(name.trim());
  if (!type)
    return refuse("`" + text + "`: there is no type `" + name.str() +
                  "`; expected for example `u32`, `s64`, `f32`, `bf16`, `e4m3`");
  if (name.size() == what.size() && !argument.isPassed)
    return refuse("`" + text + "`: memory needs a shape: `memory " + name.str() + "[1000]`");
  if (name.size() == what.size()) {
    argument.contents = numerics::Array(*type, {});
    if (!setElement(argument.contents, contents))
      return refuse("`" + text + "`: `" + contents.str() + "` is no " + name.str() +
                    (isKnownContents(contents) ? ", and an array needs a shape: `" + name.str() + "[1000]`" : ""));
    return argument;
  }
  StringRef dimensions = what.drop_front(name.size() + 1);
  std::optional<std::vector<int64_t>> shape;
  if (dimensions.consume_back("]"))
    shape = parseSizes(dimensions, ",");
  if (!shape)
    return refuse("`" + text + "`: the shape is `" + what.drop_front(name.size()).str() +
                  "`, expected for example `[64,128]`");
  argument.kind = byValue ? EmulateArgument::Kind::value : EmulateArgument::Kind::array;
  argument.isEmpty = contents == "empty";
  Result<numerics::Array> made = makeContents(*type, *shape, contents, text, readArray);
  if (!made)
    return made.problem();
  argument.contents = *made;
  return argument;
}

Result<std::pair<size_t, std::string>> cli::parseSave(const std::string &text,
                                                      const std::vector<EmulateArgument> &arguments) {
  auto [number, file] = StringRef(text).split('=');
  size_t index;
  if (number.getAsInteger(10, index) || !isArray(arguments, index) || file.empty())
    return refuse("`" + text + "`: expected N=FILE, where argument N is an array");
  return std::pair(index, file.str());
}

Result<Expectation> cli::parseExpectation(const std::string &text, const std::vector<EmulateArgument> &arguments) {
  auto [number, rest] = StringRef(text).split('=');
  Expectation expectation;
  if (number.getAsInteger(10, expectation.argument) || !isArray(arguments, expectation.argument) || rest.empty())
    return refuse("`" + text +
                  "`: expected N=@FILE.npy, with `,RTOL,ATOL` if values may differ, where argument N is an array");
  llvm::SmallVector<StringRef> parts;
  rest.split(parts, ',');
  for (size_t i = 1; i < parts.size(); ++i) {
    double &tolerance = i == 1 ? expectation.relative : expectation.absolute;
    if (i > 2 || parts[i].getAsDouble(tolerance) || !(tolerance >= 0))
      return refuse("`" + text + "`: `" + parts[i].str() + "` is no tolerance; expected N=@FILE.npy,RTOL,ATOL");
  }
  const numerics::Array &array = arguments[expectation.argument].contents;
  Result<numerics::Array> wanted = makeContents(array.dtype(), array.shape(), parts[0], text, nullptr);
  if (!wanted)
    return wanted.problem();
  expectation.wanted = *wanted;
  return expectation;
}
