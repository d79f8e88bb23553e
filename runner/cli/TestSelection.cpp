// SPDX-License-Identifier: Apache-2.0
// Reading what the command line selects. The expression's nesting is bounded by its length, which a command line bounds.
#include "runner/cli/TestSelection.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

//===-- -k -----------------------------------------------------------------------------------------------------===//

namespace tessera::runner::cli {
/// expression: term ("or" term)*; term: factor ("and" factor)*; factor: "not" factor | "(" expression ")" | word
class WordFilterParser {
public:
  explicit WordFilterParser(llvm::StringRef text) : rest(text) { advance(); }
  Result<WordFilter> parse() {
    if (token.empty())
      return WordFilter();
    if (!parseSeries("or") || !token.empty())
      return makeProblem(ProblemCode::badRequest, "`-k` has " + (token.empty() ? std::string("no end") : "`" + token + "`") +
                                                      ", expected words joined by `and`, `or`, `not` and parentheses");
    return std::move(filter);
  }

private:
  void advance() {
    rest = rest.ltrim();
    size_t size = rest.starts_with("(") || rest.starts_with(")") ? 1 : std::min(rest.find_first_of(" \t\n()"), rest.size());
    token = rest.take_front(size).str();
    rest = rest.drop_front(size);
  }
  bool push(WordFilter::Node node) {
    filter.nodes.push_back(std::move(node));
    return true;
  }
  size_t last() const { return filter.nodes.size() - 1; }
  /// Operands of `or`, or of the `and` inside it.
  bool parseSeries(llvm::StringRef joint) {
    auto operand = [&] { return joint == "or" ? parseSeries("and") : parseFactor(); };
    if (!operand())
      return false;
    while (token == joint) {
      size_t left = last();
      advance();
      if (!operand())
        return false;
      auto kind = joint == "or" ? WordFilter::Node::Kind::disjunction : WordFilter::Node::Kind::conjunction;
      push({kind, "", left, last()});
    }
    return true;
  }
  bool parseFactor() {
    if (token.empty() || token == ")" || token == "and" || token == "or" || ++depth > 200)
      return false;
    if (token == "not") {
      advance();
      return parseFactor() && push({WordFilter::Node::Kind::negation, "", last(), 0});
    }
    if (token == "(") {
      advance();
      if (!parseSeries("or") || token != ")")
        return false;
    } else {
      push({WordFilter::Node::Kind::word, llvm::StringRef(token).lower(), 0, 0});
    }
    advance();
    --depth;
    return true;
  }
  llvm::StringRef rest;
  std::string token;
  WordFilter filter;
  unsigned depth = 0;
};
} // namespace tessera::runner::cli

Result<WordFilter> WordFilter::parse(llvm::StringRef expression) { return WordFilterParser(expression).parse(); }

bool WordFilter::holds(llvm::StringRef id) const {
  std::string text = id.lower();
  std::vector<bool> values;
  for (const Node &node : nodes)
    values.push_back(node.kind == Node::Kind::word          ? text.find(node.word) != std::string::npos
                     : node.kind == Node::Kind::negation    ? !values[node.left]
                     : node.kind == Node::Kind::conjunction ? values[node.left] && values[node.right]
                                                            : values[node.left] || values[node.right]);
  return values.empty() || values.back();
}

//===-- FILE::Class::method[case] ------------------------------------------------------------------------------===//

/// `Class::method[a::b]` as `Class.method[a::b]`: unittest writes a point where pytest writes colons.
static std::string normalize(llvm::StringRef id) {
  auto [name, parameters] = id.split('[');
  std::string result;
  for (size_t i = 0; i < name.size(); ++i) {
    bool isColons = name.substr(i).starts_with("::");
    result += isColons ? '.' : name[i];
    i += isColons;
  }
  return result + id.substr(name.size()).str();
}

bool TestTarget::selects(llvm::StringRef id) const {
  std::string whole = normalize(id);
  return ids.empty() || std::any_of(ids.begin(), ids.end(), [&](const std::string &wanted) {
           llvm::StringRef text(whole);
           if (!text.consume_front(normalize(wanted)))
             return false;
           return text.empty() || text[0] == '.' || text[0] == '[';
         });
}

std::vector<TestTarget> cli::readTargets(const std::vector<std::string> &arguments) {
  std::vector<TestTarget> targets;
  for (const std::string &argument : arguments) {
    auto [file, id] = llvm::StringRef(argument).split("::");
    auto known = std::find_if(targets.begin(), targets.end(), [file = file](const TestTarget &target) { return target.file == file; });
    bool isWhole = id.empty() || (known != targets.end() && known->ids.empty());
    if (known == targets.end())
      known = targets.insert(targets.end(), {file.str(), {}});
    if (isWhole)
      known->ids.clear();
    else
      known->ids.push_back(id.str());
  }
  return targets;
}
