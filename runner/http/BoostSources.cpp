// SPDX-License-Identifier: Apache-2.0
// The compiled half of Boost.Asio, its TLS and Boost.Beast, once, so that no other file pays for it.
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
