// run: check --file given:2
// verdict: violated
// error: assertion-failure at 11
// The twin of std_fstream.cpp: a line of a file may be anything, and there may be none.
#include "plica.h"
#include <fstream>
#include <string>

int main() {
    std::ifstream given("given");
    for (std::string line; std::getline(given, line);) plica_assert(line != "a");
    return 0;
}
