//! Compiled parts of the C++ library: the files below `std::filebuf`, over the streams of C.
//!
//! It is compiled with the headers of the program, whose templates keep the buffers. Oblivious to what files hold and
//! to wide characters. Invariant: reading gives one character at a time, which `filebuf` takes for a short read, so that
//! nothing is read that the program does not ask for.

#include <fstream>

#include <errno.h>
#include <stdio.h>

#ifdef __GLIBCXX__
namespace std {
namespace {
/* What C calls the mode, or null for one that is none. Where to begin (`ate`) is left to whoever opens. */
const char *mode_in_c(ios_base::openmode mode) {
    enum { IN = 1, OUT = 2, TRUNC = 4, APP = 8 };
    int what = (mode & ios_base::in ? IN : 0) | (mode & ios_base::out ? OUT : 0) | (mode & ios_base::trunc ? TRUNC : 0) |
               (mode & ios_base::app ? APP : 0);
    switch (what) {
    case OUT: case OUT | TRUNC: return "w";
    case APP: case OUT | APP: return "a";
    case IN: return "r";
    case IN | OUT: return "r+";
    case IN | OUT | TRUNC: return "w+";
    case IN | APP: case IN | OUT | APP: return "a+";
    default: return nullptr;
    }
}
}

__basic_file<char>::__basic_file(__c_lock *) throw() : _M_cfile(nullptr), _M_cfile_created(false) {}
__basic_file<char>::~__basic_file() { close(); }

__basic_file<char> *__basic_file<char>::open(const char *name, ios_base::openmode mode, int) {
    const char *in_c = mode_in_c(mode);
    if (!in_c || is_open()) return nullptr;
    _M_cfile = fopen(name, in_c);
    _M_cfile_created = _M_cfile != nullptr;
    return _M_cfile ? this : nullptr;
}
__basic_file<char> *__basic_file<char>::sys_open(__c_file *file, ios_base::openmode) {
    if (is_open() || !file || fflush(file)) return nullptr;
    _M_cfile = file;
    _M_cfile_created = false;
    return this;
}
__basic_file<char> *__basic_file<char>::sys_open(int descriptor, ios_base::openmode mode) throw() {
    const char *in_c = mode_in_c(mode);
    if (!in_c || is_open()) return nullptr;
    _M_cfile = fdopen(descriptor, in_c);
    _M_cfile_created = _M_cfile != nullptr;
    return _M_cfile ? this : nullptr;
}
__basic_file<char> *__basic_file<char>::close() {
    if (!is_open()) return nullptr;
    int failed = _M_cfile_created ? fclose(_M_cfile) : 0;
    _M_cfile = nullptr;
    return failed ? nullptr : this;
}
bool __basic_file<char>::is_open() const throw() { return _M_cfile != nullptr; }
int __basic_file<char>::fd() throw() { return fileno(_M_cfile); }
__c_file *__basic_file<char>::file() throw() { return _M_cfile; }

streamsize __basic_file<char>::xsputn(const char *from, streamsize size) {
    return streamsize(fwrite(from, 1, size_t(size), _M_cfile));
}
streamsize __basic_file<char>::xsputn_2(const char *a, streamsize first, const char *b, streamsize second) {
    streamsize written = first ? xsputn(a, first) : 0;
    return written == first && second ? written + xsputn(b, second) : written;
}
streamsize __basic_file<char>::xsgetn(char *to, streamsize size) {
    if (size <= 0) return 0;
    int c = fgetc(_M_cfile);
    if (c == EOF) return ferror(_M_cfile) ? -1 : 0;
    *to = char(c);
    return 1;
}
streamoff __basic_file<char>::seekoff(streamoff offset, ios_base::seekdir from) throw() {
    int where = from == ios_base::beg ? SEEK_SET : from == ios_base::cur ? SEEK_CUR : SEEK_END;
    return fseek(_M_cfile, offset, where) ? -1 : ftell(_M_cfile);
}
int __basic_file<char>::sync() { return fflush(_M_cfile); }
streamsize __basic_file<char>::showmanyc() { return 0; }
}
#endif
