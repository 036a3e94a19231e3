//! The checking variants that glibc's headers turn string and formatting calls into under _FORTIFY_SOURCE, and plica
//! where a member array or a row is given to the plain function.
//!
//! Bounds of whole objects are not theirs. Invariant: each does what the plain one does, but that it is an error to
//! write more than there is room for.

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
size_t strlcpy(char *restrict to, const char *restrict from, size_t size);
size_t strlcat(char *restrict to, const char *restrict from, size_t size);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t most);
/* So many bytes have to be within the room that a function has. */
void __plica_check_room(const char *function, size_t needed, size_t room);
int __plica_format_into(const char *function, char *to, size_t size, const char *format, plica_va_list given);
int vprintf(const char *restrict format, plica_va_list arguments);
int vfprintf(struct _IO_FILE *restrict file, const char *restrict format, plica_va_list arguments);

/* Where the compiler could not tell the room it is the greatest number. */
static int plica_is_known(size_t room) { return ~room != 0; }

/* A text is put behind so many characters. */
static void plica_check_text(const char *function, size_t ahead, const char *text, size_t most, size_t room) {
    if (!plica_is_known(room)) return;
    __plica_check_room(function, ahead + 1, room);
    __plica_check_room(function, ahead + strnlen(text, most < room ? most : room) + 1, room);
}

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) {
    __plica_check_room("memcpy", n, room);
    return memcpy(to, from, n);
}
void *__memmove_chk(void *to, const void *from, size_t n, size_t room) {
    __plica_check_room("memmove", n, room);
    return memmove(to, from, n);
}
void *__memset_chk(void *to, int byte, size_t n, size_t room) {
    __plica_check_room("memset", n, room);
    return memset(to, byte, n);
}
char *__strcpy_chk(char *to, const char *from, size_t room) {
    plica_check_text("strcpy", 0, from, room, room);
    return strcpy(to, from);
}
char *__stpcpy_chk(char *to, const char *from, size_t room) {
    plica_check_text("stpcpy", 0, from, room, room);
    return stpcpy(to, from);
}
char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) {
    __plica_check_room("strncpy", n, room);
    return strncpy(to, from, n);
}
char *__strcat_chk(char *to, const char *from, size_t room) {
    if (plica_is_known(room)) plica_check_text("strcat", strnlen(to, room), from, room, room);
    return strcat(to, from);
}
char *__strncat_chk(char *to, const char *from, size_t n, size_t room) {
    if (plica_is_known(room)) plica_check_text("strncat", strnlen(to, room), from, n, room);
    return strncat(to, from, n);
}
/* What there was no room for has not been written. */
size_t __strlcpy_chk(char *to, const char *from, size_t size, size_t room) {
    if (size > room) plica_check_text("strlcpy", 0, from, size - 1, room);
    return strlcpy(to, from, size);
}
size_t __strlcat_chk(char *to, const char *from, size_t size, size_t room) {
    size_t ahead = strnlen(to, room);
    if (size > room) plica_check_text("strlcat", ahead, from, size - 1 - ahead, room);
    return strlcat(to, from, size);
}
size_t __strlen_chk(const char *text, size_t room) {
    if (!plica_is_known(room)) return strlen(text);
    size_t length = strnlen(text, room);
    __plica_check_room("strlen", length + 1, room);
    return length;
}

/* What was formatted has been written, with the character that ends it. */
static int plica_formatted(const char *function, int count, size_t size, size_t room) {
    if (count >= 0 && size > room) __plica_check_room(function, (size_t)count + 1, room);
    return count;
}

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, plica_va_list arguments) {
    (void)flag;
    return plica_formatted("vsnprintf", vsnprintf(to, size, format, arguments), size, room);
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...) {
    plica_va_list arguments;
    (void)flag;
    __builtin_va_start(arguments, format);
    int count = __plica_format_into("snprintf", to, size, format, arguments);
    __builtin_va_end(arguments);
    return plica_formatted("snprintf", count, size, room);
}

int __vsprintf_chk(char *to, int flag, size_t room, const char *format, plica_va_list arguments) {
    (void)flag;
    int count = __plica_format_into("vsprintf", to, ~(size_t)0 >> 1, format, arguments);
    return plica_formatted("vsprintf", count, ~(size_t)0, room);
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
    plica_va_list arguments;
    (void)flag;
    __builtin_va_start(arguments, format);
    int count = __plica_format_into("sprintf", to, ~(size_t)0 >> 1, format, arguments);
    __builtin_va_end(arguments);
    return plica_formatted("sprintf", count, ~(size_t)0, room);
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
