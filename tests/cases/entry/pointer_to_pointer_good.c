// run: check --entry push
// verdict: holds
#include <assert.h>
#include <stdlib.h>
struct node {
  struct node *next;
};
void push(struct node **head) {
  struct node *n = malloc(sizeof *n), *before;
  if (!head) return;
  before = *head;
  n->next = *head;
  *head = n;
  assert(n->next == before && n != before);
}
