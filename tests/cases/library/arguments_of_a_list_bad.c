// verdict: violated
// error: out-of-bounds at 13
// A list that was used up is used again, rather than a copy of it.
#include <stdarg.h>
#include <stdio.h>

static int twice(char *to, size_t room, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int needed = vsnprintf(NULL, 0, format, list);
    if (needed < 0 || (size_t)needed >= room) return -1;
    /* All that was given is gone. */
    vsnprintf(to, room, format, list);
    va_end(list);
    return to[0];
}

int main(void) {
    char text[16];
    return twice(text, sizeof text, "%d-%s", 7, "ab") == 'q';
}
