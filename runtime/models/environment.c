//! What a program asks of the world besides its input streams: random numbers, time, the environment's variables.
//!
//! Each answer that the world may choose is a new input of the analysis, so that no outcome is missed; a seed is
//! ignored for the same reason. A variable of the environment is set or not, to any string up to a bound, just as argv
//! holds only what --args says; whoever asks for it again gets the same answer.
//! Invariant: every answer is one that the standard allows.

typedef __SIZE_TYPE__ size_t;
struct plica_timeval { long tv_sec, tv_usec; };
struct plica_timespec { long tv_sec, tv_nsec; };

unsigned plica_uint(const char *name);
unsigned long plica_ulong(const char *name);
void *plica_allocate(size_t size);
char *plica_environment_variable(const char *name);

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

/* Those that were asked for, newest first. */
static struct plica_variable {
    struct plica_variable *next;
    char *value;
    char name[];
} *plica_variables;

char *getenv(const char *name) {
    size_t length = 0;
    /* A name without a terminator is the caller's fault and must show. */
    while (name[length]) length++;
    for (struct plica_variable *known = plica_variables; known; known = known->next) {
        size_t i = 0;
        while (i < length && known->name[i] == name[i]) i++;
        if (i == length && !known->name[i]) return known->value;
    }
    char *value = plica_environment_variable(name);
    struct plica_variable *variable = plica_allocate(sizeof *variable + length + 1);
    variable->next = plica_variables;
    variable->value = value;
    for (size_t i = 0; i <= length; i++) variable->name[i] = name[i];
    plica_variables = variable;
    return value;
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
