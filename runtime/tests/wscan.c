//! wscan.c and wide conversions of scan.c against the C library, on texts.
#define _GNU_SOURCE
#include <stdarg.h>
#include <wchar.h>
#include "tables.h"

int model_swscanf(const wchar_t *, const wchar_t *, ...), model_vswscanf(const wchar_t *, const wchar_t *, va_list);
int model_vsscanf(const char *, const char *, va_list);

void __plica_unknown_conversion(const char *function, const char *conversion, const char *end) { CHECK(!"unknown conversion"); }
void plica_unsupported(const char *what) { CHECK(!"unknown conversion"); }
void plica_make_symbolic(void *object, size_t size, const char *name) { (void)name, memset(object, 0, size); }
unsigned plica_uint(const char *name) { return (void)name, 2; }
long double plica_long_double(const char *name) { return (void)name, 0; }
void *plica_allocate(size_t size) { return malloc(size); }
void *plica_opening_of(int descriptor) { return (void)descriptor, NULL; }
int plica_is_unknown(void *opening) { return opening != NULL; }
void plica_guess(void *opening) { (void)opening; }

static int wide_model(const wchar_t *text, const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int n = model_vswscanf(text, format, list);
    va_end(list);
    return n;
}
static int narrow_model(const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = model_vsscanf(text, format, list);
    va_end(list);
    return n;
}

int main(void) {
    static const char *const formats[] = {"%d%n", "%u %x%n", "%3d%2d%n", " a%db%n", "%s%s%n", "%ls%s%n", "%3ls%n", "%lc%c%n",
                                          "%2lc%n", "%l[a-f0-9]%n", "%[^,],%d%n", "%lf%n", "%Lf%n", "%*ls %d%n", "%ls%n"};
    static const char *const pieces[] = {"1", "23", "-4", "+5", "0", " ", "  ", ",", "a", "b", "f", "%", "2.5", "x", "\n", "8"};
    for (int round = 0; round < 60000; round++) {
        char text[64] = "";
        wchar_t wide_text[64], wide_format[32];
        for (int n = random_below(7); n > 0; n--) strcat(text, pieces[random_below(16)]);
        const char *format = formats[random_below((int)(sizeof formats / sizeof *formats))];
        /* Hexadecimal floating point is not modelled, and what "0x" means at the end differs between versions of glibc. */
        if (strstr(text, "0x")) continue;
        mbstowcs(wide_text, text, 64), mbstowcs(wide_format, format, 32);
        _Alignas(16) char one[3][256], two[3][256];
        memset(one, 7, sizeof one), memset(two, 7, sizeof two);
        int narrow = random_below(2), m, n;
        if (narrow) {
            m = narrow_model(text, format, one[0], one[1], one[2]), n = sscanf(text, format, two[0], two[1], two[2]);
        } else if (random_below(2)) {
            m = wide_model(wide_text, wide_format, one[0], one[1], one[2]);
            n = swscanf(wide_text, wide_format, two[0], two[1], two[2]);
        } else {
            m = model_swscanf(wide_text, wide_format, one[0], one[1], one[2]);
            n = swscanf(wide_text, wide_format, two[0], two[1], two[2]);
        }
        /* Behind a narrow text that is read from a wide one, glibc writes a second zero. */
        for (int i = 0; i < 3 && !narrow; i++) {
            size_t end = strnlen(two[i], 255) + 1;
            if (end < 256 && two[i][end] == 0 && one[i][end] == 7) two[i][end] = 7;
        }
        if (m != n || memcmp(one, two, sizeof one)) fprintf(stderr, "%s format \"%s\": %d %d ", narrow ? "narrow" : "wide", format, m, n);
        CHECK_FOR(m == n, text);
        CHECK_FOR(memcmp(one, two, sizeof one) == 0, text);
    }
    return check_result();
}
