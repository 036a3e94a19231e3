//! Reading floating-point numbers: what strtod.c and strtold.c share. Whoever includes it says for which type:
//!
//! PLICA_REAL, its type; PLICA_MANTISSA, a type for at least PLICA_QUOTIENT bits, two more than that one has;
//! PLICA_DIGITS, so many that further ones can only break ties (one sticky digit stands for them); PLICA_WORDS, for
//! that many digits by the powers of ten that go with them; PLICA_ABOVE and PLICA_BELOW, decimal exponents beyond which
//! there are no numbers.

typedef unsigned long long plica_u64;

int *__errno_location(void);

#define PLICA_ERANGE 34

/* A natural number, least word first. */
struct plica_big {
    int used;
    unsigned word[PLICA_WORDS];
};

static void plica_big_multiply_add(struct plica_big *n, unsigned factor, unsigned carry) {
    plica_u64 wide = carry;
    for (int i = 0; i < n->used; i++) {
        wide += (plica_u64)n->word[i] * factor;
        n->word[i] = (unsigned)wide;
        wide >>= 32;
    }
    if (wide) n->word[n->used++] = (unsigned)wide;
}

static void plica_big_power_of_ten(struct plica_big *n, int exponent) {
    for (; exponent >= 9; exponent -= 9) plica_big_multiply_add(n, 1000000000u, 0);
    for (; exponent > 0; exponent--) plica_big_multiply_add(n, 10u, 0);
}

static int plica_big_bits(const struct plica_big *n) {
    return n->used ? 32 * n->used - __builtin_clz(n->word[n->used - 1]) : 0;
}

static void plica_big_shift_left(struct plica_big *n, int bits) {
    int words = bits / 32, rest = bits % 32;
    for (int i = n->used - 1; i >= 0; i--) n->word[i + words] = n->word[i];
    for (int i = 0; i < words; i++) n->word[i] = 0;
    n->used += words;
    if (rest) plica_big_multiply_add(n, 1u << rest, 0);
}

static int plica_big_compare(const struct plica_big *a, const struct plica_big *b) {
    if (a->used != b->used) return a->used - b->used;
    for (int i = a->used - 1; i >= 0; i--)
        if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

static void plica_big_subtract(struct plica_big *a, const struct plica_big *b) {
    plica_u64 borrow = 0;
    for (int i = 0; i < a->used; i++) {
        plica_u64 take = (i < b->used ? b->word[i] : 0u) + borrow;
        borrow = a->word[i] < take;
        a->word[i] = (unsigned)(a->word[i] - take);
    }
    while (a->used && !a->word[a->used - 1]) a->used--;
}

/* The number nearest to mantissa * 2^exponent, or to slightly more if `sticky`; `bits` is the precision of the type and
   `least` the exponent of its smallest positive number. */
static PLICA_REAL plica_round(PLICA_MANTISSA mantissa, int exponent, int sticky, int bits, int least);

static int plica_length(PLICA_MANTISSA n) {
    plica_u64 high = (plica_u64)(n >> 32 >> 32), low = (plica_u64)n;
    return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}

/* Is it below the normal numbers, also when it is rounded as if they went on? Only ones from top to bottom, and one
   more, are rounded up to the least of them. */
static int plica_is_tiny(PLICA_MANTISSA mantissa, int exponent, int bits, int least) {
    int length = plica_length(mantissa), above = length + exponent - (least + bits - 1);
    if (above != 0 || length <= bits) return above <= 0;
    return mantissa >> (length - bits - 1) != ((PLICA_MANTISSA)2 << bits) - 1;
}

/* Can a number of so many digits be had by one operation, and what it is. */
static int plica_is_exact(int count, int exponent, int bits);
static PLICA_REAL plica_exact(plica_u64 digits, int exponent);

/* digits * 10^exponent. */
static PLICA_REAL plica_from_big(struct plica_big *digits, int exponent, int bits, int least) {
    struct plica_big divisor = {1, {1}};
    int shift = 0, sticky = 0;
    PLICA_MANTISSA quotient = 0;
    if (exponent >= 0) {
        plica_big_power_of_ten(digits, exponent);
    } else {
        plica_big_power_of_ten(&divisor, -exponent);
    }
    /* Scale so that the quotient has that many bits, or one less; then divide bit by bit from the top. */
    shift = plica_big_bits(digits) - plica_big_bits(&divisor) - (PLICA_QUOTIENT - 1);
    if (shift < 0) plica_big_shift_left(digits, -shift);
    else plica_big_shift_left(&divisor, shift);
    plica_big_shift_left(&divisor, PLICA_QUOTIENT - 1);
    for (int i = 0; i < PLICA_QUOTIENT; i++) {
        quotient <<= 1;
        if (plica_big_compare(digits, &divisor) >= 0) {
            plica_big_subtract(digits, &divisor);
            quotient |= 1;
        }
        plica_big_shift_left(digits, 1);
    }
    sticky = digits->used > 0;
    return plica_round(quotient, shift, sticky, bits, least);
}

static int plica_float_digit(char c) { return (unsigned)c - '0' < 10u; }

/* Reads an exponent if one is there; without a digit behind the letter there is none. */
static const char *plica_read_exponent(const char *s, char letter, int *exponent) {
    if ((*s | 32) != letter) return s;
    const char *p = s + 1;
    int negative = *p == '-', value = 0;
    if (*p == '-' || *p == '+') p++;
    if (!plica_float_digit(*p)) return s;
    for (; plica_float_digit(*p); p++)
        if (value < 100000) value = value * 10 + (*p - '0');
    *exponent += negative ? -value : value;
    return p;
}

static const char *plica_read_decimal(const char *s, PLICA_REAL *value, int bits, int least) {
    struct plica_big big = {0, {0}};
    plica_u64 small = 0;
    int count = 0, exponent = 0, point = 0, any = 0, rest = 0;
    const char *p = s;
    for (;; p++) {
        if (*p == '.' && !point) {
            point = 1;
            continue;
        }
        if (!plica_float_digit(*p)) break;
        any = 1;
        if (count == 0 && *p == '0') {
            exponent -= point;
            continue;
        }
        if (count < PLICA_DIGITS) {
            if (count < 19) small = small * 10 + (plica_u64)(*p - '0');
            plica_big_multiply_add(&big, 10, (unsigned)(*p - '0'));
            count++;
            exponent -= point;
        } else {
            rest |= *p != '0';
            exponent += !point;
        }
    }
    if (!any) return s;
    p = plica_read_exponent(p, 'e', &exponent);
    *value = 0;
    if (count == 0) return p;
    if (plica_is_exact(count, exponent, bits)) {
        *value = plica_exact(small, exponent);
    } else if (count + exponent > PLICA_ABOVE) {
        *__errno_location() = PLICA_ERANGE;
        *value = __builtin_inf();
    } else if (count + exponent < PLICA_BELOW) {
        *__errno_location() = PLICA_ERANGE;
    } else {
        if (rest) {
            plica_big_multiply_add(&big, 10, 1);
            exponent--;
        }
        *value = plica_from_big(&big, exponent, bits, least);
    }
    return p;
}

static const char *plica_read_hexadecimal(const char *s, PLICA_REAL *value, int bits, int least) {
    PLICA_MANTISSA mantissa = 0;
    int exponent = 0, point = 0, any = 0, sticky = 0;
    const char *p = s + 2;
    for (;; p++) {
        if (*p == '.' && !point) {
            point = 1;
            continue;
        }
        int letter = (*p | 32) - 'a', is_letter = (unsigned)letter < 6u;
        if (!plica_float_digit(*p) && !is_letter) break;
        unsigned digit = (unsigned)(is_letter ? letter + 10 : *p - '0');
        any = 1;
        if (mantissa >> (8 * sizeof mantissa - 4)) {
            sticky |= digit != 0;
            exponent += 4 * !point;
        } else {
            mantissa = mantissa << 4 | digit;
            exponent -= 4 * point;
        }
    }
    /* 0x without a digit is the number 0 and an x. */
    *value = 0;
    if (!any) return s + 1;
    p = plica_read_exponent(p, 'p', &exponent);
    *value = plica_round(mantissa, exponent, sticky, bits, least);
    return p;
}

/* Whether `s` begins with `word`, in either case. */
static int plica_begins(const char *s, const char *word) {
    for (; *word; s++, word++)
        if ((*s | 32) != *word) return 0;
    return 1;
}

static PLICA_REAL plica_read_float(const char *text, char **end, int bits, int least) {
    const char *s = text, *p;
    PLICA_REAL value = 0;
    while ((*s == ' ') | ((unsigned)*s - '\t' < 5u)) s++;
    int negative = *s == '-';
    if (*s == '-' || *s == '+') s++;
    if (plica_begins(s, "inf")) {
        value = __builtin_inf();
        p = s + (plica_begins(s, "infinity") ? 8 : 3);
    } else if (plica_begins(s, "nan")) {
        value = __builtin_nan("");
        p = s + 3;
        if (*p == '(') {
            const char *q = p + 1;
            while (plica_float_digit(*q) || (unsigned)(*q | 32) - 'a' < 26u || *q == '_') q++;
            if (*q == ')') p = q + 1;
        }
    } else if (*s == '0' && (s[1] | 32) == 'x') {
        p = plica_read_hexadecimal(s, &value, bits, least);
    } else {
        p = plica_read_decimal(s, &value, bits, least);
    }
    if (p == s) {
        p = text;
        negative = 0;
    }
    if (end) *end = (char *)p;
    return negative ? -value : value;
}
