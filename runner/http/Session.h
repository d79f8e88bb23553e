// SPDX-License-Identifier: Apache-2.0
// One connection: reads requests one after the other, answers each, until the client or a deadline ends it.
#pragma once

#include "runner/http/ByteBudget.h"
#include "runner/http/Connections.h"
#include "runner/http/EventHub.h"
#include "runner/http/Server.h"
#include "runner/http/Stream.h"
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

namespace tessera::runner::http {

/// What all connections share; outlives them.
struct SessionContext {
  api::Services &services;
  const StaticSite *site;
  const ServerOptions &options;
  EventHub &hub;
  ByteBudget &bodies;
  TlsContext tls; // null: plain HTTP
};

class Session : public std::enable_shared_from_this<Session> {
public:
  Session(boost::asio::ip::tcp::socket socket, SessionContext context);
  /// The whole life of the connection, whose place the caller has got for it. With a refusal: one answer that says so.
  boost::asio::awaitable<void> run(Connections::Admission admission);
  /// From any thread: ends the connection; when stopping, only if it waits for a next request.
  void end(Connections::Ending ending);
  boost::asio::any_io_executor executor() { return stream.get_executor(); }

private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

  boost::asio::awaitable<bool> greet(bool isRefused);
  boost::asio::awaitable<bool> answerNext();
  boost::asio::awaitable<bool> waitForRequest(Connections::Activity activity);
  boost::asio::awaitable<bool> refuseHead(boost::beast::error_code error);
  boost::asio::awaitable<bool> receive(Parser &parser, const Problem &tooLarge);
  boost::asio::awaitable<bool> readBody(Parser &parser, uint64_t limit, const Problem &tooLarge);
  boost::asio::awaitable<bool> refuse(Problem problem, std::optional<int> status = std::nullopt);
  boost::asio::awaitable<bool> send(const api::Request &request, api::Response response, bool keepAlive);
  boost::asio::awaitable<bool> sendMessage(const api::Request &request, api::Response response, bool keepAlive);
  boost::asio::awaitable<bool> sendContent(api::Response response, bool keepAlive);
  boost::asio::awaitable<bool> beginEvents(const api::Response &response, bool keepAlive);
  boost::asio::awaitable<bool> endEvents(bool keepAlive);
  boost::asio::awaitable<bool> sendEvents(api::Response response, bool keepAlive);
  boost::asio::awaitable<bool> settle(api::Response &response);
  boost::asio::awaitable<bool> sendLive(api::Response response, bool keepAlive);
  boost::asio::awaitable<bool> sendLiveEvents(api::LiveAnswer &live, std::shared_ptr<Waiter> waiter);
  boost::asio::awaitable<bool> waitFor(api::LiveAnswer &live, Waiter &waiter);
  bool hasPeerLeft();
  boost::asio::awaitable<bool> followJob(const api::EventStream &wanted, std::shared_ptr<Waiter> waiter);
  boost::asio::awaitable<bool> writeChunk(std::string text);
  boost::asio::awaitable<bool> write(std::string_view bytes);
  template <typename Body>
  boost::asio::awaitable<bool> write(boost::beast::http::response<Body> message, const api::Response &response,
                                     bool keepAlive);
  boost::asio::awaitable<std::unique_ptr<ByteBudget::Share>> reserve(uint64_t bytes);
  boost::asio::awaitable<void> drain();
  void beginRequest();
  void noteTrace(const api::Request &request);
  void tell(const api::Request &request, int status, std::optional<ProblemCode> problem) const;
  api::Response postpone(const api::Request &request, std::string detail) const;
  api::Response answer(api::Request &request);

  Stream stream;
  boost::beast::flat_buffer buffer;
  SessionContext context;
  std::shared_ptr<Connections::Place> place;
  bool idle = false; // between two requests, or not greeted yet
  unsigned version = 11, answered = 0;
  std::string peer;             // its address
  std::string requestId, trace; // of the present request, for the log; `trace` is empty without one
  std::chrono::steady_clock::time_point began;
  std::optional<std::chrono::steady_clock::time_point> stoppingSince; // as far as a live answer has seen
};

} // namespace tessera::runner::http
