// Intrinsics of SSE and SSE2 on floats, against what the manual says they do: NaNs, zeros, numbers out of range.
// verdict: holds
#include <emmintrin.h>
#include <math.h>
#include <stdint.h>

#include "plica.h"

int main(void) {
    const float some[] = {0, -0.0f, 1.5f, 2.5f, -2.5f, 2147483520.0f, 2147483648.0f, -2147483648.0f, 1e20f, INFINITY, NAN};
    const int count = sizeof some / sizeof *some;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            float x = some[i], y = some[j];
            __m128 a = _mm_set_ps(1, -2, 3, x), b = _mm_set_ps(4, 5, -6, y);
            float low;
            low = _mm_cvtss_f32(_mm_min_ps(a, b));
            if (x < y) plica_assert(low == x);
            else plica_assert(low == y || y != y);
            low = _mm_cvtss_f32(_mm_max_ss(a, b));
            if (x > y) plica_assert(low == x);
            else plica_assert(low == y || y != y);
            union { __m128 f; uint32_t w[4]; } c = {.f = _mm_cmpnle_ps(a, b)}, d = {.f = _mm_cmpord_ss(a, b)};
            plica_assert(c.w[0] == (x <= y ? 0 : ~0u) && c.w[1] == ~0u && c.w[2] == 0 && c.w[3] == 0);
            plica_assert(d.w[0] == (x == x && y == y ? ~0u : 0));
            plica_assert(_mm_comilt_ss(a, b) == (x < y) && _mm_ucomineq_ss(a, b) == (x != y) && _mm_comieq_ss(a, b) == (x == y));
            plica_assert((_mm_movemask_ps(a) & 14) == 4);
            int t = _mm_cvttss_si32(a);
            if (x > -2147483904.0f && x < 2147483648.0f) plica_assert(t == (int)x);
            else plica_assert(t == INT32_MIN);
            if (x >= -1000000.0f && x <= 1000000.0f) {
                float back = (float)_mm_cvtss_si32(a) - x;
                plica_assert(back <= 0.5f && back >= -0.5f);
            }
        }
    plica_assert(_mm_cvtss_si32(_mm_set_ss(2.5f)) == 2 && _mm_cvtss_si32(_mm_set_ss(-3.5f)) == -4);
    plica_assert(_mm_cvttsd_si64(_mm_set_sd(9223372036854775808.0)) == INT64_MIN);
    plica_assert(_mm_cvttsd_si64(_mm_set_sd(-9007199254740993.0)) == -9007199254740992);
    float x, y;
    PLICA_SYMBOLIC(x);
    PLICA_SYMBOLIC(y);
    plica_assert(_mm_comige_ss(_mm_set_ss(x), _mm_set_ss(y)) == (x >= y));
    return 0;
}
