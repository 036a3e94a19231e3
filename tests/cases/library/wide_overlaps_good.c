// Within one object, and beside each other.
// verdict: holds
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#include "plica.h"

int main(void) {
    wchar_t a[32] = L"abc";
    char text[64] = "12 def";
    int number = 0;
    wcscpy(a + 4, a);
    wcsncpy(a + 8, a, 4);
    wcsncat(a + 4, a, 2);
    plica_assert(!wcscmp(a + 4, L"abcab") && a[10] == L'c');
    wcsncpy(a, a, 0);
    plica_assert(wmempcpy(a + 20, a, 4) == a + 24);
    swab(text, text + 8, 6);
    plica_assert(text[8] == '2' && sscanf(text, "%d %s", &number, text + 20) == 2 && number == 12 && text[20] == 'd');
    plica_assert(mbstowcs(a, text, 30) == 6);
    return 0;
}
