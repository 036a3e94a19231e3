//! `environ`, which lists those variables that the program has set (variables.c), the newest last.

typedef __SIZE_TYPE__ size_t;

void *plica_allocate(size_t size);
void plica_system_premise(const char *what);
char **plica_next_variable(char **before);
extern void (*plica_variables_change)(int is_cleared);

static char *plica_none[1];
char **environ = plica_none, **__environ = plica_none;

static void plica_list(int is_cleared) {
    size_t count = 0;
    for (char **text = plica_next_variable(0); text; text = plica_next_variable(text)) count++;
    char **list = is_cleared ? 0 : plica_allocate((count + 1) * sizeof *list);
    if (list) list[count] = 0;
    for (char **text = plica_next_variable(0); text; text = plica_next_variable(text)) list[--count] = *text;
    environ = __environ = list;
}

__attribute__((constructor)) static void plica_begin_list(void) {
    plica_system_premise("environ lists no variables but those that the program has set");
    plica_variables_change = plica_list;
}
