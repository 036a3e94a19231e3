// verdict: holds
// Who asks for the same variable again gets the same answer, whatever has become of the text that held the name; other variables
// are set or not by themselves, and each has an end.
#include <stdlib.h>
#include <string.h>
#include "plica.h"

int main(void) {
    char name[] = "HOME";
    char *first = getenv(name);
    name[0] = 'D';
    char *other = getenv(name), *second = getenv("HOME");
    plica_assert(first == second);
    plica_assert(!first || first != other);
    if (first) plica_assert(strlen(first) <= 16);
    if (other) other[0] = 'x';
    plica_assert(!other || getenv("DOME")[0] == 'x');
    return 0;
}
