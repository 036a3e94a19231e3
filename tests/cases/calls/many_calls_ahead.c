// verdict: holds
// Ahead of its caller a function calls more functions than forks are taken ahead; the last of these is a call of a new one.
#include "plica.h"
int g;
static int g0(int x) { if (x > 0) return x + 0; return x * 3; }
static int g1(int x) { if (x > 1) return x + 1; return x * 4; }
static int g2(int x) { if (x > 2) return x + 2; return x * 5; }
static int g3(int x) { if (x > 3) return x + 3; return x * 6; }
static int g4(int x) { if (x > 4) return x + 4; return x * 7; }
static int g5(int x) { if (x > 5) return x + 5; return x * 8; }
static int g6(int x) { if (x > 6) return x + 6; return x * 9; }
static int g7(int x) { if (x > 7) return x + 7; return x * 10; }
static int g8(int x) { if (x > 8) return x + 8; return x * 11; }
static int g9(int x) { if (x > 9) return x + 9; return x * 12; }
static int g10(int x) { if (x > 10) return x + 10; return x * 13; }
static int g11(int x) { if (x > 11) return x + 11; return x * 14; }
static int g12(int x) { if (x > 12) return x + 12; return x * 15; }
static int g13(int x) { if (x > 13) return x + 13; return x * 16; }
static int g14(int x) { if (x > 14) return x + 14; return x * 17; }
static int g15(int x) { if (x > 15) return x + 15; return x * 18; }
static int g16(int x) { if (x > 16) return x + 16; return x * 19; }
static int g17(int x) { if (x > 17) return x + 17; return x * 20; }
static int g18(int x) { if (x > 18) return x + 18; return x * 21; }
static int g19(int x) { if (x > 19) return x + 19; return x * 22; }
static int g20(int x) { if (x > 20) return x + 20; return x * 23; }
static int g21(int x) { if (x > 21) return x + 21; return x * 24; }
static int g22(int x) { if (x > 22) return x + 22; return x * 25; }
static int g23(int x) { if (x > 23) return x + 23; return x * 26; }
static int g24(int x) { if (x > 24) return x + 24; return x * 27; }
static int g25(int x) { if (x > 25) return x + 25; return x * 28; }
static int g26(int x) { if (x > 26) return x + 26; return x * 29; }
static int g27(int x) { if (x > 27) return x + 27; return x * 30; }
static int g28(int x) { if (x > 28) return x + 28; return x * 31; }
static int g29(int x) { if (x > 29) return x + 29; return x * 32; }
static int g30(int x) { if (x > 30) return x + 30; return x * 33; }
static int g31(int x) { if (x > 31) return x + 31; return x * 34; }
static int g32(int x) { if (x > 32) return x + 32; return x * 35; }
static int g33(int x) { if (x > 33) return x + 33; return x * 36; }
static int g34(int x) { if (x > 34) return x + 34; return x * 37; }
static int g35(int x) { if (x > 35) return x + 35; return x * 38; }
static int g36(int x) { if (x > 36) return x + 36; return x * 39; }
static int g37(int x) { if (x > 37) return x + 37; return x * 40; }
static int g38(int x) { if (x > 38) return x + 38; return x * 41; }
static int g39(int x) { if (x > 39) return x + 39; return x * 42; }
static int f(int x) {
 int r = x;
 if (x < 0) return 5;
  r = g0(r);
  r = g1(r);
  r = g2(r);
  r = g3(r);
  r = g4(r);
  r = g5(r);
  r = g6(r);
  r = g7(r);
  r = g8(r);
  r = g9(r);
  r = g10(r);
  r = g11(r);
  r = g12(r);
  r = g13(r);
  r = g14(r);
  r = g15(r);
  r = g16(r);
  r = g17(r);
  r = g18(r);
  r = g19(r);
  r = g20(r);
  r = g21(r);
  r = g22(r);
  r = g23(r);
  r = g24(r);
  r = g25(r);
  r = g26(r);
  r = g27(r);
  r = g28(r);
  r = g29(r);
  r = g30(r);
  r = g31(r);
  r = g32(r);
  r = g33(r);
  r = g34(r);
  r = g35(r);
  r = g36(r);
  r = g37(r);
  r = g38(r);
  r = g39(r);
  return r;
}
int main(void) { int x = plica_int("x"); int r = f(x); plica_assert(r != 7); return r; }
