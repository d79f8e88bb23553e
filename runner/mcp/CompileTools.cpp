// SPDX-License-Identifier: Apache-2.0
// Tools on what the compiler makes of a program: is it right, what does it look like, why so.
#include "runner/mcp/Describe.h"
#include "runner/mcp/Schema.h"
#include "runner/mcp/SourceArguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::mcp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// What is wrong, with the way out, of a command whose answer has `diagnostics`.
static void tellDiagnostics(const Ended &ended, const Array &diagnostics, Answer &answer) {
  SourceLines lines(ended.plan, ended.place);
  answer.text += describeAll(diagnostics, lines);
  answer.facts["diagnostics"] = Array(diagnostics);
  answer.next = adviseOn(diagnostics);
}

static Array keep(const Array &diagnostics, llvm::function_ref<bool(const Object &)> isKept) {
  Array kept;
  for (const Value &value : diagnostics)
    if (isKept(objectIn(value)))
      kept.push_back(value);
  return kept;
}

static std::string joinNames(const Array &names) {
  std::string text;
  for (const Value &name : names)
    text += (text.empty() ? "`" : ", `") + name.getAsString().value_or("").str() + "`";
  return text.empty() ? "none" : text;
}

static bool isRemark(const Object &diagnostic) { return fieldOf(diagnostic, "severity") == "remark"; }

//===-- compile, diagnostics -----------------------------------------------------------------------------------===//

static Result<Plan> planCompile(const Object &arguments, const Place &place) {
  return planProgram(arguments, place, "compile", {"--json"});
}

static Answer tellCompile(const Ended &ended) {
  const Object &json = answerOf(ended);
  const Array &all = itemsOf(json, "diagnostics");
  Array shown = keep(all, [](const Object &one) { return !isRemark(one) || fieldOf(one, "id") == "no-schedule"; });
  Answer answer;
  bool ok = json.getBoolean("ok").value_or(false);
  answer.text = ok ? "it compiles in " + formatNumber(json.getNumber("milliseconds").value_or(0)) +
                         " ms; kernels: " + joinNames(itemsOf(json, "kernels")) + "\n"
                   : "it does not compile\n";
  answer.isError = !ok;
  answer.facts = Object{{"ok", ok}, {"kernels", Array(itemsOf(json, "kernels"))}};
  tellDiagnostics(ended, shown, answer);
  if (size_t remarks = all.size() - shown.size(); remarks && ok)
    answer.text += std::to_string(remarks) + " remark" + (remarks == 1 ? "" : "s") +
                   " on the schedule: the tools `diagnostics` and `explain` have them\n";
  return answer;
}

static Answer tellDiagnosticsOf(const Ended &ended) {
  const Object &json = answerOf(ended);
  std::string least = textIn(ended.arguments, "severity");
  Array shown = keep(itemsOf(json, "diagnostics"), [&](const Object &one) {
    std::string severity = fieldOf(one, "severity");
    return severity == "error" || least == "remark" || (least == "warning" && severity == "warning");
  });
  Answer answer;
  size_t errors = llvm::count_if(shown, [](const Value &one) { return fieldOf(objectIn(one), "severity") == "error"; });
  answer.text = shown.empty() ? "nothing to say: it compiles\n"
                              : std::to_string(shown.size()) + " diagnostics, " + std::to_string(errors) + " errors\n";
  answer.facts = Object{{"ok", json.getBoolean("ok").value_or(false)}};
  tellDiagnostics(ended, shown, answer);
  return answer;
}

//===-- show ---------------------------------------------------------------------------------------------------===//

static Result<Plan> planShow(const Object &arguments, const Place &place) {
  std::vector<std::string> options = {"--json"};
  bool isList = isSet(arguments, "list");
  if (isList && (arguments.get("stage") || arguments.get("pass") || arguments.get("kernel")))
    return makeProblem(ProblemCode::badRequest, "`list` goes without `stage`, `pass` and `kernel`");
  if (arguments.get("pass") && (arguments.get("stage") || arguments.get("kernel")))
    return makeProblem(ProblemCode::badRequest, "`pass` goes without `stage` and `kernel`: it is of the whole module");
  if (isList)
    options.push_back("--list");
  addOption(arguments, "stage", "--stage", options);
  addOption(arguments, "pass", "--pass", options);
  addOption(arguments, "kernel", "--kernel", options);
  return planProgram(arguments, place, "show", std::move(options));
}

static Answer tellPasses(const Array &snapshots) {
  Answer answer;
  answer.text = "stage, pass, * where it changes this program, reason\n";
  for (const Value &value : snapshots) {
    const Object &one = objectIn(value);
    answer.text += fieldOf(one, "stage") + "  " + fieldOf(one, "pass") +
                   (one.getBoolean("changed").value_or(false) ? " *  " : "  ") + fieldOf(one, "reason") + "\n";
  }
  answer.facts = Object{{"ok", true}, {"passes", Array(snapshots)}};
  return answer;
}

static Answer tellShow(const Ended &ended) {
  const Object &json = answerOf(ended);
  if (const Array *snapshots = json.getArray("snapshots"))
    return tellPasses(*snapshots);
  std::optional<llvm::StringRef> text = json.getString("text");
  Answer answer;
  answer.isError = !text;
  answer.facts = Object{{"ok", text.has_value()}};
  tellDiagnostics(ended, itemsOf(json, "diagnostics"), answer);
  if (text)
    answer.text += text->str();
  else if (ended.arguments.get("pass"))
    answer.next.push_back("`show` with `list` names the passes");
  return answer;
}

//===-- explain ------------------------------------------------------------------------------------------------===//

static Result<Plan> planExplain(const Object &arguments, const Place &place) {
  return planProgram(arguments, place, "compile", {"--json", "--explain=json"});
}

static Answer tellExplain(const Ended &ended) {
  const Object &json = answerOf(ended);
  const Object *explanation = json.getObject("explanation");
  if (!explanation)
    return tellCompile(ended);
  std::string kernel = textIn(ended.arguments, "kernel");
  Answer answer;
  Array kernels, names;
  for (const Value &value : itemsOf(*explanation, "kernels")) {
    names.push_back(fieldOf(objectIn(value), "name"));
    if (kernel.empty() || fieldOf(objectIn(value), "name") == kernel)
      kernels.push_back(value);
  }
  if (!kernel.empty() && kernels.empty())
    return refuse("there is no kernel `" + kernel + "`; the program has " + joinNames(names));
  answer.text = fieldOf(json, "explanationText");
  for (size_t at = 0; (at = answer.text.find("<stdin>", at)) != std::string::npos; at += ended.plan.name.size())
    answer.text.replace(at, 7, ended.plan.name); // whose name it has everywhere else
  if (answer.text.empty())
    answer.text = "the program has no kernels\n";
  answer.facts = Object{{"ok", true},
                        {"target", fieldOf(*explanation, "target")},
                        {"card", fieldOf(*explanation, "card")},
                        {"kernels", std::move(kernels)}};
  Array others = keep(itemsOf(json, "diagnostics"), [](const Object &one) { return !isRemark(one); });
  if (!others.empty())
    tellDiagnostics(ended, others, answer);
  return answer;
}

//===-- layouts, tilings ---------------------------------------------------------------------------------------===//

static Result<Plan> planLayouts(const Object &arguments, const Place &place) {
  return planProgram(arguments, place, "show", {"--json", "--layouts"});
}

static Result<Plan> planTilings(const Object &arguments, const Place &place) {
  return planProgram(arguments, place, "show", {"--json", "--tilings"});
}

/// The kernels of an answer that are meant, and which there are.
static Array selectKernels(const Ended &ended, Array &names) {
  std::string wanted = textIn(ended.arguments, "kernel");
  Array kernels;
  for (const Value &value : itemsOf(answerOf(ended), "kernels")) {
    std::string name = fieldOf(objectIn(value), "name");
    names.push_back(name);
    if (wanted.empty() || wanted == name)
      kernels.push_back(value);
  }
  return kernels;
}

/// A program that does not compile answers as `compile` does, one without kernels with a word.
static std::optional<Answer> findNoKernels(const Ended &ended, const Array &kernels, const Array &names) {
  const Object &json = answerOf(ended);
  if (!json.getArray("kernels")) {
    Answer answer;
    answer.text = "it does not compile\n";
    answer.isError = true;
    answer.facts = Object{{"ok", false}};
    tellDiagnostics(ended, itemsOf(json, "diagnostics"), answer);
    return answer;
  }
  if (!kernels.empty())
    return std::nullopt;
  if (names.empty())
    return refuse("no kernel of this program has a schedule, or it launches none", {"the tool `explain` says why"});
  return refuse("there is no kernel `" + textIn(ended.arguments, "kernel") + "`; the program has " + joinNames(names));
}

static std::string tellValue(const Object &value) {
  return "  " + describePlace(value.getObject("range")) + " " + fieldOf(value, "op") + " " +
         formatShape(itemsOf(value, "shape")) + "x" + fieldOf(value, "dtype") + ": " + fieldOf(value, "text") + ", " +
         std::to_string(countIn(value, "registers")) + " elements a thread" +
         (value.getBoolean("copies").value_or(false) ? ", some held twice" : "") + "\n";
}

static std::string tellBuffer(const Object &buffer) {
  std::string name = fieldOf(buffer, "name");
  std::string text = "  in shared memory " + (name.empty() ? "a buffer" : "`" + name + "`") + " " +
                     formatShape(itemsOf(buffer, "shape")) + "x" + fieldOf(buffer, "dtype") + ": bytes " +
                     std::to_string(countIn(buffer, "offset")) + " to " +
                     std::to_string(countIn(buffer, "offset") + countIn(buffer, "bytes")) + ", swizzle " +
                     std::to_string(countIn(buffer, "swizzle")) + "\n";
  for (const Value &value : itemsOf(buffer, "accesses")) {
    const Object &access = objectIn(value);
    text += "    " + fieldOf(access, "kind") + " at " + describePlace(access.getObject("range"));
    if (access.get("vectorBytes"))
      text += ", " + std::to_string(countIn(access, "vectorBytes")) + " bytes at a time";
    if (access.get("wavefronts")) {
      int64_t waves = countIn(access, "wavefronts"), ideal = countIn(access, "ideal");
      text += waves > ideal ? ", bank conflicts: " + std::to_string(waves) + " wavefronts where " +
                                  std::to_string(ideal) + " would do"
                            : ", no bank conflicts";
    }
    text += "\n";
  }
  return text;
}

static Answer tellLayouts(const Ended &ended) {
  Array names, kernels = selectKernels(ended, names);
  if (auto none = findNoKernels(ended, kernels, names))
    return *none;
  Answer answer;
  for (const Value &value : kernels) {
    const Object &kernel = objectIn(value);
    answer.text += "kernel `" + fieldOf(kernel, "name") + "` for " + fieldOf(kernel, "target") + ", " +
                   describePlace(kernel.getObject("range")) + ": " + std::to_string(countIn(kernel, "warps")) +
                   " warps, " + formatBytes(static_cast<double>(countIn(kernel, "sharedBytes"))) +
                   " of shared memory\n";
    for (const Value &one : itemsOf(kernel, "values"))
      answer.text += tellValue(objectIn(one));
    if (int64_t left = countIn(kernel, "left"))
      answer.text += "  and " + std::to_string(left) + " values more\n";
    for (const Value &one : itemsOf(kernel, "buffers"))
      answer.text += tellBuffer(objectIn(one));
  }
  answer.facts = Object{{"ok", true}, {"kernels", std::move(kernels)}};
  return answer;
}

static std::string tellBox(const Value &box) {
  const Array *ends = box.getAsArray();
  if (!ends || ends->size() != 2 || !(*ends)[0].getAsArray() || !(*ends)[1].getAsArray())
    return "nothing";
  const Array &begin = *(*ends)[0].getAsArray(), &end = *(*ends)[1].getAsArray();
  std::string text = "[";
  for (size_t axis = 0; axis < begin.size() && axis < end.size(); ++axis)
    text += (axis ? ", " : "") + std::to_string(begin[axis].getAsInteger().value_or(0)) + ":" +
            std::to_string(end[axis].getAsInteger().value_or(0));
  return text + "]";
}

static std::string tellOperand(const Object &operand, size_t first, size_t count) {
  const Object *block = operand.getObject("block");
  std::string text = "    " + fieldOf(operand, "role") + " `" + fieldOf(operand, "name") + "` " +
                     formatShape(itemsOf(operand, "shape")) + " " + fieldOf(operand, "dtype");
  if (block && !itemsOf(*block, "shape").empty())
    text += ", block " + formatShape(itemsOf(*block, "shape")) +
            (fieldOf(*block, "origin") == "whole" ? " (the whole array)" : "");
  const Array &boxes = itemsOf(operand, "boxes");
  for (size_t i = first; i < boxes.size() && i < first + count; ++i)
    text += (i == first ? "; program " : ", ") + std::to_string(i) + " sees " + tellBox(boxes[i]);
  return text + (boxes.size() > first + count ? ", .." : "") + "\n";
}

static Answer tellTilings(const Ended &ended) {
  Array names, kernels = selectKernels(ended, names);
  if (auto none = findNoKernels(ended, kernels, names))
    return *none;
  size_t first = static_cast<size_t>(countIn(ended.arguments, "program"));
  size_t count = static_cast<size_t>(countIn(ended.arguments, "programs"));
  Answer answer;
  for (const Value &value : kernels) {
    const Object &kernel = objectIn(value);
    answer.text += "kernel `" + fieldOf(kernel, "name") + "`, " + describePlace(kernel.getObject("range")) + "\n";
    for (const Value &item : itemsOf(kernel, "launches")) {
      const Object &launch = objectIn(item);
      answer.text += "  launched at " + describePlace(launch.getObject("range")) + ": grid " +
                     formatGrid(itemsOf(launch, "grid")) + ", " + std::to_string(countIn(launch, "programs")) +
                     " programs, " + fieldOf(launch, "order") + "\n";
      for (const Value &operand : itemsOf(launch, "operands"))
        answer.text += tellOperand(objectIn(operand), first, count);
    }
  }
  answer.facts = Object{{"ok", true}, {"kernels", std::move(kernels)}};
  return answer;
}

//===-- the table ----------------------------------------------------------------------------------------------===//

static Object nameList(llvm::StringRef description) {
  return Object{{"type", "array"}, {"items", Object{{"type", "string"}}}, {"description", description}};
}

void mcp::addCompileTools(std::vector<Tool> &tools) {
  Object kernel = textOf("only this kernel");
  tools.push_back({"compile", "Compile",
                   "Checks a Pallas or Triton program and compiles its kernels. Answers whether it "
                   "compiles, its kernels, and errors with their place and how to mend them. Start here.",
                   makeInput(Takes::program, Object{}, 60), Object{{"kernels", nameList("that it launches")}}, false,
                   planCompile, tellCompile});
  tools.push_back(
      {"diagnostics", "Diagnostics",
       "Everything the compiler says of a program: errors, warnings, and remarks on how each kernel is "
       "scheduled and what would be faster. Errors do not make this call fail.",
       makeInput(Takes::program,
                 Object{{"severity", oneOf({"error", "warning", "remark"}, "the least that is told", "remark")}}, 60),
       Object{}, false, planCompile, tellDiagnosticsOf});
  tools.push_back(
      {"show", "Show a stage",
       "The program's code at a stage: `tile` (what is computed), `tilegpu` (who does it, where), `llvm`, "
       "`ptx`, `sass` (needs ptxas and nvdisasm), or right after a pass; `list` names the passes.",
       makeInput(Takes::program,
                 Object{{"stage",
                         oneOf({"tile", "tilegpu", "llvm", "ptx", "sass"}, "tile, unless `pass` or `list` is given")},
                        {"pass", textOf("the module right after this pass")},
                        {"kernel", Object(kernel)},
                        {"list", flagOf("the passes with their reasons, in place of code")}},
                 60),
       Object{{"passes", listSchema("of `list`: {stage, pass, reason, changed}")}}, false, planShow, tellShow});
  tools.push_back({"explain", "Explain the schedule",
                   "How each kernel is scheduled and why: blocks, warps, stages, the instruction of each product, how "
                   "wide each access of memory is and why not wider, registers, what stood in the way of something "
                   "better and what would do, the cost model's prediction, and the choices that `tune` takes.",
                   makeInput(Takes::program, Object{{"kernel", Object(kernel)}}, 60),
                   Object{{"kernels", listSchema("as `tessera compile --explain=json` has them")}}, false, planExplain,
                   tellExplain});
  tools.push_back({"layouts", "Layouts",
                   "Which thread holds which elements of every value, and what lies where in shared memory, with bank "
                   "conflicts of each access.",
                   makeInput(Takes::program, Object{{"kernel", Object(kernel)}}, 60),
                   Object{{"kernels", listSchema("{name, warps, values, buffers}")}}, false, planLayouts, tellLayouts});
  tools.push_back(
      {"tilings", "Tilings",
       "Grids and blocks: which program of a launch sees which part of each array. For wrong block shapes "
       "and index maps.",
       makeInput(Takes::program,
                 Object{{"kernel", std::move(kernel)},
                        {"program", countOf("the first program whose parts are told, in launch order", 0, 65535, 0)},
                        {"programs", countOf("of how many programs", 1, 1000, 4)}},
                 60),
       Object{{"kernels", listSchema("{name, launches: [{grid, operands: [{name, shape, block, boxes}]}]}")}}, false,
       planTilings, tellTilings});
}
