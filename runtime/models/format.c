//! sprintf and its kin: formatting into memory, in C.
//!
//! What is printed to a stream is formatted by the executor, not here. A symbolic number costs a branch for each digit
//! it may have, a symbolic character or string content none beyond its length. Floating-point conversions go to the
//! executor's primitives __plica_format_double and __plica_format_long_double. Oblivious to locales and wide characters.
//! Invariant: the count returned is that of the whole text, whatever fits; a conversion that it does not know ends the
//! path as undecided.

typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list plica_va_list;

void *malloc(size_t size);

/* Formats `value` as `spec` says, with the meaning of snprintf's arguments and result. */
int __plica_format_double(char *to, size_t size, const char *spec, double value);
int __plica_format_long_double(char *to, size_t size, const char *spec, long double value);
/* The end of the path at a conversion that `function` does not know, which is so much of a format. */
_Noreturn void __plica_unknown_conversion(const char *function, const char *conversion, const char *end);

/* What is written must not be what is read: see string.c. */
int __plica_same_object(const void *a, const void *b);
void __plica_check_apart(const char *function, const void *to, size_t written, const void *from, size_t read);

struct plica_sink {
    const char *function;
    char *to;
    size_t size, count;
    const char *ahead; /* the next text in the same object that is read, where writing must not get to; null if there is none */
};

struct plica_spec {
    int left, plus, space, alternate, zero; /* the flags - + blank # 0 */
    long width, precision;                  /* precision is -1 when there is none */
    int length;                             /* -2 hh, -1 h, 0, 1 l ll j z t, 2 L */
};

/* `n` bytes are about to be written. */
static void plica_advance(struct plica_sink *sink, size_t n) {
    if (sink->ahead) __plica_check_apart(sink->function, sink->to + sink->count, n, sink->ahead, 1);
}

/* `n` bytes of a text are about to be read. */
static void plica_reads(struct plica_sink *sink, const char *text, size_t n) {
    if (!sink->size || !__plica_same_object(sink->to, text)) return;
    __plica_check_apart(sink->function, sink->to, sink->count, text, n);
    if (text >= sink->to && (!sink->ahead || text < sink->ahead)) sink->ahead = text;
}

static void plica_put(struct plica_sink *sink, char c) {
    if (sink->count < sink->size) {
        plica_advance(sink, 1);
        sink->to[sink->count] = c;
    }
    sink->count++;
}

static void plica_repeat(struct plica_sink *sink, char c, long times) {
    for (; times > 0; times--) plica_put(sink, c);
}

static void plica_put_text(struct plica_sink *sink, const struct plica_spec *spec, const char *text, long n) {
    if (!spec->left) plica_repeat(sink, ' ', spec->width - n);
    for (long i = 0; i < n; i++) plica_put(sink, text[i]);
    if (spec->left) plica_repeat(sink, ' ', spec->width - n);
}

/* `prefix` is what stands before the digits: a sign, 0x. */
static void plica_put_integer(struct plica_sink *sink, const struct plica_spec *spec, unsigned long long value, unsigned base,
                              const char *prefix, int upper) {
    char digits[24];
    long n = 0, prefix_length = 0;
    /* The value 0 with precision 0 has no digit at all. */
    if (spec->precision != 0 || value != 0) {
        do {
            unsigned digit = (unsigned)(value % base);
            digits[n++] = (char)('0' + digit + (unsigned)(digit > 9) * (upper ? 'A' - '9' - 1u : 'a' - '9' - 1u));
            value /= base;
        } while (value);
    }
    while (prefix[prefix_length]) prefix_length++;
    long zeros = spec->precision - n;
    /* # with o: as many zeros as make the first digit a zero. */
    if (base == 8 && spec->alternate && zeros <= 0 && (n == 0 || digits[n - 1] != '0')) zeros = 1;
    if (zeros < 0) zeros = 0;
    long blanks = spec->width - prefix_length - zeros - n;
    if (spec->zero && !spec->left && spec->precision < 0 && blanks > 0) {
        zeros += blanks;
        blanks = 0;
    }
    if (!spec->left) plica_repeat(sink, ' ', blanks);
    for (long i = 0; i < prefix_length; i++) plica_put(sink, prefix[i]);
    plica_repeat(sink, '0', zeros);
    while (n > 0) plica_put(sink, digits[--n]);
    if (spec->left) plica_repeat(sink, ' ', blanks);
}

/* The decimal text of a width or precision, for the primitive's spec. */
static char *plica_append_number(char *to, long n) {
    char digits[24];
    int count = 0;
    do digits[count++] = (char)('0' + n % 10);
    while (n /= 10);
    while (count) *to++ = digits[--count];
    return to;
}

/* What the primitive for the type of the argument that the conversion takes writes. */
static int plica_format_number(char *to, size_t size, const char *text, const struct plica_spec *spec, double value,
                               long double long_value) {
    if (spec->length == 2) return __plica_format_long_double(to, size, text, long_value);
    return __plica_format_double(to, size, text, value);
}

static void plica_put_number(struct plica_sink *sink, const struct plica_spec *spec, char conversion, double value,
                             long double long_value) {
    char text[64], *end = text;
    *end++ = '%';
    if (spec->left) *end++ = '-';
    if (spec->plus) *end++ = '+';
    if (spec->space) *end++ = ' ';
    if (spec->alternate) *end++ = '#';
    if (spec->zero) *end++ = '0';
    if (spec->width > 0) end = plica_append_number(end, spec->width);
    if (spec->precision >= 0) {
        *end++ = '.';
        end = plica_append_number(end, spec->precision);
    }
    if (spec->length == 2) *end++ = 'L';
    *end++ = conversion;
    *end = 0;
    size_t room = sink->count < sink->size ? sink->size - sink->count : 0;
    if (sink->ahead) {
        size_t length = (size_t)plica_format_number(0, 0, text, spec, value, long_value) + 1;
        plica_advance(sink, length < room ? length : room);
    }
    int n = plica_format_number(room ? sink->to + sink->count : 0, room, text, spec, value, long_value);
    sink->count += (size_t)n;
}

static long plica_read_number(const char **format) {
    long n = 0;
    while (**format >= '0' && **format <= '9') n = n * 10 + (*(*format)++ - '0');
    return n;
}

/* Flags, width, precision and length; what stands for * is taken from the arguments. */
static const char *plica_read_spec(const char *format, struct plica_spec *spec, plica_va_list *arguments) {
    *spec = (struct plica_spec){0, 0, 0, 0, 0, 0, -1, 0};
    for (;; format++) {
        if (*format == '-') spec->left = 1;
        else if (*format == '+') spec->plus = 1;
        else if (*format == ' ') spec->space = 1;
        else if (*format == '#') spec->alternate = 1;
        else if (*format == '0') spec->zero = 1;
        else break;
    }
    if (*format == '*') {
        format++;
        spec->width = __builtin_va_arg(*arguments, int);
        if (spec->width < 0) {
            spec->left = 1;
            spec->width = -spec->width;
        }
    } else {
        spec->width = plica_read_number(&format);
    }
    if (*format == '.') {
        format++;
        if (*format == '*') {
            format++;
            spec->precision = __builtin_va_arg(*arguments, int);
            if (spec->precision < 0) spec->precision = -1;
        } else {
            spec->precision = plica_read_number(&format);
        }
    }
    for (;; format++) {
        if (*format == 'h') spec->length--;
        else if (*format == 'l' || *format == 'j' || *format == 'z' || *format == 't') spec->length = 1;
        else if (*format == 'L') spec->length = 2;
        else return format;
    }
}

static long long plica_signed_argument(const struct plica_spec *spec, plica_va_list *arguments) {
    if (spec->length > 0) return __builtin_va_arg(*arguments, long long);
    int value = __builtin_va_arg(*arguments, int);
    return spec->length == -1 ? (short)value : spec->length == -2 ? (signed char)value : value;
}

static unsigned long long plica_unsigned_argument(const struct plica_spec *spec, plica_va_list *arguments) {
    if (spec->length > 0) return __builtin_va_arg(*arguments, unsigned long long);
    unsigned value = __builtin_va_arg(*arguments, unsigned);
    return spec->length == -1 ? (unsigned short)value : spec->length == -2 ? (unsigned char)value : value;
}

static void plica_store_count(const struct plica_spec *spec, plica_va_list *arguments, size_t count) {
    void *to = __builtin_va_arg(*arguments, void *);
    if (spec->length > 0) *(long long *)to = (long long)count;
    else if (spec->length == -1) *(short *)to = (short)count;
    else if (spec->length == -2) *(signed char *)to = (signed char)count;
    else *(int *)to = (int)count;
}

/* Is it a conversion that is known? */
static int plica_convert(struct plica_sink *sink, struct plica_spec *spec, char conversion, plica_va_list *arguments) {
    switch (conversion) {
    case '%': plica_put(sink, '%'); break;
    case 'd':
    case 'i': {
        long long value = plica_signed_argument(spec, arguments);
        unsigned long long magnitude = value < 0 ? -(unsigned long long)value : (unsigned long long)value;
        plica_put_integer(sink, spec, magnitude, 10, value < 0 ? "-" : spec->plus ? "+" : spec->space ? " " : "", 0);
        break;
    }
    case 'u': plica_put_integer(sink, spec, plica_unsigned_argument(spec, arguments), 10, "", 0); break;
    case 'o': plica_put_integer(sink, spec, plica_unsigned_argument(spec, arguments), 8, "", 0); break;
    case 'x':
    case 'X': {
        unsigned long long value = plica_unsigned_argument(spec, arguments);
        const char *prefix = !spec->alternate || value == 0 ? "" : conversion == 'x' ? "0x" : "0X";
        plica_put_integer(sink, spec, value, 16, prefix, conversion == 'X');
        break;
    }
    case 'c': {
        char c = (char)__builtin_va_arg(*arguments, int);
        plica_put_text(sink, spec, &c, 1);
        break;
    }
    case 's': {
        const char *text = __builtin_va_arg(*arguments, const char *);
        long n = 0;
        while ((spec->precision < 0 || n < spec->precision) && text[n]) n++;
        if (n != spec->precision) plica_reads(sink, text, (size_t)n + 1);
        else if (n) plica_reads(sink, text, (size_t)n);
        plica_put_text(sink, spec, text, n);
        break;
    }
    case 'p': {
        unsigned long value = (unsigned long)__builtin_va_arg(*arguments, void *);
        if (value) plica_put_integer(sink, spec, value, 16, "0x", 0);
        else plica_put_text(sink, spec, "(nil)", 5);
        break;
    }
    case 'n': plica_store_count(spec, arguments, sink->count); break;
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        if (spec->length == 2) plica_put_number(sink, spec, conversion, 0, __builtin_va_arg(*arguments, long double));
        else plica_put_number(sink, spec, conversion, __builtin_va_arg(*arguments, double), 0);
        break;
    default: return 0;
    }
    return 1;
}

/* What all of them do, told which of them it is. */
int __plica_format_into(const char *function, char *to, size_t size, const char *format, plica_va_list given) {
    struct plica_sink sink = {function, to, size, 0, 0};
    struct plica_spec spec;
    /* What is taken is gone for who gave the list too, as on x86-64, where lists are arrays. */
    plica_va_list *arguments = (plica_va_list *)given;
    if (size && __plica_same_object(to, format)) {
        size_t n = 1;
        for (const char *end = format; *end; end++) n++;
        plica_reads(&sink, format, n);
    }
    for (; *format; format++) {
        if (*format == '%') {
            const char *conversion = format + 1;
            format = plica_read_spec(conversion, &spec, arguments);
            if (!plica_convert(&sink, &spec, *format, arguments))
                __plica_unknown_conversion(function, conversion, format + (*format != 0));
        } else {
            plica_put(&sink, *format);
        }
    }
    if (size) {
        int count = (int)sink.count;
        if (sink.count >= size) sink.count = size - 1;
        plica_advance(&sink, 1);
        to[sink.count] = 0;
        return count;
    }
    return (int)sink.count;
}

int vsnprintf(char *restrict to, size_t size, const char *restrict format, plica_va_list arguments) {
    return __plica_format_into("vsnprintf", to, size, format, arguments);
}

int vsprintf(char *restrict to, const char *restrict format, plica_va_list arguments) {
    return __plica_format_into("vsprintf", to, ~(size_t)0 >> 1, format, arguments);
}

int snprintf(char *restrict to, size_t size, const char *restrict format, ...) {
    plica_va_list arguments;
    __builtin_va_start(arguments, format);
    int count = __plica_format_into("snprintf", to, size, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int sprintf(char *restrict to, const char *restrict format, ...) {
    plica_va_list arguments;
    __builtin_va_start(arguments, format);
    int count = __plica_format_into("sprintf", to, ~(size_t)0 >> 1, format, arguments);
    __builtin_va_end(arguments);
    return count;
}

int vasprintf(char **restrict to, const char *restrict format, plica_va_list arguments) {
    plica_va_list measured;
    __builtin_va_copy(measured, arguments);
    int count = __plica_format_into("vasprintf", 0, 0, format, measured);
    __builtin_va_end(measured);
    *to = malloc((size_t)count + 1);
    return *to ? vsnprintf(*to, (size_t)count + 1, format, arguments) : -1;
}

int asprintf(char **restrict to, const char *restrict format, ...) {
    plica_va_list arguments;
    __builtin_va_start(arguments, format);
    int count = vasprintf(to, format, arguments);
    __builtin_va_end(arguments);
    return count;
}
