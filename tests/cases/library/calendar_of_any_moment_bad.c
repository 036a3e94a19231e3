// A table of days that ends in November.
// verdict: violated
// error: out-of-bounds at 8
#include <time.h>
static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30};
int main(void) {
    time_t now = time(0);
    return days[localtime(&now)->tm_mon] < 28;
}
