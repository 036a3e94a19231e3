// verdict: holds
// native: no
// The processor has what each of its kind has, and no more, as far as the compiler's functions tell.
#include "plica.h"

int main(void) {
    __builtin_cpu_init();
    plica_assert(__builtin_cpu_supports("sse2") && !__builtin_cpu_supports("avx2") && !__builtin_cpu_is("intel"));
    return 0;
}
