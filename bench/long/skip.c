//! Blanks, then a number, then blanks in a text of 200 bytes; the end is looked for between number and text only.
//! Verdict: holds.
#include "../small/small.h"
#define SIZE 200
static char s[SIZE];
int main(void) {
  unsigned n, i = 0;
  SYM(s);
  SYM(n);
  if (n > SIZE) return 0;
  while (i < n && s[i] == ' ') i++;
  unsigned from = i;
  while (i < n && s[i] >= '0' && s[i] <= '9') i++;
  if (i < from) return 1;
  unsigned digits = i - from;
  while (i < n && s[i] == ' ') i++;
  ASSERT(digits <= SIZE);
  ASSERT(i <= SIZE);
  return 0;
}
