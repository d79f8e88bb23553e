// SPDX-License-Identifier: Apache-2.0
// The order of the walls: namespaces need privileges, privileges go before Landlock, which wants that none can come
// back, and the list of system calls forbids the calls that all of these are made of.
#include "runner/sandbox/Walls.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace tessera::runner;
using namespace tessera::runner::sandbox;

std::optional<Mode> sandbox::parseMode(std::string_view text) {
  for (Mode mode : {Mode::require, Mode::attempt, Mode::off})
    if (getText(mode) == text)
      return mode;
  return std::nullopt;
}

std::string_view sandbox::getText(Mode mode) {
  return mode == Mode::require ? "require" : mode == Mode::attempt ? "try" : "off";
}

std::string sandbox::describeErrno(const std::string &what) { return what + ": " + std::strerror(errno); }

bool Report::holds() const {
  return std::all_of(walls.begin(), walls.end(), [](const Wall &wall) { return wall.holds || !wall.matters; });
}

std::string Report::describeLacking(bool all) const {
  std::string text, why;
  for (const Wall &wall : walls) {
    if (wall.holds || !(all || wall.matters))
      continue;
    if (!text.empty())
      text += wall.why == why ? ", " : " (" + why + "), ";
    text += wall.name;
    why = wall.why;
  }
  return text.empty() ? text : text + " (" + why + ")";
}

int sandbox::prepare() {
  prepareSystemCalls();
  return prepareRoot();
}

Report sandbox::enter(const Settings &settings) {
  Report report{settings.mode, {}};
  dieWithServer();
  limitCost(settings);
  if (settings.mode == Mode::off) {
    leaveReadyRoot();
    return report;
  }
  // Root with rights needs them for its namespaces; root without leaves first, and makes them as others do.
  bool wasRoot = geteuid() == 0, rights = hasRights();
  Wall user;
  if (!rights)
    user = changeUser();
  Namespaces namespaces = enterNamespaces(settings, rights);
  leaveReadyRoot();
  if (rights)
    user = changeUser();
  dieWithServer(); // once more: another user is another process to the kernel here
  if (namespaces.processes && !continueInside())
    for (Wall &wall : namespaces.walls)
      if (wall.name == "processes")
        wall.holds = false, wall.why = describeErrno("no process can be started");
  report.walls = std::move(namespaces.walls);
  bool ownUser = namespaces.user || (wasRoot && user.holds);
  report.walls.push_back(std::move(user));
  report.walls.push_back(limitResources(settings, ownUser));
  report.walls.push_back(dropPrivileges());
  Wall files = closeFiles(settings);
  // One of the two is enough: where nothing can be opened, it does not matter what there is.
  files.matters = std::none_of(report.walls.begin(), report.walls.end(),
                               [](const Wall &wall) { return wall.name == "root" && wall.holds; });
  report.walls.push_back(std::move(files));
  report.walls.push_back(closeSystemCalls(settings));
  return report;
}
