// What is read or written by name ends within its member, whatever is behind it.
// verdict: violated
// error: out-of-bounds at 35
// error: out-of-bounds at 36
// error: out-of-bounds at 37
// error: out-of-bounds at 38
// error: out-of-bounds at 39
// error: out-of-bounds at 40
// error: out-of-bounds at 41
// error: out-of-bounds at 42
// error: out-of-bounds at 43
// error: out-of-bounds at 44
// error: out-of-bounds at 45
// error: out-of-bounds at 46
// error: out-of-bounds at 47
// native: no
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>
#include "plica.h"
struct record { int id; char name[4]; char rest[60]; };
struct broad { wchar_t name[4]; wchar_t rest[12]; };

int main(void) {
    struct record r = {1, "abc", "rest"}, *p = &r;
    struct broad b = {L"abc", L"rest"};
    char big[64] = "0123456789abcdefghijklmnopqrstuvwxyz0123456789";
    strncpy(p->name, "abcd", plica_range(3, 5, "copied"));
    p->rest[0] = 0;
    switch (plica_range(0, 13, "which")) {
    case 0: sscanf(big, "%4s", p->name); break;
    case 1: scanf("%d %7s", &p->id, r.name); break;
    case 2: sscanf(big, "%5c", r.name); break;
    case 3: getcwd(p->name, sizeof *p); break;
    case 4: puts(p->name); break;
    case 5: strcpy(big, p->name); break;
    case 6: free(strdup(r.name)); break;
    case 7: return memcmp(p->name, big, plica_range(0, 6, "compared"));
    case 8: wcscpy(b.name, L"abcd"); break;
    case 9: wcsncpy(b.name, L"abcdef", 5); break;
    case 10: wmemset(b.name, L'x', 6); break;
    case 11: bzero(p->name, 8); break;
    case 12: wcsncat(b.name, L"de", 2); break;
    }
    return 0;
}
