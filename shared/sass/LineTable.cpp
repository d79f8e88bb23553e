// SPDX-License-Identifier: Apache-2.0
// A line table is a program for a machine with an address and a line: its rows say where a line begins, and the next
// row where it ends. Each function has a sequence of its own, whose first address is a relocation.
#include "shared/sass/LineTable.h"
#include "shared/sass/ByteReader.h"
#include "shared/sass/MachineCode.h"

namespace tessera::sass {

namespace {

struct Row {
  uint64_t address = 0, file = 1;
  int64_t line = 1;
};

class LineReader {
public:
  LineReader(const Cubin &cubin, uint64_t file, std::string &error)
      : cubin(cubin), wantedFile(file), error(error), reader(cubin.lines) {
    for (const CubinFunction &function : cubin.functions) {
      table[function.name].resize(function.code.size() / wordBytes);
      instructions += function.code.size() / wordBytes;
    }
  }

  std::optional<LineTable> read() {
    if (cubin.lines.empty())
      return refuse("the cubin has no line table: it was assembled without line information");
    while (!reader.isAtEnd())
      if (!readUnit())
        return std::nullopt;
    return std::move(table);
  }

private:
  std::nullopt_t refuse(std::string reason) {
    error = std::move(reason);
    return std::nullopt;
  }
  bool fail(const std::string &reason) {
    error = "byte " + std::to_string(reader.offset()) + " of the line table: " + reason;
    return false;
  }

  bool readUnit() {
    uint64_t begin = reader.offset(), length = reader.take(4), end = begin + 4 + length;
    if (length < 16 || end > cubin.lines.size())
      return fail("a length of " + std::to_string(length) + " bytes, which the table does not have");
    uint64_t version = reader.take(2);
    if (version < 2 || version > 4)
      return fail("version " + std::to_string(version) + ", expected 2 to 4");
    uint64_t headerLength = reader.take(4), program = reader.offset() + headerLength;
    if (program > end)
      return fail("a header that ends behind its unit");
    step = reader.take(1);
    if (version >= 4)
      reader.take(1); // operations of a bundle
    reader.take(1);   // whether rows are statements
    lineBase = static_cast<int8_t>(reader.take(1));
    lineRange = reader.take(1);
    firstSpecial = reader.take(1);
    if (lineRange == 0 || firstSpecial == 0)
      return fail("a line range or a first opcode of 0");
    operands.clear();
    for (uint64_t i = 1; i < firstSpecial; ++i)
      operands.push_back(reader.take(1));
    reader.skipTo(program);
    row = Row();
    function = nullptr;
    hasRow = false;
    while (reader.offset() < end)
      if (!runInstruction())
        return false;
    return !reader.hasFailed() || fail("it is cut short");
  }

  bool runInstruction() {
    uint64_t opcode = reader.take(1);
    if (opcode >= firstSpecial) {
      uint64_t value = opcode - firstSpecial;
      row.address += step * (value / lineRange);
      row.line += lineBase + static_cast<int64_t>(value % lineRange);
      return addRow();
    }
    switch (opcode) {
    case 0:
      return runExtended();
    case 1:
      return addRow();
    case 2:
      row.address += step * reader.takeUnsigned();
      return true;
    case 3:
      row.line += reader.takeSigned();
      return true;
    case 4:
      row.file = reader.takeUnsigned();
      return true;
    case 8:
      row.address += step * ((255 - firstSpecial) / lineRange);
      return true;
    case 9:
      row.address += reader.take(2);
      return true;
    default: // columns, blocks and what later versions add: nothing of it moves the address
      for (uint64_t i = 0; i < operands[opcode - 1]; ++i)
        reader.takeUnsigned();
      return true;
    }
  }

  bool runExtended() {
    uint64_t length = reader.takeUnsigned(), begin = reader.offset();
    if (length == 0 || length > cubin.lines.size() - begin)
      return fail("an instruction of " + std::to_string(length) + " bytes");
    switch (reader.take(1)) {
    case 1: // the end of a sequence
      if (!fillTo(row.address))
        return false;
      row = Row();
      function = nullptr;
      hasRow = false;
      break;
    case 2: // an address
      if (!setAddress(begin + 1, static_cast<unsigned>(length - 1)))
        return false;
      break;
    default: // names of inlined functions, and more: they have their length
      break;
    }
    reader.skipTo(begin + length);
    return true;
  }

  bool setAddress(uint64_t offset, unsigned size) {
    row.address = size <= 8 ? ByteReader(cubin.lines).at(offset, size) : 0;
    if (auto found = cubin.lineRelocations.find(offset); found != cubin.lineRelocations.end()) {
      function = &table[found->second.function];
      row.address += static_cast<uint64_t>(found->second.addend);
      return true;
    }
    return fail("an address that belongs to no function");
  }

  bool addRow() {
    if (!fillTo(row.address))
      return false;
    if (!function)
      return fail("a line before the first address");
    if (row.address % wordBytes)
      return fail("a line at address " + std::to_string(row.address) + ", which is inside of an instruction");
    last = row;
    hasRow = true;
    return true;
  }

  /// The last row's line, up to `address`. No table has more lines to give than there are instructions, twice at most.
  bool fillTo(uint64_t address) {
    if (!hasRow || !function || last.file != wantedFile || last.line < 0)
      return true;
    for (uint64_t i = last.address / wordBytes; i < address / wordBytes && i < function->size(); ++i) {
      if (filled++ > 2 * instructions)
        return fail("more lines than the code has instructions");
      (*function)[i] = static_cast<uint32_t>(last.line);
    }
    return true;
  }

  const Cubin &cubin;
  uint64_t wantedFile;
  std::string &error;
  ByteReader reader;
  LineTable table;
  uint64_t step = 1, lineRange = 1, firstSpecial = 10;
  int64_t lineBase = 0;
  std::vector<uint64_t> operands; // of standard opcodes 1, 2, …
  Row row, last;
  uint64_t instructions = 0, filled = 0; // of all functions; lines that were given
  bool hasRow = false;
  std::vector<uint32_t> *function = nullptr;
};

} // namespace

std::optional<LineTable> readLines(const Cubin &cubin, uint64_t file, std::string &error) {
  return LineReader(cubin, file, error).read();
}

} // namespace tessera::sass
