// verdict: holds
// What no address space holds is never there, whatever memory the system has.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t huge = (size_t)1 << 60;
    assert(!malloc(huge));
    assert(!calloc(1, huge));
    char *p = malloc(4);
    memcpy(p, "abc", 4);
    assert(!realloc(p, huge));
    assert(!strcmp(p, "abc"));
    free(p);
    return 0;
}
