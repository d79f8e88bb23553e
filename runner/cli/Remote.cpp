// SPDX-License-Identifier: Apache-2.0
// Requests to a runner with its refusals read back into problems.
#include "runner/cli/Remote.h"
#include "runner/cli/Source.h"
#include "runner/cli/Terminal.h"
#include "shared/protocol/Json.h"
#include <CLI/Option.hpp>
#include <sys/stat.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

void RemoteOptions::addTo(CLI::App &command, bool required) {
  command.add_option("--runner", url, "the runner's address, for example http://127.0.0.1:8420")
      ->envname("TESSERA_RUNNER")
      ->required(required);
  command.add_option("--token-file", tokenFile, "a file with the runner's token")->envname("TESSERA_TOKEN_FILE");
}

Result<std::string> cli::readToken(const std::string &file) {
  struct stat status{};
  if (stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) && (status.st_mode & 0077))
    return makeProblem(ProblemCode::badRequest,
                       "others on this machine may read the token file `" + file + "`; `chmod 600` it");
  Result<std::string> text = readInput(file);
  if (!text)
    return text.problem();
  llvm::StringRef token = llvm::StringRef(*text).split('\n').first.trim();
  if (token.size() < 16)
    return makeProblem(ProblemCode::badRequest,
                       "the token in `" + file + "` has " + std::to_string(token.size()) +
                           " characters, expected 16 or more; for example `openssl rand -hex 32`");
  if (!llvm::all_of(token, [](char c) { return c > ' ' && c < 0x7F; }))
    return makeProblem(ProblemCode::badRequest,
                       "the token in `" + file + "` holds a character that is not visible ASCII");
  return token.str();
}

Result<http::Client> cli::makeClient(const RemoteOptions &options) {
  Result<http::Url> url = http::Url::parse(options.url);
  if (!url)
    return url.problem();
  std::string token;
  if (!options.tokenFile.empty()) {
    Result<std::string> read = readToken(options.tokenFile);
    if (!read)
      return read.problem();
    token = *read;
  }
  return http::Client(*url, token);
}

Problem cli::readProblem(const http::ClientResponse &response) {
  std::string error;
  std::optional<llvm::json::Value> value = protocol::parseJson(response.body, error);
  const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  std::optional<llvm::StringRef> code = object ? object->getString("code") : std::nullopt;
  if (!code || !protocol::parseProblemCode(*code))
    return makeProblem(ProblemCode::unavailable,
                       "the address answers " + std::to_string(response.status) + ", but not as a runner does");
  return makeProblem(*protocol::parseProblemCode(*code), object->getString("detail").value_or("").str());
}

Result<llvm::json::Value> cli::askRunner(const RemoteOptions &options, const std::string &method,
                                         const std::string &target, const std::string &body,
                                         const http::Headers &headers) {
  Result<http::Client> client = makeClient(options);
  if (!client)
    return client.problem();
  Result<http::ClientResponse> response = client->request(method, target, body, headers);
  if (!response)
    return response.problem();
  if (response->status >= 300)
    return readProblem(*response);
  std::string error;
  if (std::optional<llvm::json::Value> value = protocol::parseJson(response->body, error))
    return std::move(*value);
  return makeProblem(ProblemCode::unavailable, "the runner's answer is not JSON: " + error);
}

int cli::refuse(const Problem &problem, bool json) {
  complain(problem);
  if (json)
    printJson(llvm::json::Object{{"ok", false}, {"problem", protocol::toJson(problem)}});
  return exitCodeOf(problem);
}
