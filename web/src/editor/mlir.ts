// SPDX-License-Identifier: Apache-2.0
// Colours for MLIR's text: enough of its lexer to tell operations, values, symbols, types, attributes and literals apart.

import { StreamLanguage, type StringStream } from "@codemirror/language";

const builtinTypes = /^(?:[su]?i\d+|f\d+(?:E\d+M\d+\w*)?|bf16|tf32|index|none|tensor|vector|memref|complex|tuple)(?![\w.$])/;
const bareWords =
  /^(?:to|step|iter_args|else|do|attributes|loc|true|false|dense|array|unit|module|sizes|strides|drop|mask|other|grid|private|public|cluster|into|from|at)(?![\w.$])/;

function token(stream: StringStream): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match("//")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
  if (stream.match(/^%[\w$.#:-]*[\w]/)) return "variableName";
  if (stream.match(/^@(?:"[^"]*"|[\w$.-]+)/)) return "labelName";
  if (stream.match(/^\^\w+/)) return "labelName";
  if (stream.match(/^![\w.]+/)) return "typeName";
  if (stream.match(/^#[\w.]+/)) return "attributeName";
  if (stream.match(/^-?(?:0x[0-9a-fA-F]+|\d+\.\d*(?:[eE][-+]?\d+)?|\d+(?![\w]))/)) return "number";
  // Shapes such as `64x32xf32`: the digits are part of the type.
  if (stream.match(/^(?:\d+|\?)(?:x(?:\d+|\?))*x/)) return "typeName";
  if (stream.match(builtinTypes)) return "typeName";
  if (stream.match(bareWords)) return "keyword";
  if (stream.match(/^[a-z_]\w*(?:\.[\w$]+)+/)) return "keyword";
  if (stream.match(/^[A-Za-z_][\w$]*/)) return null;
  if (stream.match(/^->|^[(){}[\]<>,:=]/)) return "punctuation";
  stream.next();
  return null;
}

export const mlir = StreamLanguage.define({ name: "mlir", token, languageData: { commentTokens: { line: "//" } } });
