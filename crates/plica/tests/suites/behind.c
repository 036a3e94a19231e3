// What follows an operation that can fail is a place as well: a test of the error does not get there.
int __VERIFIER_nondet_int(void);

static int part(int n) {
  return 100 / n;
}

int main(void) {
  int r = 0, x = __VERIFIER_nondet_int();
  if (x > 5) r = 100 / (x - 9);
  if (x < -5) r = part(x + 9);
  return r & 1;
}
