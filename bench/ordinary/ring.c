//! Ring buffer of four: N unknown steps of a producer and a consumer, against counters and a straight log.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 13
#endif
#define CAP 4
static unsigned char buf[CAP];
static unsigned head, tail;
static unsigned char logged[2 * N];
static int wrote, got, overruns;

static int put(unsigned char v) {
  if (head - tail == CAP) return 0;
  buf[head++ % CAP] = v;
  return 1;
}
static int get(unsigned char *v) {
  if (head == tail) return 0;
  *v = buf[tail++ % CAP];
  return 1;
}
int main(void) {
  unsigned char op[N], val[N]; SYM(op); SYM(val);
  for (int i = 0; i < N; i++) {
    unsigned char v;
    switch (op[i] & 3) {
    case 0:
      if (put(val[i])) logged[wrote++] = val[i]; else overruns++;
      break;
    case 1: case 2:
      if (get(&v)) { ASSERT(got < wrote); ASSERT(v == logged[got]); got++; }
      break;
    default: /* a burst of two */
      if (put(val[i])) logged[wrote++] = val[i]; else overruns++;
      if (put((unsigned char)~val[i])) logged[wrote++] = (unsigned char)~val[i]; else overruns++;
      break;
    }
    ASSERT(wrote - got <= CAP);
    ASSERT(head - tail == (unsigned)(wrote - got));
  }
  ASSERT(wrote + overruns <= 2 * N);
  return 0;
}
