// verdict: holds
// Settings of a terminal: raw mode and speeds, asked for and set.
#define _DEFAULT_SOURCE
#include <errno.h>
#include <termios.h>
#include <unistd.h>
#include "plica.h"

int main(void) {
    struct termios old, raw;
    plica_assert(tcgetattr(77, &old) == -1 && errno == EBADF);
    plica_assert(tcsetattr(0, 77, &(struct termios){0}) == -1 && errno == EINVAL);
    if (tcgetattr(0, &old) != 0) return errno != ENOTTY;
    raw = old;
    cfmakeraw(&raw);
    plica_assert(!(raw.c_lflag & (ECHO | ICANON)) && raw.c_cc[VMIN] == 1 && (raw.c_cflag & CSIZE) == CS8);
    plica_assert(cfsetospeed(&raw, B9600) == 0 && cfgetospeed(&raw) == B9600 && cfsetspeed(&raw, 12345) == -1);
    if (tcsetattr(0, TCSANOW, &raw) == 0) tcsetattr(0, TCSANOW, &old);
    plica_assert(tcflush(0, 9) == -1);
    return 0;
}
