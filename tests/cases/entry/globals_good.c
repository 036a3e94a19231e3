// Globals that are inputs have any values, but what the function writes to them it finds there; constants stay what they
// are, and so does what other functions alone use.
// run: check --entry push --entry-globals any
// verdict: holds
#include <assert.h>
#include <stddef.h>
struct item {
  unsigned value;
  struct item *below;
};
static struct item *top;
static unsigned size;
static const unsigned most = 4;
static const char *const names[] = {"none", "one"};
static int *other;
int unrelated(void) { return *other; }
void push(struct item *i) {
  if (i == NULL || i == top || size >= most) return;
  unsigned before = size;
  struct item *was = top;
  i->below = top;
  top = i;
  size++;
  assert(size == before + 1 && size <= 4 && top->below == was && top != was && names[0][0] == 'n');
}
