// At exit the variables of functions that have not returned are there, and what they point to is not lost.
// run: check --checks +leaks
// verdict: violated
// error: memory-leak at 8
// error: memory-leak at 13
#include "plica.h"
#include <stdlib.h>
static void leave(int *p) { exit(*p); }
static void lose(void) {
    char *volatile gone = malloc(4);
    *gone = 1;
}
static void drop(void) { exit(1); }
int main(void) {
    int *p = malloc(sizeof *p);
    if (plica_bool("lost"))
        lose();
    *p = 0;
    if (plica_bool("which"))
        leave(p);
    drop();
}
