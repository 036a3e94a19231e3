//! Looking for elements: lfind, lsearch, and trees.

typedef __SIZE_TYPE__ size_t;
typedef int plica_compare(const void *a, const void *b);

void *malloc(size_t size);
void free(void *block);

void *lfind(const void *key, const void *list, size_t *count, size_t size, plica_compare *compare) {
    for (size_t i = 0; i < *count; i++)
        if (compare(key, (const char *)list + i * size) == 0) return (char *)list + i * size;
    return 0;
}

void *lsearch(const void *key, void *list, size_t *count, size_t size, plica_compare *compare) {
    void *found = lfind(key, list, count, size, compare);
    if (found) return found;
    return __builtin_memcpy((char *)list + size * (*count)++, key, size);
}

/* The first member is the key, as whoever uses the result expects. */
struct plica_node { const void *key; struct plica_node *left, *right; };

static struct plica_node **plica_place(const void *key, struct plica_node **at, plica_compare *compare) {
    while (*at) {
        int order = compare(key, (*at)->key);
        if (order == 0) break;
        at = order < 0 ? &(*at)->left : &(*at)->right;
    }
    return at;
}

void *tsearch(const void *key, struct plica_node **root, plica_compare *compare) {
    if (!root) return 0;
    struct plica_node **at = plica_place(key, root, compare);
    if (*at) return *at;
    struct plica_node *new = malloc(sizeof *new);
    if (new) *new = (struct plica_node){key, 0, 0};
    return *at = new;
}

void *tfind(const void *key, struct plica_node *const *root, plica_compare *compare) {
    return root ? *plica_place(key, (struct plica_node **)root, compare) : 0;
}

void *tdelete(const void *restrict key, struct plica_node **restrict root, plica_compare *compare) {
    if (!root || !*root) return 0;
    struct plica_node **at = root, *parent = *root;
    for (int order; *at && (order = compare(key, (*at)->key)); at = order < 0 ? &(*at)->left : &(*at)->right) parent = *at;
    struct plica_node *gone = *at;
    if (!gone) return 0;
    if (!gone->left || !gone->right) {
        *at = gone->left ? gone->left : gone->right;
    } else {
        struct plica_node **next = &gone->right;
        while ((*next)->left) next = &(*next)->left;
        struct plica_node *moved = *next;
        *next = moved->right;
        moved->left = gone->left;
        moved->right = gone->right;
        *at = moved;
    }
    void *result = parent == gone ? (void *)root : parent; /* above the root there is none, but it is not null */
    free(gone);
    return result;
}

static void plica_walk(const struct plica_node *node, void (*visit)(const void *, int, int), int depth) {
    if (!node->left && !node->right) {
        visit(node, 3, depth);
        return;
    }
    visit(node, 0, depth);
    if (node->left) plica_walk(node->left, visit, depth + 1);
    visit(node, 1, depth);
    if (node->right) plica_walk(node->right, visit, depth + 1);
    visit(node, 2, depth);
}
void twalk(const struct plica_node *root, void (*visit)(const void *, int, int)) {
    if (root && visit) plica_walk(root, visit, 0);
}
void tdestroy(struct plica_node *root, void (*release)(void *)) {
    if (!root) return;
    tdestroy(root->left, release);
    tdestroy(root->right, release);
    release((void *)root->key);
    free(root);
}

/* Lists that are linked both ways: the first two members of an element. */
struct plica_element { struct plica_element *next, *previous; };

void insque(void *element, void *behind) {
    struct plica_element *new = element, *before = behind;
    if (!before) {
        *new = (struct plica_element){0, 0};
        return;
    }
    *new = (struct plica_element){before->next, before};
    if (before->next) before->next->previous = new;
    before->next = new;
}
void remque(void *element) {
    struct plica_element *old = element;
    if (old->next) old->next->previous = old->previous;
    if (old->previous) old->previous->next = old->next;
}

/* The one hash table, as a list: where in it an element is shows nowhere. */
struct plica_item { char *key; void *data; };
/* struct hsearch_data as glibc has it. */
struct plica_table { struct plica_item *items; unsigned room, count; };
static struct plica_table plica_only_table;

int strcmp(const char *a, const char *b);
int *__errno_location(void);

/* More elements fit than were asked for, by how much is the system's choice: here up to the next prime. */
static size_t plica_fits(size_t room) {
    for (room |= 1;; room += 2) {
        size_t divisor = 3;
        while (divisor * divisor <= room && room % divisor) divisor += 2;
        if (divisor * divisor > room) return room;
    }
}
int hcreate_r(size_t room, struct plica_table *table) {
    if (!table || table->items) return 0;
    room = room < 0xffffffff ? plica_fits(room < 3 ? 3 : room) : 0;
    struct plica_item *items = room ? malloc(room * sizeof *items) : 0;
    if (!items) return *__errno_location() = 12, 0;
    *table = (struct plica_table){items, (unsigned)room, 0};
    return 1;
}
void hdestroy_r(struct plica_table *table) {
    free(table->items);
    table->items = 0;
}
int hsearch_r(struct plica_item item, int action, struct plica_item **found, struct plica_table *table) {
    *found = 0;
    for (unsigned i = 0; i < table->count; i++)
        if (strcmp(table->items[i].key, item.key) == 0) return *found = &table->items[i], 1;
    if (action != 1) return *__errno_location() = 3, 0;
    if (table->count == table->room) return *__errno_location() = 12, 0;
    table->items[table->count] = item;
    *found = &table->items[table->count++];
    return 1;
}
int hcreate(size_t room) { return hcreate_r(room, &plica_only_table); }
void hdestroy(void) { hdestroy_r(&plica_only_table); }
struct plica_item *hsearch(struct plica_item item, int action) {
    struct plica_item *found;
    return hsearch_r(item, action, &found, &plica_only_table) ? found : 0;
}
