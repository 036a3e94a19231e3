// verdict: violated
// error: assertion-failure at 11
// A variable that is set twice is listed with its last value.
#include <stdlib.h>
#include "plica.h"
extern char **environ;

int main(void) {
    setenv("SIZE", "1", 1);
    setenv("SIZE", "2", 1);
    for (char **at = environ; *at; at++) plica_assert((*at)[0] != 'S' || (*at)[5] == '1');
    return 0;
}
