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
    if (parent == gone) parent = *root;
    free(gone);
    return parent;
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
