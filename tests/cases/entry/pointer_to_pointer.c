// run: check --entry push
// verdict: violated
// error: null-dereference at 10
#include <stdlib.h>
struct node {
  struct node *next;
};
void push(struct node **head) {
  struct node *n = malloc(sizeof *n);
  n->next = *head;
  *head = n;
}
