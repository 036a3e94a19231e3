//! B-tree of two levels with leaves of three keys: N unknown inserts with splits; found again, and no leaf out
//! of its range.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 5
#endif
#define LEAF 3
#define MAXL (N + 1)
static unsigned char key[MAXL][LEAF], sep[MAXL];
static int n[MAXL], order[MAXL], leaves = 1;

static int which(unsigned char k) {
  int i = 0;
  while (i + 1 < leaves && k >= sep[i + 1]) i++;
  return i;
}
static void into(int l, unsigned char k) {
  int i = n[l]++;
  while (i > 0 && key[l][i - 1] > k) { key[l][i] = key[l][i - 1]; i--; }
  key[l][i] = k;
}
static void insert(unsigned char k) {
  int w = which(k), l = order[w];
  for (int i = 0; i < n[l]; i++) if (key[l][i] == k) return;
  if (n[l] < LEAF) { into(l, k); return; }
  for (int i = leaves; i > w + 1; i--) { order[i] = order[i - 1]; sep[i] = sep[i - 1]; }
  int fresh = leaves++;
  order[w + 1] = fresh;
  n[l] = 1; n[fresh] = 2;
  key[fresh][0] = key[l][1]; key[fresh][1] = key[l][2];
  sep[w + 1] = key[fresh][0];
  into(k >= sep[w + 1] ? fresh : l, k);
}
int main(void) {
  unsigned char k[N]; SYM(k);
  for (int i = 0; i < N; i++) insert(k[i]);
  int last = -1;
  for (int w = 0; w < leaves; w++) {
    int l = order[w];
    ASSERT(n[l] >= 1 && n[l] <= LEAF);
    for (int i = 0; i < n[l]; i++) { ASSERT(key[l][i] > last); last = key[l][i]; }
    if (w > 0) ASSERT(key[l][0] >= sep[w]);
  }
  for (int i = 0; i < N; i++) {
    int l = order[which(k[i])], found = 0;
    for (int j = 0; j < n[l]; j++) if (key[l][j] == k[i]) found = 1;
    ASSERT(found);
  }
  return 0;
}
