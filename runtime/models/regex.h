//! What regular expressions are compiled to, for regcomp.c and regexec.c.
//!
//! A nondeterministic automaton. Nodes stand behind those that they lead to, but for the ends of what is repeated,
//! which lead back to the node that repeats it.

typedef __SIZE_TYPE__ size_t;

/* How a node goes on: a byte of a set; one of two ways, the first rather; the beginning and the end of a group; a
   condition on both sides of a place; what a group has matched once more. */
enum plica_re_kind {
    PLICA_RE_ACCEPT, PLICA_RE_SET, PLICA_RE_SPLIT, PLICA_RE_OPEN, PLICA_RE_CLOSE, PLICA_RE_ANCHOR, PLICA_RE_BACK
};

/* SET: `value` is its first range, `other` how many there are. SPLIT: `next`, else `other`. ANCHOR: `value` has the
   conditions. Groups: `value` is the number, `other` says whether the group may be left out. */
struct plica_re_node { enum plica_re_kind kind; int next, other, value; };
struct plica_re_range { unsigned char from, to; };

struct plica_re_program {
    int count, entry, groups, has_back;
    int rounds; /* so often a round over the nodes of a place has to be made: those that lead back */
    int *same;  /* the group whose places a group has */
    struct plica_re_range *ranges;
    struct plica_re_node nodes[];
};

/* What is on the left of a place, and on its right. */
enum {
    PLICA_RE_WORD_BEFORE = 1, PLICA_RE_NO_WORD_BEFORE = 2, PLICA_RE_LINE_BEFORE = 4, PLICA_RE_START_BEFORE = 8,
    PLICA_RE_WORD_AFTER = 16, PLICA_RE_NO_WORD_AFTER = 32, PLICA_RE_LINE_AFTER = 64, PLICA_RE_END_AFTER = 128
};

/* regex_t as glibc has it. */
struct plica_regex {
    struct plica_re_program *program;
    size_t allocated, used;
    unsigned long syntax;
    char *first_bytes;
    unsigned char *translate;
    size_t groups;
    unsigned can_be_empty : 1, registers : 2, first_bytes_known : 1, no_groups : 1, not_bol : 1, not_eol : 1;
    unsigned by_lines : 1;
};

/* Bits of a syntax. */
enum {
    PLICA_RE_ESCAPES_IN_LISTS = 1, PLICA_RE_BK_PLUS_QM = 1 << 1, PLICA_RE_CLASSES = 1 << 2,
    PLICA_RE_INDEP_ANCHORS = 1 << 3, PLICA_RE_INDEP_OPS = 1 << 4, PLICA_RE_INVALID_OPS = 1 << 5,
    PLICA_RE_DOT_NEWLINE = 1 << 6, PLICA_RE_DOT_NOT_NULL = 1 << 7,
    PLICA_RE_HAT_NOT_NEWLINE = 1 << 8, PLICA_RE_INTERVALS = 1 << 9, PLICA_RE_LIMITED = 1 << 10,
    PLICA_RE_NEWLINE_ALT = 1 << 11, PLICA_RE_PLAIN_BRACES = 1 << 12, PLICA_RE_PLAIN_PARENS = 1 << 13,
    PLICA_RE_NO_BACK = 1 << 14, PLICA_RE_PLAIN_BAR = 1 << 15, PLICA_RE_NO_EMPTY_RANGES = 1 << 16,
    PLICA_RE_RIGHT_PAREN_ORD = 1 << 17, PLICA_RE_NO_GNU = 1 << 19, PLICA_RE_INTERVAL_ORD = 1 << 21,
    PLICA_RE_ICASE = 1 << 22, PLICA_RE_CARET_HERE = 1 << 23, PLICA_RE_INVALID_DUP = 1 << 24, PLICA_RE_NO_GROUPS = 1 << 25
};

void *malloc(size_t size);
void *realloc(void *block, size_t size);
void free(void *block);
size_t strlen(const char *text);

/* A byte as it is compared. */
static inline unsigned char plica_re_fold(unsigned char byte, const unsigned char *translate, unsigned long syntax) {
    if (translate) byte = translate[byte];
    if (syntax & PLICA_RE_ICASE) byte -= (unsigned char)(((unsigned char)(byte - 'a') < 26) << 5);
    return byte;
}
