// run: check --target label:ERROR
// verdict: violated
// error: target-reached
// native: no
// An error location that is only a label.
#include "plica.h"

int main(void) {
    int state = 0;
    for (int i = 0; i < 3; i++) {
        char c = plica_char("c");
        if (state == 0 && c == 'a') state = 1;
        else if (state == 1 && c == 'b') state = 2;
        else if (state == 2 && c == 'c') goto ERROR;
    }
    return 0;
ERROR:
    return 1;
}
