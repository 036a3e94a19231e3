// run: check --entry apply --entry-pointers non-null
// verdict: holds
#include <assert.h>
static int one(int a) { return a ^ 1; }
int (*known)(int) = one;
int apply(int (*f)(int)) {
  int result = f(1);
  assert(result == 0);
  return result;
}
