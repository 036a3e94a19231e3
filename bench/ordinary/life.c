//! Game of life on a torus of W times H unknown cells: after a step there is not the pattern that is looked for.
//! Verdict: violated.
#include "../small/small.h"
#ifndef W
#define W 4
#endif
#ifndef H
#define H 3
#endif
static int alive(const unsigned char *g, int x, int y) {
  return g[(y + H) % H * W + (x + W) % W];
}
static void step(const unsigned char *g, unsigned char *o) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      int n = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          if (dx || dy) n += alive(g, x + dx, y + dy);
      if (n == 3) o[y * W + x] = 1;
      else if (n == 2) o[y * W + x] = g[y * W + x];
      else o[y * W + x] = 0;
    }
}
int main(void) {
  unsigned char c[W * H], g[W * H], o[W * H]; SYM(c);
  int before = 0, after = 0;
  for (int i = 0; i < W * H; i++) {
    if (c[i] & 1) g[i] = 1; else g[i] = 0;
    before += g[i];
  }
  step(g, o);
  for (int i = 0; i < W * H; i++) after += o[i];
  if (before < 3) ASSERT(after == 0);
  ASSERT(!(before == 3 && after == 6));
  return 0;
}
