// Sides of conditions that lead to one place, of values that nothing branches by, and of a choice without a branch.
int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int(), r = 0;
  if (a == 1 || b == 2 || c == 3) r = 1;
  int both = a > 10 && b > 20;
  r += c == 7 ? 3 : 4;
  switch (a) {
  case 1:
  case 2:
  case 3: r++;
  }
  return r + both;
}
