// SPDX-License-Identifier: Apache-2.0
// Answers that are made while the client waits: one body, or events as they come. Whoever waits for one may leave at
// any moment, which shows by its end of the connection alone: nothing is read meanwhile. So that is looked at once a
// second, and what makes the answer is told.
#include "runner/http/Session.h"
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <poll.h>

using namespace tessera::runner;
using namespace tessera::runner::http;
namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

static constexpr auto token = asio::as_tuple(asio::use_awaitable);
/// Between two looks at the client, and until one that takes events gets them.
static constexpr std::chrono::milliseconds interval(1000);

namespace {
/// Nobody wakes a connection that does not wait; and who waits no more is told of, whatever ends the wait.
struct Watching {
  Watching(std::shared_ptr<api::LiveAnswer> live, const std::shared_ptr<Waiter> &waiter) : live(std::move(live)) {
    this->live->watch([waiter] { waiter->wake(); });
  }
  ~Watching() {
    live->watch(nullptr);
    if (!isDone)
      live->leave();
  }
  Watching(const Watching &) = delete;

  std::shared_ptr<api::LiveAnswer> live;
  bool isDone = false;
};
} // namespace

bool Session::hasPeerLeft() {
  pollfd waited{stream.tcp.socket().native_handle(), POLLRDHUP, 0};
  return poll(&waited, 1, 0) > 0 && (waited.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL));
}

/// Until something is new, or for an interval. False: the client has left.
asio::awaitable<bool> Session::waitFor(api::LiveAnswer &live, Waiter &waiter) {
  stream.tcp.expires_never();
  if (!waiter.awake) {
    waiter.timer.expires_after(interval);
    co_await waiter.timer.async_wait(token);
  }
  waiter.awake = false;
  if (context.services.stopping) {
    stoppingSince = stoppingSince.value_or(Clock::now());
    if (Clock::now() - *stoppingSince >= context.options.grace / 2)
      live.hurry();
  }
  co_return !hasPeerLeft();
}

/// Waits until it is known what the answer is. A body becomes the response's own. False: the client has left.
asio::awaitable<bool> Session::settle(api::Response &response) {
  using Form = api::LiveAnswer::Form;
  auto waiter = std::make_shared<Waiter>(stream.get_executor());
  Watching watching(response.live, waiter);
  Clock::time_point begin = Clock::now();
  Form form = watching.live->form();
  for (; form == Form::open; form = watching.live->form()) {
    if (!co_await waitFor(*watching.live, *waiter))
      co_return false;
    if (Clock::now() - begin >= interval)
      watching.live->beginEvents();
  }
  watching.isDone = true;
  response.headers.emplace_back("Content-Type", form == Form::body ? "application/json" : "text/event-stream");
  if (form == Form::body) {
    response.body = watching.live->takeBody();
    response.live.reset();
  }
  co_return true;
}

asio::awaitable<bool> Session::sendLive(api::Response response, bool keepAlive) {
  auto waiter = std::make_shared<Waiter>(stream.get_executor());
  Watching watching(response.live, waiter);
  if (!co_await beginEvents(response, keepAlive) || !co_await sendLiveEvents(*watching.live, waiter))
    co_return false;
  watching.isDone = true;
  co_return co_await endEvents(keepAlive);
}

/// False when the client is gone.
asio::awaitable<bool> Session::sendLiveEvents(api::LiveAnswer &live, std::shared_ptr<Waiter> waiter) {
  Clock::time_point said = Clock::now();
  for (;;) {
    bool isOver = false;
    std::string text = live.takeEvents(isOver);
    if (text.empty() && !isOver && Clock::now() - said >= context.options.heartbeat)
      text = ": still here\n\n";
    if (!text.empty()) {
      if (!co_await writeChunk(std::move(text)))
        co_return false;
      said = Clock::now();
    }
    if (isOver)
      co_return true;
    if (!co_await waitFor(live, *waiter))
      co_return false;
  }
}
