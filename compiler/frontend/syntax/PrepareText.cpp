// SPDX-License-Identifier: Apache-2.0
// Reads the text once for its bytes and, when its first line with something on it starts with `>>>`, once more for doctest
// prompts. In that form a line with a prompt is program and a line without is output, which is left out: Python itself would
// refuse every such text, so nothing that is valid changes its meaning.
#include "compiler/frontend/syntax/PrepareText.h"
#include "compiler/frontend/syntax/Characters.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

namespace {

/// Appends `text` with LF line ends. False at the first byte that is NUL or not UTF-8, which is reported.
bool normalize(llvm::StringRef file, llvm::StringRef text, std::string &out, DiagnosticSink &sink) {
  SourcePosition at{1, 1};
  while (!text.empty()) {
    // Plain characters, most of any text, go by the line.
    llvm::StringRef plain = text.take_while([](char each) { return each == '\t' || (each >= ' ' && each <= '~'); });
    out.append(plain.data(), plain.size());
    at.column += static_cast<uint32_t>(plain.size());
    text = text.drop_front(plain.size());
    if (text.empty())
      break;
    CodePoint c = decodeUtf8(text);
    if (!c.valid || c.value == 0) {
      std::string message;
      if (c.value == 0)
        message = "a NUL byte, which no program text has";
      else
        llvm::raw_string_ostream(message) << "byte " << llvm::format("0x%02X", c.value) << " is not UTF-8";
      sink.report(DiagnosticId::syntaxError, {file.str(), at, {at.line, at.column + 1}}, std::move(message))
          .note(c.value == 0 ? "this may be a binary file; give the Python text" : "save the file as UTF-8");
      return false;
    }
    bool lineEnd = c.value == '\n' || c.value == '\r';
    if (c.value == '\r' && text.size() > 1 && text[1] == '\n')
      text = text.drop_front();
    if (lineEnd)
      out += '\n';
    else
      out.append(text.data(), c.bytes);
    at = lineEnd ? SourcePosition{at.line + 1, 1} : SourcePosition{at.line, at.column + 1};
    text = text.drop_front(c.bytes);
  }
  return true;
}

bool hasPrompt(llvm::StringRef line, llvm::StringRef prompt) {
  return line.consume_front(prompt) && (line.empty() || line.front() == ' ');
}

/// Takes prompts and output away. `prepared.text` starts, after blank lines, with `>>>`.
void stripDoctest(llvm::StringRef file, PreparedText &prepared, DiagnosticSink &sink) {
  std::string stripped;
  llvm::StringRef rest = prepared.text;
  uint32_t lineNumber = 0;
  bool warned = false;
  while (!rest.empty()) {
    auto [line, after] = rest.split('\n');
    rest = after;
    ++lineNumber;
    size_t indent = line.size() - line.ltrim(" \t").size();
    llvm::StringRef content = line.drop_front(indent);
    uint32_t removed = 0;
    if (hasPrompt(content, ">>>") || hasPrompt(content, "...")) {
      size_t prompt = content.size() > 3 ? 4 : 3;
      removed = static_cast<uint32_t>(indent + prompt);
      stripped += content.drop_front(prompt);
    } else if (!content.empty() && !warned) {
      warned = true;
      SourcePosition begin{lineNumber, static_cast<uint32_t>(indent) + 1};
      sink.report(DiagnosticId::unsupportedSyntax, {file.str(), begin, {begin.line, begin.column + 1}},
                  "the text begins with a `>>>` prompt, so lines without a prompt are taken as output and left out",
                  Severity::warning)
          .note("remove the prompts to have every line read");
    }
    stripped += '\n';
    prepared.removedColumns.push_back(removed);
  }
  prepared.removedColumns.push_back(0);
  prepared.text = std::move(stripped);
}

} // namespace

std::optional<PreparedText> tessera::frontend::syntax::prepareText(llvm::StringRef file, llvm::StringRef text,
                                                                    DiagnosticSink &sink) {
  text.consume_front("\xEF\xBB\xBF");
  if (text.size() > maxTextBytes) {
    SourceRange start{file.str(), {1, 1}, {1, 2}};
    sink.report(DiagnosticId::unsupportedSyntax, start,
                "the text is " + std::to_string(text.size()) + " bytes long; the limit is " + std::to_string(maxTextBytes))
        .note("give the file with the kernels alone");
    return std::nullopt;
  }
  PreparedText prepared;
  prepared.text.reserve(text.size());
  if (!normalize(file, text, prepared.text, sink))
    return std::nullopt;
  if (hasPrompt(llvm::StringRef(prepared.text).ltrim(" \t\n").take_until([](char c) { return c == '\n'; }), ">>>"))
    stripDoctest(file, prepared, sink);
  return prepared;
}
