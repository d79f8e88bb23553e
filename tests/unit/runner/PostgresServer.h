// SPDX-License-Identifier: Apache-2.0
// A PostgreSQL server of the tests' own, in a folder that goes away; on a socket in it, so that several may run at
// once.
#pragma once

#include "tests/unit/runner/Fixture.h"
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tessera::runner::test {

class PostgresServer {
public:
  /// Started once a process; null where PostgreSQL 15 is not installed.
  static PostgresServer *get() {
    static std::unique_ptr<PostgresServer> server = start();
    return server.get();
  }
  ~PostgresServer() { stop(SIGQUIT); }

  std::string url() const { return "postgresql:///postgres?host=" + folder.path + "&user=tessera"; }
  /// `SIGQUIT` ends it at once, as a crash would; `start` goes on with what it has kept.
  void stop(int signal) {
    if (child <= 0)
      return;
    kill(child, signal);
    waitpid(child, nullptr, 0);
    child = -1;
  }
  bool start(bool isNew) {
    std::string data = folder.path + "/data";
    if (isNew && run({program("initdb"), "-D", data, "-A", "trust", "-U", "tessera", "-N", "-E", "UTF8"}) != 0)
      return false;
    child = launch({program("postgres"), "-D", data, "-k", folder.path, "-h", "", "-c", "shared_buffers=16MB"});
    // After a crash it looks at all of its files first, for which a busy disk takes its time.
    for (int i = 0; i < 1200; ++i) {
      if (Result<std::unique_ptr<PostgresDatabase>> database = PostgresDatabase::open(url()))
        return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return false;
  }

private:
  static std::string program(const char *name) { return std::string("/usr/lib/postgresql/15/bin/") + name; }
  static std::unique_ptr<PostgresServer> start() {
    if (access(program("postgres").c_str(), X_OK) != 0 || !Libpq::load())
      return nullptr;
    std::unique_ptr<PostgresServer> server(new PostgresServer());
    // It refuses to be run by root.
    if (passwd *user = getuid() == 0 ? getpwnam("postgres") : nullptr)
      if (chown(server->folder.path.c_str(), user->pw_uid, user->pw_gid) != 0)
        return nullptr;
    return server->start(/*isNew=*/true) ? std::move(server) : nullptr;
  }
  /// A child that dies with us, as another user where we are root.
  static pid_t launch(std::vector<std::string> words) {
    if (getuid() == 0)
      words.insert(words.begin(), {"/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups",
                                   "--pdeathsig=KILL", "--"});
    std::vector<char *> arguments;
    for (std::string &word : words)
      arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int file : {0, 1, 2})
      posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_RDWR, 0);
    pid_t child = -1;
    int error = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 ? child : -1;
  }
  static int run(const std::vector<std::string> &words) {
    int status = -1;
    pid_t child = launch(words);
    return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
  }

  TemporaryFolder folder;
  pid_t child = -1;
};

} // namespace tessera::runner::test
