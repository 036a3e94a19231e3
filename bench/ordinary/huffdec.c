//! Huffman decoder over N unknown bytes with a tree of seven symbols; one message makes it fail.
//! Verdict: violated.
#include "../small/small.h"
#include <string.h>
#ifndef N
#define N 3
#endif
/* inner nodes: index of child; leaves: negated character */
static const signed char left[]  = { 1, 3, 5, -'e', -'t', -'a' };
static const signed char right[] = { 2, 4, -' ', -'o', -'n', -'s' };

static int decode(const unsigned char *in, int nbits, char *out, int cap) {
  int n = 0, node = 0;
  for (int i = 0; i < nbits; i++) {
    int bit = (in[i >> 3] >> (7 - (i & 7))) & 1;
    int next;
    if (bit) next = right[node]; else next = left[node];
    if (next < 0) {
      if (n == cap) return -1;
      out[n++] = (char)-next;
      node = 0;
    } else node = next;
  }
  return node == 0 ? n : -2;
}
int main(void) {
  unsigned char in[N]; SYM(in);
  char out[8 * N / 2 + 1];
  int n = decode(in, 8 * N, out, sizeof out - 1);
  if (n < 0) return 0;
  out[n] = 0;
  ASSERT(n <= 8 * N / 2);
  ASSERT(strcmp(out, "at on et ") != 0 || n != 9);
  return 0;
}
