// run: check --args 2,1,1
// verdict: holds
// Options are told apart, and other arguments come last.
#include <string.h>
#include <unistd.h>
#include "plica.h"

int main(int argc, char **argv) {
    char *words[] = {"program", "file", "-a", "-ofile", "-b", "x", "--", "-c", 0};
    char found[8] = "";
    int c, n = 0;
    while ((c = getopt(8, words, "abco:")) != -1) {
        plica_assert(n < 7);
        found[n++] = (char)c;
        if (c == 'o') plica_assert(strcmp(optarg, "file") == 0);
    }
    plica_assert(strcmp(found, "aob") == 0 && optind == 5 && !strcmp(words[5], "file") && !strcmp(words[6], "x"));
    plica_assert(strcmp(words[7], "-c") == 0);
    optind = 0;
    int level = 0;
    while ((c = getopt(argc, argv, "v")) != -1)
        if (c == 'v') level++;
        else plica_assert(c == '?' && optopt != 'v');
    plica_assert(level <= 1 && optind >= 1 && optind <= argc);
    return 0;
}
