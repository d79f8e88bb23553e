// SPDX-License-Identifier: Apache-2.0
// Artifacts in an object store that speaks S3's HTTP: PUT, GET, HEAD and DELETE of
// `https://host/bucket/prefix/<digest>`, or of `http://..`.
#pragma once

#include "runner/http/Client.h"
#include "runner/objects/Signature.h"
#include "runner/store/ArtifactPlace.h"

namespace tessera::runner::objects {

class ObjectPlace final : public ArtifactPlace {
public:
  /// `client` asks `address`.
  ObjectPlace(std::string name, http::Url address, http::Client client, Credentials credentials)
      : name(std::move(name)), address(std::move(address)), client(std::move(client)),
        credentials(std::move(credentials)) {}

  const std::string &url() const override { return name; }
  Status put(const std::string &digest, llvm::ArrayRef<uint8_t> bytes) override;
  Result<std::vector<uint8_t>> get(const std::string &digest, uint64_t limit) override;
  Status remove(const std::string &digest) override;
  Status probe() override;

private:
  /// Asks up to three times while the store can't answer, unless that takes too long. Any answer below 500 is one.
  Result<http::ClientResponse> ask(const char *method, const std::string &digest, const std::string &body,
                                   const std::string &bodyDigest, std::chrono::seconds timeout) const;
  Problem describe(const char *doing, const http::ClientResponse &response) const;

  std::string name;
  http::Url address;
  http::Client client;
  Credentials credentials;
};

/// A folder (`/path`, `file:///path`) or an object store (`https://host/bucket/prefix`), which authorities in the file
/// `AWS_CA_BUNDLE` vouch for, or else this machine's.
Result<std::shared_ptr<ArtifactPlace>> openPlace(const std::string &url);

} // namespace tessera::runner::objects
