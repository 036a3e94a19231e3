//! An assembler for four instructions with labels, of N unknown characters, and its machine: a program that
//! halts with 12 is looked for.
//! Verdict: violated.
#include "../small/small.h"
#ifndef N
#define N 8
#endif
static unsigned char code[N + 1];
static int ncode, label[2] = {-1, -1};

/* l:x marks, +d adds, jx jumps while the counter is not zero, -  counts down, . ends */
static int assemble(const char *s, int n) {
  int i = 0;
  while (i < n) {
    char c = s[i++];
    switch (c) {
    case ':': if (i == n) return -1; if (s[i] != 'x' && s[i] != 'y') return -1;
      if (label[s[i] == 'y'] >= 0) return -1;
      label[s[i] == 'y'] = ncode; i++; break;
    case '+': if (i == n || s[i] < '1' || s[i] > '9') return -1; code[ncode++] = (unsigned char)(0x10 | (s[i++] - '0')); break;
    case '-': code[ncode++] = 0x20; break;
    case 'j': if (i == n || (s[i] != 'x' && s[i] != 'y')) return -1; code[ncode++] = s[i++] == 'y' ? 0x31 : 0x30; break;
    case '.': code[ncode++] = 0x40; break;
    case ' ': break;
    default: return -1;
    }
  }
  for (int k = 0; k < ncode; k++)
    if ((code[k] & 0xF0) == 0x30 && label[code[k] & 1] < 0) return -1;
  return 0;
}
static int run(int steps) {
  int acc = 0, counter = 2, pc = 0;
  while (steps-- > 0) {
    if (pc >= ncode) return -1;
    unsigned char op = code[pc++];
    switch (op >> 4) {
    case 1: acc += op & 15; break;
    case 2: if (counter > 0) counter--; break;
    case 3: if (counter) pc = label[op & 1]; break;
    case 4: return acc;
    }
  }
  return -2;
}
int main(void) {
  char s[N]; SYM(s);
  if (assemble(s, N) < 0) return 0;
  ASSERT(ncode <= N);
  int r = run(16);
  ASSERT(r != 12 || s[0] != ':');
  return 0;
}
