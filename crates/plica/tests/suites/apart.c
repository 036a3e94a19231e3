// That no caller asks for the last case is known without a look at each iteration of the loop.
int __VERIFIER_nondet_int(void);

static unsigned add(unsigned r, int which) {
  if (which == 1) return r + 1;
  if (which == 2) return r + 2;
  if (which == 3) return r + 3;
  return r;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned n = (unsigned)__VERIFIER_nondet_int(), r = 0;
  if (x < 0 || x > 2) return 0;
  for (unsigned i = 0; i < n; i++) r += 3;
  return (int)add(r, x);
}
