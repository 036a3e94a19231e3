// Reversing a list twice gives the list, whatever it is.
// run: check --entry twice --entry-objects 3
// verdict: holds
#include <assert.h>
struct node {
  int value;
  struct node *next;
};
static struct node *reverse(struct node *list) {
  struct node *out = 0;
  for (int i = 0; list && i < 4; i++) {
    struct node *rest = list->next;
    list->next = out;
    out = list;
    list = rest;
  }
  return out;
}
void twice(struct node *list) {
  struct node *first = list, *second = list ? list->next : 0;
  if (list && list->next && list->next->next) return;
  list = reverse(reverse(list));
  assert(list == first);
  if (list) assert(list->next == second);
}
