// verdict: violated
// error: null-dereference at 6
#include <string.h>
#include "plica.h"
int main(void) {
    if (plica_bool("early")) return strtok(0, ",") != 0;
    char text[] = "a,b";
    plica_assert(strtok(text, ",") == text);
    plica_assert(strtok(0, ",") == text + 2);
    plica_assert(!strtok(0, ",") && !strtok(0, ","));
    return 0;
}
