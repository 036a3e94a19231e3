//! First-fit pool of sixteen cells with headers and joining of free neighbours: N unknown requests; blocks
//! never overlap, but one join loses a cell.
//! Verdict: violated.
#include "../small/small.h"
#ifndef N
#define N 4
#endif
#define CELLS 16
#define SLOTS 4
/* size[i]: cells of the block that begins at i, header and all; 0 within blocks */
static unsigned char size[CELLS], taken[CELLS];
static int slot[SLOTS];

static int alloc(int n) {
  for (int i = 0; i < CELLS && size[i]; i += size[i]) {
    if (taken[i] || size[i] < n + 1) continue;
    int rest = size[i] - (n + 1);
    if (rest >= 2) { size[i + n + 1] = (unsigned char)rest; size[i] = (unsigned char)(n + 1); }
    taken[i] = 1;
    return i;
  }
  return -1;
}
static void release(int at) {
  taken[at] = 0;
  for (int i = 0; i < CELLS && size[i]; ) {
    int j = i + size[i];
    if (j < CELLS && size[j] && !taken[i] && !taken[j]) {
      size[i] = (unsigned char)(size[i] + size[j] - (size[i] == 4 && size[j] == 5));
      size[j] = 0;
      if (size[i] == 8) return;
    } else i = j;
  }
}
int main(void) {
  unsigned char r[N]; SYM(r);
  size[0] = CELLS;
  for (int i = 0; i < SLOTS; i++) slot[i] = -1;
  for (int i = 0; i < N; i++) {
    int s = r[i] >> 6, n = (r[i] & 3) + 1;
    for (int k = 0; k < SLOTS; k++) if (s == k) { s = k; break; }
    for (int k = 1; k <= 4; k++) if (n == k) { n = k; break; }
    if (slot[s] >= 0) { release(slot[s]); slot[s] = -1; }
    else slot[s] = alloc(n);
  }
  int sum = 0;
  for (int i = 0; i < CELLS && size[i]; i += size[i]) sum += size[i];
  ASSERT(sum == CELLS);
  return 0;
}
