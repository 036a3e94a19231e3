//! LRU cache of three entries as a doubly linked list, against time stamps; N accesses with unknown keys.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 8
#endif
#define CAP 3
static int key[CAP], prv[CAP], nxt[CAP], used, head = -1, tail = -1;

static void unlink_node(int i) {
  if (prv[i] >= 0) nxt[prv[i]] = nxt[i]; else head = nxt[i];
  if (nxt[i] >= 0) prv[nxt[i]] = prv[i]; else tail = prv[i];
}
static void push_front(int i) {
  prv[i] = -1; nxt[i] = head;
  if (head >= 0) prv[head] = i; else tail = i;
  head = i;
}
/* returns 1 for a hit */
static int touch(int k) {
  for (int i = head; i >= 0; i = nxt[i])
    if (key[i] == k) { unlink_node(i); push_front(i); return 1; }
  int slot;
  if (used < CAP) slot = used++;
  else { slot = tail; unlink_node(slot); }
  key[slot] = k;
  push_front(slot);
  return 0;
}
static int rkey[CAP], rtime[CAP], rn;
static int ref(int k, int now) {
  int old = 0;
  for (int i = 0; i < rn; i++) {
    if (rkey[i] == k) { rtime[i] = now; return 1; }
    if (rtime[i] < rtime[old]) old = i;
  }
  if (rn < CAP) old = rn++;
  rkey[old] = k; rtime[old] = now;
  return 0;
}
int main(void) {
  unsigned char k[N]; SYM(k);
  for (int i = 0; i < N; i++) {
    int a = touch(k[i]), b = ref(k[i], i);
    ASSERT(a == b);
  }
  return 0;
}
