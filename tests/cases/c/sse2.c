// Intrinsics of SSE2, and additions with carry, against what the manual says they do, lane by lane.
// verdict: holds
#include <emmintrin.h>
#include <immintrin.h>
#include <stdint.h>

#include "plica.h"

/* Without a branch. */
#define PICK(cond, a, b) ((b) ^ (((a) ^ (b)) & -(int)(cond)))
#define CLAMP(x, least, most) PICK((x) < (least), least, PICK((x) > (most), most, x))

union lanes {
    __m128i v;
    uint8_t b[16];
    int8_t sb[16];
    uint16_t h[8];
    int16_t sh[8];
    uint32_t w[4];
    int32_t sw[4];
    uint64_t q[2];
};

static void bytes(union lanes a, union lanes b) {
    int mask = _mm_movemask_epi8(a.v);
    plica_assert(mask >> 16 == 0);
    union lanes r = {.v = _mm_avg_epu8(a.v, b.v)};
    for (int i = 0; i < 16; i += 5) plica_assert(((mask >> i & 1) == (a.sb[i] < 0)) & (r.b[i] == (a.b[i] + b.b[i] + 1) >> 1));
    for (int i = 1; i < 16; i++) a.b[i] = 200, b.b[i] = 190 + i;
    union lanes s = {.v = _mm_sad_epu8(a.v, b.v)};
    int apart = PICK(a.b[0] > b.b[0], a.b[0] - b.b[0], b.b[0] - a.b[0]);
    plica_assert((s.q[0] == (unsigned)apart + 9 + 8 + 7 + 6 + 5 + 4 + 3) & (s.q[1] == 2 + 1 + 0 + 1 + 2 + 3 + 4 + 5));
}

static void halves(union lanes a, union lanes b) {
    union lanes p = {.v = _mm_packs_epi16(a.v, b.v)}, u = {.v = _mm_packus_epi16(a.v, b.v)};
    for (int i = 0; i < 8; i += 3) {
        plica_assert((p.sb[i] == CLAMP(a.sh[i], -128, 127)) & (p.sb[i + 8] == CLAMP(b.sh[i], -128, 127)));
        plica_assert((u.b[i] == CLAMP(a.sh[i], 0, 255)) & (u.b[i + 8] == CLAMP(b.sh[i], 0, 255)));
    }
    union lanes d = {.v = _mm_packs_epi32(a.v, b.v)}, v = {.v = _mm_avg_epu16(a.v, b.v)};
    plica_assert((d.sh[1] == CLAMP(a.sw[1], -32768, 32767)) & (d.sh[7] == CLAMP(b.sw[3], -32768, 32767)));
    plica_assert(v.h[6] == ((uint32_t)a.h[6] + b.h[6] + 1) >> 1);
}

static void products(union lanes a, union lanes b) {
    union lanes m = {.v = _mm_madd_epi16(a.v, b.v)};
    union lanes h = {.v = _mm_mulhi_epi16(a.v, b.v)}, u = {.v = _mm_mulhi_epu16(a.v, b.v)};
    uint32_t x = (uint32_t)(a.sh[0] * b.sh[0]), y = (uint32_t)(a.sh[1] * b.sh[1]);
    plica_assert(m.w[0] == x + y);
    plica_assert((h.h[0] == x >> 16) & (u.h[0] == (uint32_t)a.h[0] * b.h[0] >> 16));
}

static void shifts(union lanes a, unsigned by) {
    __m128i far = _mm_set_epi64x(5, by);
    union lanes l = {.v = _mm_sll_epi16(a.v, far)}, s = {.v = _mm_sra_epi16(a.v, far)};
    unsigned near = by & 15;
    plica_assert(l.h[3] == (uint16_t)PICK(by > 15, 0, a.h[3] << near));
    plica_assert(s.sh[7] == a.sh[7] >> (PICK(by > 15, 15, near) & 15));
    union lanes c = {.v = _mm_srli_epi16(_mm_slli_epi32(a.v, 3), 5)}, d = {.v = _mm_srai_epi32(a.v, 40)};
    union lanes q = {.v = _mm_slli_epi64(a.v, 64)}, e = {.v = _mm_srl_epi64(a.v, _mm_set_epi64x(0, 33))};
    uint32_t w = a.w[2] << 3;
    plica_assert((c.h[4] == (uint16_t)w >> 5) & (c.h[5] == w >> 21) & (d.sw[2] == a.sw[2] >> 31));
    plica_assert((q.q[1] == 0) & (e.q[1] == a.q[1] >> 33));
}

static void carries(uint64_t a, uint64_t b, unsigned char in) {
    unsigned long long sum, difference;
    unsigned char out = _addcarry_u64(in, a, b, &sum);
    plica_assert((sum == a + b + (in != 0)) & (out == ((a + b < a) | ((in != 0) & (a + b + 1 == 0)))));
    unsigned char borrow = _subborrow_u64(in, a, b, &difference);
    plica_assert((difference == a - b - (in != 0)) & (borrow == ((a < b) | ((in != 0) & (a == b)))));
    unsigned small;
    unsigned char of_32 = _addcarry_u32(in, (unsigned)a, (unsigned)b, &small);
    uint64_t wide = (a & 0xffffffff) + (b & 0xffffffff) + (in != 0);
    plica_assert((small == (uint32_t)wide) & (of_32 == wide >> 32));
}

int main(void) {
    union lanes a, b;
    PLICA_SYMBOLIC(a);
    PLICA_SYMBOLIC(b);
    bytes(a, b);
    halves(a, b);
    products(a, b);
    shifts(a, b.w[3]);
    carries(a.q[0], b.q[0], b.b[15]);
    _mm_mfence();
    _mm_pause();
    return 0;
}
