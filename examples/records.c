/* A library without a main: nobody says with which records its functions are called.
 *
 *     plica check --each-function examples/records.c
 *
 * tries each of them with all there can be, and shows three errors: `append` forgets the first record, whatever it is
 * given; `share` divides by a count that may be 0; and a record may be missing.
 */
struct record {
    int key, count;
    struct record *next;
};

static struct record *last;

void append(struct record *r) {
    last->next = r;
    last = r;
}

static int count_of(const struct record *r) {
    return r->count;
}

int share(const struct record *r, unsigned char sum) {
    return sum / count_of(r);
}

int key_of(const struct record *r, int otherwise) {
    return r ? r->key : otherwise;
}
