//! Wide streams, in the locale "C": a wide character is a byte of the stream.
//!
//! Formats are narrowed, their `%s` and `%c` with `l` are put together here, and what goes to the console is made by
//! nobody. Oblivious to orientation: wide and narrow functions may be mixed.

#include "files.h"

typedef int plica_wide;
#define PLICA_WEOF (~0u)

int fgetc(plica_file *file);
int ungetc(int c, plica_file *file);
int fputc(int c, plica_file *file);
size_t wcslen(const plica_wide *text);
int snprintf(char *to, size_t size, const char *format, ...);
_Noreturn void plica_unsupported(const char *what);

unsigned fgetwc(plica_file *file) {
    int c = fgetc(file);
    return c == PLICA_EOF ? PLICA_WEOF : (unsigned)c;
}
unsigned getwc(plica_file *file) { return fgetwc(file); }
unsigned getwchar(void) { return fgetwc(stdin); }
unsigned ungetwc(unsigned c, plica_file *file) { return (unsigned)ungetc((int)c, file); }

plica_wide *fgetws(plica_wide *restrict to, int size, plica_file *restrict file) {
    int n = 0;
    if (size <= 0) return 0;
    while (n < size - 1) {
        int c = fgetc(file);
        if (c == PLICA_EOF) {
            if (n == 0) return 0;
            break;
        }
        to[n++] = c;
        if (c == '\n') break;
    }
    to[n] = 0;
    return to;
}

unsigned fputwc(plica_wide c, plica_file *file) { return fputc(c & 127, file) == PLICA_EOF ? PLICA_WEOF : (unsigned)c; }
unsigned putwc(plica_wide c, plica_file *file) { return fputwc(c, file); }
unsigned putwchar(plica_wide c) { return fputwc(c, stdout); }

int fputws(const plica_wide *restrict text, plica_file *restrict file) {
    size_t length = wcslen(text);
    for (size_t i = 0; i < length; i++)
        if (fputwc(text[i], file) == PLICA_WEOF) return PLICA_EOF;
    return 0;
}
int fwide(plica_file *file, int mode) {
    if (file->wide == 0) file->wide = mode;
    return file->wide;
}

/* Where a format goes: up to `size` characters, of which the last is a zero, or a stream. */
struct plica_wide_sink {
    plica_wide *to;
    size_t size, count;
    plica_file *file;
};

static void plica_wide_put(struct plica_wide_sink *sink, plica_wide c) {
    if (sink->file) fputwc(c, sink->file);
    else if (sink->count + 1 < sink->size) sink->to[sink->count] = c;
    sink->count++;
}

/* Text in a field: characters of four bytes where `wide`. */
static void plica_wide_text(struct plica_wide_sink *sink, const void *from, int wide, long limit, long width, int left) {
    long length = 0;
    const char *narrow = from;
    const plica_wide *text = from;
    while ((limit < 0 || length < limit) && (wide ? text[length] : narrow[length])) length++;
    for (long i = length; !left && i < width; i++) plica_wide_put(sink, ' ');
    for (long i = 0; i < length; i++) plica_wide_put(sink, wide ? text[i] : (plica_wide)(unsigned char)narrow[i]);
    for (long i = length; left && i < width; i++) plica_wide_put(sink, ' ');
}

/* What is taken of the list is gone for who gave it too: see format.c. */
static void plica_wide_print(struct plica_wide_sink *sink, const plica_wide *format, plica_va_list *arguments) {
    for (; *format; format++) {
        if (*format != '%' || format[1] == '%') {
            plica_wide_put(sink, *format);
            format += *format == '%';
            continue;
        }
        char spec[32], field[512];
        int n = 0, is_long = 0, left = 0;
        long width = 0, limit = -1;
        spec[n++] = '%';
        for (format++; *format && __builtin_strchr("-+ #0", (char)*format); format++) {
            left |= *format == '-';
            if (n < 8) spec[n++] = (char)*format;
        }
        if (*format == '*') width = __builtin_va_arg(*arguments, int), format++;
        else while (*format >= '0' && *format <= '9') width = 10 * width + (*format++ - '0');
        if (width < 0) left = 1, width = -width;
        if (*format == '.') {
            limit = 0;
            if (*++format == '*') limit = __builtin_va_arg(*arguments, int), format++;
            else while (*format >= '0' && *format <= '9') limit = 10 * limit + (*format++ - '0');
        }
        for (; *format == 'l' || *format == 'h' || *format == 'z' || *format == 'j' || *format == 't'; format++)
            is_long += *format == 'h' ? -1 : 1;
        int is_extended = *format == 'L';
        format += is_extended;
        char kind = (char)*format;
        if (kind == 's' || kind == 'S') {
            plica_wide_text(sink, __builtin_va_arg(*arguments, void *), is_long > 0 || kind == 'S', limit, width, left);
            continue;
        }
        if (kind == 'c' || kind == 'C') {
            plica_wide one[2] = {__builtin_va_arg(*arguments, int), 0};
            plica_wide_text(sink, one, 1, 1, width, left);
            continue;
        }
        if (left && spec[n - 1] != '-') spec[n++] = '-';
        n += snprintf(spec + n, sizeof spec - (size_t)n, "%ld", width);
        if (width == 0) n--;
        if (limit >= 0) n += snprintf(spec + n, sizeof spec - (size_t)n, ".%ld", limit);
        if (__builtin_strchr("diuxXo", kind)) {
            long value = is_long > 0 ? __builtin_va_arg(*arguments, long) : __builtin_va_arg(*arguments, int);
            for (int i = is_long > 0 ? 1 : is_long; i; i += i < 0 ? 1 : -1) spec[n++] = i < 0 ? 'h' : 'l';
            spec[n] = kind;
            spec[n + 1] = 0;
            snprintf(field, sizeof field, spec, value);
        } else {
            if (is_extended) spec[n++] = 'L';
            spec[n] = kind;
            spec[n + 1] = 0;
            int length = 0;
            if (kind == 'p') snprintf(field, sizeof field, spec, __builtin_va_arg(*arguments, void *));
            else if (!__builtin_strchr("fFeEgGaA", kind)) plica_unsupported("a conversion of wprintf or its kin");
            else if (is_extended) length = snprintf(field, sizeof field, spec, __builtin_va_arg(*arguments, long double));
            else length = snprintf(field, sizeof field, spec, __builtin_va_arg(*arguments, double));
            if (length >= (int)sizeof field) plica_unsupported("a number of more than 511 characters");
        }
        for (int i = 0; field[i]; i++) plica_wide_put(sink, field[i]);
    }
}

int vfwprintf(plica_file *restrict file, const plica_wide *restrict format, plica_va_list given) {
    struct plica_wide_sink sink = {0, 0, 0, file};
    plica_wide_print(&sink, format, (plica_va_list *)given);
    return (int)sink.count;
}
int vwprintf(const plica_wide *restrict format, plica_va_list arguments) { return vfwprintf(stdout, format, arguments); }

int vswprintf(plica_wide *restrict to, size_t size, const plica_wide *restrict format, plica_va_list given) {
    struct plica_wide_sink sink = {to, size, 0, 0};
    plica_wide_print(&sink, format, (plica_va_list *)given);
    if (size == 0) return -1;
    to[sink.count < size ? sink.count : size - 1] = 0;
    return sink.count < size ? (int)sink.count : -1;
}

#define PLICA_WIDE_PRINT(call)                                                                                         \
    plica_va_list arguments;                                                                                           \
    __builtin_va_start(arguments, format);                                                                             \
    int count = call;                                                                                                  \
    __builtin_va_end(arguments);                                                                                       \
    return count;

int wprintf(const plica_wide *restrict format, ...) { PLICA_WIDE_PRINT(vwprintf(format, arguments)) }
int fwprintf(plica_file *restrict file, const plica_wide *restrict format, ...) {
    PLICA_WIDE_PRINT(vfwprintf(file, format, arguments))
}
int swprintf(plica_wide *restrict to, size_t size, const plica_wide *restrict format, ...) {
    PLICA_WIDE_PRINT(vswprintf(to, size, format, arguments))
}
