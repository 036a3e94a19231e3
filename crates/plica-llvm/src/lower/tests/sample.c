/* One of each: what C programs are made of, as far as lowering can tell the difference. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

struct pair { int a; long b; };
struct big { int v[20]; double d; };
struct bits { unsigned x : 3; int y : 7; unsigned z : 22; };
union both { int i; float f; char c[4]; };
typedef int v4 __attribute__((vector_size(16)));

int common;
extern int elsewhere;
static struct pair table[3] = { { 1, 2 }, { 3, 4 } };
static const char *names[] = { "one", "two", 0 };
int *inner = &table[1].a;
long distance = (char *)&table[1].b - (char *)&table[0].b;
struct { char c; short s; void (*f)(int); struct { int n; char tail[]; } *p; } mixed = { 'x', 7, exit, 0 };
long double wide = 1.5L;
__thread int mine = 3;
static int helper(int x) { return x * 3 + common; }
int (*pointer)(int) = helper;

struct pair make(int a, long b) { struct pair p = { a, b }; return p; }
struct big enlarge(struct big in, int i) { in.v[i] += 1; in.d *= 2; return in; }
int sum(int n, ...) {
    va_list ap, copy;
    int s = 0;
    va_start(ap, n);
    va_copy(copy, ap);
    while (n-- > 0) s += va_arg(ap, int);
    s += (int)va_arg(copy, double);
    va_end(copy);
    va_end(ap);
    return s;
}
int old(a, b) int a; char b; { return a + b; }
int later();
int calls(int x) {
    struct big b = { { 0 } };
    struct pair p = make(x, 5);
    b = enlarge(b, x);
    return later(x, 2) + old(x, 'c') + undeclared(3) + sum(2, x, 4.0) + pointer(p.a) + b.v[3];
}
int later(int a, int b) { return a - b; }
int vla(int n) {
    int a[n], s = 0, i;
    for (i = 0; i < n; i++) a[i] = i * i;
    for (i = 0; i < n; i++) s += a[i] > 3 && a[i] < 50 || a[i] == 7 ? a[i] : -1;
    return s;
}
int control(int x) {
    int r = 0;
    switch (x) { case 1: r = 5; break; case 2: case 3: r = 6; case -4: r++; default: r--; }
    do { if (x & 1) continue; if (r > 1000) goto ERROR; r += x; } while (x-- > 0);
    return r;
ERROR:
    abort();
    return -1;
}
void *jump[2];
int computed(int i) {
    static void *labels[] = { &&a, &&b };
    goto *labels[i];
a:  return 1;
b:  return 2;
}
float floats(float x, double y) {
    double z = x > y ? sqrt(y) : fabs(x) + floor(y);
    if (z != z) z = fmax(x, copysign(y, x)) + pow(x, y) + fma(x, y, z);
    return (float)(z / 3) + (unsigned char)y + (int)x + (unsigned long)z;
}
long double longer(long double x) { wide = x; return x; }
int longest(long double x) { return x > 1.0L; }
int bitfields(struct bits *b, int v) { b->x = v; b->y += 3; b->z ^= v; return b->x + b->y + b->z; }
int unions(int i) { union both u; u.i = i; u.c[2] = 7; return u.i + (u.f > 1); }
v4 vectors(v4 a, v4 b) { v4 c = a * b + (a > b); c[1] = c[b[0] & 3]; return c; }
int reduced(const int *p, int n) { int s = 0, i; for (i = 0; i < n; i++) s += p[i] * p[i]; return s; }
unsigned counted(unsigned x) {
    return __builtin_popcount(x) + __builtin_clz(x | 1) + __builtin_ctz(x | 1) + __builtin_bswap32(x)
        + (x << 5 | x >> 27) + abs((int)x);
}
int overflow(int a, int b) { int r; if (__builtin_add_overflow(a, b, &r) || __builtin_mul_overflow(a, b, &r)) return -1; return r; }
unsigned __int128 huge(unsigned __int128 a, unsigned long b) { return a * b / 7 + ((a >> 64) | 12345678901234567890ull); }
int atomics(int *p, int x) {
    int expected = x;
    __atomic_fetch_add(p, x, __ATOMIC_SEQ_CST);
    __atomic_exchange_n(p, 3, __ATOMIC_ACQUIRE);
    __atomic_compare_exchange_n(p, &expected, 5, 0, 5, 5);
    __sync_fetch_and_nand(p, 2);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return __atomic_load_n(p, __ATOMIC_RELAXED) + expected;
}
_Bool truth(int x, _Bool b) { _Bool c = x; volatile _Bool d = b; return c ^ d; }
void barrier(int *p) { int y = *p; __asm__ volatile("" : "+r"(y) : : "memory"); *p = y; __asm__ volatile("cpuid"); }
size_t sizes(char *s) { char buf[10]; memset(buf, 0, sizeof buf); memcpy(buf, s, 4); memmove(buf + 1, buf, 3);
    return strlen(buf) + __builtin_object_size(s, 0) + names[1][0] + __builtin_constant_p(s) + mine; }
int scopes(int n) { int s = 0, i; for (i = 0; i < n; i++) { int t = i; int u[3] = { i }; { int v = t + u[i % 3]; s += v; } } return s; }
int main(int argc, char **argv) { if (!argv[0] || elsewhere) __builtin_trap(); return calls(argc); }
