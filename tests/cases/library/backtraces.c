// A handler that shows where a program was.
// verdict: holds
#include "plica.h"
#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *what) {
    void *frames[16];
    int n = backtrace(frames, 16);
    plica_assert(0 <= n && n <= 16);
    char **texts = backtrace_symbols(frames, n);
    fprintf(stderr, "%s\n", what);
    for (int i = 0; texts && i < n; i++) fprintf(stderr, "  %s\n", texts[i]);
    free(texts);
    backtrace_symbols_fd(frames, n, 2);
}

int main(void) {
    if (plica_int("n") > 100) show("too large");
    return 0;
}
