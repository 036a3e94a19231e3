// What a constructor makes of a global is one of the values that it may have.
// run: check --entry quotient --entry-globals any
// verdict: violated
// error: division-by-zero at 7
static int made;
__attribute__((constructor)) static void start(void) { made = 5; }
int quotient(void) { return 10 / (made - 3); }
