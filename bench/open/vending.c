//! A vending machine with ten unknown events: money that went in is what was paid, given back, or is still there.
//! Verdict: holds.
#include "../small/small.h"
#define STEPS 8
static const int price[3] = {50, 70, 120};
int main(void) {
  unsigned char ev[STEPS];
  int credit = 0, in = 0, sales = 0, back = 0, stock[3] = {2, 1, 1};
  SYM(ev);
  for (int i = 0; i < STEPS; i++) {
    unsigned char e = ev[i];
    if (e == 'q' || e == 'd' || e == 'n') {
      int c = e == 'q' ? 50 : e == 'd' ? 20 : 10;
      if (credit + c > 200) back += c;
      else credit += c;
      in += c;
    } else if (e >= '0' && e <= '2') {
      int p = price[e - '0'];
      if (stock[e - '0'] > 0 && credit >= p) {
        credit -= p;
        sales += p;
        stock[e - '0']--;
      }
    } else if (e == 'r') {
      back += credit;
      credit = 0;
    }
    ASSERT(credit >= 0 && credit <= 200);
    ASSERT(in == credit + sales + back);
  }
  ASSERT(sales <= 290);
  return 0;
}
