//! Robin Hood hashing in eight places: four unknown keys in, one out with a shift back; the others are found.
//! Verdict: holds.
#include "../small/small.h"
#define M 8
#define K 4
static unsigned char key[M], dist[M]; /* dist: 0 empty, else 1 + distance */
static unsigned home(unsigned char k) { return (k ^ k >> 3) & (M - 1); }
static int insert(unsigned char k) {
  unsigned i = home(k);
  unsigned char d = 1;
  for (;;) {
    if (dist[i] == 0) { key[i] = k; dist[i] = d; return 1; }
    if (dist[i] == d && key[i] == k) return 0;
    if (dist[i] < d) {
      unsigned char tk = key[i], td = dist[i];
      key[i] = k; dist[i] = d;
      k = tk; d = td;
    }
    i = (i + 1) & (M - 1);
    d++;
  }
}
static int find(unsigned char k) {
  unsigned i = home(k);
  for (unsigned char d = 1; dist[i] >= d; d++) {
    if (key[i] == k) return (int)i;
    i = (i + 1) & (M - 1);
  }
  return -1;
}
static void removek(unsigned char k) {
  int at = find(k);
  if (at < 0) return;
  unsigned i = (unsigned)at, j = (i + 1) & (M - 1);
  while (dist[j] > 1) {
    key[i] = key[j];
    dist[i] = dist[j] - 1;
    i = j;
    j = (j + 1) & (M - 1);
  }
  dist[i] = 0;
}
int main(void) {
  unsigned char k[K];
  SYM(k);
  int n = 0, used = 0;
  for (int i = 0; i < K; i++) n += insert(k[i]);
  removek(k[0]);
  ASSERT(find(k[0]) < 0);
  for (int i = 1; i < K; i++)
    if (k[i] != k[0]) ASSERT(find(k[i]) >= 0);
  for (int i = 0; i < M; i++) used += dist[i] != 0;
  ASSERT(used == n - 1);
  return 0;
}
