// Functions whose addresses stand in sections that the system calls at the start and at the end, with main's arguments.
// run: check --args 2
// verdict: holds
#include "plica.h"
typedef void start(int argc, char **argv, char **environment);
static int order, count;
static char *last;

static void first(int argc, char **argv, char **environment) {
    plica_assert(order++ == 0 && !environment[0]);
    count = argc;
    last = argv[argc - 1];
}
static void second(void) { plica_assert(order++ == 1); }
static void third(int argc, char **argv, char **environment) { plica_assert(order++ == 2 && argc == count && argv[0][0]); }
__attribute__((section(".init_array"), used)) static start *last_ones[] = {third};
__attribute__((section(".init_array.00099"), used)) static start *early = first;
__attribute__((constructor(200))) static void constructed(void) { second(); }

int main(int argc, char **argv) {
    plica_assert(order == 3 && argc == 2 && count == 2 && last == argv[1] && !argv[2]);
    return 0;
}
