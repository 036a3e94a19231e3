//! wide.c, wconvert.c and wctype.c against the C library's.
#include <wchar.h>
#include <wctype.h>
#include <string.h>
#include "check.h"

size_t model_wcslen(const wchar_t *), model_wcsspn(const wchar_t *, const wchar_t *), model_wcscspn(const wchar_t *, const wchar_t *);
wchar_t *model_wcscpy(wchar_t *, const wchar_t *), *model_wcsncpy(wchar_t *, const wchar_t *, size_t);
wchar_t *model_wcscat(wchar_t *, const wchar_t *), *model_wcsncat(wchar_t *, const wchar_t *, size_t);
wchar_t *model_wcschr(const wchar_t *, wchar_t), *model_wcsrchr(const wchar_t *, wchar_t), *model_wcsstr(const wchar_t *, const wchar_t *);
wchar_t *model_wcstok(wchar_t *, const wchar_t *, wchar_t **), *model_wcspbrk(const wchar_t *, const wchar_t *);
int model_wcscmp(const wchar_t *, const wchar_t *), model_wcsncmp(const wchar_t *, const wchar_t *, size_t);
long model_wcstol(const wchar_t *, wchar_t **, int);
size_t model_mbstowcs(wchar_t *, const char *, size_t), model_wcstombs(char *, const wchar_t *, size_t);
int model_iswalpha(unsigned), model_iswspace(unsigned), model_iswpunct(unsigned), model_iswxdigit(unsigned), model_iswprint(unsigned);
unsigned model_towupper(unsigned), model_towlower(unsigned);

static int sign(int n) { return (n > 0) - (n < 0); }

static void fill(wchar_t *to, int most) {
    int n = random_below(most);
    for (int i = 0; i < n; i++) to[i] = random_below(9) ? L"ab ,1"[random_below(5)] : (wchar_t)random_below(70000);
    to[n] = 0;
}

int main(void) {
    for (int round = 0; round < 20000; round++) {
        wchar_t a[12], b[6], c[40] = {0}, d[40] = {0}, *rest, *model_rest;
        char narrow[16], model_narrow[16];
        fill(a, 12), fill(b, 6);
        size_t n = (size_t)random_below(8);
        CHECK(model_wcslen(a) == wcslen(a) && model_wcsspn(a, b) == wcsspn(a, b) && model_wcscspn(a, b) == wcscspn(a, b));
        CHECK(sign(model_wcscmp(a, b)) == sign(wcscmp(a, b)) && sign(model_wcsncmp(a, b, n)) == sign(wcsncmp(a, b, n)));
        CHECK(model_wcschr(a, b[0]) == wcschr(a, b[0]) && model_wcsrchr(a, b[0]) == wcsrchr(a, b[0]));
        CHECK(model_wcsstr(a, b) == wcsstr(a, b) && model_wcspbrk(a, b) == wcspbrk(a, b));
        model_wcsncpy(c, a, n), wcsncpy(d, a, n), model_wcsncat(c, b, n), wcsncat(d, b, n);
        model_wcscat(c, a), wcscat(d, a);
        CHECK(wmemcmp(c, d, 40) == 0);
        CHECK(model_wcstok(c, b, &model_rest) - c == wcstok(d, b, &rest) - d || !*b || wcsspn(d, b) == wcslen(d));
        CHECK(model_wcstol(a, &model_rest, 0) == wcstol(a, &rest, 0) && model_rest == rest);
        size_t size = wcstombs(narrow, a, 16);
        CHECK(model_wcstombs(model_narrow, a, 16) == size && (size == (size_t)-1 || strcmp(narrow, model_narrow) == 0));
        unsigned x = (unsigned)random_below(128);
        CHECK(!model_iswalpha(x) == !iswalpha(x) && !model_iswspace(x) == !iswspace(x) && !model_iswpunct(x) == !iswpunct(x));
        CHECK(!model_iswxdigit(x) == !iswxdigit(x) && !model_iswprint(x) == !iswprint(x));
        CHECK(model_towupper(x) == towupper(x) && model_towlower(x) == towlower(x));
    }
    return check_result();
}
