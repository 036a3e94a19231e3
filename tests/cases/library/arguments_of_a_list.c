// verdict: holds
// What a function takes of a list of arguments is gone for who gave it, as on x86-64; a copy has all of them.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "plica.h"

static int next(int which, ...) {
    va_list list, again;
    char text[16], *made = NULL;
    wchar_t wide[16];
    int read = 0;
    va_start(list, which);
    va_copy(again, list);
    switch (which) {
    case 0: vsnprintf(text, sizeof text, "%d", list); break;
    case 1: vsprintf(text, "%d", list); break;
    case 2: vprintf("%d", list); break;
    case 3: vfprintf(stderr, "%d", list); break;
    case 4: vsnprintf(NULL, 0, "%d", list); break;
    case 5: vasprintf(&made, "%d", list); break;
    case 6: vswprintf(wide, 16, L"%d", list); break;
    }
    free(made);
    read = va_arg(again, int);
    va_end(again);
    read = 10 * read + va_arg(list, int);
    va_end(list);
    return read;
}

static int scanned(const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsscanf(text, format, list);
    *va_arg(list, int *) = count;
    va_end(list);
    return count;
}

int main(void) {
    int one = 0, two = 0, count = 0;
    for (int which = 0; which < 7; which++) plica_assert(next(which, 1, 2) == 12);
    plica_assert(scanned("3 4", "%d%d", &one, &two, &count) == 2);
    plica_assert(one == 3 && two == 4 && count == 2);
    return 0;
}
