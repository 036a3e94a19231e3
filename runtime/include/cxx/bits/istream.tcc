/* Found ahead of the header of libstdc++ that has this name: what skips white space is a compiled part, in which the
   length of white space in standard input makes no difference. */
#include_next <bits/istream.tcc>
namespace std {
template <> basic_istream<char>::sentry::sentry(basic_istream<char> &, bool);
template <> basic_istream<char> &ws(basic_istream<char> &);
}
