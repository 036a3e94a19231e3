//! Samples are put into a buffer one by one or, in stereo, two by two; an odd number in stereo needs one place more.
//! Verdict: violated (stereo and n == 999).
#include "../small/small.h"
#define SIZE 999
static short buf[SIZE];
int main(void) {
  unsigned n;
  unsigned char stereo;
  SYM(n);
  SYM(stereo);
  if (n > SIZE) return 0;
  unsigned i = 0, step = stereo ? 2 : 1;
  while (i < n) {
    buf[i] = 1;
    if (stereo) buf[i + 1] = 2;
    i += step;
  }
  ASSERT(i >= n);
  ASSERT(i - n <= 1);
  if (!stereo) ASSERT(i == n);
  return 0;
}
