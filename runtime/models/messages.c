//! Messages of programs to whoever started them: err, warn, error and their kin.

#include "files.h"

void exit(int status);
int vfprintf(plica_file *restrict file, const char *restrict format, plica_va_list arguments);
int fputs(const char *restrict text, plica_file *restrict file);
char *strerror(int error);

char *program_invocation_name = "program", *program_invocation_short_name = "program", *__progname = "program";

static void plica_say(const char *format, plica_va_list arguments, int error) {
    fputs("program: ", stderr);
    if (format) vfprintf(stderr, format, arguments);
    if (error) {
        if (format) fputs(": ", stderr);
        fputs(strerror(error), stderr);
    }
    fputs("\n", stderr);
}

void vwarn(const char *format, plica_va_list arguments) { plica_say(format, arguments, *__errno_location()); }
void vwarnx(const char *format, plica_va_list arguments) { plica_say(format, arguments, 0); }
void verr(int status, const char *format, plica_va_list arguments) {
    vwarn(format, arguments);
    exit(status);
}
void verrx(int status, const char *format, plica_va_list arguments) {
    vwarnx(format, arguments);
    exit(status);
}

#define PLICA_SAY(call)                                                                                                \
    plica_va_list arguments;                                                                                           \
    __builtin_va_start(arguments, format);                                                                             \
    call;                                                                                                              \
    __builtin_va_end(arguments);

void warn(const char *format, ...) { PLICA_SAY(vwarn(format, arguments)) }
void warnx(const char *format, ...) { PLICA_SAY(vwarnx(format, arguments)) }
void err(int status, const char *format, ...) { PLICA_SAY(verr(status, format, arguments)) }
void errx(int status, const char *format, ...) { PLICA_SAY(verrx(status, format, arguments)) }

char *strsignal(int signal);
void psignal(int signal, const char *text) {
    if (text && *text) fputs(text, stderr), fputs(": ", stderr);
    fputs(strsignal(signal), stderr);
    fputs("\n", stderr);
}

unsigned error_message_count;
void error(int status, int number, const char *format, ...) {
    PLICA_SAY(plica_say(format, arguments, number))
    error_message_count++;
    if (status) exit(status);
}
