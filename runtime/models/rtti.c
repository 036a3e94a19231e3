//! What the Itanium C++ ABI says of types at run time: `type_info` objects of fundamental types, `dynamic_cast`, and
//! which handler catches which exception.
//!
//! Compilers write a `type_info` for each class; its first word leads into one of the tables below, which tells its
//! kind. What is walked is known on every path, so that nothing here forks. Oblivious to how exceptions get from place
//! to place. Invariant: a conversion is found only if it is public and unambiguous.

typedef __SIZE_TYPE__ size_t;
int strcmp(const char *a, const char *b);

struct plica_type { void *const *kind; const char *name; };
struct plica_single { struct plica_type type; const struct plica_type *base; };
struct plica_base { const struct plica_type *type; long flags; };
struct plica_multiple { struct plica_type type; unsigned flags, count; struct plica_base bases[]; };
struct plica_pointer { struct plica_type type; unsigned flags; const struct plica_type *pointee, *context; };

/* Kinds, by the third word of these tables. */
#define KIND(name) void *const name[8] = {0}
KIND(_ZTVN10__cxxabiv117__class_type_infoE);
KIND(_ZTVN10__cxxabiv120__si_class_type_infoE);
KIND(_ZTVN10__cxxabiv121__vmi_class_type_infoE);
KIND(_ZTVN10__cxxabiv119__pointer_type_infoE);
KIND(_ZTVN10__cxxabiv129__pointer_to_member_type_infoE);
KIND(_ZTVN10__cxxabiv120__function_type_infoE);
KIND(_ZTVN10__cxxabiv123__fundamental_type_infoE);
KIND(_ZTVN10__cxxabiv116__enum_type_infoE);
KIND(_ZTVN10__cxxabiv117__array_type_infoE);

static _Bool is(const struct plica_type *t, void *const *kind) { return t->kind == kind + 2; }

/* Fundamental types and pointers to them are the library's. */
#define FUNDAMENTAL(code) \
    const struct plica_type _ZTI##code = {_ZTVN10__cxxabiv123__fundamental_type_infoE + 2, #code}; \
    const struct plica_pointer _ZTIP##code = \
        {{_ZTVN10__cxxabiv119__pointer_type_infoE + 2, "P" #code}, 0, &_ZTI##code, 0}; \
    const struct plica_pointer _ZTIPK##code = \
        {{_ZTVN10__cxxabiv119__pointer_type_infoE + 2, "PK" #code}, 1, &_ZTI##code, 0};
FUNDAMENTAL(v) FUNDAMENTAL(b) FUNDAMENTAL(w) FUNDAMENTAL(c) FUNDAMENTAL(a) FUNDAMENTAL(h)
FUNDAMENTAL(s) FUNDAMENTAL(t) FUNDAMENTAL(i) FUNDAMENTAL(j) FUNDAMENTAL(l) FUNDAMENTAL(m)
FUNDAMENTAL(x) FUNDAMENTAL(y) FUNDAMENTAL(n) FUNDAMENTAL(o) FUNDAMENTAL(f) FUNDAMENTAL(d)
FUNDAMENTAL(e) FUNDAMENTAL(g) FUNDAMENTAL(Dn) FUNDAMENTAL(Du) FUNDAMENTAL(Ds) FUNDAMENTAL(Di)

/* Names that begin with `*` belong to types of one file. */
static _Bool same(const struct plica_type *a, const struct plica_type *b) {
    return a == b || a->name == b->name || (a->name[0] != '*' && strcmp(a->name, b->name) == 0);
}

static _Bool is_class(const struct plica_type *t) {
    return is(t, _ZTVN10__cxxabiv117__class_type_infoE) || is(t, _ZTVN10__cxxabiv120__si_class_type_infoE)
        || is(t, _ZTVN10__cxxabiv121__vmi_class_type_infoE);
}

/* A part of an object: by the virtual base that it is in, since null has no address to go by. */
struct plica_part { const struct plica_type *root; long offset; char *at; };

/* The parts of a type that were found. */
struct plica_found { struct plica_part part; unsigned count; _Bool open; };

static void plica_note(struct plica_found *f, struct plica_part part, _Bool open) {
    if (f->count == 0) {
        f->part = part;
        f->count = 1;
        f->open = open;
    } else if (f->part.root == part.root && f->part.offset == part.offset) {
        f->open |= open;
    } else {
        f->count++;
    }
}

/* Where a base begins. */
static struct plica_part plica_into(struct plica_part part, const struct plica_base *base) {
    long offset = base->flags >> 8;
    if (!(base->flags & 1)) {
        return (struct plica_part){part.root, part.offset + offset, part.at ? part.at + offset : 0};
    }
    char *at = part.at;
    if (at) at += *(long *)(*(char **)at + offset);
    return (struct plica_part){base->type, 0, at};
}

/* The parts of type `wanted` in a part of type `type`; only that at `where`, unless it is null. */
static void plica_parts(const struct plica_type *type, struct plica_part part, _Bool open,
                        const struct plica_type *wanted, const char *where, struct plica_found *f) {
    if (same(type, wanted)) {
        if (!where || where == part.at) plica_note(f, part, open);
    } else if (is(type, _ZTVN10__cxxabiv120__si_class_type_infoE)) {
        plica_parts(((const struct plica_single *)type)->base, part, open, wanted, where, f);
    } else if (is(type, _ZTVN10__cxxabiv121__vmi_class_type_infoE)) {
        const struct plica_multiple *m = (const struct plica_multiple *)type;
        for (unsigned i = 0; i < m->count; i++) {
            const struct plica_base *base = &m->bases[i];
            plica_parts(base->type, plica_into(part, base), open && (base->flags & 2), wanted, where, f);
        }
    }
}

/* The parts of type `to` that have the part of type `from` at `where` as a public base. */
static void plica_derived(const struct plica_type *type, struct plica_part part, _Bool open,
                          const struct plica_type *to, const struct plica_type *from, const char *where,
                          struct plica_found *f) {
    if (same(type, to)) {
        struct plica_found base = {{0, 0, 0}, 0, 0};
        plica_parts(type, part, 1, from, where, &base);
        if (base.count && base.open) plica_note(f, part, open);
    } else if (is(type, _ZTVN10__cxxabiv120__si_class_type_infoE)) {
        plica_derived(((const struct plica_single *)type)->base, part, open, to, from, where, f);
    } else if (is(type, _ZTVN10__cxxabiv121__vmi_class_type_infoE)) {
        const struct plica_multiple *m = (const struct plica_multiple *)type;
        for (unsigned i = 0; i < m->count; i++) {
            const struct plica_base *base = &m->bases[i];
            plica_derived(base->type, plica_into(part, base), open && (base->flags & 2), to, from, where, f);
        }
    }
}

void *__dynamic_cast(const void *from, const struct plica_type *from_type, const struct plica_type *to, long hint) {
    (void)hint;
    char **table = *(char ***)from;
    char *whole = (char *)from + ((long *)table)[-2];
    const struct plica_type *type = (const struct plica_type *)table[-1];
    struct plica_part all = {0, 0, whole};
    struct plica_found down = {{0, 0, 0}, 0, 0};
    plica_derived(type, all, 1, to, from_type, from, &down);
    if (down.count) return down.count == 1 ? down.part.at : 0;
    struct plica_found source = {{0, 0, 0}, 0, 0};
    plica_parts(type, all, 1, from_type, from, &source);
    struct plica_found across = {{0, 0, 0}, 0, 0};
    plica_parts(type, all, 1, to, 0, &across);
    return source.count && source.open && across.count == 1 && across.open ? across.part.at : 0;
}

enum { OUTER_CONST = 1, LEVEL = 2 };

/* Does a handler for `type` take what is of type `thrown`? `at` is the object, which may move to its base; for a
   pointer what it leads to. `outer` counts levels of pointers, and says whether all outer ones are constant. */
static _Bool plica_takes(const struct plica_type *type, const struct plica_type *thrown, void **at, unsigned outer) {
    enum { CONST = 1, NOEXCEPT = 0x40, TRANSACTION_SAFE = 0x20 };
    if (same(type, thrown)) return 1;
    if (is_class(type)) {
        if (outer >= 2 * LEVEL || !is_class(thrown)) return 0;
        struct plica_found base = {{0, 0, 0}, 0, 0};
        plica_parts(thrown, (struct plica_part){0, 0, *at}, 1, type, 0, &base);
        if (base.count != 1 || !base.open) return 0;
        *at = base.part.at;
        return 1;
    }
    _Bool member = is(type, _ZTVN10__cxxabiv129__pointer_to_member_type_infoE);
    if (!member && !is(type, _ZTVN10__cxxabiv119__pointer_type_infoE)) return 0;
    if (same(thrown, &_ZTIDn)) {
        if (member) return 0;
        *at = 0;
        return 1;
    }
    if (type->kind != thrown->kind || !(outer & OUTER_CONST)) return 0;
    const struct plica_pointer *to = (const struct plica_pointer *)type;
    const struct plica_pointer *from = (const struct plica_pointer *)thrown;
    unsigned function = NOEXCEPT | TRANSACTION_SAFE;
    if ((from->flags & ~to->flags & ~function) || (to->flags & ~from->flags & function)) return 0;
    if (!(to->flags & CONST)) outer &= ~OUTER_CONST;
    if (member && !same(to->context, from->context)) return 0;
    if (!member && outer < LEVEL && same(to->pointee, &_ZTIv)) {
        return !is(from->pointee, _ZTVN10__cxxabiv120__function_type_infoE);
    }
    return plica_takes(to->pointee, from->pointee, at, outer + LEVEL);
}

/* Does a handler for `type` take an exception of type `thrown` at `object`? Then the handler is given `*object`. */
_Bool plica_catches(const struct plica_type *type, const struct plica_type *thrown, void **object) {
    void *at = *object;
    if (is(thrown, _ZTVN10__cxxabiv119__pointer_type_infoE)) at = *(void **)at;
    if (!plica_takes(type, thrown, &at, OUTER_CONST)) return 0;
    *object = at;
    return 1;
}
