//! Triangular numbers: a pile of rows is built as long as there are stones; one number of stones fits and is forbidden.
//! Verdict: violated (n == 999 rows, 499500 stones).
#include "../small/small.h"
static unsigned pile(unsigned rows) {
  unsigned s = 0;
  for (unsigned i = 1; i <= rows; i++) s += i;
  return s;
}
int main(void) {
  unsigned rows, spare;
  SYM(rows);
  SYM(spare);
  if (rows > 5000) return 0;
  if (spare > 3) return 0;
  unsigned s = pile(rows);
  if (rows > 1) ASSERT(s > rows);
  ASSERT(s + spare != 499503 || spare != 3);
  return 0;
}
