// SPDX-License-Identifier: Apache-2.0
// A connection as one coroutine. Every wait has a deadline of its own: the head, the body, each answer. What can be
// refused from the head alone is refused before the body is read, so that nobody without a token can make the runner
// hold 64 MiB.
#include "runner/http/Session.h"
#include "runner/api/Api.h"
#include "runner/http/ReadRequest.h"
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/write.hpp>
#include <spdlog/spdlog.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::http;
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = boost::beast::http;

static constexpr auto token = asio::as_tuple(asio::use_awaitable);

static void setHeaders(bhttp::response_header<> &message, const api::Response &response) {
  message.set(bhttp::field::server, "tessera");
  for (const auto &[name, value] : response.headers)
    message.insert(name, value); // `Vary` may stand twice
}

void Session::closeIfIdle() {
  asio::dispatch(stream.get_executor(), [self = shared_from_this()] {
    if (self->idle)
      self->stream.close();
  });
}

asio::awaitable<void> Session::run(bool overloaded) {
  if (overloaded)
    co_await refuse(
        makeProblem(ProblemCode::unavailable, "the runner has as many connections as it takes; try again later"));
  else
    while (co_await answerNext()) {
    }
  beast::error_code ignored;
  stream.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
}

/// The first byte of a request may take long; the rest of its head may not.
asio::awaitable<bool> Session::waitForRequest() {
  if (buffer.size() != 0)
    co_return true;
  idle = true;
  stream.expires_after(context.options.idleTimeout);
  auto [error, size] = co_await stream.async_read_some(buffer.prepare(4096), token);
  idle = false;
  buffer.commit(size);
  co_return !error && !context.services.stopping;
}

/// False when the connection is over.
asio::awaitable<bool> Session::answerNext() {
  if (!co_await waitForRequest())
    co_return false;
  Parser parser;
  parser.header_limit(static_cast<uint32_t>(context.options.headerBytes));
  parser.body_limit(boost::none);
  stream.expires_after(context.options.headerTimeout);
  auto [error, size] = co_await bhttp::async_read_header(stream, buffer, parser, token);
  if (error == bhttp::error::header_limit)
    co_return co_await refuse(
        makeProblem(ProblemCode::payloadTooLarge,
                    "the request's head is larger than " + std::to_string(context.options.headerBytes) + " bytes"),
        431);
  if (error.category() == bhttp::make_error_code(bhttp::error::bad_method).category() &&
      error != bhttp::error::end_of_stream && error != bhttp::error::partial_message)
    co_return co_await refuse(makeProblem(ProblemCode::badRequest, "the request is not HTTP: " + error.message()));
  if (error)
    co_return false;
  version = parser.get().version();
  std::optional<api::Request> request = toRequest(parser.get());
  if (!request)
    co_return co_await refuse(makeProblem(ProblemCode::badRequest, "the request's target is malformed"));
  if (parser.content_length())
    request->contentLength = *parser.content_length();

  bool isApi = api::isApiPath(request->path) || !context.site;
  std::optional<api::Response> refused = isApi ? api::refuseEarly(*request, context.services) : std::nullopt;
  bool hasBody = !parser.is_done();
  if (refused && hasBody) {
    co_await send(*request, std::move(*refused), /*keepAlive=*/false);
    co_await drain();
    co_return false;
  }
  if (hasBody) {
    if (!co_await readBody(parser, isApi ? api::bodyLimit(*request, context.services) : 0))
      co_return false;
    request->body = std::move(parser.get().body());
  }
  co_return co_await send(*request, refused ? std::move(*refused) : answer(*request), parser.keep_alive());
}

/// False when the answer, or silence, has ended the connection.
asio::awaitable<bool> Session::readBody(Parser &parser, uint64_t limit) {
  parser.body_limit(limit);
  stream.expires_after(context.options.bodyTimeout);
  if (beast::iequals(parser.get()[bhttp::field::expect], "100-continue")) {
    static constexpr std::string_view goOn = "HTTP/1.1 100 Continue\r\n\r\n";
    auto [error, size] = co_await asio::async_write(stream, asio::buffer(goOn), token);
    if (error)
      co_return false;
  }
  auto [error, size] = co_await bhttp::async_read(stream, buffer, parser, token);
  if (error == bhttp::error::body_limit)
    co_return co_await refuse(
        makeProblem(ProblemCode::payloadTooLarge,
                    "the body is larger than the " + std::to_string(limit) + " bytes that this address takes"));
  if (error.category() == bhttp::make_error_code(bhttp::error::bad_method).category() &&
      error != bhttp::error::partial_message)
    co_return co_await refuse(
        makeProblem(ProblemCode::badRequest, "the request's body is malformed: " + error.message()));
  co_return !error;
}

/// An answer outside the ordinary; the connection ends with it.
asio::awaitable<bool> Session::refuse(Problem problem, int status) {
  api::Response response = api::Response::problem(problem);
  if (status)
    response.status = status;
  co_await send(api::Request(), std::move(response), /*keepAlive=*/false);
  co_await drain();
  co_return false;
}

/// Reads what a refused client still sends for a moment: closing at once would make the kernel throw our answer away.
asio::awaitable<void> Session::drain() {
  beast::error_code ignored;
  stream.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  stream.expires_after(std::min<std::chrono::milliseconds>(context.options.headerTimeout, std::chrono::seconds(2)));
  char chunk[16384];
  for (size_t total = 0; total < (size_t(256) << 20);) {
    auto [error, size] = co_await stream.async_read_some(asio::buffer(chunk), token);
    if (error)
      break;
    total += size;
  }
}

api::Response Session::answer(const api::Request &request) {
  try {
    if (api::isApiPath(request.path) || !context.site)
      return api::handle(request, context.services);
    return context.site->handle(request);
  } catch (const std::exception &exception) { // no memory, or a bug of ours: one request's matter, not the server's
    spdlog::error("{} {} failed: {}", request.method, request.path, exception.what());
    return api::Response::problem(makeProblem(ProblemCode::internal, exception.what()));
  }
}

/// True when the connection may carry another request.
asio::awaitable<bool> Session::send(const api::Request &request, api::Response response, bool keepAlive) {
  keepAlive = keepAlive && !context.services.stopping;
  int hundreds = response.status / 100;
  if (hundreds > 0 && hundreds < 6)
    ++context.services.metrics.responses[hundreds];
  spdlog::debug("{} {} {}", request.method, request.path, response.status);
  if (response.stream && request.method != "HEAD")
    co_return co_await sendEvents(std::move(response), keepAlive);
  stream.expires_after(context.options.writeTimeout);
  bool bodiless = request.method == "HEAD" || response.status == 204 || response.status == 304;
  beast::error_code failure;
  if (bodiless) {
    bhttp::response<bhttp::empty_body> message(static_cast<bhttp::status>(response.status), version);
    setHeaders(message, response);
    if (request.method == "HEAD" && !response.stream)
      message.content_length(response.body.size());
    message.keep_alive(keepAlive);
    auto [error, size] = co_await bhttp::async_write(stream, message, token);
    failure = error;
  } else {
    bhttp::response<bhttp::string_body> message(static_cast<bhttp::status>(response.status), version);
    setHeaders(message, response);
    message.body() = std::move(response.body);
    message.prepare_payload();
    message.keep_alive(keepAlive);
    auto [error, size] = co_await bhttp::async_write(stream, message, token);
    failure = error;
  }
  co_return !failure && keepAlive;
}

asio::awaitable<bool> Session::writeChunk(std::string text) {
  stream.expires_after(context.options.writeTimeout);
  if (version < 11) { // no chunks then: the end of the connection is the end of the events
    auto [error, size] = co_await asio::async_write(stream, asio::buffer(text), token);
    co_return !error;
  }
  auto [error, size] =
      co_await asio::async_write(stream, bhttp::make_chunk(asio::const_buffer(text.data(), text.size())), token);
  co_return !error;
}

asio::awaitable<bool> Session::sendEvents(api::Response response, bool keepAlive) {
  api::Metrics &metrics = context.services.metrics;
  if (metrics.eventStreams >= static_cast<int64_t>(context.options.eventStreams)) {
    co_await refuse(
        makeProblem(ProblemCode::unavailable, std::to_string(metrics.eventStreams) +
                                                  " connections follow jobs, which is as many as the runner takes"));
    co_return false;
  }
  bhttp::response<bhttp::empty_body> message(bhttp::status::ok, version);
  setHeaders(message, response);
  bool chunked = version >= 11;
  message.chunked(chunked);
  message.keep_alive(keepAlive && chunked);
  bhttp::response_serializer<bhttp::empty_body> serializer(message);
  stream.expires_after(context.options.writeTimeout);
  auto [error, size] = co_await bhttp::async_write_header(stream, serializer, token);
  if (error)
    co_return false;
  ++metrics.eventStreams;
  auto waiter = std::make_shared<Waiter>(stream.get_executor());
  context.hub.add(response.stream->job, waiter);
  bool whole = co_await followJob(*response.stream, waiter);
  context.hub.remove(response.stream->job, waiter);
  --metrics.eventStreams;
  if (!whole || !chunked)
    co_return false;
  stream.expires_after(context.options.writeTimeout);
  auto [last, lastSize] = co_await asio::async_write(stream, bhttp::make_chunk_last(), token);
  co_return !last && keepAlive && !context.services.stopping;
}

/// Sends events until the job's last; false when the client is gone or the store fails.
asio::awaitable<bool> Session::followJob(const api::EventStream &wanted, std::shared_ptr<Waiter> waiter) {
  static constexpr int64_t batch = 64;
  int64_t after = wanted.after;
  while (!context.services.stopping) {
    waiter->awake = false;
    Result<Job> job = context.services.store.find(wanted.job); // before the events: a final job has no later ones
    Result<std::vector<JobEvent>> events = context.services.store.events(wanted.job, after, batch);
    if (!job || !events)
      co_return false;
    std::string text;
    for (const JobEvent &event : *events) {
      text += "id: " + std::to_string(event.number) + "\nevent: " + event.kind + "\ndata: " + event.data + "\n\n";
      after = event.number;
    }
    if (!text.empty() && !co_await writeChunk(std::move(text)))
      co_return false;
    if (!events->empty())
      continue;
    if (isFinal(job->state))
      co_return true;
    if (waiter->awake)
      continue;
    stream.expires_never();
    waiter->timer.expires_after(context.options.heartbeat);
    auto [error] = co_await waiter->timer.async_wait(token);
    if (!error && !co_await writeChunk(": still here\n\n"))
      co_return false;
  }
  co_return true;
}
