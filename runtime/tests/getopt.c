//! getopt.c against the C library's, on random arguments.
#include <getopt.h>
#include <string.h>
#include "check.h"

extern char *model_optarg;
extern int model_optind, model_optopt;
int model_getopt_long(int, char *const *, const char *, const struct option *, int *);
int model_getopt(int, char *const *, const char *);

int main(void) {
    static char *const words[] = {"-a", "-b", "-ab", "-ofile", "-o", "x", "--size=3", "--size", "--verb", "--", "-", "-z", "--no", "-c1", "y", "--verbose=1"};
    static const struct option options[] = {{"size", 1, 0, 's'}, {"verbose", 0, 0, 'v'}, {"depth", 2, 0, 'd'}, {0}};
    static const char *const letters[] = {"abo:c::", "+abo:c::", ":abo:c::"};
    opterr = 0;
    for (int round = 0; round < 20000; round++) {
        char *real[10] = {"program"}, *model[10] = {"program"};
        int count = 1 + random_below(8), is_long = random_below(2);
        const char *which = letters[random_below(3)];
        for (int i = 1; i < count; i++) real[i] = model[i] = words[random_below(16)];
        optind = model_optind = 0;
        for (int calls = 0; calls < 20; calls++) {
            int a = is_long ? getopt_long(count, real, which, options, 0) : getopt(count, real, which);
            int b = is_long ? model_getopt_long(count, model, which, options, 0) : model_getopt(count, model, which);
            CHECK(a == b && optind == model_optind);
            if (a != '?' && a != ':' && a != -1) CHECK(optarg == model_optarg || (optarg && model_optarg && !strcmp(optarg, model_optarg)));
            if (a == '?' && !is_long) CHECK(optopt == model_optopt);
            if (a == -1 || a != b) break;
        }
        for (int i = 0; i < count; i++) CHECK(real[i] == model[i]);
    }
    return check_result();
}
