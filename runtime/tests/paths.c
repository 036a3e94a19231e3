//! paths.c against the C library's.
#include <fnmatch.h>
#include <libgen.h>
#include <string.h>
#include "check.h"

char *model_basename(char *), *model_dirname(char *);
int model_fnmatch(const char *, const char *, int);
struct content;
struct entry { struct entry *next; struct content *content; char *name; };
struct entry *plica_find(const char *name) { return (void)name, (struct entry *)0; }
const char *plica_absolute(const char *name) { return name; }
void plica_system_premise(const char *what) { (void)what; }

static void fill(char *to, const char *letters, int most) {
    int n = random_below(most);
    for (int i = 0; i < n; i++) to[i] = letters[random_below((int)strlen(letters))];
    to[n] = 0;
}

int main(void) {
    for (int round = 0; round < 40000; round++) {
        char a[12], b[12], c[12], d[12];
        fill(a, "/ab.", 12);
        strcpy(b, a), strcpy(c, a), strcpy(d, a);
        /* Two slashes in front are a root of their own in glibc. */
        if (d[0] == '/' && d[1] == '/') continue;
        CHECK_FOR(strcmp(basename(a), model_basename(b)) == 0, d);
        strcpy(a, d);
        CHECK_FOR(strcmp(dirname(a), model_dirname(c)) == 0, d);
        fill(a, "ab*?.[a-b]!\\", 10), fill(b, "ab./", 8);
        int how = random_below(2) * FNM_PATHNAME + random_below(2) * FNM_PERIOD + random_below(2) * FNM_NOESCAPE;
        int whole = !strchr(a, '[') || strstr(a, "[a-b]");
        if (whole && (!*a || a[strlen(a) - 1] != '\\')) CHECK_FOR(!fnmatch(a, b, how) == !model_fnmatch(a, b, how), a);
    }
    return check_result();
}
