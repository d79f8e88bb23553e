// SPDX-License-Identifier: Apache-2.0
// spdlog's sinks run in the thread that logs: so a line's fields can wait for the formatter in that thread.
#include "runner/log/Log.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/STLExtras.h"
#include <chrono>
#include <cstdio>
#include <ctime>
#include <spdlog/formatter.h>
#include <spdlog/sinks/stdout_sinks.h>

using namespace tessera;
using namespace tessera::runner;

/// Of the line that this thread writes just now; null for one of spdlog's own.
static thread_local const llvm::json::Object *currentFields = nullptr;

static std::string toTimeText(spdlog::log_clock::time_point time) {
  using namespace std::chrono;
  time_t seconds = spdlog::log_clock::to_time_t(time);
  auto millis = static_cast<int>(duration_cast<milliseconds>(time.time_since_epoch()).count() % 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char date[32], text[48];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text, sizeof text, "%s.%03dZ", date, millis);
  return text;
}

/// A string of visible characters as it is, everything else in JSON: nobody's path may end a line, or look like a
/// field.
static std::string toFieldText(const llvm::json::Value &value) {
  if (std::optional<llvm::StringRef> text = value.getAsString())
    if (!text->empty() && llvm::all_of(*text, [](char c) { return c > ' ' && c < 0x7F && c != '"' && c != '='; }))
      return text->str();
  return protocol::toText(value);
}

std::string log::formatLine(Format format, spdlog::log_clock::time_point time, llvm::StringRef level,
                            llvm::StringRef words, const llvm::json::Object &fields) {
  if (format == Format::json) {
    llvm::json::Object line = fields;
    line["time"] = toTimeText(time);
    line["level"] = level;
    line["message"] = protocol::toUtf8(words);
    return protocol::toText(std::move(line));
  }
  std::string line = toTimeText(time) + " " + level.str() + " " + words.str();
  llvm::SmallVector<llvm::StringRef> names;
  for (const auto &[name, value] : fields)
    names.push_back(name);
  llvm::sort(names);
  for (llvm::StringRef name : names)
    line += (" " + name + "=" + toFieldText(*fields.get(name))).str();
  return line;
}

namespace {
class LineFormatter : public spdlog::formatter {
public:
  explicit LineFormatter(log::Format lineFormat) : lineFormat(lineFormat) {}
  void format(const spdlog::details::log_msg &message, spdlog::memory_buf_t &out) override {
    static const llvm::json::Object none;
    auto level = spdlog::level::to_string_view(message.level);
    std::string line = log::formatLine(lineFormat, message.time, llvm::StringRef(level.data(), level.size()),
                                       llvm::StringRef(message.payload.data(), message.payload.size()),
                                       currentFields ? *currentFields : none) +
                       "\n";
    out.append(line.data(), line.data() + line.size());
  }
  std::unique_ptr<spdlog::formatter> clone() const override { return std::make_unique<LineFormatter>(lineFormat); }

private:
  log::Format lineFormat;
};
} // namespace

void log::start(const std::string &level, Format format) {
  auto logger = std::make_shared<spdlog::logger>("tessera", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_formatter(std::make_unique<LineFormatter>(format));
  spdlog::set_default_logger(std::move(logger));
  spdlog::set_level(spdlog::level::from_str(level));
}

void log::tell(spdlog::level::level_enum level, const std::string &words, const llvm::json::Object &fields) {
  if (!spdlog::should_log(level))
    return;
  currentFields = &fields;
  spdlog::log(level, "{}", words);
  currentFields = nullptr;
}
