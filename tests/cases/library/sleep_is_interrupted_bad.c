// verdict: violated
// error: assertion-failure at 11
// native: no
// A signal may end `sleep` before its time: it gives the seconds that are left.
#include <assert.h>
#include <unistd.h>

int main(void) {
    unsigned left = sleep(3);
    assert(left <= 3);
    assert(left == 0);
    return 0;
}
