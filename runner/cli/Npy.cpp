// SPDX-License-Identifier: Apache-2.0
// The header is a Python literal of a dict with three known keys. What NumPy writes is read; any other literal is
// refused.
#include "runner/cli/Npy.h"
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
using numerics::DType;

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr uint64_t mostBytes = uint64_t(4) << 30;

struct DescrRow {
  DType type;
  std::string_view descr; // without the byte order
};
constexpr DescrRow descrs[] = {
    {DType::boolean, "b1"},  {DType::int8, "i1"},          {DType::int16, "i2"},       {DType::int32, "i4"},
    {DType::int64, "i8"},    {DType::uint8, "u1"},         {DType::uint16, "u2"},      {DType::uint32, "u4"},
    {DType::uint64, "u8"},   {DType::float16, "f2"},       {DType::float32, "f4"},     {DType::float64, "f8"},
    {DType::bfloat16, "V2"}, {DType::float8_e4m3fn, "V1"}, {DType::float8_e5m2, "V1"},
};

/// The header's text, read from the left.
class HeaderReader {
public:
  explicit HeaderReader(std::string_view text) : text(text) {}

  bool accept(char c) {
    skip();
    if (text.empty() || text.front() != c)
      return false;
    text.remove_prefix(1);
    return true;
  }
  /// `'…'` or `"…"`.
  std::optional<std::string_view> string() {
    skip();
    if (text.empty() || (text.front() != '\'' && text.front() != '"'))
      return std::nullopt;
    size_t end = text.find(text.front(), 1);
    if (end == text.npos)
      return std::nullopt;
    std::string_view value = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    return value;
  }
  std::optional<bool> boolean() {
    skip();
    for (bool value : {true, false}) {
      std::string_view word = value ? "True" : "False";
      if (text.substr(0, word.size()) == word)
        return text.remove_prefix(word.size()), value;
    }
    return std::nullopt;
  }
  std::optional<std::vector<int64_t>> shape() {
    std::vector<int64_t> sizes;
    if (!accept('('))
      return std::nullopt;
    while (!accept(')')) {
      skip();
      int64_t size = 0;
      auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
      if (error != std::errc() || size < 0)
        return std::nullopt;
      text.remove_prefix(static_cast<size_t>(end - text.data()));
      sizes.push_back(size);
      if (!accept(',') && (skip(), text.empty() || text.front() != ')'))
        return std::nullopt;
    }
    return sizes;
  }

private:
  void skip() {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\n'))
      text.remove_prefix(1);
  }
  std::string_view text;
};

struct Header {
  std::string_view descr;
  bool isColumnMajor = false;
  std::vector<int64_t> shape;
};

std::optional<Header> parseHeader(std::string_view text) {
  HeaderReader reader(text);
  Header header;
  unsigned seen = 0;
  if (!reader.accept('{'))
    return std::nullopt;
  while (!reader.accept('}')) {
    auto key = reader.string();
    if (!key || !reader.accept(':'))
      return std::nullopt;
    if (*key == "descr") {
      auto descr = reader.string();
      header.descr = descr.value_or("");
      seen |= descr ? 1 : 0;
    } else if (*key == "fortran_order") {
      auto order = reader.boolean();
      header.isColumnMajor = order.value_or(false);
      seen |= order ? 2 : 0;
    } else if (*key == "shape") {
      auto shape = reader.shape();
      header.shape = shape.value_or(std::vector<int64_t>());
      seen |= shape ? 4 : 0;
    } else {
      return std::nullopt;
    }
    reader.accept(',');
  }
  return seen == 7 ? std::optional<Header>(header) : std::nullopt;
}

std::string_view descrOf(DType type) {
  for (const DescrRow &row : descrs)
    if (row.type == type)
      return row.descr;
  return "";
}

/// The dtype of elements that the file calls `descr`; a `V2` or `u2` is what is wanted.
std::optional<DType> chooseType(std::string_view descr, std::optional<DType> wanted) {
  std::string_view bare = descr.substr(descr.empty() ? 0 : 1);
  if (descr.empty() || descr.front() == '>')
    return std::nullopt;
  bool isRaw = bare == "V1" || bare == "V2", isBits = bare == "u1" || bare == "u2";
  if (wanted && (isRaw || isBits) && std::to_string(numerics::getByteSize(*wanted)) == bare.substr(1) &&
      (descrOf(*wanted).front() == 'V' || descrOf(*wanted) == bare))
    return wanted;
  if (isRaw)
    return std::nullopt;
  for (const DescrRow &row : descrs)
    if (row.descr == bare)
      return row.type;
  return std::nullopt;
}

Problem refuse(const std::string &name, const std::string &reason) {
  return makeProblem(ProblemCode::badRequest, "can't read `" + name + "`: " + reason);
}

} // namespace

Result<numerics::Array> cli::parseNpy(std::string_view bytes, std::optional<DType> wanted, const std::string &name) {
  if (bytes.substr(0, magic.size()) != magic || bytes.size() < 12)
    return refuse(name, "it is no .npy file");
  size_t lengthBytes = bytes[6] == 1 ? 2 : 4, length = 0;
  if (bytes[6] < 1 || bytes[6] > 3)
    return refuse(name, "its version of .npy is " + std::to_string(bytes[6]) + ", expected 1 to 3");
  for (size_t i = 0; i < lengthBytes; ++i)
    length |= static_cast<size_t>(static_cast<uint8_t>(bytes[8 + i])) << 8 * i;
  size_t begin = 8 + lengthBytes;
  std::optional<Header> header;
  if (length <= bytes.size() - begin)
    header = parseHeader(bytes.substr(begin, length));
  if (!header)
    return refuse(name, "its header is not that of an array of numbers");
  std::optional<DType> type = chooseType(header->descr, wanted);
  if (!type)
    return refuse(name, "its elements are `" + std::string(header->descr) + "`" +
                            (wanted ? ", expected " + std::string(numerics::getName(*wanted))
                                    : ", say what they are: `bf16[…]=@FILE`"));
  if (wanted && *type != *wanted)
    return refuse(name, "its elements are " + std::string(numerics::getName(*type)) + ", expected " +
                            std::string(numerics::getName(*wanted)));
  if (header->isColumnMajor && header->shape.size() > 1)
    return refuse(name, "it is in column-major order, expected row-major (`np.ascontiguousarray`)");
  int64_t count = numerics::countElements(header->shape);
  uint64_t size = count < 0 ? UINT64_MAX : static_cast<uint64_t>(count) * numerics::getByteSize(*type);
  if (count < 0 || size != bytes.size() - begin - length)
    return refuse(name, "it has " + std::to_string(bytes.size() - begin - length) +
                            " bytes of elements, its shape needs " + (count < 0 ? "more" : std::to_string(size)));
  numerics::BufferRef buffer = numerics::BufferRef::adopt(numerics::Buffer::allocate(std::max<uint64_t>(size, 1)));
  if (!buffer)
    return refuse(name, "there is no memory for " + std::to_string(size) + " bytes");
  std::memcpy(buffer->data(), bytes.data() + begin + length, size);
  return numerics::Array(*type, header->shape, std::move(buffer));
}

std::string cli::writeNpy(const numerics::Array &array) {
  std::string shape;
  for (int64_t size : array.shape())
    shape += std::to_string(size) + ", ";
  if (array.rank() > 1)
    shape.resize(shape.size() - 2);
  else if (array.rank() == 1)
    shape.pop_back();
  bool isByte = numerics::getByteSize(array.dtype()) == 1;
  std::string header = "{'descr': '" + std::string(isByte ? "|" : "<") + std::string(descrOf(array.dtype())) +
                       "', 'fortran_order': False, 'shape': (" + shape + "), }";
  header.append((64 - (10 + header.size() + 1) % 64) % 64, ' ');
  header += '\n';
  std::string bytes(magic);
  bytes += {1, 0, static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  bytes += header;
  bytes.append(reinterpret_cast<const char *>(array.bytes()), array.byteSize());
  return bytes;
}

Result<numerics::Array> cli::readNpyFile(const std::string &file, std::optional<DType> wanted) {
  std::FILE *input = std::fopen(file.c_str(), "rb");
  if (!input)
    return refuse(file, std::strerror(errno));
  std::string bytes;
  char chunk[65536];
  for (size_t got; bytes.size() <= mostBytes && (got = std::fread(chunk, 1, sizeof chunk, input)) > 0;)
    bytes.append(chunk, got);
  bool failed = std::ferror(input) != 0;
  int error = errno;
  std::fclose(input);
  if (failed)
    return refuse(file, std::strerror(error));
  if (bytes.size() > mostBytes)
    return refuse(file, "it is larger than 4 GiB");
  return parseNpy(bytes, wanted, file);
}
