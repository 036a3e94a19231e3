//! scanf and its kin.
//!
//! Text in memory (sscanf) is read character by character, with glibc's choices where they differ from the standard's
//! (the end behind a suppressed conversion is EOF, a short %c counts), and so is what is known of a stream. Where
//! nothing is known of it, a numeric conversion is not read from characters: it fails, or meets the end, or gives any
//! value of its type, as new inputs decide, which is what remains of a stream whose characters are inputs themselves,
//! at a fraction of the paths. Invariant: what it does not know ends the path as undecided.

#include "files.h"

int fgetc(plica_file *file);
int ungetc(int c, plica_file *file);
unsigned long long strtoull(const char *restrict text, char **restrict end, int base);
long long strtoll(const char *restrict text, char **restrict end, int base);
double strtod(const char *restrict text, char **restrict end);
float strtof(const char *restrict text, char **restrict end);
long double strtold(const char *restrict text, char **restrict end);
void plica_make_symbolic(void *object, size_t size, const char *name);
unsigned plica_uint(const char *name);
long double plica_long_double(const char *name);
/* See format.c. */
_Noreturn void __plica_unknown_conversion(const char *function, const char *conversion, const char *end);
_Noreturn void plica_unsupported(const char *what);
size_t strlen(const char *text);
/* See string.c. */
int __plica_same_object(const void *a, const void *b);
void __plica_check_apart(const char *function, const void *to, size_t written, const void *from, size_t read);

#define PLICA_FIELD 511 /* the longest number that is read; glibc has no limit, a number has no use for more */

struct plica_source {
    const char *text; /* null when the source is a stream */
    plica_file *file;
    size_t count; /* characters read */
    int with_room; /* does the room of each argument follow it? */
    int skipped; /* has white space of a stream been skipped? It is not counted, since any number of it makes no other difference */
};

enum plica_outcome { PLICA_DONE, PLICA_MISMATCH, PLICA_ENDED };

static int plica_space(int c) { return (c == ' ') | ((unsigned)c - '\t' < 5u); }

static int plica_next(struct plica_source *source) {
    int c;
    if (source->text) c = source->text[source->count] ? (unsigned char)source->text[source->count] : PLICA_EOF;
    else c = fgetc(source->file);
    if (c != PLICA_EOF) source->count++;
    return c;
}

static void plica_back(struct plica_source *source, int c) {
    if (c == PLICA_EOF) return;
    source->count--;
    if (!source->text) ungetc(c, source->file);
}

/* Is nothing known of what follows in a stream? */
static int plica_guesses(const struct plica_source *source) {
    if (source->text) return 0;
    struct plica_opening *opening = plica_opening_of(source->file->descriptor);
    return opening && plica_is_unknown(opening);
}

static int plica_skip_space(struct plica_source *source) {
    int c;
    if (!plica_guesses(source)) {
        do c = plica_next(source);
        while (c != PLICA_EOF && plica_space(c));
        plica_back(source, c);
    } else {
        /* What follows the white space is any other character, so one more is read and taken to be no white space. */
        c = fgetc(source->file);
        if (plica_space(c)) {
            c = fgetc(source->file);
            c += plica_space(c) * ('!' - c);
        }
        source->skipped = 1;
        if (c != PLICA_EOF) ungetc(c, source->file);
    }
    return c;
}

/* Where what a suppressed conversion reads goes to; null is what a program may have given. */
static char plica_nowhere[1];

/* `n` bytes are about to be written, not over the text that is read. */
static void plica_writes(const struct plica_source *source, const void *to, size_t n) {
    if (source->text && __plica_same_object(to, source->text))
        __plica_check_apart("sscanf", to, n, source->text, strlen(source->text) + 1);
}

static int plica_is_digit(int c, int base) {
    unsigned decimal = (unsigned)c - '0', letter = ((unsigned)c | 32u) - 'a';
    return (decimal < (unsigned)(base < 10 ? base : 10)) | (letter < (unsigned)(base > 10 ? base - 10 : 0));
}

/* Collects the longest text that may begin an integer of `base` (0: decided by the prefix). */
static enum plica_outcome plica_collect_integer(struct plica_source *source, char *field, long width, int *base) {
    long n = 0, first;
    int c = plica_next(source);
    if (c == PLICA_EOF) return PLICA_ENDED;
    if (c == '-' || c == '+') {
        field[n++] = (char)c;
        c = n < width ? plica_next(source) : PLICA_EOF;
    }
    first = n;
    if (c == '0' && n < width) {
        field[n++] = '0';
        c = n < width ? plica_next(source) : PLICA_EOF;
        if ((*base == 0 || *base == 16) && (c == 'x' || c == 'X')) {
            field[n++] = (char)c;
            *base = 16;
            first = n;
            c = n < width ? plica_next(source) : PLICA_EOF;
        } else if (*base == 0) {
            *base = 8;
        }
    }
    if (*base == 0) *base = 10;
    while (c != PLICA_EOF && plica_is_digit(c, *base)) {
        field[n++] = (char)c;
        c = n < width ? plica_next(source) : PLICA_EOF;
    }
    plica_back(source, c);
    field[n] = 0;
    return n > first ? PLICA_DONE : PLICA_MISMATCH;
}

static void plica_store_integer(void *to, int length, unsigned long long value) {
    if (length > 0) *(unsigned long long *)to = value;
    else if (length == -1) *(unsigned short *)to = (unsigned short)value;
    else if (length == -2) *(unsigned char *)to = (unsigned char)value;
    else *(unsigned *)to = (unsigned)value;
}

/* A number from a stream of which nothing is known: any outcome, any value. */
static enum plica_outcome plica_choose_number(struct plica_source *source, void *to, size_t size) {
    unsigned choice = plica_uint("scanf outcome");
    plica_guess(plica_opening_of(source->file->descriptor));
    if (choice == 0) return PLICA_ENDED;
    if (choice == 1) return PLICA_MISMATCH;
    if (to != plica_nowhere) plica_make_symbolic(to, size, "scanf");
    return PLICA_DONE;
}

static enum plica_outcome plica_scan_integer(struct plica_source *source, char conversion, long width, int length, void *to) {
    char field[PLICA_FIELD + 1];
    size_t size = length > 0 ? 8 : length == -1 ? 2 : length == -2 ? 1 : 4;
    int base = conversion == 'i' ? 0 : conversion == 'o' ? 8 : conversion == 'x' || conversion == 'X' || conversion == 'p' ? 16 : 10;
    if (plica_guesses(source)) return plica_choose_number(source, to, conversion == 'p' ? 8 : size);
    if (plica_skip_space(source) == PLICA_EOF) return PLICA_ENDED;
    enum plica_outcome outcome =
        plica_collect_integer(source, field, width && width < PLICA_FIELD ? width : PLICA_FIELD, &base);
    if (outcome != PLICA_DONE || to == plica_nowhere) return outcome;
    plica_writes(source, to, size);
    if (conversion == 'd' || conversion == 'i') plica_store_integer(to, length, (unsigned long long)strtoll(field, 0, base));
    else plica_store_integer(to, conversion == 'p' ? 1 : length, strtoull(field, 0, base));
    return PLICA_DONE;
}

/* Takes `c` into a field, and gives what follows it; nothing, where the field is full. */
static int plica_take(struct plica_source *source, char *field, long *n, long limit, int c) {
    field[(*n)++] = (char)c;
    return *n < limit ? plica_next(source) : PLICA_EOF;
}

/* The same with a word in either case, of which `c` is the first character: is all of it there? */
static int plica_take_word(struct plica_source *source, char *field, long *n, long limit, int *c, const char *word) {
    for (; *word; word++) {
        if (*c == PLICA_EOF || (*c | 32) != *word) return 0;
        *c = plica_take(source, field, n, limit, *c);
    }
    return 1;
}

static enum plica_outcome plica_scan_double(struct plica_source *source, long width, int length, void *to) {
    char field[PLICA_FIELD + 1];
    long n = 0, digits = 0, limit = width && width < PLICA_FIELD ? width : PLICA_FIELD;
    if (plica_guesses(source)) {
        /* Not any bytes are those of a long double. */
        enum plica_outcome outcome = plica_choose_number(source, length == 2 ? plica_nowhere : to, length > 0 ? 8 : 4);
        if (length == 2 && to != plica_nowhere && outcome == PLICA_DONE) *(long double *)to = plica_long_double("scanf");
        return outcome;
    }
    if (plica_skip_space(source) == PLICA_EOF) return PLICA_ENDED;
    /* The longest text of the form sign digits . digits e sign digits, where digits may be hexadecimal and e then is p. */
    int c = plica_next(source), point = 0, exponent = 0, base = 10, e = 'e';
    if (c == '-' || c == '+') c = plica_take(source, field, &n, limit, c);
    int is_word = (c | 32) == 'i' || (c | 32) == 'n';
    if (is_word) {
        const char *word = (c | 32) == 'i' ? "inf" : "nan";
        if (!plica_take_word(source, field, &n, limit, &c, word)) return PLICA_MISMATCH;
        if (*word == 'i' && (c | 32) == 'i' && !plica_take_word(source, field, &n, limit, &c, "inity")) return PLICA_MISMATCH;
    } else if (c == '0') {
        c = plica_take(source, field, &n, limit, c);
        if ((c | 32) == 'x') {
            base = 16, e = 'p';
            c = plica_take(source, field, &n, limit, c);
        } else {
            digits = 1;
        }
    }
    while (!is_word && c != PLICA_EOF) {
        if (plica_is_digit(c, exponent ? 10 : base)) digits++;
        else if ((c == '-' || c == '+') && exponent && (field[n - 1] | 32) == e) ;
        else if (c == '.' && !point && !exponent) point = 1;
        else if ((c | 32) == e && digits && !exponent) exponent = 1;
        else break;
        c = plica_take(source, field, &n, limit, c);
    }
    plica_back(source, c);
    field[n] = 0;
    char last = n > 0 ? field[n - 1] : 0;
    if (!is_word && (!digits || (exponent && ((last | 32) == e || last == '-' || last == '+')))) return PLICA_MISMATCH;
    if (to == plica_nowhere) return PLICA_DONE;
    plica_writes(source, to, length == 2 ? sizeof(long double) : length > 0 ? sizeof(double) : sizeof(float));
    if (length == 2) *(long double *)to = strtold(field, 0);
    else if (length > 0) *(double *)to = strtod(field, 0);
    else *(float *)to = strtof(field, 0);
    return PLICA_DONE;
}

/* %[: fills `in`, one flag a character, and returns where the set ends. */
static const char *plica_read_set(const char *format, unsigned char *in) {
    int inverted = *format == '^';
    if (inverted) format++;
    for (int i = 0; i < 256; i++) in[i] = (unsigned char)inverted;
    const char *start = format;
    for (; *format && (*format != ']' || format == start); format++) {
        if (*format == '-' && format > start && format[1] && format[1] != ']') {
            for (int i = (unsigned char)format[-1]; i <= (unsigned char)format[1]; i++) in[i] = (unsigned char)!inverted;
            format++;
        } else {
            in[(unsigned char)*format] = (unsigned char)!inverted;
        }
    }
    return format;
}

/* %s, %[ and %c: `in` tells the characters that belong, null for "no white space", and %c takes `width` of any. */
/* Where they are to be wide, characters take four bytes each, and those that are no bytes of the locale end the path. */
static void plica_store_character(const struct plica_source *source, void *to, size_t room, int wide, long n, int c) {
    size_t size = wide ? sizeof(int) : 1;
    if (to == plica_nowhere) return;
    __plica_check_room("scanf", size * (size_t)(n + 1), room);
    plica_writes(source, (char *)to + size * (size_t)n, size);
    if (!wide) ((char *)to)[n] = (char)c;
    else if (c < 128) ((int *)to)[n] = c;
    else plica_unsupported("wide characters beyond ASCII");
}

static enum plica_outcome plica_scan_text(struct plica_source *source, char conversion, long width, const unsigned char *in,
                                          int wide, void *to, size_t room) {
    long n = 0;
    if (conversion == 'c' && width == 0) width = 1;
    if (conversion == 's' && plica_skip_space(source) == PLICA_EOF) return PLICA_ENDED;
    while (width == 0 || n < width) {
        int c = plica_next(source);
        if (c == PLICA_EOF) {
            if (n == 0) return PLICA_ENDED;
            break;
        }
        if ((conversion == 's' && plica_space(c)) || (conversion == '[' && !in[c])) {
            plica_back(source, c);
            break;
        }
        plica_store_character(source, to, room, wide, n++, c);
    }
    if (n == 0) return PLICA_MISMATCH;
    if (conversion != 'c') plica_store_character(source, to, room, wide, n, 0);
    return PLICA_DONE;
}

static int plica_scan(struct plica_source *source, const char *format, plica_va_list *arguments) {
    int assigned = 0;
    for (; *format; format++) {
        if (plica_space(*format)) {
            plica_skip_space(source);
            continue;
        }
        if (*format != '%' || format[1] == '%') {
            if (*format == '%') {
                format++;
                plica_skip_space(source);
            }
            int c = plica_next(source);
            if (c == PLICA_EOF) return assigned ? assigned : PLICA_EOF;
            if (c != (unsigned char)*format) {
                plica_back(source, c);
                return assigned;
            }
            continue;
        }
        const char *start = format + 1;
        int suppressed = *++format == '*', length = 0;
        long width = 0;
        unsigned char in[256];
        if (suppressed) format++;
        while (*format >= '0' && *format <= '9') width = width * 10 + (*format++ - '0');
        for (;; format++) {
            if (*format == 'h') length--;
            else if (*format == 'l' || *format == 'j' || *format == 'z' || *format == 't') length = 1;
            else if (*format == 'L') length = 2;
            else break;
        }
        char conversion = *format;
        void *to = suppressed ? plica_nowhere : __builtin_va_arg(*arguments, void *);
        size_t room = source->with_room && !suppressed ? __builtin_va_arg(*arguments, size_t) : ~(size_t)0;
        enum plica_outcome outcome;
        switch (conversion) {
        case 'n':
            if (source->skipped) source->count += plica_uint("white space") & 0xffffff;
            source->skipped = 0;
            if (to != plica_nowhere) plica_store_integer(to, length, source->count);
            continue;
        case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'p':
            outcome = plica_scan_integer(source, conversion, width, length, to);
            break;
        case 'f': case 'e': case 'g': case 'a': case 'F': case 'E': case 'G': case 'A':
            outcome = plica_scan_double(source, width, length, to);
            break;
        case '[': format = plica_read_set(format + 1, in); /* fall through */
        case 's': case 'c': outcome = plica_scan_text(source, conversion, width, in, length > 0, to, room); break;
        default: __plica_unknown_conversion(source->text ? "sscanf" : "scanf", start, format + (*format != 0));
        }
        if (outcome == PLICA_ENDED) return assigned ? assigned : PLICA_EOF;
        if (outcome == PLICA_MISMATCH) return assigned;
        assigned += !suppressed;
    }
    return assigned;
}

/* What is taken of the list is gone for who gave it too, as on x86-64, where lists are arrays. */
static int plica_scan_list(const char *text, plica_file *file, int with_room, const char *format, plica_va_list given) {
    struct plica_source source = {.text = text, .file = file, .with_room = with_room};
    return plica_scan(&source, format, (plica_va_list *)given);
}

int vsscanf(const char *restrict text, const char *restrict format, plica_va_list given) {
    return plica_scan_list(text, 0, 0, format, given);
}

int vfscanf(plica_file *restrict file, const char *restrict format, plica_va_list given) {
    return plica_scan_list(0, file, 0, format, given);
}

int vscanf(const char *restrict format, plica_va_list arguments) { return vfscanf(stdin, format, arguments); }

/* Under the names that C code and the headers of older and newer glibc use. */
#define PLICA_SCANNERS(prefix)                                                                                          \
    int prefix##sscanf(const char *restrict text, const char *restrict format, ...) {                                   \
        plica_va_list arguments;                                                                                        \
        __builtin_va_start(arguments, format);                                                                          \
        int assigned = vsscanf(text, format, arguments);                                                                \
        __builtin_va_end(arguments);                                                                                    \
        return assigned;                                                                                                \
    }                                                                                                                   \
    int prefix##fscanf(plica_file *restrict file, const char *restrict format, ...) {                                   \
        plica_va_list arguments;                                                                                        \
        __builtin_va_start(arguments, format);                                                                          \
        int assigned = vfscanf(file, format, arguments);                                                                \
        __builtin_va_end(arguments);                                                                                    \
        return assigned;                                                                                                \
    }                                                                                                                   \
    int prefix##scanf(const char *restrict format, ...) {                                                               \
        plica_va_list arguments;                                                                                        \
        __builtin_va_start(arguments, format);                                                                          \
        int assigned = vscanf(format, arguments);                                                                       \
        __builtin_va_end(arguments);                                                                                    \
        return assigned;                                                                                                \
    }

PLICA_SCANNERS()
PLICA_SCANNERS(__isoc99_)
PLICA_SCANNERS(__isoc23_)

#define PLICA_VA_SCANNERS(prefix)                                                                                       \
    int prefix##vsscanf(const char *restrict text, const char *restrict format, plica_va_list arguments) {              \
        return vsscanf(text, format, arguments);                                                                        \
    }                                                                                                                   \
    int prefix##vfscanf(plica_file *restrict file, const char *restrict format, plica_va_list arguments) {              \
        return vfscanf(file, format, arguments);                                                                        \
    }                                                                                                                   \
    int prefix##vscanf(const char *restrict format, plica_va_list arguments) { return vscanf(format, arguments); }

PLICA_VA_SCANNERS(__isoc99_)
PLICA_VA_SCANNERS(__isoc23_)

/* Where member arrays are among the arguments: behind each is said how much room there is. */
#define PLICA_SCAN_WITH_ROOM(text, file)                                                                                \
    plica_va_list arguments;                                                                                            \
    __builtin_va_start(arguments, format);                                                                              \
    int assigned = plica_scan_list(text, file, 1, format, arguments);                                                   \
    __builtin_va_end(arguments);                                                                                        \
    return assigned;

int __plica_scanf_chk(const char *format, ...) { PLICA_SCAN_WITH_ROOM(0, stdin) }
int __plica_fscanf_chk(plica_file *file, const char *format, ...) { PLICA_SCAN_WITH_ROOM(0, file) }
int __plica_sscanf_chk(const char *text, const char *format, ...) { PLICA_SCAN_WITH_ROOM(text, 0) }
