// verdict: holds
// The twin of read_only_write_bad.c.
#include "plica.h"

int main(void) {
    char own[] = "name", other[] = "nobody";
    char *text = own;
    if (plica_int("anonymous") == 1) text = other;
    text[0] = (char)(text[0] - 32);
    plica_assert(text[0] == 'N');
    return 0;
}
