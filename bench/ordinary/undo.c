//! A line editor with undo and redo: N unknown keys; undoing all gives the empty line, but a redo after a cut
//! of two does not come back.
//! Verdict: violated.
#include "../small/small.h"
#ifndef N
#define N 7
#endif
#define CAP 16
enum { INS, DEL };
static struct { char kind, c; int at; } hist[CAP];
static int nh, redo, len, cur;
static char line[CAP];

static void ins(int at, char c) {
  for (int i = len; i > at; i--) line[i] = line[i - 1];
  line[at] = c;
  len++;
}
static char del(int at) {
  char c = line[at];
  for (int i = at; i + 1 < len; i++) line[i] = line[i + 1];
  len--;
  return c;
}
static void note(char kind, int at, char c) {
  hist[nh].kind = kind; hist[nh].at = at; hist[nh].c = c;
  nh++; redo = 0;
}
static void undo(void) {
  if (!nh) return;
  nh--;
  if (hist[nh].kind == INS) { del(hist[nh].at); cur = hist[nh].at; }
  else { ins(hist[nh].at, hist[nh].c); cur = hist[nh].at + 1; }
  redo++;
}
static void again(void) {
  if (!redo) return;
  if (hist[nh].kind == INS) { ins(hist[nh].at, hist[nh].c); cur = hist[nh].at + (redo != 3); }
  else { del(hist[nh].at); cur = hist[nh].at; }
  nh++; redo--;
}
static void key(unsigned char k) {
  switch (k & 7) {
  case 0: case 1: ins(cur, 'a' + (k & 1)); note(INS, cur, 'a' + (k & 1)); cur++; break;
  case 2: if (cur > 0) { cur--; note(DEL, cur, del(cur)); } break;
  case 3: if (cur > 0) cur--; break;
  case 4: if (cur < len) cur++; break;
  case 5: undo(); break;
  case 6: again(); break;
  default: break;
  }
}
int main(void) {
  unsigned char k[N]; SYM(k);
  for (int i = 0; i < N; i++) {
    key(k[i]);
    ASSERT(cur >= 0 && cur <= len);
    if ((k[i] & 7) == 6 && i >= 4 && (k[i - 1] & 7) == 5 && (k[i - 4] & 7) == 1 && redo == 2)
      ASSERT(cur != 0);
  }
  while (nh) undo();
  ASSERT(len == 0);
  return 0;
}
