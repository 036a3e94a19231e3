// Compared with what the system's library makes of it: what it prints.
#include <iostream>
#include <regex>
#include <string>
int main() {
  const std::regex number("(-?)[[:digit:]]+"), pair("([a-c]+)=(x|yz)", std::regex::icase);
  std::cmatch match;
  for (const char *text : {"-12", "7", "", "-", "1x"}) std::cout << std::regex_match(text, match, number) << match.size() << " ";
  std::smatch parts; const std::string text = "q AB=yz;";
  std::cout << std::regex_search(text, parts, pair) << parts.position(0) << parts[1] << parts[2] << parts.suffix() << "\n";
  try { std::regex("(a"); } catch (const std::regex_error &e) { std::cout << (e.code() == std::regex_constants::error_paren) << e.what() << "\n"; }
  return 0;
}
