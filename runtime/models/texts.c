//! What errors and signals are called: strerror, strsignal and their kin, with glibc's texts.
//!
//! Invariant: a number that has no text gives one that names it.

#include "locales.h"

typedef __SIZE_TYPE__ size_t;

size_t strlen(const char *text);

#define PLICA_EINVAL 22
#define PLICA_ERANGE 34
#define PLICA_COUNT(list) (sizeof(list) / sizeof *(list))

static const char *const plica_errors[] = {
    "Success", "Operation not permitted", "No such file or directory", "No such process", "Interrupted system call",
    "Input/output error", "No such device or address", "Argument list too long", "Exec format error",
    "Bad file descriptor", "No child processes", "Resource temporarily unavailable", "Cannot allocate memory",
    "Permission denied", "Bad address", "Block device required", "Device or resource busy", "File exists",
    "Invalid cross-device link", "No such device", "Not a directory", "Is a directory", "Invalid argument",
    "Too many open files in system", "Too many open files", "Inappropriate ioctl for device", "Text file busy",
    "File too large", "No space left on device", "Illegal seek", "Read-only file system", "Too many links",
    "Broken pipe", "Numerical argument out of domain", "Numerical result out of range", "Resource deadlock avoided",
    "File name too long", "No locks available", "Function not implemented", "Directory not empty",
    "Too many levels of symbolic links", 0, "No message of desired type", "Identifier removed",
    "Channel number out of range", "Level 2 not synchronized", "Level 3 halted", "Level 3 reset",
    "Link number out of range", "Protocol driver not attached", "No CSI structure available", "Level 2 halted",
    "Invalid exchange", "Invalid request descriptor", "Exchange full", "No anode", "Invalid request code",
    "Invalid slot", 0, "Bad font file format", "Device not a stream", "No data available", "Timer expired",
    "Out of streams resources", "Machine is not on the network", "Package not installed", "Object is remote",
    "Link has been severed", "Advertise error", "Srmount error", "Communication error on send", "Protocol error",
    "Multihop attempted", "RFS specific error", "Bad message", "Value too large for defined data type",
    "Name not unique on network", "File descriptor in bad state", "Remote address changed",
    "Can not access a needed shared library", "Accessing a corrupted shared library",
    ".lib section in a.out corrupted", "Attempting to link in too many shared libraries",
    "Cannot exec a shared library directly", "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted", "Streams pipe error", "Too many users",
    "Socket operation on non-socket", "Destination address required", "Message too long",
    "Protocol wrong type for socket", "Protocol not available", "Protocol not supported", "Socket type not supported",
    "Operation not supported", "Protocol family not supported", "Address family not supported by protocol",
    "Address already in use", "Cannot assign requested address", "Network is down", "Network is unreachable",
    "Network dropped connection on reset", "Software caused connection abort", "Connection reset by peer",
    "No buffer space available", "Transport endpoint is already connected", "Transport endpoint is not connected",
    "Cannot send after transport endpoint shutdown", "Too many references: cannot splice", "Connection timed out",
    "Connection refused", "Host is down", "No route to host", "Operation already in progress",
    "Operation now in progress", "Stale file handle", "Structure needs cleaning", "Not a XENIX named type file",
    "No XENIX semaphores available", "Is a named type file", "Remote I/O error", "Disk quota exceeded",
    "No medium found", "Wrong medium type", "Operation canceled", "Required key not available", "Key has expired",
    "Key has been revoked", "Key was rejected by service", "Owner died", "State not recoverable",
    "Operation not possible due to RF-kill", "Memory page has hardware error",
};
static const char *const plica_signals[] = {
    0, "Hangup", "Interrupt", "Quit", "Illegal instruction", "Trace/breakpoint trap", "Aborted", "Bus error",
    "Floating point exception", "Killed", "User defined signal 1", "Segmentation fault", "User defined signal 2",
    "Broken pipe", "Alarm clock", "Terminated", "Stack fault", "Child exited", "Continued", "Stopped (signal)",
    "Stopped", "Stopped (tty input)", "Stopped (tty output)", "Urgent I/O condition", "CPU time limit exceeded",
    "File size limit exceeded", "Virtual timer expired", "Profiling timer expired", "Window changed", "I/O possible",
    "Power failure", "Bad system call",
};

/* Where a text is made: "Unknown error -2147483648" is the longest. */
static char plica_made_error[32], plica_made_signal[32];

static char *plica_number(char *to, const char *what, int number) {
    char digits[12];
    int n = 0, length = 0;
    unsigned left = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    for (; what[length]; length++) to[length] = what[length];
    if (number < 0) to[length++] = '-';
    do digits[n++] = (char)('0' + left % 10);
    while (left /= 10);
    while (n > 0) to[length++] = digits[--n];
    to[length] = 0;
    return to;
}

static char *plica_error(int error, char *made) {
    if (error >= 0 && (size_t)error < PLICA_COUNT(plica_errors) && plica_errors[error]) return (char *)plica_errors[error];
    return plica_number(made, "Unknown error ", error);
}

char *strerror(int error) { return plica_error(error, plica_made_error); }

char *strsignal(int signal) {
    if (signal > 0 && (size_t)signal < PLICA_COUNT(plica_signals)) return (char *)plica_signals[signal];
    int real_time = signal >= 34 && signal <= 64;
    return plica_number(plica_made_signal, real_time ? "Real-time signal " : "Unknown signal ", real_time ? signal - 34 : signal);
}

/* The one of POSIX. */
int __xpg_strerror_r(int error, char *to, size_t size) {
    char made[32];
    const char *text = plica_error(error, made);
    size_t length = strlen(text), i = 0;
    for (; i + 1 < size && i < length; i++) to[i] = text[i];
    if (size) to[i] = 0;
    if (text == made) return PLICA_EINVAL;
    return length < size ? 0 : PLICA_ERANGE;
}

/* The one of GNU: what it returns need not be in the block. */
char *strerror_r(int error, char *to, size_t size) {
    char made[32];
    const char *text = plica_error(error, made);
    if (text != made) return (char *)text;
    size_t i = 0;
    for (; i + 1 < size && text[i]; i++) to[i] = text[i];
    if (size) to[i] = 0;
    return to;
}
char *strerror_l(int error, const struct plica_locale *locale) { return plica_in_locale(locale), strerror(error); }
