// verdict: holds
// A tree of the library.
#include <search.h>
#include <stdlib.h>
#include "plica.h"

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int numbers[] = {5, 2, 8, 1};
    void *root = 0;
    for (int i = 0; i < 4; i++) plica_assert(*(int **)tsearch(&numbers[i], &root, compare) == &numbers[i]);
    int key = 8, none = 3;
    plica_assert(**(int **)tfind(&key, &root, compare) == 8 && !tfind(&none, &root, compare));
    tdelete(&key, &root, compare);
    plica_assert(!tfind(&key, &root, compare));
    size_t count = 4;
    plica_assert(lfind(&key, numbers, &count, sizeof(int), compare) == &numbers[2]);
    return 0;
}
