// Every case but the last is on failing runs only, and all of them fail at one place.
int __VERIFIER_nondet_int(void);
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));

int main(void) {
  int r = 0;
  switch (__VERIFIER_nondet_int()) {
  case 5: r = 1; break;
  case 6: r = 2; break;
  case 9: r = 3; break;
  default: r = 4; break;
  }
  if (r != 4) __assert_fail("r == 4", "failing.c", 13, "main");
  return 0;
}
