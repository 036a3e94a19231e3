// verdict: holds
// Callees that use the C library on texts of their callers.
#include <string.h>
#include "plica.h"

static int is_key(const char *text, const char *key) { return strncmp(text, key, strlen(key)) == 0; }

static void trim(char *text) {
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == ' ') text[--n] = 0;
}

int main(void) {
    char text[5];
    plica_make_symbolic(text, 4, "text");
    text[4] = 0;
    trim(text);
    size_t n = strlen(text);
    plica_assert(n == 0 || text[n - 1] != ' ');
    plica_assert(!is_key(text, "ab") || (n >= 2 && text[1] == 'b'));
    return 0;
}
