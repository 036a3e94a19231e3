//! The times of files that the program sets; those of other files are any.

#include "files.h"

#define PLICA_NOW 1073741823l  /* UTIME_NOW */
#define PLICA_OMIT 1073741822l /* UTIME_OMIT */

struct plica_time { long seconds, nanoseconds; };
struct plica_finer { long seconds, microseconds; };
struct plica_times { long access, modification; };

unsigned long plica_ulong(const char *name);
unsigned plica_uint(const char *name);

/* Access and modification; null for the present moment, which is any. */
static int plica_set(struct plica_content *content, const struct plica_time *times) {
    for (int i = 0; i < 2; i++) {
        struct plica_time time = times ? times[i] : (struct plica_time){0, PLICA_NOW};
        if (time.nanoseconds == PLICA_OMIT) continue;
        if (time.nanoseconds == PLICA_NOW)
            time = (struct plica_time){(long)(plica_ulong("time") & 0xffffffffff), plica_uint("nanoseconds") % 1000000000u};
        if (time.nanoseconds < 0 || time.nanoseconds > 999999999) return plica_fail(PLICA_EINVAL);
        content->times[2 * i] = time.seconds;
        content->times[2 * i + 1] = time.nanoseconds;
    }
    return 0;
}

static int plica_set_named(const char *name, const struct plica_time *times) {
    struct plica_content *content = plica_find(name)->content;
    return content ? plica_set(content, times) : plica_fail(PLICA_ENOENT);
}

int futimens(int descriptor, const struct plica_time *times) {
    struct plica_opening *opening = plica_opening_of(descriptor);
    return opening ? plica_set(opening->content, times) : -1;
}
int utimensat(int folder, const char *name, const struct plica_time *times, int how) {
    (void)how;
    name = plica_at(folder, name);
    return name ? plica_set_named(name, times) : -1;
}
int utimes(const char *name, const struct plica_finer *times) {
    struct plica_time finer[2];
    for (int i = 0; times && i < 2; i++) {
        if (times[i].microseconds < 0 || times[i].microseconds > 999999) return plica_fail(PLICA_EINVAL);
        finer[i] = (struct plica_time){times[i].seconds, 1000 * times[i].microseconds};
    }
    return plica_set_named(name, times ? finer : 0);
}
int utime(const char *name, const struct plica_times *times) {
    struct plica_time finer[2] = {{times ? times->access : 0, 0}, {times ? times->modification : 0, 0}};
    return plica_set_named(name, times ? finer : 0);
}
