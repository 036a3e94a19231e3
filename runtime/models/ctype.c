//! The functions of <ctype.h> in the "C" locale, and the tables that glibc's macros of the same names read.
//!
//! Each class is one or two range tests joined without branching, so that a symbolic character stays one term.
//! Oblivious to other locales. Invariant: defined for EOF and 0 to 255 as the standard asks, and for any other int
//! gives 0 or the int itself.

#include "locales.h"

/* Whether low <= c <= high, by one subtraction. */
#define PLICA_WITHIN(c, low, high) ((unsigned)(c) - (unsigned)(low) <= (unsigned)(high) - (unsigned)(low))

/* A truth as glibc's functions give it: the bit of the class in glibc's table. */
#define PLICA_BIT(bit, truth) ((truth) * (bit))

#define PLICA_UPPER 0x0100
#define PLICA_LOWER 0x0200
#define PLICA_ALPHA 0x0400
#define PLICA_DIGIT 0x0800
#define PLICA_XDIGIT 0x1000
#define PLICA_SPACE 0x2000
#define PLICA_PRINT 0x4000
#define PLICA_GRAPH 0x8000
#define PLICA_BLANK 0x0001
#define PLICA_CNTRL 0x0002
#define PLICA_PUNCT 0x0004
#define PLICA_ALNUM 0x0008

int isdigit(int c) { return PLICA_BIT(PLICA_DIGIT, PLICA_WITHIN(c, '0', '9')); }
int isupper(int c) { return PLICA_BIT(PLICA_UPPER, PLICA_WITHIN(c, 'A', 'Z')); }
int islower(int c) { return PLICA_BIT(PLICA_LOWER, PLICA_WITHIN(c, 'a', 'z')); }
#define PLICA_LETTER(c) (PLICA_WITHIN(c, 'A', 'Z') | PLICA_WITHIN(c, 'a', 'z'))
int isalpha(int c) { return PLICA_BIT(PLICA_ALPHA, PLICA_LETTER(c)); }
int isalnum(int c) { return PLICA_BIT(PLICA_ALNUM, PLICA_LETTER(c) | PLICA_WITHIN(c, '0', '9')); }
int isxdigit(int c) {
    return PLICA_BIT(PLICA_XDIGIT, PLICA_WITHIN(c, '0', '9') | PLICA_WITHIN(c, 'a', 'f') | PLICA_WITHIN(c, 'A', 'F'));
}
int isspace(int c) { return PLICA_BIT(PLICA_SPACE, (c == ' ') | PLICA_WITHIN(c, '\t', '\r')); }
int isblank(int c) { return PLICA_BIT(PLICA_BLANK, (c == ' ') | (c == '\t')); }
int iscntrl(int c) { return PLICA_BIT(PLICA_CNTRL, PLICA_WITHIN(c, 0, 31) | (c == 127)); }
int isprint(int c) { return PLICA_BIT(PLICA_PRINT, PLICA_WITHIN(c, ' ', '~')); }
int isgraph(int c) { return PLICA_BIT(PLICA_GRAPH, PLICA_WITHIN(c, '!', '~')); }
int ispunct(int c) {
    return PLICA_BIT(PLICA_PUNCT, PLICA_WITHIN(c, '!', '~') & !(PLICA_LETTER(c) | PLICA_WITHIN(c, '0', '9')));
}
int isascii(int c) { return PLICA_WITHIN(c, 0, 127); }
int toascii(int c) { return c & 127; }
int tolower(int c) { return c + (PLICA_WITHIN(c, 'A', 'Z') << 5); }
int toupper(int c) { return c - (PLICA_WITHIN(c, 'a', 'z') << 5); }

/* glibc's <ctype.h> turns isalpha(c) into (*__ctype_b_loc())[c] & bit. The tables cover -128 to 255; a caller that
   passes anything else reads out of bounds, which is the fault it has. */

#define PLICA_ONE(c)                                                                                                    \
    (PLICA_WITHIN(c, 'A', 'Z') * (PLICA_UPPER | PLICA_ALPHA | PLICA_ALNUM) |                                            \
     PLICA_WITHIN(c, 'a', 'z') * (PLICA_LOWER | PLICA_ALPHA | PLICA_ALNUM) |                                            \
     PLICA_WITHIN(c, '0', '9') * (PLICA_DIGIT | PLICA_XDIGIT | PLICA_ALNUM) |                                           \
     (PLICA_WITHIN(c, 'a', 'f') | PLICA_WITHIN(c, 'A', 'F')) * PLICA_XDIGIT |                                           \
     ((c) == ' ' || PLICA_WITHIN(c, '\t', '\r')) * PLICA_SPACE | ((c) == ' ' || (c) == '\t') * PLICA_BLANK |            \
     PLICA_WITHIN(c, ' ', '~') * PLICA_PRINT | PLICA_WITHIN(c, '!', '~') * PLICA_GRAPH |                                \
     (PLICA_WITHIN(c, 0, 31) || (c) == 127) * PLICA_CNTRL |                                                             \
     (PLICA_WITHIN(c, '!', '/') || PLICA_WITHIN(c, ':', '@') || PLICA_WITHIN(c, '[', '`') || PLICA_WITHIN(c, '{', '~')) * \
         PLICA_PUNCT)
#define PLICA_DOWN(c) ((c) + 32 * PLICA_WITHIN(c, 'A', 'Z'))
#define PLICA_UP(c) ((c) - 32 * PLICA_WITHIN(c, 'a', 'z'))

#define PLICA_FOUR(f, c) f((c)), f((c) + 1), f((c) + 2), f((c) + 3)
#define PLICA_SIXTEEN(f, c) PLICA_FOUR(f, c), PLICA_FOUR(f, (c) + 4), PLICA_FOUR(f, (c) + 8), PLICA_FOUR(f, (c) + 12)
#define PLICA_SIXTY_FOUR(f, c)                                                                                          \
    PLICA_SIXTEEN(f, c), PLICA_SIXTEEN(f, (c) + 16), PLICA_SIXTEEN(f, (c) + 32), PLICA_SIXTEEN(f, (c) + 48)
#define PLICA_ALL(f)                                                                                                    \
    PLICA_SIXTY_FOUR(f, 0), PLICA_SIXTY_FOUR(f, 64), PLICA_SIXTY_FOUR(f, 128), PLICA_SIXTY_FOUR(f, 192)

/* glibc maps -128 to -2 like 128 to 254 (for callers whose char is signed), and -1, which is EOF, to itself. */
#define PLICA_NEGATIVE(f)                                                                                               \
    PLICA_SIXTY_FOUR(f, 128), PLICA_SIXTEEN(f, 192), PLICA_SIXTEEN(f, 208), PLICA_SIXTEEN(f, 224), PLICA_FOUR(f, 240),  \
        PLICA_FOUR(f, 244), PLICA_FOUR(f, 248), f(252), f(253), f(254)

static const unsigned short plica_ctype_class[384] = {PLICA_NEGATIVE(PLICA_ONE), 0, PLICA_ALL(PLICA_ONE)};
static const int plica_ctype_lower[384] = {PLICA_NEGATIVE(PLICA_DOWN), -1, PLICA_ALL(PLICA_DOWN)};
static const int plica_ctype_upper[384] = {PLICA_NEGATIVE(PLICA_UP), -1, PLICA_ALL(PLICA_UP)};

static const unsigned short *plica_ctype_class_origin = plica_ctype_class + 128;
static const int *plica_ctype_lower_origin = plica_ctype_lower + 128;
static const int *plica_ctype_upper_origin = plica_ctype_upper + 128;

const unsigned short **__ctype_b_loc(void) { return &plica_ctype_class_origin; }
const int **__ctype_tolower_loc(void) { return &plica_ctype_lower_origin; }
const int **__ctype_toupper_loc(void) { return &plica_ctype_upper_origin; }

/* What is asked for of upper and lower case characters only. */
int _tolower(int c) { return c + ('a' - 'A'); }
int _toupper(int c) { return c - ('a' - 'A'); }

/* The same with a locale object. */

#define PLICA_LOCALISED(name)                                                                                          \
    int name##_l(int c, const struct plica_locale *locale) { return plica_in_locale(locale), name(c); }

PLICA_LOCALISED(isalnum) PLICA_LOCALISED(isalpha) PLICA_LOCALISED(isblank) PLICA_LOCALISED(iscntrl)
PLICA_LOCALISED(isdigit) PLICA_LOCALISED(isgraph) PLICA_LOCALISED(islower) PLICA_LOCALISED(isprint)
PLICA_LOCALISED(ispunct) PLICA_LOCALISED(isspace) PLICA_LOCALISED(isupper) PLICA_LOCALISED(isxdigit)
PLICA_LOCALISED(tolower) PLICA_LOCALISED(toupper)
