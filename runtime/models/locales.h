//! Locale objects, all of the locale "C". Oblivious to what is asked of them.
//!
//! Invariant: laid out as glibc's `struct __locale_struct`, of which the macros of <ctype.h> read the tables.
#ifndef PLICA_LOCALES_H
#define PLICA_LOCALES_H

struct plica_locale {
    void *data[13];
    const unsigned short *classes;
    const int *lower, *upper;
    const char *names[13];
};

/* What takes an object reads it: one that is none, or was freed, is an error. */
static inline void plica_in_locale(const struct plica_locale *locale) {
    if (!locale->lower) __builtin_trap();
}

#endif
