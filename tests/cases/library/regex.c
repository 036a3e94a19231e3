// verdict: holds
// What a regular expression matches is known of a text that is not, and so is where its groups lie.
#include <regex.h>
#include <string.h>
#include "plica.h"

int main(void) {
    regex_t setting, twice, any_case;
    regmatch_t at[3];
    char text[5];
    plica_make_symbolic(text, sizeof text, "text");
    text[4] = 0;
    plica_assert(regcomp(&setting, "^([a-z]+)=([0-9]*)$", REG_EXTENDED) == 0 && setting.re_nsub == 2);
    if (regexec(&setting, text, 3, at, 0) == 0) {
        plica_assert(at[0].rm_so == 0 && at[0].rm_eo == (int)strlen(text));
        plica_assert(text[at[1].rm_eo] == '=' && at[2].rm_so == at[1].rm_eo + 1);
        for (int i = at[2].rm_so; i < at[2].rm_eo; i++) plica_assert(text[i] >= '0' && text[i] <= '9');
    }
    regfree(&setting);
    plica_assert(regcomp(&twice, "\\(a*\\)b*\\1", 0) == 0);
    plica_assert(regexec(&twice, "xaabaab", 2, at, 0) == 0 && at[0].rm_eo == 0);
    plica_assert(regexec(&twice, "aabaab", 2, at, 0) == 0 && at[0].rm_eo == 5 && at[1].rm_eo == 2);
    regfree(&twice);
    plica_assert(regcomp(&any_case, "[[:digit:]]x|\\<K", REG_EXTENDED | REG_ICASE | REG_NOSUB) == 0);
    plica_assert(regexec(&any_case, "a k", 0, 0, 0) == 0 && regexec(&any_case, "ak 1y", 0, 0, 0) == REG_NOMATCH);
    regfree(&any_case);
    char message[20];
    plica_assert(regcomp(&any_case, "a(b", REG_EXTENDED) == REG_EPAREN);
    plica_assert(regerror(REG_EPAREN, &any_case, message, sizeof message) == 18 && !strcmp(message, "Unmatched ( or \\("));
    return 0;
}
