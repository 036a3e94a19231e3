// verdict: violated
// error: assertion-failure at 12
// The twin of stream_looked_into.c.
#include <errno.h>
#include <stdio.h>
#include "plica.h"

int main(void) {
    plica_assert(stdin->_IO_read_ptr == stdin->_IO_read_end && stdout->_IO_write_ptr == stdout->_IO_write_base);
    plica_assert(!stdin->_IO_save_base && fileno(stdin) == stdin->_fileno);
    stdin->_flags &= ~0x10;
    plica_assert(feof(stdin));
    FILE *folder = fopen(".", "r");
    if (!folder) return 0;
    plica_assert(fgetc(folder) == EOF && ferror(folder) && !feof(folder) && errno == EISDIR);
    fclose(folder);
    return 0;
}
