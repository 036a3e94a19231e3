/*! What the tests of the models share: a reproducible random source and a counting check.
 *
 * Each test links one model file, whose functions are renamed to model_NAME, beside the C library, and compares the two.
 * Invariant: a failed check names its line and makes the test end with status 1; nothing depends on the time of day. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>

static unsigned long long check_state = 88172645463325252ull;
static int check_failures;

/* What models ask the executor about member arrays: there are none in the tests. */
void __plica_check_room(const char *function, size_t needed, size_t room) { (void)function, (void)needed, (void)room; }

/* What they ask about places that must not overlap: these tests copy between objects. */
int __plica_same_object(const void *a, const void *b) { return (void)a, (void)b, 0; }
void __plica_check_apart(const char *function, const void *to, size_t written, const void *from, size_t read) {
    (void)function, (void)to, (void)written, (void)from, (void)read;
}

/* xorshift64 */
static unsigned long long random_bits(void) {
    check_state ^= check_state << 13;
    check_state ^= check_state >> 7;
    check_state ^= check_state << 17;
    return check_state;
}

static inline int random_below(int n) { return (int)(random_bits() % (unsigned long long)n); }

/* A number of random magnitude, near the borders of every width as often as not. */
static inline long long random_number(void) {
    unsigned long long n = random_bits() >> random_below(64);
    if (random_below(3) == 0) n = (1ull << random_below(64)) + (unsigned long long)random_below(3) - 1;
    return random_below(2) ? (long long)n : (long long)(0 - n);
}

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            if (++check_failures > 20) exit(1);                                                                        \
        }                                                                                                              \
    } while (0)

/* Like CHECK, and says which text it was about. */
#define CHECK_FOR(condition, text)                                                                                     \
    do {                                                                                                               \
        if (!(condition)) fprintf(stderr, "for \"%s\": ", (text));                                                     \
        CHECK(condition);                                                                                              \
    } while (0)

static int check_result(void) {
    if (check_failures) fprintf(stderr, "%d checks failed\n", check_failures);
    return check_failures != 0;
}

#endif
