//! Grammar of JSON numbers over N unknown bytes: recursive checks against a table of states.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 9
#endif
enum { START, MINUS, ZERO, INT, DOT, FRAC, E, ESIGN, EXP, BAD };

static int by_states(const char *s) {
  int st = START;
  for (; *s && st != BAD; s++) {
    int d = *s >= '0' && *s <= '9', e = *s == 'e' || *s == 'E', sg = *s == '+' || *s == '-';
    switch (st) {
    case START: st = *s == '-' ? MINUS : *s == '0' ? ZERO : d ? INT : BAD; break;
    case MINUS: st = *s == '0' ? ZERO : d ? INT : BAD; break;
    case ZERO: st = *s == '.' ? DOT : e ? E : BAD; break;
    case INT: st = d ? INT : *s == '.' ? DOT : e ? E : BAD; break;
    case DOT: st = d ? FRAC : BAD; break;
    case FRAC: st = d ? FRAC : e ? E : BAD; break;
    case E: st = sg ? ESIGN : d ? EXP : BAD; break;
    case ESIGN: case EXP: st = d ? EXP : BAD; break;
    }
  }
  return st == ZERO || st == INT || st == FRAC || st == EXP;
}
static const char *digits(const char *p) {
  const char *q = p;
  while (*q >= '0' && *q <= '9') q++;
  return q == p ? 0 : q;
}
static int by_descent(const char *p) {
  if (*p == '-') p++;
  if (*p == '0') p++;
  else if (!(p = digits(p))) return 0;
  if (*p == '.' && !(p = digits(p + 1))) return 0;
  if (*p == 'e' || *p == 'E') {
    p++;
    if (*p == '+' || *p == '-') p++;
    if (!(p = digits(p))) return 0;
  }
  return *p == 0;
}
int main(void) {
  char s[N + 1]; SYM(s);
  s[N] = 0;
  ASSERT(by_states(s) == by_descent(s));
  return 0;
}
