// SPDX-License-Identifier: Apache-2.0
// Linked into emulator.js: JavaScript values in and out around the C exports, so that no caller touches the heap. The
// views of the heap are looked up at each use, because growing memory replaces them.
function emulatorMemory(size) {
  const pointer = _malloc(size);
  if (pointer !== 0 || size === 0) return pointer;
  const error = new Error("there is no memory for " + size + " bytes: a tab's emulator has 2 GB");
  error.name = "OutOfMemory";
  throw error;
}

function emulatorText(text) {
  const size = lengthBytesUTF8(text) + 1;
  const pointer = emulatorMemory(size);
  stringToUTF8(text, pointer, size);
  return pointer;
}

Module["call"] = function (request) {
  const text = emulatorText(JSON.stringify(request));
  const reply = _emulator_call(text);
  _free(text);
  return JSON.parse(UTF8ToString(reply));
};

/// The .npy file that `@name` of an argument means, from now on; empty bytes take it away.
Module["file"] = function (name, bytes) {
  const text = emulatorText(name);
  const pointer = emulatorMemory(bytes.length);
  HEAPU8.set(bytes, pointer);
  _emulator_file(text, pointer, bytes.length);
  _free(pointer);
  _free(text);
};

Module["bytes"] = function () {
  const begin = _emulator_bytes();
  return HEAPU8.slice(begin, begin + _emulator_bytes_size());
};
