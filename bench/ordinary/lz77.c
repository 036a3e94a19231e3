//! LZ77 decoder over N unknown token bytes; a flush after three literals sets the start of the window one too small.
//! Verdict: violated.
#include "../small/small.h"
#ifndef N
#define N 6
#endif
#define WIN 12
static unsigned char win[WIN];
static int pos, base;

static int literal(unsigned char c) {
  if (pos >= WIN) return -1;
  win[pos++] = c;
  return 0;
}
static int match(int dist, int len) {
  if (dist > pos - base) return -1;
  for (int i = 0; i < len; i++) {
    if (pos >= WIN) return -1;
    ASSERT(pos - dist >= base);
    win[pos] = win[pos - dist];
    pos++;
  }
  return 0;
}
int main(void) {
  unsigned char t[N]; SYM(t);
  int lits = 0, flushes = 0;
  for (int i = 0; i < N; i++) {
    int op = t[i] >> 6, arg = t[i] & 63;
    if (op == 0) { if (literal('a' + (arg & 15)) < 0) return 0; lits++; }
    else if (op == 1) { if (match((arg >> 3) + 1, (arg & 7) + 1) < 0) return 0; }
    else if (op == 2) {
      if (pos != base && arg == 42) {
        /* the second flush slips: the base is one too small */
        base = flushes++ ? pos : pos - (lits == 3);
      }
    } else break;
  }
  ASSERT(flushes == 0 || base == pos || pos - base != 1 || lits != 3);
  return 0;
}
