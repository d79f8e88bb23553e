// SPDX-License-Identifier: Apache-2.0
// Linked into tessera.js: JavaScript values in and out around the C exports, so that no caller touches the heap. The views of
// the heap (HEAPU8 and so on) are looked up at each use, because growing memory replaces them.
Module["call"] = function (request) {
  const text = JSON.stringify(request);
  const size = lengthBytesUTF8(text) + 1;
  const pointer = _malloc(size);
  if (pointer === 0) throw new Error("out of memory for a request of " + size + " bytes");
  stringToUTF8(text, pointer, size);
  const reply = _tessera_call(pointer);
  _free(pointer);
  return JSON.parse(UTF8ToString(reply));
};

Module["bytes"] = function () {
  const begin = _tessera_bytes();
  return HEAPU8.slice(begin, begin + _tessera_bytes_size());
};
