// Branches inside of a loop of a callee, which is explored before it is known who calls it.
int __VERIFIER_nondet_int(void);

static int count(int n, int k) {
  int r = 0;
  if (k < 0) return 3;
  for (int i = 0; i < n; i++) {
    if (i == k) r += 2;
    else r++;
  }
  return r;
}

static int once(int n, int k) {
  int r = count(n, k);
  if (r == 8) r++;
  return r;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  if (n > 100) return 0;
  return once(n, k);
}
