//! Dijkstra on a graph of V nodes with unknown weights; no edge can be relaxed afterwards, and none of it is
//! farther than the direct edge.
//! Verdict: holds.
#include "../small/small.h"
#ifndef V
#define V 5
#endif
#define INF 10000
static unsigned char w[V][V];

static void dijkstra(int src, int *dist) {
  int done[V] = {0};
  for (int i = 0; i < V; i++) dist[i] = INF;
  dist[src] = 0;
  for (int r = 0; r < V; r++) {
    int u = -1;
    for (int i = 0; i < V; i++)
      if (!done[i] && (u < 0 || dist[i] < dist[u])) u = i;
    if (dist[u] == INF) break;
    done[u] = 1;
    for (int v = 0; v < V; v++) {
      if (w[u][v] == 0 || done[v]) continue;
      int d = dist[u] + w[u][v];
      if (d < dist[v]) dist[v] = d;
    }
  }
}
int main(void) {
  unsigned char e[V * (V - 1) / 2]; SYM(e);
  int k = 0, dist[V];
  for (int i = 0; i < V; i++)
    for (int j = i + 1; j < V; j++, k++) {
      ASSUME(e[k] != 0);
      w[i][j] = w[j][i] = e[k];
    }
  dijkstra(0, dist);
  for (int i = 0; i < V; i++)
    for (int j = 0; j < V; j++)
      if (i != j) ASSERT(dist[j] <= dist[i] + w[i][j]);
  return 0;
}
