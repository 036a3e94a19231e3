//! Determinant of an unknown 3x3 matrix by fraction-free elimination; a row swap forgets the sign in the second
//! column.
//! Verdict: violated.
#include "../small/small.h"
#define D 3
static int det3(int a[D][D]) {
  return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1])
       - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0])
       + a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}
static int eliminate(int m[D][D]) {
  int sign = 1, prev = 1;
  for (int k = 0; k < D - 1; k++) {
    if (m[k][k] == 0) {
      int r = k + 1;
      while (r < D && m[r][k] == 0) r++;
      if (r == D) return 0;
      for (int j = 0; j < D; j++) { int t = m[k][j]; m[k][j] = m[r][j]; m[r][j] = t; }
      if (k == 0) sign = -sign;
    }
    for (int i = k + 1; i < D; i++)
      for (int j = k + 1; j < D; j++)
        m[i][j] = (m[i][j] * m[k][k] - m[i][k] * m[k][j]) / prev;
    prev = m[k][k];
  }
  return sign * m[D - 1][D - 1];
}
int main(void) {
  unsigned char e[D * D]; SYM(e);
  int a[D][D], m[D][D];
  for (int i = 0; i < D * D; i++) {
    ASSUME(e[i] < 3);
    a[i / D][i % D] = m[i / D][i % D] = e[i] - 1;
  }
  int want = det3(a), got = eliminate(m);
  ASSERT(want == got);
  return 0;
}
