// SPDX-License-Identifier: Apache-2.0
// What is signed, line by line, is in AWS's "Authenticating Requests (Signature Version 4)": a canonical request, whose
// digest goes with the date and the region into a string, which a key derived from all of those signs.
#include "runner/objects/Signature.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include <cstdlib>
#include <ctime>
#include <openssl/evp.h>
#include <openssl/hmac.h>

using namespace tessera::runner::objects;

static std::string digestOf(llvm::StringRef text) {
  std::array<uint8_t, 32> digest =
      llvm::SHA256::hash(llvm::ArrayRef(reinterpret_cast<const uint8_t *>(text.data()), text.size()));
  return std::string(digest.begin(), digest.end());
}

static std::string toHexText(llvm::StringRef bytes) { return llvm::toHex(bytes, /*LowerCase=*/true); }

static std::string authenticate(const std::string &key, llvm::StringRef text) {
  unsigned char code[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), text.bytes_begin(), text.size(), code, &size);
  return std::string(reinterpret_cast<const char *>(code), size);
}

static std::string getVariable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

Credentials Credentials::fromEnvironment() {
  Credentials credentials{getVariable("AWS_ACCESS_KEY_ID"), getVariable("AWS_SECRET_ACCESS_KEY"),
                          getVariable("AWS_SESSION_TOKEN"), getVariable("AWS_REGION")};
  if (credentials.region.empty())
    credentials.region = getVariable("AWS_DEFAULT_REGION");
  if (credentials.region.empty())
    credentials.region = "us-east-1";
  return credentials;
}

std::vector<std::pair<std::string, std::string>>
tessera::runner::objects::sign(const Request &request, const Credentials &credentials, int64_t seconds) {
  std::time_t time = seconds;
  std::tm parts{};
  gmtime_r(&time, &parts);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", &parts);
  std::string day(stamp, 8);
  std::vector<std::pair<std::string, std::string>> headers = {{"x-amz-content-sha256", request.digest},
                                                              {"x-amz-date", stamp}};
  if (credentials.key.empty())
    return headers;
  if (!credentials.session.empty())
    headers.emplace_back("x-amz-security-token", credentials.session);
  std::string names = "host", lines = "host:" + request.host + "\n"; // in the order of their names
  for (const auto &[name, value] : headers) {
    names += ";" + name;
    lines += name + ":" + value + "\n";
  }
  std::string canonical =
      request.method + "\n" + request.path + "\n" + request.query + "\n" + lines + "\n" + names + "\n" + request.digest;
  std::string scope = day + "/" + credentials.region + "/s3/aws4_request";
  std::string text = std::string("AWS4-HMAC-SHA256\n") + stamp + "\n" + scope + "\n" + toHexText(digestOf(canonical));
  std::string key = "AWS4" + credentials.secret;
  for (const std::string &part : {day, credentials.region, std::string("s3"), std::string("aws4_request")})
    key = authenticate(key, part);
  headers.emplace_back("Authorization", "AWS4-HMAC-SHA256 Credential=" + credentials.key + "/" + scope +
                                            ", SignedHeaders=" + names +
                                            ", Signature=" + toHexText(authenticate(key, text)));
  return headers;
}
