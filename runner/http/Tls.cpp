// SPDX-License-Identifier: Apache-2.0
// OpenSSL's settings and its errors in our words. TLS 1.2 with ephemeral keys and authenticated ciphers, and 1.3; no
// renegotiation, no compression. Nothing here asks at a terminal: a key with a password is refused.
#include "runner/http/Tls.h"
#include "runner/api/Services.h"
#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/beast/core/error.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::http;
namespace asio = boost::asio;

/// What OpenSSL said last, for people; empties its queue.
static std::string takeError() {
  unsigned long error = ERR_peek_last_error();
  ERR_clear_error();
  const char *reason =
      ERR_GET_LIB(error) == ERR_LIB_SYS ? std::strerror(ERR_GET_REASON(error)) : ERR_reason_error_string(error);
  return reason ? reason : "unknown error";
}

static std::string describeTime(const ASN1_TIME *time) {
  std::tm parts{};
  char text[48] = "an unreadable date";
  if (time && ASN1_TIME_to_tm(time, &parts))
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts);
  return text;
}

/// The names and addresses that a certificate is for, each in backticks.
static std::string describeNames(X509 *certificate) {
  std::string names;
  auto add = [&](const std::string &name) { names += (names.empty() ? "`" : ", `") + name + "`"; };
  auto *all = static_cast<GENERAL_NAMES *>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr));
  for (int i = 0; i < sk_GENERAL_NAME_num(all); ++i) {
    const GENERAL_NAME *name = sk_GENERAL_NAME_value(all, i);
    if (name->type != GEN_DNS && name->type != GEN_IPADD)
      continue;
    const ASN1_STRING *value = name->type == GEN_DNS ? name->d.dNSName : name->d.iPAddress;
    std::string bytes(reinterpret_cast<const char *>(ASN1_STRING_get0_data(value)), ASN1_STRING_length(value));
    asio::ip::address_v4::bytes_type four;
    asio::ip::address_v6::bytes_type sixteen;
    if (name->type == GEN_IPADD && bytes.size() == four.size()) {
      std::copy(bytes.begin(), bytes.end(), four.begin());
      bytes = asio::ip::address_v4(four).to_string();
    } else if (name->type == GEN_IPADD && bytes.size() == sixteen.size()) {
      std::copy(bytes.begin(), bytes.end(), sixteen.begin());
      bytes = asio::ip::address_v6(sixteen).to_string();
    }
    add(bytes);
  }
  GENERAL_NAMES_free(all);
  return names.empty() ? "no name" : names;
}

static std::string describeIssuer(X509 *certificate) {
  std::unique_ptr<BIO, decltype(&BIO_free)> text(BIO_new(BIO_s_mem()), BIO_free);
  X509_NAME_print_ex(text.get(), X509_get_issuer_name(certificate), 0, XN_FLAG_ONELINE);
  char *begin = nullptr;
  long size = BIO_get_mem_data(text.get(), &begin);
  return std::string(begin, size);
}

//===-- the server -----------------------------------------------------------------------------------------------===//

/// HTTP/2 is not spoken here: who offers both gets 1.1.
static int chooseProtocol(SSL *, const unsigned char **chosen, unsigned char *length, const unsigned char *offered,
                          unsigned size, void *) {
  static constexpr unsigned char known[] = "\x08http/1.1";
  unsigned char *found = nullptr;
  if (SSL_select_next_proto(&found, length, known, sizeof known - 1, offered, size) != OPENSSL_NPN_NEGOTIATED)
    return SSL_TLSEXT_ERR_NOACK;
  *chosen = found;
  return SSL_TLSEXT_ERR_OK;
}

static TlsContext makeContext(asio::ssl::context::method method) {
  auto context = std::make_shared<asio::ssl::context>(method);
  SSL_CTX *native = context->native_handle();
  SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
  SSL_CTX_set_options(native, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_cipher_list(native, "ECDHE+AESGCM:ECDHE+CHACHA20"); // of 1.2; all of 1.3 are such
  SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS);             // a connection that waits holds none
  SSL_CTX_set_session_cache_mode(native, SSL_SESS_CACHE_OFF);     // tickets resume as well, and grow nowhere
  return context;
}

static Problem refuseFile(const char *option, const std::string &file, const std::string &why) {
  return makeProblem(ProblemCode::badRequest, std::string("`") + option + " " + file + "`: " + why);
}

static std::optional<Problem> checkKeyFile(const std::string &file) {
  struct stat status{};
  if (stat(file.c_str(), &status) != 0)
    return refuseFile("--tls-key", file, std::strerror(errno));
  if (S_ISREG(status.st_mode) && (status.st_mode & 0007))
    return refuseFile("--tls-key", file, "everybody on this machine may read the key; `chmod 640` it");
  return std::nullopt;
}

Result<ServerTls> http::readServerTls(const std::string &certificateFile, const std::string &keyFile) {
  if (access(certificateFile.c_str(), R_OK) != 0)
    return refuseFile("--tls-cert", certificateFile, std::strerror(errno));
  if (std::optional<Problem> problem = checkKeyFile(keyFile))
    return *problem;
  ServerTls tls;
  tls.context = makeContext(asio::ssl::context::tls_server);
  SSL_CTX *native = tls.context->native_handle();
  SSL_CTX_set_alpn_select_cb(native, chooseProtocol, nullptr);
  SSL_CTX_set_default_passwd_cb(native, [](char *, int, int, void *) { return -1; });
  if (SSL_CTX_use_certificate_chain_file(native, certificateFile.c_str()) != 1)
    return refuseFile("--tls-cert", certificateFile, "no certificate in PEM (" + takeError() + ")");
  if (SSL_CTX_use_PrivateKey_file(native, keyFile.c_str(), SSL_FILETYPE_PEM) != 1) {
    unsigned long error = ERR_peek_last_error();
    bool isOthers = ERR_GET_LIB(error) == ERR_LIB_X509 && ERR_GET_REASON(error) == X509_R_KEY_VALUES_MISMATCH;
    std::string why = takeError();
    return refuseFile("--tls-key", keyFile,
                      isOthers ? "it is not the key of the certificate in `" + certificateFile + "`"
                               : "no key in PEM without a password (" + why + ")");
  }
  if (SSL_CTX_check_private_key(native) != 1)
    return refuseFile("--tls-key", keyFile, "it is not the key of the certificate in `" + certificateFile + "`");
  X509 *certificate = SSL_CTX_get0_certificate(native);
  tls.names = describeNames(certificate);
  tls.ends = describeTime(X509_get0_notAfter(certificate));
  tls.isOver = X509_cmp_current_time(X509_get0_notAfter(certificate)) < 0 ||
               X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0;
  return tls;
}

static_assert(std::size(api::tlsFailureTexts) == static_cast<size_t>(TlsFailure::malformed) + 1);

TlsFailure http::classifyTlsFailure(const boost::system::error_code &error) {
  if (error == boost::beast::error::timeout)
    return TlsFailure::timeout;
  if (error.category() != asio::error::get_ssl_category())
    return TlsFailure::left;
  int reason = ERR_GET_REASON(static_cast<unsigned long>(error.value()));
  switch (reason) {
  case SSL_R_UNSUPPORTED_PROTOCOL:
  case SSL_R_NO_SHARED_CIPHER:
  case SSL_R_VERSION_TOO_LOW:
  case SSL_R_WRONG_VERSION_NUMBER:
  case SSL_R_NO_PROTOCOLS_AVAILABLE:
    return TlsFailure::version;
  default:
    return reason >= SSL_AD_REASON_OFFSET ? TlsFailure::refusedByClient : TlsFailure::malformed;
  }
}

//===-- the client -----------------------------------------------------------------------------------------------===//

/// OpenSSL's own place of authorities, and those of other distributions than the one that it was built for.
static void believeInSystem(SSL_CTX *native) {
  SSL_CTX_set_default_verify_paths(native); // obeys SSL_CERT_FILE and SSL_CERT_DIR
  if (getenv(X509_get_default_cert_file_env()) || getenv(X509_get_default_cert_dir_env()) ||
      access(X509_get_default_cert_file(), R_OK) == 0)
    return;
  for (const char *file : {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                           "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"})
    if (access(file, R_OK) == 0) {
      SSL_CTX_load_verify_file(native, file);
      break;
    }
  ERR_clear_error();
}

Result<TlsContext> http::makeClientTls(const std::string &caFile) {
  TlsContext context = makeContext(asio::ssl::context::tls_client);
  SSL_CTX *native = context->native_handle();
  SSL_CTX_set_verify(native, SSL_VERIFY_PEER, nullptr);
  // What `--ca` names is believed, be it an authority's certificate or the runner's own.
  X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(native), X509_V_FLAG_PARTIAL_CHAIN);
  if (caFile.empty()) {
    believeInSystem(native);
    return context;
  }
  if (access(caFile.c_str(), R_OK) != 0)
    return refuseFile("--ca", caFile, std::strerror(errno));
  if (SSL_CTX_load_verify_file(native, caFile.c_str()) != 1)
    return refuseFile("--ca", caFile, "no certificate in PEM (" + takeError() + ")");
  return context;
}

/// What is wrong with the certificate of `host`, and what to do.
static Problem describeRefusal(int error, X509 *certificate, const std::string &host) {
  auto refuse = [](const std::string &text) { return makeProblem(ProblemCode::badRequest, text); };
  switch (error) {
  case X509_V_ERR_CERT_HAS_EXPIRED: // which the runner may have mended when it is asked again
    return makeProblem(ProblemCode::unavailable, "its certificate ended on " +
                                                     describeTime(X509_get0_notAfter(certificate)) +
                                                     "; give the runner a new one, SIGHUP makes it take that");
  case X509_V_ERR_CERT_NOT_YET_VALID:
    return refuse("its certificate begins on " + describeTime(X509_get0_notBefore(certificate)) +
                  ", which is still to come by this machine's clock");
  case X509_V_ERR_HOSTNAME_MISMATCH:
  case X509_V_ERR_IP_ADDRESS_MISMATCH:
    return refuse("its certificate is for " + describeNames(certificate) + " and not for `" + host +
                  "`; ask by a name that it is for, or give the runner a certificate for this one");
  case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
  case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
  case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
  case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
  case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    return refuse("its certificate is from `" + describeIssuer(certificate) +
                  "`, an authority that is not known here; name that authority's certificate by `--ca FILE`");
  default:
    return refuse(std::string("its certificate is not valid: ") + X509_verify_cert_error_string(error));
  }
}

/// Where an `SSL` keeps its `HostCheck`. (Asio has its application data.)
static int checkIndex() {
  static const int index = SSL_get_ex_new_index(0, nullptr, nullptr, nullptr, nullptr);
  return index;
}

/// Notes the first thing that is wrong; never makes wrong right.
static int noteRefusal(int isRight, X509_STORE_CTX *store) {
  auto *ssl = static_cast<SSL *>(X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()));
  auto *check = static_cast<HostCheck *>(SSL_get_ex_data(ssl, checkIndex()));
  X509 *certificate = X509_STORE_CTX_get_current_cert(store);
  if (!isRight && !check->refusal && certificate)
    check->refusal = describeRefusal(X509_STORE_CTX_get_error(store), certificate, check->host);
  return isRight;
}

void http::expectHost(SSL *ssl, HostCheck &check) {
  SSL_set_ex_data(ssl, checkIndex(), &check);
  SSL_set_verify(ssl, SSL_VERIFY_PEER, noteRefusal);
  if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), check.host.c_str()) != 1) {
    SSL_set1_host(ssl, check.host.c_str());
    SSL_set_tlsext_host_name(ssl, check.host.c_str());
  }
  ERR_clear_error();
}

bool http::isPlain(const boost::system::error_code &error) {
  if (error.category() != asio::error::get_ssl_category())
    return false;
  int reason = ERR_GET_REASON(static_cast<unsigned long>(error.value()));
  return reason == SSL_R_WRONG_VERSION_NUMBER || reason == SSL_R_HTTP_REQUEST || reason == SSL_R_UNEXPECTED_MESSAGE;
}
