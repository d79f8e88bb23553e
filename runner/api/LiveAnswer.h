// SPDX-License-Identifier: Apache-2.0
// An answer that is made by other threads while its client waits: `http/` asks for what there is and sends it. Whether
// it is one body or a stream of events may show late.
#pragma once

#include <functional>
#include <string>

namespace tessera::runner::api {

class LiveAnswer {
public:
  virtual ~LiveAnswer() = default;

  enum class Form { open, body, events };
  /// `open`: not known yet. `body`: it is whole, `takeBody` has it. `events`: `takeEvents` has what came since.
  virtual Form form() = 0;
  /// The client has waited for so long that it should hear something: events from now on, where it takes them.
  virtual void beginEvents() = 0;
  virtual std::string takeBody() = 0;
  /// Server-sent events; `isOver`: these are the last.
  virtual std::string takeEvents(bool &isOver) = 0;
  /// `wake` is called from any thread whenever there is something new, until this is called with null.
  virtual void watch(std::function<void()> wake) = 0;
  /// Nobody waits any more: what makes the answer stops.
  virtual void leave() = 0;
  /// The server stops: the answer is to be over soon.
  virtual void hurry() = 0;
};

} // namespace tessera::runner::api
