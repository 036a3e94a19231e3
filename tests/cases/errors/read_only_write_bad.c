// verdict: violated
// error: read-only-write at 10
// Capitalises a string in place; the default is a literal.
#include "plica.h"

int main(void) {
    char own[] = "name";
    char *text = own;
    if (plica_int("anonymous") == 1) text = "nobody";
    text[0] = (char)(text[0] - 32);
    return text[0] == 'N';
}
