// verdict: violated
// error: assertion-failure at 15
// An expression that is not tied to the end of the text leaves it what comes behind.
#include <regex.h>
#include <string.h>
#include "plica.h"

int main(void) {
    regex_t number;
    char text[5];
    plica_make_symbolic(text, sizeof text, "text");
    text[4] = 0;
    if (regcomp(&number, "^[0-9]+", REG_EXTENDED | REG_NOSUB)) return 1;
    if (regexec(&number, text, 0, 0, 0) == 0)
        plica_assert(strspn(text, "0123456789") == strlen(text));
    regfree(&number);
    return 0;
}
