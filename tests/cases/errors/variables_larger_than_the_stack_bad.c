// verdict: violated
// error: stack-overflow at 5
#include "plica.h"
int main(void) {
    char all[9 << 20];
    all[0] = plica_char("c");
    return all[0];
}
