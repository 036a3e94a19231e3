//! The checking variants that glibc's headers turn string and formatting calls into under _FORTIFY_SOURCE.
//!
//! The size that they carry is not needed, since plica checks bounds itself. Invariant: each does what the plain one
//! does.

typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list plica_va_list;
struct _IO_FILE;

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
char *strcpy(char *restrict to, const char *restrict from);
char *stpcpy(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t n);
char *strcat(char *restrict to, const char *restrict from);
char *strncat(char *restrict to, const char *restrict from, size_t n);
int vsnprintf(char *restrict to, size_t size, const char *restrict format, plica_va_list arguments);
int __plica_format_into(const char *function, char *to, size_t size, const char *format, plica_va_list given);
int vprintf(const char *restrict format, plica_va_list arguments);
int vfprintf(struct _IO_FILE *restrict file, const char *restrict format, plica_va_list arguments);

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) { return (void)room, memcpy(to, from, n); }
void *__memmove_chk(void *to, const void *from, size_t n, size_t room) { return (void)room, memmove(to, from, n); }
void *__memset_chk(void *to, int byte, size_t n, size_t room) { return (void)room, memset(to, byte, n); }
char *__strcpy_chk(char *to, const char *from, size_t room) { return (void)room, strcpy(to, from); }
char *__stpcpy_chk(char *to, const char *from, size_t room) { return (void)room, stpcpy(to, from); }
char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) { return (void)room, strncpy(to, from, n); }
char *__strcat_chk(char *to, const char *from, size_t room) { return (void)room, strcat(to, from); }
char *__strncat_chk(char *to, const char *from, size_t n, size_t room) { return (void)room, strncat(to, from, n); }

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, plica_va_list arguments) {
    (void)flag, (void)room;
    return vsnprintf(to, size, format, arguments);
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...) {
    plica_va_list arguments;
    (void)flag, (void)room;
    __builtin_va_start(arguments, format);
    int count = __plica_format_into("snprintf", to, size, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
    plica_va_list arguments;
    (void)flag, (void)room;
    __builtin_va_start(arguments, format);
    int count = __plica_format_into("sprintf", to, ~(size_t)0 >> 1, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int __printf_chk(int flag, const char *format, ...) {
    plica_va_list arguments;
    (void)flag;
    __builtin_va_start(arguments, format);
    int count = vprintf(format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int __fprintf_chk(struct _IO_FILE *file, int flag, const char *format, ...) {
    plica_va_list arguments;
    (void)flag;
    __builtin_va_start(arguments, format);
    int count = vfprintf(file, format, arguments);
    __builtin_va_end(arguments);
    return count;
}
