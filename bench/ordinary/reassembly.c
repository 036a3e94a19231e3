//! N unknown fragments (offset, length, last) are put together in any order with a map of what is there;
//! complete ones have no hole.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 4
#endif
#define MAX 8
static unsigned char data[MAX], have[MAX];
static int total = -1, received;

static int fragment(int off, int len, int last, unsigned char mark) {
  if (len == 0 || off + len > MAX) return -1;
  if (last) {
    if (total >= 0 && total != off + len) return -1;
    for (int i = off + len; i < MAX; i++) if (have[i]) return -1;
    total = off + len;
  } else if (total >= 0 && off + len > total) return -1;
  for (int i = 0; i < len; i++) {
    if (have[off + i]) continue;      /* the first one wins */
    have[off + i] = 1;
    data[off + i] = mark;
    received++;
  }
  return total >= 0 && received == total;
}
int main(void) {
  unsigned char h[N]; SYM(h);
  int done = 0;
  for (int i = 0; i < N && !done; i++) {
    int off = h[i] >> 5, len = h[i] >> 1 & 7, last = h[i] & 1;
    for (int k = 0; k < 8; k++) if (off == k) { off = k; break; }
    for (int k = 0; k < 8; k++) if (len == k) { len = k; break; }
    int r = fragment(off, len, last, (unsigned char)(i + 1));
    if (r < 0) return 0;
    done = r;
  }
  if (!done) return 0;
  for (int i = 0; i < total; i++) {
    ASSERT(have[i]);
    ASSERT(data[i] >= 1 && data[i] <= N);
  }
  for (int i = total; i < MAX; i++) ASSERT(!have[i]);
  return 0;
}
