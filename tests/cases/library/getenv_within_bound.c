// run: check --environment 3
// verdict: holds
// The same where variables are shorter.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char place[4];
    const char *path = getenv("PATH");
    if (!path) return 0;
    strcpy(place, path);
    return place[0];
}
