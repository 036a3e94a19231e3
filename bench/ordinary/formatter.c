//! A small printf: N unknown characters of format with %d %x %s %c %%, width and zero flag, into a bounded buffer.
//! Verdict: violated.
#include "../small/small.h"
#include <string.h>
#ifndef N
#define N 5
#endif
#define CAP 16
static char out[CAP];
static int n, lost;

static void put(char c) { if (n < CAP - 1) out[n++] = c; else lost++; }
static void number(unsigned v, unsigned base, int width, char pad) {
  char t[12];
  int k = 0;
  do { t[k++] = "0123456789abcdef"[v % base]; v /= base; } while (v);
  for (int i = k; i < width; i++) put(pad);
  while (k > 0) put(t[--k]);
}
static int format(const char *f) {
  for (; *f; f++) {
    if (*f != '%') { put(*f); continue; }
    char pad = ' ';
    int width = 0;
    f++;
    if (*f == '0') { pad = '0'; f++; }
    while (*f >= '0' && *f <= '9' && width < 10) width = width * 10 + (*f++ - '0');
    switch (*f) {
    case 'd': number(407, 10, width, pad); break;
    case 'x': number(407, 16, width, pad); break;
    case 's': for (int i = 3; i < width; i++) put(' '); put('a'); put('b'); put('c'); break;
    case 'c': put('!'); break;
    case '%': put('%'); break;
    default: return -1;
    }
  }
  return n + lost;
}
int main(void) {
  char f[N + 1]; SYM(f);
  f[N] = 0;
  int r = format(f);
  out[n] = 0;
  if (r < 0) return 0;
  ASSERT(n <= CAP - 1);
  ASSERT(lost == 0 || n == CAP - 1);
  ASSERT(strcmp(out, "0407!") != 0 || r != 5 || f[1] != '0');
  return 0;
}
