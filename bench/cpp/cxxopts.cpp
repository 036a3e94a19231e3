// cxxopts: a command line of one argument of six bytes, given to a parser with three options.
#include "plica.h"
#include <cxxopts.hpp>

int main() {
    char argument[7] = {0};
    plica_make_symbolic(argument, 6, "argument");
    char program[] = "program";
    const char *arguments[] = {program, argument, nullptr};
    try {
        cxxopts::Options options("program", "");
        options.add_options()("n,number", "", cxxopts::value<int>())("v,verbose", "")("f", "", cxxopts::value<std::string>());
        auto result = options.parse(2, arguments);
        return result.count("number") && result["number"].as<int>() == 7;
    } catch (const cxxopts::exceptions::exception &) {
        return 1;
    }
}
