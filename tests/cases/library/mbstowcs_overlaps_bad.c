// verdict: violated
// error: overlapping-copy at 8
// native: no
#include <stdlib.h>

int main(void) {
    wchar_t a[16] = L"abc";
    mbstowcs(a, (char *)a, 3);
    return 0;
}
