// SPDX-License-Identifier: Apache-2.0
// Lines are read whole into memory, up to a limit. A longer one is read to its end and refused, so that what follows it
// is understood. When the input ends, calls under way may finish for a few seconds as long as somebody reads: a client
// that pipes its requests in gets its answers, and one that has gone leaves nothing behind.
#include "runner/mcp/Server.h"
#include "shared/protocol/Json.h"
#include <cerrno>
#include <poll.h>
#include <unistd.h>

using namespace tessera::runner;

static constexpr size_t longestMessage = size_t(16) << 20;
static constexpr std::chrono::seconds grace{5};

/// False: nobody reads.
static bool writeAll(int output, llvm::StringRef text) {
  while (!text.empty()) {
    ssize_t wrote = write(output, text.data(), text.size());
    if (wrote > 0)
      text = text.drop_front(static_cast<size_t>(wrote));
    else if (errno != EINTR)
      return false;
  }
  return true;
}

static bool hasReader(int output) {
  pollfd waited{output, 0, 0};
  return poll(&waited, 1, 0) >= 0 && !(waited.revents & (POLLERR | POLLHUP));
}

namespace {
/// Lines out of chunks.
class LineReader {
public:
  LineReader(mcp::Session &session, std::shared_ptr<mcp::Outlet> outlet)
      : session(session), outlet(std::move(outlet)) {}

  void take(llvm::StringRef chunk) {
    while (!chunk.empty()) {
      size_t end = chunk.find('\n');
      keep(chunk.substr(0, end));
      if (end == llvm::StringRef::npos)
        return;
      finishLine();
      chunk = chunk.drop_front(end + 1);
    }
  }

  /// What stands behind the last line, without its end: perhaps a message, perhaps a part of one.
  void finishLine() {
    if (isTooLong)
      session.refuseLong(longestMessage, *outlet);
    else
      session.take(llvm::StringRef(line), outlet);
    line.clear();
    isTooLong = false;
  }

private:
  void keep(llvm::StringRef part) {
    if (line.size() + part.size() > longestMessage) {
      isTooLong = true;
      line = std::string(); // gives the memory back
    } else if (!isTooLong) {
      line += part;
    }
  }

  mcp::Session &session;
  std::shared_ptr<mcp::Outlet> outlet;
  std::string line;
  bool isTooLong = false;
};

/// All messages go to one place.
class Output : public mcp::Outlet {
public:
  explicit Output(int file) : file(file) {}
  void send(const llvm::json::Value &message) override {
    if (isRead && !writeAll(file, tessera::protocol::toText(message) + "\n"))
      isRead = false;
  }
  std::atomic<bool> isRead{true};

private:
  int file;
};
} // namespace

bool mcp::serve(SessionOptions options, int input, int output) {
  auto written = std::make_shared<Output>(output);
  std::atomic<bool> &isRead = written->isRead;
  Session session(std::move(options));
  LineReader lines(session, written);
  char chunk[65536];
  while (isRead) {
    pollfd waited[2] = {{input, POLLIN, 0}, {output, 0, 0}}; // the second tells when nobody reads any more
    if (poll(waited, 2, -1) < 0) {
      if (errno == EINTR)
        continue;
      return false;
    }
    if (waited[1].revents & (POLLERR | POLLHUP))
      return false;
    if (!waited[0].revents)
      continue;
    ssize_t got = read(input, chunk, sizeof chunk);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0) {
      lines.finishLine();
      session.finish(grace, [&] { return isRead && hasReader(output); });
      return got == 0 && isRead;
    }
    lines.take({chunk, static_cast<size_t>(got)});
  }
  return false;
}
