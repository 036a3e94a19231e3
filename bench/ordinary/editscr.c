//! An edit script of N unknown commands (keep, delete, insert, replace) on a fixed text, and its inverse: the
//! text comes back.
//! Verdict: holds.
#include "../small/small.h"
#include <string.h>
#ifndef N
#define N 7
#endif
#define L 4
#define CAP 32
static char cmd[CAP], arg[CAP], old[CAP];
static int ncmd;

static int apply(const char *src, int n, char *dst) {
  int i = 0, o = 0;
  for (int c = 0; c < ncmd; c++) {
    switch (cmd[c]) {
    case 'k': if (i >= n) return -1; dst[o++] = src[i++]; break;
    case 'd': if (i >= n) return -1; old[c] = src[i++]; break;
    case 'i': dst[o++] = arg[c]; break;
    case 'r': if (i >= n) return -1; old[c] = src[i++]; dst[o++] = arg[c]; break;
    default: return -1;
    }
  }
  while (i < n) dst[o++] = src[i++];
  return o;
}
static void invert(void) {
  for (int c = 0; c < ncmd; c++) {
    if (cmd[c] == 'd') { cmd[c] = 'i'; arg[c] = old[c]; }
    else if (cmd[c] == 'i') cmd[c] = 'd';
    else if (cmd[c] == 'r') { char t = arg[c]; arg[c] = old[c]; old[c] = t; }
  }
}
int main(void) {
  char c[N], a[N], mid[CAP], back[CAP]; SYM(c); SYM(a);
  for (int i = 0; i < N; i++) { cmd[i] = c[i]; arg[i] = a[i]; }
  ncmd = N;
  int m = apply("text", L, mid);
  if (m < 0) return 0;
  invert();
  int n = apply(mid, m, back);
  ASSERT(n == L);
  ASSERT(memcmp(back, "text", L) == 0);
  return 0;
}
