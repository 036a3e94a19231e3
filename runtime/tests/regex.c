//! regcomp.c and regexec.c against the C library's.
#define _GNU_SOURCE
#include <regex.h>
#include <string.h>
#include "check.h"

int model_regcomp(regex_t *, const char *, int), model_regexec(const regex_t *, const char *, size_t, regmatch_t *, int);
size_t model_regerror(int, const regex_t *, char *, size_t);
void model_regfree(regex_t *);
extern unsigned long model_re_syntax_options;
unsigned long model_re_set_syntax(unsigned long);
const char *model_re_compile_pattern(const char *, size_t, regex_t *);
int model_re_search(regex_t *, const char *, int, int, int, struct re_registers *);
int model_re_match(regex_t *, const char *, int, int, struct re_registers *);
void model_re_set_registers(regex_t *, struct re_registers *, unsigned, int *, int *);
void plica_system_premise(const char *what) { (void)what; }

static void fill(char *to, const char *const *parts, int count, int most) {
    int n = random_below(most);
    *to = 0;
    for (int i = 0; i < n; i++) strcat(to, parts[random_below(count)]);
}

/* What expressions are made of; each of the first ones is taken more often. */
static const char *const basic[] = {"a", "b", "a", "b", "*", "\\(", "\\)", "\\|", ".", "^", "$", "\\+", "\\?", "c", "A",
                                    "[ab]", "[^a]", "\\{1,2\\}", "\\{2\\}", "\\{,2\\}", "\\{1,\\}", "[[:alpha:]]",
                                    "\\<", "\\>", "\\b", "\\B", "\\w", "\\W", "\\s", "\\S", "\\`", "\\'", "[b-c]", " ",
                                    "\\", "[", "]", "-", "{", "}", "\\{", "\\}", "1", ",", "\n", "(", ")", "|", "+",
                                    "[]a]", "[^]]", "[[.a.]]", "[[=b=]]", "[[:upper:]]", "[[:x:]]", "[a-", ":]", "[:", "\\.", "\\q"};
static const char *const extended[] = {"a", "b", "a", "b", "*", "(", ")", "|", ".", "^", "$", "+", "?", "c", "A", "[ab]",
                                       "[^a]", "{1,2}", "{2}", "{,2}", "{1,}", "{0,3}", "[[:alpha:]]", "\\<", "\\>",
                                       "\\b", "\\B", "\\w", "\\W", "\\s", "\\S", "\\`", "\\'", "[b-c]", " ", "\\", "[",
                                       "]", "-", "{", "}", "1", ",", "\n", "\\(", "\\)", "()", "(a|b)", "(a*)", "[]a]",
                                       "[^]]", "[[.-.]]", "[[=b=]]", "[[:lower:]]", "[[:x:]]", "[---]", "[a-", ":]", "\\.", "\\q"};
static const char *const letters[] = {"a", "b", "a", "b", "c", "A", "B", " ", "\n", "-", "1"};
#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static int compare(const char *pattern, int how, int nested) {
    regex_t ours, theirs;
    char text[16], a[80], b[80];
    int error = regcomp(&theirs, pattern, how), model = model_regcomp(&ours, pattern, how);
    CHECK_FOR(error == model, pattern);
    size_t size = regerror(error, &theirs, a, 20);
    CHECK_FOR(size == model_regerror(error, &ours, b, 20) && !strcmp(a, b), pattern);
    if (error || model) return 0;
    CHECK_FOR(ours.re_nsub == theirs.re_nsub, pattern);
    for (int i = 0; i < 6; i++) {
        regmatch_t x[8], y[8];
        int flags = (random_below(4) == 0) * REG_NOTBOL | (random_below(4) == 0) * REG_NOTEOL;
        size_t count = nested ? 8 : (size_t)random_below(9);
        fill(text, letters, COUNT(letters), 12);
        /* In glibc an anchor inside of a match goes by lines, asked or not. */
        if (!(how & REG_NEWLINE) && strpbrk(pattern, "^$"))
            for (char *at = text; *at; at++) if (*at == '\n') *at = 'a';
        memset(x, 7, sizeof x), memset(y, 7, sizeof y);
        if (count && random_below(4) == 0) {
            flags |= REG_STARTEND;
            x->rm_eo = y->rm_eo = random_below((int)strlen(text) + 1);
            x->rm_so = y->rm_so = random_below(x->rm_eo + 1);
        }
        error = regexec(&theirs, text, count, x, flags), model = model_regexec(&ours, text, count, y, flags);
        int same = error == model && (error || !memcmp(x, y, sizeof x));
        if (!same) fprintf(stderr, "in \"%s\", %d and %d: %d, %d\n", text, how, flags, error, model);
        CHECK_FOR(same, pattern);
    }
    regfree(&theirs), model_regfree(&ours);
    return 1;
}

/* Expressions of simple groups and what they have matched once more. */
static const char *const repeating[] = {"a", "b", "\\(a*\\)", "\\(b*\\)", "\\(.\\)", "\\(ab\\|a\\)", "\\(.*\\)", "\\1",
                                        "\\1", "\\2", "c", ".", "\\([ab]*\\)"};

static void gnu(const char *pattern, unsigned long syntax) {
    regex_t ours = {0}, theirs = {0};
    struct re_registers x = {0}, y = {0};
    char text[16];
    re_syntax_options = model_re_syntax_options = syntax;
    const char *error = re_compile_pattern(pattern, strlen(pattern), &theirs);
    const char *model = model_re_compile_pattern(pattern, strlen(pattern), &ours);
    CHECK_FOR(!error == !model && (!error || !strcmp(error, model)), pattern);
    for (int i = 0; !error && !model && i < 4; i++) {
        fill(text, letters, COUNT(letters), 12);
        if (strpbrk(pattern, "^$")) for (char *at = text; *at; at++) if (*at == '\n') *at = 'a';
        int length = (int)strlen(text), start = random_below(length + 1), range = random_below(2 * length + 2) - length;
        int which = random_below(2);
        int a = which ? re_search(&theirs, text, length, start, range, &x) : re_match(&theirs, text, length, start, &x);
        int b = which ? model_re_search(&ours, text, length, start, range, &y) : model_re_match(&ours, text, length, start, &y);
        CHECK_FOR(a == b && x.num_regs == y.num_regs, pattern);
        if (a != b) fprintf(stderr, "in \"%s\": %d %d %d: %d, %d\n", text, which, start, range, a, b);
        for (unsigned k = 0; k < x.num_regs && k < y.num_regs && a >= 0; k++) CHECK_FOR(x.start[k] == y.start[k] && x.end[k] == y.end[k], pattern);
    }
    free(x.start), free(x.end), free(y.start), free(y.end);
    regfree(&theirs), model_regfree(&ours);
}

int main(void) {
    char pattern[200];
    int valid = 0, rounds = 20000;
    for (int round = 0; round < rounds; round++) {
        int is_extended = random_below(2), few = random_below(3);
        int how = is_extended * REG_EXTENDED | random_below(2) * (random_below(2) * REG_ICASE | random_below(2) * REG_NEWLINE | random_below(2) * REG_NOSUB);
        if (is_extended) fill(pattern, extended, few ? 24 : COUNT(extended), 9);
        else fill(pattern, basic, few ? 24 : COUNT(basic), 9);
        valid += compare(pattern, how, 0);
    }
    for (int round = 0; round < rounds / 4; round++) {
        fill(pattern, repeating, COUNT(repeating), 6);
        compare(pattern, 0, 1);
        static const unsigned long syntaxes[] = {RE_SYNTAX_POSIX_BASIC & ~RE_CONTEXT_INVALID_DUP & ~RE_NO_EMPTY_RANGES,
                                                 RE_SYNTAX_GREP, RE_SYNTAX_EGREP, RE_SYNTAX_EMACS, RE_SYNTAX_AWK,
                                                 RE_SYNTAX_POSIX_MINIMAL_EXTENDED, RE_SYNTAX_GNU_AWK | RE_NO_SUB, RE_SYNTAX_POSIX_BASIC | RE_ICASE};
        int which = random_below(COUNT(syntaxes));
        if (random_below(2)) fill(pattern, basic, random_below(2) ? 24 : COUNT(basic), 7);
        else fill(pattern, extended, random_below(2) ? 24 : COUNT(extended), 7);
        gnu(pattern, syntaxes[which]);
    }
    CHECK(valid > rounds / 2);
    return check_result();
}
