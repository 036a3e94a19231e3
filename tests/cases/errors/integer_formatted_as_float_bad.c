// The same in a text that is made of it, through a list that is passed on.
// run: check
// verdict: violated
// error: invalid-builtin at 13
// native: no
#include <stdarg.h>
#include <stdio.h>

static void say(char *text, const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    vsprintf(text, format, again);
    va_end(again);
    va_end(list);
}

int main(void) {
    char text[64];
    say(text, "%d of %f", 1, 2);
    return 0;
}
