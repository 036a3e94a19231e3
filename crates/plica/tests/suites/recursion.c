int __VERIFIER_nondet_int(void);
static int gcd(int a, int b) {
  if (b == 0)
    return a;
  return gcd(b, a % b);
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 1 || a > 20 || b < 1 || b > 20)
    return 1;
  return gcd(a, b) == 5 ? 2 : 0;
}
