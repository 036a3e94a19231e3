//! Token bucket with N unknown gaps and costs, and an account that pays for what is refused; never more is let
//! through than rate and burst allow.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 5
#endif
#define BURST 20
#define RATE 2
enum { OPEN, WARNED, FROZEN };
static int tokens = BURST, balance = 30, state = OPEN;

static int request(int gap, int cost) {
  tokens += gap * RATE;
  if (tokens > BURST) tokens = BURST;
  if (state == FROZEN) return 0;
  if (cost <= tokens) { tokens -= cost; return cost; }
  balance -= cost - tokens;
  if (balance < 0) { balance = 0; state = FROZEN; }
  else if (balance < 10) state = WARNED;
  return 0;
}
int main(void) {
  unsigned char gap[N], cost[N]; SYM(gap); SYM(cost);
  int passed = 0, time = 0, refused = 0;
  for (int i = 0; i < N; i++) {
    int g = gap[i] & 15, c = cost[i] & 31;
    time += g;
    int p = request(g, c);
    if (p == 0 && c > 0) refused++;
    passed += p;
    ASSERT(tokens >= 0 && tokens <= BURST);
    ASSERT(passed <= BURST + RATE * time);
  }
  ASSERT(balance >= 0 && balance <= 30);
  if (state == FROZEN) ASSERT(refused >= 1);
  if (refused == 0) ASSERT(state == OPEN);
  return 0;
}
