// verdict: violated
// error: overlapping-copy at 13
// error: overlapping-copy at 14
// error: overlapping-copy at 15
// native: no
#define _GNU_SOURCE
#include <unistd.h>
#include <wchar.h>
#include "plica.h"

static void copy(wchar_t *a, char *text, int which) {
    switch (which) {
    case 0: wcsncpy(a + 1, a, 3); break;
    case 1: wcsncat(a, a + 6, 3); break;
    case 2: swab(text, text + 1, 4); break;
    }
}

int main(void) {
    wchar_t a[32] = L"abcdefgh";
    char text[16] = "abcdef";
    copy(a, text, plica_range(0, 4, "which"));
    return 0;
}
