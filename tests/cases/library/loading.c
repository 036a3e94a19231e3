// verdict: holds
// Nothing is loaded, and there are no catalogues: an error that the program has to expect.
#include <dlfcn.h>
#include <nl_types.h>
#include <string.h>
#include "plica.h"

int main(void) {
    void *plugin = dlopen("./no-such-plugin.so", RTLD_NOW);
    plica_assert(!plugin && dlerror() != 0 && dlerror() == 0);
    nl_catd texts = catopen("no-such-program", 0);
    plica_assert(texts == (nl_catd)-1 && !strcmp(catgets(texts, 1, 1, "hello"), "hello"));
    return 0;
}
