// SPDX-License-Identifier: Apache-2.0
// Wakes the connections that follow a job when the store says that the job changed.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace tessera::runner::http {

/// One connection's alarm clock; used on the connection's own executor only, except `wake`.
class Waiter : public std::enable_shared_from_this<Waiter> {
public:
  explicit Waiter(boost::asio::any_io_executor executor) : timer(executor) {}

  /// From any thread.
  void wake() {
    boost::asio::post(timer.get_executor(), [self = shared_from_this()] {
      self->awake = true;
      self->timer.cancel();
    });
  }

  boost::asio::steady_timer timer;
  bool awake = false; // woken since the connection last looked
};

class EventHub {
public:
  void add(const std::string &job, std::shared_ptr<Waiter> waiter) {
    std::lock_guard lock(mutex);
    waiters.emplace(job, std::move(waiter));
  }
  void remove(const std::string &job, const std::shared_ptr<Waiter> &waiter) {
    std::lock_guard lock(mutex);
    for (auto [entry, end] = waiters.equal_range(job); entry != end; ++entry)
      if (entry->second == waiter) {
        waiters.erase(entry);
        return;
      }
  }
  void wake(const std::string &job) {
    std::lock_guard lock(mutex);
    for (auto [entry, end] = waiters.equal_range(job); entry != end; ++entry)
      entry->second->wake();
  }
  /// Before the event loop goes: a waiter may not outlive it.
  void clear() {
    std::lock_guard lock(mutex);
    waiters.clear();
  }
  void wakeAll() {
    std::lock_guard lock(mutex);
    for (auto &[job, waiter] : waiters)
      waiter->wake();
  }

private:
  std::mutex mutex;
  std::multimap<std::string, std::shared_ptr<Waiter>> waiters;
};

} // namespace tessera::runner::http
