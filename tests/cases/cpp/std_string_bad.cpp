// verdict: violated
// error: uncaught-exception at 6
// A text may be shorter than is taken for granted.
#include "plica.h"
#include <string>
static char third(const std::string &text) { return text.at(2); }

int main() {
    std::string text = "ab";
    int n = plica_range(0, 4, "n");
    for (int i = 0; i < n; i++) text += char('c' + i);
    plica_assert(text.find('e') == std::string::npos || n > 2);
    return third(text) == 0;
}
