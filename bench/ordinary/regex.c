//! Pike's small matcher (^ $ . *) with an unknown pattern of P and text of T characters; a match without ^ is
//! found again after a letter in front.
//! Verdict: holds.
#include "../small/small.h"
#ifndef P
#define P 4
#endif
#ifndef T
#define T 4
#endif
static int here(const char *re, const char *s);

static int star(int c, const char *re, const char *s) {
  do {
    if (here(re, s)) return 1;
  } while (*s && (*s++ == c || c == '.'));
  return 0;
}
static int here(const char *re, const char *s) {
  if (re[0] == 0) return 1;
  if (re[1] == '*') return star(re[0], re + 2, s);
  if (re[0] == '$' && re[1] == 0) return *s == 0;
  if (*s && (re[0] == '.' || re[0] == *s)) return here(re + 1, s + 1);
  return 0;
}
static int match(const char *re, const char *s) {
  if (re[0] == '^') return here(re + 1, s);
  do {
    if (here(re, s)) return 1;
  } while (*s++);
  return 0;
}
int main(void) {
  char re[P + 1], s[T + 2]; SYM(re); SYM(s);
  re[P] = 0;
  s[0] = 'x'; s[T + 1] = 0;
  if (match(re, s + 1) && re[0] != '^') ASSERT(match(re, s));
  return 0;
}
