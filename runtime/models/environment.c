//! What a program asks of the world besides its input streams: random numbers, time, the environment's variables.
//!
//! Each answer that the world may choose is a new input of the analysis, so that no outcome is missed; a seed is ignored for
//! the same reason. The environment holds no variables (getenv gives NULL), just as argv holds only what --args says.
//! Invariant: every answer is one that the standard allows.

typedef __SIZE_TYPE__ size_t;
struct plica_timeval { long tv_sec, tv_usec; };
struct plica_timespec { long tv_sec, tv_nsec; };

unsigned plica_uint(const char *name);
unsigned long plica_ulong(const char *name);

/* Random numbers: a mask instead of an assumption, so that no query is needed. RAND_MAX is 2^31 - 1. */

int rand(void) { return (int)(plica_uint("rand") & 0x7fffffffu); }

int rand_r(unsigned *seed) {
    *seed = plica_uint("rand_r seed");
    return (int)(plica_uint("rand_r") & 0x7fffffffu);
}

long random(void) { return (long)(plica_uint("random") & 0x7fffffffu); }
long lrand48(void) { return (long)(plica_uint("lrand48") & 0x7fffffffu); }
long mrand48(void) { return (long)(int)plica_uint("mrand48"); }
unsigned arc4random(void) { return plica_uint("arc4random"); }
void srand(unsigned seed) { (void)seed; }
void srandom(unsigned seed) { (void)seed; }
void srand48(long seed) { (void)seed; }

/* Time: some moment from 1970 on and before the year 36812, unrelated to the moment before. */

static long plica_moment(void) { return (long)(plica_ulong("time") & 0xffffffffffull); }

long time(long *to) {
    long now = plica_moment();
    if (to) *to = now;
    return now;
}

long clock(void) { return (long)(plica_ulong("clock") & 0x7fffffffffffffffull); }

int gettimeofday(struct plica_timeval *to, void *zone) {
    (void)zone;
    to->tv_sec = plica_moment();
    to->tv_usec = plica_uint("microseconds") % 1000000u;
    return 0;
}

int clock_gettime(int id, struct plica_timespec *to) {
    (void)id;
    to->tv_sec = plica_moment();
    to->tv_nsec = plica_uint("nanoseconds") % 1000000000u;
    return 0;
}

double difftime(long end, long start) { return (double)(end - start); }
unsigned sleep(unsigned seconds) { return plica_uint("sleep") % (seconds + 1ul); }
int usleep(unsigned microseconds) {
    (void)microseconds;
    return 0;
}

/* Environment and process. */

char *getenv(const char *name) {
    /* A name without a terminator is the caller's fault and must show. */
    while (*name) name++;
    return 0;
}

char *secure_getenv(const char *name) { return getenv(name); }

char *setlocale(int category, const char *locale) {
    static char c_locale[2] = "C";
    (void)category;
    if (!locale || !*locale || (locale[0] == 'C' && !locale[1])) return c_locale;
    return 0;
}

int getpid(void) { return (int)(plica_uint("pid") % 0x7ffffffeu) + 1; }
int isatty(int descriptor) {
    (void)descriptor;
    return (int)(plica_uint("isatty") & 1u);
}
