//! getopt and its kin, as glibc has them: arguments that are no options are moved behind those that are.

typedef __SIZE_TYPE__ size_t;

int strncmp(const char *a, const char *b, size_t count);
size_t strlen(const char *text);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

struct plica_option { const char *name; int has_argument; int *flag; int value; };

/* Where in an argument with several options the next one is; which arguments were passed over. */
static char *plica_next_option;
static int plica_first_skipped, plica_last_skipped;

/* Moves the skipped arguments behind the options that were read since. */
static void plica_exchange(char **list) {
    for (int moved = 0; plica_last_skipped + moved < optind; moved++)
        for (int i = plica_last_skipped + moved; i > plica_first_skipped + moved; i--) {
            char *before = list[i - 1];
            list[i - 1] = list[i];
            list[i] = before;
        }
    plica_first_skipped += optind - plica_last_skipped;
    plica_last_skipped = optind;
}

/* Finds the next argument with options; -1 if there is none. */
static int plica_advance(int count, char **list, int in_order) {
    if (plica_last_skipped > optind) plica_last_skipped = optind;
    if (plica_first_skipped > optind) plica_first_skipped = optind;
    if (!in_order) {
        if (plica_first_skipped != plica_last_skipped && plica_last_skipped != optind) plica_exchange(list);
        else if (plica_last_skipped != optind) plica_first_skipped = optind;
        while (optind < count && (list[optind][0] != '-' || !list[optind][1])) optind++;
        plica_last_skipped = optind;
    }
    if (optind < count && list[optind][0] == '-' && list[optind][1] == '-' && !list[optind][2]) {
        optind++;
        if (plica_first_skipped != plica_last_skipped && plica_last_skipped != optind) plica_exchange(list);
        else if (plica_first_skipped == plica_last_skipped) plica_first_skipped = optind;
        plica_last_skipped = optind = count;
    }
    if (optind >= count) {
        if (plica_first_skipped != plica_last_skipped) optind = plica_first_skipped;
        return -1;
    }
    if (list[optind][0] != '-' || !list[optind][1]) return -1;
    plica_next_option = list[optind] + 1;
    return 0;
}

static int plica_long(int count, char **list, const struct plica_option *options, int *index, int colon) {
    char *name = plica_next_option;
    size_t length = 0;
    const struct plica_option *found = 0;
    int several = 0, exact = 0;
    while (name[length] && name[length] != '=') length++;
    for (int i = 0; options[i].name && !exact; i++) {
        if (strncmp(options[i].name, name, length) != 0) continue;
        exact = strlen(options[i].name) == length;
        several = found && !exact;
        found = &options[i];
        if (index) *index = i;
    }
    plica_next_option = 0;
    optind++;
    optopt = found ? found->value : 0;
    if (!found || several) {
        optopt = 0;
        return '?';
    }
    if (name[length] == '=') {
        if (!found->has_argument) return '?';
        optarg = name + length + 1;
    } else if (found->has_argument == 1) {
        if (optind >= count) return colon ? ':' : '?';
        optarg = list[optind++];
    }
    if (!found->flag) return found->value;
    *found->flag = found->value;
    return 0;
}

static int plica_option(int count, char **list, const char *letters, const struct plica_option *options, int *index, int only) {
    optarg = 0;
    if (count < 1) return -1;
    if (optind == 0 || plica_first_skipped == 0) {
        if (optind == 0) optind = 1;
        plica_first_skipped = plica_last_skipped = optind;
        plica_next_option = 0;
    }
    int in_order = *letters == '+';
    if (*letters == '+' || *letters == '-') letters++;
    int colon = *letters == ':';
    if (!plica_next_option || !*plica_next_option) {
        if (plica_advance(count, list, in_order) < 0) return -1;
        if (options && *plica_next_option == '-') {
            plica_next_option++;
            return plica_long(count, list, options, index, colon);
        }
        if (options && only) return plica_long(count, list, options, index, colon);
    }
    char c = *plica_next_option++;
    const char *known = c == ':' || c == ';' ? 0 : __builtin_strchr(letters, c);
    int is_last = !*plica_next_option;
    if (is_last) optind++;
    if (!known) {
        optopt = (unsigned char)c;
        return '?';
    }
    if (known[1] != ':') return (unsigned char)c;
    if (!is_last) {
        optarg = plica_next_option;
        optind++;
    } else if (known[2] != ':') {
        if (optind >= count) {
            optopt = (unsigned char)c;
            plica_next_option = 0;
            return colon ? ':' : '?';
        }
        optarg = list[optind++];
    }
    plica_next_option = 0;
    return (unsigned char)c;
}

int getopt(int count, char *const *list, const char *letters) { return plica_option(count, (char **)list, letters, 0, 0, 0); }
int __posix_getopt(int count, char *const *list, const char *letters) { return getopt(count, list, letters); }
int getopt_long(int count, char *const *list, const char *letters, const struct plica_option *options, int *index) {
    return plica_option(count, (char **)list, letters, options, index, 0);
}
int getopt_long_only(int count, char *const *list, const char *letters, const struct plica_option *options, int *index) {
    return plica_option(count, (char **)list, letters, options, index, 1);
}
