// SPDX-License-Identifier: Apache-2.0
// Writing events. A parent that is gone ends the child: there is nobody left to work for.
#include "runner/worker/EventWriter.h"
#include "shared/protocol/Json.h"
#include <cerrno>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;

void EventWriter::write(llvm::StringRef kind, llvm::json::Value data) {
  std::string line = protocol::toText(llvm::json::Object{{"event", kind}, {"data", std::move(data)}}) + "\n";
  for (size_t at = 0; at < line.size();) {
    ssize_t written = ::write(file, line.data() + at, line.size() - at);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      _exit(1);
    at += written;
  }
}

void EventWriter::flushOutput() {
  if (pending.empty())
    return;
  // Not inside a character: the rest comes with the next piece.
  size_t end = pending.size();
  for (size_t back = 1; back <= 4 && back <= end; ++back) {
    unsigned char c = pending[end - back];
    if ((c & 0xC0) == 0x80)
      continue;
    size_t length = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    if (length > back)
      end -= back;
    break;
  }
  if (end == 0)
    end = pending.size();
  write("output", llvm::json::Object{{"text", protocol::toUtf8(llvm::StringRef(pending).take_front(end))}});
  pending.erase(0, end);
  flushedAt = std::chrono::steady_clock::now();
}

void EventWriter::output(llvm::StringRef text) {
  if (cut)
    return;
  sent += text.size();
  pending += text;
  if (sent > outputLimit) {
    cut = true;
    pending += "\n[the rest of the output is in the result]\n";
  }
  if (pending.size() >= gathered || std::chrono::steady_clock::now() - flushedAt >= interval)
    flushOutput();
}

void EventWriter::progress(llvm::StringRef kernel, int64_t done, int64_t total) {
  auto now = std::chrono::steady_clock::now();
  if (now - progressAt < interval)
    return;
  progressAt = now;
  flushOutput();
  std::string message = (kernel + ": program " + llvm::Twine(done) + " of " + llvm::Twine(total)).str();
  write("progress", llvm::json::Object{
                        {"kernel", protocol::toUtf8(kernel)}, {"done", done}, {"total", total}, {"message", message}});
}

void EventWriter::finish(llvm::StringRef kind, llvm::json::Value data) {
  flushOutput();
  write(kind, std::move(data));
}
