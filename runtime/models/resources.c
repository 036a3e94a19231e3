//! What the system grants a program and tells of the machine: limits, what was used, processors, the auxiliary vector.
//!
//! Oblivious to what limits do to other functions. Invariant: a limit and an entry of the auxiliary vector are the same
//! when they are asked for again, until the program sets them.

typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list plica_va_list;

unsigned plica_uint(const char *name);
unsigned long plica_ulong(const char *name);
void plica_assume(int condition);
void plica_make_symbolic(void *object, size_t size, const char *name);
int plica_file_choice(const char *name, const char *what);
void plica_system_premise(const char *what);
void plica_asks_for_an_address_of_the_loader(void);
int plica_fail(int error);

enum { PLICA_ENOENT = 2, PLICA_EINVAL = 22, PLICA_EPERM = 1 };

/* Limits. */

#define PLICA_LIMITS 16
#define PLICA_NO_LIMIT (~0ul)
#define PLICA_FILE_SIZE 1

struct plica_limit { unsigned long current, most; };
static struct plica_limit plica_limits[PLICA_LIMITS];
static char plica_is_known[PLICA_LIMITS];

static struct plica_limit *plica_limit(int which) {
    if (which < 0 || which >= PLICA_LIMITS) return plica_fail(PLICA_EINVAL), (struct plica_limit *)0;
    if (!plica_is_known[which]) {
        unsigned long most = plica_ulong("hard limit"), current = plica_ulong("limit");
        plica_limits[which] = (struct plica_limit){current < most ? current : most, most};
        plica_is_known[which] = 1;
    }
    return &plica_limits[which];
}

int getrlimit(int which, struct plica_limit *to) {
    const struct plica_limit *limit = plica_limit(which);
    return limit ? *to = *limit, 0 : -1;
}
/* Only who is privileged raises a hard limit. */
int setrlimit(int which, const struct plica_limit *to) {
    struct plica_limit *limit = plica_limit(which), set;
    if (!limit) return -1;
    set = *to;
    if (set.current > set.most) return plica_fail(PLICA_EINVAL);
    if (set.most > limit->most && plica_file_choice("process", "may not raise a limit")) return plica_fail(PLICA_EPERM);
    plica_system_premise("no limit that is set is met");
    return *limit = set, 0;
}
int getrlimit64(int which, struct plica_limit *to) { return getrlimit(which, to); }
int setrlimit64(int which, const struct plica_limit *to) { return setrlimit(which, to); }

/* In units of 512 bytes. */
long ulimit(int what, ...) {
    if (what == 1) {
        unsigned long size = plica_limit(PLICA_FILE_SIZE)->current;
        return size == PLICA_NO_LIMIT ? (long)(PLICA_NO_LIMIT >> 1) : (long)(size / 512);
    }
    if (what == 4) return plica_system_premise("sysconf gives what it gives on a usual Linux"), 32;
    if (what != 2) return plica_fail(PLICA_EINVAL);
    plica_va_list arguments;
    __builtin_va_start(arguments, what);
    unsigned long units = (unsigned long)__builtin_va_arg(arguments, long);
    __builtin_va_end(arguments);
    unsigned long size = units > PLICA_NO_LIMIT / 512 ? PLICA_NO_LIMIT : units * 512;
    struct plica_limit set = {size, size};
    return setrlimit(PLICA_FILE_SIZE, &set) ? -1 : (long)units;
}

/* What was used: by the program, by those that it has waited for, by the thread. */

struct plica_usage { struct { long seconds, part; } times[2]; long counts[14]; };

int getrusage(int whose, struct plica_usage *to) {
    static struct plica_usage all[3];
    if (whose < -1 || whose > 1) return plica_fail(PLICA_EINVAL);
    struct plica_usage *last = &all[whose + 1], now;
    for (int i = 0; i < 2; i++) {
        long seconds = (long)(plica_ulong("seconds used") >> 24), part = (long)(plica_uint("part used") % 1000000u);
        plica_assume((seconds > last->times[i].seconds) |
                     ((seconds == last->times[i].seconds) & (part >= last->times[i].part)));
        now.times[i].seconds = seconds;
        now.times[i].part = part;
    }
    for (int i = 0; i < 14; i++) now.counts[i] = (long)(plica_ulong("used") >> 1);
    *to = *last = now;
    return 0;
}

/* Processors. */

int sched_yield(void) { return 0; }
int sched_getcpu(void) { return (int)(plica_uint("processor") % 8192u); }

/* Policies of Linux: of these, SCHED_FIFO and SCHED_RR know priorities, and SCHED_EXT is there from 6.12 on. */
static int plica_priority(int policy, int bound) {
    if (policy == 1 || policy == 2) return bound;
    if (policy == 7 && plica_file_choice("scheduler", "has SCHED_EXT")) return 0;
    return policy == 0 || policy == 3 || policy == 5 || policy == 6 ? 0 : plica_fail(PLICA_EINVAL);
}
int sched_get_priority_max(int policy) { return plica_priority(policy, 99); }
int sched_get_priority_min(int policy) { return plica_priority(policy, 1); }

int getloadavg(double *to, int count) {
    if (plica_file_choice("load", "is not known")) return -1;
    if (count > 3) count = 3;
    for (int i = 0; i < count; i++) {
        double load;
        plica_make_symbolic(&load, sizeof load, "load");
        plica_assume((load >= 0) & (load <= 0x1p32));
        to[i] = load;
    }
    return count < 0 ? 0 : count;
}

/* struct sysinfo of a machine whose memory is counted in bytes: as that of every one with 64 bits is. */
struct plica_machine {
    long since;
    unsigned long loads[3], memory, free, shared, buffered, swap, free_swap;
    unsigned short processes, unused;
    unsigned long high, free_high;
    unsigned unit;
};

static unsigned long plica_part_of(unsigned long whole, const char *name) {
    unsigned long part = plica_ulong(name);
    return part < whole ? part : whole;
}
int sysinfo(struct plica_machine *to) {
    struct plica_machine all = {.since = (long)(plica_ulong("time since start") >> 24), .unit = 1};
    for (int i = 0; i < 3; i++) all.loads[i] = plica_ulong("load");
    all.memory = plica_ulong("memory") >> 2;
    all.free = plica_part_of(all.memory, "free memory");
    all.shared = plica_part_of(all.memory, "shared memory");
    all.buffered = plica_part_of(all.memory, "buffers");
    all.swap = plica_ulong("swap") >> 2;
    all.free_swap = plica_part_of(all.swap, "free swap");
    all.processes = (unsigned short)plica_uint("processes");
    *to = all;
    return 0;
}

/* The auxiliary vector, as Linux makes it for x86-64. */

#define PLICA_ENTRIES 64

static unsigned long plica_absent(void) { return plica_fail(PLICA_ENOENT), 0ul; }

static unsigned long plica_entry(unsigned long which) {
    static unsigned long values[PLICA_ENTRIES];
    static char known[PLICA_ENTRIES]; /* 1: there, 2: not */
    if (!known[which]) {
        known[which] = plica_file_choice("auxiliary vector", "lacks an entry") ? 2 : 1;
        values[which] = plica_ulong("entry of the auxiliary vector");
    }
    return known[which] == 1 ? values[which] : plica_absent();
}
/* A text of the system's, or bytes: the same always. */
static unsigned long plica_block(char *block, char *is_known, size_t size, const char *name) {
    if (!*is_known) plica_make_symbolic(block, size, name);
    *is_known = 1;
    return (unsigned long)block;
}

unsigned long getauxval(unsigned long which) {
    static char bytes[16], name[9], known[2], platform[] = "x86_64";
    switch (which) {
    case 3: case 7: case 9: case 33: /* AT_PHDR, AT_BASE, AT_ENTRY, AT_SYSINFO_EHDR */
        return plica_asks_for_an_address_of_the_loader(), 0ul;
    case 0: case 24: case 32: return plica_absent(); /* AT_NULL, and what other machines have */
    case 6: return 4096; /* AT_PAGESZ */
    case 15: return (unsigned long)platform; /* AT_PLATFORM */
    case 17: return 100; /* AT_CLKTCK */
    case 25: return plica_block(bytes, &known[0], sizeof bytes, "random bytes"); /* AT_RANDOM */
    case 31: /* AT_EXECFN */
        plica_system_premise("the name of the program has at most 8 bytes");
        return plica_block(name, &known[1], sizeof name - 1, "name of the program");
    default: return which < PLICA_ENTRIES ? plica_entry(which) : plica_absent();
    }
}
