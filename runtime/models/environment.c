//! What a program asks of the world besides its input streams: random numbers, time, the process.
//!
//! Each answer that the world may choose is a new input of the analysis, so that no outcome is missed; a seed is
//! ignored for the same reason.
//! Invariant: every answer is one that the standard allows.

typedef __SIZE_TYPE__ size_t;
struct plica_timeval { long tv_sec, tv_usec; };
struct plica_timespec { long tv_sec, tv_nsec; };

unsigned plica_uint(const char *name);
unsigned long plica_ulong(const char *name);
void plica_assume(int condition);
int plica_file_choice(const char *name, const char *what);
void plica_system_premise(const char *what);
void plica_make_symbolic(void *object, size_t size, const char *name);
int plica_clock_is_known(void);
int *__errno_location(void);

/* Random numbers: a mask instead of an assumption, so that no query is needed. RAND_MAX is 2^31 - 1. */

int rand(void) { return (int)(plica_uint("rand") & 0x7fffffffu); }

int rand_r(unsigned *seed) {
    *seed = plica_uint("rand_r seed");
    return (int)(plica_uint("rand_r") & 0x7fffffffu);
}

long random(void) { return (long)(plica_uint("random") & 0x7fffffffu); }
long lrand48(void) { return (long)(plica_uint("lrand48") & 0x7fffffffu); }
long mrand48(void) { return (long)(int)plica_uint("mrand48"); }
/* From 0 to below 1, in steps of 2^-48. */
double drand48(void) { return (double)(plica_ulong("drand48") & 0xffffffffffffull) * 0x1p-48; }

/* The same with the state in a block of the program's, which changes. */
static void plica_step(unsigned short state[3]) {
    for (int i = 0; i < 3; i++) state[i] = (unsigned short)plica_uint("state");
}
double erand48(unsigned short state[3]) { return plica_step(state), drand48(); }
long nrand48(unsigned short state[3]) { return plica_step(state), lrand48(); }
long jrand48(unsigned short state[3]) { return plica_step(state), mrand48(); }
unsigned short *seed48(unsigned short seed[3]) {
    static unsigned short old[3];
    (void)seed[2];
    plica_step(old);
    return old;
}
void lcong48(unsigned short parameters[7]) { (void)parameters[6]; }

/* Blocks with the state of random(): what is in them does not matter, but which it is does. */
static char plica_first_state[128], *plica_state = plica_first_state;
char *setstate(char *state) {
    char *old = plica_state;
    plica_state = state;
    return old;
}
char *initstate(unsigned seed, char *state, size_t size) {
    (void)seed;
    if (size < 8) return *__errno_location() = 22, (char *)0;
    for (size_t i = 0; i < size; i++) state[i] = 0;
    return setstate(state);
}

/* The same in a block of the program's, which leads to the state and has to be 0 before it does. */
struct plica_random { int *front, *rear, *state, type, degree, separation, *end; };
int random_r(struct plica_random *random, int *to) {
    if (!random || !to) return *__errno_location() = 22, -1;
    random->state[0] = (int)plica_uint("state");
    *to = (int)(plica_uint("random_r") & 0x7fffffffu);
    return 0;
}
int srandom_r(unsigned seed, struct plica_random *random) {
    (void)seed;
    if (!random || random->type < 0 || random->type > 4) return *__errno_location() = 22, -1;
    random->state[0] = (int)plica_uint("state");
    return 0;
}
int initstate_r(unsigned seed, char *state, size_t size, struct plica_random *random) {
    (void)seed;
    if (!random) return *__errno_location() = 22, -1;
    if (random->state) random->state[-1] = (int)plica_uint("state");
    if (size < 8) return *__errno_location() = 22, -1;
    plica_make_symbolic(state, size < 256 ? size : 256, "state");
    random->type = size < 32 ? 0 : size < 64 ? 1 : size < 128 ? 2 : size < 256 ? 3 : 4;
    random->state = (int *)state + 1;
    return 0;
}

unsigned arc4random(void) { return plica_uint("arc4random"); }
void arc4random_buf(void *to, size_t size) {
    if (size) plica_make_symbolic(to, size, "arc4random_buf");
}
int getentropy(void *to, size_t size) {
    if (size > 256) return *__errno_location() = 5, -1;
    if (size) plica_make_symbolic(to, size, "getentropy");
    return 0;
}
/* What it is asked for is given in full, as the system does for up to 256 bytes. */
long getrandom(void *to, size_t size, unsigned flags) {
    if (flags > 7) return *__errno_location() = 22, -1;
    if (size) plica_make_symbolic(to, size, "getrandom");
    return (long)size;
}
void srand(unsigned seed) { (void)seed; }
void srandom(unsigned seed) { (void)seed; }
void srand48(long seed) { (void)seed; }

/* Times of the process and of those that it has waited for: struct tms. */
long times(long to[4]) {
    for (int i = 0; i < 4; i++) to[i] = (long)(plica_ulong("time of a process") & 0x7fffffffffffl);
    return (long)(plica_ulong("clock ticks") & 0x7fffffffffffl);
}

/* Time: some moment from 1970 on and before the year 36812, unrelated to the moment before, but for steady clocks. If
   options say that the time is known, it is a second later with each question, so that who waits for a moment comes
   to it. */

static long plica_known_moment(void) {
    static long seconds = 1000000000;
    plica_system_premise("the time is known: a moment of the year 2001, a second later with each question");
    return seconds++;
}
static long plica_moment(void) {
    return plica_clock_is_known() ? plica_known_moment() : (long)(plica_ulong("time") & 0xffffffffffull);
}
static unsigned plica_part_of_second(const char *name, unsigned parts) {
    return plica_clock_is_known() ? 0 : plica_uint(name) % parts;
}

long time(long *to) {
    long now = plica_moment();
    if (to) *to = now;
    return now;
}

long clock(void) {
    if (plica_clock_is_known()) return (plica_known_moment() - 1000000000) * 1000000;
    return (long)(plica_ulong("clock") & 0x7fffffffffffffffull);
}

int gettimeofday(struct plica_timeval *to, void *zone) {
    (void)zone;
    to->tv_sec = plica_moment();
    to->tv_usec = plica_part_of_second("microseconds", 1000000u);
    return 0;
}

/* Clocks that count from when the system was started are never set: each does not go back, by itself. */
static int plica_is_steady(int id) { return id == 1 || id == 4 || id == 6 || id == 7; }

int clock_gettime(int id, struct plica_timespec *to) {
    static struct plica_timespec all[8];
    /* Those below zero are of processes. */
    if (id > 11) return *__errno_location() = 22, -1;
    to->tv_sec = plica_moment();
    to->tv_nsec = plica_part_of_second("nanoseconds", 1000000000u);
    if (!plica_is_steady(id)) return 0;
    to->tv_sec &= 0x1ffffffffl;
    struct plica_timespec *last = &all[id];
    plica_assume((to->tv_sec > last->tv_sec) | ((to->tv_sec == last->tv_sec) & (to->tv_nsec >= last->tv_nsec)));
    *last = *to;
    return 0;
}

int clock_getres(int id, struct plica_timespec *to) {
    if (id < 0 || id > 11) return *__errno_location() = 22, -1;
    if (to) *to = (struct plica_timespec){0, 1 + plica_uint("resolution of a clock") % 100000000u};
    return 0;
}
int clock_settime(int id, const struct plica_timespec *time) {
    if (id != 0 || time->tv_nsec < 0 || time->tv_nsec > 999999999) return *__errno_location() = 22, -1;
    return plica_file_choice("clock", "may not be set") ? *__errno_location() = 1, -1 : 0;
}
int clock_getcpuclockid(int process, int *to) {
    (void)process;
    if (plica_file_choice("process", "is not there")) return 3;
    *to = (int)plica_uint("clock of a process");
    return 0;
}
int timespec_get(struct plica_timespec *to, int base) { return base == 1 ? clock_gettime(0, to), 1 : 0; }

double difftime(long end, long start) { return (double)(end - start); }
unsigned sleep(unsigned seconds) { return plica_uint("sleep") % (seconds + 1ul); }
int usleep(unsigned microseconds) {
    (void)microseconds;
    return 0;
}
int nanosleep(const struct plica_timespec *time, struct plica_timespec *left) {
    if (!plica_file_choice("nanosleep", "is interrupted")) return 0;
    if (left) *left = *time;
    *__errno_location() = 4;
    return -1;
}

int clock_nanosleep(int id, int how, const struct plica_timespec *time, struct plica_timespec *left) {
    (void)id;
    if (time->tv_nsec < 0 || time->tv_nsec > 999999999) return 22;
    if (!plica_file_choice("nanosleep", "is interrupted")) return 0;
    if (left && !(how & 1)) *left = *time;
    return 4;
}

/* Process. */

char *setlocale(int category, const char *locale) {
    static char c_locale[2] = "C";
    (void)category;
    if (!locale || !*locale || (locale[0] == 'C' && !locale[1])) return c_locale;
    return 0;
}

int plica_process;
int getpid(void) {
    if (!plica_process) plica_process = (int)(plica_uint("pid") % 0x7ffffffeu) + 1;
    return plica_process;
}
int isatty(int descriptor) {
    (void)descriptor;
    return (int)(plica_uint("isatty") & 1u);
}

int getppid(void) { return (int)(plica_uint("parent's pid") % 0x7ffffffeu) + 1; }
int getpagesize(void) { return 4096; }

long sysconf(int name) {
    plica_system_premise("sysconf gives what it gives on a usual Linux");
    switch (name) {
    case 0: return 2097152;  /* _SC_ARG_MAX */
    case 2: return 100;      /* _SC_CLK_TCK */
    case 4: return 32;       /* _SC_OPEN_MAX: as many as there are here */
    case 30: return 4096;    /* _SC_PAGESIZE */
    case 83: case 84: return (long)(1 + plica_uint("processors") % 1024u);
    default: return -1;
    }
}

/* Limits of files: any that POSIX allows, or none. */
static long plica_limit(int name) {
    plica_system_premise("what pathconf tells is made up");
    switch (name) {
    case 0: return 127;  /* _PC_LINK_MAX */
    case 1: case 2: case 3: return 255; /* _PC_MAX_CANON, _PC_MAX_INPUT, _PC_NAME_MAX */
    case 4: case 5: return 4096; /* _PC_PATH_MAX, _PC_PIPE_BUF */
    default: return -1;
    }
}
long pathconf(const char *file, int name) { return __builtin_strlen(file), plica_limit(name); }
long fpathconf(int descriptor, int name) { return (void)descriptor, plica_limit(name); }

/* _CS_PATH, which is all that is there. */
size_t confstr(int name, char *to, size_t size) {
    static const char path[] = "/bin:/usr/bin";
    plica_system_premise("what confstr tells is made up");
    if (name != 0) return *__errno_location() = 22, 0;
    for (size_t i = 0; i < size && i < sizeof path; i++) to[i] = i + 1 == size ? 0 : path[i];
    return sizeof path;
}

int gethostname(char *to, size_t size) {
    static const char name[] = "host";
    plica_system_premise("the machine is called host");
    for (size_t i = 0; i < size && i < sizeof name; i++) to[i] = name[i];
    return 0;
}

/* struct utsname as Linux has it. */
int uname(char (*to)[65]) {
    static const char *const parts[6] = {"Linux", "host", "6.1.0", "#1", "x86_64", "(none)"};
    plica_system_premise("the machine is called host and runs Linux 6.1.0");
    for (int i = 0; i < 6; i++) {
        int n = 0;
        do to[i][n] = parts[i][n];
        while (parts[i][n++]);
    }
    return 0;
}
