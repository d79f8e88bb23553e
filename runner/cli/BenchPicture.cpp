// SPDX-License-Identifier: Apache-2.0
// Pictures of the benchmarks that a file declares: x by `x_vals`, a line for each of `line_vals`, axes as they ask for.
#include "runner/cli/Bench.h"
#include "runner/cli/TestFormats.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

namespace {
constexpr double width = 640, height = 400, left = 84, right = 16, top = 56, bottom = 56;

/// From numbers to places: evenly, or by their logarithms.
struct Axis {
  double low = 0, high = 1, begin = 0, end = 1;
  bool isLog = false;
  double place(double value) const {
    double share = isLog ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return begin + (end - begin) * share;
  }
};

struct Mark {
  double x = 0, y = 0, low = 0,
         high = 0; // numbers, not places; `low` and `high` are `y` where nothing is known of them
};

struct Series {
  std::string label, color, dashes;
  std::vector<Mark> marks;
};

/// What is drawn of each point.
struct Quantity {
  std::string metric; // of getMetrics or of the rates; empty: what the function returned
  std::string title;
};
} // namespace

/// The palette of the other pictures; what a file asks for is taken where it is a color's plain name or number.
static std::string chooseColor(llvm::StringRef asked, size_t line) {
  static constexpr const char *palette[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                            "#e69f00", "#56b4e9", "#000000"};
  static constexpr std::pair<const char *, const char *> letters[] = {{"b", "blue"},  {"g", "green"},   {"r", "red"},
                                                                      {"c", "cyan"},  {"m", "magenta"}, {"y", "olive"},
                                                                      {"k", "black"}, {"w", "gray"}};
  for (auto [letter, name] : letters)
    if (asked == letter)
      return name;
  asked.consume_front("tab:");
  llvm::StringRef digits = asked;
  bool isNumber =
      digits.consume_front("#") && (digits.size() == 3 || digits.size() == 6) && llvm::all_of(digits, llvm::isHexDigit);
  bool isName = asked.size() > 2 && llvm::all_of(asked, [](char c) { return c >= 'a' && c <= 'z'; });
  return isNumber || isName ? asked.str() : palette[line % std::size(palette)];
}

static std::string chooseDashes(llvm::StringRef style) {
  return style == "--" ? "8 4" : style == "-." ? "8 4 2 4" : style == ":" ? "2 4" : "";
}

static std::optional<double> findMetric(const BenchPoint &point, const std::string &metric) {
  bench::Cost sum = sumPoint(point);
  for (const bench::Metric &found : getMetrics(sum))
    if (found.name == metric)
      return found.value;
  std::optional<bench::Rates> rates = getRates(sum);
  if (!rates)
    return std::nullopt;
  return metric == "GB/s"       ? std::optional(rates->gigabytes)
         : metric == "TFLOP/s"  ? std::optional(rates->teraflops)
         : metric == "roofline" ? std::optional(100 * rates->roofline)
                                : std::nullopt;
}

static std::optional<Mark> findMark(const BenchPoint &point, const Quantity &quantity, double x) {
  const std::vector<double> &returned = point.declared->returned;
  if (!quantity.metric.empty()) {
    std::optional<double> value = findMetric(point, quantity.metric);
    return value ? std::optional(Mark{x, *value, *value, *value}) : std::nullopt;
  }
  if (returned.empty() || !std::isfinite(returned.front()))
    return std::nullopt;
  Mark mark{x, returned[0], returned[0], returned[0]};
  if (returned.size() == 3 && std::isfinite(returned[1]) && std::isfinite(returned[2]))
    std::tie(mark.low, mark.high) = std::minmax(returned[1], returned[2]);
  return mark;
}

/// What the function returned where it had times to make it of; else a time; else the prediction.
static Quantity chooseQuantity(const BenchReport &report, const DeclaredBenchmark &benchmark,
                               const std::vector<const BenchPoint *> &points, const std::string &wanted) {
  static constexpr std::pair<const char *, const char *> units[] = {{"time", "ms"},
                                                                    {"predicted", "us"},
                                                                    {"simulated", "us"},
                                                                    {"roofline", "% of the roofline"},
                                                                    {"global", "bytes of global memory"}};
  std::string metric = wanted;
  if (metric.empty()) {
    bool hasReturned = llvm::any_of(points, [](const BenchPoint *point) {
      return !point->declared->returned.empty() && std::isfinite(point->declared->returned.front());
    });
    if (hasReturned)
      return {"", benchmark.yLabel.empty() ? "what it returns" : benchmark.yLabel};
    metric = report.means == bench::Means::gpu ? "time" : "predicted";
  }
  for (auto [name, unit] : units)
    if (metric == name)
      return {metric, metric == "roofline" || metric == "global" ? unit : metric + ", " + unit};
  return {metric, metric};
}

static std::string drawText(double x, double y, const char *anchor, llvm::StringRef text) {
  return llvm::formatv("<text x=\"{0:F1}\" y=\"{1:F1}\" text-anchor=\"{2}\">{3}</text>\n", x, y, anchor, toXml(text))
      .str();
}

static std::string toNumber(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

/// 1, 2 and 5 times powers of ten that lie on a logarithmic axis, powers of ten alone where there are many; else five
/// numbers at even distances.
static std::vector<double> chooseTicks(const Axis &axis) {
  std::vector<double> ticks;
  if (!axis.isLog) {
    for (int step = 0; step <= 4; ++step)
      ticks.push_back(axis.low + (axis.high - axis.low) * step / 4);
    return ticks;
  }
  bool isWide = axis.high / axis.low > 1e3;
  for (double power = std::pow(10, std::floor(std::log10(axis.low))); power <= axis.high; power *= 10)
    for (double factor : {1, 2, 5})
      if (double tick = factor * power; (factor == 1 || !isWide) && tick >= axis.low && tick <= axis.high)
        ticks.push_back(tick);
  return ticks;
}

static double roundUp(double value) {
  double power = std::pow(10, std::floor(std::log10(value)));
  for (double factor : {1, 2, 5})
    if (factor * power >= value)
      return factor * power;
  return 10 * power;
}

static Axis chooseY(const std::vector<Series> &lines, bool isLog) {
  double most = 0, least = INFINITY;
  for (const Series &line : lines)
    for (const Mark &mark : line.marks) {
      most = std::max(most, mark.high);
      least = std::min(least, mark.low);
    }
  Axis axis{0, most > 0 ? roundUp(most) : 1, height - bottom, top};
  if (isLog && least > 0) {
    axis.isLog = true;
    axis.low = std::pow(10, std::floor(std::log10(least)));
    axis.high = std::max(axis.high, axis.low * 10);
  }
  return axis;
}

static std::string drawSeries(const Series &line, const Axis &xs, const Axis &ys) {
  std::string points, back, marks;
  bool hasBand = false;
  for (const Mark &mark : line.marks) {
    double x = xs.place(mark.x);
    points += llvm::formatv("{0:F1},{1:F1} ", x, ys.place(mark.y)).str();
    marks +=
        llvm::formatv("<circle cx=\"{0:F1}\" cy=\"{1:F1}\" r=\"3\" fill=\"{2}\"/>\n", x, ys.place(mark.y), line.color)
            .str();
    hasBand |= mark.low < mark.high;
  }
  std::string svg;
  if (hasBand) {
    for (const Mark &mark : line.marks)
      back += llvm::formatv("{0:F1},{1:F1} ", xs.place(mark.x), ys.place(mark.high)).str();
    for (const Mark &mark : llvm::reverse(line.marks))
      back += llvm::formatv("{0:F1},{1:F1} ", xs.place(mark.x), ys.place(mark.low)).str();
    svg += "<polygon stroke=\"none\" fill-opacity=\"0.15\" fill=\"" + line.color + "\" points=\"" + back + "\"/>\n";
  }
  std::string dashes = line.dashes.empty() ? "" : " stroke-dasharray=\"" + line.dashes + "\"";
  return svg + "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" + line.color + "\"" + dashes + " points=\"" +
         points + "\"/>\n" + marks;
}

namespace {
/// One benchmark's picture, at the top of its own coordinates.
class Panel {
public:
  Panel(const BenchReport &report, size_t index, const std::string &metric)
      : report(report), benchmark(report.declared[index]) {
    for (const BenchPoint &point : report.points)
      if (point.declared && point.declared->benchmark == index)
        points.push_back(&point);
    quantity = chooseQuantity(report, benchmark, points, metric);
    // Where x is no number, or a logarithm of none, its values stand side by side.
    isPlaced = llvm::all_of(benchmark.xs, [&](const DeclaredBenchmark::X &x) {
      return std::isfinite(x.place) && (!benchmark.xLog || x.place > 0);
    });
    collect();
  }
  bool isEmpty() const { return lines.empty(); }
  std::string draw() const;

private:
  double placeOf(size_t x) const { return isPlaced ? benchmark.xs[x].place : static_cast<double>(x); }
  void collect();
  Axis chooseX() const;
  std::string drawAxes(const Axis &xs, const Axis &ys) const;

  const BenchReport &report;
  const DeclaredBenchmark &benchmark;
  std::vector<const BenchPoint *> points;
  Quantity quantity;
  bool isPlaced = false;
  std::vector<Series> lines;
};
} // namespace

void Panel::collect() {
  for (size_t line = 0; line < benchmark.lines.size(); ++line) {
    const DeclaredBenchmark::Line &declared = benchmark.lines[line];
    Series series{declared.label.empty() ? benchmark.name : declared.label,
                  chooseColor(declared.color, line),
                  chooseDashes(declared.style),
                  {}};
    for (const BenchPoint *point : points)
      if (point->declared->line == line)
        if (std::optional<Mark> mark = findMark(*point, quantity, placeOf(point->declared->x)))
          series.marks.push_back(*mark);
    llvm::stable_sort(series.marks, [](const Mark &a, const Mark &b) { return a.x < b.x; });
    if (!series.marks.empty())
      lines.push_back(std::move(series));
  }
}

Axis Panel::chooseX() const {
  Axis axis{INFINITY, -INFINITY, left, width - right, isPlaced && benchmark.xLog};
  for (size_t x = 0; x < benchmark.xs.size(); ++x) {
    axis.low = std::min(axis.low, placeOf(x));
    axis.high = std::max(axis.high, placeOf(x));
  }
  if (axis.low == axis.high) { // one value: in the middle
    double around = axis.isLog ? 2 : 1;
    axis.low = axis.isLog ? axis.low / around : axis.low - around;
    axis.high = axis.isLog ? axis.high * around : axis.high + around;
  }
  return axis;
}

std::string Panel::drawAxes(const Axis &xs, const Axis &ys) const {
  static constexpr double apart = 52; // from one label to the next
  std::string svg;
  for (double tick : chooseTicks(ys)) {
    double y = ys.place(tick);
    svg += llvm::formatv("<line x1=\"{0:F1}\" x2=\"{1:F1}\" y1=\"{2:F1}\" y2=\"{2:F1}\" stroke=\"#ddd\"/>\n", left,
                         width - right, y)
               .str();
    svg += drawText(left - 8, y + 4, "end", toNumber(tick));
  }
  double free = -INFINITY;
  for (size_t x = 0; x < benchmark.xs.size(); ++x) {
    double place = xs.place(placeOf(x));
    if (place < free || benchmark.xs[x].values.empty())
      continue;
    free = place + apart;
    svg += drawText(place, height - bottom + 18, "middle", benchmark.xs[x].values.front());
  }
  std::string name =
      benchmark.xLabel.empty() && !benchmark.xNames.empty() ? benchmark.xNames.front() : benchmark.xLabel;
  return svg + drawText((left + width - right) / 2, height - 12, "middle", name);
}

std::string Panel::draw() const {
  Axis xs = chooseX(), ys = chooseY(lines, benchmark.yLog);
  std::string svg = drawText(left, 20, "start", benchmark.name + " for " + report.target);
  svg += drawText(left, 38, "start",
                  quantity.title +
                      (report.means == bench::Means::gpu ? " (" + report.device + ")" : ", no time of a GPU"));
  svg += drawAxes(xs, ys);
  for (size_t i = 0; i < lines.size(); ++i) {
    svg += drawSeries(lines[i], xs, ys);
    double y = top + 4 + 16 * static_cast<double>(i);
    svg += llvm::formatv("<rect x=\"{0:F1}\" y=\"{1:F1}\" width=\"10\" height=\"10\" fill=\"{2}\"/>\n", left + 8, y,
                         lines[i].color)
               .str();
    svg += drawText(left + 22, y + 9, "start", lines[i].label);
  }
  return svg;
}

Result<std::string> cli::drawDeclared(const BenchReport &report, const std::string &metric) {
  std::string panels;
  size_t count = 0;
  for (size_t index = 0; index < report.declared.size(); ++index) {
    Panel panel(report, index, metric);
    if (!panel.isEmpty())
      panels += llvm::formatv("<g transform=\"translate(0 {0:F0})\">\n{1}</g>\n", height * static_cast<double>(count++),
                              panel.draw())
                    .str();
  }
  if (count == 0)
    return makeProblem(ProblemCode::badRequest,
                       metric.empty() ? "no point has anything to draw" : "no point has `" + metric + "` to draw");
  return llvm::formatv(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:F0} {1:F0}\" font-family=\"sans-serif\" "
             "font-size=\"12\" role=\"img\" aria-label=\"{2}\">\n<rect width=\"100%\" height=\"100%\" "
             "fill=\"white\"/>\n{3}</svg>\n",
             width, height * static_cast<double>(count), toXml("benchmarks of " + report.file), panels)
      .str();
}
