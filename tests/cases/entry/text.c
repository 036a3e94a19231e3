// A text is followed to its end, and copied to where it does not fit.
// run: check --entry copy
// verdict: violated
// error: out-of-bounds at 9
#include <string.h>
int copy(const char *text) {
  char room[4];
  if (!text) return 0;
  strcpy(room, text);
  return room[0];
}
