// SPDX-License-Identifier: Apache-2.0
// The list of system calls, by libseccomp. A job on the CPU computes in memory that it has or maps, in threads of its
// own process, and writes to its pipes. What is not on the list ends it by SIGSYS, and a handler says before that which
// call it was. The handler can't be taken away: `rt_sigaction` for SIGSYS ends the process at once, which is also how
// the handler ends it.
//
// A GPU's driver is not ours to know: it gets a longer list, what it does not find there fails as not permitted, and
// what no driver does ends the process.
#include "runner/sandbox/Walls.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <vector>

using namespace tessera::runner;
using namespace tessera::runner::sandbox;

namespace {
/// What computing takes, whatever the arguments.
constexpr const char *always =
    "read readv pread64 write writev close lseek fstat poll ppoll munmap mremap madvise brk futex futex_time64 "
    "set_robust_list set_tid_address rseq rt_sigprocmask rt_sigreturn sigaltstack restart_syscall exit exit_group "
    "sched_yield sched_getaffinity getpid gettid getppid getuid geteuid getgid getegid getcpu clock_gettime "
    "clock_getres clock_nanosleep nanosleep gettimeofday time times getrusage getrandom sysinfo";
/// Looking for files that a library can do without.
constexpr const char *lookingForFiles =
    "open openat openat2 access faccessat faccessat2 stat lstat newfstatat statx statfs fstatfs readlink "
    "readlinkat getdents64 getcwd ioctl fcntl uname prctl getpriority";
/// What a GPU's driver is known or likely to do beside, and `openat`. Files are Landlock's.
constexpr const char *forDrivers =
    "open access faccessat faccessat2 stat lstat newfstatat statx statfs fstatfs readlink readlinkat "
    "getdents64 getcwd ioctl fcntl uname getpriority dup dup2 dup3 pipe pipe2 eventfd eventfd2 epoll_create "
    "epoll_create1 epoll_ctl epoll_wait epoll_pwait select pselect6 timerfd_create timerfd_settime mmap mprotect "
    "mlock mlock2 munlock mincore msync memfd_create ftruncate flock fadvise64 pwrite64 membarrier get_mempolicy "
    "set_mempolicy mbind sched_setaffinity sched_getparam sched_getscheduler sched_setscheduler "
    "sched_get_priority_max sched_get_priority_min getresuid getresgid capget rt_sigtimedwait rt_sigpending";
/// What no driver does.
constexpr const char *inNoCase =
    "ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_open pidfd_getfd pidfd_send_signal "
    "execve execveat keyctl add_key request_key bpf perf_event_open userfaultfd io_uring_setup io_uring_enter "
    "io_uring_register mount umount2 move_mount fsopen fsmount open_tree pivot_root chroot unshare setns reboot "
    "kexec_load kexec_file_load init_module finit_module delete_module swapon swapoff quotactl acct settimeofday "
    "clock_settime adjtimex setuid setgid setreuid setregid setresuid setresgid setgroups capset personality "
    "syslog open_by_handle_at name_to_handle_at fanotify_init iopl ioperm modify_ldt";

constexpr size_t mostCalls = 512;
const char *names[mostCalls]; // for the handler, which may not ask the library
} // namespace

static void say(const char *text) { (void)!write(2, text, std::strlen(text)); }

static void tellAndEnd(int, siginfo_t *info, void *) {
  unsigned number = static_cast<unsigned>(info->si_syscall);
  const char *name = number < mostCalls ? names[number] : nullptr;
  say("the sandbox refuses the system call `");
  say(name ? name : "(unknown)");
  say("`\n");
  struct sigaction none{};
  sigaction(SIGSYS, &none, nullptr); // the end
  _exit(128 + SIGSYS);
}

namespace {
/// What `noteAndFail` has seen. It may not allocate, and several threads may be in it.
struct Notes {
  static constexpr unsigned mostFiles = 64, longest = 256;
  bool calls[mostCalls];
  char files[mostFiles][longest];
  unsigned fileCount;
} notes;
/// In a register that `openat` does not look at: the call comes from the handler, and is let through.
constexpr uint64_t fromHandler = 0x7e55e7a05a4db0c5;
} // namespace

static void noteFile(const char *path) {
  unsigned count = __atomic_load_n(&notes.fileCount, __ATOMIC_ACQUIRE);
  for (unsigned i = 0; i < std::min(count, Notes::mostFiles); ++i)
    if (std::strncmp(notes.files[i], path, Notes::longest - 1) == 0)
      return;
  unsigned own = __atomic_fetch_add(&notes.fileCount, 1, __ATOMIC_ACQ_REL);
  if (own < Notes::mostFiles)
    std::strncpy(notes.files[own], path, Notes::longest - 1);
}

/// In place of the kernel's plain refusal, where it is asked what a driver lacks: the call fails all the same. `openat`
/// is begun again, since Landlock decides on it.
static void noteAndFail(int, siginfo_t *info, void *context) {
  int before = errno;
  greg_t *registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  unsigned number = static_cast<unsigned>(info->si_syscall);
  long result = -EPERM;
  if (number == SYS_openat) {
    result = syscall(SYS_openat, registers[REG_RDI], registers[REG_RSI], registers[REG_RDX], registers[REG_R10], 0,
                     fromHandler);
    if (result < 0)
      result = -errno;
    if (result == -EACCES)
      noteFile(reinterpret_cast<const char *>(registers[REG_RSI]));
  } else if (number < mostCalls) {
    notes.calls[number] = true;
  }
  registers[REG_RAX] = result;
  errno = before;
}

Refused sandbox::takeRefused() {
  Refused refused;
  for (unsigned number = 0; number < mostCalls; ++number)
    if (notes.calls[number])
      refused.calls.push_back(names[number] ? names[number] : std::to_string(number));
  for (unsigned i = 0; i < std::min(notes.fileCount, Notes::mostFiles); ++i)
    refused.files.push_back(notes.files[i]);
  return refused;
}

static void findNames() {
  static bool areFound = false; // as those that are split off inherit it
  for (size_t number = 0; !areFound && number < mostCalls; ++number)
    names[number] = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, static_cast<int>(number)); // kept to the end
  areFound = true;
}

static bool installHandler(bool isNoting) {
  findNames();
  struct sigaction action{};
  action.sa_sigaction = isNoting ? noteAndFail : tellAndEnd;
  action.sa_flags = SA_SIGINFO;
  return sigaction(SIGSYS, &action, nullptr) == 0;
}

namespace {
/// As the kernel takes it.
using Code = std::vector<sock_filter>;

/// A filter under construction. A call that this machine's kind does not have needs no rule.
class Filter {
public:
  explicit Filter(uint32_t otherwise) : otherwise(otherwise), context(seccomp_init(otherwise)) {}
  ~Filter() {
    if (context)
      seccomp_release(context);
  }
  Filter(const Filter &) = delete;
  Filter &operator=(const Filter &) = delete;

  void add(uint32_t action, const char *name, std::initializer_list<scmp_arg_cmp> arguments = {}) {
    int call = seccomp_syscall_resolve_name(name);
    if (!context || call < 0 || action == otherwise)
      return;
    int result =
        seccomp_rule_add_array(context, action, call, static_cast<unsigned>(arguments.size()), arguments.begin());
    if (result < 0 && error == 0)
      error = -result;
  }
  /// Each of several, with a space between.
  void addAll(uint32_t action, std::string_view calls) {
    while (!calls.empty()) {
      std::string name(calls.substr(0, calls.find(' ')));
      add(action, name.c_str());
      calls.remove_prefix(std::min(calls.size(), name.size() + 1));
    }
  }
  /// 0, or an errno.
  int compile(Code &code) {
    if (!context)
      return ENOMEM;
    if (error == 0)
      error = -seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    // The kernel's longest filter fits into a pipe.
    int ends[2];
    if (error == 0 && pipe2(ends, O_CLOEXEC) != 0)
      return errno;
    if (error != 0)
      return error;
    error = -seccomp_export_bpf(context, ends[1]);
    close(ends[1]);
    Code all(BPF_MAXINSNS);
    ssize_t bytes = 0;
    for (ssize_t got = 1; error == 0 && got > 0; bytes += got)
      if (got = read(ends[0], reinterpret_cast<char *>(all.data()) + bytes, all.size() * sizeof all[0] - bytes);
          got < 0)
        error = errno;
    close(ends[0]);
    code.assign(all.begin(), all.begin() + bytes / static_cast<ssize_t>(sizeof all[0]));
    return error;
  }

private:
  uint32_t otherwise;
  scmp_filter_ctx context;
  int error = 0;
};
} // namespace

/// An argument whose bits of `mask` are `value`. The kernel takes an `int`'s lower half and never looks at the rest.
static scmp_arg_cmp when(unsigned argument, uint64_t value, uint64_t mask = 0xffffffff) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

/// Calls that are allowed with some arguments. `process`: the number of the one that the filter is for.
static void addByArguments(Filter &filter, pid_t process) {
  constexpr uint64_t thread = CLONE_VM | CLONE_SIGHAND | CLONE_THREAD;
  constexpr uint64_t namespaces =
      CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
  filter.add(SCMP_ACT_ALLOW, "clone", {when(0, thread, thread | namespaces)});
  filter.add(SCMP_ACT_ERRNO(ENOSYS), "clone3"); // its arguments can't be seen; the C library then takes `clone`
  for (uint64_t signal = 1; signal < 65; ++signal)
    filter.add(signal == SIGSYS ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_ALLOW, "rt_sigaction", {when(0, signal)});
  filter.add(SCMP_ACT_ALLOW, "tgkill", {when(0, static_cast<uint64_t>(process))}); // `abort`
  // Limits are read and not set.
  filter.add(SCMP_ACT_ALLOW, "prlimit64", {when(0, 0), when(2, 0, ~uint64_t(0))});
  filter.add(SCMP_ACT_ALLOW, "getrlimit");
}

/// For a GPU's driver with `isNoting` what is not on the list goes to `noteAndFail`.
static int compileFor(bool gpu, bool isNoting, pid_t process, Code &code) {
  Filter filter(gpu && !isNoting ? SCMP_ACT_ERRNO(EPERM) : SCMP_ACT_TRAP);
  filter.addAll(SCMP_ACT_ALLOW, always);
  addByArguments(filter, process);
  if (gpu) {
    if (isNoting)
      filter.add(SCMP_ACT_ALLOW, "openat", {when(5, fromHandler, ~uint64_t(0))});
    else
      filter.add(SCMP_ACT_ALLOW, "openat");
    filter.addAll(SCMP_ACT_ALLOW, forDrivers);
    filter.add(SCMP_ACT_ALLOW, "prctl", {when(0, PR_SET_NAME)});
    // CUDA waits on a socket of this machine for processes that share its memory. Nobody is let in: none may connect.
    filter.add(SCMP_ACT_ALLOW, "socket", {when(0, AF_UNIX)});
    filter.addAll(SCMP_ACT_ALLOW, "bind listen accept accept4 getsockname getsockopt setsockopt shutdown");
    filter.addAll(SCMP_ACT_TRAP, inNoCase);
  } else {
    filter.addAll(SCMP_ACT_ERRNO(EACCES), lookingForFiles);
    // Memory is never executed: all code that this process has was there before the artifact.
    filter.add(SCMP_ACT_ALLOW, "mmap", {when(2, 0, PROT_EXEC)});
    filter.add(SCMP_ACT_ALLOW, "mprotect", {when(2, 0, PROT_EXEC)});
  }
  return filter.compile(code);
}

/// The number of a job on the CPU in its namespace of processes, whose first process is the one that keeps it; and the
/// filter for it, where it was made beforehand.
static constexpr pid_t insideNumber = 2;
static Code insideCode;

void sandbox::prepareSystemCalls() {
  findNames();
  if (compileFor(/*gpu=*/false, /*isNoting=*/false, insideNumber, insideCode) != 0)
    insideCode.clear(); // each compiles its own, and says what is wrong
}

/// 0, or an errno.
static int load(Code &code) {
  sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0
             ? 0
             : errno;
}

Wall sandbox::closeSystemCalls(const Settings &settings) {
  Wall wall{"system calls", false, true, ""};
  bool isNoting = settings.gpu && settings.notes;
  if (!installHandler(isNoting)) {
    wall.why = describeErrno("no handler");
    return wall;
  }
  Code code;
  bool isReady = !settings.gpu && getpid() == insideNumber && !insideCode.empty();
  int error = isReady ? 0 : compileFor(settings.gpu, isNoting, getpid(), code);
  if (error == 0)
    error = load(isReady ? insideCode : code);
  wall.holds = error == 0;
  if (error != 0)
    wall.why = std::string("no seccomp filter: ") + std::strerror(error);
  return wall;
}
