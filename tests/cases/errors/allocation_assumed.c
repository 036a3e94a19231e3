// verdict: holds
// Neither the block nor the number of arguments is looked at.
#include <stdlib.h>
int main(int argc, char **argv) {
    int *p = malloc(sizeof *p);
    *p = argc;
    free(p);
    return argv[0] == 0;
}
