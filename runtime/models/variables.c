//! Variables of the environment.
//!
//! A variable is set or not, to any string up to a bound, just as argv holds only what --args says; whoever asks for it
//! again gets the same answer, or what the program has set. Oblivious to `environ`: see environ.c.

typedef __SIZE_TYPE__ size_t;

void *plica_allocate(size_t size);
char *plica_environment_variable(const char *name);
int *__errno_location(void);

#define PLICA_EINVAL 22

/* Those that were asked for, newest first. */
static struct plica_variable {
    struct plica_variable *next;
    char *value;
    char *text; /* `name=value`, of one that the program has set */
    char name[];
} *plica_variables;

/* The texts that setenv has made, newest first. Who has asked for a variable may use its value when it has another. */
static struct plica_made {
    struct plica_made *older;
    char text[];
} *plica_all_made;

static int plica_is_cleared;

/* What is to be done when a variable was set or taken away, or all were. */
void (*plica_variables_change)(int is_cleared);

static int plica_changed(int is_cleared) {
    if (plica_variables_change) plica_variables_change(is_cleared);
    return 0;
}

/* The texts of those that the program has set, newest first: the first one behind `before`, or behind none. */
char **plica_next_variable(char **before) {
    struct plica_variable *next = plica_variables;
    size_t where = __builtin_offsetof(struct plica_variable, text);
    if (before) next = ((struct plica_variable *)((char *)before - where))->next;
    while (next && !next->text) next = next->next;
    return next ? &next->text : 0;
}

static struct plica_variable *plica_variable(const char *name, size_t length, char *value) {
    struct plica_variable *variable = plica_allocate(sizeof *variable + length + 1);
    variable->next = plica_variables;
    variable->value = value;
    variable->text = 0;
    for (size_t i = 0; i < length; i++) variable->name[i] = name[i];
    variable->name[length] = 0;
    return plica_variables = variable;
}

static struct plica_variable *plica_known(const char *name, size_t length) {
    for (struct plica_variable *known = plica_variables; known; known = known->next) {
        size_t i = 0;
        while (i < length && known->name[i] == name[i]) i++;
        if (i == length && !known->name[i]) return known;
    }
    return 0;
}

char *getenv(const char *name) {
    size_t length = 0;
    /* A name without a terminator is the caller's fault and must show. */
    while (name[length]) length++;
    struct plica_variable *known = plica_known(name, length);
    if (!known) known = plica_variable(name, length, plica_is_cleared ? 0 : plica_environment_variable(name));
    return known->value;
}

char *secure_getenv(const char *name) { return getenv(name); }

/* The length of a name that may be set; 0 if it may not. */
static size_t plica_name(const char *name) {
    size_t length = 0;
    if (!name) return 0;
    while (name[length] && name[length] != '=') length++;
    return name[length] ? 0 : length;
}

static int plica_set(const char *name, size_t length, char *text) {
    struct plica_variable *known = plica_known(name, length);
    char *value = text ? text + length + 1 : 0;
    if (known) known->value = value;
    else known = plica_variable(name, length, value);
    known->text = text;
    return plica_changed(0);
}

int setenv(const char *name, const char *value, int overwrite) {
    size_t length = plica_name(name), size = 0;
    if (!length) {
        *__errno_location() = PLICA_EINVAL;
        return -1;
    }
    if (!overwrite && getenv(name)) return 0;
    while (value[size++]) {}
    struct plica_made *made = plica_allocate(sizeof *made + length + 1 + size);
    made->older = plica_all_made;
    plica_all_made = made;
    char *text = made->text;
    for (size_t i = 0; i < length; i++) text[i] = name[i];
    text[length] = '=';
    for (size_t i = 0; i < size; i++) text[length + 1 + i] = value[i];
    return plica_set(name, length, text);
}

int unsetenv(const char *name) {
    size_t length = plica_name(name);
    if (length) return plica_set(name, length, 0);
    *__errno_location() = PLICA_EINVAL;
    return -1;
}

/* The text itself becomes part of the environment: who changes it changes the variable. */
int putenv(char *text) {
    size_t length = 0;
    while (text[length] && text[length] != '=') length++;
    return plica_set(text, length, text[length] ? text : 0);
}

int clearenv(void) {
    for (struct plica_variable *known = plica_variables; known; known = known->next) known->value = known->text = 0;
    plica_is_cleared = 1;
    return plica_changed(1);
}
