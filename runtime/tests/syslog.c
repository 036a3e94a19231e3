//! syslog.c against the C library: masks, and %m as printf has it.
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <syslog.h>
#include "tables.h"
#include "system.h"

LIKE(setlogmask) LIKE(openlog) LIKE(closelog) LIKE(syslog) LIKE(vsyslog)

/* What was sent last. */
static char sent[1000];
int __plica_vdprintf(int descriptor, const char *format, va_list list) {
    CHECK(descriptor == -1);
    return vsnprintf(sent, sizeof sent, format, list);
}

static void expect(const char *format, ...) {
    char text[1000];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    CHECK_FOR(strcmp(text, sent) == 0, text);
}

int main(void) {
    for (int i = 0; i < 2000; i++) {
        int mask = random_below(3) ? random_below(256) : (int)random_number(), level = random_below(8);
        CHECK(setlogmask(mask) == model_setlogmask(mask));
        int now = setlogmask(0);
        CHECK(model_setlogmask(0) == now);
        strcpy(sent, "nothing");
        model_syslog(level | LOG_USER, "%d and %s, 100%%", i, "text");
        if (now >> level & 1) expect("%d and %s, 100%%", i, "text");
        else CHECK(strcmp(sent, "nothing") == 0);
    }
    model_setlogmask(255);
    errno = ENOENT;
    model_openlog("name", LOG_PID, LOG_USER);
    /* What goes nowhere is put together without the texts of errors. */
    model_syslog(LOG_INFO, "%d: %m, %%m %s %m", 7, "end");
    expect("%d: , %%m %s ", 7, "end");
    model_closelog();
    return check_result();
}
