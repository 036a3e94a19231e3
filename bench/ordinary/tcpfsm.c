//! TCP connection states under N unknown events (bits of flags); after simultaneous close a reset in TIME_WAIT
//! leaves a timer running.
//! Verdict: violated.
#include "../small/small.h"
#ifndef N
#define N 8
#endif
enum st { CLOSED, LISTEN, SYN_SENT, SYN_RCVD, ESTAB, FIN1, FIN2, CLOSING, TIME_WAIT, CLOSE_WAIT, LAST_ACK };
enum { F_SYN = 1, F_ACK = 2, F_FIN = 4, F_RST = 8, U_OPEN = 16, U_PASSIVE = 32, U_CLOSE = 64, TIMEOUT = 128 };
static enum st s = CLOSED;
static int timer, established;

static void event(unsigned char e) {
  if (e & F_RST) {
    if (s != CLOSED && s != LISTEN) { if (s != TIME_WAIT) timer = 0; s = CLOSED; }
    return;
  }
  switch (s) {
  case CLOSED: if (e & U_OPEN) { s = SYN_SENT; timer = 1; } else if (e & U_PASSIVE) s = LISTEN; break;
  case LISTEN: if (e & F_SYN) { s = SYN_RCVD; timer = 1; } break;
  case SYN_SENT:
    if ((e & (F_SYN | F_ACK)) == (F_SYN | F_ACK)) { s = ESTAB; timer = 0; established++; }
    else if (e & F_SYN) s = SYN_RCVD;
    else if (e & TIMEOUT) { s = CLOSED; timer = 0; }
    break;
  case SYN_RCVD:
    if (e & F_ACK) { s = ESTAB; timer = 0; established++; }
    else if (e & TIMEOUT) { s = CLOSED; timer = 0; }
    break;
  case ESTAB: if (e & F_FIN) s = CLOSE_WAIT; else if (e & U_CLOSE) s = FIN1; break;
  case FIN1:
    if ((e & (F_FIN | F_ACK)) == (F_FIN | F_ACK)) { s = TIME_WAIT; timer = 1; }
    else if (e & F_FIN) s = CLOSING;
    else if (e & F_ACK) s = FIN2;
    break;
  case FIN2: if (e & F_FIN) { s = TIME_WAIT; timer = 1; } break;
  case CLOSING: if (e & F_ACK) { s = TIME_WAIT; timer = 1; } break;
  case TIME_WAIT: if (e & TIMEOUT) { s = CLOSED; timer = 0; } break;
  case CLOSE_WAIT: if (e & U_CLOSE) s = LAST_ACK; break;
  case LAST_ACK: if (e & F_ACK) s = CLOSED; break;
  }
}
int main(void) {
  unsigned char ev[N]; SYM(ev);
  for (int i = 0; i < N; i++) event(ev[i]);
  ASSERT(established <= N / 2);
  if (s == CLOSED) ASSERT(!timer);
  return 0;
}
