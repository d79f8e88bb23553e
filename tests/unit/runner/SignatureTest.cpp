// SPDX-License-Identifier: Apache-2.0
// Signatures of requests to object stores, beside AWS's own example.
#include "runner/objects/Signature.h"
#include "gtest/gtest.h"

using namespace tessera::runner::objects;

static const std::string emptyDigest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
static constexpr int64_t may24 = 1369353600; // 2013-05-24 00:00 UTC

/// "GET Bucket Lifecycle" of "Authenticating Requests: Using the Authorization Header".
TEST(Signature, IsThatOfTheExample) {
  Credentials credentials{"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "", "us-east-1"};
  auto headers = sign({"GET", "examplebucket.s3.amazonaws.com", "/", "lifecycle=", emptyDigest}, credentials, may24);
  ASSERT_EQ(headers.size(), 3u);
  EXPECT_EQ(headers[1].second, "20130524T000000Z");
  EXPECT_EQ(headers[2].second, "AWS4-HMAC-SHA256 "
                               "Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
                               "SignedHeaders=host;x-amz-content-sha256;x-amz-date, "
                               "Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
}

TEST(Signature, NeedsAKeyAndSignsASession) {
  Request request{"PUT", "host:9000", "/bucket/x", "", emptyDigest};
  EXPECT_EQ(sign(request, {}, may24).size(), 2u) << "not signed, for stores that ask for nothing";
  auto headers = sign(request, {"key", "secret", "token", "eu-central-1"}, may24);
  ASSERT_EQ(headers.size(), 4u);
  EXPECT_EQ(headers[2].first, "x-amz-security-token");
  EXPECT_NE(headers[3].second.find("x-amz-date;x-amz-security-token,"), std::string::npos);
  EXPECT_NE(headers[3].second, sign(request, {"key", "secret", "other", "eu-central-1"}, may24)[3].second);
}
