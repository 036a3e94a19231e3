// verdict: violated
// error: assertion-failure at 16
// native: no
// One of two that are waited for is ready: it need not be the first.
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    int a = socket(AF_INET, SOCK_STREAM, 0), b = socket(AF_INET, SOCK_STREAM, 0);
    if (a < 0 || b < 0) return 0;
    struct pollfd both[2] = {{a, POLLIN, 0}, {b, POLLIN, 0}};
    int ready = poll(both, 2, -1);
    if (ready > 0) {
        plica_assert(both[0].revents & POLLIN);
    }
    return 0;
}
