// verdict: violated
// error: overlapping-copy at 9
// native: no
#include <wchar.h>
#include "plica.h"

int main(void) {
    wchar_t a[16] = L"abcdefgh";
    wcscpy(a + plica_range(0, 3, "n"), a + 3);
    return a[3] != 0;
}
