// verdict: holds
// The classic string functions on symbolic text.
#include <string.h>
#include "plica.h"

int main(void) {
    char text[4], copy[8] = "##";
    plica_make_symbolic(text, sizeof text, "text");
    text[3] = 0;
    size_t n = strlen(text);
    plica_assert(n <= 3 && text[n] == 0);
    strcpy(copy, text);
    plica_assert(strcmp(copy, text) == 0);
    strcat(copy, "!");
    plica_assert(copy[n] == '!' && strlen(copy) == n + 1);
    char *bang = strchr(copy, '!');
    plica_assert(bang && bang <= copy + n);
    plica_assert(strrchr(copy, '!') == copy + n);
    plica_assert(strncmp(copy, text, n) == 0 && memcmp(copy, text, n) == 0);
    return 0;
}
