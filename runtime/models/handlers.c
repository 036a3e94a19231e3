//! What runs where a program ends by quick_exit().

#define PLICA_HANDLERS 64

void _Exit(int status);

static int plica_quick_count;
static void (*plica_quick[PLICA_HANDLERS])(void);

int at_quick_exit(void (*handler)(void)) {
    if (plica_quick_count == PLICA_HANDLERS) return -1;
    plica_quick[plica_quick_count++] = handler;
    return 0;
}

void quick_exit(int status) {
    while (plica_quick_count > 0) plica_quick[--plica_quick_count]();
    _Exit(status);
}
