int __VERIFIER_nondet_int(void);
static int positive(void) {
  int x = __VERIFIER_nondet_int();
  if (x <= 0)
    return 1;
  return x;
}
static int smaller(void) {
  int a = positive(), b = positive();
  if (a < b)
    return a;
  return b;
}
int main(void) {
  int s = smaller();
  if (s == 12345)
    return 7;
  return smaller() < s;
}
