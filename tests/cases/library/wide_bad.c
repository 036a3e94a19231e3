// verdict: violated
// error: out-of-bounds at 11
// One more wide character than there is room for.
#include <wchar.h>
#include <stdlib.h>

int main(void) {
    wchar_t *text = malloc(10 * sizeof(wchar_t));
    wchar_t source[11];
    wmemset(source, L'C', 10), source[10] = 0;
    wcscpy(text, source);
    wprintf(L"%ls\n", text);
    free(text);
    return 0;
}
