// verdict: violated
// error: null-dereference at 10
// What cannot be loaded has no text to show.
#include <nl_types.h>
#include <dlfcn.h>
#include "plica.h"

int main(void) {
    if (dlopen("./no-such-plugin.so", RTLD_NOW)) return 1;
    return dlerror()[0] == 0 || dlerror()[0] == 0;
}
