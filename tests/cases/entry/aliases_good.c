// Pointers to different types are not one, nor one with a global.
// run: check --entry set
// verdict: holds
#include <assert.h>
int global;
void set(int *a, long *b) {
  if (!a || !b) return;
  *a = 1, *b = 2, global = 3;
  assert(*a == 1 && *b == 2 && a != &global);
}
