// A list that is an input: of any length, and it may lead back into itself.
// run: check --entry third
// verdict: violated
// error: null-dereference at 11
struct node {
  int value;
  struct node *next;
};
int third(struct node *list) {
  if (!list || !list->next) return 0;
  return list->next->next->value;
}
