// A pointer to a function leads to one of the program's that has its type, the static ones too.
// run: check --entry apply
// verdict: violated
// error: assertion-failure at 16
#include <assert.h>
struct operation {
  int (*apply)(int, int);
  int second;
};
static int plus(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
static int minus(int a, int b) { return (int)((unsigned)a - (unsigned)b); }
int (*const known[])(int, int) = {plus, minus};
void apply(struct operation *o) {
  if (!o || !o->apply) return;
  int result = o->apply(3, o->second);
  assert(result != 10 || o->second != -7);
}
