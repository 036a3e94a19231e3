// Compared with what the system's library makes of it: what it prints.
#include <iostream>
#include <sstream>
#include <fstream>
#include <iomanip>
#include <string>
int main() {
  std::cout << "n = " << 42 << ' ' << -7L << " " << 3.5 << " " << true << std::endl;
  std::cout << std::hex << 255 << std::dec << std::setw(6) << 12 << "|" << std::left << std::setw(5) << "ab" << "|" << std::setfill('0') << std::right << std::setw(4) << 7 << "\n";
  std::cout << std::fixed << std::setprecision(2) << 3.14159 << " " << std::boolalpha << false << "\n";
  std::cerr << "err" << 1u << "\n";
  std::stringstream ss; ss << "12 abc 4.5 x"; int i; std::string w; double d; char c; ss >> i >> w >> d >> c; std::cout << i << w << d << c << "\n";
  std::istringstream is("a,b\nline two\n"); std::string line; while (std::getline(is, line)) std::cout << "[" << line << "]"; std::cout << "\n";
  std::ostringstream os; os << std::showbase << std::hex << 16 << " " << (void*)0; std::cout << os.str() << "\n";
  std::istringstream bad("zz"); int q = 5; bad >> q; std::cout << q << bad.fail() << bad.eof() << "\n";
  std::cout << std::string("str") << 'c' << (const char*)"lit" << 1.0f << " " << 1e20 << " " << 12345678 << "\n";
  std::istringstream num("0x1f 077 99999999999 -5"); int a = 0, b = 0; num >> std::hex >> a; num >> std::oct >> b; std::cout << std::dec << a << " " << b << "\n"; num >> std::dec >> a; std::cout << a << num.fail() << "\n";
  return 0;
}
