// A text that is put behind another has to stay within the row.
// verdict: violated
// error: out-of-bounds at 8
#include <string.h>
static char rows[3][8] = {"a", "b", "c"};
int main(void) {

    strcat(rows[1], "1234567");
    return rows[2][0] != 'c';
}
