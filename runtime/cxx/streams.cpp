//! Compiled parts of the C++ library: streams of characters over the streams of C, and the classic locale.
//!
//! It is compiled with the headers of the program, whose templates do most of the work. Standard output and error are
//! those of `printf`. Standard input is unknown, as it is for `scanf`: white space is skipped without its length
//! mattering, and a number is not read from characters; it fails or has any value. Oblivious to other locales, wide
//! characters and files. Invariant: whatever a real stream may deliver, some path delivers.

#include <istream>
#include <locale>
#include <ostream>
#include <streambuf>
#include <string>
#include <system_error>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern "C" {
const unsigned short **__ctype_b_loc(void);
const int **__ctype_tolower_loc(void);
const int **__ctype_toupper_loc(void);
void plica_make_symbolic(void *, size_t, const char *);
unsigned plica_uint(const char *);
int plica_stream_ends(FILE *);
void __plica_unknown_facet(void);
}

#ifdef __GLIBCXX__
#include <bits/c++locale.h>

namespace std {

/* The classic locale. */

_Atomic_word locale::id::_S_refcount;
size_t locale::id::_M_id() const throw() {
    if (!_M_index) {
        const id *known[] = {&std::ctype<char>::id, &num_put<char>::id, &num_get<char>::id, &numpunct<char>::id,
                             &std::collate<char>::id, &codecvt<char, char, mbstate_t>::id};
        bool is_known = false;
        for (const id *one : known) is_known |= one == this;
        if (!is_known) __plica_unknown_facet();
        _M_index = 1 + _S_refcount++;
    }
    return _M_index - 1;
}
locale::facet::~facet() {}
__c_locale locale::facet::_S_get_c_locale() { return nullptr; }

namespace {
enum { FACETS = 48 };
const locale::facet *facets[FACETS], *caches[FACETS];
alignas(16) char impl_storage[sizeof(locale::_Impl)];
alignas(16) char classic_storage[sizeof(locale)];
locale *classic_locale() { return reinterpret_cast<locale *>(classic_storage); }
}

locale::_Impl::_Impl(size_t references) throw()
    : _M_refcount(references), _M_facets(facets), _M_facets_size(FACETS), _M_caches(caches), _M_names(nullptr) {}
locale::_Impl::~_Impl() throw() {}
void locale::_Impl::_M_install_facet(const locale::id *id, const facet *f) { _M_facets[id->_M_id()] = f; }
void locale::_Impl::_M_install_cache(const facet *f, size_t index) { _M_caches[index] = f; }

locale::locale(_Impl *impl) throw() : _M_impl(impl) {}
locale::locale() throw() : _M_impl(classic_locale()->_M_impl) {}
locale::locale(const locale &other) throw() : _M_impl(other._M_impl) {}
locale::~locale() throw() {}
const locale &locale::operator=(const locale &other) throw() {
    _M_impl = other._M_impl;
    return *this;
}
bool locale::operator==(const locale &other) const throw() { return _M_impl == other._M_impl; }
const locale &locale::classic() {
    locale *classic = classic_locale();
    if (!classic->_M_impl) classic->_M_impl = new (impl_storage) _Impl(1);
    return *classic;
}
string locale::name() const { return "C"; }

/* Facets. */

locale::id ctype<char>::id;
const size_t ctype<char>::table_size;
const ctype_base::mask *ctype<char>::classic_table() throw() { return *__ctype_b_loc(); }
ctype<char>::ctype(const mask *table, bool del, size_t references)
    : facet(references), _M_c_locale_ctype(nullptr), _M_del(table && del), _M_toupper(*__ctype_toupper_loc()),
      _M_tolower(*__ctype_tolower_loc()), _M_table(table ? table : classic_table()), _M_widen_ok(0), _M_narrow_ok(0) {}
ctype<char>::~ctype() {
    if (_M_del) delete[] table();
}
char ctype<char>::do_toupper(char c) const { return char(_M_toupper[static_cast<unsigned char>(c)]); }
char ctype<char>::do_tolower(char c) const { return char(_M_tolower[static_cast<unsigned char>(c)]); }
const char *ctype<char>::do_toupper(char *from, const char *to) const {
    for (; from < to; from++) *from = do_toupper(*from);
    return to;
}
const char *ctype<char>::do_tolower(char *from, const char *to) const {
    for (; from < to; from++) *from = do_tolower(*from);
    return to;
}
void ctype<char>::_M_widen_init() const {
    for (int c = 0; c < 256; c++) _M_widen[c] = char(c);
    _M_widen_ok = 1;
}
void ctype<char>::_M_narrow_init() const {
    for (int c = 0; c < 256; c++) _M_narrow[c] = char(c);
    _M_narrow_ok = 1;
}

const char *__num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";
const char *__num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";
void __num_base::_S_format_float(const ios_base &io, char *to, char modifier) throw() {
    ios_base::fmtflags flags = io.flags(), field = flags & ios_base::floatfield;
    *to++ = '%';
    if (flags & ios_base::showpos) *to++ = '+';
    if (flags & ios_base::showpoint) *to++ = '#';
    bool upper = flags & ios_base::uppercase, hex = field == (ios_base::fixed | ios_base::scientific);
    if (!hex) {
        *to++ = '.';
        *to++ = '*';
    }
    if (modifier) *to++ = modifier;
    char kind = hex ? 'a' : field == ios_base::fixed ? 'f' : field == ios_base::scientific ? 'e' : 'g';
    *to++ = upper ? char(kind - 'a' + 'A') : kind;
    *to = 0;
}

template <> void numpunct<char>::_M_initialize_numpunct(__c_locale) {
    _M_data = new __numpunct_cache<char>;
    _M_data->_M_grouping = "";
    _M_data->_M_grouping_size = 0;
    _M_data->_M_use_grouping = false;
    _M_data->_M_decimal_point = '.';
    _M_data->_M_thousands_sep = ',';
    for (size_t i = 0; i < __num_base::_S_oend; i++) _M_data->_M_atoms_out[i] = __num_base::_S_atoms_out[i];
    for (size_t i = 0; i < __num_base::_S_iend; i++) _M_data->_M_atoms_in[i] = __num_base::_S_atoms_in[i];
    _M_data->_M_truename = "true";
    _M_data->_M_truename_size = 4;
    _M_data->_M_falsename = "false";
    _M_data->_M_falsename_size = 5;
}
template <> numpunct<char>::~numpunct() {}

template <> int collate<char>::_M_compare(const char *a, const char *b) const throw() { return strcmp(a, b); }
template <> size_t collate<char>::_M_transform(char *to, const char *from, size_t size) const throw() {
    size_t length = strlen(from);
    for (size_t i = 0; i < size && i <= length; i++) to[i] = from[i];
    return length;
}

template <> void __convert_to_v(const char *from, double &to, ios_base::iostate &err, const __c_locale &) throw() {
    char *end;
    to = strtod(from, &end);
    if (end == from || *end) {
        to = 0;
        err = ios_base::failbit;
    } else if (__builtin_isinf(to)) {
        to = to > 0 ? __DBL_MAX__ : -__DBL_MAX__;
        err = ios_base::failbit;
    }
}
template <> void __convert_to_v(const char *from, float &to, ios_base::iostate &err, const __c_locale &) throw() {
    char *end;
    to = strtof(from, &end);
    if (end == from || *end) {
        to = 0;
        err = ios_base::failbit;
    } else if (__builtin_isinf(to)) {
        to = to > 0 ? __FLT_MAX__ : -__FLT_MAX__;
        err = ios_base::failbit;
    }
}

/* Characters are bytes. */
locale::id codecvt<char, char, mbstate_t>::id;
codecvt<char, char, mbstate_t>::codecvt(size_t references)
    : __codecvt_abstract_base(references), _M_c_locale_codecvt(nullptr) {}
codecvt<char, char, mbstate_t>::codecvt(__c_locale, size_t references) : codecvt(references) {}
codecvt<char, char, mbstate_t>::~codecvt() {}
codecvt_base::result codecvt<char, char, mbstate_t>::do_out(state_type &, const char *from, const char *,
                                                            const char *&next, char *to, char *, char *&to_next) const {
    next = from;
    to_next = to;
    return noconv;
}
codecvt_base::result codecvt<char, char, mbstate_t>::do_unshift(state_type &, char *to, char *, char *&next) const {
    next = to;
    return noconv;
}
codecvt_base::result codecvt<char, char, mbstate_t>::do_in(state_type &, const char *from, const char *,
                                                           const char *&next, char *to, char *, char *&to_next) const {
    next = from;
    to_next = to;
    return noconv;
}
int codecvt<char, char, mbstate_t>::do_encoding() const throw() { return 1; }
bool codecvt<char, char, mbstate_t>::do_always_noconv() const throw() { return true; }
int codecvt<char, char, mbstate_t>::do_length(state_type &, const char *from, const char *end, size_t max) const {
    return int(min(max, size_t(end - from)));
}
int codecvt<char, char, mbstate_t>::do_max_length() const throw() { return 1; }

/* Standard input. */

namespace {
bool is_space(int c) { return (c == ' ') | (unsigned(c) - '\t' < 5u); }

struct Input final : streambuf {
    /* Has white space to be skipped, is a number just behind, was a character looked at and not taken? */
    bool skip = false, number = false, seen = false;

    int underflow() override {
        int c = uflow();
        if (c != EOF) ungetc(c, stdin);
        seen = c != EOF;
        return c;
    }
    int uflow() override {
        int c = fgetc(stdin);
        seen = false;
        // No digit follows a number.
        if (number) c += (unsigned(c) - '0' < 10u) * (' ' - c);
        number = false;
        if (skip && is_space(c)) {
            // Whatever number of characters was skipped, the next one is any other.
            c = fgetc(stdin);
            c += is_space(c) * ('!' - c);
        }
        skip = false;
        return c;
    }
    int pbackfail(int c) override {
        seen = c != EOF;
        return c == EOF ? EOF : ungetc(c, stdin);
    }
    /* Skips white space when the next character is read. Is there none? */
    bool skip_space() {
        if (seen) {
            int c = uflow();
            if (!is_space(c)) {
                pbackfail(c);
                return false;
            }
        }
        skip = true;
        return plica_stream_ends(stdin);
    }
};

struct Output final : streambuf {
    FILE *const *file;
    explicit Output(FILE *const *file) : file(file) {}
    int overflow(int c) override { return c == EOF ? 0 : fputc(c, *file); }
    streamsize xsputn(const char *from, streamsize n) override { return streamsize(fwrite(from, 1, size_t(n), *file)); }
    int sync() override { return fflush(*file); }
};

alignas(16) char input_storage[sizeof(Input)], output_storage[sizeof(Output)], error_storage[sizeof(Output)];

bool is_input(ios_base &io) {
    return static_cast<basic_ios<char> &>(io).rdbuf() == reinterpret_cast<streambuf *>(input_storage);
}

bool is_output(ios_base &io) {
    streambuf *buffer = static_cast<basic_ios<char> &>(io).rdbuf();
    const char *at = reinterpret_cast<const char *>(buffer);
    return at == output_storage || at == error_storage;
}

/* Numbers to standard output and error, as for printf, which needs to decide nothing about them. */
struct Printer final : num_put<char> {
    typedef num_put<char> Base;
    explicit Printer(size_t references) : Base(references) {}
    /* A format for numbers, unless what is wanted is beyond printf. */
    static bool format(ios_base &io, char fill, char *to, const char *length, bool is_signed) {
        ios_base::fmtflags flags = io.flags(), base = flags & ios_base::basefield;
        bool left = (flags & ios_base::adjustfield) == ios_base::left;
        bool internal = (flags & ios_base::adjustfield) == ios_base::internal;
        if (!is_output(io) || (io.width() && (fill != ' ' || internal))) return false;
        *to++ = '%';
        if (flags & ios_base::showbase) *to++ = '#';
        if (flags & ios_base::showpos && is_signed) *to++ = '+';
        if (left) *to++ = '-';
        *to++ = '*';
        while (*length) *to++ = *length++;
        bool upper = flags & ios_base::uppercase;
        *to++ = base == ios_base::oct ? 'o' : base == ios_base::hex ? (upper ? 'X' : 'x') : is_signed ? 'd' : 'u';
        *to = 0;
        return true;
    }
    FILE *file(ios_base &io) const {
        return *static_cast<Output *>(static_cast<basic_ios<char> &>(io).rdbuf())->file;
    }
#define PRINT(type, length, is_signed) \
    iter_type do_put(iter_type to, ios_base &io, char fill, type value) const override { \
        char text[16]; \
        if (!format(io, fill, text, length, is_signed)) return Base::do_put(to, io, fill, value); \
        fprintf(file(io), text, int(io.width()), value); \
        io.width(0); \
        return to; \
    }
    PRINT(long, "l", true)
    PRINT(unsigned long, "l", false)
    PRINT(long long, "ll", true)
    PRINT(unsigned long long, "ll", false)
    iter_type do_put(iter_type to, ios_base &io, char fill, double value) const override {
        if (!is_output(io) || io.width()) return Base::do_put(to, io, fill, value);
        char text[16];
        bool hex = (io.flags() & ios_base::floatfield) == (ios_base::fixed | ios_base::scientific);
        __num_base::_S_format_float(io, text, 0);
        if (hex) fprintf(file(io), text, value);
        else fprintf(file(io), text, int(io.precision() < 0 ? 6 : io.precision()), value);
        return to;
    }
};

/* Numbers from standard input, as for scanf. */
struct Numbers final : num_get<char> {
    typedef num_get<char> Base;
    explicit Numbers(size_t references) : Base(references) {}
    template <class T> iter_type any(iter_type begin, ios_base::iostate &err, T &value, const char *name) const {
        if (plica_uint("number is read") & 1u) {
            fgetc(stdin);
            plica_make_symbolic(&value, sizeof value, name);
            Input *input = reinterpret_cast<Input *>(input_storage);
            input->skip = false;
            input->number = true;
            // The end may follow, which nobody has to decide yet.
            err = ios_base::iostate(err | (plica_uint("end of input behind a number") & 1u) * ios_base::eofbit);
        } else {
            value = 0;
            err |= ios_base::failbit;
        }
        return begin;
    }
#define NUMBER(type) \
    iter_type do_get(iter_type begin, iter_type end, ios_base &io, ios_base::iostate &err, type &value) \
        const override { \
        if (!is_input(io) || reinterpret_cast<Input *>(input_storage)->seen) \
            return Base::do_get(begin, end, io, err, value); \
        return any(begin, err, value, "std::cin"); \
    }
    NUMBER(long)
    NUMBER(unsigned short)
    NUMBER(unsigned int)
    NUMBER(unsigned long)
    NUMBER(long long)
    NUMBER(unsigned long long)
    NUMBER(float)
    NUMBER(double)
};
}

template <> basic_istream<char>::sentry::sentry(basic_istream<char> &in, bool keep) : _M_ok(false) {
    ios_base::iostate err = ios_base::goodbit;
    if (in.good()) {
        if (in.tie()) in.tie()->flush();
        if (!keep && (in.flags() & ios_base::skipws)) {
            streambuf *buffer = in.rdbuf();
            if (is_input(in)) {
                if (static_cast<Input *>(buffer)->skip_space()) err |= ios_base::eofbit;
            } else {
                int c = buffer->sgetc();
                while (c != EOF && is_space(c)) c = buffer->snextc();
                if (c == EOF) err |= ios_base::eofbit;
            }
        }
    }
    if (in.good() && err == ios_base::goodbit) {
        _M_ok = true;
    } else {
        err |= ios_base::failbit;
        in.setstate(err);
    }
}

template <> basic_istream<char> &ws(basic_istream<char> &in) {
    istream::sentry ok(in, true);
    streambuf *buffer = in.rdbuf();
    int c;
    if (ok && is_input(in)) {
        c = static_cast<Input *>(buffer)->skip_space() ? EOF : 0;
    } else {
        c = ok ? buffer->sgetc() : 0;
        while (ok && c != EOF && is_space(c)) c = buffer->snextc();
    }
    if (c == EOF) in.setstate(ios_base::eofbit);
    return in;
}

/* Texts. */

template <> basic_istream<char> &operator>>(basic_istream<char> &in, basic_string<char> &to) {
    size_t read = 0;
    ios_base::iostate err = ios_base::goodbit;
    istream::sentry ok(in, false);
    if (ok) {
        to.erase();
        size_t most = in.width() > 0 ? size_t(in.width()) : to.max_size();
        streambuf *buffer = in.rdbuf();
        int c = buffer->sgetc();
        while (read < most && c != EOF && !is_space(c)) {
            to += char(c);
            read++;
            c = buffer->snextc();
        }
        if (read < most && c == EOF) err |= ios_base::eofbit;
        in.width(0);
    }
    if (!read) err |= ios_base::failbit;
    if (err) in.setstate(err);
    return in;
}
template <> basic_istream<char> &getline(basic_istream<char> &in, basic_string<char> &to, char delimiter) {
    size_t read = 0;
    ios_base::iostate err = ios_base::goodbit;
    istream::sentry ok(in, true);
    if (ok) {
        to.erase();
        streambuf *buffer = in.rdbuf();
        int stop = static_cast<unsigned char>(delimiter), c = buffer->sgetc();
        while (c != EOF && c != stop) {
            to += char(c);
            read++;
            c = buffer->snextc();
        }
        if (c == EOF) {
            err |= ios_base::eofbit;
        } else {
            read++;
            buffer->sbumpc();
        }
    }
    if (!read) err |= ios_base::failbit;
    if (err) in.setstate(err);
    return in;
}
template <> basic_istream<char> &basic_istream<char>::getline(char *to, streamsize n, char delimiter) {
    _M_gcount = 0;
    ios_base::iostate err = ios_base::goodbit;
    sentry ok(*this, true);
    if (ok) {
        streambuf *buffer = rdbuf();
        int stop = static_cast<unsigned char>(delimiter), c = buffer->sgetc();
        while (_M_gcount + 1 < n && c != EOF && c != stop) {
            *to++ = char(c);
            _M_gcount++;
            c = buffer->snextc();
        }
        if (c == EOF) {
            err |= ios_base::eofbit;
        } else if (c == stop) {
            _M_gcount++;
            buffer->sbumpc();
        } else {
            err |= ios_base::failbit;
        }
    }
    if (n > 0) *to = 0;
    if (!_M_gcount) err |= ios_base::failbit;
    if (err) setstate(err);
    return *this;
}
template <> basic_istream<char> &basic_istream<char>::ignore(streamsize n) {
    return n > 0 ? ignore(n, EOF) : *this;
}
template <> basic_istream<char> &basic_istream<char>::ignore(streamsize n, int delimiter) {
    _M_gcount = 0;
    ios_base::iostate err = ios_base::goodbit;
    sentry ok(*this, true);
    if (ok) {
        bool all = n == __gnu_cxx::__numeric_traits<streamsize>::__max;
        while (all || _M_gcount < n) {
            int c = rdbuf()->sbumpc();
            if (c == EOF) {
                err |= ios_base::eofbit;
                break;
            }
            _M_gcount++;
            if (c == delimiter) break;
        }
    }
    if (err) setstate(err);
    return *this;
}

/* What all streams share. */

ios_base::ios_base() throw()
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(), _M_callbacks(nullptr),
      _M_word_zero(), _M_word_size(_S_local_word_size), _M_word(_M_local_word) {}
void ios_base::_M_init() throw() {
    _M_precision = 6;
    _M_width = 0;
    _M_flags = skipws | dec;
    _M_ios_locale = locale();
}
void ios_base::_M_call_callbacks(event e) throw() {
    for (_Callback_list *at = _M_callbacks; at; at = at->_M_next) at->_M_fn(e, *this, at->_M_index);
}
void ios_base::_M_dispose_callbacks() throw() {
    while (_M_callbacks) {
        _Callback_list *next = _M_callbacks->_M_next;
        delete _M_callbacks;
        _M_callbacks = next;
    }
}
ios_base::~ios_base() {
    _M_call_callbacks(erase_event);
    _M_dispose_callbacks();
    if (_M_word != _M_local_word) delete[] _M_word;
}
void ios_base::register_callback(event_callback f, int index) {
    _M_callbacks = new _Callback_list(f, index, _M_callbacks);
}
locale ios_base::imbue(const locale &to) throw() {
    locale old = _M_ios_locale;
    _M_ios_locale = to;
    _M_call_callbacks(imbue_event);
    return old;
}
/* What `stream << buffer` does; tells whether nothing was left. */
template <> streamsize __copy_streambufs_eof(streambuf *from, streambuf *to, bool &ends) {
    streamsize count = 0;
    for (int c = from->sgetc(); c != EOF; c = from->snextc(), count++) {
        if (to->sputc(char(c)) == EOF) {
            ends = false;
            return count;
        }
    }
    ends = true;
    return count;
}

bool ios_base::sync_with_stdio(bool) { return true; }
static int words;
int ios_base::xalloc() throw() { return words++ + 4; }

bool ios_base::Init::_S_synced_with_stdio = true;
_Atomic_word ios_base::Init::_S_refcount;
ios_base::Init::Init() {}
ios_base::Init::~Init() {}

/* The streams themselves: memory of their sizes, since they are there before all other objects and longer. */
typedef char istream_memory[sizeof(istream)] __attribute__((aligned(16)));
typedef char ostream_memory[sizeof(ostream)] __attribute__((aligned(16)));
extern istream_memory cin;
extern ostream_memory cout, cerr, clog;
istream_memory cin;
ostream_memory cout, cerr, clog;

alignas(16) static char types[sizeof(ctype<char>)];
alignas(16) static char puts_storage[sizeof(Printer)];
alignas(16) static char gets_storage[sizeof(Numbers)];
alignas(16) static char punctuation[sizeof(numpunct<char>)];
alignas(16) static char collation[sizeof(std::collate<char>)];
alignas(16) static char bytes[sizeof(codecvt<char, char, mbstate_t>)];

__attribute__((constructor(101))) static void begin() {
    locale::classic();
    facets[ctype<char>::id._M_id()] = new (types) ctype<char>(nullptr, false, 1);
    facets[num_put<char>::id._M_id()] = new (puts_storage) Printer(1);
    facets[num_get<char>::id._M_id()] = new (gets_storage) Numbers(1);
    facets[numpunct<char>::id._M_id()] = new (punctuation) numpunct<char>(1);
    facets[std::collate<char>::id._M_id()] = new (collation) std::collate<char>(1);
    facets[codecvt<char, char, mbstate_t>::id._M_id()] = new (bytes) codecvt<char, char, mbstate_t>(1);
    Input *input = new (input_storage) Input;
    Output *output = new (output_storage) Output(&stdout), *error = new (error_storage) Output(&stderr);
    ostream *out = new (&cout) ostream(output), *err = new (&cerr) ostream(error);
    new (&clog) ostream(error);
    istream *in = new (&cin) istream(input);
    in->tie(out);
    err->setf(ios_base::unitbuf);
    err->tie(out);
}
}

extern "C" void *plica_uselocale(void *) __asm__("__uselocale");
void *plica_uselocale(void *locale) { return locale; }
#endif
