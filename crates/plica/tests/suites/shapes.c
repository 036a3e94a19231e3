// More shapes of memory than a function has summaries.
int __VERIFIER_nondet_int(void);

static int is_large(const int *p, const int *q) {
  if (*p > *q) return 1;
  return 0;
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = 1, c = 2, d = 3, r = 0;
  const int *all[] = {&a, &b, &c, &d};
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) r += is_large(all[i], all[j]);
  return r;
}
