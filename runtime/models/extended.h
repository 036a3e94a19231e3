//! A long double of the x87 by its parts: 64 digits, the leading one among them, then exponent and sign.

static long double plica_of_parts(int top, unsigned long digits) {
    long double x = 0;
    unsigned short high = (unsigned short)top;
    __builtin_memcpy(&x, &digits, sizeof digits);
    __builtin_memcpy((char *)&x + sizeof digits, &high, sizeof high);
    return x;
}
