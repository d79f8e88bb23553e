// SPDX-License-Identifier: Apache-2.0
// Diagnostics as SARIF's results. Files are relative to the folder that the command runs in, which in CI is the
// repository's root (`%SRCROOT%`); columns count code points, as ours do, and ends are exclusive in both.
#include "runner/cli/Sarif.h"
#include "compiler/driver/Compiler.h"
#include "runner/cli/Command.h"
#include "runner/cli/Source.h"
#include "runner/cli/Terminal.h"
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include <CLI/Option.hpp>
#include <filesystem>
#include <map>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
using llvm::json::Array;
using llvm::json::Object;

static constexpr const char *rootName = "%SRCROOT%";
static constexpr llvm::StringLiteral filePrefix = "file://";

//===-- writing ------------------------------------------------------------------------------------------------===//

/// All but letters, digits and `-._~/` as `%XX`.
static std::string encode(llvm::StringRef path) {
  std::string uri;
  for (char c : path)
    if (llvm::isAlnum(c) || llvm::StringRef("-._~/").contains(c))
      uri += c;
    else
      uri += "%" + llvm::toHex(llvm::StringRef(&c, 1));
  return uri;
}

static Object locateArtifact(const std::string &file) {
  std::string path = std::filesystem::path(file).lexically_normal().generic_string();
  if (llvm::StringRef(path).starts_with("/"))
    return Object{{"uri", filePrefix.str() + encode(path)}};
  return Object{{"uri", encode(path)}, {"uriBaseId", rootName}};
}

static Object makeRegion(const SourceRange &range) {
  if (!range.isValid())
    return Object{{"startLine", 1}};
  Object region{{"startLine", range.begin.line}};
  if (range.begin.column)
    region["startColumn"] = range.begin.column;
  if (range.begin.column && range.end.isValid() && range.end.column && range.begin < range.end) {
    region["endLine"] = range.end.line;
    region["endColumn"] = range.end.column;
  }
  return region;
}

static Object locate(const SourceRange &range, const std::string &file) {
  return Object{{"physicalLocation", Object{{"artifactLocation", locateArtifact(range.isValid() ? range.file : file)},
                                            {"region", makeRegion(range)}}}};
}

static Object makeMessage(llvm::StringRef text) { return Object{{"text", protocol::toUtf8(text)}}; }

static const char *levelOf(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

static Object makeFix(const DiagnosticFix &fix) {
  // Where it begins and ends at one place it inserts, which is what a region without an end would not say.
  Object deleted = makeRegion(fix.range);
  deleted["endLine"] = fix.range.end.line;
  deleted["endColumn"] = fix.range.end.column;
  return Object{
      {"description", makeMessage(fix.title)},
      {"artifactChanges", Array{Object{{"artifactLocation", locateArtifact(fix.range.file)},
                                       {"replacements", Array{Object{{"deletedRegion", std::move(deleted)},
                                                                     {"insertedContent", makeMessage(fix.text)}}}}}}}};
}

void SarifLog::add(llvm::ArrayRef<Diagnostic> diagnostics, const std::string &file) {
  for (const Diagnostic &diagnostic : diagnostics) {
    // A note without a place says more of the message. So does one of a text that is in no file, as the PTX of a
    // kernel.
    std::string message = llvm::StringRef(diagnostic.message).ltrim('\n').str(); // as of `assert_close`
    Array related;
    for (const DiagnosticNote &note : diagnostic.notes) {
      std::error_code error;
      if (!note.range.isValid()) {
        message += "\n" + note.message;
        continue;
      }
      if (note.range.file != file && !std::filesystem::exists(note.range.file, error)) {
        message += "\n" + note.range.file + ":" + std::to_string(note.range.begin.line) + ": " + note.message;
        continue;
      }
      Object location = locate(note.range, file);
      location["id"] = static_cast<int64_t>(related.size());
      location["message"] = makeMessage(note.message);
      related.push_back(std::move(location));
    }
    std::string rule = getText(diagnostic.id).str();
    Object result{{"ruleId", rule},
                  {"level", levelOf(diagnostic.severity)},
                  {"message", makeMessage(message)},
                  {"locations", Array{locate(diagnostic.range, file)}}};
    if (!related.empty())
      result["relatedLocations"] = std::move(related);
    if (diagnostic.fix && diagnostic.fix->range.isValid())
      result["fixes"] = Array{makeFix(*diagnostic.fix)};
    if (!hasRule(rule))
      rules.emplace_back(rule, getSummary(diagnostic.id).str());
    add(std::move(result));
  }
}

void SarifLog::add(llvm::StringRef rule, llvm::StringRef summary, Severity severity, const SourceRange &range,
                   llvm::StringRef message) {
  if (!hasRule(rule))
    rules.emplace_back(rule.str(), summary.str());
  add(Object{{"ruleId", rule.str()},
             {"level", levelOf(severity)},
             {"message", makeMessage(message)},
             {"locations", Array{locate(range, range.file)}}});
}

std::vector<std::string> SarifLog::makeFingerprints() const {
  std::vector<std::string> fingerprints;
  std::map<std::string, size_t> counts;
  for (const SarifResult &result : results) {
    std::string identity = result.rule + "\n" + result.file + "\n" + result.message;
    identity += "\n" + std::to_string(++counts[identity]);
    fingerprints.push_back(
        artifact::digestOf(llvm::ArrayRef(reinterpret_cast<const uint8_t *>(identity.data()), identity.size())));
  }
  return fingerprints;
}

/// Whether a command did what it was asked for, be it to find something wrong.
static bool hasLooked(int exitCode) {
  return exitCode == exitOk || exitCode == exitRegression || exitCode == exitCompileError ||
         exitCode == exitWrongResult || exitCode == exitInconclusive;
}

llvm::json::Value SarifLog::toJson(int exitCode) const {
  Array told, known;
  std::vector<std::string> fingerprints = makeFingerprints();
  for (size_t i = 0; i < results.size(); ++i) {
    Object result = results[i].json;
    result["partialFingerprints"] = Object{{"tessera/v1", fingerprints[i]}};
    told.push_back(std::move(result));
  }
  for (const auto &[id, summary] : rules)
    known.push_back(Object{{"id", id}, {"shortDescription", makeMessage(summary)}});
  Object run{
      {"tool", Object{{"driver", Object{{"name", "tessera"}, {"version", getVersion()}, {"rules", std::move(known)}}}}},
      {"columnKind", "unicodeCodePoints"},
      {"invocations", Array{Object{{"executionSuccessful", hasLooked(exitCode)}, {"exitCode", exitCode}}}},
      {"results", std::move(told)}};
  return Object{
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", Array{std::move(run)}}};
}

//===-- reading ------------------------------------------------------------------------------------------------===//

static std::string decode(llvm::StringRef uri) {
  uri.consume_front(filePrefix);
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    unsigned code;
    if (uri[i] == '%' && !uri.substr(i + 1, 2).getAsInteger(16, code)) {
      path += static_cast<char>(code);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

/// The first object of the array `name`, or none.
static const Object *getFirst(const Object *parent, llvm::StringRef name) {
  const Array *array = parent ? parent->getArray(name) : nullptr;
  return array && !array->empty() ? array->front().getAsObject() : nullptr;
}

static const Object *getObject(const Object *parent, llvm::StringRef name) {
  return parent ? parent->getObject(name) : nullptr;
}

static std::string getString(const Object *parent, llvm::StringRef name) {
  return parent ? parent->getString(name).value_or("").str() : "";
}

void SarifLog::add(Object json) {
  SarifResult result;
  result.rule = getString(&json, "ruleId");
  result.level = getString(&json, "level");
  result.message = getString(getObject(&json, "message"), "text");
  const Object *place = getObject(getFirst(&json, "locations"), "physicalLocation");
  result.file = decode(getString(getObject(place, "artifactLocation"), "uri"));
  if (const Object *region = getObject(place, "region"))
    result.line = region->getInteger("startLine").value_or(1);
  result.json = std::move(json);
  for (const SarifResult &other : results)
    if (other.rule == result.rule && other.message == result.message && other.line == result.line &&
        other.json == result.json)
      return;
  results.push_back(std::move(result));
}

void SarifLog::add(const SarifLog &other) {
  for (const auto &[id, summary] : other.rules)
    if (!hasRule(id))
      rules.emplace_back(id, summary);
  for (const SarifResult &result : other.results)
    add(Object(result.json));
}

bool SarifLog::hasRule(llvm::StringRef rule) const {
  return llvm::any_of(rules, [&](const auto &known) { return known.first == rule; });
}

Result<SarifLog> SarifLog::read(llvm::StringRef text) {
  std::string error;
  std::optional<llvm::json::Value> value = protocol::parseJson(text, error);
  const Object *run = getFirst(value ? value->getAsObject() : nullptr, "runs");
  const Array *results = run ? run->getArray("results") : nullptr;
  if (!results)
    return makeProblem(ProblemCode::badRequest, "it is no SARIF" + (error.empty() ? "" : ": " + error));
  SarifLog log;
  if (const Object *driver = getObject(getObject(run, "tool"), "driver"))
    if (const Array *rules = driver->getArray("rules"))
      for (const llvm::json::Value &rule : *rules)
        log.rules.emplace_back(getString(rule.getAsObject(), "id"),
                               getString(getObject(rule.getAsObject(), "shortDescription"), "text"));
  for (const llvm::json::Value &entry : *results)
    if (const Object *result = entry.getAsObject()) {
      Object json = *result;
      json.erase("partialFingerprints"); // they depend on what else there is
      log.add(std::move(json));
    }
  return log;
}

//===-- for commands -------------------------------------------------------------------------------------------===//

void cli::addSarifOption(CLI::App &command, std::string &file) {
  command.add_option("--sarif", file, "write what is wrong as SARIF 2.1.0, for code scanning")->group("Outputs");
}

int cli::finishSarif(const std::string &file, const SarifLog &log, int exitCode) {
  if (file.empty())
    return exitCode;
  Status status = writeOutput(file, protocol::toText(log.toJson(exitCode)) + "\n");
  if (status)
    return exitCode;
  complain(status.problem());
  return exitCode == exitOk ? static_cast<int>(exitInfrastructure) : exitCode;
}
