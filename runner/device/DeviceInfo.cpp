// SPDX-License-Identifier: Apache-2.0
// Devices as JSON, and a user's word for one as its id.
#include "runner/device/DeviceInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::runner;

llvm::json::Value runner::toJson(const DeviceInfo &info) {
  llvm::json::Object object{{"id", info.id}, {"kind", info.kind}, {"name", info.name}, {"note", info.note}};
  if (!info.target.empty())
    object["target"] = info.target;
  if (info.memoryBytes)
    object["memoryBytes"] = static_cast<int64_t>(info.memoryBytes);
  if (!info.driver.empty())
    object["driver"] = info.driver;
  if (!info.timeline.empty())
    object["timeline"] = info.timeline;
  if (!info.words.empty())
    object["words"] = llvm::json::Array(info.words);
  return object;
}

std::optional<DeviceInfo> runner::readDeviceInfo(const llvm::json::Value &value) {
  const llvm::json::Object *object = value.getAsObject();
  if (!object || !object->getString("id") || !object->getString("kind"))
    return std::nullopt;
  auto text = [&](llvm::StringRef name) { return object->getString(name).value_or("").str(); };
  DeviceInfo info{text("id"), text("kind"), text("name"), text("note")};
  info.target = text("target");
  info.driver = text("driver");
  info.timeline = text("timeline");
  info.memoryBytes = static_cast<uint64_t>(object->getInteger("memoryBytes").value_or(0));
  if (const llvm::json::Array *words = object->getArray("words"))
    for (const llvm::json::Value &word : *words)
      if (std::optional<llvm::StringRef> known = word.getAsString(); known && isWord(*known))
        info.words.push_back(known->str());
  return info;
}

std::string runner::getGpuClass(llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef> words;
  name.split(words, ' ');
  // A letter or two and a number: A100, H200, B200, L40S, RTX has none.
  for (llvm::StringRef word : words) {
    llvm::StringRef number = word.drop_while(llvm::isAlpha), class_ = word.take_until([](char c) { return c == '-'; });
    size_t letters = word.size() - number.size();
    if (letters >= 1 && letters <= 2 && number.take_while(llvm::isDigit).size() >= 2)
      return class_.lower();
  }
  return "";
}

bool runner::isWord(llvm::StringRef text) {
  return !text.empty() && text.size() <= 64 && text != "or" && text != "and" && text != "auto" &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || llvm::StringRef("_.:-").contains(c); });
}

std::vector<std::string> runner::listWords(const DeviceInfo &device, llvm::ArrayRef<std::string> labels) {
  std::vector<std::string> words = {device.id};
  auto add = [&](std::string word) {
    if (isWord(word) && !llvm::is_contained(words, word))
      words.push_back(std::move(word));
  };
  add(device.kind);
  if (device.kind == "cuda")
    add(getGpuClass(device.name));
  for (const std::string &label : labels)
    add(label);
  return words;
}

//===-- what jobs ask for ------------------------------------------------------------------------------------===//

std::string runner::makeOffer(const DeviceInfo &device) {
  std::string offer = llvm::join(device.words.empty() ? listWords(device, {}) : device.words, " ");
  return device.memoryBytes > 0 ? offer + " memory=" + std::to_string(device.memoryBytes) : offer;
}

/// `80GB`, `79.5GiB`, `40000MiB`.
static std::optional<double> readBytes(llvm::StringRef text) {
  static constexpr std::pair<llvm::StringLiteral, double> units[] = {
      {"GiB", 1024.0 * 1024 * 1024}, {"MiB", 1024.0 * 1024}, {"GB", 1e9}, {"MB", 1e6}};
  for (const auto &[unit, bytes] : units) {
    double number = 0;
    llvm::StringRef digits = text;
    if (digits.consume_back(unit) && !digits.rtrim().getAsDouble(number) && number >= 0 && number <= 1e9)
      return number * bytes;
  }
  return std::nullopt;
}

/// The least memory that a term asks for; nothing where it is a word.
static std::optional<double> readMemory(llvm::StringRef term) {
  if (!term.consume_front("memory"))
    return std::nullopt;
  term = term.ltrim();
  return term.consume_front(">=") ? readBytes(term.trim()) : std::nullopt;
}

static bool holds(llvm::StringRef term, llvm::ArrayRef<llvm::StringRef> offer) {
  std::optional<double> least = readMemory(term);
  if (!least)
    return llvm::is_contained(offer, term);
  return llvm::any_of(offer, [&](llvm::StringRef word) {
    uint64_t bytes = 0;
    return word.consume_front("memory=") && !word.getAsInteger(10, bytes) && static_cast<double>(bytes) >= *least;
  });
}

static llvm::SmallVector<llvm::StringRef> splitTerms(llvm::StringRef text, llvm::StringRef separator) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, separator);
  for (llvm::StringRef &part : parts)
    part = part.trim();
  return parts;
}

bool runner::mayRunOn(llvm::StringRef wanted, llvm::StringRef offer) {
  llvm::SmallVector<llvm::StringRef> words = splitTerms(offer, " ");
  return llvm::any_of(splitTerms(wanted, " or "), [&](llvm::StringRef alternative) {
    return llvm::all_of(splitTerms(alternative, " and "), [&](llvm::StringRef term) { return holds(term, words); });
  });
}

std::optional<std::string> runner::normalizeDevice(llvm::StringRef wanted) {
  std::string text;
  for (llvm::StringRef alternative : splitTerms(wanted, " or ")) {
    text += text.empty() ? "" : " or ";
    bool isFirst = true;
    for (llvm::StringRef term : splitTerms(alternative, " and ")) {
      if (!isWord(term) && !readMemory(term))
        return std::nullopt;
      text += isFirst ? "" : " and ";
      isFirst = false;
      for (char c : term)
        if (c != ' ')
          text += c;
    }
  }
  return text.size() <= 256 ? std::optional(text) : std::nullopt;
}

std::optional<std::string> runner::resolveFleetDevice(llvm::StringRef wanted, llvm::ArrayRef<DeviceInfo> devices) {
  auto isThere = [&](llvm::StringRef expression) {
    return llvm::any_of(devices, [&](const DeviceInfo &device) { return mayRunOn(expression, makeOffer(device)); });
  };
  if (wanted == "auto")
    wanted = isThere("cuda") ? "cuda" : "interpreter";
  std::optional<std::string> expression = normalizeDevice(wanted);
  return expression && isThere(*expression) ? expression : std::nullopt;
}

std::optional<std::string> runner::resolveDevice(llvm::StringRef wanted, llvm::ArrayRef<DeviceInfo> devices) {
  for (const DeviceInfo &device : devices)
    if (device.id == wanted || ((wanted == "cuda" || wanted == "auto") && device.kind == "cuda"))
      return device.id;
  if (wanted == "auto")
    return "interpreter";
  std::optional<std::string> expression = normalizeDevice(wanted);
  if (expression)
    for (llvm::StringRef alternative : splitTerms(*expression, " or "))
      for (const DeviceInfo &device : devices)
        if (mayRunOn(alternative, makeOffer(device)))
          return device.id;
  return std::nullopt;
}
