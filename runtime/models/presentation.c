//! Addresses of both families as text: inet_pton, inet_ntop.

#include "files.h"

enum { PLICA_INET = 2, PLICA_INET6 = 10, PLICA_EAFNOSUPPORT = 97 };

/* a.b.c.d in decimal, without zeros in front. */
static int plica_read_four(const char *text, unsigned char *to) {
    for (int part = 0; part < 4; part++) {
        unsigned value = 0;
        int digits = 0;
        for (; (unsigned)*text - '0' < 10u; text++, digits++) {
            if (digits && value == 0) return 0;
            value = 10 * value + (unsigned)(*text - '0');
            if (value > 255) return 0;
        }
        if (!digits || *text != (part < 3 ? '.' : 0)) return 0;
        text++;
        to[part] = (unsigned char)value;
    }
    return 1;
}

/* Up to eight groups of four digits; `::` stands for as many zeros as are missing. */
static int plica_read_six(const char *text, unsigned char *to) {
    unsigned char bytes[16] = {0};
    int n = 0, gap = -1;
    if (text[0] == ':' && *++text != ':') return 0;
    while (*text) {
        const char *group = text;
        unsigned value = 0;
        int digits = 0;
        for (;; text++, digits++) {
            unsigned c = (unsigned char)*text, digit = c - '0' < 10u ? c - '0' : (c | 32) - 'a' < 6u ? (c | 32) - 'a' + 10 : 16;
            if (digit == 16) break;
            if (digits == 4) return 0;
            value = 16 * value + digit;
        }
        if (*text == '.' && digits && n + 4 <= 16) {
            if (!plica_read_four(group, bytes + n)) return 0;
            n += 4;
            break;
        }
        if (digits) {
            if (n + 2 > 16) return 0;
            bytes[n++] = (unsigned char)(value >> 8);
            bytes[n++] = (unsigned char)value;
            if (!*text) break;
            if (*text++ != ':' || !*text) return 0;
        } else {
            if (*text++ != ':' || gap >= 0) return 0;
            gap = n;
        }
    }
    if (gap >= 0) {
        if (n == 16) return 0;
        for (int i = 1; i <= n - gap; i++) bytes[16 - i] = bytes[n - i], bytes[n - i] = 0;
        n = 16;
    }
    if (n == 16) __builtin_memcpy(to, bytes, 16);
    return n == 16;
}

int inet_pton(int family, const char *restrict text, void *restrict to) {
    unsigned char bytes[4];
    if (family == PLICA_INET6) return plica_read_six(text, to);
    if (family != PLICA_INET) return plica_fail(PLICA_EAFNOSUPPORT);
    if (!plica_read_four(text, bytes)) return 0;
    __builtin_memcpy(to, bytes, 4);
    return 1;
}

static char *plica_write_four(char *to, const unsigned char *bytes) {
    for (int i = 0; i < 4; i++) {
        if (i) *to++ = '.';
        if (bytes[i] >= 100) *to++ = (char)('0' + bytes[i] / 100);
        if (bytes[i] >= 10) *to++ = (char)('0' + bytes[i] / 10 % 10);
        *to++ = (char)('0' + bytes[i] % 10);
    }
    return to;
}

/* The first of the longest runs of two and more groups of zeros becomes `::`. */
static char *plica_write_six(char *to, const unsigned char *bytes) {
    unsigned groups[8];
    int gap = -1, most = 1;
    for (int i = 0; i < 8; i++) groups[i] = (unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1];
    for (int i = 0; i < 8; i++) {
        int n = 0;
        while (i + n < 8 && !groups[i + n]) n++;
        if (n > most) gap = i, most = n;
    }
    for (int i = 0; i < 8; i++) {
        if (gap >= 0 && i >= gap && i < gap + most) {
            if (i == gap) *to++ = ':';
            continue;
        }
        if (i) *to++ = ':';
        /* Addresses of the other family. */
        if (i == 6 && gap == 0 && (most == 6 || (most == 5 && groups[5] == 0xffff))) return plica_write_four(to, bytes + 12);
        int begun = 0;
        for (int shift = 12; shift >= 0; shift -= 4) {
            unsigned digit = groups[i] >> shift & 15;
            begun |= digit || shift == 0;
            if (begun) *to++ = "0123456789abcdef"[digit];
        }
    }
    if (gap >= 0 && gap + most == 8) *to++ = ':';
    return to;
}

const char *inet_ntop(int family, const void *restrict from, char *restrict to, unsigned size) {
    char text[48];
    if (family != PLICA_INET && family != PLICA_INET6) return plica_fail(PLICA_EAFNOSUPPORT), (const char *)0;
    char *end = family == PLICA_INET ? plica_write_four(text, from) : plica_write_six(text, from);
    *end++ = 0;
    unsigned n = (unsigned)(end - text);
    if (n > size) return plica_fail(PLICA_ENOSPC), (const char *)0;
    for (unsigned i = 0; i < n; i++) to[i] = text[i];
    return to;
}
