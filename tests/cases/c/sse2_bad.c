// Where a byte is found by a mask of comparisons: that behind the last of sixteen is another one's.
// verdict: violated
// error: out-of-bounds at 12
#include <emmintrin.h>
#include <stdlib.h>

#include "plica.h"

/* Looks at sixteen bytes at a time, which a text need not have. */
static int find(const char *text, int length, char wanted) {
    for (int i = 0; i < length; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(text + i));
        int mask = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(wanted)));
        if (mask) return i + __builtin_ctz((unsigned)mask);
    }
    return -1;
}

int main(void) {
    char text[32] = "";
    int length = plica_range(0, 33, "length");
    for (int i = 0; i < length; i++) text[i] = 'a';
    int k = plica_range(0, 32, "k");
    if (k < length) text[k] = 'x';
    char *copy = malloc(length + 1);
    for (int i = 0; i < length; i++) copy[i] = text[i];
    copy[length] = 0;
    int at = find(copy, length, 'x');
    plica_assert(at == -1 || copy[at] == 'x');
    free(copy);
    return 0;
}
