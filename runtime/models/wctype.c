//! Classes of wide characters in the locale "C", where those from 128 on belong to none.

#define PLICA_CLASS(name, condition)                                                                                   \
    int name(unsigned c) { return condition; }

PLICA_CLASS(iswdigit, c - '0' < 10u)
PLICA_CLASS(iswlower, c - 'a' < 26u)
PLICA_CLASS(iswupper, c - 'A' < 26u)
PLICA_CLASS(iswalpha, (c < 128u) & ((c | 32u) - 'a' < 26u))
PLICA_CLASS(iswalnum, iswalpha(c) | iswdigit(c))
PLICA_CLASS(iswspace, (c == ' ') | (c - '\t' < 5u))
PLICA_CLASS(iswblank, (c == ' ') | (c == '\t'))
PLICA_CLASS(iswcntrl, (c < 32u) | (c == 127u))
PLICA_CLASS(iswprint, c - 32u < 95u)
PLICA_CLASS(iswgraph, c - 33u < 94u)
PLICA_CLASS(iswpunct, iswgraph(c) & !iswalnum(c))
PLICA_CLASS(iswxdigit, iswdigit(c) | ((c < 128u) & ((c | 32u) - 'a' < 6u)))

unsigned towlower(unsigned c) { return c + (iswupper(c) ? 32u : 0u); }
unsigned towupper(unsigned c) { return c - (iswlower(c) ? 32u : 0u); }
