// SPDX-License-Identifier: Apache-2.0
// Rows are found greedily: events by their beginnings, each into the row of its owner that is free first, if it is by
// then, which needs no more rows than events overlap.
#include "runner/emulator/trace/TraceJson.h"
#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace tessera::emulator {

namespace {

struct Row {
  std::string name;
  uint32_t cluster = 0, cta = 0;
  int32_t warp = -1;
};

struct Layout {
  std::vector<Row> rows;
  std::vector<uint32_t> rowOf;   // of each event
  std::vector<uint32_t> ordered; // events by their beginnings
};

bool isInFlight(Trace::Kind kind) {
  return kind == Trace::Kind::copy || kind == Trace::Kind::wgmma || kind == Trace::Kind::store;
}

const char *nameOf(Trace::Kind kind) {
  constexpr const char *names[] = {"run", "wait", "copy", "wgmma", "store", "barrier"};
  return names[static_cast<size_t>(kind)];
}

/// "warp 3", "warp 3, wgmma", "copies"; the second and later rows of one owner are numbered.
std::string nameRow(const Trace::Event &event, size_t index) {
  std::string name = event.warp < 0 ? "copies" : "warp " + std::to_string(event.warp);
  if (event.warp >= 0 && isInFlight(event.kind))
    name += event.kind == Trace::Kind::wgmma ? ", wgmma" : ", copies";
  return index ? name + " (" + std::to_string(index + 1) + ")" : name;
}

Layout arrange(const Trace &trace) {
  Layout layout;
  layout.ordered.resize(trace.events.size());
  layout.rowOf.resize(trace.events.size());
  std::iota(layout.ordered.begin(), layout.ordered.end(), 0u);
  std::stable_sort(layout.ordered.begin(), layout.ordered.end(),
                   [&](uint32_t a, uint32_t b) { return trace.events[a].begin < trace.events[b].begin; });
  struct Owner {
    std::set<std::pair<uint64_t, uint32_t>> rows; // when each is free, and its number
  };
  std::map<std::tuple<uint32_t, uint32_t, int32_t, int>, Owner> owners; // by cluster, CTA, warp, kind of row
  for (uint32_t index : layout.ordered) {
    const Trace::Event &event = trace.events[index];
    int group = isInFlight(event.kind) ? 1 + static_cast<int>(event.kind == Trace::Kind::wgmma) : 0;
    Owner &owner = owners[{event.cluster, event.cta, event.warp, group}];
    uint32_t row = static_cast<uint32_t>(layout.rows.size());
    if (!owner.rows.empty() && owner.rows.begin()->first <= event.begin) {
      row = owner.rows.begin()->second;
      owner.rows.erase(owner.rows.begin());
    } else {
      layout.rows.push_back({nameRow(event, owner.rows.size()), event.cluster, event.cta, event.warp});
    }
    owner.rows.emplace(std::max(event.end, event.begin + 1), row);
    layout.rowOf[index] = row;
  }
  return layout;
}

void appendQuoted(std::string &out, const std::string &text) {
  constexpr const char *digits = "0123456789abcdef";
  out += '"';
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      ((out += "\\u00") += digits[c >> 4]) += digits[c & 15];
    else
      out += c;
  }
  out += '"';
}

void appendField(std::string &out, const char *name, uint64_t value) {
  ((((out += ", \"") += name) += "\": ") += std::to_string(value));
}

} // namespace

std::string toTimelineJson(const Trace &trace) {
  Layout layout = arrange(trace);
  std::string out = "{\"unit\": \"steps\", \"dropped\": " + std::to_string(trace.dropped) + ",\n\"rows\": [";
  for (size_t i = 0; i < layout.rows.size(); ++i) {
    const Row &row = layout.rows[i];
    out += i ? ",\n{\"name\": " : "\n{\"name\": ";
    appendQuoted(out, row.name);
    appendField(out, "cluster", row.cluster);
    appendField(out, "cta", row.cta);
    out += ", \"warp\": " + std::to_string(row.warp) + "}";
  }
  out += "],\n\"events\": [";
  bool isFirst = true;
  for (uint32_t index : layout.ordered) {
    const Trace::Event &event = trace.events[index];
    out += isFirst ? "\n{\"row\": " : ",\n{\"row\": ";
    isFirst = false;
    out += std::to_string(layout.rowOf[index]) + ", \"kind\": \"" + nameOf(event.kind) + "\"";
    appendField(out, "begin", event.begin);
    appendField(out, "end", event.end);
    out += ", \"name\": ";
    appendQuoted(out, event.name);
    if (event.line)
      appendField(out, "line", event.line);
    if (event.ptxLine)
      appendField(out, "ptxLine", event.ptxLine);
    out += "}";
  }
  return out + "]}\n";
}

std::string toChromeTrace(const Trace &trace) {
  Layout layout = arrange(trace);
  std::map<std::pair<uint32_t, uint32_t>, size_t> processes; // a process a CTA
  std::string out = "{\"otherData\": {\"unit\": \"1 us is one step, not a time\"},\n\"traceEvents\": [";
  auto begin = [&, isFirst = true](const char *kind, const Row &row, size_t thread) mutable {
    size_t process = processes.emplace(std::pair(row.cluster, row.cta), processes.size()).first->second;
    out += isFirst ? "\n{\"ph\": \"" : ",\n{\"ph\": \"";
    isFirst = false;
    (out += kind) += "\"";
    appendField(out, "pid", process);
    appendField(out, "tid", thread);
    out += ", \"name\": ";
  };
  for (size_t i = 0; i < layout.rows.size(); ++i) {
    const Row &row = layout.rows[i];
    begin("M", row, i);
    out += "\"process_name\", \"args\": {\"name\": \"cluster " + std::to_string(row.cluster) + ", CTA " +
           std::to_string(row.cta) + "\"}}";
    begin("M", row, i);
    out += "\"thread_name\", \"args\": {\"name\": \"" + row.name + "\"}}";
  }
  for (uint32_t index : layout.ordered) {
    const Trace::Event &event = trace.events[index];
    begin("X", layout.rows[layout.rowOf[index]], layout.rowOf[index]);
    appendQuoted(out, event.name);
    (out += ", \"cat\": \"") += nameOf(event.kind);
    out += "\"";
    appendField(out, "ts", event.begin);
    appendField(out, "dur", event.end - event.begin);
    out += ", \"args\": {\"ptxLine\": " + std::to_string(event.ptxLine) + ", \"line\": " + std::to_string(event.line) +
           "}}";
  }
  return out + "]}\n";
}

} // namespace tessera::emulator
