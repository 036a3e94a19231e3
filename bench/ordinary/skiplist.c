//! Skip list of three levels: N unknown keys with unknown heights; every level is sorted and part of the one below.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 4
#endif
#define LV 3
static int nxt[N + 1][LV], height[N + 1], used = 1;
static unsigned char key[N + 1];

static int insert(unsigned char k, int lv) {
  int at[LV], x = 0;
  for (int l = LV - 1; l >= 0; l--) {
    while (nxt[x][l] && key[nxt[x][l]] < k) x = nxt[x][l];
    at[l] = x;
  }
  x = nxt[x][0];
  if (x && key[x] == k) return 0;
  int n = used++;
  key[n] = k; height[n] = lv;
  for (int l = 0; l < lv; l++) { nxt[n][l] = nxt[at[l]][l]; nxt[at[l]][l] = n; }
  return 1;
}
static int contains(unsigned char k) {
  int x = 0;
  for (int l = LV - 1; l >= 0; l--)
    while (nxt[x][l] && key[nxt[x][l]] < k) x = nxt[x][l];
  x = nxt[x][0];
  return x && key[x] == k;
}
int main(void) {
  unsigned char k[N], h[N]; SYM(k); SYM(h);
  int count = 0, seen = 0;
  for (int i = 0; i < N; i++) {
    int lv = (h[i] & 1) == 0 ? 1 : (h[i] & 2) == 0 ? 2 : 3;
    count += insert(k[i], lv);
  }
  for (int x = nxt[0][0]; x; x = nxt[x][0]) seen++;
  ASSERT(seen == count);
  for (int l = 0; l < LV; l++)
    for (int x = nxt[0][l]; x; x = nxt[x][l]) {
      ASSERT(height[x] > l);
      if (nxt[x][l]) ASSERT(key[x] < key[nxt[x][l]]);
    }
  for (int i = 0; i < N; i++) ASSERT(contains(k[i]));
  return 0;
}
