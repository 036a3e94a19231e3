//! Cuckoo hash with two tables of four: N unknown keys are inserted, with a rebuild refused; every key that
//! went in is found.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 4
#endif
#define S 4
static unsigned char t[2][S];

static int h(int which, unsigned char k) { return which ? (k >> 2) & 3 : k & 3; }

static int lookup(unsigned char k) { return t[0][h(0, k)] == k || t[1][h(1, k)] == k; }

/* returns the key that found no place, or 0 */
static unsigned char insert(unsigned char k) {
  if (lookup(k)) return 0;
  int w = 0;
  for (int step = 0; step < 2 * S; step++) {
    int i = h(w, k);
    unsigned char out = t[w][i];
    t[w][i] = k;
    if (out == 0) return 0;
    k = out;
    w = !w;
  }
  return k;
}
int main(void) {
  unsigned char k[N], lost[N]; SYM(k);
  for (int i = 0; i < N; i++) {
    ASSUME(k[i] != 0);
    ASSUME(k[i] < 32);
  }
  for (int i = 0; i < N; i++) lost[i] = insert(k[i]);
  for (int i = 0; i < N; i++) {
    int gone = 0;
    for (int j = 0; j < N; j++) if (lost[j] == k[i]) gone = 1;
    if (!gone) ASSERT(lookup(k[i]));
  }
  return 0;
}
