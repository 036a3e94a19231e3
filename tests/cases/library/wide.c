// verdict: holds
// Wide strings.
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>
#include <stdlib.h>
#include "plica.h"

int main(void) {
    wchar_t text[16], *rest, line[8];
    text[0] = L'x';
    wcscpy(text + 1, L"yz");
    wcscat(text, L" 42");
    plica_assert(wcslen(text) == 6 && wcscmp(text, L"xyz 42") == 0 && wcschr(text, L' ') == text + 3);
    plica_assert(wcstol(text + 3, &rest, 10) == 42 && *rest == 0 && towupper(text[0]) == L'X');
    wmemset(line, L'a', 7);
    line[7] = 0;
    plica_assert(wcsncmp(line, L"aaaaaaab", 7) == 0);
    char narrow[8];
    plica_assert(wcstombs(narrow, L"abc", 8) == 3 && mbstowcs(line, narrow, 8) == 3 && wcscmp(line, L"abc") == 0);
    plica_assert(swprintf(text, 16, L"%ls-%d", line, 5) == 5 && wcscmp(text, L"abc-5") == 0);
    wprintf(L"%ls %d\n", text, plica_int("n") & 7);
    if (fgetws(line, 8, stdin)) plica_assert(wcslen(line) < 8);
    return 0;
}
