// verdict: holds
// What clang turns into intrinsics.
#include "plica.h"

int main(void) {
    unsigned x = plica_uint("x");
    int a = plica_int("a"), b = plica_int("b"), sum, product;
    plica_assert(__builtin_popcount(x) <= 32 && (__builtin_popcount(x) == 0) == (x == 0));
    if (x) {
        plica_assert(x >> __builtin_ctz(x) & 1);
        plica_assert(x << __builtin_clz(x) >> 31 == 1);
        plica_assert(__builtin_ffs((int)x) == __builtin_ctz(x) + 1);
    }
    plica_assert(__builtin_bswap32(__builtin_bswap32(x)) == x && __builtin_bswap16(0x1234) == 0x3412);
    plica_assert(__builtin_bitreverse8(1) == 128);
    plica_assert(__builtin_parity(x) == (__builtin_popcount(x) & 1));
    if (!__builtin_add_overflow(a, b, &sum)) plica_assert(sum == (long)a + b);
    else plica_assert((long)a + b != sum);
    plica_assert(__builtin_mul_overflow(1 << 20, 1 << 12, &product) && product == 0);
    unsigned left;
    plica_assert(__builtin_sub_overflow(x, 1u, &left) == (x == 0));
    if (__builtin_expect(x == 3, 0)) plica_assert(__builtin_expect_with_probability(x, 3, 0.5) == 3);
    char block[10];
    plica_assert(__builtin_object_size(block, 0) == 10);
    plica_assert(__builtin_rotateleft32(__builtin_rotateright32(x, 5), 5) == x);
    plica_assert(__builtin_choose_expr(1, 2, 3) == 2 && __builtin_constant_p(7));
    return 0;
}
