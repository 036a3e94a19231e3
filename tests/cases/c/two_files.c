// with: two_files_part.c
// verdict: violated
// error: assertion-failure at 15
// A program of two files, with a static function of the same name in each.
#include "plica.h"

extern int shared;
int scaled(int n);

static int factor(void) { return 10; }

int main(void) {
    int n = plica_range(0, 50, "n");
    shared = factor();
    plica_assert(scaled(n) != 3 * 17 + 10);
    return 0;
}
