// SPDX-License-Identifier: Apache-2.0
// What is being typed at a place, from the tokens, and which of the program's own names may stand there.
#include "compiler/language/TokenChain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace tessera;
using namespace tessera::frontend::syntax;
using namespace tessera::language;

namespace {
/// What is left of the cursor.
struct Before {
  Range prefix;
  std::string text; // of the prefix
  PathBefore::Where where = PathBefore::Where::expression;
  bool isMember = false;
  Referent object;
  Range objectRange;
  std::string objectName;
  bool objectIsMember = false;
};

/// Reads the statement at the cursor as an import: `from a.b import c, |`, `import a.|`.
class ImportLine {
public:
  ImportLine(const TokenReader &tokens, size_t start, size_t end) : tokens(tokens), start(start), end(end) {}

  bool isImport() const {
    return start < end && (tokens.kind(start) == TokenKind::kwFrom || tokens.kind(start) == TokenKind::kwImport);
  }
  bool isFrom() const { return tokens.kind(start) == TokenKind::kwFrom; }
  /// Where the word `import` stands, if it does before the cursor.
  std::optional<size_t> word() const {
    for (size_t at = start; at < end; ++at)
      if (tokens.kind(at) == TokenKind::kwImport)
        return at;
    return std::nullopt;
  }
  /// The module that is written from `at`, up to `stop`.
  void readModule(size_t at, size_t stop) {
    for (; at < stop && (tokens.kind(at) == TokenKind::dot || tokens.kind(at) == TokenKind::ellipsis) && module.empty();
         ++at)
      level += tokens.kind(at) == TokenKind::dot ? 1 : 3;
    first = at;
    for (; at < stop; ++at)
      if (tokens.isName(at)) {
        module += (module.empty() ? "" : ".") + tokens[at].value.str();
        last = at;
      }
  }

  unsigned level = 0;
  std::string module;
  size_t first = 0, last = 0;

private:
  const TokenReader &tokens;
  size_t start, end;
};
} // namespace

/// Whether the position is in a token's inside, or behind a `#` that no token holds.
static bool isInLiteralOrComment(const FileNames &names, const TokenReader &tokens, size_t end,
                                 SourcePosition position) {
  if (end > 0) {
    TokenKind kind = tokens.kind(end - 1);
    bool isLiteral = kind == TokenKind::string || kind == TokenKind::bytes || kind == TokenKind::joinedText ||
                     kind == TokenKind::joinedStart || kind == TokenKind::integer || kind == TokenKind::floating;
    bool touches = !(tokens.range(end - 1).end < position);
    bool isOpen = kind == TokenKind::joinedStart || kind == TokenKind::joinedText; // its text goes on
    if (isLiteral && ((touches && (position < tokens.range(end - 1).end || kind == TokenKind::integer ||
                                   kind == TokenKind::floating)) ||
                      (touches && isOpen)))
      return true;
  }
  SourcePosition from{position.line, 1};
  if (end > 0 && !(tokens.range(end - 1).end < from))
    from = tokens.range(end - 1).end;
  return from < position && names.places.textOf({from, position}).contains('#');
}

static std::optional<Before> readBefore(Program &program, unsigned file, SourcePosition position,
                                        const TokenReader &tokens) {
  const FileNames &names = program.names(file);
  size_t end = tokens.before(position);
  if (isInLiteralOrComment(names, tokens, end, position))
    return std::nullopt;
  Before before;
  before.prefix = {position, position};
  size_t at = end; // the tokens left of the prefix
  bool isWord =
      end > 0 && (tokens.isName(end - 1) || isKeyword(tokens.kind(end - 1))) && !(tokens.range(end - 1).end < position);
  if (isWord) {
    before.prefix.begin = tokens.range(end - 1).begin;
    before.text = names.places.textOf(before.prefix).str();
    --at;
  }
  size_t start = tokens.lineStart(at);
  ImportLine line(tokens, start, at);
  if (line.isImport()) {
    before.where = PathBefore::Where::import;
    std::optional<size_t> word = line.word();
    bool isBehindFrom = line.isFrom() && word;
    if (isBehindFrom) {
      line.readModule(start + 1, *word);
    } else {
      // The dotted name that the cursor is in.
      size_t head = at;
      while (head > start + 1 && tokens.kind(head - 1) != TokenKind::comma)
        --head;
      line.readModule(head, at);
    }
    before.isMember = isBehindFrom || line.level > 0 || !line.module.empty();
    if (!before.isMember)
      return before;
    before.object = program.moduleNamed(file, line.level, line.module);
    before.objectName = line.module;
    if (!line.module.empty())
      before.objectRange = {tokens.range(line.first).begin, tokens.range(line.last).end};
    else
      before.objectRange = {position, position};
    return before;
  }
  if (at < 1 || tokens.kind(at - 1) != TokenKind::dot)
    return before;
  before.isMember = true;
  if (at < 2) {
    before.objectRange = {position, position};
    return before;
  }
  TokenChain chain = tokens.chainEndingAt(at - 2);
  before.object = chain.meaningIn(program, file, names.scopeAt(position)).whole;
  before.objectRange = {chain.begin.isValid() ? chain.begin : tokens.range(at - 2).begin, tokens.range(at - 2).end};
  before.objectName = chain.parts.empty() ? "" : chain.parts.back().name;
  before.objectIsMember = chain.parts.size() > 1 || chain.hasUnknownHead;
  return before;
}

std::optional<PathBefore> Program::pathBefore(unsigned file, SourcePosition position) {
  if (!names(file).places.has(position))
    return std::nullopt;
  TokenReader tokens(names(file));
  std::optional<Before> before = readBefore(*this, file, position, tokens);
  if (!before)
    return std::nullopt;
  PathBefore path;
  path.where = before->where;
  path.range = where(file, before->prefix);
  path.prefix = before->text;
  path.isMember = before->isMember;
  if (path.isMember)
    path.object = describe(file, before->object, before->objectRange, before->objectName, before->objectIsMember);
  return path;
}

/// `member` is a binding or a module, under the name `name` of the tree.
Candidate Program::candidateOf(llvm::StringRef name, Referent member) {
  Referent meaning = member.isOwn() ? follow(member.file, member.index) : member;
  Candidate candidate;
  candidate.name = member.isOwn() ? spellingOf(member) : name.str();
  candidate.kind = kindOf(meaning);
  if (meaning.isOwn() && binding(meaning).kind == Binding::Kind::function)
    candidate.detail = parametersText(meaning);
  if (meaning.kind == Referent::Kind::library) {
    candidate.path = textOf(meaning);
    if (names(member.file).imports[binding(member).imports.front()].name.empty())
      candidate.kind = SymbolKind::module;
  }
  return candidate;
}

std::vector<Candidate> Program::candidates(unsigned file, SourcePosition position) {
  std::vector<Candidate> all;
  if (!names(file).places.has(position))
    return all;
  const FileNames &here = names(file);
  TokenReader tokens(here);
  std::optional<Before> before = readBefore(*this, file, position, tokens);
  if (!before)
    return all;
  auto offer = [&](llvm::StringRef name, Referent member) { all.push_back(candidateOf(name, member)); };
  if (before->isMember) {
    eachMember(before->object, offer);
    return all;
  }
  if (before->where == PathBefore::Where::import) {
    eachModule(offer);
    return all;
  }
  llvm::StringSet<> seen;
  auto offerOnce = [&](llvm::StringRef name, Referent member) {
    if (seen.insert(name).second)
      offer(name, member);
  };
  unsigned start = here.scopeAt(position);
  for (unsigned scope = start; scope != none && scope != 0; scope = here.scopes[scope].parent) {
    if (here.scopes[scope].kind == NameScope::Kind::classBody && scope != start)
      continue;
    std::vector<unsigned> indices;
    for (const auto &entry : here.scopes[scope].names)
      indices.push_back(entry.second);
    llvm::sort(indices);
    for (unsigned index : indices)
      offerOnce(here.bindings[index].name, {Referent::Kind::own, file, index});
  }
  // The module's, and what it has by stars.
  eachMember({Referent::Kind::file, file, 0}, [&](llvm::StringRef name, Referent member) {
    if (member.isOwn())
      offerOnce(name, member);
  });
  return all;
}
