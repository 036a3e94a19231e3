// verdict: violated
// error: out-of-bounds
// A variable of the environment is longer than the place that it is copied to.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char place[4];
    const char *path = getenv("PATH");
    if (!path) return 0;
    strcpy(place, path);
    return place[0];
}
