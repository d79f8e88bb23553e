// SPDX-License-Identifier: Apache-2.0
// Linked into tessera-code.js: JavaScript values in and out around its one C export. The views of the heap (HEAPU8 and
// so on) are looked up at each use, because growing memory replaces them.
Module["call"] = function (request, bytes) {
  const text = JSON.stringify(request);
  const size = lengthBytesUTF8(text) + 1;
  const given = bytes ? bytes.length : 0;
  const pointer = _malloc(size + given);
  if (pointer === 0) throw new Error("out of memory for a request of " + (size + given) + " bytes");
  stringToUTF8(text, pointer, size);
  if (given) HEAPU8.set(bytes, pointer + size);
  const reply = _tessera_code_call(pointer, pointer + size, given);
  _free(pointer);
  return JSON.parse(UTF8ToString(reply));
};
