//! addresses.c against the C library's.
#include <arpa/inet.h>
#include <string.h>
#include "check.h"
#include "system.h"

int model_inet_aton(const char *, unsigned *), model_inet_pton(int, const char *, void *);
const char *model_inet_ntop(int, const void *, char *, unsigned);

int main(void) {
    static const char letters[] = "0123456789..0x8fF ";
    for (int round = 0; round < 200000; round++) {
        char text[20];
        int n = random_below(16);
        if (random_below(2)) {
            unsigned address = (unsigned)random_bits();
            CHECK(model_inet_ntop(AF_INET, &address, text, sizeof text) == text);
            n = (int)strlen(text);
            if (random_below(2)) text[random_below(n)] = letters[random_below(sizeof letters - 1)];
        } else {
            for (int i = 0; i < n; i++) text[i] = letters[random_below(sizeof letters - 1)];
        }
        text[n] = 0;
        struct in_addr wanted = {0}, strict = {0};
        unsigned got = 0, exact = 0;
        int is_loose = inet_aton(text, &wanted), is_strict = inet_pton(AF_INET, text, &strict);
        CHECK_FOR(model_inet_aton(text, &got) == is_loose && (!is_loose || got == wanted.s_addr), text);
        CHECK_FOR(model_inet_pton(AF_INET, text, &exact) == is_strict && (!is_strict || exact == strict.s_addr), text);
        char shown[20], own[20];
        CHECK(strcmp(inet_ntop(AF_INET, &got, shown, sizeof shown), model_inet_ntop(AF_INET, &got, own, sizeof own)) == 0);
    }
    return check_result();
}
