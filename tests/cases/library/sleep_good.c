// verdict: holds
// What `sleep` gives is at most what it was given, and `usleep` succeeds.
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(sleep(3) <= 3);
    assert(sleep(0) == 0);
    assert(usleep(100) == 0);
    return 0;
}
