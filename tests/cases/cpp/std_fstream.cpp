// run: check --file given:2
// verdict: holds
// Files by streams: what is written is read again, what is there already is unknown, what is not there does not open.
#include "plica.h"
#include <fstream>
#include <sstream>
#include <string>

int main() {
    {
        std::ofstream out("made");
        if (!out) return 0;
        out << 12 << ' ' << "words\n";
        plica_assert(out.good());
    }
    std::fstream made("made", std::ios::in | std::ios::out | std::ios::ate);
    if (!made) return 0;
    made << "more";
    made.seekg(0);
    std::string first, second;
    int number = 0;
    made >> number >> first >> second;
    plica_assert(number == 12 && first == "words" && second == "more" && made.eof());
    std::ifstream given("given");
    std::stringstream all;
    all << given.rdbuf();
    plica_assert(all.str().size() == 2);
    std::ifstream other("given", std::ios::in | std::ios::trunc);
    plica_assert(!other.is_open());
    return 0;
}
