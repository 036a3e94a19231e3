// verdict: undecided
// reason: asks_for_an_address_of_the_loader
// Where the loader put things is not known.
#include <sys/auxv.h>

int main(void) { return getauxval(AT_BASE) == 0; }
