//! What programs change in the settings of a terminal before they hand them on: speeds, raw mode.
//!
//! Oblivious to terminals. The layout and the numbers are those of Linux and of glibc before 2.42, whose headers have
//! other numbers for speeds and other names for these functions.

#define PLICA_SPEED 0010017u       /* CBAUD, which holds CBAUDEX */
#define PLICA_NO_INPUT 020000000000u /* glibc's own: the speed of input is 0, which says that it is that of output */

struct plica_settings {
    unsigned input, output, control, local;
    unsigned char line, characters[32];
    unsigned input_speed, output_speed;
};

int plica_fail(int error);

unsigned cfgetospeed(const struct plica_settings *of) { return of->control & PLICA_SPEED; }
unsigned cfgetispeed(const struct plica_settings *of) {
    return of->input & PLICA_NO_INPUT ? 0 : of->control & PLICA_SPEED;
}

int cfsetospeed(struct plica_settings *of, unsigned speed) {
    if (speed & ~PLICA_SPEED) return plica_fail(22);
    of->output_speed = speed;
    of->control = (of->control & ~PLICA_SPEED) | speed;
    return 0;
}
int cfsetispeed(struct plica_settings *of, unsigned speed) {
    if (speed & ~PLICA_SPEED) return plica_fail(22);
    of->input_speed = speed;
    of->input &= ~PLICA_NO_INPUT;
    if (speed == 0) of->input |= PLICA_NO_INPUT;
    else of->control = (of->control & ~PLICA_SPEED) | speed;
    return 0;
}

/* A speed by its code or by its number. */
int cfsetspeed(struct plica_settings *of, unsigned speed) {
    static const unsigned numbers[2][16] = {
        {0, 50, 75, 110, 134, 150, 200, 300, 600, 1200, 1800, 2400, 4800, 9600, 19200, 38400},
        {0, 57600, 115200, 230400, 460800, 500000, 576000, 921600, 1000000, 1152000, 1500000, 2000000, 2500000, 3000000,
         3500000, 4000000}};
    for (unsigned i = 0; i < 32; i++) {
        unsigned code = i < 16 ? i : 0010000u | (i - 16);
        if (code == 0010000u || (speed != code && speed != numbers[i / 16][i % 16])) continue;
        cfsetispeed(of, code);
        cfsetospeed(of, code);
        return 0;
    }
    return plica_fail(22);
}

void cfmakeraw(struct plica_settings *of) {
    of->input &= ~02753u; /* IGNBRK, BRKINT, PARMRK, ISTRIP, INLCR, IGNCR, ICRNL, IXON */
    of->output &= ~1u;    /* OPOST */
    of->local &= ~0100113u; /* ISIG, ICANON, ECHO, ECHONL, IEXTEN */
    of->control = (of->control & ~0460u) | 060; /* CSIZE and PARENB; CS8 */
    of->characters[6] = 1; /* VMIN */
    of->characters[5] = 0; /* VTIME */
}
