//! What runs when a program ends: destructors of C++ objects that live until then, and functions given to `atexit`.
//!
//! The executor has `plica_exit_handlers` called where main returns and in exit(), if the program registers anything. The
//! last one to be registered runs first, also where one is registered by another. Oblivious to why the program ends.
//! Invariant: what is registered runs once.

typedef void plica_handler_function(void *);
struct plica_exit_handler { plica_handler_function *run; void *argument; struct plica_exit_handler *next; };
static struct plica_exit_handler *handlers, *of_thread;

void *plica_allocate(unsigned long size);
void free(void *block);
unsigned plica_uint(const char *name);

static void add(struct plica_exit_handler **list, plica_handler_function *run, void *argument) {
    struct plica_exit_handler *handler = plica_allocate(sizeof *handler);
    handler->run = run;
    handler->argument = argument;
    handler->next = *list;
    *list = handler;
}

static void run_all(struct plica_exit_handler **list) {
    while (*list) {
        struct plica_exit_handler *first = *list;
        plica_handler_function *run = first->run;
        void *argument = first->argument;
        *list = first->next;
        free(first);
        run(argument);
    }
}

void plica_exit_handlers(void) {
    run_all(&of_thread);
    run_all(&handlers);
}

int __cxa_atexit(plica_handler_function *run, void *argument, void *module) {
    (void)module;
    add(&handlers, run, argument);
    return 0;
}

int __cxa_thread_atexit(plica_handler_function *run, void *argument, void *module) {
    (void)module;
    add(&of_thread, run, argument);
    return 0;
}

static void plain(void *run) { ((void (*)(void))run)(); }

int atexit(void (*run)(void)) {
    add(&handlers, plain, (void *)run);
    return 0;
}

struct plica_with_status {
    void (*run)(int status, void *argument);
    void *argument;
};

/* The status is any. */
static void tell_status(void *given) {
    struct plica_with_status handler = *(struct plica_with_status *)given;
    free(given);
    handler.run((int)plica_uint("exit status"), handler.argument);
}

int on_exit(void (*run)(int status, void *argument), void *argument) {
    struct plica_with_status *handler = plica_allocate(sizeof *handler);
    handler->run = run;
    handler->argument = argument;
    add(&handlers, tell_status, handler);
    return 0;
}
