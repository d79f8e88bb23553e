// SPDX-License-Identifier: Apache-2.0
// The walls one by one, in the order in which `enter` puts them up: each takes away what those before it needed. Each
// says whether it stands. The process has one thread.
#pragma once

#include "runner/sandbox/Sandbox.h"

namespace tessera::runner::sandbox {

/// `what: Operation not permitted`, by errno.
std::string describeErrno(const std::string &what);

/// The end of the server ends this process, too. Ends it at once where the server is gone already: nobody reads stdout.
void dieWithServer();

/// Time, memory, core files and priority: what an `off` sandbox has as well.
void limitCost(const Settings &settings);
/// Threads, the size and number of files.
Wall limitResources(const Settings &settings, bool ownUser);

/// What namespaces a process got.
struct Namespaces {
  std::vector<Wall> walls;
  bool processes = false; // takes effect with the next child
  bool user = false;      // of users: its limits on processes are its own
};
/// New namespaces of processes, network, IPC and mounts, the last with an empty root that can't be written, which a
/// GPU's driver could not do with. Without `rights` in a new namespace of users.
Namespaces enterNamespaces(const Settings &settings, bool rights);
/// Whether this is root, with the right to make namespaces: in containers root often has it not. If so, the process is
/// in an own one of IPC from here on.
bool hasRights();
/// For a process that others are split off: makes an empty root that all of them enter in place of making one each.
/// The descriptor that stands for it, which they inherit; -1 where there is none.
int prepareRoot();
/// Closes that descriptor: nothing of it is left to this process but where it already is.
void leaveReadyRoot();
/// After a new namespace of processes: continues in a child inside. The caller's own process ends as the child does.
/// False, in the same process, where there can be no child.
bool continueInside();

/// From root to a user that nobody else is. A wall that stands for those who are not root.
Wall changeUser();
/// No capability, none to be had by executing a file, no one looks into the process.
Wall dropPrivileges();
/// No file (for a GPU: its driver's alone), no TCP port, no abstract socket, no signal to others.
Wall closeFiles(const Settings &settings);
/// The list of system calls. The last wall: the others need what it forbids.
Wall closeSystemCalls(const Settings &settings);
/// For a process that others are split off: compiles the list once for all of them that are in a namespace of
/// processes, where each has the same number.
void prepareSystemCalls();

} // namespace tessera::runner::sandbox
