// verdict: holds
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "plica.h"
struct record { int id; char name[4]; char number[4]; char rest[60]; };

int main(void) {
    struct record r = {1, "abc", "123", "rest"}, *p = &r;
    // Who knows that there are no more than four characters may have four.
    strncpy(p->name, "abcd", 4);
    char *end, *copy = strndup(p->name, 4);
    plica_assert(!strncmp(p->name, copy, 4) && !strcmp(copy, "abcd") && memchr(p->name, 'd', 4) == p->name + 3);
    free(copy);
    // What is found, or differs, is before the end.
    plica_assert(strcmp(p->name, "abx") < 0 && strchr(p->name, 'd') == p->name + 3 && memchr(r.name, 'b', 9) == r.name + 1);
    plica_assert(strncasecmp(r.name, "ABX", 6) < 0 && strnlen(p->name, 4) == 4);
    p->name[3] = 0;
    plica_assert(strcmp(p->name, "abc") == 0 && strcasecmp("abc", p->name) == 0 && !strchr(p->name, 'x'));
    int digit = plica_range(0, 10, "digit");
    p->number[0] = (char)('0' + digit);
    int number = atoi(p->number);
    plica_assert(number == digit * 100 + 23);
    // A character behind the number ends it, as the text's end does.
    memcpy(p->number, "12 x", 4);
    plica_assert(strtol(r.number, &end, 10) == 12 && end == r.number + 2 && strtod(p->number, 0) == 12);
    plica_assert(strcmp("abc", r.name) == 0);
    // A base that is none: the end is not told.
    end = copy = r.rest;
    plica_assert(strtol(r.number, &end, 37) == 0 && strtoul(r.number, 0, 1) == 0 && end == copy);
    // Without a digit nothing is converted, and where that is seen is not told.
    memcpy(p->number, "x123", 4);
    plica_assert(atoi(p->number) == 0);
    return 0;
}
