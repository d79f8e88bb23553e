// SPDX-License-Identifier: Apache-2.0
// `int vprintf(const char *format, void *arguments)`: the arguments lie one behind the other, each aligned to its size; floats
// were promoted to double. `void __assertfail(message, file, line, function, charSize)`.

#include "runner/emulator/instructions/SystemCalls.h"
#include <algorithm>
#include <cstdio>
#include <cstring>

namespace tessera::emulator {

namespace {

constexpr size_t longestText = 4096, longestOutput = 65536; // of a string, of one call of one lane
constexpr unsigned widest = 500;                           // of one conversion

/// Memory as one lane sees it. Every reader gives false after a fault.
struct LaneReader {
  Step &step;
  unsigned lane;

  bool read(uint64_t address, void *to, uint32_t bytes) {
    Access access;
    access.bytes = bytes;
    access.alignment = 1;
    const uint8_t *host = step.resolveOne(access, address, lane);
    if (host)
      std::memcpy(to, host, bytes);
    return host != nullptr;
  }
  bool readText(uint64_t address, std::string &text) {
    for (char c; text.size() < longestText; text += c) {
      if (!read(address++, &c, 1))
        return false;
      if (c == 0)
        return true;
    }
    return true;
  }
};

uint64_t argumentOf(const Step &step, const SystemCallSite &site, size_t index, unsigned lane) {
  const Frame &frame = *step.fragment.frame;
  auto [offset, size] = site.arguments[index];
  uint64_t value = 0;
  std::memcpy(&value, &frame.parameters[lane * size_t(frame.function->parameterBytes) + offset], std::min<size_t>(size, 8));
  return value;
}

/// One conversion of a format, without its length: `%-8.3` and `d`.
struct Conversion {
  std::string flags;
  char letter = 0;
  bool isLong = false, isWide = false;
};

/// Reads a conversion at `format[at]`, behind the `%`; false at the text's end.
bool parseConversion(const std::string &format, size_t &at, Conversion &out) {
  for (unsigned number = 0; at < format.size() && std::strchr("-+ #0123456789.", format[at]); out.flags += format[at++]) {
    bool isDigit = format[at] >= '0' && format[at] <= '9';
    number = isDigit ? std::min(10 * number + static_cast<unsigned>(format[at] - '0'), widest + 1) : 0;
    out.isWide |= number > widest;
  }
  while (at < format.size() && std::strchr("hlLqjzt", format[at]))
    out.isLong |= format[at++] != 'h';
  if (at >= format.size())
    return false;
  out.letter = format[at++];
  return true;
}

template <typename T> std::string print(const Conversion &c, const char *length, T value) {
  char text[512];
  std::string spec = "%" + c.flags + length + c.letter;
  int count = std::snprintf(text, sizeof(text), spec.c_str(), value);
  return std::string(text, static_cast<size_t>(std::clamp<int>(count, 0, sizeof(text) - 1)));
}

bool formatLane(LaneReader &reader, uint64_t formatAddress, uint64_t arguments, std::string &out) {
  std::string format;
  if (!reader.readText(formatAddress, format))
    return false;
  auto next = [&](void *to, uint32_t bytes) {
    arguments = (arguments + bytes - 1) & ~uint64_t(bytes - 1);
    arguments += bytes;
    return reader.read(arguments - bytes, to, bytes);
  };
  for (size_t at = 0; at < format.size() && out.size() < longestOutput;) {
    char c = format[at++];
    if (c != '%') {
      out += c;
      continue;
    }
    Conversion conversion;
    if (!parseConversion(format, at, conversion) || conversion.isWide || conversion.flags.size() > 16) {
      out += '%';
      continue;
    }
    if (conversion.letter == '%') {
      out += '%';
    } else if (std::strchr("diuxXoc", conversion.letter)) {
      uint64_t value = 0;
      bool isLong = conversion.isLong && conversion.letter != 'c';
      if (!next(&value, isLong ? 8 : 4))
        return false;
      out += isLong ? print(conversion, "ll", static_cast<unsigned long long>(value)) : print(conversion, "", static_cast<unsigned>(value));
    } else if (std::strchr("fFeEgGaA", conversion.letter)) {
      double value = 0;
      if (!next(&value, 8))
        return false;
      out += print(conversion, "", value);
    } else if (conversion.letter == 's' || conversion.letter == 'p') {
      uint64_t address = 0;
      std::string text;
      if (!next(&address, 8))
        return false;
      if (conversion.letter == 'p')
        out += print(conversion, "", reinterpret_cast<void *>(address));
      else if (!reader.readText(address, text))
        return false;
      else
        out += print(conversion, "", text.c_str());
    } else {
      out += "%" + conversion.flags + conversion.letter; // as CUDA: unknown conversions are printed as they stand
    }
  }
  return true;
}

Outcome callPrintf(Step &step, const Instruction &i) {
  const auto &site = *static_cast<const SystemCallSite *>(i.payload);
  if (site.arguments.size() != 2)
    return step.fault(DiagnosticId::launchArgument, "`vprintf` takes 2 arguments");
  for (uint32_t left = step.mask; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
    LaneReader reader{step, lane};
    std::string text;
    if (!formatLane(reader, argumentOf(step, site, 0, lane), argumentOf(step, site, 1, lane), text))
      return Outcome::fault;
    if (step.machine.options.print)
      step.machine.options.print(text);
    if (!site.results.empty()) {
      Frame &frame = *step.fragment.frame;
      uint32_t count = static_cast<uint32_t>(text.size());
      std::memcpy(&frame.parameters[lane * size_t(frame.function->parameterBytes) + site.results[0].first], &count, 4);
    }
  }
  return Outcome::next;
}

Outcome callAssertFail(Step &step, const Instruction &i) {
  const auto &site = *static_cast<const SystemCallSite *>(i.payload);
  if (site.arguments.size() < 4)
    return step.fault(DiagnosticId::trapped, "a device assertion fails");
  unsigned lane = step.firstLane();
  LaneReader reader{step, lane};
  std::string message, file, function;
  if (!reader.readText(argumentOf(step, site, 0, lane), message) || !reader.readText(argumentOf(step, site, 1, lane), file) ||
      !reader.readText(argumentOf(step, site, 3, lane), function))
    return Outcome::fault;
  return step.fault(DiagnosticId::trapped, "the assertion `" + message + "` fails in `" + function + "`, " + file + ":" +
                                               std::to_string(static_cast<uint32_t>(argumentOf(step, site, 2, lane))));
}

} // namespace

Handler findSystemCall(std::string_view name) {
  return name == "vprintf" ? callPrintf : name == "__assertfail" ? callAssertFail : nullptr;
}

} // namespace tessera::emulator
