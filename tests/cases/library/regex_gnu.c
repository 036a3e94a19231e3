// verdict: holds
// GNU's functions: as `expr TEXT : PATTERN` uses them.
#define _GNU_SOURCE
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include "plica.h"

int main(void) {
    struct re_pattern_buffer expression = {0};
    struct re_registers groups = {0};
    const char *pattern = "[a-c]*\\(x\\|yy\\)";
    char text[4];
    plica_make_symbolic(text, sizeof text, "text");
    re_syntax_options = RE_SYNTAX_POSIX_BASIC & ~RE_CONTEXT_INVALID_DUP & ~RE_NO_EMPTY_RANGES;
    plica_assert(re_compile_pattern(pattern, strlen(pattern), &expression) == 0 && expression.re_nsub == 1);
    int length = re_match(&expression, text, sizeof text, 0, &groups);
    plica_assert(length == -1 || (length > 0 && groups.end[1] == length && groups.start[0] == 0));
    if (length == 3) plica_assert(text[2] == 'x' || (text[2] == 'y' && text[1] == 'y'));
    plica_assert(re_search(&expression, "--byy", 5, 0, 5, &groups) == 2 && groups.start[1] == 3);
    plica_assert(re_search(&expression, "--byy", 5, 5, -5, &groups) == 3);
    free(groups.start);
    free(groups.end);
    regfree(&expression);
    re_set_syntax(RE_SYNTAX_POSIX_EXTENDED);
    plica_assert(!strcmp(re_compile_pattern("a{2,1}", 6, &expression), "Invalid content of \\{\\}"));
    regfree(&expression);
    return 0;
}
