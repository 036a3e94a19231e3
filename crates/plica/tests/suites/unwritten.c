/* What was never written is not a test's to choose. One side needs that it is 43; the other has an input for it. */
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), table[2], ends = 0;
  if (x & 1) table[0] = x;
  if (table[0] == 77) ends = 1;
#ifdef ALONE
  if (table[1] == 43) ends = 2;
#endif
  return ends & 4;
}
