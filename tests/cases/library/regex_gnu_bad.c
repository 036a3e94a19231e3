// verdict: violated
// error: assertion-failure at 17
// A match may begin behind the start of the search.
#define _GNU_SOURCE
#include <regex.h>
#include <string.h>
#include "plica.h"

int main(void) {
    struct re_pattern_buffer expression = {0};
    char text[4];
    plica_make_symbolic(text, sizeof text, "text");
    re_set_syntax(RE_SYNTAX_GREP);
    if (re_compile_pattern("a\\+b", 4, &expression)) return 1;
    int at = re_search(&expression, text, sizeof text, 0, sizeof text, 0);
    regfree(&expression);
    plica_assert(at <= 1);
    return 0;
}
