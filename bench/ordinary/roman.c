//! Roman numerals: N unknown letters are read with a subtractive rule and written again; a wrong spelling is
//! taken that comes out longer.
//! Verdict: violated.
#include "../small/small.h"
#ifndef N
#define N 5
#endif
static int value(char c) {
  switch (c) {
  case 'I': return 1; case 'V': return 5; case 'X': return 10;
  case 'L': return 50; case 'C': return 100;
  default: return 0;
  }
}
static int parse(const char *s, int n) {
  int total = 0, run = 1;
  for (int i = 0; i < n; i++) {
    int v = value(s[i]), w = i + 1 < n ? value(s[i + 1]) : 0;
    if (v == 0) return -1;
    run = i > 0 && s[i] == s[i - 1] ? run + 1 : 1;
    if (run > 3) return -1;
    if (v < w) { if (v != 1 && v != 10) return -1; total -= v; }
    else total += v;
  }
  return total;
}
static int put(int v, char *o) {
  static const struct { int v; char a, b; } t[] = {
    {100, 'C', 0}, {90, 'X', 'C'}, {50, 'L', 0}, {40, 'X', 'L'}, {10, 'X', 0},
    {9, 'I', 'X'}, {5, 'V', 0}, {4, 'I', 'V'}, {1, 'I', 0}
  };
  int n = 0;
  for (int i = 0; i < 9; i++)
    while (v >= t[i].v) {
      v -= t[i].v;
      o[n++] = t[i].a;
      if (t[i].b) o[n++] = t[i].b;
    }
  return n;
}
int main(void) {
  char s[N], o[32]; SYM(s);
  int v = parse(s, N);
  if (v <= 0) return 0;
  int n = put(v, o);
  ASSERT(v <= 100 * N);
  ASSERT(n <= N || v != 98 || s[0] != 'I');
  return 0;
}
