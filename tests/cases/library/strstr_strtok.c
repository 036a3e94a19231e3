// verdict: holds
// Searches and tokens.
#include <string.h>
#include "plica.h"

int main(void) {
    char line[] = "key=?;flag", separator = plica_char("separator");
    plica_assume(separator == '=' || separator == ';' || separator == '#');
    line[4] = separator == '#' ? 'v' : separator;
    char *flag = strstr(line, "flag");
    plica_assert(flag == line + 6 && strstr(line, "flags") == NULL && strstr(line, "") == line);
    int count = 0;
    for (char *token = strtok(line, "=;"); token; token = strtok(NULL, "=;")) {
        plica_assert(token[0] == 'k' || token[0] == 'v' || token[0] == 'f');
        count++;
    }
    plica_assert(count == (separator == '#' ? 3 : 2));
    plica_assert(strcspn("abc-d", "-") == 3 && strspn("aab", "a") == 2 && *strpbrk("xyz", "zy") == 'y');
    return 0;
}
