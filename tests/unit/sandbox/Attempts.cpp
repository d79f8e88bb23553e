// SPDX-License-Identifier: Apache-2.0
// By the system calls themselves where the C library would look first. An attempt that may do harm outside (`reboot`)
// has arguments that do none.
#include "tests/unit/sandbox/Attempts.h"
#include <arpa/inet.h>
#include <cerrno>
#include <climits>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <linux/keyctl.h>
#include <linux/perf_event.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tessera::runner::sandbox;

Surroundings tessera::runner::sandbox::surroundings;

static bool opens(const std::string &path, int flags = O_RDONLY) { return open(path.c_str(), flags, 0600) >= 0; }
static std::string beside(const char *name) { return surroundings.folder + "/" + name; }

static sockaddr_in makeAddress(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static bool startsChild(pid_t child) {
  if (child == 0)
    _exit(0);
  return child > 0 && waitpid(child, nullptr, 0) == child;
}

//===-- files -------------------------------------------------------------------------------------------------===//

static bool readsSecret() { return opens(surroundings.secret); }
static bool readsPasswords() { return opens("/etc/passwd"); }
static bool readsByOpenat2() {
  struct {
    uint64_t flags, mode, resolve;
  } how{O_RDONLY, 0, 0};
  return syscall(SYS_openat2, AT_FDCWD, "/etc/passwd", &how, sizeof how) >= 0;
}
static bool createsFile() { return opens(beside("new"), O_WRONLY | O_CREAT); }
static bool appendsToSecret() { return opens(surroundings.secret, O_WRONLY | O_APPEND); }
static bool truncatesSecret() { return truncate(surroundings.secret.c_str(), 6) == 0; }
static bool removesFile() { return unlink(beside("victim").c_str()) == 0; }
static bool renamesFile() { return rename(beside("movable").c_str(), beside("moved").c_str()) == 0; }
static bool makesFolder() { return mkdir(beside("folder").c_str(), 0700) == 0; }
static bool makesLink() { return symlink("/etc/passwd", beside("link").c_str()) == 0; }
static bool makesPipe() { return mkfifo(beside("pipe").c_str(), 0600) == 0; }
static bool makesDevice() { return mknod(beside("disk").c_str(), S_IFCHR | 0600, makedev(1, 3)) == 0; }
static bool changesMode() { return chmod(surroundings.secret.c_str(), 0666) == 0; }
static bool listsFolder() { return opens("/", O_RDONLY | O_DIRECTORY); }
static bool seesFile() {
  struct stat status;
  return stat(surroundings.secret.c_str(), &status) == 0;
}
static bool readsMemoryDevice() { return opens("/dev/zero"); }
static bool watchesFiles() {
  int watch = inotify_init1(0);
  return watch >= 0 && inotify_add_watch(watch, "/", IN_CREATE) >= 0;
}
static bool makesFileInMemory() { return syscall(SYS_memfd_create, "code", 0) >= 0; }
static bool fillsDisk() {
  int file = open(beside("large").c_str(), O_WRONLY | O_CREAT, 0600);
  return file >= 0 && posix_fallocate(file, 0, 1 << 20) == 0;
}

//===-- processes ---------------------------------------------------------------------------------------------===//

static bool forks() { return startsChild(fork()); }
static bool forksAnew() { return startsChild(static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0))); }
static bool forksByClone3() {
  uint64_t arguments[11] = {};
  arguments[4] = SIGCHLD;
  return startsChild(static_cast<pid_t>(syscall(SYS_clone3, arguments, sizeof arguments)));
}
static bool bombs() {
  for (int i = 0; i < 200; ++i) {
    pid_t child = fork();
    if (child == 0)
      _exit(0);
    if (child < 0)
      return false;
  }
  while (wait(nullptr) > 0) {
  }
  return true;
}
static bool executes() {
  execl("/bin/true", "true", nullptr); // ends with 0, which is how an attempt says that it worked
  return false;
}
static bool signalsOthers() { return kill(surroundings.outside, 0) == 0; }
static bool killsOthers() { return kill(surroundings.outside, SIGUSR1) == 0; }
static bool signalsEverybody() { return kill(-1, 0) == 0; }
static bool signalsParent() { return kill(getppid(), 0) == 0 && getppid() > 0; }
static bool opensProcess() { return syscall(SYS_pidfd_open, surroundings.outside, 0) >= 0; }
static bool traces() { return ptrace(PTRACE_SEIZE, surroundings.outside, nullptr, nullptr) == 0; }
static bool readsOthersMemory() {
  char byte;
  iovec here{&byte, 1}, there{reinterpret_cast<void *>(&surroundings), 1};
  return process_vm_readv(surroundings.outside, &here, 1, &there, 1, 0) == 1;
}
static bool readsOthersStatus() { return opens("/proc/" + std::to_string(surroundings.outside) + "/status"); }
static bool readsOthersMaps() { return opens("/proc/" + std::to_string(surroundings.outside) + "/maps"); }
static bool readsOwnMemoryFile() { return opens("/proc/self/mem", O_RDWR); }
static bool readsKernelLimits() { return opens("/proc/sys/kernel/hostname"); }
static bool changesOthersLimits() {
  rlimit limits{};
  return prlimit(surroundings.outside, RLIMIT_NOFILE, nullptr, &limits) == 0;
}
static bool raisesPriority() { return setpriority(PRIO_PROCESS, surroundings.outside, 5) == 0; }
static bool picksCores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(0, &cores);
  return sched_setaffinity(surroundings.outside, sizeof cores, &cores) == 0;
}

//===-- network -----------------------------------------------------------------------------------------------===//

static bool connects() {
  sockaddr_in address = makeAddress(surroundings.port);
  int file = socket(AF_INET, SOCK_STREAM, 0);
  return file >= 0 && connect(file, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0;
}
static bool listens() {
  sockaddr_in address = makeAddress(0);
  int file = socket(AF_INET, SOCK_STREAM, 0);
  return file >= 0 && bind(file, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0 && listen(file, 1) == 0;
}
static bool sendsDatagram() {
  sockaddr_in address = makeAddress(surroundings.port);
  int file = socket(AF_INET, SOCK_DGRAM, 0);
  return file >= 0 && sendto(file, "x", 1, 0, reinterpret_cast<sockaddr *>(&address), sizeof address) == 1;
}
static bool makesLocalSocket() { return socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }
static bool makesSocketPair() {
  int ends[2];
  return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;
}
/// That nobody is there is an answer, too.
static bool connectsLocally() {
  sockaddr_un address{AF_UNIX, "\0tessera-nobody"};
  int file = socket(AF_UNIX, SOCK_STREAM, 0);
  return file >= 0 && (connect(file, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0 ||
                       errno == ECONNREFUSED || errno == ENOENT);
}
static bool asksKernelForNetwork() { return socket(AF_NETLINK, SOCK_RAW, 0) >= 0; }
static bool sniffs() { return socket(AF_PACKET, SOCK_RAW, 0) >= 0; }

//===-- the kernel's other doors ------------------------------------------------------------------------------===//

static bool readsKeyring() { return syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_USER_KEYRING, 1) >= 0; }
static bool addsKey() { return syscall(SYS_add_key, "user", "tessera", "x", 1, KEY_SPEC_PROCESS_KEYRING) >= 0; }
static bool makesNamespace() { return unshare(CLONE_NEWUSER) == 0; }
static bool mounts() { return mount("tmpfs", "/tmp", "tmpfs", 0, nullptr) == 0; }
static bool changesRoot() { return chroot("/") == 0; }
static bool becomesRoot() { return setuid(0) == 0 && geteuid() == 0; }
static bool loadsFilter() { return syscall(SYS_bpf, 5, nullptr, 0) == 0; }
static bool measures() {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_CPU_CLOCK;
  return syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0) >= 0;
}
static bool queuesToKernel() {
  io_uring_params parameters{};
  return syscall(SYS_io_uring_setup, 1, &parameters) >= 0;
}
static bool handlesFaults() { return syscall(SYS_userfaultfd, 1) >= 0; }
static bool sharesMemory() { return shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0; }
static bool makesQueue() { return msgget(IPC_PRIVATE, IPC_CREAT | 0600) >= 0; }
static bool restarts() { return syscall(SYS_reboot, 0, 0, 0, nullptr) == 0; }
static bool loadsModule() { return syscall(SYS_init_module, "", 0, "") == 0; }
static bool setsClock() {
  timespec now;
  return clock_gettime(CLOCK_REALTIME, &now) == 0 && clock_settime(CLOCK_REALTIME, &now) == 0;
}
static bool namesMachine() { return sethostname("tessera", 7) == 0; }
static bool typesIntoTerminal() {
  char letter = 'x';
  return ioctl(1, TIOCSTI, &letter) == 0;
}

//===-- the sandbox itself ------------------------------------------------------------------------------------===//

static bool catchesViolations() { return std::signal(SIGSYS, SIG_IGN) != SIG_ERR; }
/// The kernel takes the lower half of the number alone.
static bool catchesViolationsByBits() {
  struct {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)();
    uint64_t mask;
  } action{SIG_IGN, 0, nullptr, 0};
  return syscall(SYS_rt_sigaction, (1ul << 32) | SIGSYS, &action, nullptr, 8) == 0;
}
static bool outlivesServer() { return prctl(PR_SET_PDEATHSIG, 0) == 0; }
static bool letsOthersLook() { return prctl(PR_SET_DUMPABLE, 1) == 0; }
static bool raisesLimits() {
  rlimit limits{RLIM_INFINITY, RLIM_INFINITY};
  return setrlimit(RLIMIT_STACK, &limits) == 0;
}
static bool writesCode() {
  return mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}
static bool turnsDataIntoCode() {
  void *page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return page != MAP_FAILED && mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0;
}
static bool takesMemory() {
  constexpr size_t bytes = size_t(8) << 30; // address space; not touched
  return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED;
}
static bool takesTime() {
  for (clock_t end = clock() + 3 * CLOCKS_PER_SEC / 2; clock() < end;) {
  }
  return true;
}
#if defined(__x86_64__)
static sigjmp_buf behindTheCall;

/// Numbers of the 32-bit world mean other calls: 5 is `open`. A kernel that has none of them answers with SIGSEGV.
static bool callsAs32Bit() {
  long result = -1;
  static char path[] = "/etc/passwd";
  char *low =
      static_cast<char *>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0));
  if (low == MAP_FAILED)
    return false;
  std::memcpy(low, path, sizeof path);
  struct sigaction none{};
  none.sa_handler = [](int) { siglongjmp(behindTheCall, 1); };
  none.sa_flags = SA_NODEFER;
  sigaction(SIGSEGV, &none, nullptr);
  if (sigsetjmp(behindTheCall, /*savesMask=*/0))
    return false;
  asm volatile("int $0x80" : "=a"(result) : "a"(5), "b"(low), "c"(0), "d"(0) : "memory", "r8", "r9", "r10", "r11");
  return result >= 0;
}
#else
static bool callsAs32Bit() { return false; }
#endif

const std::vector<Attempt> tessera::runner::sandbox::attempts = {
    {"reads a secret file", readsSecret},
    {"reads /etc/passwd", readsPasswords},
    {"reads by openat2", readsByOpenat2},
    {"creates a file", createsFile},
    {"appends to a file", appendsToSecret},
    {"truncates a file", truncatesSecret},
    {"removes a file", removesFile},
    {"renames a file", renamesFile},
    {"makes a folder", makesFolder},
    {"makes a symbolic link", makesLink},
    {"makes a named pipe", makesPipe},
    {"makes a device", makesDevice, false},
    {"changes a file's mode", changesMode},
    {"lists a folder", listsFolder},
    {"sees that a file is there", seesFile, true, true},
    {"opens a device", readsMemoryDevice, true, true},
    {"watches a folder", watchesFiles},
    {"makes a file in memory", makesFileInMemory, true, true},
    {"fills the disk", fillsDisk},
    {"forks", forks},
    {"forks by clone", forksAnew},
    {"forks by clone3", forksByClone3},
    {"is a fork bomb", bombs},
    {"executes a program", executes},
    {"asks whether a process is there", signalsOthers},
    {"signals a process", killsOthers},
    {"signals everybody", signalsEverybody},
    {"signals its parent", signalsParent},
    {"opens a process", opensProcess},
    {"traces a process", traces, false},
    {"reads a process's memory", readsOthersMemory, false},
    {"reads a process's status in /proc", readsOthersStatus},
    {"reads a process's maps in /proc", readsOthersMaps, false},
    {"opens its own memory in /proc", readsOwnMemoryFile},
    {"reads the kernel's settings in /proc", readsKernelLimits},
    {"asks for a process's limits", changesOthersLimits, false},
    {"changes a process's priority", raisesPriority},
    {"chooses a process's cores", picksCores},
    {"connects to a server on this machine", connects},
    {"listens on a port", listens},
    {"sends a datagram", sendsDatagram},
    {"makes a local socket", makesLocalSocket, /*worksOutside=*/true, /*driversMay=*/true},
    {"asks for a connection on this machine", connectsLocally},
    {"makes a pair of sockets", makesSocketPair},
    {"asks the kernel for its network", asksKernelForNetwork},
    {"listens to the wire", sniffs, false},
    {"finds the user's keyring", readsKeyring, false},
    {"adds a key", addsKey, false},
    {"makes a namespace of users", makesNamespace, false},
    {"mounts a file system", mounts, false},
    {"changes its root", changesRoot, false},
    {"becomes root", becomesRoot, false},
    {"loads a program into the kernel", loadsFilter, false},
    {"measures by the kernel's counters", measures, false},
    {"queues calls by io_uring", queuesToKernel, false},
    {"handles page faults", handlesFaults, false},
    {"makes shared memory", sharesMemory, false},
    {"makes a message queue", makesQueue, false},
    {"restarts the machine", restarts, false},
    {"loads a module", loadsModule, false},
    {"sets the clock", setsClock, false},
    {"renames the machine", namesMachine, false},
    {"types into the server's terminal", typesIntoTerminal, false},
    {"ignores violations", catchesViolations},
    {"ignores violations by a number's upper half", catchesViolationsByBits},
    {"outlives the server", outlivesServer},
    {"lets others look into it", letsOthersLook},
    {"raises its limits", raisesLimits, false},
    {"writes code", writesCode, true, true},
    {"turns data into code", turnsDataIntoCode, true, true},
    {"takes all memory", takesMemory, true, true},
    {"takes all time", takesTime},
    {"calls as a 32-bit process", callsAs32Bit, false},
};
