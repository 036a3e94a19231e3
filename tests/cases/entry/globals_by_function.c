// A function that only an input leads to, since nobody takes its address, reads a global that is an input then.
// run: check --entry call --entry-globals any
// verdict: violated
// error: division-by-zero at 6
static int divisor = 1;
static int quotient(int x) { return (x & 7) / divisor; }
int direct(void) { return quotient(1); }
int call(int (*f)(int)) { return f ? f(5) : 0; }
