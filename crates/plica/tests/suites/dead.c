int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int();
  unsigned square = n * n;
  if (square % 4 == 2)
    return 1;
  if (n > 10)
    n = 10;
  while (n > 0)
    n--;
  if (n != 0)
    return 3;
  return 0;
}
