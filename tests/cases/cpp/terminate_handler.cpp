// verdict: holds
// The twin of terminate_handler_bad.cpp: the program ends as the handler wants.
#include "plica.h"
#include <exception>
#include <stdlib.h>

static void goodbye() {
    plica_assert(std::current_exception() != nullptr);
    _Exit(3);
}

int main() {
    std::set_terminate(goodbye);
    if (plica_int("n") == 6) throw 1;
    return 0;
}
