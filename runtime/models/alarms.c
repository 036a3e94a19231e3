//! Alarms and timers: they can be set and asked about, and none ever goes off.
//!
//! That is a premise where one is set. What is left of the time is any that may be. Oblivious to clocks. Invariant: a
//! timer that is set has some time left.

typedef __SIZE_TYPE__ size_t;
unsigned plica_uint(const char *name);
unsigned long plica_ulong(const char *name);
void plica_system_premise(const char *what);
int *__errno_location(void);

struct plica_moment { long seconds, part; };
struct plica_setting { struct plica_moment interval, value; };

/* A timer, whose parts of seconds are so many in one. */
struct plica_timer { struct plica_setting set; int is_there, is_absolute; };

#define PLICA_TIMERS 32

static struct plica_timer plica_interval[3], plica_made[PLICA_TIMERS];

static int plica_wrong(int error) { return *__errno_location() = error, -1; }
static int plica_is_off(struct plica_moment moment) { return !moment.seconds && !moment.part; }

static struct plica_setting plica_left(const struct plica_timer *timer, long parts) {
    struct plica_setting left = timer->set;
    if (plica_is_off(left.value)) return left;
    struct plica_moment any, most = left.value;
    any.seconds = (long)(plica_ulong("time left") >> 24);
    any.part = (long)(plica_uint("part left") % (unsigned)parts);
    int is_longer = any.seconds > most.seconds || (any.seconds == most.seconds && any.part > most.part);
    if (timer->is_absolute || !is_longer) left.value = any;
    if (plica_is_off(left.value)) left.value.part = 1;
    return left;
}

static int plica_set(struct plica_timer *timer, long parts, const struct plica_setting *to,
                     struct plica_setting *before) {
    const struct plica_moment *all[2] = {&to->interval, &to->value};
    for (int i = 0; i < 2; i++)
        if (all[i]->part < 0 || all[i]->part >= parts || all[i]->seconds < 0) return plica_wrong(22);
    struct plica_setting set = *to;
    if (before) *before = plica_left(timer, parts);
    if (!plica_is_off(set.value)) plica_system_premise("an alarm or a timer that is set does not go off");
    timer->set = set;
    return 0;
}

int setitimer(int which, const struct plica_setting *restrict to, struct plica_setting *restrict before) {
    if (which < 0 || which > 2) return plica_wrong(22);
    return plica_set(&plica_interval[which], 1000000, to, before);
}
int getitimer(int which, struct plica_setting *to) {
    if (which < 0 || which > 2) return plica_wrong(22);
    return *to = plica_left(&plica_interval[which], 1000000), 0;
}

/* Whole seconds, rounded, but at least one. */
unsigned alarm(unsigned seconds) {
    struct plica_setting set = {{0, 0}, {seconds, 0}}, before;
    setitimer(0, &set, &before);
    if (plica_is_off(before.value)) return 0;
    return (unsigned)before.value.seconds + (before.value.part >= 500000 || !before.value.seconds);
}

/* Timers of POSIX; each is a number that stands for it. */

static struct plica_timer *plica_timer(void *timer) {
    unsigned long number = (unsigned long)timer - 1;
    return number < PLICA_TIMERS && plica_made[number].is_there ? &plica_made[number] : 0;
}

int timer_create(int clock, void *event, void **to) {
    (void)event;
    if (clock < 0 || clock > 11) return plica_wrong(22);
    for (unsigned long i = 0; i < PLICA_TIMERS; i++) {
        if (plica_made[i].is_there) continue;
        plica_made[i] = (struct plica_timer){.is_there = 1};
        *to = (void *)(i + 1);
        return 0;
    }
    return plica_wrong(11);
}
int timer_delete(void *timer) {
    struct plica_timer *made = plica_timer(timer);
    return made ? made->is_there = 0 : plica_wrong(22);
}
int timer_settime(void *timer, int how, const struct plica_setting *restrict to,
                  struct plica_setting *restrict before) {
    struct plica_timer *made = plica_timer(timer);
    if (!made || plica_set(made, 1000000000, to, before)) return plica_wrong(22);
    made->is_absolute = how & 1;
    return 0;
}
int timer_gettime(void *timer, struct plica_setting *to) {
    struct plica_timer *made = plica_timer(timer);
    return made ? *to = plica_left(made, 1000000000), 0 : plica_wrong(22);
}
int timer_getoverrun(void *timer) { return plica_timer(timer) ? 0 : plica_wrong(22); }
