// SPDX-License-Identifier: Apache-2.0
// Rows stand in a fixed order, so that two traces of a kernel look alike. Where events of a row overlap and must not,
// they go greedily into the part of the row that is free first, by their beginnings, which needs no more parts than
// events overlap.
#include "runner/emulator/trace/TraceJson.h"
#include <algorithm>
#include <map>
#include <set>

namespace tessera::emulator {

namespace {

/// Who acts: cluster, CTA, then copies, warps and warpgroups' products, stores.
struct Row {
  uint32_t cluster = 0, cta = 0;
  int group = 0, number = 0, isProduct = 0;
  bool operator<(const Row &other) const {
    auto all = [](const Row &row) { return std::tie(row.cluster, row.cta, row.group, row.number, row.isProduct); };
    return all(*this) < all(other);
  }

  std::string name() const {
    if (group != 1)
      return group == 0 ? "copies" : "stores";
    return isProduct ? "warpgroup " + std::to_string(number / 4) + ", wgmma" : "warp " + std::to_string(number);
  }
};

struct Placed {
  uint32_t cluster = 0;
  const Trace::Event *event = nullptr;
  size_t number = 0; // in its cluster
  uint32_t row = 0;
};

struct Layout {
  std::vector<Row> rows;
  std::vector<Placed> events; // by their beginnings
};

const char *nameOf(Trace::Kind kind) {
  constexpr const char *names[] = {"run", "wait", "copy", "wgmma", "store", "barrier"};
  return names[static_cast<size_t>(kind)];
}

Row rowOf(uint32_t cluster, const Trace::Event &event) {
  if (event.warp >= 0)
    return {cluster, event.cta, 1, event.warp, 0};
  if (event.warpgroup >= 0)
    return {cluster, event.cta, 1, 4 * event.warpgroup + 3, 1};
  return {cluster, event.cta, event.kind == Trace::Kind::store ? 2 : 0, 0, 0};
}

Layout arrange(const Trace &trace) {
  Layout layout;
  std::map<Row, uint32_t> numbers;
  for (const auto &[cluster, events] : trace.clusters)
    for (const Trace::Event &event : events) {
      numbers[rowOf(cluster, event)];
      layout.events.push_back({cluster, &event, static_cast<size_t>(&event - events.data()), 0});
    }
  for (auto &[row, number] : numbers) {
    number = static_cast<uint32_t>(layout.rows.size());
    layout.rows.push_back(row);
  }
  for (Placed &placed : layout.events)
    placed.row = numbers[rowOf(placed.cluster, *placed.event)];
  std::stable_sort(layout.events.begin(), layout.events.end(),
                   [](const Placed &a, const Placed &b) { return a.event->begin < b.event->begin; });
  return layout;
}

void appendQuoted(std::string &out, const std::string &text) {
  constexpr const char *digits = "0123456789abcdef";
  constexpr size_t most = 200; // a name is for people
  out += '"';
  size_t end = std::min(most, text.size());
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end; // not inside a character
  for (char c : text.substr(0, end)) {
    if (c == '"' || c == '\\')
      out += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      ((out += "\\u00") += digits[c >> 4]) += digits[c & 15];
    else
      out += c;
  }
  out += '"';
}

void appendField(std::string &out, const char *name, int64_t value) {
  ((((out += ",\"") += name) += "\":") += std::to_string(value));
}

/// A step is a microsecond of the viewer's.
void appendMicroseconds(std::string &out, const char *name, uint64_t value, bool isNanoseconds) {
  appendField(out, name, static_cast<int64_t>(isNanoseconds ? value / 1000 : value));
  if (isNanoseconds)
    out += "." + std::to_string(1000 + value % 1000).substr(1);
}

/// Fields that are absent where nothing is known.
void appendFacts(std::string &out, const Trace &trace, const Trace::Event &event) {
  if (event.line)
    appendField(out, "line", event.line);
  if (event.ptxLine)
    appendField(out, "ptxLine", event.ptxLine);
  if (event.place >= 0) {
    out += ",\"buffer\":";
    appendQuoted(out, trace.places[static_cast<size_t>(event.place)].name);
  }
  if (event.slot >= 0)
    appendField(out, "slot", event.slot);
  if (event.step >= 0)
    appendField(out, "step", event.step);
}

} // namespace

std::string toTimelineJson(const Trace &trace) {
  Layout layout = arrange(trace);
  std::map<uint32_t, std::vector<size_t>> numbers; // of each cluster's events among all
  uint64_t length = 0;
  for (size_t i = 0; i < layout.events.size(); ++i) {
    const Placed &placed = layout.events[i];
    std::vector<size_t> &own = numbers[placed.cluster];
    own.resize(trace.clusters.at(placed.cluster).size());
    own[placed.number] = i;
    length = std::max(length, placed.event->end);
  }
  std::string out = "{\"unit\":\"" + std::string(trace.unit) + "\"";
  appendField(out, "dropped", static_cast<int64_t>(trace.dropped));
  appendField(out, "length", static_cast<int64_t>(length));
  out += ",\n\"rows\":[";
  for (size_t i = 0; i < layout.rows.size(); ++i) {
    const Row &row = layout.rows[i];
    out += i ? ",\n{\"name\":" : "\n{\"name\":";
    appendQuoted(out, row.name());
    appendField(out, "cluster", row.cluster);
    appendField(out, "cta", row.cta);
    appendField(out, row.isProduct ? "warpgroup" : "warp",
                row.group != 1  ? -1
                : row.isProduct ? row.number / 4
                                : row.number);
    out += "}";
  }
  out += "],\n\"events\":[";
  for (size_t i = 0; i < layout.events.size(); ++i) {
    const Trace::Event &event = *layout.events[i].event;
    out += i ? ",\n{\"row\":" : "\n{\"row\":";
    out += std::to_string(layout.events[i].row) + ",\"kind\":\"" + nameOf(event.kind) + "\"";
    appendField(out, "begin", static_cast<int64_t>(event.begin));
    appendField(out, "end", static_cast<int64_t>(event.end));
    out += ",\"name\":";
    appendQuoted(out, trace.nameEvent(event));
    appendFacts(out, trace, event);
    if (event.waitsFor >= 0)
      appendField(out, "waitsFor",
                  static_cast<int64_t>(numbers[layout.events[i].cluster][static_cast<size_t>(event.waitsFor)]));
    out += "}";
  }
  return out + "]}\n";
}

namespace {

/// Rows in which nothing overlaps: for each event its row, counted anew; `rows` and `names` grow.
std::vector<uint32_t> splitRows(const Layout &layout, std::vector<Row> &rows, std::vector<std::string> &names) {
  std::map<uint32_t, std::set<std::pair<uint64_t, uint32_t>>> parts; // by row: when each part is free, and its number
  std::vector<uint32_t> rowOf;
  for (const Placed &placed : layout.events) {
    auto &own = parts[placed.row];
    uint32_t row = static_cast<uint32_t>(rows.size());
    if (!own.empty() && own.begin()->first <= placed.event->begin) {
      row = own.begin()->second;
      own.erase(own.begin());
    } else {
      const Row &whole = layout.rows[placed.row];
      names.push_back(whole.name() + (own.empty() ? "" : " (" + std::to_string(own.size() + 1) + ")"));
      rows.push_back(whole);
    }
    own.emplace(std::max(placed.event->end, placed.event->begin + 1), row);
    rowOf.push_back(row);
  }
  return rowOf;
}

} // namespace

std::string toChromeTrace(const Trace &trace) {
  Layout layout = arrange(trace);
  std::vector<Row> rows;
  std::vector<std::string> names;
  std::vector<uint32_t> rowOf = splitRows(layout, rows, names);
  std::map<std::pair<uint32_t, uint32_t>, size_t> processes; // a process a CTA
  bool isTime = std::string_view(trace.unit) == "ns";
  std::string out =
      "{\"otherData\": {\"unit\": \"" +
      std::string(isTime ? "predicted by a model of time, not measured" : "1 us is one step, not a time") +
      "\"},\n\"traceEvents\": [";
  auto begin = [&, isFirst = true](const char *kind, const Row &row, size_t thread) mutable {
    size_t process = processes.emplace(std::pair(row.cluster, row.cta), processes.size()).first->second;
    out += isFirst ? "\n{\"ph\":\"" : ",\n{\"ph\":\"";
    isFirst = false;
    (out += kind) += "\"";
    appendField(out, "pid", static_cast<int64_t>(process));
    appendField(out, "tid", static_cast<int64_t>(thread));
    out += ",\"name\":";
  };
  for (size_t i = 0; i < rows.size(); ++i) {
    begin("M", rows[i], i);
    out += "\"process_name\", \"args\": {\"name\": \"cluster " + std::to_string(rows[i].cluster) + ", CTA " +
           std::to_string(rows[i].cta) + "\"}}";
    begin("M", rows[i], i);
    out += "\"thread_name\", \"args\": {\"name\": \"" + names[i] + "\"}}";
  }
  for (size_t i = 0; i < layout.events.size(); ++i) {
    const Trace::Event &event = *layout.events[i].event;
    begin("X", rows[rowOf[i]], rowOf[i]);
    appendQuoted(out, trace.nameEvent(event));
    (out += ", \"cat\": \"") += nameOf(event.kind);
    out += "\"";
    appendMicroseconds(out, "ts", event.begin, isTime);
    appendMicroseconds(out, "dur", event.end - event.begin, isTime);
    out += ", \"args\": {\"ptxLine\": " + std::to_string(event.ptxLine) + ", \"line\": " + std::to_string(event.line) +
           "}}";
  }
  return out + "]}\n";
}

} // namespace tessera::emulator
