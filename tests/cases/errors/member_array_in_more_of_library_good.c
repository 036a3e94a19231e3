// verdict: holds
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
struct longer { int id; char name[4]; };

int main(void) {
    struct record r = {1, "abc", "rest"}, *p = &r;
    struct broad b = {L"abc", L"rest"};
    char big[64] = "0123456789abcdefghijklmnopqrstuvwxyz0123456789";
    int length = plica_range(0, 5, "length");
    plica_assert(sscanf(big, "%3s%60s", p->name, r.rest) == 2 && p->name[2] == '2' && p->rest[0] == '3');
    sscanf(big, "%4c", r.name);
    plica_assert(!memcmp(p->name, big, length));
    // Another function than those that read to the end may find what it looks for before.
    plica_assert(strncmp(p->name, big, 4) == 0);
    strcpy(p->name, "ab");
    if (scanf("%3s", p->name) != 1) puts(p->name);
    getcwd(p->rest, sizeof p->rest);
    plica_make_symbolic(p->name, sizeof p->name, "name");
    p->name[3] = 0;
    char *copy = strdup(p->name);
    plica_assert(strcmp(strcpy(big, r.name), copy) == 0);
    free(copy);
    wcscpy(b.name, L"abc");
    wcsncpy(b.name, L"abcdef", 4);
    wmemset(b.rest, L'x', 12);
    bzero(p->name, 4);
    // An object may be longer than its type.
    struct longer *l = malloc(sizeof *l + 8);
    strcpy(l->name, "0123456789");
    puts(l->name);
    copy = strdup(l->name);
    sscanf(copy, "%8s", l->name);
    plica_assert(((char *)l)[11] == '7');
    free(copy), free(l);
    return 0;
}
