int __VERIFIER_nondet_int(void);
static int grade(int points) {
  if (points < 0 || points > 100)
    return -1;
  if (points >= 90)
    return 1;
  if (points >= 50)
    return 2;
  return 3;
}
int main(void) {
  int a = grade(__VERIFIER_nondet_int());
  int b = grade(__VERIFIER_nondet_int());
  if (a < 0)
    return 1;
  if (b < 0)
    return 2;
  return a == b;
}
