//! Two traffic lights with a pedestrian button and a night mode, twelve unknown events: never both green, no green before yellow ended.
//! Verdict: holds.
#include "../small/small.h"
#define STEPS 12
enum { RED, YELLOW, GREEN, BLINK };
struct light { int colour, age; };
int main(void) {
  unsigned char ev[STEPS];
  struct light a = {GREEN, 0}, b = {RED, 0};
  int turn = 0, walk = 0, night = 0;
  SYM(ev);
  for (int i = 0; i < STEPS; i++) {
    unsigned char e = ev[i] & 3;
    struct light *me = turn ? &b : &a, *other = turn ? &a : &b;
    if (e == 0) {
      me->age++;
      if (!night) {
        if (me->colour == GREEN && (me->age >= 2 || walk)) { me->colour = YELLOW; me->age = 0; }
        else if (me->colour == YELLOW) {
          me->colour = RED;
          me->age = 0;
          walk = 0;
          if (other->colour == RED) { other->colour = GREEN; other->age = 0; turn = !turn; }
        }
      }
    } else if (e == 1) {
      walk = 1;
    } else if (e == 2) {
      if (!night) { night = 1; a.colour = b.colour = BLINK; }
    } else {
      if (night) { night = 0; a.colour = b.colour = RED; me->colour = YELLOW; me->age = 0; }
    }
    ASSERT(!(a.colour == GREEN && b.colour == GREEN));
    ASSERT((a.colour == BLINK) == (b.colour == BLINK));
    ASSERT(a.colour == RED || b.colour == RED || night);
  }
  return 0;
}
