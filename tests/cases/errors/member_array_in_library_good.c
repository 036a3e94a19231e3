// Functions of the library fill a member array to its end; a whole object, what is behind its start, and an array of
// unknown length at its end are theirs too.
// verdict: holds
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plica.h"
struct user { char name[8]; int admin; char tag[4]; char rest[4]; };
struct message { int length; char text[]; };
struct old { int length; char text[1]; };
struct longer { int length; char text[4]; };
union number { char bytes[4]; int whole[4]; };
static struct user u = {"a", 7, {'x', 'y', 'z', 't'}, "u"};
static char rows[3][8] = {"a", "b", "c"};
static int table[3][4];
static struct { int head; char rows[3][8]; } held;

int main(void) {
    struct user v = {"abc", 7, {0}, ""}, *p = &v;
    int length = plica_range(0, 9, "length");
    memcpy(p->name, "01234567", length);
    strcpy(p->name, "1234567");
    strcat(rows[1], "123456");
    sprintf(u.rest, "%d", 123);
    snprintf(p->name, sizeof *p, "%s", "abcdefg");
    strncpy(u.tag, "abcdef", sizeof u.tag);
    plica_assert(strnlen(u.tag, sizeof u.tag) == 4 && u.admin == 7 && p->admin == 7 && rows[2][0] == 'c');
    if (fgets(p->name, sizeof p->name, stdin)) plica_assert(strlen(p->name) < 8 && p->admin == 7);
    memset(&u, 0, sizeof u);
    memset(rows, 0, sizeof rows);
    // The address of a row, and that of the first number of all.
    int own[3][4];
    memmove(&rows[1], &rows[0], 2 * sizeof rows[0]);
    memmove(rows + 1, rows, 2 * sizeof *rows);
    memset(&held.rows[1], 0, 2 * sizeof held.rows[1]);
    memset(&table[0][0], 0, sizeof table);
    memset(&own[0][0], 0, sizeof own);
    memset(own[0], 0, sizeof own);
    plica_assert(own[2][3] == 0 && table[2][3] == 0);
    // A row is taken out, and what is longer than its type says.
    char texts[3][8] = {"a", "b", "c"};
    int at = plica_range(0, 1, "at");
    memmove(texts[at], texts[at + 1], (2 - at) * sizeof texts[0]);
    struct longer *l = malloc(sizeof *l + 10);
    strcpy(l->text, "123456789");
    plica_assert(texts[1][0] == 'c' && !strcmp(l->text, "123456789"));
    free(l);
    memcpy(&v, &u, sizeof v);
    struct message *m = malloc(sizeof *m + 10);
    struct old *o = malloc(sizeof *o + 10);
    memcpy(m->text, "123456789", 10);
    strcpy(o->text, "123456789");
    union number n;
    memcpy(n.whole, "0123456789abcdef", 16);
    memcpy(n.bytes, "zyxw", 4);
    plica_assert(m->text[8] == '9' && o->text[8] == '9' && n.bytes[0] == 'z' && v.name[0] == 0);
    free(m), free(o);
    return 0;
}
