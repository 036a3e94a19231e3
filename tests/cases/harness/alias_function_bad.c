// verdict: violated
// error: assertion-failure at 10
// native: no
// On some paths calls go elsewhere.
#include <klee/klee.h>
int orig(int x) { return x; }
int repl(int x) { return x + 1; }
int main(void) {
    if (klee_range(0, 2, "x")) klee_alias_function("orig", "repl");
    klee_assert(orig(1) == 1);
    return 0;
}
