// run: check --checks +uninit
// verdict: violated
// error: uninitialized-read at 12
// native: no
// Standard input need not be a terminal: then there are no settings.
#include <termios.h>
#include <unistd.h>

int main(void) {
    struct termios settings;
    tcgetattr(0, &settings);
    if (settings.c_lflag & ECHO) return 1;
    return 0;
}
