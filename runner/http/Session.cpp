// SPDX-License-Identifier: Apache-2.0
// A connection as one coroutine. Every wait has a deadline of its own: the head, the body, each answer. What can be
// refused from the head alone is refused before the body is read, so that nobody without a token can make the runner
// hold 64 MiB. What Beast must see in one piece (a head, a chunk's extensions, the trailers) stands in a buffer that is
// no larger than a head may be; what it need not, is counted.
#include "runner/http/Session.h"
#include "runner/api/Api.h"
#include "runner/api/Trace.h"
#include "runner/http/ReadRequest.h"
#include "runner/log/Log.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/write.hpp>
#include <cstdio>
#include <sys/random.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::http;
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = boost::beast::http;

static constexpr auto token = asio::as_tuple(asio::use_awaitable);

static constexpr const char *tooManyBytes =
    "the runner holds as many bytes of requests and answers as it does at a time; try again later";

static void setHeaders(bhttp::response_header<> &message, const api::Response &response) {
  message.set(bhttp::field::server, "tessera");
  for (const auto &[name, value] : response.headers)
    message.insert(name, value); // `Vary` may stand twice
}

/// For the last words of a connection.
static constexpr std::chrono::milliseconds goodbyeTime(2000);

/// More than a head, for the one byte that shows that it is too large.
static size_t bufferBytes(const ServerOptions &options) { return options.headerBytes + 4096; }

Session::Session(asio::ip::tcp::socket socket, SessionContext context)
    : stream(std::move(socket)), buffer(bufferBytes(context.options)), context(context) {
  beast::error_code ignored;
  peer = stream.tcp.socket().remote_endpoint(ignored).address().to_string();
}

void Session::end(Connections::Ending ending) {
  asio::post(stream.get_executor(), [self = shared_from_this(), ending] {
    if (ending == Connections::Ending::toMakeRoom || self->idle)
      self->stream.tcp.close();
  });
}

asio::awaitable<void> Session::run(Connections::Admission admission) {
  place = std::move(admission.place);
  if (co_await greet(!admission.refusal.empty())) {
    if (!admission.refusal.empty())
      co_await refuse(makeProblem(ProblemCode::unavailable, std::move(admission.refusal)));
    else
      while (co_await answerNext()) {
      }
  }
  if (place->set(Connections::Activity::waiting))
    co_await stream.endSending(goodbyeTime);
  beast::error_code ignored;
  stream.tcp.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
}

/// TLS, where that is spoken; false when the connection is over. Until the handshake is done the connection counts as
/// one that waits: it makes room for others.
asio::awaitable<bool> Session::greet(bool isRefused) {
  if (!context.tls)
    co_return true;
  if (!co_await waitForRequest(Connections::Activity::handshaking))
    co_return false;
  auto count = [&](TlsFailure cause) { ++context.services.metrics.tlsFailures[static_cast<size_t>(cause)]; };
  beginRequest();
  if (static constexpr uint8_t handshake = 22; *static_cast<const uint8_t *>(buffer.data().data()) != handshake) {
    count(TlsFailure::plainHttp);
    co_return co_await refuse(
        makeProblem(ProblemCode::badRequest, "this runner speaks TLS; ask it by `https://` in place of `http://`"));
  }
  stream.tcp.expires_after(isRefused ? goodbyeTime : context.options.headerTimeout);
  idle = true;
  beast::error_code error = co_await stream.accept(context.tls, buffer);
  idle = false;
  if (error) {
    count(classifyTlsFailure(error));
    log::tell(spdlog::level::debug, "a TLS handshake failed: " + error.message(), llvm::json::Object{{"peer", peer}});
  }
  if (!error)
    ++context.services.metrics.tlsHandshakes;
  co_return !error && !context.services.stopping;
}

/// The first byte of a request may take long; the rest of its head may not.
asio::awaitable<bool> Session::waitForRequest(Connections::Activity activity) {
  if (!place->set(activity))
    co_return false;
  if (buffer.size() != 0)
    co_return true;
  idle = true;
  stream.tcp.expires_after(context.options.idleTimeout);
  auto [error, size] = co_await stream.async_read_some(buffer.prepare(4096), token);
  idle = false;
  buffer.commit(size);
  co_return !error && !context.services.stopping;
}

/// A head that is too large or no HTTP is told so; for a client that has left there is nothing to say.
asio::awaitable<bool> Session::refuseHead(beast::error_code error) {
  if (error == bhttp::error::header_limit || error == bhttp::error::buffer_overflow)
    co_return co_await refuse(
        makeProblem(ProblemCode::payloadTooLarge,
                    "the request's head is larger than " + std::to_string(context.options.headerBytes) + " bytes"),
        431);
  if (error.category() == bhttp::make_error_code(bhttp::error::bad_method).category() &&
      error != bhttp::error::end_of_stream && error != bhttp::error::partial_message)
    co_return co_await refuse(makeProblem(ProblemCode::badRequest, "the request is not HTTP: " + error.message()));
  co_return false;
}

/// False when the connection is over.
asio::awaitable<bool> Session::answerNext() {
  if (!co_await waitForRequest(Connections::Activity::waiting))
    co_return false;
  Parser parser;
  parser.header_limit(static_cast<uint32_t>(context.options.headerBytes));
  parser.body_limit(boost::none);
  stream.tcp.expires_after(context.options.headerTimeout);
  beginRequest();
  auto [error, size] = co_await bhttp::async_read_header(stream, buffer, parser, token);
  if (error)
    co_return co_await refuseHead(error);
  version = parser.get().version();
  if (std::optional<std::string> malformed = whyMalformed(parser))
    co_return co_await refuse(makeProblem(ProblemCode::badRequest, *malformed));
  std::optional<api::Request> request = toRequest(parser.get());
  if (!request)
    co_return co_await refuse(makeProblem(ProblemCode::badRequest, "the request's target is malformed"));
  noteTrace(*request);
  if (parser.content_length())
    request->contentLength = *parser.content_length();
  if (!place->set(Connections::Activity::answering))
    co_return false;
  if (!place->mayAnswer(api::hasToken(*request, context.services.access, context.services.tokens))) {
    ++context.services.metrics.connectionsRefused;
    co_return co_await refuse(makeProblem(ProblemCode::unavailable,
                                          "the runner answers as many connections as it does without its token; "
                                          "try again later"));
  }

  bool isApi = api::isApiPath(request->path) || !context.site;
  std::optional<api::Response> refused = isApi ? api::refuseEarly(*request, context.services) : std::nullopt;
  bool hasBody = !parser.is_done();
  if (refused && hasBody) {
    co_await send(*request, std::move(*refused), /*keepAlive=*/false);
    co_await drain();
    co_return false;
  }
  std::unique_ptr<ByteBudget::Share> share;
  if (hasBody) {
    uint64_t limit = isApi ? api::bodyLimit(*request, context.services) : 0;
    if (share = co_await reserve(request->contentLength.value_or(limit)); !share)
      co_return co_await refuse(makeProblem(ProblemCode::unavailable, tooManyBytes));
    Problem tooLarge = isApi ? api::describeTooLarge(*request, context.services)
                             : makeProblem(ProblemCode::payloadTooLarge, "this address takes no body");
    if (!co_await readBody(parser, limit, tooLarge))
      co_return false;
    request->body = std::move(parser.get().body());
  }
  bool keepAlive = parser.keep_alive() && ++answered < context.options.requestsPerConnection;
  co_return co_await send(*request, refused ? std::move(*refused) : answer(*request), keepAlive);
}

/// Reads to the body's end; false when the answer, or silence, has ended the connection.
asio::awaitable<bool> Session::receive(Parser &parser, const Problem &tooLarge) {
  uint64_t taken = 0;
  while (!parser.is_done()) {
    if (!place->set(Connections::Activity::receiving))
      co_return false;
    auto [error, size] = co_await bhttp::async_read_some(stream, buffer, parser, token);
    taken += size;
    if (error == bhttp::error::body_limit)
      co_return co_await refuse(tooLarge);
    // Eight bytes around each are enough for a chunk that has a single one.
    uint64_t around = taken - std::min<uint64_t>(taken, 9 * parser.get().body().size());
    if (error == bhttp::error::buffer_overflow || around > context.options.headerBytes)
      co_return co_await refuse(makeProblem(ProblemCode::payloadTooLarge,
                                            "what stands around the body's chunks, or after them, is longer than " +
                                                std::to_string(context.options.headerBytes) + " bytes"),
                                431);
    if (error.category() == bhttp::make_error_code(bhttp::error::bad_method).category() &&
        error != bhttp::error::partial_message)
      co_return co_await refuse(
          makeProblem(ProblemCode::badRequest, "the request's body is malformed: " + error.message()));
    if (error)
      co_return false;
  }
  co_return place->set(Connections::Activity::answering);
}

/// False when the connection is over.
asio::awaitable<bool> Session::readBody(Parser &parser, uint64_t limit, const Problem &tooLarge) {
  parser.body_limit(limit);
  stream.tcp.expires_after(context.options.bodyTimeout);
  if (beast::iequals(parser.get()[bhttp::field::expect], "100-continue")) {
    static constexpr std::string_view goOn = "HTTP/1.1 100 Continue\r\n\r\n";
    auto [error, size] = co_await asio::async_write(stream, asio::buffer(goOn), token);
    if (error)
      co_return false;
  }
  co_return co_await receive(parser, tooLarge);
}

/// A request has an id, by which its answer and its line in the log find each other.
void Session::beginRequest() {
  uint8_t bytes[8];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    abort(); // only for a kernel without entropy
  requestId = llvm::toHex(bytes, /*LowerCase=*/true);
  trace.clear();
  began = std::chrono::steady_clock::now();
}

/// A `traceparent` that is none is no error: the request counts as one without.
void Session::noteTrace(const api::Request &request) {
  auto header = request.headers.find("traceparent");
  if (header == request.headers.end())
    return;
  std::string why;
  if (std::optional<std::string> valid = api::readTraceparent(header->second, why))
    trace = api::traceIdOf(*valid).str();
  else
    log::tell(spdlog::level::info, "a traceparent is ignored: " + why,
              llvm::json::Object{{"request", requestId},
                                 {"traceparent", protocol::toUtf8(llvm::StringRef(header->second).take_front(80))}});
}

/// The request's line in the log. Probes and scrapes, which come all the time, are for who looks closer.
void Session::tell(const api::Request &request, int status, std::optional<ProblemCode> problem) const {
  bool isProbe = llvm::StringRef(request.path).starts_with("/v1/health/") || request.path == "/metrics";
  auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - began);
  llvm::json::Object fields{
      {"status", status}, {"microseconds", static_cast<int64_t>(took.count())}, {"peer", peer}, {"request", requestId}};
  if (!request.method.empty()) {
    fields["method"] = protocol::toUtf8(request.method);
    fields["path"] = protocol::toUtf8(request.path);
  }
  if (problem)
    fields["problem"] = protocol::getText(*problem);
  if (!trace.empty())
    fields["trace"] = trace;
  log::tell(isProbe && status < 400 ? spdlog::level::debug : spdlog::level::info, "request", fields);
}

/// An answer outside the ordinary; the connection ends with it.
asio::awaitable<bool> Session::refuse(Problem problem, std::optional<int> status) {
  co_await send(api::Request(), api::Response::problem(problem, status), /*keepAlive=*/false);
  co_await drain();
  co_return false;
}

/// Reads what a refused client still sends for a moment: closing at once would make the kernel throw our answer away.
asio::awaitable<void> Session::drain() {
  if (!place->set(Connections::Activity::waiting))
    co_return;
  auto most = std::min(context.options.headerTimeout, goodbyeTime);
  co_await stream.endSending(most);
  stream.tcp.expires_after(most);
  char chunk[16384];
  for (size_t total = 0; total < (size_t(256) << 20);) {
    auto [error, size] = co_await stream.tcp.async_read_some(asio::buffer(chunk), token);
    if (error)
      break;
    total += size;
  }
}

api::Response Session::answer(api::Request &request) {
  try {
    if (api::isApiPath(request.path) || !context.site)
      return api::handle(request, context.services);
    return context.site->handle(request);
  } catch (const std::exception &exception) { // no memory, or a bug of ours: one request's matter, not the server's
    spdlog::error("{} {} failed: {}", request.method, request.path, exception.what());
    return api::Response::problem(makeProblem(ProblemCode::internal, exception.what()));
  }
}

/// An answer that can't be given now, in a form that a page may read.
api::Response Session::postpone(const api::Request &request, std::string detail) const {
  api::Response response = api::Response::problem(makeProblem(ProblemCode::unavailable, std::move(detail)));
  api::addCorsHeaders(request, context.services.access, response);
  return response;
}

/// True when the connection may carry another request.
asio::awaitable<bool> Session::send(const api::Request &request, api::Response response, bool keepAlive) {
  if (response.live && !co_await settle(response)) {
    tell(request, response.status, std::nullopt);
    co_return false; // nobody is there any more
  }
  keepAlive = keepAlive && !context.services.stopping;
  bool follows = response.stream && request.method != "HEAD";
  // A small answer is in the kernel's hands at once; a large one stays until the client has read it.
  std::unique_ptr<ByteBudget::Share> share;
  uint64_t held =
      response.content ? std::min<uint64_t>(response.content->size(), mostPieceBytes) : response.body.size();
  if (held > 65536)
    if (share = co_await reserve(held); !share)
      response = postpone(request, tooManyBytes);
  if (api::Metrics &metrics = context.services.metrics;
      follows && metrics.eventStreams >= static_cast<int64_t>(context.options.eventStreams)) {
    follows = false;
    response = postpone(request, std::to_string(metrics.eventStreams) +
                                     " connections follow jobs, which is as many as the runner takes; ask for the "
                                     "job itself now and then");
  }
  int status = response.status;
  std::optional<ProblemCode> problem = response.problemCode;
  if (int hundreds = status / 100; hundreds > 0 && hundreds < 6)
    ++context.services.metrics.responses[hundreds];
  if (problem)
    ++context.services.metrics.problems[static_cast<size_t>(*problem)];
  response.headers.emplace_back("X-Request-Id", requestId);
  bool goesOn = follows         ? co_await sendEvents(std::move(response), keepAlive)
                : response.live ? co_await sendLive(std::move(response), keepAlive)
                                : co_await sendMessage(request, std::move(response), keepAlive);
  tell(request, status, problem);
  co_return goesOn;
}

asio::awaitable<bool> Session::sendMessage(const api::Request &request, api::Response response, bool keepAlive) {
  stream.tcp.expires_after(context.options.writeTimeout);
  bool bodiless = request.method == "HEAD" || response.status == 204 || response.status == 304;
  if (bodiless) {
    bhttp::response<bhttp::empty_body> message(static_cast<bhttp::status>(response.status), version);
    if (request.method == "HEAD" && !response.stream)
      message.content_length(response.content ? response.content->size() : response.body.size());
    co_return co_await write(std::move(message), response, keepAlive);
  }
  if (response.content)
    co_return co_await sendContent(std::move(response), keepAlive);
  bhttp::response<bhttp::string_body> message(static_cast<bhttp::status>(response.status), version);
  message.body() = std::move(response.body);
  message.prepare_payload();
  co_return co_await write(std::move(message), response, keepAlive);
}

/// An answer that comes from the store while it is sent. One that breaks off there ends the connection: the client has
/// less than was announced, and knows.
asio::awaitable<bool> Session::sendContent(api::Response response, bool keepAlive) {
  bhttp::response<bhttp::empty_body> message(static_cast<bhttp::status>(response.status), version);
  setHeaders(message, response);
  message.keep_alive(keepAlive);
  message.content_length(response.content->size());
  bhttp::response_serializer<bhttp::empty_body> serializer(message);
  auto [error, size] = co_await bhttp::async_write_header(stream, serializer, token);
  if (error)
    co_return false;
  for (int64_t left = response.content->size(); left > 0;) {
    Result<std::vector<uint8_t>> piece = response.content->next();
    if (!piece || piece->empty() || static_cast<int64_t>(piece->size()) > left) {
      spdlog::error("an artifact breaks off while it is sent: {}",
                    piece ? "it has another size" : piece.problem().detail);
      co_return false;
    }
    left -= static_cast<int64_t>(piece->size());
    if (!co_await write(std::string_view(reinterpret_cast<const char *>(piece->data()), piece->size())))
      co_return false;
  }
  co_return keepAlive;
}

/// Writes a message piece by piece, so that it shows when the client reads no more. True when the connection may carry
/// another request.
template <typename Body>
asio::awaitable<bool> Session::write(bhttp::response<Body> message, const api::Response &response, bool keepAlive) {
  setHeaders(message, response);
  message.keep_alive(keepAlive);
  bhttp::response_serializer<Body> serializer(message);
  while (!serializer.is_done()) {
    if (!place->set(Connections::Activity::sending))
      co_return false;
    auto [error, size] = co_await bhttp::async_write_some(stream, serializer, token);
    if (error)
      co_return false;
  }
  co_return place->set(Connections::Activity::answering) && keepAlive;
}

asio::awaitable<bool> Session::write(std::string_view bytes) {
  static constexpr size_t piece = 65536;
  while (!bytes.empty()) {
    if (!place->set(Connections::Activity::sending))
      co_return false;
    auto [error, size] =
        co_await stream.async_write_some(asio::buffer(bytes.data(), std::min(bytes.size(), piece)), token);
    if (error)
      co_return false;
    bytes.remove_prefix(size);
  }
  co_return place->set(Connections::Activity::answering);
}

/// Room for so many bytes, for which others may have to go that hold theirs and do not move. Null where there is none.
asio::awaitable<std::unique_ptr<ByteBudget::Share>> Session::reserve(uint64_t bytes) {
  std::unique_ptr<ByteBudget::Share> share = context.bodies.take(bytes);
  asio::steady_timer pause(stream.get_executor());
  while (!share && place->freeBytes())
    for (int i = 0; i < 10 && !share; ++i) { // until that one's coroutine has ended
      pause.expires_after(std::chrono::milliseconds(10));
      co_await pause.async_wait(token);
      share = context.bodies.take(bytes);
    }
  co_return share;
}

/// A chunk, or for old clients bare bytes: the end of the connection is the end of the events then.
asio::awaitable<bool> Session::writeChunk(std::string text) {
  std::unique_ptr<ByteBudget::Share> share;
  if (text.size() > 65536) // a result, say
    if (share = co_await reserve(text.size()); !share)
      co_return false; // the client comes again
  if (version >= 11) {
    char size[24];
    std::snprintf(size, sizeof size, "%zx\r\n", text.size());
    text.insert(0, size);
    text += "\r\n";
  }
  stream.tcp.expires_after(context.options.writeTimeout);
  co_return co_await write(text);
}

/// The head of an answer that goes on until its end; false when the client is gone.
asio::awaitable<bool> Session::beginEvents(const api::Response &response, bool keepAlive) {
  bhttp::response<bhttp::empty_body> message(bhttp::status::ok, version);
  setHeaders(message, response);
  bool chunked = version >= 11;
  message.chunked(chunked);
  message.keep_alive(keepAlive && chunked);
  bhttp::response_serializer<bhttp::empty_body> serializer(message);
  stream.tcp.expires_after(context.options.writeTimeout);
  auto [error, size] = co_await bhttp::async_write_header(stream, serializer, token);
  co_return !error;
}

/// True when the connection may carry another request.
asio::awaitable<bool> Session::endEvents(bool keepAlive) {
  if (version < 11)
    co_return false;
  stream.tcp.expires_after(context.options.writeTimeout);
  auto [error, size] = co_await asio::async_write(stream, bhttp::make_chunk_last(), token);
  co_return !error && keepAlive && !context.services.stopping;
}

asio::awaitable<bool> Session::sendEvents(api::Response response, bool keepAlive) {
  api::Metrics &metrics = context.services.metrics;
  if (!co_await beginEvents(response, keepAlive))
    co_return false;
  ++metrics.eventStreams;
  auto waiter = std::make_shared<Waiter>(stream.get_executor());
  context.hub.add(response.stream->job, waiter);
  bool whole = co_await followJob(*response.stream, waiter);
  context.hub.remove(response.stream->job, waiter);
  --metrics.eventStreams;
  co_return whole &&co_await endEvents(keepAlive);
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
    bool wereAny = !events->empty();
    events->clear(); // the client may be slow
    if (!text.empty() && !co_await writeChunk(std::move(text)))
      co_return false;
    if (wereAny)
      continue;
    if (isFinal(job->state))
      co_return true;
    if (waiter->awake)
      continue;
    stream.tcp.expires_never();
    waiter->timer.expires_after(context.options.heartbeat);
    auto [error] = co_await waiter->timer.async_wait(token);
    if (!error && !co_await writeChunk(": still here\n\n"))
      co_return false;
  }
  co_return true;
}
