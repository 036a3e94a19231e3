// verdict: holds
// sscanf on text that is partly symbolic.
#include <stdio.h>
#include "plica.h"

int main(void) {
    char text[] = "x=?7 word", word[8];
    int n = -1;
    text[2] = plica_char("digit");
    int found = sscanf(text, "x=%d %7s", &n, word);
    if (text[2] >= '1' && text[2] <= '9') plica_assert(found == 2 && n == (text[2] - '0') * 10 + 7 && word[3] == 'd');
    if (text[2] == 'q') plica_assert(found == 0 && n == -1);
    return 0;
}
