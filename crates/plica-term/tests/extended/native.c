/* What the machine and its C library make of long doubles: a line for each operation on chosen and random numbers, as
   its name, what goes in and what comes out, all in hexadecimal. The argument is how many rounds there are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long double real;
typedef unsigned long long word;

static word state = 88172645463325252ull;
static word chance(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static real of(unsigned top, word digits) {
  real x = 0;
  unsigned short high = (unsigned short)top;
  memcpy(&x, &digits, 8);
  memcpy((char *)&x + 8, &high, 2);
  return x;
}

/* Any of the bits that operations make, often near the ends of the format and of integers, or near one another. */
static real number(void) {
  static unsigned near = 16383;
  unsigned sign = chance() % 2 << 15;
  word digits = chance() % 3 ? chance() | 1ull << 63 : 1ull << 63 | 3ull << chance() % 62 | (chance() % 2 ? chance() % 3 : 0);
  unsigned exponent = chance() % 3 ? near + chance() % 9 - 4 : 1 + chance() % 32766;
  if (chance() % 4 == 0) near = chance() % 2 ? 16383 + chance() % 70 : 5 + chance() % 32750;
  switch (chance() % 12) {
  case 0: return of(sign, digits >> 1 >> chance() % 63);
  case 1: return of(sign | (1 + chance() % 70), digits);
  case 2: return of(sign | (32766 - chance() % 70), digits);
  case 3: return of(sign | (16383 + chance() % 66), digits);
  case 4:
    switch (chance() % 6) {
    case 0: return of(sign, 0);
    case 1: return of(sign | 0x7fff, 1ull << 63);
    case 2: return of(sign | 0x7fff, 3ull << 62 | chance() >> 3);
    case 3: return of(sign, 1);
    case 4: return of(sign | 0x7ffe, ~0ull);
    default: return of(sign | 1, 1ull << 63);
    }
  default: return of(sign | exponent, digits);
  }
}

static void show(real x) {
  word digits;
  unsigned short top;
  memcpy(&digits, &x, 8);
  memcpy(&top, (char *)&x + 8, 2);
  printf(" %04x%016llx", top, digits);
}
#define RESULT(name, x, y, z, result) (printf("%s", name), show(x), show(y), show(z), result, putchar('\n'))
#define REAL(name, value) RESULT(name, x, y, z, show(value))
#define WORD(name, value) RESULT(name, x, y, z, printf(" %llx", (word)(value)))

static word of_double(double x) {
  word bits;
  memcpy(&bits, &x, 8);
  return bits;
}
static word of_float(float x) {
  unsigned bits;
  memcpy(&bits, &x, 4);
  return bits;
}

/* What the processor does itself. */
static void operators(real x, real y, real z) {
  REAL("add", x + y);
  REAL("sub", x - y);
  REAL("mul", x * y);
  REAL("div", x / y);
  REAL("sqrt", __builtin_sqrtl(x));
  WORD("eq", x == y);
  WORD("lt", x < y);
  WORD("le", x <= y);
  WORD("nan", x != x);
  WORD("double", of_double((double)x));
  WORD("float", of_float((float)x));
}

static void functions(real x, real y, real z) {
  REAL("fmod", fmodl(x, y));
  REAL("fma", fmal(x, y, z));
  REAL("rint", rintl(x));
  REAL("round", roundl(x));
  REAL("trunc", truncl(x));
  REAL("floor", floorl(x));
  REAL("ceil", ceill(x));
  if (fabsl(x) < 0x1p31L) WORD("int32", (unsigned)(int)x);
  if (fabsl(x) < 0x1p63L) WORD("int64", (long long)x);
  if (x > -1 && x < 0x1p64L) WORD("uint64", (word)x);
}

int main(int count, char **args) {
  for (int round = atoi(args[count - 1]); round > 0; round--) {
    real x = number(), y = chance() % 8 ? number() : x, z = number();
    operators(x, y, z);
    functions(x, y, z);
    word n = chance() >> chance() % 64;
    printf("of_int64 %llx", n), show((real)(long long)n), putchar('\n');
    printf("of_uint64 %llx", n), show((real)n), putchar('\n');
    double d;
    float f;
    unsigned bits = (unsigned)chance();
    word wide = chance() % 3 ? chance() : chance() >> 12;
    memcpy(&d, &wide, 8);
    memcpy(&f, &bits, 4);
    printf("of_double %llx", wide), show((real)d), putchar('\n');
    printf("of_float %x", bits), show((real)f), putchar('\n');
    /* Bits that no operation makes. */
    operators(of((unsigned)chance(), chance() >> chance() % 2), y, z);
    operators(y, of((unsigned)chance(), chance() >> 1), z);
    operators(of(chance() % 2 << 15, chance() | 1ull << 63), y, z);
  }
}
