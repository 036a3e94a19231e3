//! Glob patterns of P unknown characters on a text of T: backtracking to the last star, against a table.
//! Verdict: holds.
#include "../small/small.h"
#ifndef P
#define P 4
#endif
#ifndef T
#define T 5
#endif
static int glob(const char *p, const char *s) {
  const char *star = 0, *mark = 0;
  while (*s) {
    if (*p == '*') { star = p++; mark = s; }
    else if (*p == '?' || *p == *s) { p++; s++; }
    else if (star) { p = star + 1; s = ++mark; }
    else return 0;
  }
  while (*p == '*') p++;
  return *p == 0;
}
static int table(const char *p, const char *s) {
  int n = 0, row[T + 1], next[T + 1];
  while (s[n]) n++;
  row[0] = 1;
  for (int i = 1; i <= n; i++) row[i] = 0;
  for (; *p; p++) {
    next[0] = *p == '*' && row[0];
    for (int i = 1; i <= n; i++) {
      if (*p == '*') next[i] = next[i - 1] || row[i];
      else next[i] = row[i - 1] && (*p == '?' || *p == s[i - 1]);
    }
    for (int i = 0; i <= n; i++) row[i] = next[i];
  }
  return row[n];
}
int main(void) {
  char p[P + 1], s[T + 1]; SYM(p); SYM(s);
  p[P] = s[T] = 0;
  for (int i = 0; i < T; i++) ASSUME(s[i] != '*');
  ASSERT(glob(p, s) == table(p, s));
  return 0;
}
