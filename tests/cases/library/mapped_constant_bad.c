// verdict: violated
// error: read-only-write at 9
// What is mapped to be read only cannot be written.
#include <sys/mman.h>

int main(void) {
    char *p = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return 1;
    p[0] = 1;
    return 0;
}
