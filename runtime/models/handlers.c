//! What runs at the end of the program. The executor calls `plica_run_handlers` where main returns and in exit().

#define PLICA_HANDLERS 64

unsigned plica_uint(const char *name);
void _Exit(int status);

static struct plica_handler {
    void (*plain)(void);
    void (*with_status)(int status, void *argument);
    void *argument;
} plica_handlers[PLICA_HANDLERS];
static int plica_count, plica_quick_count;
static void (*plica_quick[PLICA_HANDLERS])(void);

int atexit(void (*handler)(void)) {
    if (plica_count == PLICA_HANDLERS) return -1;
    plica_handlers[plica_count++] = (struct plica_handler){handler, 0, 0};
    return 0;
}

int on_exit(void (*handler)(int status, void *argument), void *argument) {
    if (plica_count == PLICA_HANDLERS) return -1;
    plica_handlers[plica_count++] = (struct plica_handler){0, handler, argument};
    return 0;
}

/* The last comes first; one that was registered meanwhile comes next. The status is any. */
void plica_run_handlers(void) {
    while (plica_count > 0) {
        struct plica_handler handler = plica_handlers[--plica_count];
        if (handler.plain) handler.plain();
        else handler.with_status((int)plica_uint("exit status"), handler.argument);
    }
}

int at_quick_exit(void (*handler)(void)) {
    if (plica_quick_count == PLICA_HANDLERS) return -1;
    plica_quick[plica_quick_count++] = handler;
    return 0;
}

void quick_exit(int status) {
    while (plica_quick_count > 0) plica_quick[--plica_quick_count]();
    _Exit(status);
}
