// The sides of branches before a call that never returns.
int __VERIFIER_nondet_int(void);

static int fails(const int *p) {
  return *p;
}

int main(void) {
  int r = 0, x = __VERIFIER_nondet_int();
  if (x == 3) r = 1;
  if (x == 4) r = 2;
  r += fails(0);
  if (r == 5) return 1;
  return 0;
}
