#include <assert.h>
int __VERIFIER_nondet_int(void);
static int clamp(int x) {
  if (x > 10)
    return 10;
  if (x < -10)
    return -11;
  return x;
}
int main(void) {
  int x = clamp(__VERIFIER_nondet_int());
  int y = __VERIFIER_nondet_int();
  if (y == 3)
    y = 4;
  assert(x >= -10);
  return y > 3;
}
