//! Regular expressions: regcomp, regerror, regfree, and re_compile_pattern of GNU.
//!
//! What is written becomes a tree, which is written out as an automaton: see regex.h. Oblivious to texts. Invariant:
//! what is accepted, and the error of what is not, is glibc's in the locale "C".

#include "regex.h"

int strcmp(const char *a, const char *b);
void abort(void) __attribute__((noreturn));
void plica_system_premise(const char *what);

enum {
    PLICA_RE_BADPAT = 2, PLICA_RE_ECOLLATE, PLICA_RE_ECTYPE, PLICA_RE_EESCAPE, PLICA_RE_ESUBREG, PLICA_RE_EBRACK,
    PLICA_RE_EPAREN, PLICA_RE_EBRACE, PLICA_RE_BADBR, PLICA_RE_ERANGE, PLICA_RE_ESPACE, PLICA_RE_BADRPT,
    PLICA_RE_ESIZE = 15, PLICA_RE_ERPAREN
};

/* What a pattern may be repeated, and how many nodes there may be: more than regcomp has room for. */
#define PLICA_RE_MOST_TIMES 0x7fff
#define PLICA_RE_MOST_NODES (1 << 22)

enum plica_re_token {
    PLICA_T_CHAR, PLICA_T_END, PLICA_T_ESCAPE_AT_END, PLICA_T_ALT, PLICA_T_STAR, PLICA_T_PLUS, PLICA_T_OPTION,
    PLICA_T_OPEN_TIMES, PLICA_T_CLOSE_TIMES, PLICA_T_OPEN, PLICA_T_CLOSE, PLICA_T_LIST, PLICA_T_DOT, PLICA_T_ANCHOR,
    PLICA_T_BORDER, PLICA_T_BACK, PLICA_T_WORD, PLICA_T_NO_WORD, PLICA_T_SPACE, PLICA_T_NO_SPACE
};

/* SET: `a` is its first range, `b` how many there are. CONCAT, ALT: of `a` and `b`, which may be 0 for nothing in ALT.
   TIMES: `a` from `b` to `c` times, -1 for no bound. GROUP: `a` with the number `b`. ANCHOR, BACK: `b`. */
enum plica_re_form {
    PLICA_F_SET, PLICA_F_CONCAT, PLICA_F_ALT, PLICA_F_TIMES, PLICA_F_GROUP, PLICA_F_ANCHOR, PLICA_F_BACK
};
struct plica_re_tree { enum plica_re_form form; int a, b, c; };

struct plica_re_parser {
    const unsigned char *pattern;
    size_t length, at;
    unsigned long syntax;
    const unsigned char *translate;
    enum plica_re_token token;
    unsigned char byte;
    int value; /* of an anchor or a back reference */
    int error, groups, closed, referred, has_back;
    int trees, ranges;
    struct plica_re_tree *tree; /* 0 is none */
    struct plica_re_range *range;
};

static unsigned char plica_re_at(const struct plica_re_parser *p, size_t at) {
    return plica_re_fold(p->pattern[at], p->translate, p->syntax);
}

static int plica_re_fails(struct plica_re_parser *p, int error) {
    if (!p->error) p->error = error;
    return 0;
}

/* What may stand behind a backslash, and without. */

static int plica_re_escaped(struct plica_re_parser *p, unsigned long syntax) {
    int gnu = !(syntax & PLICA_RE_NO_GNU);
    switch (p->byte) {
    case '|': return !(syntax & (PLICA_RE_LIMITED | PLICA_RE_PLAIN_BAR)) ? PLICA_T_ALT : PLICA_T_CHAR;
    case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
        p->value = p->byte - '1';
        return syntax & PLICA_RE_NO_BACK ? PLICA_T_CHAR : PLICA_T_BACK;
    case '<': p->value = PLICA_RE_NO_WORD_BEFORE | PLICA_RE_WORD_AFTER; break;
    case '>': p->value = PLICA_RE_WORD_BEFORE | PLICA_RE_NO_WORD_AFTER; break;
    case '`': p->value = PLICA_RE_START_BEFORE; break;
    case '\'': p->value = PLICA_RE_END_AFTER; break;
    case 'b': case 'B': return gnu ? PLICA_T_BORDER : PLICA_T_CHAR;
    case 'w': return gnu ? PLICA_T_WORD : PLICA_T_CHAR;
    case 'W': return gnu ? PLICA_T_NO_WORD : PLICA_T_CHAR;
    case 's': return gnu ? PLICA_T_SPACE : PLICA_T_CHAR;
    case 'S': return gnu ? PLICA_T_NO_SPACE : PLICA_T_CHAR;
    case '(': return syntax & PLICA_RE_PLAIN_PARENS ? PLICA_T_CHAR : PLICA_T_OPEN;
    case ')': return syntax & PLICA_RE_PLAIN_PARENS ? PLICA_T_CHAR : PLICA_T_CLOSE;
    case '+': case '?':
        if ((syntax & PLICA_RE_LIMITED) || !(syntax & PLICA_RE_BK_PLUS_QM)) return PLICA_T_CHAR;
        return p->byte == '+' ? PLICA_T_PLUS : PLICA_T_OPTION;
    case '{': case '}':
        if (!(syntax & PLICA_RE_INTERVALS) || (syntax & PLICA_RE_PLAIN_BRACES)) return PLICA_T_CHAR;
        return p->byte == '{' ? PLICA_T_OPEN_TIMES : PLICA_T_CLOSE_TIMES;
    default: return PLICA_T_CHAR;
    }
    return gnu ? PLICA_T_ANCHOR : PLICA_T_CHAR;
}

static size_t plica_re_peek(struct plica_re_parser *p, unsigned long syntax);

static int plica_re_is_caret(const struct plica_re_parser *p, unsigned long syntax) {
    if ((syntax & (PLICA_RE_INDEP_ANCHORS | PLICA_RE_CARET_HERE)) || p->at == 0) return 1;
    return (syntax & PLICA_RE_NEWLINE_ALT) && plica_re_at(p, p->at - 1) == '\n';
}

static int plica_re_is_dollar(struct plica_re_parser *p, unsigned long syntax) {
    if ((syntax & PLICA_RE_INDEP_ANCHORS) || p->at + 1 == p->length) return 1;
    p->at++;
    plica_re_peek(p, syntax);
    p->at--;
    return p->token == PLICA_T_ALT || p->token == PLICA_T_CLOSE;
}

static int plica_re_plain(struct plica_re_parser *p, unsigned long syntax) {
    int limited = (syntax & PLICA_RE_LIMITED) != 0;
    switch (p->byte) {
    case '\n': return syntax & PLICA_RE_NEWLINE_ALT ? PLICA_T_ALT : PLICA_T_CHAR;
    case '|': return !limited && (syntax & PLICA_RE_PLAIN_BAR) ? PLICA_T_ALT : PLICA_T_CHAR;
    case '*': return PLICA_T_STAR;
    case '+': return !limited && !(syntax & PLICA_RE_BK_PLUS_QM) ? PLICA_T_PLUS : PLICA_T_CHAR;
    case '?': return !limited && !(syntax & PLICA_RE_BK_PLUS_QM) ? PLICA_T_OPTION : PLICA_T_CHAR;
    case '{': case '}':
        if (!(syntax & PLICA_RE_INTERVALS) || !(syntax & PLICA_RE_PLAIN_BRACES)) return PLICA_T_CHAR;
        return p->byte == '{' ? PLICA_T_OPEN_TIMES : PLICA_T_CLOSE_TIMES;
    case '(': return syntax & PLICA_RE_PLAIN_PARENS ? PLICA_T_OPEN : PLICA_T_CHAR;
    case ')': return syntax & PLICA_RE_PLAIN_PARENS ? PLICA_T_CLOSE : PLICA_T_CHAR;
    case '[': return PLICA_T_LIST;
    case '.': return PLICA_T_DOT;
    case '^':
        p->value = PLICA_RE_LINE_BEFORE;
        return plica_re_is_caret(p, syntax) ? PLICA_T_ANCHOR : PLICA_T_CHAR;
    case '$': {
        int is_anchor = plica_re_is_dollar(p, syntax);
        p->byte = '$';
        p->value = PLICA_RE_LINE_AFTER;
        return is_anchor ? PLICA_T_ANCHOR : PLICA_T_CHAR;
    }
    default: return PLICA_T_CHAR;
    }
}

/* Looks at the next token, and says how long it is. */
static size_t plica_re_peek(struct plica_re_parser *p, unsigned long syntax) {
    p->byte = 0;
    if (p->at >= p->length) return p->token = PLICA_T_END, 0;
    p->byte = plica_re_at(p, p->at);
    if (p->byte != '\\') {
        p->token = plica_re_plain(p, syntax);
        return 1;
    }
    if (p->at + 1 >= p->length) return p->token = PLICA_T_ESCAPE_AT_END, 1;
    /* As it is written, whatever bytes are compared as. */
    p->byte = p->pattern[p->at + 1];
    p->token = plica_re_escaped(p, syntax);
    return 2;
}
static void plica_re_next(struct plica_re_parser *p, unsigned long syntax) { p->at += plica_re_peek(p, syntax); }

/* Trees. */

static int plica_re_tree(struct plica_re_parser *p, enum plica_re_form form, int a, int b, int c) {
    p->tree[++p->trees] = (struct plica_re_tree){form, a, b, c};
    return p->trees;
}

static void plica_re_add_range(struct plica_re_parser *p, int from, int to) {
    p->range[p->ranges++] = (struct plica_re_range){(unsigned char)from, (unsigned char)to};
}

/* The set of these bytes, or of all others. */
static int plica_re_set(struct plica_re_parser *p, const char *members, int inverted) {
    int first = p->ranges;
    for (int byte = 0; byte < 256;) {
        int from = byte;
        while (byte < 256 && members[byte] != inverted) byte++;
        if (byte > from) plica_re_add_range(p, from, byte - 1);
        while (byte < 256 && members[byte] == inverted) byte++;
    }
    return plica_re_tree(p, PLICA_F_SET, first, p->ranges - first, 0);
}

static int plica_re_single(struct plica_re_parser *p) {
    plica_re_add_range(p, p->byte, p->byte);
    return plica_re_tree(p, PLICA_F_SET, p->ranges - 1, 1, 0);
}

/* The ranges of classes, each after its name. */
static const char plica_re_classes[] = "alnum\00009AZaz\0alpha\0AZaz\0blank\0\t\t  \0cntrl\0\001\037\177\177\0digit\00009\0"
                                       "graph\0!~\0lower\0az\0print\0 ~\0punct\0!/:@[`{~\0space\0\t\r  \0upper\0AZ\0"
                                       "xdigit\00009AFaf\0";

static int plica_re_add_class(char *members, const char *name) {
    const char *at = plica_re_classes;
    for (; *at; at += strlen(at) + 1) {
        int found = strcmp(at, name) == 0;
        at += strlen(at) + 1;
        if (!found) continue;
        /* The byte 0 cannot stand in the list. */
        if (*name == 'c') members[0] = 1;
        for (; *at; at += 2)
            for (int byte = at[0]; byte <= at[1]; byte++) members[byte] = 1;
        return 1;
    }
    return 0;
}

static int plica_re_class(struct plica_re_parser *p, const char *name, char more, int inverted) {
    char members[256] = {0};
    plica_re_add_class(members, name);
    if (more) members[(unsigned char)more] = 1;
    return plica_re_set(p, members, inverted);
}

/* Lists in brackets. */

enum plica_re_item {
    PLICA_I_BYTE, PLICA_I_END, PLICA_I_CLOSE, PLICA_I_HAT, PLICA_I_HYPHEN, PLICA_I_SYMBOL, PLICA_I_CLASS, PLICA_I_EQUIVALENT
};

static size_t plica_re_peek_item(struct plica_re_parser *p, enum plica_re_item *item) {
    if (p->at >= p->length) return *item = PLICA_I_END, 0;
    size_t left = p->length - p->at;
    p->byte = plica_re_at(p, p->at);
    *item = PLICA_I_BYTE;
    if (p->byte == '\\' && (p->syntax & PLICA_RE_ESCAPES_IN_LISTS) && left > 1) {
        p->byte = plica_re_at(p, ++p->at);
        return 1;
    }
    if (p->byte == '[' && left > 1) {
        unsigned char second = plica_re_at(p, p->at + 1);
        if (second == '.') *item = PLICA_I_SYMBOL;
        if (second == '=') *item = PLICA_I_EQUIVALENT;
        if (second == ':' && (p->syntax & PLICA_RE_CLASSES)) *item = PLICA_I_CLASS;
        if (*item == PLICA_I_BYTE) return 1;
        p->byte = second;
        return 2;
    }
    if (p->byte == ']') *item = PLICA_I_CLOSE;
    if (p->byte == '^') *item = PLICA_I_HAT;
    if (p->byte == '-') *item = PLICA_I_HYPHEN;
    return 1;
}

/* The name of a class or a symbol, behind its opening. */
static int plica_re_name(struct plica_re_parser *p, char *name, int is_class) {
    unsigned char end = p->byte;
    if (p->at >= p->length) return PLICA_RE_EBRACK;
    for (int i = 0;; i++) {
        if (i >= 32) return PLICA_RE_EBRACK;
        unsigned char byte = is_class ? p->pattern[p->at] : plica_re_at(p, p->at);
        p->at++;
        if (p->at >= p->length) return PLICA_RE_EBRACK;
        if (byte == end && plica_re_at(p, p->at) == ']') {
            p->at++;
            name[i] = 0;
            return 0;
        }
        name[i] = (char)byte;
    }
}

/* An element that has been looked at: a byte (in the parser), or a class, a symbol with their names. */
static int plica_re_element(struct plica_re_parser *p, enum plica_re_item *item, size_t size, char *name,
                            int hyphen_fits) {
    p->at += size;
    if (*item >= PLICA_I_SYMBOL) {
        int error = plica_re_name(p, name, *item == PLICA_I_CLASS);
        if (*item == PLICA_I_SYMBOL) p->byte = (unsigned char)name[0];
        return error;
    }
    if (*item == PLICA_I_HYPHEN && !hyphen_fits) {
        enum plica_re_item following;
        size_t at = p->at;
        plica_re_peek_item(p, &following);
        p->at = at;
        p->byte = '-';
        if (following != PLICA_I_CLOSE) return PLICA_RE_ERANGE;
    }
    *item = PLICA_I_BYTE;
    return 0;
}

static int plica_re_is_long(enum plica_re_item item, const char *name) {
    return item == PLICA_I_SYMBOL && strlen(name) != 1;
}

static int plica_re_add_to_list(struct plica_re_parser *p, char *members, enum plica_re_item item, const char *name) {
    if (item == PLICA_I_CLASS) {
        int any_case = (p->syntax & PLICA_RE_ICASE) && (!strcmp(name, "upper") || !strcmp(name, "lower"));
        return plica_re_add_class(members, any_case ? "alpha" : name) ? 0 : PLICA_RE_ECTYPE;
    }
    if ((item == PLICA_I_EQUIVALENT && strlen(name) != 1) || plica_re_is_long(item, name)) return PLICA_RE_ECOLLATE;
    members[item == PLICA_I_BYTE ? p->byte : (unsigned char)name[0]] = 1;
    return 0;
}

/* One element or a range; what stands behind it is looked at. */
static int plica_re_part(struct plica_re_parser *p, char *members, enum plica_re_item *item, size_t *size, int is_first) {
    char name[33], last_name[33];
    int error = plica_re_element(p, item, *size, name, is_first);
    enum plica_re_item start = *item, end;
    unsigned char from = p->byte;
    if (error) return error;
    *size = plica_re_peek_item(p, item);
    if (start != PLICA_I_CLASS && start != PLICA_I_EQUIVALENT) {
        if (*item == PLICA_I_END) return PLICA_RE_EBRACK;
        if (*item == PLICA_I_HYPHEN) {
            p->at += *size;
            size_t end_size = plica_re_peek_item(p, &end);
            if (end == PLICA_I_END) return PLICA_RE_EBRACK;
            if (end != PLICA_I_CLOSE) {
                error = plica_re_element(p, &end, end_size, last_name, 1);
                if (error) return error;
                unsigned char to = p->byte;
                *size = plica_re_peek_item(p, item);
                if (end == PLICA_I_CLASS || end == PLICA_I_EQUIVALENT) return PLICA_RE_ERANGE;
                if (plica_re_is_long(start, name) || plica_re_is_long(end, last_name)) return PLICA_RE_ECOLLATE;
                if (from > to && (p->syntax & PLICA_RE_NO_EMPTY_RANGES)) return PLICA_RE_ERANGE;
                for (int byte = from; byte <= to; byte++) members[byte] = 1;
                return 0;
            }
            p->at -= *size;
            *item = PLICA_I_BYTE;
            p->byte = '-';
        }
    }
    unsigned char looked_at = p->byte;
    p->byte = from;
    error = plica_re_add_to_list(p, members, start, name);
    p->byte = looked_at;
    return error;
}

static int plica_re_list(struct plica_re_parser *p) {
    char members[256] = {0};
    int inverted = 0, error = 0;
    enum plica_re_item item;
    size_t size = plica_re_peek_item(p, &item);
    if (item == PLICA_I_HAT) {
        inverted = 1;
        if (p->syntax & PLICA_RE_HAT_NOT_NEWLINE) members['\n'] = 1;
        p->at += size;
        size = plica_re_peek_item(p, &item);
    }
    if (item == PLICA_I_END) return plica_re_fails(p, PLICA_RE_BADPAT);
    if (item == PLICA_I_CLOSE) item = PLICA_I_BYTE;
    for (int is_first = 1;; is_first = 0) {
        error = plica_re_part(p, members, &item, &size, is_first);
        if (!error && item == PLICA_I_END) error = PLICA_RE_EBRACK;
        if (error) return plica_re_fails(p, error);
        if (item == PLICA_I_CLOSE) break;
    }
    p->at += size;
    return plica_re_set(p, members, inverted);
}

/* Repetitions. */

static int plica_re_number(struct plica_re_parser *p) {
    int number = -1;
    for (;;) {
        plica_re_next(p, p->syntax);
        if (p->token == PLICA_T_END) return -2;
        if (p->token == PLICA_T_CLOSE_TIMES || p->byte == ',') return number;
        int is_digit = p->token == PLICA_T_CHAR && p->byte >= '0' && p->byte <= '9' && number != -2;
        if (!is_digit) number = -2;
        else number = number == -1 ? p->byte - '0' : number * 10 + p->byte - '0';
        if (number > PLICA_RE_MOST_TIMES) number = PLICA_RE_MOST_TIMES + 1;
    }
}

/* The bounds of an interval; -1 if it is none, and what opens it is a byte. */
static int plica_re_bounds(struct plica_re_parser *p, int *least, int *most) {
    size_t behind = p->at;
    unsigned char opening = p->byte;
    *least = plica_re_number(p);
    if (*least == -1) {
        if (p->token != PLICA_T_CHAR || p->byte != ',') return plica_re_fails(p, PLICA_RE_BADBR);
        *least = 0;
    }
    if (*least != -2) {
        if (p->token == PLICA_T_CLOSE_TIMES) *most = *least;
        else *most = p->token == PLICA_T_CHAR && p->byte == ',' ? plica_re_number(p) : -2;
    }
    if (*least == -2 || *most == -2) {
        if (!(p->syntax & PLICA_RE_INTERVAL_ORD))
            return plica_re_fails(p, p->token == PLICA_T_END ? PLICA_RE_EBRACE : PLICA_RE_BADBR);
        p->at = behind;
        p->byte = opening;
        p->token = PLICA_T_CHAR;
        return -1;
    }
    if ((*most != -1 && *least > *most) || p->token != PLICA_T_CLOSE_TIMES) return plica_re_fails(p, PLICA_RE_BADBR);
    if ((*most == -1 ? *least : *most) > PLICA_RE_MOST_TIMES) return plica_re_fails(p, PLICA_RE_ESIZE);
    return 1;
}

static int plica_re_repeated(struct plica_re_parser *p, int what) {
    int least = p->token == PLICA_T_PLUS, most = p->token == PLICA_T_OPTION ? 1 : -1;
    if (p->token == PLICA_T_OPEN_TIMES) {
        int bounded = plica_re_bounds(p, &least, &most);
        if (bounded <= 0) return bounded ? what : 0;
    }
    plica_re_next(p, p->syntax);
    if (!what || (least == 0 && most == 0)) return 0;
    if (least == 1 && most == 1) return what;
    return plica_re_tree(p, PLICA_F_TIMES, what, least, most);
}

static int plica_re_is_repetition(enum plica_re_token token) {
    return token == PLICA_T_STAR || token == PLICA_T_PLUS || token == PLICA_T_OPTION || token == PLICA_T_OPEN_TIMES;
}

/* Expressions: alternatives of branches of repeated ones. */

static int plica_re_alternatives(struct plica_re_parser *p, int depth);

static int plica_re_group(struct plica_re_parser *p, int depth) {
    int number = p->groups++, inside = 0;
    plica_re_next(p, p->syntax | PLICA_RE_CARET_HERE);
    if (p->token != PLICA_T_CLOSE) {
        inside = plica_re_alternatives(p, depth);
        if (!p->error && p->token != PLICA_T_CLOSE) plica_re_fails(p, PLICA_RE_EPAREN);
        if (p->error) return 0;
    }
    if (number < 9) p->closed |= 1 << number;
    return plica_re_tree(p, PLICA_F_GROUP, inside, number, 0);
}

static int plica_re_border(struct plica_re_parser *p) {
    int inside = p->byte == 'B';
    int a = inside ? PLICA_RE_WORD_BEFORE | PLICA_RE_WORD_AFTER : PLICA_RE_NO_WORD_BEFORE | PLICA_RE_WORD_AFTER;
    int b = inside ? PLICA_RE_NO_WORD_BEFORE | PLICA_RE_NO_WORD_AFTER : PLICA_RE_WORD_BEFORE | PLICA_RE_NO_WORD_AFTER;
    int first = plica_re_tree(p, PLICA_F_ANCHOR, 0, a, 0), second = plica_re_tree(p, PLICA_F_ANCHOR, 0, b, 0);
    return plica_re_tree(p, PLICA_F_ALT, first, second, 0);
}

static int plica_re_dot(struct plica_re_parser *p) {
    char members[256] = {0};
    members['\n'] = !(p->syntax & PLICA_RE_DOT_NEWLINE);
    members[0] = (p->syntax & PLICA_RE_DOT_NOT_NULL) != 0;
    return plica_re_set(p, members, 1);
}

/* An operator where there is nothing to repeat: an error, left out, or a byte. */
static int plica_re_is_left_out(struct plica_re_parser *p) {
    if (p->token == PLICA_T_OPEN_TIMES && (p->syntax & PLICA_RE_INVALID_DUP)) return plica_re_fails(p, PLICA_RE_BADRPT);
    if ((p->syntax & PLICA_RE_INVALID_OPS) && !(p->syntax & PLICA_RE_INVALID_DUP)) return plica_re_fails(p, PLICA_RE_BADRPT);
    return (p->syntax & PLICA_RE_INDEP_OPS) != 0;
}

static int plica_re_atom(struct plica_re_parser *p, int depth) {
    switch (p->token) {
    case PLICA_T_OPEN: return plica_re_group(p, depth + 1);
    case PLICA_T_LIST: return plica_re_list(p);
    case PLICA_T_BACK:
        if (!(p->closed & 1 << p->value)) return plica_re_fails(p, PLICA_RE_ESUBREG);
        p->referred |= 1 << p->value;
        p->has_back = 1;
        return plica_re_tree(p, PLICA_F_BACK, 0, p->value, 0);
    case PLICA_T_DOT: return plica_re_dot(p);
    case PLICA_T_WORD: return plica_re_class(p, "alnum", '_', 0);
    case PLICA_T_NO_WORD: return plica_re_class(p, "alnum", '_', 1);
    case PLICA_T_SPACE: return plica_re_class(p, "space", 0, 0);
    case PLICA_T_NO_SPACE: return plica_re_class(p, "space", 0, 1);
    case PLICA_T_ESCAPE_AT_END: return plica_re_fails(p, PLICA_RE_EESCAPE);
    case PLICA_T_CLOSE:
        if (!(p->syntax & PLICA_RE_RIGHT_PAREN_ORD)) return plica_re_fails(p, PLICA_RE_ERPAREN);
        /* fall through */
    default: return plica_re_single(p);
    }
}

static int plica_re_expression(struct plica_re_parser *p, int depth) {
    while (plica_re_is_repetition(p->token)) {
        int is_left_out = plica_re_is_left_out(p);
        if (p->error) return 0;
        if (!is_left_out) break;
        plica_re_next(p, p->syntax);
    }
    if (p->token == PLICA_T_ALT || p->token == PLICA_T_END) return 0;
    if (p->token == PLICA_T_ANCHOR || p->token == PLICA_T_BORDER) {
        int anchor = p->token == PLICA_T_BORDER ? plica_re_border(p) : plica_re_tree(p, PLICA_F_ANCHOR, 0, p->value, 0);
        plica_re_next(p, p->syntax);
        return anchor;
    }
    int what = plica_re_atom(p, depth);
    if (p->error) return 0;
    plica_re_next(p, p->syntax);
    while (plica_re_is_repetition(p->token)) {
        what = plica_re_repeated(p, what);
        if (p->error) return 0;
        if ((p->syntax & PLICA_RE_INVALID_DUP) && (p->token == PLICA_T_STAR || p->token == PLICA_T_OPEN_TIMES))
            return plica_re_fails(p, PLICA_RE_BADRPT);
    }
    return what;
}

static int plica_re_ends(const struct plica_re_parser *p, int depth) {
    return p->token == PLICA_T_ALT || p->token == PLICA_T_END || (depth && p->token == PLICA_T_CLOSE);
}

static int plica_re_branch(struct plica_re_parser *p, int depth) {
    int all = plica_re_expression(p, depth);
    while (!p->error && !plica_re_ends(p, depth)) {
        int more = plica_re_expression(p, depth);
        all = all && more ? plica_re_tree(p, PLICA_F_CONCAT, all, more, 0) : all ? all : more;
    }
    return all;
}

static int plica_re_alternatives(struct plica_re_parser *p, int depth) {
    int closed_before = p->closed, all = plica_re_branch(p, depth);
    while (!p->error && p->token == PLICA_T_ALT) {
        int other = 0;
        plica_re_next(p, p->syntax | PLICA_RE_CARET_HERE);
        if (!plica_re_ends(p, depth)) {
            int closed = p->closed;
            p->closed = closed_before;
            other = plica_re_branch(p, depth);
            p->closed |= closed;
        }
        all = plica_re_tree(p, PLICA_F_ALT, all, other, 0);
    }
    return all;
}

/* The automaton. */

struct plica_re_writer {
    struct plica_re_tree *tree;
    struct plica_re_program *program;
    int kept; /* groups that are kept where others are not */
    int no_groups, has_no_room;
    int copied; /* within so many copies of what is repeated: what is said of groups there is lost, as in glibc */
};

static int plica_re_leaves_out(const struct plica_re_writer *w, const struct plica_re_tree *t) {
    return w->no_groups && t->a && !(t->b < 31 && (w->kept & 1 << t->b));
}

/* How many nodes it becomes, no more than are too many. */
static long plica_re_size(const struct plica_re_writer *w, int at) {
    const struct plica_re_tree *t = &w->tree[at];
    long size = 1;
    if (!at) return 0;
    switch (t->form) {
    case PLICA_F_CONCAT: size = plica_re_size(w, t->a) + plica_re_size(w, t->b); break;
    case PLICA_F_ALT: size = plica_re_size(w, t->a) + plica_re_size(w, t->b) + 1; break;
    case PLICA_F_TIMES:
        size = plica_re_size(w, t->a);
        size = t->c < 0 ? size * (t->b + 1) + 1 : size * t->c + t->c - t->b;
        break;
    case PLICA_F_GROUP: size = plica_re_size(w, t->a) + (plica_re_leaves_out(w, t) ? 0 : 2); break;
    default: break;
    }
    return size > PLICA_RE_MOST_NODES ? PLICA_RE_MOST_NODES + 1 : size;
}

/* Does a byte that it takes come last? Then what comes after it is not asked at the same place. */
static int plica_re_ends_in_a_byte(const struct plica_re_writer *w, int at) {
    const struct plica_re_tree *t = &w->tree[at];
    return at && (t->form == PLICA_F_SET || (t->form == PLICA_F_CONCAT && plica_re_ends_in_a_byte(w, t->b)));
}

/* How deep repetitions are nested that lead back at one place. */
static int plica_re_rounds(const struct plica_re_writer *w, int at) {
    const struct plica_re_tree *t = &w->tree[at];
    if (!at || t->form == PLICA_F_SET || t->form == PLICA_F_ANCHOR || t->form == PLICA_F_BACK) return 0;
    int a = plica_re_rounds(w, t->a), b = t->form == PLICA_F_CONCAT || t->form == PLICA_F_ALT ? plica_re_rounds(w, t->b) : 0;
    if (t->form == PLICA_F_TIMES && t->c < 0 && !plica_re_ends_in_a_byte(w, t->a)) a++;
    return a > b ? a : b;
}

static int plica_re_put(struct plica_re_writer *w, enum plica_re_kind kind, int next, int other, int value) {
    w->program->nodes[w->program->count] = (struct plica_re_node){kind, next, other, value};
    return w->program->count++;
}

static int plica_re_write(struct plica_re_writer *w, int at, int next, int is_optional);

/* Copies one behind the other; then either one again and again, or `most - least` that may be left out. */
static int plica_re_write_copy(struct plica_re_writer *w, const struct plica_re_tree *t, int which, int next) {
    int is_optional = which == t->b && !w->copied;
    w->copied += which > 0;
    int entry = plica_re_write(w, t->a, next, is_optional);
    w->copied -= which > 0;
    return entry;
}
static int plica_re_write_times(struct plica_re_writer *w, const struct plica_re_tree *t, int next) {
    int entry = next;
    if (t->c < 0) {
        /* The node that repeats stands behind what it repeats. */
        int again = w->program->count + (int)plica_re_size(w, t->a);
        entry = plica_re_put(w, PLICA_RE_SPLIT, plica_re_write_copy(w, t, t->b, again), next, 0);
    } else if (t->c > t->b) {
        /* The copies lie one behind the other; a split for each leads into it or past it. */
        int copies = t->c - t->b, *entries = malloc((size_t)(copies + 1) * sizeof *entries);
        if (!entries) return w->has_no_room = 1, 0;
        entries[copies] = next;
        for (int i = copies - 1; i >= 0; i--) entries[i] = plica_re_write_copy(w, t, t->b + i, entries[i + 1]);
        entry = entries[0];
        for (int i = 0; i < copies; i++) entry = plica_re_put(w, PLICA_RE_SPLIT, entry, entries[i + 1], 0);
        free(entries);
    }
    for (int i = t->b - 1; i >= 0; i--) entry = plica_re_write_copy(w, t, i, entry);
    return entry;
}

/* Writes it so that it leads to `next`; where it is entered. */
static int plica_re_write(struct plica_re_writer *w, int at, int next, int is_optional) {
    struct plica_re_tree *t = &w->tree[at];
    if (!at) return next;
    switch (t->form) {
    case PLICA_F_SET: return plica_re_put(w, PLICA_RE_SET, next, t->b, t->a);
    case PLICA_F_CONCAT: return plica_re_write(w, t->a, plica_re_write(w, t->b, next, 0), 0);
    case PLICA_F_ALT: {
        int a = plica_re_write(w, t->a, next, 0), b = plica_re_write(w, t->b, next, 0);
        /* Nothing comes last. */
        return plica_re_put(w, PLICA_RE_SPLIT, t->a ? a : b, t->a ? b : a, 0);
    }
    case PLICA_F_TIMES: return plica_re_write_times(w, t, next);
    case PLICA_F_GROUP: {
        if (plica_re_leaves_out(w, t)) return plica_re_write(w, t->a, next, 0);
        int end = plica_re_put(w, PLICA_RE_CLOSE, next, is_optional, t->b);
        return plica_re_put(w, PLICA_RE_OPEN, plica_re_write(w, t->a, end, 0), 0, t->b);
    }
    case PLICA_F_ANCHOR: return plica_re_put(w, PLICA_RE_ANCHOR, next, 0, t->b);
    default: return plica_re_put(w, PLICA_RE_BACK, next, 0, t->b);
    }
}

/* A group of nothing but a group is one with it. */
static void plica_re_join_groups(struct plica_re_parser *p, int *same, int at) {
    struct plica_re_tree *t = &p->tree[at];
    if (!at || t->form == PLICA_F_SET || t->form == PLICA_F_ANCHOR) return;
    if (t->form == PLICA_F_BACK) {
        t->b = same[t->b];
        p->referred |= 1 << t->b;
        return;
    }
    if (t->form == PLICA_F_GROUP && t->a && p->tree[t->a].form == PLICA_F_GROUP) {
        int inner = p->tree[t->a].b;
        t->a = p->tree[t->a].a;
        same[inner] = same[t->b];
        if (inner < 31) p->referred &= ~(1 << inner);
    }
    plica_re_join_groups(p, same, t->a);
    if (t->form == PLICA_F_CONCAT || t->form == PLICA_F_ALT) plica_re_join_groups(p, same, t->b);
}

static int plica_re_build(struct plica_regex *to, struct plica_re_parser *p, int root) {
    struct plica_re_writer w = {p->tree, 0, p->referred, to->no_groups, 0, 0};
    long size = plica_re_size(&w, root) + 1;
    if (size > PLICA_RE_MOST_NODES) {
        plica_system_premise("regcomp has no room for an expression of more than 4 million states");
        return PLICA_RE_ESPACE;
    }
    size_t nodes = sizeof(struct plica_re_program) + (size_t)size * sizeof(struct plica_re_node);
    size_t groups = (size_t)p->groups * sizeof(int), ranges = (size_t)p->ranges * sizeof(struct plica_re_range);
    struct plica_re_program *program = realloc(to->program, nodes + groups + ranges);
    if (!program) return PLICA_RE_ESPACE;
    to->program = program;
    to->allocated = to->used = nodes + groups + ranges;
    to->groups = (size_t)p->groups;
    program->count = 0;
    program->groups = p->groups;
    program->has_back = p->has_back;
    program->same = (int *)((char *)program + nodes);
    program->ranges = (struct plica_re_range *)((char *)program + nodes + groups);
    __builtin_memcpy(program->ranges, p->range, ranges);
    for (int i = 0; i < p->groups; i++) program->same[i] = i;
    plica_re_join_groups(p, program->same, root);
    w.program = program;
    w.kept = p->referred;
    program->rounds = plica_re_rounds(&w, root) + 1;
    program->entry = plica_re_write(&w, root, plica_re_put(&w, PLICA_RE_ACCEPT, 0, 0, 0), 0);
    return w.has_no_room ? PLICA_RE_ESPACE : 0;
}

static int plica_re_compile(struct plica_regex *to, const char *pattern, size_t length, unsigned long syntax) {
    struct plica_re_parser p = {.pattern = (const unsigned char *)pattern, .length = length, .syntax = syntax,
                                .translate = to->translate};
    to->first_bytes_known = to->can_be_empty = to->not_bol = to->not_eol = 0;
    to->registers = 0;
    to->used = to->groups = 0;
    to->syntax = syntax;
    /* No token has more than three trees or three ranges to a byte. */
    p.tree = malloc((4 * length + 8) * sizeof *p.tree);
    p.range = malloc((4 * length + 8) * sizeof *p.range);
    if (!p.tree || !p.range) {
        p.error = PLICA_RE_ESPACE;
    } else {
        plica_re_next(&p, syntax | PLICA_RE_CARET_HERE);
        int root = plica_re_alternatives(&p, 0);
        if (!p.error) p.error = plica_re_build(to, &p, root);
    }
    free(p.tree);
    free(p.range);
    return p.error;
}

static void plica_re_release(struct plica_regex *regex) {
    free(regex->program);
    regex->program = 0;
    regex->allocated = 0;
}

/* REG_EXTENDED 1, REG_ICASE 2, REG_NEWLINE 4, REG_NOSUB 8 */
int regcomp(struct plica_regex *restrict to, const char *restrict pattern, int how) {
    unsigned long common = PLICA_RE_CLASSES | PLICA_RE_DOT_NEWLINE | PLICA_RE_DOT_NOT_NULL | PLICA_RE_INTERVALS |
                           PLICA_RE_NO_EMPTY_RANGES;
    unsigned long basic = PLICA_RE_BK_PLUS_QM | PLICA_RE_INVALID_DUP;
    unsigned long extended = PLICA_RE_INDEP_ANCHORS | PLICA_RE_INDEP_OPS | PLICA_RE_PLAIN_BRACES | PLICA_RE_PLAIN_PARENS |
                             PLICA_RE_PLAIN_BAR | PLICA_RE_INVALID_OPS | PLICA_RE_RIGHT_PAREN_ORD;
    unsigned long syntax = common | (how & 1 ? extended : basic) | (how & 2 ? PLICA_RE_ICASE : 0);
    if (how & 4) syntax = (syntax & ~(unsigned long)PLICA_RE_DOT_NEWLINE) | PLICA_RE_HAT_NOT_NEWLINE;
    *to = (struct plica_regex){.by_lines = (how & 4) != 0, .no_groups = (how & 8) != 0};
    int error = plica_re_compile(to, pattern, strlen(pattern), syntax);
    if (error) plica_re_release(to);
    return error == PLICA_RE_ERPAREN ? PLICA_RE_EPAREN : error;
}

void regfree(struct plica_regex *regex) {
    plica_re_release(regex);
    free(regex->first_bytes);
    regex->first_bytes = 0;
    free(regex->translate);
    regex->translate = 0;
}

static const char *plica_re_text(int error) {
    static const char *const texts[] = {
        "Success", "No match", "Invalid regular expression", "Invalid collation character",
        "Invalid character class name", "Trailing backslash", "Invalid back reference",
        "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{", "Invalid content of \\{\\}",
        "Invalid range end", "Memory exhausted", "Invalid preceding regular expression",
        "Premature end of regular expression", "Regular expression too big", "Unmatched ) or \\)"};
    if (error < 0 || (size_t)error >= sizeof texts / sizeof *texts) abort();
    return texts[error];
}

size_t regerror(int error, const struct plica_regex *restrict regex, char *restrict to, size_t size) {
    const char *text = plica_re_text(error);
    size_t length = strlen(text) + 1, copied = length < size ? length : size;
    (void)regex;
    if (size == 0) return length;
    __builtin_memcpy(to, text, copied);
    to[copied - 1] = 0;
    return length;
}

unsigned long re_syntax_options;

unsigned long re_set_syntax(unsigned long syntax) {
    unsigned long before = re_syntax_options;
    re_syntax_options = syntax;
    return before;
}

const char *re_compile_pattern(const char *pattern, size_t length, struct plica_regex *to) {
    to->no_groups = (re_syntax_options & PLICA_RE_NO_GROUPS) != 0;
    to->by_lines = 1;
    int error = plica_re_compile(to, pattern, length, re_syntax_options);
    return error ? plica_re_text(error) : 0;
}
