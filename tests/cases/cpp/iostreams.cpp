// verdict: holds
// Streams into and out of texts, and to standard output.
#include "plica.h"
#include <iomanip>
#include <iostream>
#include <sstream>

int main() {
    int n = plica_int("n");
    std::cout << "n = " << n << ' ' << 2.5 << std::endl;
    std::ostringstream out;
    out << 12 << ',' << std::hex << std::setw(4) << std::setfill('0') << 255 << ' ' << std::boolalpha << true << 1.5;
    plica_assert(out.str() == "12,00ff true1.5");
    std::istringstream in("7 seven 7.5\nrest of the line\n");
    int i;
    double d;
    std::string word, line;
    in >> i >> word >> d;
    in.ignore();
    std::getline(in, line);
    plica_assert(i == 7 && word == "seven" && d == 7.5 && line == "rest of the line");
    plica_assert(!(in >> i) && in.eof());
    return 0;
}
