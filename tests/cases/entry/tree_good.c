// Where no node is met twice, what was set stays set.
// run: check --entry rotate
// verdict: holds
#include <assert.h>
struct tree {
  struct tree *left, *right, *up;
};
void rotate(struct tree *t) {
  if (!t || !t->left || t->left == t) return;
  struct tree *l = t->left;
  if (l->right == t) return;
  t->left = l->right;
  l->right = t;
  t->up = l;
  if (t->left) t->left->up = t;
  assert(t->up == l || t->left == t);
}
