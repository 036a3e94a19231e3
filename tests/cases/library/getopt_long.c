// verdict: holds
// Long options, with arguments and shortened.
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include "plica.h"

int main(void) {
    char *words[] = {"program", "--size=12", "--verb", "--out", "list", "-s", "3", "rest", 0};
    static int verbose;
    static const struct option options[] = {
        {"size", required_argument, 0, 's'}, {"verbose", no_argument, &verbose, 1}, {"out", required_argument, 0, 'o'}, {0}};
    int c, size = 0, index = -1;
    char *out = 0;
    while ((c = getopt_long(8, words, "s:o:", options, &index)) != -1) {
        if (c == 's') size += atoi(optarg);
        if (c == 'o') out = optarg;
    }
    plica_assert(size == 15 && verbose == 1 && out && strcmp(out, "list") == 0 && optind == 7);
    return 0;
}
