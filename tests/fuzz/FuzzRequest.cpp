// SPDX-License-Identifier: Apache-2.0
// HTTP requests as a stranger's bytes: Beast's parser with the server's limits, the target, and every endpoint on a
// store of its own. An answer of 500 is a bug of ours. `TESSERA_FUZZ_DATABASE=postgresql://..` takes a fleet's store in
// place of a folder's: what strangers write reaches another SQL.
#include "runner/api/Api.h"
#include "runner/http/ReadRequest.h"
#include "runner/mcp/HttpSessions.h"
#include "runner/store/FleetStore.h"
#include "runner/store/Store.h"
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstdlib>
#include <filesystem>

using namespace tessera::runner;
namespace bhttp = boost::beast::http;

namespace {
/// The store and what stands before it; one for the whole run, emptied by starting again.
struct World {
  World() {
    std::string name = (std::filesystem::temp_directory_path() / "tessera-fuzz-XXXXXX").string();
    folder = mkdtemp(name.data());
    const char *database = std::getenv("TESSERA_FUZZ_DATABASE");
    if (!(database ? openFleet(database) : openFolder()))
      abort();
    services =
        std::make_unique<api::Services>(*store, std::vector<DeviceInfo>{{"interpreter", "interpreter", "CPU", "note"}},
                                        "fuzz", api::AccessRules(), api::Limits());
    mcp::HttpLimits limits;
    limits.calls = 0; // no process is started
    agents = std::make_unique<mcp::HttpSessions>(*services, std::move(limits));
    services->mcp = agents.get();
  }
  ~World() {
    agents.reset();
    store.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  bool openFolder() {
    StoreOptions options;
    options.directory = folder;
    options.queueLimit = 100;
    auto opened = Store::open(options);
    if (opened)
      store = std::move(*opened);
    return bool(opened);
  }
  bool openFleet(const char *database) {
    FleetOptions options;
    options.url = database;
    options.cache = folder;
    options.queueLimit = 100;
    auto opened = FleetStore::open(options);
    if (opened)
      store = std::move(*opened);
    return bool(opened);
  }

  std::filesystem::path folder;
  std::unique_ptr<JobStore> store;
  std::unique_ptr<api::Services> services;
  std::unique_ptr<mcp::HttpSessions> agents;
};
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static World world;
  bhttp::request_parser<bhttp::string_body> parser;
  parser.header_limit(16384);
  parser.body_limit(1 << 20);
  parser.eager(true);
  boost::system::error_code error;
  for (size_t at = 0; at < size && !parser.is_done();) {
    size_t taken = parser.put(boost::asio::buffer(data + at, size - at), error);
    at += taken;
    if (error || taken == 0)
      break;
  }
  if (!parser.is_header_done())
    return 0;
  if (http::whyMalformed(parser))
    return 0;
  std::optional<api::Request> request = http::toRequest(parser.get());
  if (!request)
    return 0;
  (void)api::refuseEarly(*request, *world.services);
  request->body = parser.get().body();
  if (api::handle(*request, *world.services).status == 500)
    abort();
  return 0;
}
