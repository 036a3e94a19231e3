//! Exceptions of the Itanium C++ ABI.
//!
//! The exception in flight is a variable of the program, `plica_raised`, which compiled code looks at behind each call
//! that may throw. A place that exceptions come to takes it out (`plica_landing`) and asks clause by clause what is to
//! be done; the selector is the number of the first clause that takes it. Before an exception is raised the handlers of
//! all callers are looked through (`plica_handler` gives them): where none takes it, `std::terminate` is called, with
//! no destructor run. Oblivious to types (`rtti.c`). Invariant: nothing is in flight when a function is called.
//! No exception is `&plica_no_exception` rather than null, since which object a pointer leads to is known everywhere.

typedef __SIZE_TYPE__ size_t;
struct plica_type { void **kind; const char *name; };
typedef void plica_destructor(void *);

struct plica_exception {
    const struct plica_type *type;
    plica_destructor *destroy;
    /* The exception that was being handled when this one came to be. */
    struct plica_exception *next;
    /* What the handler is given. */
    void *adjusted;
    /* The exception whose object this one shares (`std::rethrow_exception`), or null. */
    struct plica_exception *primary;
    /* Handlers that it is in; negative while it is thrown again. */
    int handlers;
    int references;
};

struct plica_exception plica_no_exception;
struct plica_exception *plica_raised = &plica_no_exception;
static struct plica_exception *handled = &plica_no_exception;
static unsigned uncaught;
static void (*terminate_handler)(void);

extern const struct plica_type _ZTISt9exception __attribute__((weak));

void *plica_allocate(size_t size);
void free(void *block);
_Bool plica_catches(const struct plica_type *type, const struct plica_type *thrown, void **object);
/* A clause of the place where a frame takes exceptions, if it is one. */
int plica_handler(unsigned frame, unsigned clause, const struct plica_type **type);
/* End the program: since nobody catches the exception, or since something else, as `how` says, calls std::terminate. */
_Noreturn void plica_uncaught(const char *type, const char *what);
_Noreturn void plica_terminate(int how, const char *type, const char *what);

static void *object(struct plica_exception *e) { return (e->primary ? e->primary : e) + 1; }

void *__cxa_allocate_exception(size_t size) {
    struct plica_exception *e = plica_allocate(sizeof *e + size);
    e->primary = 0;
    e->handlers = 0;
    return e + 1;
}

void __cxa_free_exception(void *thrown) { free((struct plica_exception *)thrown - 1); }

static void hold(struct plica_exception *e) { e->references++; }

static void release(struct plica_exception *e) {
    if (--e->references > 0) return;
    struct plica_exception *primary = e->primary;
    if (primary) {
        free(e);
        release(primary);
        return;
    }
    if (e->destroy) e->destroy(e + 1);
    free(e);
}

/* Does a clause with this type take the exception? Then the handler is given `adjusted`. */
static _Bool takes(struct plica_exception *e, const struct plica_type *type, void **adjusted) {
    void *at = object(e);
    if (type && !plica_catches(type, e->type, &at)) return 0;
    *adjusted = at;
    return 1;
}

void *plica_landing(void) {
    struct plica_exception *e = plica_raised;
    plica_raised = &plica_no_exception;
    return e;
}

/* A `catch` with this number: `selector` unless it is the first that takes the exception. */
int plica_clause(struct plica_exception *e, const struct plica_type *type, int number, int selector) {
    if (selector) return selector;
    void *adjusted;
    if (!takes(e, type, &adjusted)) return 0;
    e->adjusted = adjusted;
    return number;
}

/* One of the types that an exception specification allows. */
_Bool plica_allows(struct plica_exception *e, const struct plica_type *type, _Bool allowed) {
    void *adjusted;
    return allowed || takes(e, type, &adjusted);
}

/* The end of an exception specification with this (negative) number. */
int plica_filter(struct plica_exception *e, _Bool allowed, int number, int selector) {
    if (selector || allowed) return selector;
    e->adjusted = object(e);
    return number;
}

void *__cxa_get_exception_ptr(struct plica_exception *e) { return e->adjusted; }

void *__cxa_begin_catch(struct plica_exception *e) {
    e->handlers = (e->handlers < 0 ? -e->handlers : e->handlers) + 1;
    uncaught--;
    if (e != handled) {
        e->next = handled;
        handled = e;
    }
    return e->adjusted;
}

void __cxa_end_catch(void) {
    struct plica_exception *e = handled;
    if (e == &plica_no_exception) return;
    if (e->handlers < 0) {
        if (++e->handlers == 0) handled = e->next;
    } else if (--e->handlers == 0) {
        handled = e->next;
        release(e);
    }
}

const struct plica_type *__cxa_current_exception_type(void) {
    return handled == &plica_no_exception ? 0 : handled->type;
}

/* What an exception that is derived from std::exception says of itself: its third virtual function. */
static const char *message(struct plica_exception *e) {
    void *at;
    if (!&_ZTISt9exception || e->type->name[0] == 'P' || !takes(e, &_ZTISt9exception, &at)) return 0;
    const char *(**table)(void *) = *(const char *(***)(void *))at;
    return table[2](at);
}

static _Noreturn void finish(int how) {
    if (terminate_handler) {
        terminate_handler();
        plica_terminate(2, 0, 0);
    }
    struct plica_exception *e = handled;
    if (e == &plica_no_exception) plica_terminate(how, 0, 0);
    if (how == 1) plica_uncaught(e->type->name, message(e));
    plica_terminate(how, e->type->name, message(e));
}

_Noreturn void _ZSt9terminatev(void) { finish(0); }
_Noreturn void __cxa_pure_virtual(void) { plica_terminate(3, 0, 0); }
_Noreturn void __cxa_deleted_virtual(void) { plica_terminate(4, 0, 0); }

/* An exception specification does not allow what was thrown. */
_Noreturn void __cxa_call_unexpected(struct plica_exception *e) {
    __cxa_begin_catch(e);
    finish(0);
}

/* The library's handler, which ends the program. */
static void abandon(void) { plica_terminate(0, 0, 0); }

void (*_ZSt13set_terminatePFvvE(void (*handler)(void)))(void) {
    void (*old)(void) = terminate_handler;
    terminate_handler = handler == abandon ? 0 : handler;
    return old ? old : abandon;
}

void (*_ZSt13get_terminatev(void))(void) { return terminate_handler ? terminate_handler : abandon; }

_Bool _ZSt18uncaught_exceptionv(void) { return uncaught > 0; }
int _ZSt19uncaught_exceptionsv(void) { return (int)uncaught; }

/* Is there a handler in the callers of the function that called this one? */
static _Bool is_caught(struct plica_exception *e) {
    enum { NO_MORE, CATCH, ALLOWED, FILTER, NOBODY, SOMEBODY };
    for (unsigned frame = 2;; frame++) {
        _Bool allowed = 0;
        for (unsigned clause = 0;; clause++) {
            const struct plica_type *type = 0;
            void *at;
            int what = plica_handler(frame, clause, &type);
            if (what == NOBODY) return 0;
            if (what == SOMEBODY) return 1;
            if (what == NO_MORE) break;
            if (what == CATCH && takes(e, type, &at)) return 1;
            if (what == ALLOWED && takes(e, type, &at)) allowed = 1;
            if (what == FILTER) {
                if (!allowed) return 1;
                allowed = 0;
            }
        }
    }
}

/* Where exceptions begin: whoever calls this looks at what is in flight. */
void plica_raise(struct plica_exception *e) { plica_raised = e; }

static _Noreturn void nobody_catches(struct plica_exception *e) {
    e->adjusted = object(e);
    __cxa_begin_catch(e);
    finish(1);
}

void __cxa_throw(void *thrown, const struct plica_type *type, plica_destructor *destroy) {
    struct plica_exception *e = (struct plica_exception *)thrown - 1;
    e->type = type;
    e->destroy = destroy;
    e->references = 1;
    uncaught++;
    if (!is_caught(e)) nobody_catches(e);
    plica_raise(e);
}

void __cxa_rethrow(void) {
    struct plica_exception *e = handled;
    if (e == &plica_no_exception) finish(0);
    uncaught++;
    if (!is_caught(e)) {
        uncaught--;
        finish(1);
    }
    e->handlers = -e->handlers;
    plica_raise(e);
}

/* For std::exception_ptr, which leads to the object. */

void *plica_current_exception(void) {
    struct plica_exception *e = handled;
    if (e == &plica_no_exception) return 0;
    if (e->primary) e = e->primary;
    hold(e);
    return e + 1;
}

void plica_hold_exception(void *thrown) {
    if (thrown) hold((struct plica_exception *)thrown - 1);
}

void plica_release_exception(void *thrown) {
    if (thrown) release((struct plica_exception *)thrown - 1);
}

const struct plica_type *plica_exception_type(void *thrown) {
    return thrown ? ((struct plica_exception *)thrown - 1)->type : 0;
}

/* An exception that `std::make_exception_ptr` makes without throwing it. */
void plica_keep_exception(void *thrown, const struct plica_type *type, plica_destructor *destroy) {
    struct plica_exception *e = (struct plica_exception *)thrown - 1;
    e->type = type;
    e->destroy = destroy;
    e->references = 0;
}

void plica_rethrow_exception(void *thrown) {
    struct plica_exception *primary = (struct plica_exception *)thrown - 1;
    struct plica_exception *e = plica_allocate(sizeof *e);
    *e = (struct plica_exception){primary->type, 0, 0, 0, primary, 0, 1};
    hold(primary);
    uncaught++;
    if (!is_caught(e)) nobody_catches(e);
    plica_raise(e);
}
