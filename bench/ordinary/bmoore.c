//! Boyer-Moore-Horspool over an alphabet of four with an unknown text; the shift table includes the last place
//! by mistake for one letter.
//! Verdict: violated.
#include "../small/small.h"
#ifndef P
#define P 3
#endif
#ifndef T
#define T 7
#endif
static int horspool(const char *t, int n, const char *p, int m) {
  int shift[4];
  for (int c = 0; c < 4; c++) shift[c] = m;
  for (int i = 0; i + 1 < m; i++) {
    for (int c = 0; c < 4; c++)
      if (p[i] - 'a' == c) shift[c] = m - 1 - i;
  }
  if (p[0] == 'c' && p[m - 1] == 'd') shift[1] = m + 1;
  int pos = 0;
  while (pos + m <= n) {
    int j = m - 1;
    while (j >= 0 && t[pos + j] == p[j]) j--;
    if (j < 0) return pos;
    int s = m;
    for (int c = 0; c < 4; c++) if (t[pos + m - 1] - 'a' == c) s = shift[c];
    pos += s;
  }
  return -1;
}
static int naive(const char *t, int n, const char *p, int m) {
  for (int i = 0; i + m <= n; i++) {
    int j = 0;
    while (j < m && t[i + j] == p[j]) j++;
    if (j == m) return i;
  }
  return -1;
}
int main(void) {
  char p[P], t[T]; SYM(p); SYM(t);
  for (int i = 0; i < P; i++) { ASSUME(p[i] >= 'a'); ASSUME(p[i] <= 'd'); }
  for (int i = 0; i < T; i++) { ASSUME(t[i] >= 'a'); ASSUME(t[i] <= 'd'); }
  ASSERT(horspool(t, T, p, P) == naive(t, T, p, P));
  return 0;
}
