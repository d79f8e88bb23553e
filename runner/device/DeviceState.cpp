// SPDX-License-Identifier: Apache-2.0
#include "runner/device/DeviceState.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::runner;

llvm::json::Object runner::toJson(const DeviceState &state) {
  llvm::json::Object object;
  auto add = [&](const char *name, const auto &value) {
    if (value)
      object[name] = *value;
  };
  add("clockMHz", state.clock);
  add("memoryClockMHz", state.memoryClock);
  add("watts", state.watts);
  add("celsius", state.celsius);
  add("persistent", state.persistent);
  add("lockedClockMHz", state.lockedClock);
  if (!state.throttle.empty())
    object["throttle"] = llvm::json::Array(state.throttle);
  if (!state.note.empty())
    object["note"] = state.note;
  return object;
}

DeviceState runner::readDeviceState(const llvm::json::Object &object) {
  DeviceState state;
  state.clock = object.getInteger("clockMHz");
  state.memoryClock = object.getInteger("memoryClockMHz");
  state.watts = object.getNumber("watts");
  state.celsius = object.getInteger("celsius");
  state.persistent = object.getBoolean("persistent");
  state.lockedClock = object.getInteger("lockedClockMHz");
  if (const llvm::json::Array *reasons = object.getArray("throttle"))
    for (const llvm::json::Value &reason : *reasons)
      if (std::optional<llvm::StringRef> text = reason.getAsString())
        state.throttle.push_back(text->str());
  state.note = object.getString("note").value_or("").str();
  return state;
}

std::string runner::describeState(const DeviceState &state) {
  std::vector<std::string> parts;
  if (state.clock)
    parts.push_back(std::to_string(*state.clock) + " MHz" + (state.lockedClock ? " (locked)" : ""));
  if (state.memoryClock)
    parts.push_back("memory " + std::to_string(*state.memoryClock) + " MHz");
  if (state.watts)
    parts.push_back(std::to_string(static_cast<int64_t>(*state.watts + 0.5)) + " W");
  if (state.celsius)
    parts.push_back(std::to_string(*state.celsius) + " C");
  if (!state.throttle.empty())
    parts.push_back("held back by " + llvm::join(state.throttle, ", "));
  if (state.persistent && !*state.persistent)
    parts.push_back("no persistence mode");
  if (!state.note.empty())
    parts.push_back(state.note);
  return llvm::join(parts, ", ");
}
