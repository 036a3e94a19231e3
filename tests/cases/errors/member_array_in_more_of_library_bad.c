// What is read or written by name ends within its member, whatever is behind it.
// verdict: violated
// error: out-of-bounds at 31
// error: out-of-bounds at 32
// error: out-of-bounds at 33
// error: out-of-bounds at 34
// error: out-of-bounds at 35
// error: out-of-bounds at 36
// error: out-of-bounds at 37
// error: out-of-bounds at 38
// error: out-of-bounds at 39
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
    switch (plica_range(0, 10, "which")) {
    case 0: getcwd(p->name, sizeof *p); break;
    case 1: puts(p->name); break;
    case 2: strcpy(big, p->name); break;
    case 3: free(strdup(r.name)); break;
    case 4: return memcmp(p->name, big, plica_range(0, 6, "compared"));
    case 5: wcscpy(b.name, L"abcd"); break;
    case 6: wcsncpy(b.name, L"abcdef", 5); break;
    case 7: wmemset(b.name, L'x', 6); break;
    case 8: bzero(p->name, 8); break;
    }
    return 0;
}
