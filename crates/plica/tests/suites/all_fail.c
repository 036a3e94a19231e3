// All runs fail at one place, whichever side they take before.
int __VERIFIER_nondet_int(void);

static int pick(const int *p, int i) {
  return p[i & 3];
}

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), few[2] = {4, 5};
  int r = pick(&y, 0);
  if (x != 3) r = 1;
  return r + pick(few, x | 2);
}
