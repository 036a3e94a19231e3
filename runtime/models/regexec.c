//! Regular expressions: regexec, and re_search and re_match of GNU.
//!
//! Where a match may begin is found out for all places at once, without a branch, so that an unknown text costs a path
//! only for each place that a match begins and ends at, and for each way that its groups lie. Which one is taken of
//! those is glibc's choice. Oblivious to what was written. Invariant: from each node at each place it is known whether
//! the end can be got to; with what a group has matched once more, whether it perhaps can.

#include "regex.h"

enum { PLICA_RE_NOMATCH = 1, PLICA_RE_BADPAT = 2, PLICA_RE_NO_ROOM = 12 };
enum { PLICA_RE_NOTBOL = 1, PLICA_RE_NOTEOL = 2, PLICA_RE_STARTEND = 4 };

struct plica_re_place { int from, to; };

/* A text to be searched. */
struct plica_re_text {
    const struct plica_regex *regex;
    const struct plica_re_program *program;
    const unsigned char *text;
    int length, how;
};

static unsigned char plica_re_byte(const struct plica_re_text *t, int at) {
    return plica_re_fold(t->text[at], t->regex->translate, t->regex->syntax);
}

static int plica_re_in(unsigned char byte, int from, int to) { return (unsigned char)(byte - from) <= to - from; }

static int plica_re_is_word(const struct plica_re_text *t, int at) {
    if (at < 0 || at >= t->length) return 0;
    unsigned char byte = plica_re_byte(t, at);
    return plica_re_in(byte, 'a', 'z') | plica_re_in(byte, 'A', 'Z') | plica_re_in(byte, '0', '9') | (byte == '_');
}

static int plica_re_is_line(const struct plica_re_text *t, int at) {
    if (at < 0) return !(t->how & PLICA_RE_NOTBOL);
    if (at >= t->length) return !(t->how & PLICA_RE_NOTEOL);
    return t->regex->by_lines ? plica_re_byte(t, at) == '\n' : 0;
}

/* Do these conditions hold at a place? */
static int plica_re_holds(const struct plica_re_text *t, int conditions, int at) {
    int holds = 1;
    if (conditions & PLICA_RE_WORD_BEFORE) holds &= plica_re_is_word(t, at - 1);
    if (conditions & PLICA_RE_NO_WORD_BEFORE) holds &= !plica_re_is_word(t, at - 1);
    if (conditions & PLICA_RE_LINE_BEFORE) holds &= plica_re_is_line(t, at - 1);
    if (conditions & PLICA_RE_START_BEFORE) holds &= at == 0;
    if (conditions & PLICA_RE_WORD_AFTER) holds &= plica_re_is_word(t, at);
    if (conditions & PLICA_RE_NO_WORD_AFTER) holds &= !plica_re_is_word(t, at);
    if (conditions & PLICA_RE_LINE_AFTER) holds &= plica_re_is_line(t, at);
    if (conditions & PLICA_RE_END_AFTER) holds &= at == t->length;
    return holds;
}

static int plica_re_takes(const struct plica_re_text *t, const struct plica_re_node *node, unsigned char byte) {
    const struct plica_re_range *range = t->program->ranges + node->value;
    int takes = 0;
    for (int i = 0; i < node->other; i++) takes |= plica_re_in(byte, range[i].from, range[i].to);
    return takes;
}

/* From which nodes the end can be got to at a place, if `later` says it of the next one. */
static void plica_re_backwards(const struct plica_re_text *t, int at, int is_end, const char *later, char *now) {
    const struct plica_re_program *p = t->program;
    unsigned char byte = later ? plica_re_byte(t, at) : 0;
    if (p->rounds > 1) __builtin_memset(now, 0, (size_t)p->count);
    for (int round = 0; round < p->rounds; round++) {
        for (int i = 0; i < p->count; i++) {
            const struct plica_re_node *node = &p->nodes[i];
            int can = 0;
            switch (node->kind) {
            case PLICA_RE_ACCEPT: can = is_end; break;
            case PLICA_RE_SET:
                if (later) can = later[node->next] & plica_re_takes(t, node, byte);
                break;
            case PLICA_RE_SPLIT: can = now[node->next] | now[node->other]; break;
            case PLICA_RE_ANCHOR: can = now[node->next] & plica_re_holds(t, node->value, at); break;
            case PLICA_RE_BACK:
                can = now[node->next];
                if (later) can |= later[i];
                break;
            default: can = now[node->next];
            }
            now[i] = (char)can;
        }
    }
}

/* Goes on from the nodes that are got to at a place (`now`) to those of the next one; can one end here? */
static int plica_re_forwards(const struct plica_re_text *t, int at, char *now, char *next) {
    const struct plica_re_program *p = t->program;
    int has_more = at < t->length;
    unsigned char byte = has_more ? plica_re_byte(t, at) : 0;
    __builtin_memset(next, 0, (size_t)p->count);
    for (int round = 0; round < p->rounds; round++) {
        for (int i = p->count - 1; i > 0; i--) {
            const struct plica_re_node *node = &p->nodes[i];
            char is_here = now[i];
            switch (node->kind) {
            case PLICA_RE_SET:
                if (has_more) next[node->next] |= is_here & (char)plica_re_takes(t, node, byte);
                continue;
            case PLICA_RE_ANCHOR: is_here &= (char)plica_re_holds(t, node->value, at); break;
            case PLICA_RE_SPLIT: now[node->other] |= is_here; break;
            case PLICA_RE_BACK: next[i] |= is_here; break;
            default: break;
            }
            now[node->next] |= is_here;
        }
    }
    return now[0];
}

/* Where groups lie. */

/* The places of groups, and what they were when the last group ended that matched something. */
static void plica_re_group_ends(const struct plica_re_node *node, int at, int groups, struct plica_re_place *places,
                                struct plica_re_place *before) {
    struct plica_re_place *place = &places[node->value];
    size_t size = (size_t)groups * sizeof *places;
    if (place->from < at) {
        place->to = at;
        __builtin_memcpy(before, places, size);
    } else if (node->other && before[node->value].from != -1) {
        __builtin_memcpy(places, before, size);
    } else {
        place->to = at;
    }
}

/* Which of the two ways of a split is taken, if one is at all: the first one that leads to the end, unless it has been
   gone on this place and the other one leads there too. */
static int plica_re_turn(const struct plica_re_node *node, const char *can, const int *gone, int step, int *is_free) {
    *is_free = 0;
    if (node->next == node->other) return node->next;
    if (gone[node->next] == step) return can[node->other] ? node->other : node->next;
    if (!can[node->next]) return node->other;
    *is_free = 1;
    return node->next;
}

/* What a walk goes on with when it is lost: as it was before it took the first way. */
struct plica_re_walk {
    const struct plica_re_text *text;
    const char *can; /* of each place from the first on, and each node */
    int first, end, size; /* of what is kept: places, places before, nodes gone by */
    int *kept;
    int *stack, used, room;
};

static int plica_re_push(struct plica_re_walk *w, int node, int at) {
    if (w->used == w->room) {
        int room = w->room * 2 + 8;
        int *stack = realloc(w->stack, (size_t)room * (size_t)(w->size + 2) * sizeof *stack);
        if (!stack) return -1;
        w->stack = stack;
        w->room = room;
    }
    int *frame = w->stack + (size_t)w->used++ * (size_t)(w->size + 2);
    frame[0] = node;
    frame[1] = at;
    __builtin_memcpy(frame + 2, w->kept, (size_t)w->size * sizeof *frame);
    return 0;
}

static int plica_re_pop(struct plica_re_walk *w, int *node, int *at) {
    if (!w->used) return 0;
    const int *frame = w->stack + (size_t)--w->used * (size_t)(w->size + 2);
    *node = frame[0];
    *at = frame[1];
    __builtin_memcpy(w->kept, frame + 2, (size_t)w->size * sizeof *frame);
    return 1;
}

/* Is what a group has matched there once more? */
static int plica_re_again(const struct plica_re_text *t, struct plica_re_place place, int at, int end) {
    int differs = 0, length = place.to - place.from;
    if (place.from < 0 || place.to < 0 || at + length > end) return 0;
    for (int i = 0; i < length; i++) differs |= plica_re_byte(t, place.from + i) ^ plica_re_byte(t, at + i);
    return !differs;
}

/* Goes from the entry to the end, and keeps where groups lie: 1 if there is a way, -1 without room. */
static int plica_re_go(struct plica_re_walk *w, struct plica_re_place *places, struct plica_re_place *before, int *gone) {
    const struct plica_re_program *p = w->text->program;
    int node = p->entry, at = w->first, is_free;
    for (;;) {
        const struct plica_re_node *here = &p->nodes[node];
        const char *can = w->can + (size_t)(at - w->first) * (size_t)p->count;
        int step = at + 1, is_lost = 0, length;
        switch (here->kind) {
        case PLICA_RE_ACCEPT:
            if (at == w->end) {
                int is_open = 0;
                for (int i = 0; p->has_back && i < p->groups; i++) is_open |= places[i].from >= 0 && places[i].to < 0;
                if (!is_open) return 1;
            }
            is_lost = 1;
            break;
        case PLICA_RE_SET:
            /* What a group has matched once more is known only now. */
            if (p->has_back) is_lost = at == w->end || !plica_re_takes(w->text, here, plica_re_byte(w->text, at));
            node = here->next;
            at++;
            break;
        case PLICA_RE_BACK:
            length = places[here->value].to - places[here->value].from;
            is_lost = !plica_re_again(w->text, places[here->value], at, w->end);
            if (length == 0) gone[node] = step;
            at += length;
            node = here->next;
            break;
        case PLICA_RE_SPLIT: {
            gone[node] = step;
            int to = plica_re_turn(here, can, gone, step, &is_free);
            if (p->has_back && is_free && can[here->other] && plica_re_push(w, here->other, at)) return -1;
            node = to;
            break;
        }
        default:
            gone[node] = step;
            if (here->kind == PLICA_RE_OPEN) places[here->value] = (struct plica_re_place){at, -1};
            if (here->kind == PLICA_RE_CLOSE) plica_re_group_ends(here, at, p->groups, places, before);
            node = here->next;
        }
        if (p->has_back && !is_lost) is_lost = !w->can[(size_t)(at - w->first) * (size_t)p->count + (size_t)node];
        if (is_lost && !plica_re_pop(w, &node, &at)) return 0;
    }
}

/* Where groups lie in a match from one place to another, if there is one. */
static int plica_re_lay(const struct plica_re_text *t, int from, int to, struct plica_re_place *groups) {
    const struct plica_re_program *p = t->program;
    size_t count = (size_t)p->count, kept = 4 * (size_t)p->groups + count;
    char *can = malloc((size_t)(to - from + 1) * count);
    int *all = malloc(kept * sizeof *all), result = -1;
    struct plica_re_walk walk = {t, can, from, to, (int)kept, all, 0, 0, 0};
    if (can && all) {
        struct plica_re_place *places = (struct plica_re_place *)all, *before = places + p->groups;
        for (int i = 0; i < 2 * p->groups; i++) places[i] = (struct plica_re_place){-1, -1};
        __builtin_memset(all + 4 * p->groups, 0, count * sizeof *all);
        for (int at = to; at >= from; at--) {
            char *now = can + (size_t)(at - from) * count;
            plica_re_backwards(t, at, at == to, at < to ? now + count : 0, now);
        }
        result = plica_re_go(&walk, places, before, all + 4 * p->groups);
        for (int i = 0; result == 1 && i < p->groups; i++) groups[i] = places[p->same[i]];
    }
    free(walk.stack);
    free(all);
    free(can);
    return result;
}

/* The longest match that begins at a place; `groups` if it is asked where they lie. */
static int plica_re_longest(const struct plica_re_text *t, int from, struct plica_re_place *groups) {
    const struct plica_re_program *p = t->program;
    size_t count = (size_t)p->count;
    char *ends = malloc((size_t)(t->length - from + 1) + 2 * count);
    int to, result = 0;
    if (!ends) return -2;
    char *now = ends + (t->length - from + 1), *next = now + count;
    __builtin_memset(now, 0, count);
    now[p->entry] = 1;
    for (int at = from; at <= t->length; at++) {
        char *swapped = now;
        ends[at - from] = (char)plica_re_forwards(t, at, now, next);
        now = next;
        next = swapped;
    }
    for (to = t->length; to >= from; to--) {
        if (!ends[to - from]) continue;
        result = groups || p->has_back ? plica_re_lay(t, from, to, groups) : 1;
        if (result) break;
    }
    free(ends);
    return result < 0 ? -2 : to < from ? -1 : to;
}

/* Looks for a match that begins between two places, from the first to the last. `match` is null if only whether there
   is one is asked. 0, REG_NOMATCH or REG_ESPACE. */
static int plica_re_find(const struct plica_re_text *t, int first, int last, struct plica_re_place *match,
                         struct plica_re_place *groups) {
    const struct plica_re_program *p = t->program;
    int least = first < last ? first : last, most = first < last ? last : first, step = first <= last ? 1 : -1;
    size_t count = (size_t)p->count;
    char *begins = malloc((size_t)(t->length + 1) + 2 * count), is_there = 0;
    int result = PLICA_RE_NOMATCH;
    if (!begins) return PLICA_RE_NO_ROOM;
    char *now = begins + t->length + 1, *later = now + count;
    for (int at = t->length; at >= least; at--) {
        char *swapped = now;
        plica_re_backwards(t, at, 1, at < t->length ? later : 0, now);
        begins[at] = now[p->entry];
        if (at <= most) is_there |= begins[at];
        now = later;
        later = swapped;
    }
    if (!match && !p->has_back) {
        free(begins);
        return !is_there;
    }
    for (int at = first; at != last + step; at += step) {
        if (!begins[at]) continue;
        int end = plica_re_longest(t, at, groups);
        if (end == -1) continue;
        result = end < 0 ? PLICA_RE_NO_ROOM : 0;
        if (match) *match = (struct plica_re_place){at, end};
        break;
    }
    free(begins);
    return result;
}

/* The same with the groups among the places, and all of them: those that there are not are -1. */
static int plica_re_find_all(const struct plica_re_text *t, int first, int last, size_t count, struct plica_re_place *to) {
    size_t groups = (size_t)t->program->groups;
    struct plica_re_place *inside = 0;
    if (groups && (count > 1 || t->program->has_back)) {
        inside = malloc(groups * sizeof *inside);
        if (!inside) return PLICA_RE_NO_ROOM;
    }
    int result = plica_re_find(t, first, last, count ? to : 0, inside);
    if (result == 0)
        for (size_t i = 1; i < count; i++) to[i] = i <= groups ? inside[i - 1] : (struct plica_re_place){-1, -1};
    free(inside);
    return result;
}

int regexec(const struct plica_regex *restrict regex, const char *restrict text, size_t count,
            struct plica_re_place *restrict to, int how) {
    if (how & ~(PLICA_RE_NOTBOL | PLICA_RE_NOTEOL | PLICA_RE_STARTEND)) return PLICA_RE_BADPAT;
    int first = how & PLICA_RE_STARTEND ? to->from : 0;
    int length = how & PLICA_RE_STARTEND ? to->to : (int)strlen(text);
    struct plica_re_text t = {regex, regex->program, (const unsigned char *)text, length, how};
    return plica_re_find_all(&t, first, length, regex->no_groups ? 0 : count, to);
}

/* What GNU's functions give: the places of the match and its groups, in arrays that they make or that are there. */

struct plica_re_registers { unsigned count; int *starts, *ends; };
enum { PLICA_RE_UNALLOCATED, PLICA_RE_REALLOCATE, PLICA_RE_FIXED };

static int plica_re_give(struct plica_regex *regex, const struct plica_re_place *places, unsigned count,
                         struct plica_re_registers *to) {
    if (regex->registers == PLICA_RE_UNALLOCATED ||
        (regex->registers == PLICA_RE_REALLOCATE && count + 1 > to->count)) {
        int has_some = regex->registers == PLICA_RE_REALLOCATE;
        int *starts = realloc(has_some ? to->starts : 0, (count + 1) * sizeof *starts);
        if (starts && has_some) to->starts = starts;
        int *ends = starts ? realloc(has_some ? to->ends : 0, (count + 1) * sizeof *ends) : 0;
        if (!ends) {
            if (!has_some) free(starts);
            regex->registers = PLICA_RE_UNALLOCATED;
            return -2;
        }
        *to = (struct plica_re_registers){count + 1, starts, ends};
        regex->registers = PLICA_RE_REALLOCATE;
    }
    for (unsigned i = 0; i < to->count; i++) {
        to->starts[i] = i < count ? places[i].from : -1;
        to->ends[i] = i < count ? places[i].to : -1;
    }
    return 0;
}

static int plica_re_look(struct plica_regex *regex, const char *text, int length, int first, int last,
                         struct plica_re_registers *to, int gives_length) {
    struct plica_re_text t = {regex, regex->program, (const unsigned char *)text, length,
                              (regex->not_bol ? PLICA_RE_NOTBOL : 0) | (regex->not_eol ? PLICA_RE_NOTEOL : 0)};
    unsigned count = 1;
    if (regex->no_groups) to = 0;
    if (to && regex->registers == PLICA_RE_FIXED && to->count <= regex->groups) {
        count = to->count;
        if (!count) to = 0, count = 1;
    } else if (to) {
        count = (unsigned)regex->groups + 1;
    }
    struct plica_re_place *places = malloc(count * sizeof *places);
    if (!places) return -2;
    int error = plica_re_find_all(&t, first, last, count, places);
    int result = error == PLICA_RE_NOMATCH ? -1 : error ? -2 : 0;
    if (!result && to) result = plica_re_give(regex, places, count, to);
    if (!result) result = gives_length ? places->to - places->from : places->from;
    free(places);
    return result;
}

int re_search(struct plica_regex *regex, const char *text, int length, int start, int range,
              struct plica_re_registers *to) {
    long last = (long)start + range;
    if (start < 0 || start > length) return -1;
    return plica_re_look(regex, text, length, start, last > length ? length : last < 0 ? 0 : (int)last, to, 0);
}

int re_match(struct plica_regex *regex, const char *text, int length, int start, struct plica_re_registers *to) {
    if (start < 0 || start > length) return -1;
    return plica_re_look(regex, text, length, start, start, to, 1);
}

void re_set_registers(struct plica_regex *regex, struct plica_re_registers *to, unsigned count, int *starts, int *ends) {
    regex->registers = count ? PLICA_RE_REALLOCATE : PLICA_RE_UNALLOCATED;
    *to = (struct plica_re_registers){count, count ? starts : 0, count ? ends : 0};
}
