//! A table of unknown size up to 300 x 300 is walked by rows: as many cells as rows times columns, with a border counted apart.
//! Verdict: holds.
#include "../small/small.h"
int main(void) {
  unsigned r, c;
  SYM(r);
  SYM(c);
  if (r > 300 || c > 300) return 0;
  unsigned cells = 0, rows = 0;
  for (unsigned i = 0; i < r; i++) {
    for (unsigned j = 0; j < c; j++) cells++;
    rows++;
  }
  ASSERT(rows == r);
  ASSERT(cells == r * c);
  return 0;
}
