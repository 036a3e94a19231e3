//! Tic-tac-toe with N unknown moves: taken fields end the game, and never do both have a line.
//! Verdict: holds.
#include "../small/small.h"
#ifndef N
#define N 9
#endif
static const unsigned char lines[8][3] = {
  {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}
};
static char board[9];

static char winner(void) {
  for (int l = 0; l < 8; l++) {
    char c = board[lines[l][0]];
    if (c && c == board[lines[l][1]] && c == board[lines[l][2]]) return c;
  }
  return 0;
}
static int lines_of(char c) {
  int n = 0;
  for (int l = 0; l < 8; l++)
    n += board[lines[l][0]] == c && board[lines[l][1]] == c && board[lines[l][2]] == c;
  return n;
}
int main(void) {
  unsigned char m[N]; SYM(m);
  for (int i = 0; i < N; i++) {
    int f = -1;
    for (int k = 0; k < 9; k++) if (m[i] == k) { f = k; break; }
    if (f < 0 || board[f]) return 0;
    board[f] = i % 2 ? 'o' : 'x';
    if (winner()) {
      ASSERT(winner() == (i % 2 ? 'o' : 'x'));
      ASSERT(lines_of('x') == 0 || lines_of('o') == 0);
      ASSERT(i >= 4);
      return 0;
    }
  }
  return 0;
}
