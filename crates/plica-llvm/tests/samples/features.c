#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <setjmp.h>
#include <stdatomic.h>
struct P { int x, y; }; struct Q { char c; struct P p; double d; int a[5]; } ; 
struct __attribute__((packed)) K { char c; int i; };
union U { int i; float f; char b[8]; };
struct BF { unsigned a:3, b:5; int c:20; long l:40; };
struct Big { long a[10]; };
extern int ext; extern int undefd(int, ...);
static const char *names[] = {"a","b\n\"\\\xff", "xyz"};
int tab[256] = {1,2,3}; int com; static struct Q q = { 'c', {1,2}, 3.5, {1,2,3} };
int *pp = &tab[3]; long addr = (long)&tab[5] ; void *fp[] = {(void*)printf, (void*)&q.a[2]};
_Thread_local int tl; volatile int vol; _Bool bb; _Atomic int at;
__int128 i128; long double ld = 1.5L;  float ff=0.1f; double dd=1e300, inf = 1.0/0.0;
typedef int v4 __attribute__((vector_size(16)));
v4 vadd(v4 a, v4 b) { v4 m = a > b; return (a + b * 3) & m; }
static int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; while (n--) s += va_arg(ap, int); double d = va_arg(ap,double); va_end(ap); return s + d; }
struct Big mk(struct Big b) { b.a[3]++; return b; }
struct P mkp(struct P p, struct K k) { p.x += k.i; return p; }
int sw(int x) { switch (x) { case 1: return 3; case 2: case 5: return 9; case -7: x++; default: break; } switch(x){case 10 ... 20: return 4;} return x; }
int vla(int n) { int a[n]; memset(a, 0, sizeof a); for (int i = 0; i < n; i++) a[i] = i; return a[n-1]; }
int lbl(int x) { static void *t[] = {&&l1, &&l2}; goto *t[x&1]; l1: return 1; l2: return 2; }
float flt(float a, double b, long double c) { return a*b + c/3 - (float)(int)b + (unsigned)a + (a<b) + !(a!=b); }
int bits(unsigned x, unsigned long y) { return __builtin_popcount(x)+__builtin_clz(x)+__builtin_ctzll(y)+__builtin_bswap32(x)+(x<<3|x>>29); }
int ov(int a, int b) { int r; if (__builtin_sadd_overflow(a,b,&r)) return -1; if (__builtin_mul_overflow(a,b,&r)) abort(); return r; }
int atom(void) { atomic_fetch_add(&at, 3); int e = 3; atomic_compare_exchange_strong(&at,&e,5); atomic_thread_fence(memory_order_seq_cst); return atomic_load(&at) + atomic_exchange(&at, 7); }
int asmf(int x) { __asm__ volatile("nop" ::: "memory"); int y; __asm__("mov %1,%0" : "=r"(y) : "r"(x)); return y; }
int (*fptr)(int) = sw;
int cond(int a, int b, char *s) { return a && b || s && *s ? a ? b : 3 : fptr(a); }
unsigned char narrow(long x, short s) { return (unsigned char)(x ^ s) + (signed char)x; }
union U un(union U u) { u.i ^= 3; return u; }
int bf(struct BF *p) { p->c = -3; p->l++; return p->a + p->b + p->c; }
__int128 mul(__int128 a, unsigned __int128 b) { return a * (__int128)b + (((__int128)1)<<100) + ~(unsigned __int128)0 ; }
struct L { struct L *next; int v; }; int len(struct L *l) { int n = 0; while (l) { n++; l = l->next; } return n; }
_Complex double cplx(_Complex double z) { return z*z; }
int main(int argc, char **argv) { char buf[20] = "hello"; strcpy(buf, argv[0]); printf("%d %s %f\n", sum(3,1,2,3,4.0), buf, dd); 
 struct P p = {1,2}, p2 = p; struct Q r = q; do { ext += p2.x + r.a[2]; } while (ext < 10); for(;;) { if (ext++ > 20) break; else continue; }
 jmp_buf jb; if (setjmp(jb)) longjmp(jb, 1); exit(tab[argc & 255] + vol + tl + __builtin_expect(argc, 1)); }
