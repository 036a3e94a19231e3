//! Union-find with union by rank and path halving over V nodes, N unknown edges, against a relabelling.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 3
#endif
#ifndef V
#define V 6
#endif
static int par[V], rnk[V], lab[V];

static int find(int x) {
  while (par[x] != x) { par[x] = par[par[x]]; x = par[x]; }
  return x;
}
static int unite(int a, int b) {
  a = find(a); b = find(b);
  if (a == b) return 0;
  if (rnk[a] < rnk[b]) { int t = a; a = b; b = t; }
  par[b] = a;
  if (rnk[a] == rnk[b]) rnk[a]++;
  return 1;
}
int main(void) {
  unsigned char e[2 * N]; SYM(e);
  int comps = V;
  for (int i = 0; i < V; i++) par[i] = lab[i] = i;
  for (int i = 0; i < N; i++) {
    ASSUME(e[2 * i] < V); ASSUME(e[2 * i + 1] < V);
    comps -= unite(e[2 * i], e[2 * i + 1]);
    int x = lab[e[2 * i]], y = lab[e[2 * i + 1]];
    for (int j = 0; j < V; j++) if (lab[j] == y) lab[j] = x;
  }
  int distinct = 0;
  for (int i = 0; i < V; i++) {
    int seen = 0;
    for (int j = 0; j < i; j++) if (lab[j] == lab[i]) seen = 1;
    if (!seen) distinct++;
  }
  ASSERT(comps == distinct);
  return 0;
}
