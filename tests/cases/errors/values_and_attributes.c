// run: check --checks +value,nonnull,alignment,conversion,unsigned-overflow
// verdict: violated
// error: invalid-value at 17
// error: nonnull-violation at 18
// error: misaligned-access at 19
// error: lossy-conversion at 20
// error: unsigned-overflow at 21
// native: no
#include <stdbool.h>
#include <stddef.h>
#include "plica.h"
static int given(const char *text) __attribute__((nonnull));
static int given(const char *text) { return text != NULL; }
int main(void) {
    union { unsigned char byte; bool b; } u = {.byte = plica_range(0, 3, "byte")};
    int k = plica_range(0, 6, "k"); long words[2] = {0, 0}; unsigned n = plica_range(0, 300, "n");
    if (k == 1) return u.b;
    if (k == 2) return given(n == 7 ? NULL : "text");
    if (k == 3) return *(int *)((char *)words + n % 2);
    if (k == 4) { unsigned char small = n; return small; }
    if (k == 5) return n - 7 > 3;
    return 0;
}
