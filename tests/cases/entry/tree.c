// Nodes that know their parents: a child may be its own parent's parent.
// run: check --entry rotate
// verdict: violated
// error: assertion-failure at 16
#include <assert.h>
struct tree {
  struct tree *left, *right, *up;
};
void rotate(struct tree *t) {
  if (!t || !t->left || t->left == t) return;
  struct tree *l = t->left;
  t->left = l->right;
  l->right = t;
  t->up = l;
  if (t->left) t->left->up = t;
  assert(t->up == l);
}
