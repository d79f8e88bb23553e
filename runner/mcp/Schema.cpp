// SPDX-License-Identifier: Apache-2.0
#include "runner/mcp/Schema.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cmath>

using namespace tessera;
using namespace tessera::runner;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// `text` short enough for a message.
static std::string quote(const Value &value) {
  std::string text = protocol::toText(value);
  if (text.size() > 60) {
    text = llvm::json::fixUTF8(text.substr(0, 57)); // may end inside a character
    text += "...";
  }
  return "`" + text + "`";
}

/// `argument \`set.M\``, or what stands at the top.
static std::string nameOf(const std::string &path) { return path.empty() ? "arguments" : "argument `" + path + "`"; }

static std::string below(const std::string &path, llvm::StringRef name) {
  return path.empty() ? name.str() : path + "." + name.str();
}

static size_t countSharedBeginning(llvm::StringRef one, llvm::StringRef other) {
  size_t count = 0;
  while (count < one.size() && count < other.size() && one[count] == other[count])
    ++count;
  return count;
}

std::string mcp::findNearest(llvm::StringRef name, llvm::ArrayRef<std::string> names) {
  std::string nearest;
  unsigned best = std::max<unsigned>(2, static_cast<unsigned>(name.size() / 3));
  size_t shared = 0; // of two that are as near, the one that begins alike: `sm_90a` for `sm_90`, not `sm_80`
  for (const std::string &candidate : names) {
    size_t begins = countSharedBeginning(name, candidate);
    unsigned edits = name.edit_distance(candidate, true, best);
    if (edits < best || (edits == best && (nearest.empty() || begins > shared))) {
      best = edits;
      shared = begins;
      nearest = candidate;
    }
  }
  return nearest;
}

static bool isOfType(llvm::StringRef type, const Value &value) {
  if (type == "string")
    return value.kind() == Value::String;
  if (type == "boolean")
    return value.kind() == Value::Boolean;
  if (type == "array")
    return value.kind() == Value::Array;
  if (type == "object")
    return value.kind() == Value::Object;
  if (type == "integer") // 3.0 is one, 3.5 and 1e300 are none
    return value.getAsInteger() || value.getAsUINT64();
  return value.kind() == Value::Number;
}

/// The types that a schema names: one, or any of several.
static std::vector<std::string> typesOf(const Object &schema) {
  std::vector<std::string> types;
  if (std::optional<llvm::StringRef> one = schema.getString("type"))
    types.push_back(one->str());
  else if (const Array *several = schema.getArray("type"))
    for (const Value &type : *several)
      types.push_back(type.getAsString().value_or("").str());
  return types;
}

static std::string joinOr(llvm::ArrayRef<std::string> words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return text;
}

static std::optional<std::string> findWrongType(const Object &schema, const Value &value, const std::string &path) {
  std::vector<std::string> types = typesOf(schema);
  if (types.empty() || llvm::any_of(types, [&](const std::string &type) { return isOfType(type, value); }))
    return std::nullopt;
  return nameOf(path) + ": saw " + quote(value) + ", expected " + joinOr(types);
}

static std::optional<std::string> findWrongValue(const Object &schema, const Value &value, const std::string &path) {
  if (const Array *allowed = schema.getArray("enum"); allowed && !llvm::is_contained(*allowed, value)) {
    std::vector<std::string> words, names;
    for (const Value &one : *allowed) {
      words.push_back(quote(one));
      names.push_back(one.getAsString().value_or("").str());
    }
    std::string nearest = mcp::findNearest(value.getAsString().value_or(""), names);
    return nameOf(path) + ": saw " + quote(value) + ", expected " + joinOr(words) +
           (nearest.empty() ? "" : "; did you mean `" + nearest + "`?");
  }
  std::optional<double> number = value.getAsNumber();
  std::optional<double> least = schema.getNumber("minimum"), most = schema.getNumber("maximum");
  if (number && ((least && *number < *least) || (most && *number > *most)))
    return nameOf(path) + ": saw " + quote(value) + ", expected " +
           (least && most ? "from " + quote(*least) + " to " + quote(*most)
            : least       ? "at least " + quote(*least)
                          : "at most " + quote(*most));
  std::optional<llvm::StringRef> text = value.getAsString();
  if (std::optional<int64_t> size = schema.getInteger("minLength");
      text && size && static_cast<int64_t>(text->size()) < *size)
    return nameOf(path) + " is empty";
  if (std::optional<int64_t> size = schema.getInteger("maxLength");
      text && size && static_cast<int64_t>(text->size()) > *size)
    return nameOf(path) + " has " + std::to_string(text->size()) + " bytes, expected at most " + std::to_string(*size);
  if (text && text->contains('\0'))
    return nameOf(path) + " has a character of value 0, which nothing here takes";
  return std::nullopt;
}

static std::optional<std::string> findWrongItem(const Object &schema, const Array &items, const std::string &path) {
  if (std::optional<int64_t> most = schema.getInteger("maxItems"); most && static_cast<int64_t>(items.size()) > *most)
    return nameOf(path) + " has " + std::to_string(items.size()) + " items, expected at most " + std::to_string(*most);
  const Object *each = schema.getObject("items");
  for (size_t i = 0; each && i < items.size(); ++i)
    if (auto wrong = mcp::findMismatch(*each, items[i], path + "[" + std::to_string(i) + "]"))
      return wrong;
  return std::nullopt;
}

static std::string describeUnknown(const Object &properties, llvm::StringRef name, const std::string &path) {
  std::vector<std::string> names;
  for (const auto &[known, value] : properties)
    names.push_back(known.str());
  llvm::sort(names);
  std::string nearest = mcp::findNearest(name, names);
  return "there is no argument `" + protocol::toUtf8(below(path, name)) + "`; " +
         (nearest.empty() ? "known are `" + llvm::join(names, "`, `") + "`" : "did you mean `" + nearest + "`?");
}

static std::optional<std::string> findWrongMember(const Object &schema, const Object &object, const std::string &path) {
  static const Object none;
  const Object *properties = schema.getObject("properties"), *others = schema.getObject("additionalProperties");
  if (!properties)
    properties = &none;
  bool isClosed = schema.getBoolean("additionalProperties") == false;
  std::vector<std::string> names; // in their order, so that the same message comes every time
  for (const auto &[name, value] : object)
    names.push_back(name.str());
  llvm::sort(names);
  for (const std::string &name : names) {
    const Object *known = properties->getObject(name);
    if (!known && isClosed)
      return describeUnknown(*properties, name, path);
    if (known || others)
      if (auto wrong = mcp::findMismatch(known ? *known : *others, *object.get(name), below(path, name)))
        return wrong;
  }
  if (const Array *required = schema.getArray("required"))
    for (const Value &name : *required)
      if (!object.get(name.getAsString().value_or("")))
        return "argument `" + below(path, name.getAsString().value_or("")) + "` is missing";
  return std::nullopt;
}

std::optional<std::string> mcp::findMismatch(const Object &schema, const Value &value, const std::string &path) {
  if (auto wrong = findWrongType(schema, value, path))
    return wrong;
  if (auto wrong = findWrongValue(schema, value, path))
    return wrong;
  if (const Array *items = value.getAsArray())
    return findWrongItem(schema, *items, path);
  if (const Object *object = value.getAsObject())
    return findWrongMember(schema, *object, path);
  return std::nullopt;
}

//===-- writing schemas ----------------------------------------------------------------------------------------===//

// A json::Value of a StringRef does not own its text, and schemas live for ever: hence all the `str()`.

Object mcp::textOf(llvm::StringRef description) {
  return Object{{"type", "string"}, {"description", description.str()}};
}

Object mcp::oneOf(llvm::ArrayRef<llvm::StringRef> values, llvm::StringRef description, llvm::StringRef byDefault) {
  Array allowed;
  for (llvm::StringRef value : values)
    allowed.push_back(value.str());
  Object schema{{"type", "string"}, {"enum", std::move(allowed)}, {"description", description.str()}};
  if (!byDefault.empty())
    schema["default"] = byDefault.str();
  return schema;
}

Object mcp::countOf(llvm::StringRef description, int64_t least, int64_t most, std::optional<int64_t> byDefault) {
  Object schema{{"type", "integer"}, {"minimum", least}, {"maximum", most}, {"description", description.str()}};
  if (byDefault)
    schema["default"] = *byDefault;
  return schema;
}

Object mcp::flagOf(llvm::StringRef description, bool byDefault) {
  return Object{{"type", "boolean"}, {"default", byDefault}, {"description", description.str()}};
}

Object mcp::listOf(Object items, llvm::StringRef description, int64_t most) {
  return Object{{"type", "array"}, {"items", std::move(items)}, {"maxItems", most}, {"description", description.str()}};
}

Object mcp::objectOf(Object properties, llvm::ArrayRef<llvm::StringRef> required) {
  Object schema{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  if (!required.empty()) {
    Array names;
    for (llvm::StringRef name : required)
      names.push_back(name.str());
    schema["required"] = std::move(names);
  }
  return schema;
}
