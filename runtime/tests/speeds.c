//! speeds.c against the C library: random settings of a terminal.
#define _DEFAULT_SOURCE
#include <errno.h>
#include <termios.h>
#include "tables.h"

LIKE(cfgetispeed) LIKE(cfgetospeed) LIKE(cfsetispeed) LIKE(cfsetospeed) LIKE(cfsetspeed) LIKE(cfmakeraw)

static const speed_t speeds[] = {B0, B50, B300, B9600, B38400, B57600, B115200, B4000000, 0010000, 0010020, 134, 9600, 57600,
                                 4000000, 12345};

static void change(speed_t speed, struct termios *one, struct termios *other) {
    switch (random_below(4)) {
    case 0: CHECK(cfsetispeed(one, speed) == model_cfsetispeed(other, speed)); break;
    case 1: CHECK(cfsetospeed(one, speed) == model_cfsetospeed(other, speed)); break;
    case 2: CHECK(cfsetspeed(one, speed) == model_cfsetspeed(other, speed)); break;
    default: cfmakeraw(one), model_cfmakeraw(other);
    }
}

int main(void) {
    for (int i = 0; i < 20000; i++) {
        struct termios one, other;
        unsigned char *bytes = (unsigned char *)&one;
        for (unsigned n = 0; n < sizeof one; n++) bytes[n] = (unsigned char)random_bits();
        other = one;
        speed_t speed = random_below(3) ? speeds[random_below(sizeof speeds / sizeof *speeds)] : (speed_t)random_number();
        change(speed, &one, &other);
        CHECK(memcmp(&one, &other, sizeof one) == 0);
        CHECK(cfgetispeed(&one) == model_cfgetispeed(&other) && cfgetospeed(&one) == model_cfgetospeed(&other));
    }
    CHECK(sizeof(struct termios) == 60);
    return check_result();
}
