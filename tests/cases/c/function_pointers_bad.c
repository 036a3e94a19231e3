// verdict: violated
// error: assertion-failure at 19
// A state machine whose states are functions returning the next one.
#include "plica.h"

struct state { struct state (*next)(int); };
static struct state idle(int), busy(int), done(int);

static struct state idle(int input) { return (struct state){input == 'g' ? busy : idle}; }
static struct state busy(int input) { return (struct state){input == '!' ? done : input == 's' ? idle : busy}; }
static struct state done(int input) {
    (void)input;
    return (struct state){done};
}

int main(void) {
    struct state s = {idle};
    for (int i = 0; i < 4; i++) s = s.next(plica_char("input"));
    plica_assert(s.next != done);
    return 0;
}
