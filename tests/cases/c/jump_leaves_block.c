// What a longjmp comes back to is there: variables of the function, of the block around, of the next round.
// verdict: holds
#include "plica.h"
#include <setjmp.h>

static jmp_buf place;
static volatile int *volatile keep;

static void back(void) { longjmp(place, 1); }

int main(void) {
    volatile int outer = 1, rounds = 0;
    int n = plica_range(1, 4, "n");
    {
        volatile int around = 2;
        volatile int array[n];
        array[n - 1] = 6;
        keep = &around;
        if (setjmp(place)) {
            plica_assert(*keep == (rounds == 1 ? 2 : 3) && array[n - 1] == 6 && outer == 1);
            keep = &outer;
        }
        volatile int later = 3;
        while (rounds < 2) {
            volatile int inner = rounds, more[n];
            more[0] = 1;
            rounds++;
            keep = rounds == 1 ? &around : &later;
            if (inner + more[0] < 9) back();
        }
        plica_assert(*keep == 1 && later == 3);
    }
    return 0;
}
