// SPDX-License-Identifier: Apache-2.0
#include "runner/device/Reports.h"
#include "runner/device/KernelPlan.h"
#include <cstring>
#include <map>

using namespace tessera;
using namespace tessera::runner;
using numerics::Array;

//===-- sites -------------------------------------------------------------------------------------------------===//

static std::vector<int64_t> toVector(llvm::ArrayRef<int64_t> values) { return {values.begin(), values.end()}; }

static ReportedValue describeValue(mlir::Value value, mlir::ArrayAttr ownShapes, size_t index, bool isUnsigned) {
  ReportedValue described;
  mlir::Type element = tilegpu::getElementType(value.getType());
  described.type = interpreter::toDType(element, isUnsigned);
  described.words = codegen::getReportedWords(element);
  if (auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(value.getType())) {
    described.isScalar = false;
    described.shape = described.ownShape = toVector(tensor.getShape());
    described.elements = codegen::countReportedElements(tensor);
    if (ownShapes)
      described.ownShape = toVector(mlir::cast<mlir::DenseI64ArrayAttr>(ownShapes[index]).asArrayRef());
  }
  return described;
}

template <typename OpT> static ReportSite describeSite(OpT op) {
  ReportSite site;
  site.range = toRange(op.getLoc());
  site.threads = codegen::countReportingThreads(op);
  for (mlir::Attribute piece : op.getPieces())
    site.pieces.push_back(mlir::cast<mlir::StringAttr>(piece).str());
  auto ownShapes = op->template getAttrOfType<mlir::ArrayAttr>(tilegpu::ownShapesName);
  for (auto [index, value] : llvm::enumerate(op.getValues())) {
    auto number = static_cast<int64_t>(index);
    bool isUnsigned = llvm::is_contained(op.getUnsignedValues(), number),
         isKey = llvm::is_contained(op.getKeyValues(), number);
    ReportedValue described = describeValue(value, ownShapes, index, isUnsigned || isKey);
    described.part.isUnsigned = isUnsigned;
    described.part.isKey = isKey && !described.ownShape.empty();
    if (index < op.getSpecs().size())
      described.part.spec = mlir::cast<mlir::StringAttr>(op.getSpecs()[index]).str();
    if (index < op.getStyles().size())
      described.part.style = mlir::cast<tile::TextStyleAttr>(op.getStyles()[index]).getValue();
    site.values.push_back(std::move(described));
  }
  return site;
}

std::vector<ReportSite> runner::readReportSites(tilegpu::KernelOp kernel) {
  std::vector<ReportSite> sites;
  for (mlir::Operation *op : codegen::getReportSites(kernel)) {
    if (auto print = mlir::dyn_cast<tilegpu::PrintOp>(op)) {
      sites.push_back(describeSite(print));
      continue;
    }
    sites.push_back(describeSite(mlir::cast<tilegpu::AssertOp>(op)));
    sites.back().isAssert = true;
  }
  return sites;
}

//===-- records -----------------------------------------------------------------------------------------------===//

namespace {
/// One execution of a site by a team of a program, from the records of all its threads.
struct Report {
  const ReportSite *site;
  std::vector<Array> values;
};

/// Gathers the records of a launch.
class Reader {
public:
  Reader(const std::vector<ReportSite> &sites, const std::vector<uint32_t> &words) : sites(sites), words(words) {}

  /// False where the words are no records: a kernel wrote over them.
  bool read(size_t end) {
    // A team's first thread first: its records say what there is and in which order.
    for (bool isFirst : {true, false}) {
      std::map<std::array<uint32_t, 3>, size_t> counts; // program, thread, site
      for (size_t at = reportHeaderWords; at < end;) {
        if (at + codegen::reportRecordWords > end || words[at] >= sites.size())
          return false;
        uint32_t site = words[at], program = words[at + 1], thread = words[at + 2];
        size_t length = getLength(sites[site]);
        if (at + length > end)
          return false;
        size_t number = counts[{program, thread, site}]++;
        uint32_t team = thread / sites[site].threads;
        if ((thread % sites[site].threads == 0) == isFirst &&
            !addRecord({program, team, site}, number, isFirst, at + codegen::reportRecordWords))
          return false;
        at += length;
      }
    }
    return true;
  }

  std::map<uint32_t, std::vector<Report>> reports; // by program

private:
  static size_t getLength(const ReportSite &site) {
    size_t length = codegen::reportRecordWords;
    for (const ReportedValue &value : site.values)
      length += value.isScalar ? value.words : value.elements * (1 + value.words);
    return length;
  }

  bool addRecord(std::array<uint32_t, 3> key, size_t number, bool isFirst, size_t at) {
    auto [program, team, site] = key;
    std::vector<size_t> &places = found[key];
    std::vector<Report> &list = reports[program];
    if (isFirst) {
      places.push_back(list.size());
      Report report{&sites[site], {}};
      for (const ReportedValue &value : sites[site].values)
        report.values.emplace_back(value.type, value.ownShape);
      list.push_back(std::move(report));
    }
    if (number >= places.size())
      return false;
    Report &report = list[places[number]];
    for (size_t i = 0; i < report.values.size(); ++i) {
      const ReportedValue &value = sites[site].values[i];
      for (uint32_t element = 0; element < value.elements; ++element) {
        uint32_t index = value.isScalar ? 0 : words[at++];
        put(report.values[i], value, index, at);
        at += value.words;
      }
    }
    return true;
  }

  /// Element `index` of the padded array, where the program's own array has it.
  void put(Array &array, const ReportedValue &value, uint32_t index, size_t at) {
    int64_t own = 0, pitch = 1, rest = index;
    for (size_t axis = value.shape.size(); axis-- > 0; pitch *= value.ownShape[axis]) {
      int64_t coordinate = rest % value.shape[axis];
      rest /= value.shape[axis];
      if (coordinate >= value.ownShape[axis])
        return;
      own += coordinate * pitch;
    }
    size_t size = numerics::getByteSize(value.type);
    std::memcpy(array.mutableBytes() + static_cast<size_t>(own) * size, &words[at],
                std::min<size_t>(size, 4 * value.words)); // both little-endian
  }

  const std::vector<ReportSite> &sites;
  const std::vector<uint32_t> &words;
  std::map<std::array<uint32_t, 3>, std::vector<size_t>> found; // program, team, site: places in the program's list
};
} // namespace

static std::optional<std::string> makeText(const Report &report, std::string &error) {
  std::string text = report.site->pieces.front();
  for (size_t i = 0; i < report.values.size(); ++i) {
    std::optional<std::string> piece = interpreter::formatArray(report.values[i], report.site->values[i].part, error);
    if (!piece)
      return std::nullopt;
    text += *piece + report.site->pieces[i + 1];
  }
  return text;
}

/// False where the program ends here.
static bool tell(const Report &report, LaunchWords &said, DiagnosticSink &sink) {
  std::string error;
  std::optional<std::string> text =
      report.site->pieces.empty() ? std::string("the assertion does not hold") : makeText(report, error);
  if (!text) {
    sink.report(DiagnosticId::valueError, report.site->range, error);
    return false;
  }
  if (!report.site->isAssert) {
    said.output += *text;
    return true;
  }
  interpreter::CheckRecord check;
  check.range = report.site->range;
  check.elements = check.mismatched = 1;
  check.message = *text;
  said.checks.push_back(std::move(check));
  sink.report(DiagnosticId::assertionFailed, report.site->range, *text);
  return false;
}

LaunchWords runner::readReports(const std::vector<ReportSite> &sites, const std::vector<uint32_t> &words,
                                llvm::StringRef kernel, DiagnosticSink &sink) {
  LaunchWords said;
  if (words.size() < reportHeaderWords || words[0] == 0)
    return said;
  if (words[0] > words[1]) {
    sink.report(DiagnosticId::launchFailed, {},
                "kernel `" + kernel.str() + "` says more than a launch has room for: " + std::to_string(words[0]) +
                    " words of " + std::to_string(words[1]))
        .note("print less, or in fewer programs");
    return said;
  }
  Reader reader(sites, words);
  if (!reader.read(reportHeaderWords + words[0])) {
    sink.report(DiagnosticId::internalError, {}, "what kernel `" + kernel.str() + "` said can't be read");
    return said;
  }
  for (const auto &[program, reports] : reader.reports)
    for (const Report &report : reports)
      if (!tell(report, said, sink))
        return said;
  return said;
}
