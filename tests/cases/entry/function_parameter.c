// A call of a parameter that may be null, in a function of its own: the stack is then without its caller.
// run: check --entry apply
// verdict: violated
// error: null-dereference at 7
static int one(int a) { return a ^ 1; }
int (*known)(int) = one;
static int call(int (*f)(int)) { return f(1); }
int apply(int (*f)(int)) {
  int result = call(f);
  return result;
}
