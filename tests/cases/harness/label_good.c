// run: check --target label:ERROR
// verdict: holds
// native: no
// The twin of label.c: the last step is not possible in three.
#include "plica.h"

int main(void) {
    int state = 0;
    for (int i = 0; i < 3; i++) {
        char c = plica_char("c");
        if (state == 0 && c == 'a') state = 1;
        else if (state == 1 && c == 'b') state = 2;
        else if (state == 2 && c == 'c') state = 3;
        else if (state == 3) goto ERROR;
    }
    return 0;
ERROR:
    return 1;
}
