// verdict: holds
// Calls by name go to another function, until that is taken back.
#include <klee/klee.h>
int orig(int x) { return x; }
int repl(int x) { return x + 1; }
static int twice(int x) { return orig(orig(x)); }
int main(void) {
    int x = klee_range(0, 10, "x");
    klee_assert(orig(x) == x);
    klee_alias_function("orig", "repl");
    klee_assert(orig(x) == x + 1 && twice(x) == x + 2);
    klee_alias_function("orig", "");
    klee_assert(orig(x) == x && twice(x) == x);
    return 0;
}
