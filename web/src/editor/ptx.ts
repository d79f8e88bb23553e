// SPDX-License-Identifier: Apache-2.0
// Colours for PTX: enough of its lexer to tell directives, opcodes, registers, labels and literals apart.

import { StreamLanguage, type StringStream } from "@codemirror/language";

interface State {
  inComment: boolean;
}

function token(stream: StringStream, state: State): string | null {
  if (state.inComment) {
    state.inComment = !stream.match(/^.*?\*\//);
    if (state.inComment) stream.skipToEnd();
    return "comment";
  }
  if (stream.eatSpace()) return null;
  if (stream.match("//")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match("/*")) {
    state.inComment = true;
    return "comment";
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
  if (stream.match(/^%[\w$]+(?:\.[xyz])?/)) return "variableName";
  if (stream.match(/^\.(?:[busf]\d+|f16x2|bf16x2|bf16|tf32|pred|e4m3|e5m2)(?![\w])/)) return "typeName";
  if (stream.match(/^\.[\w:]+/)) return "attributeName";
  if (stream.match(/^[\w$]+(?=:(?!:))/)) return "labelName";
  if (stream.match(/^(?:0[fdFD][0-9a-fA-F]+|0x[0-9a-fA-F]+U?|-?\d+\.?\d*(?:[eE][-+]?\d+)?U?)(?![\w])/)) return "number";
  if (stream.match(/^[$_]?[A-Za-z][\w$]*/)) return /^[a-z]/.test(stream.current()) ? "keyword" : "labelName";
  if (stream.match(/^[(){}[\]<>,;@!+|]/)) return "punctuation";
  stream.next();
  return null;
}

export const ptx = StreamLanguage.define<State>({
  name: "ptx",
  startState: () => ({ inComment: false }),
  token,
  languageData: { commentTokens: { line: "//" } },
});
