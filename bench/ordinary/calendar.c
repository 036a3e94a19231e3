//! Calendar: an unknown day of four years is turned into a date and back, by walking years and months; the next
//! day is one more.
//! Verdict: holds.
#include "../small/small.h"
#ifndef DAYS
#define DAYS 1461
#endif
static const unsigned char mdays[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
struct date { int y, m, d; };

static int leap(int y) { return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); }
static int month(int y, int m) { return mdays[m - 1] + (m == 2 && leap(y)); }
static struct date from_days(int n) {
  struct date r = {1999, 1, 1};
  while (n >= 365 + leap(r.y)) { n -= 365 + leap(r.y); r.y++; }
  while (n >= month(r.y, r.m)) { n -= month(r.y, r.m); r.m++; }
  r.d += n;
  return r;
}
static int to_days(struct date x) {
  int n = x.d - 1;
  for (int y = 1999; y < x.y; y++) n += 365 + leap(y);
  for (int m = 1; m < x.m; m++) n += month(x.y, m);
  return n;
}
static struct date next(struct date x) {
  if (++x.d > month(x.y, x.m)) {
    x.d = 1;
    if (++x.m > 12) { x.m = 1; x.y++; }
  }
  return x;
}
int main(void) {
  unsigned short day[1], more[1]; SYM(day); SYM(more);
  ASSUME(day[0] < DAYS); ASSUME(more[0] < DAYS);
  struct date a = from_days(day[0]), b = next(a), c = from_days(more[0]);
  ASSERT(to_days(a) == day[0]);
  ASSERT(to_days(b) == day[0] + 1);
  ASSERT(to_days(c) == more[0]);
  int later = c.y != a.y ? c.y > a.y : c.m != a.m ? c.m > a.m : c.d > a.d;
  ASSERT(later == (more[0] > day[0]));
  return 0;
}
