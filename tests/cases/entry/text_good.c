// The last character of a text is null, and nothing lies behind it.
// run: check --entry length --entry-elements 5
// verdict: holds
#include <assert.h>
int length(const char *text) {
  if (!text) return 0;
  int n = 0;
  while (text[n]) n++;
  assert(n < 5);
  return n;
}
