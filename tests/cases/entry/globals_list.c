// A list that hangs from a global may lead back into itself, and may share nodes with that of a parameter.
// run: check --entry find --entry-globals any --entry-objects 2
// verdict: violated
// error: assertion-failure at 14
#include <assert.h>
struct node {
  int value;
  struct node *next;
};
static struct node *list;
void find(struct node *n) {
  if (!n || !list || n == list || list->next != n || n->next != list) return;
  list->value = 1;
  assert(n->next->value == 1 && n->value != 9);
}
