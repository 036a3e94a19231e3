//! INI parser over N unknown bytes: sections, keys, comments; one setting is forbidden.
//! Verdict: violated.
#include "../small/small.h"
#include <string.h>
#ifndef N
#define N 9
#endif
static char section[4], keyname[4];
static int entries, bad;

static int is_name(char c) { return c >= 'a' && c <= 'z'; }

static const char *parse_line(const char *p) {
  int n = 0;
  if (*p == ';' || *p == '\n' || *p == 0) {
    while (*p && *p != '\n') p++;
    return *p ? p + 1 : p;
  }
  if (*p == '[') {
    p++;
    while (is_name(*p) && n < 3) section[n++] = *p++;
    section[n] = 0;
    if (*p++ != ']') { bad = 1; return 0; }
  } else {
    while (is_name(*p) && n < 3) keyname[n++] = *p++;
    keyname[n] = 0;
    if (n == 0 || *p++ != '=') { bad = 1; return 0; }
    int v = 0;
    while (*p >= '0' && *p <= '9') v = v * 10 + (*p++ - '0');
    entries++;
    ASSERT(!(section[0] == 'n' && section[1] == 0 && keyname[0] == 'p' && v == 80));
  }
  if (*p == 0) return p;
  if (*p != '\n') { bad = 1; return 0; }
  return p + 1;
}
int main(void) {
  char text[N + 1]; SYM(text);
  text[N] = 0;
  const char *p = text;
  while (p && *p) p = parse_line(p);
  ASSERT(entries <= (N + 1) / 2);
  return 0;
}
