// SPDX-License-Identifier: Apache-2.0
// Numbers and strings. A string's value is read here, escapes and all; adjacent strings are joined by the parser. An f-string is
// several tokens: `joinedStart`, then texts and replacement fields in turn, then `joinedEnd`. A field is the tokens of its
// expression between braces, so that expressions in it have real ranges and may hold strings and f-strings of any quotes, as
// in Python 3.12:
//
//   f"a{x!r:>{w}}"  ->  joinedStart joinedText(a) { x ! r : joinedText(>) { w } } joinedEnd
#include "compiler/frontend/syntax/Characters.h"
#include "compiler/frontend/syntax/LexerState.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

static constexpr unsigned maxStringDepth = 12;
static constexpr size_t maxIntegerDigits = 4300; // CPython's limit on conversions

//===--- Strings -----------------------------------------------------------------------------------------------------===//

size_t LexerState::stringPrefixLength() const {
  for (size_t length = 0; length <= 2; ++length) {
    char c = peek(length);
    if (c == '"' || c == '\'') {
      std::string prefix = rest().take_front(length).lower();
      if (length < 2)
        return prefix.empty() || llvm::is_contained({'r', 'b', 'f', 'u'}, prefix[0]) ? length : llvm::StringRef::npos;
      bool known = prefix == "br" || prefix == "rb" || prefix == "fr" || prefix == "rf";
      return known ? length : llvm::StringRef::npos;
    }
    // A letter that begins no prefix: the usual case, for this is asked of every name.
    if (!llvm::StringRef("rRbBfFuU").contains(c))
      break;
  }
  return llvm::StringRef::npos;
}

void LexerState::lexString(size_t prefixLength) {
  Mark begin = mark();
  StringStyle style;
  for (; prefixLength > 0; --prefixLength, ++at) {
    char c = llvm::toLower(peek());
    style.raw |= c == 'r';
    style.bytes |= c == 'b';
    style.joined |= c == 'f';
  }
  Mark quote = mark();
  char c = peek();
  style.quote = peek(1) == c && peek(2) == c ? std::string(3, c) : std::string(1, c);
  at += style.quote.size();
  if (style.joined)
    return lexJoinedString(style, begin, quote);
  std::string value;
  TextEnd end = readText(style, value);
  if (end == TextEnd::unterminated)
    reportUnterminatedString(style, quote);
  emit(style.bytes ? TokenKind::bytes : TokenKind::string, begin).value = context.intern(value);
  if (end == TextEnd::unterminated && !style.isTriple())
    closeSwallowedBrackets(value);
}

/// A string without its quote swallows the rest of the line: `f("a)` means `f("a")`, whose bracket is no second mistake.
void LexerState::closeSwallowedBrackets(llvm::StringRef swallowed) {
  for (char c : swallowed) {
    TokenKind kind = c == ')' ? TokenKind::rightParen : c == ']' ? TokenKind::rightSquare : c == '}' ? TokenKind::rightBrace : TokenKind::invalid;
    if (!brackets.empty() && kind == closerOf(brackets.back().kind))
      closeBracketsDownTo(brackets.size() - 1);
  }
}

void LexerState::reportUnterminatedString(const StringStyle &style, const Mark &quote) {
  SourcePosition begin = quote.position;
  Range opener{begin, {begin.line, begin.column + static_cast<uint32_t>(style.quote.size())}};
  Diagnostic *d = report(DiagnosticId::unterminated, opener, "this string is never closed");
  if (!d)
    return;
  SourcePosition end = mark().position;
  d->note(style.isTriple() ? "the text ends here" : "its line ends here", where({end, end}));
  d->note("close it with `" + style.quote + "`" + (style.isTriple() ? "" : ", or open it with three quotes to span lines"));
}

/// A string in curly quotes, as word processors write them: read up to the next one on the line, of whatever shape.
void LexerState::lexSmartString(const Mark &begin) {
  CodePoint opener = decodeUtf8(rest());
  at += opener.bytes;
  Range quote = since(begin);
  llvm::StringRef plain = plainSpelling(opener.value);
  size_t from = at;
  size_t end = at;
  while (!atEnd() && peek() != '\n' && plainSpelling(decodeUtf8(rest()).value) != plain && peek() != plain[0])
    end = at += decodeUtf8(rest()).bytes;
  std::string value = text.substr(from, end - from);
  if (!atEnd() && peek() != '\n')
    at += decodeUtf8(rest()).bytes;
  if (Diagnostic *d = report(DiagnosticId::syntaxError, quote, describeCharacter(opener.value) + " is not a quote in Python")) {
    std::string fixed = plain.str() + value + plain.str();
    d->note("write the string as `" + fixed + "`");
    d->fix = DiagnosticFix{"use plain quotes", where(since(begin)), fixed};
  }
  emit(TokenKind::string, begin).value = context.intern(value);
}

/// Reads up to what ends this stretch of text and takes the closing quote, but no brace.
LexerState::TextEnd LexerState::readText(const StringStyle &style, std::string &out) {
  while (!atEnd()) {
    char c = peek();
    if (c == '\n' && !style.isTriple())
      return TextEnd::unterminated;
    if (rest().starts_with(style.quote)) {
      at += style.quote.size();
      return TextEnd::quote;
    }
    if ((style.joined || style.spec) && (c == '{' || c == '}')) {
      bool doubled = peek(1) == c && !style.spec;
      if (!doubled)
        return c == '{' ? TextEnd::openBrace : TextEnd::closeBrace;
      out += c;
      at += 2;
    } else if (c == '\\' && !(style.joined && (peek(1) == '{' || peek(1) == '}'))) {
      readEscape(style, out);
    } else if (style.bytes && static_cast<unsigned char>(c) >= 0x80) {
      Mark begin = mark();
      CodePoint wide = decodeUtf8(rest());
      at += wide.bytes;
      if (Diagnostic *d = report(DiagnosticId::syntaxError, since(begin),
                                 describeCharacter(wide.value) + " in a bytes literal, which holds ASCII alone"))
        d->note("write its bytes as `\\x` escapes, or encode a string");
    } else {
      out += c;
      ++at;
    }
  }
  return TextEnd::unterminated;
}

/// One backslash and what belongs to it.
void LexerState::readEscape(const StringStyle &style, std::string &out) {
  Mark begin = mark();
  ++at;
  if (atEnd())
    return;
  char c = peek();
  if (style.raw) {
    out += '\\'; // kept, and so is what follows it: a quote or a line end too
    out += c;
    ++at;
    return;
  }
  static constexpr llvm::StringLiteral letters = "\\'\"abfnrtv";
  static constexpr llvm::StringLiteral meanings = "\\'\"\a\b\f\n\r\t\v";
  if (size_t index = letters.find(c); index != llvm::StringRef::npos) {
    out += meanings[index];
    ++at;
  } else if (c == '\n') {
    ++at; // joins the lines
  } else if (c >= '0' && c <= '7') {
    uint32_t value = 0;
    for (int i = 0; i < 3 && peek() >= '0' && peek() <= '7'; ++i, ++at)
      value = value * 8 + (peek() - '0');
    if (style.bytes)
      out += static_cast<char>(value);
    else
      appendUtf8(out, value);
  } else if (c == 'x') {
    readHexEscape(2, style, begin, out);
  } else if (!style.bytes && (c == 'u' || c == 'U')) {
    readHexEscape(c == 'u' ? 4 : 8, style, begin, out);
  } else if (!style.bytes && c == 'N') {
    readNamedEscape(begin, out);
  } else {
    out += '\\'; // no escape: Python keeps the backslash
  }
}

/// `\N{BULLET}`.
void LexerState::readNamedEscape(const Mark &begin, std::string &out) {
  ++at;
  size_t close = peek() == '{' ? restOfLine().find('}') : llvm::StringRef::npos;
  if (close == llvm::StringRef::npos) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, since(begin), "malformed \\N character escape"))
      d->note("write `\\N{NAME}`, or `\\\\N` for the two characters");
    return;
  }
  llvm::StringRef name = restOfLine().slice(1, close);
  at += close + 1;
  if (std::optional<uint32_t> character = findCharacterName(name))
    return appendUtf8(out, *character);
  if (Diagnostic *d = report(DiagnosticId::syntaxError, since(begin), "unknown Unicode character name"))
    d->note("known are the names of Latin, Greek and Cyrillic letters, common signs and ideographs; write another character itself, or its number as "
            "`\\u1234`");
}

void LexerState::readHexEscape(unsigned digits, const StringStyle &style, const Mark &begin, std::string &out) {
  ++at;
  uint64_t value = 0;
  unsigned seen = 0;
  for (; seen < digits && llvm::isHexDigit(peek()); ++seen, ++at)
    value = value * 16 + llvm::hexDigitValue(peek());
  if (seen < digits) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, since(begin), "this escape has " + std::to_string(seen) +
                                   " of the " + std::to_string(digits) + " hexadecimal digits that it needs"))
      d->note("to mean a backslash, write `\\\\`, or make the string raw: `r\"...\"`");
  } else if (style.bytes) {
    out += static_cast<char>(value);
  } else if (value > 0x10FFFF) {
    if (Diagnostic *d = report(DiagnosticId::syntaxError, since(begin), "this escape is beyond the last character, U+10FFFF"))
      d->note("give a smaller number");
  } else { // half of a surrogate pair is a character of its own, as in Python
    appendUtf8(out, static_cast<uint32_t>(value));
  }
}

//===--- f-strings ---------------------------------------------------------------------------------------------------===//

void LexerState::lexJoinedString(const StringStyle &style, const Mark &begin, const Mark &quote) {
  if (stringDepth >= maxStringDepth) {
    if (Diagnostic *d = report(DiagnosticId::unsupportedSyntax, since(begin),
                               "f-strings nest more than " + std::to_string(maxStringDepth) + " deep"))
      d->note("give the inner text a name");
    emit(TokenKind::invalid, begin).synthetic = true;
    at += restOfLine().size();
    return;
  }
  emit(TokenKind::joinedStart, begin).rawString = style.raw;
  ++stringDepth;
  for (bool more = true; more;) {
    Mark textBegin = mark();
    std::string value;
    TextEnd end = readText(style, value);
    if (!value.empty())
      emit(TokenKind::joinedText, textBegin).value = context.intern(value);
    switch (end) {
    case TextEnd::openBrace:
      more = lexReplacement(style, /*nested=*/false);
      break;
    case TextEnd::closeBrace: {
      Mark brace = mark();
      ++at;
      if (Diagnostic *d = report(DiagnosticId::syntaxError, since(brace), "a single `}` in an f-string")) {
        d->note("write `}}` for the character itself");
        d->fix = DiagnosticFix{"write `}}`", where(since(brace)), "}}"};
      }
      break;
    }
    case TextEnd::unterminated:
      reportUnterminatedString(style, quote);
      emitSynthetic(TokenKind::joinedEnd);
      if (!style.isTriple())
        closeSwallowedBrackets(value);
      more = false;
      break;
    case TextEnd::quote:
      emit(TokenKind::joinedEnd, mark());
      more = false;
      break;
    }
  }
  --stringDepth;
}

/// From `{` to after its `}`. `nested` is a field in a format spec.
bool LexerState::lexReplacement(const StringStyle &style, bool nested) {
  Mark begin = mark();
  ++at;
  openBracket(TokenKind::leftBrace, begin);
  brackets.back().isReplacement = true;
  brackets.back().endsString = !nested;
  size_t depth = brackets.size();
  while (!atEnd()) {
    char c = peek();
    if (replacementIsCutOff(style)) {
      reportUnclosed({mark().position, mark().position}, "the f-string ends here");
      // A field in a spec is given up with its string: close down to below the string's own field.
      while (!brackets[depth - 1].endsString)
        --depth;
      at += style.quote.size();
      closeBracketsDownTo(depth - 1);
      return false;
    }
    if (brackets.size() == depth) {
      Mark here = mark();
      if (c == '}') {
        lexOne();
        return true;
      }
      if (c == '!' && peek(1) != '=') {
        ++at;
        emit(TokenKind::exclamation, here);
        continue;
      }
      if (c == ':') {
        ++at;
        emit(TokenKind::colon, here);
        if (!lexFormatSpec(style))
          return false;
        continue;
      }
    }
    lexOne();
    if (brackets.size() < depth)
      return false; // closed by force
  }
  return false; // `finish` closes and reports
}

/// After the colon of a field, up to but without its `}`.
bool LexerState::lexFormatSpec(const StringStyle &style) {
  StringStyle specStyle = style;
  specStyle.spec = true;
  if (stringDepth >= maxStringDepth)
    return true; // deeper fields fail as expressions
  for (;;) {
    Mark begin = mark();
    std::string value;
    TextEnd end = readText(specStyle, value);
    if (end == TextEnd::quote)
      at -= style.quote.size(); // the field is cut off; the caller sees the quote and reports
    if (!value.empty())
      emit(TokenKind::joinedText, begin).value = context.intern(value);
    if (end != TextEnd::openBrace)
      break;
    ++stringDepth;
    bool more = lexReplacement(style, /*nested=*/true);
    --stringDepth;
    if (!more)
      return false;
  }
  if (peek() == '}' && !atEnd())
    return true;
  // The quote, the end of the line or of the text: this field and its string end here.
  reportUnclosed({mark().position, mark().position}, "the f-string ends here");
  size_t depth = brackets.size();
  while (!brackets[depth - 1].endsString)
    --depth;
  if (rest().starts_with(style.quote))
    at += style.quote.size();
  closeBracketsDownTo(depth - 1);
  return false;
}

/// Whether the quote at the cursor, inside a field, ends the string around it: when no partner follows that would make it a string
/// of its own. Only then is the `{` the mistake.
bool LexerState::replacementIsCutOff(const StringStyle &style) const {
  if (!rest().starts_with(style.quote))
    return false;
  llvm::StringRef after = (style.isTriple() ? rest() : restOfLine()).drop_front(style.quote.size());
  return !after.contains(style.quote);
}

//===--- Numbers -----------------------------------------------------------------------------------------------------===//

/// Digits with single underscores between them.
size_t LexerState::digitsLength(size_t from, unsigned radix) const {
  auto isDigit = [&](char c) { return llvm::hexDigitValue(c) < radix; };
  size_t length = 0;
  while (isDigit(peek(from + length)) || (peek(from + length) == '_' && length > 0 && isDigit(peek(from + length + 1))))
    ++length;
  return length;
}

/// Complains when a name follows a number without a blank; keywords such as `1if x else 2` may.
bool LexerState::endNumber(const Mark &begin, llvm::StringRef what) {
  CodePoint next = decodeUtf8(rest());
  if (next.bytes == 0 || !isIdentifierContinue(next.value))
    return true;
  llvm::StringRef word = rest().take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  for (llvm::StringRef keyword : {"and", "else", "for", "if", "in", "is", "or", "not"})
    if (word == keyword)
      return true;
  for (; next.bytes != 0 && isIdentifierContinue(next.value); next = decodeUtf8(rest()))
    at += next.bytes;
  std::string seen = llvm::StringRef(text).slice(begin.offset, at).take_front(40).str();
  if (!llvm::json::isUTF8(seen))
    seen = llvm::json::fixUTF8(seen);
  if (Diagnostic *d = report(DiagnosticId::syntaxError, since(begin), "`" + seen + "` is not a valid " + what.str() + " number"))
    d->note(seen.find('_') != std::string::npos ? "`_` stands only between digits; a name can't begin with a digit"
                                                : "a name can't begin with a digit; put a blank or an operator after a number");
  emit(TokenKind::invalid, begin).synthetic = true;
  return false;
}

void LexerState::emitInteger(const Mark &begin, llvm::StringRef digits, unsigned radix) {
  std::string plain;
  for (char c : digits)
    if (c != '_')
      plain += c;
  plain.erase(0, std::min(plain.find_first_not_of('0'), plain.size() - 1));
  if (plain.size() > maxIntegerDigits) {
    if (Diagnostic *d = report(DiagnosticId::valueError, since(begin), "this number has " + std::to_string(plain.size()) +
                                   " digits; the limit is " + std::to_string(maxIntegerDigits)))
      d->note("compute it, for example with `**`");
    emit(TokenKind::invalid, begin).synthetic = true;
    return;
  }
  if (radix != 10) {
    llvm::SmallString<64> decimal;
    unsigned bits = static_cast<unsigned>(plain.size()) * 4 + 1;
    llvm::APInt(bits, plain, radix).toStringUnsigned(decimal);
    plain = decimal.str().str();
  }
  emit(TokenKind::integer, begin).value = context.intern(plain);
}

/// `0x1F`, `0o17`, `0b11`.
bool LexerState::lexRadixNumber(const Mark &begin) {
  char letter = llvm::toLower(peek(1));
  unsigned radix = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
  if (peek() != '0' || radix == 0)
    return false;
  llvm::StringRef what = radix == 16 ? "hexadecimal" : radix == 8 ? "octal" : "binary";
  size_t from = peek(2) == '_' ? 3 : 2;
  size_t length = digitsLength(from, radix);
  llvm::StringRef digits = rest().substr(from, length);
  at += from + length;
  if (length != 0) {
    if (endNumber(begin, what))
      emitInteger(begin, digits, radix);
    return true;
  }
  if (!endNumber(begin, what))
    return true;
  if (Diagnostic *d = report(DiagnosticId::syntaxError, since(begin), "a " + what.str() + " number without digits"))
    d->note("write digits after the prefix");
  emit(TokenKind::invalid, begin).synthetic = true;
  return true;
}

void LexerState::lexNumber() {
  Mark begin = mark();
  if (lexRadixNumber(begin))
    return;
  size_t whole = digitsLength(0, 10);
  at += whole;
  bool floating = false;
  if (peek() == '.') {
    floating = true;
    ++at;
    at += digitsLength(0, 10);
  }
  if (peek() == 'e' || peek() == 'E') {
    size_t sign = peek(1) == '+' || peek(1) == '-';
    if (size_t length = digitsLength(1 + sign, 10)) {
      floating = true;
      at += 1 + sign + length;
    }
  }
  llvm::StringRef digits = llvm::StringRef(text).slice(begin.offset, at);
  bool imaginary = peek() == 'j' || peek() == 'J';
  if (imaginary) {
    ++at;
    if (!endNumber(begin, "imaginary"))
      return;
    floating = true;
  } else if (!endNumber(begin, "decimal")) {
    return;
  }
  if (floating && digits.size() > maxIntegerDigits) {
    if (Diagnostic *d = report(DiagnosticId::valueError, since(begin), "this number has " + std::to_string(digits.size()) + " characters"))
      d->note("a float holds 17 digits; write fewer");
    emit(TokenKind::invalid, begin).synthetic = true;
    return;
  }
  if (floating) {
    std::string plain;
    for (char c : digits)
      if (c != '_')
        plain += c;
    if (imaginary)
      plain += 'j';
    emit(TokenKind::floating, begin).value = context.intern(plain);
    return;
  }
  bool leadingZero = digits.size() > 1 && digits.front() == '0' && digits.find_first_not_of("0_") != llvm::StringRef::npos;
  if (leadingZero) {
    std::string octal = "0o" + digits.ltrim("0_").take_front(40).str();
    if (Diagnostic *d = report(DiagnosticId::syntaxError, since(begin),
                               "`" + digits.take_front(40).str() + "` is a decimal number with a leading zero"))
      d->note("remove the zero, or write `" + octal + "` for an octal number");
    emit(TokenKind::invalid, begin).synthetic = true;
    return;
  }
  emitInteger(begin, digits, 10);
}
