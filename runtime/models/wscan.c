//! Wide scanf: formats and texts are narrowed, which in the locale "C" loses nothing.
//!
//! Invariant: a character that is no byte of that locale ends the path as undecided.

#include "files.h"

typedef int plica_wide;

size_t wcslen(const plica_wide *text);
int vsscanf(const char *restrict text, const char *restrict format, plica_va_list arguments);
int vfscanf(plica_file *restrict file, const char *restrict format, plica_va_list arguments);
void *plica_allocate(size_t size);
_Noreturn void plica_unsupported(const char *what);

static char *plica_narrowed(const plica_wide *text) {
    size_t length = wcslen(text);
    char *narrow = plica_allocate(length + 1);
    for (size_t i = 0; i <= length; i++) {
        if ((unsigned)text[i] >= 128) plica_unsupported("wide characters beyond ASCII");
        narrow[i] = (char)text[i];
    }
    return narrow;
}

int vswscanf(const plica_wide *restrict text, const plica_wide *restrict format, plica_va_list arguments) {
    char *narrow = plica_narrowed(text), *how = plica_narrowed(format);
    int assigned = vsscanf(narrow, how, arguments);
    free(narrow);
    free(how);
    return assigned;
}
int vfwscanf(plica_file *restrict file, const plica_wide *restrict format, plica_va_list arguments) {
    char *how = plica_narrowed(format);
    int assigned = vfscanf(file, how, arguments);
    free(how);
    return assigned;
}
int vwscanf(const plica_wide *restrict format, plica_va_list arguments) { return vfwscanf(stdin, format, arguments); }

#define PLICA_WIDE_SCAN(call)                                                                                          \
    plica_va_list arguments;                                                                                           \
    __builtin_va_start(arguments, format);                                                                             \
    int assigned = call;                                                                                               \
    __builtin_va_end(arguments);                                                                                       \
    return assigned;

/* Under the names that C code and the headers of older and newer glibc use. */
#define PLICA_WIDE_SCANNERS(prefix)                                                                                    \
    int prefix##wscanf(const plica_wide *restrict format, ...) { PLICA_WIDE_SCAN(vwscanf(format, arguments)) }         \
    int prefix##fwscanf(plica_file *restrict file, const plica_wide *restrict format, ...) {                           \
        PLICA_WIDE_SCAN(vfwscanf(file, format, arguments))                                                             \
    }                                                                                                                  \
    int prefix##swscanf(const plica_wide *restrict text, const plica_wide *restrict format, ...) {                     \
        PLICA_WIDE_SCAN(vswscanf(text, format, arguments))                                                             \
    }

PLICA_WIDE_SCANNERS()
PLICA_WIDE_SCANNERS(__isoc99_)
PLICA_WIDE_SCANNERS(__isoc23_)

#define PLICA_WIDE_VA_SCANNERS(prefix)                                                                                 \
    int prefix##vwscanf(const plica_wide *restrict format, plica_va_list arguments) {                                  \
        return vwscanf(format, arguments);                                                                             \
    }                                                                                                                  \
    int prefix##vfwscanf(plica_file *restrict file, const plica_wide *restrict format, plica_va_list arguments) {      \
        return vfwscanf(file, format, arguments);                                                                      \
    }                                                                                                                  \
    int prefix##vswscanf(const plica_wide *restrict text, const plica_wide *restrict format, plica_va_list arguments) {\
        return vswscanf(text, format, arguments);                                                                      \
    }

PLICA_WIDE_VA_SCANNERS(__isoc99_)
PLICA_WIDE_VA_SCANNERS(__isoc23_)
