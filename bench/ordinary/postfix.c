//! Postfix expressions of N unknown characters (digits, + - * / and ~ for swap) on a stack of four; division is
//! guarded against zero but not after a swap.
//! Verdict: violated.
#include "../small/small.h"
#ifndef N
#define N 7
#endif
#define DEPTH 4
static int st[DEPTH], sp;

static int eval(const char *s, int n, int *result) {
  int swapped = 0;
  for (int i = 0; i < n; i++) {
    char c = s[i];
    if (c >= '0' && c <= '9') {
      if (sp == DEPTH) return -1;
      st[sp++] = c - '0';
      swapped = 0;
      continue;
    }
    if (sp < 2) return -1;
    int b = st[sp - 1], a = st[sp - 2];
    switch (c) {
    case '+': st[sp - 2] = a + b; sp--; break;
    case '-': st[sp - 2] = a - b; sp--; break;
    case '*': st[sp - 2] = a * b; sp--; break;
    case '/':
      if (!swapped && b == 0) return -1;
      st[sp - 2] = a / b;
      sp--;
      break;
    case '~': st[sp - 1] = a; st[sp - 2] = b; swapped = sp > 2; continue;
    default: return -1;
    }
    swapped = 0;
  }
  if (sp != 1) return -1;
  *result = st[0];
  return 0;
}
int main(void) {
  char s[N]; SYM(s);
  int r;
  if (eval(s, N, &r) < 0) return 0;
  ASSERT(sp == 1);
  return 0;
}
