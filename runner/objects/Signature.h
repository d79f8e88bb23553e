// SPDX-License-Identifier: Apache-2.0
// AWS's Signature Version 4, as far as an object store needs it: one request, its headers signed.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tessera::runner::objects {

struct Credentials {
  std::string key, secret; // without a key requests are not signed
  std::string session;     // of credentials that end by themselves; may be empty
  std::string region = "us-east-1";

  /// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION or AWS_DEFAULT_REGION.
  static Credentials fromEnvironment();
};

struct Request {
  std::string method, host; // `host` as the header has it
  std::string path;         // of characters that need no encoding
  std::string query = {};   // in the canonical form: `lifecycle=`
  std::string digest;       // SHA-256 of the body in hex
};

/// The headers to send besides `Host`. `seconds` since 1970.
std::vector<std::pair<std::string, std::string>> sign(const Request &request, const Credentials &credentials,
                                                      int64_t seconds);

} // namespace tessera::runner::objects
