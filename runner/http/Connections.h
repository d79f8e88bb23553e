// SPDX-License-Identifier: Apache-2.0
// Who may hold a connection, and who makes room when there are too many.
//
// A connection that waits (for a request, or for the rest of a head) holds a place only as long as nobody else needs
// it: the newcomer gets the place of the one that has waited longest. So silent clients can't lock anybody out, however
// many they are. One address that has as many as an address may have pays with its own. A body that has stood still for
// a while is treated in the same way, after all that wait, and so is an answer that its client does not read.
// Connections that are being answered are never ended else; a part of them is kept for requests that carry the token.
//
//   total 3, per address 2:   A waits, A is answered, B waits;   A comes -> the waiting A goes
//                                                                C comes -> whoever of A and B has waited longer goes
//
// Rejected: a queue of connections that are not accepted yet. The kernel's is one already, and it is what a crowd
// fills.
#pragma once

#include "runner/api/Services.h"
#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace tessera::runner::http {

struct ConnectionLimits {
  size_t total = 256;
  size_t perAddress = 0;                   // of an IPv4 address or an IPv6 network of 64 bits; 0: any number
  size_t reserved = 0;                     // of `total`, for requests that carry the token
  size_t refusals = 32;                    // beyond `total`: connections that are being told why they are not served
  std::chrono::milliseconds stalled{5000}; // a body or an answer that stands still for so long may go
};

class Connections {
public:
  enum class Activity { handshaking, waiting, receiving, answering, sending }; // `api::connectionActivityTexts`
  enum class Ending { toMakeRoom, toStop };
  /// Called from any thread; does its work on the connection's own executor. It may be the last to hold the connection,
  /// which gives its place back then: never called under the lock.
  using End = std::function<void(Ending)>;

private:
  using Clock = std::chrono::steady_clock;
  struct Entry {
    std::string address; // those of one address share its limit
    End end;
    Clock::time_point since; // when `activity` began, or the last byte came, or went
    Activity activity = Activity::waiting;
    bool hasToken = false;
    bool refused = false; // outside of `total`
    bool gone = false;    // told to end; counts no more
  };

public:
  /// One connection's place, which it gives back when it goes.
  class Place {
  public:
    ~Place() { owner.remove(entry); }
    Place(const Place &) = delete;
    /// What the connection does from now on; called again and again while a body comes or goes. False: it has been told
    /// to make room, and must end.
    bool set(Activity activity) { return owner.set(*entry, activity); }
    /// Whether a request may be answered now, and notes who asks.
    bool mayAnswer(bool hasToken) { return owner.mayAnswer(*entry, hasToken); }
    /// Ends the connection that has stood still for longest in the middle of a body or an answer, whose bytes somebody
    /// needs. False: there is none.
    bool freeBytes() { return owner.freeBytes(); }

  private:
    friend class Connections;
    Place(Connections &owner, std::list<Entry>::iterator entry) : owner(owner), entry(entry) {}
    Connections &owner;
    std::list<Entry>::iterator entry;
  };

  struct Admission {
    std::shared_ptr<Place> place; // null: there is no room even for a refusal
    std::string refusal;          // why it is not served; empty if it is
  };

  /// `open` counts all places, `shed` those that made room, `active` those that do something, if it is there.
  Connections(ConnectionLimits limits, std::atomic<int64_t> &open, std::atomic<int64_t> &shed,
              decltype(api::Metrics::connectionsByActivity) *active = nullptr)
      : limits(limits), open(open), shed(shed), active(active) {}

  Admission admit(const boost::asio::ip::address &address, End end);
  /// Ends the connection that has waited longest, if one waits: there are no descriptors left.
  bool makeRoom();
  /// Ends all that wait for a request.
  void stop();
  bool empty();

private:
  bool set(Entry &entry, Activity activity);
  bool mayAnswer(Entry &entry, bool hasToken);
  void remove(std::list<Entry>::iterator entry);
  bool freeBytes();
  End chooseForRoom(const std::string *address, bool forBytes = false);
  void count(Activity activity, int more);
  size_t count(const std::string *address) const;

  ConnectionLimits limits;
  std::atomic<int64_t> &open, &shed;
  decltype(api::Metrics::connectionsByActivity) *active;
  std::mutex mutex;
  std::list<Entry> entries;
};

} // namespace tessera::runner::http
