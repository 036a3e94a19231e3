// verdict: violated
// error: overlapping-copy at 24
// error: overlapping-copy at 25
// error: overlapping-copy at 26
// error: overlapping-copy at 27
// error: overlapping-copy at 28
// error: overlapping-copy at 29
// error: overlapping-copy at 30
// error: overlapping-copy at 31
// error: overlapping-copy at 32
// native: no
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>
#include "plica.h"

int main(void) {
    wchar_t a[32] = L"abcdefgh";
    char text[64] = "abc def", *bytes = (char *)a;
    int number;
    switch (plica_range(0, 9, "which")) {
    case 0: wcscpy(a, a + 2); break;
    case 1: wcsncpy(a + 1, a, 3); break;
    case 2: wcsncat(a, a + 6, 3); break;
    case 3: wcscat(a, a + 6); break;
    case 4: wcpcpy(a + 1, a + 2); break;
    case 5: swab(text, text + 1, 4); break;
    case 6: mbstowcs(a, bytes, 3); break;
    case 7: sscanf(text, "%*s %s", text); break;
    case 8: sscanf("12" + 0 * sscanf(text, "%s", text + 2), "%d", &number); break;
    }
    return 0;
}
