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
  return !text.empty() && text.size() <= 64 && text != "or" && text != "auto" &&
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

bool runner::mayRunOn(llvm::StringRef wanted, llvm::StringRef words) {
  llvm::SmallVector<llvm::StringRef> known, alternatives;
  words.split(known, ' ');
  wanted.split(alternatives, " or ");
  return llvm::any_of(alternatives, [&](llvm::StringRef word) { return llvm::is_contained(known, word); });
}

std::optional<std::string> runner::resolveFleetDevice(llvm::StringRef wanted, llvm::ArrayRef<DeviceInfo> devices) {
  auto isThere = [&](llvm::StringRef word) {
    return llvm::any_of(devices, [&](const DeviceInfo &device) { return llvm::is_contained(device.words, word); });
  };
  if (wanted == "auto")
    wanted = isThere("cuda") ? "cuda" : "interpreter";
  llvm::SmallVector<llvm::StringRef> words;
  wanted.split(words, " or ");
  std::string resolved;
  bool isAnyThere = false;
  for (llvm::StringRef word : words) {
    word = word.trim();
    if (!isWord(word))
      return std::nullopt;
    isAnyThere |= isThere(word);
    resolved += (resolved.empty() ? "" : " or ") + word.str();
  }
  if (!isAnyThere)
    return std::nullopt;
  return resolved;
}

std::optional<std::string> runner::resolveDevice(llvm::StringRef id, llvm::ArrayRef<DeviceInfo> devices) {
  for (const DeviceInfo &device : devices)
    if (device.id == id || ((id == "cuda" || id == "auto") && device.kind == "cuda"))
      return device.id;
  return id == "auto" ? std::optional<std::string>("interpreter") : std::nullopt;
}
