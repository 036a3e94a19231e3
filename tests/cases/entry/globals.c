// Globals that are inputs: scalars, structures, arrays, pointers to data and to functions, those of functions; a pointer
// of theirs leads to what a parameter leads to.
// run: check --entry step --entry-globals any
// verdict: violated
// error: division-by-zero at 23
#include <stdbool.h>
#include <stddef.h>
struct node {
  int value;
  struct node *next;
};
static int count;
static struct node *head;
bool ready;
static struct { int low; char kind; double scale; struct node *at; } state;
static int table[3] = {1, 2, 3};
static int twice(int x) { return (int)(2u * (unsigned)x); }
static int (*hook)(int) = twice;
static const int limit = 10;
int step(struct node *n, int x) {
  static int calls;
  if (count != 3 || !n || head != n || !ready || state.kind != 'x' || state.scale <= 1.5 || table[1] != 7) return 0;
  if (state.at && state.at->value == table[1] && hook && hook(x) == 8 && calls++ == 5) return 10 / (n->value - limit);
  return 0;
}
