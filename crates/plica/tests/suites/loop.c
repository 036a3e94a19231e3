int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), odd = 0;
  for (int i = 0; i < n && i < 6; i++) {
    int x = __VERIFIER_nondet_int();
    if (x == 77)
      odd += 2;
    else if (x < -5)
      odd--;
  }
  return odd == 3;
}
