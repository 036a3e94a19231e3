//! What the models of files share: contents, names, openings and streams.
//!
//! A descriptor is an index into `plica_descriptors`, which leads to an opening (position and mode), which leads to a
//! content. Descriptors that were duplicated share the opening, names that were opened twice share the content.
//! Oblivious to how streams buffer: nothing is held back.

typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list plica_va_list;

#define PLICA_EOF (-1)
#define PLICA_DESCRIPTORS 32

enum plica_errno {
    PLICA_ENOENT = 2, PLICA_EINTR = 4, PLICA_EIO = 5, PLICA_EBADF = 9, PLICA_EAGAIN = 11, PLICA_EACCES = 13,
    PLICA_EEXIST = 17, PLICA_ENOTDIR = 20, PLICA_EISDIR = 21, PLICA_EINVAL = 22, PLICA_EMFILE = 24, PLICA_ENOTTY = 25,
    PLICA_ENOSPC = 28, PLICA_ESPIPE = 29, PLICA_ERANGE = 34, PLICA_ENOTEMPTY = 39, PLICA_ECONNREFUSED = 111
};

/* Modes of open() as Linux has them. */
enum plica_mode { PLICA_RDONLY = 0, PLICA_WRONLY = 1, PLICA_RDWR = 2, PLICA_ACCESS = 3, PLICA_CREAT = 0100,
                  PLICA_EXCL = 0200, PLICA_TRUNC = 01000, PLICA_APPEND = 02000, PLICA_DIRECTORY = 0200000 };

enum plica_kind {
    PLICA_REGULAR,
    PLICA_FOLDER,
    PLICA_PIPE,   /* what was written and not yet read */
    PLICA_STREAM, /* of characters from outside, which come once */
    PLICA_CONSOLE /* standard output and standard error */
};

struct plica_content {
    unsigned char *bytes;
    unsigned size; /* so many bytes are known */
    unsigned room; /* so many fit into the block */
    unsigned limit; /* the content ends there, if `bounded` */
    enum plica_kind kind;
    int open;    /* does more follow, of which nothing is known? */
    int bounded; /* is it known where that ends? */
    int vague;   /* was something read that is not kept? Then nothing that was read is. */
    int fixed;   /* does the block belong to the program? */
    unsigned mode;
    unsigned writers; /* of a pipe */
    unsigned links;
    long times[4]; /* of access and modification, where the program has set them */
    unsigned number;
    int made;     /* did the program make it? */
    int is_owned; /* is it known whose it is, and who may use it? */
    unsigned user, group;
    const char *name;
    char **to; /* of a stream that makes a block for the program: where it is told */
    size_t *length;
};

/* What a name is known to lead to: null for nothing. */
struct plica_entry {
    struct plica_entry *next;
    struct plica_content *content;
    char *name;
};

struct plica_opening {
    struct plica_content *content;
    unsigned long position;
    unsigned users;
    int mode;
    int lock; /* of flock(): 1 shared, 2 alone */
};

/* Laid out as glibc's: programs look into it (gnulib does), and find that nothing is held back. */
struct _IO_FILE {
    unsigned : 4, at_end : 1, failed : 1, : 26;
    char *nothing_held_back[13];
    int descriptor; /* the executor's output functions read this field */
    char of_glibc[80];
    int pushed_back; /* a character, or -1 */
    int wide;
    char more_of_glibc[12];
};
typedef struct _IO_FILE plica_file;

/* Does another process of this program run (fork.c), which may do something at any time, or has the program waited for
   one, so that this has been done? */
extern enum plica_sharing { PLICA_ALONE, PLICA_BESIDE_OTHERS, PLICA_AFTER_OTHERS } plica_sharing;
/* Is there what a child could tell it by at any time: shared memory, connected sockets? */
extern int plica_shares_with_children;
/* A path that asks this ends undecided. */
void plica_asks_what_another_process_has_done(void);

extern plica_file *stdin, *stdout, *stderr;
extern struct plica_opening *plica_descriptors[PLICA_DESCRIPTORS];
extern struct plica_entry *plica_entries;

/* So many bytes have to be within the room that a function has: see fortify.c. */
void __plica_check_room(const char *function, size_t needed, size_t room);

/* The executor's: see crates/plica-exec/src/builtin/files.rs. */
int plica_file_choice(const char *name, const char *what);
int plica_file_error(const char *name, const char *what);
unsigned char plica_file_byte(const char *name);
unsigned char plica_file_byte_at(const char *name, unsigned position);
unsigned plica_file_size(const char *name);
const char *plica_given_name(int file);
unsigned char *plica_given_bytes(int file);
unsigned plica_given_size(int file);
void plica_print_bytes(int descriptor, const void *from, size_t size);
void *plica_system_block(size_t size);
void plica_system_release(void *block);
/* It is not to be written from now on. */
void plica_system_constant(void *block);
/* Has no model: a path that protects memory ends there. */
void __plica_protects_memory(void);
void plica_exit(int status);
/* The system is like this where it could be otherwise: named with `holds`. */
void plica_system_premise(const char *what);

int *__errno_location(void);
void *malloc(size_t size);
void free(void *block);

/* errno.c */
int plica_fail(int error);

/* descriptors.c */
struct plica_opening *plica_opening_of(int descriptor);
int plica_new_descriptor(struct plica_content *content, int mode);
struct plica_content *plica_new_content(enum plica_kind kind, const char *name);
int plica_release(int descriptor);

/* contents.c */
int plica_has_byte(struct plica_content *content, unsigned long position);
int plica_next_byte(struct plica_opening *opening);
long plica_read_bytes(struct plica_opening *opening, void *to, size_t count, int whole);
int plica_is_unknown(struct plica_opening *opening);
void plica_guess(struct plica_opening *opening);
unsigned plica_size_of(struct plica_content *content);

/* written.c */
long plica_write_bytes(struct plica_opening *opening, const void *from, size_t count);
int plica_grow(struct plica_content *content, unsigned long size);
void plica_fit(struct plica_content *content);
int plica_resize(struct plica_content *content, unsigned long size);

/* closing.c, opening.c, redirected.c */
long plica_seek(struct plica_opening *opening, long offset, int whence);
plica_file *plica_stream(int descriptor);
int plica_mode(const char *text);
void plica_redirect(void);

/* What openat() and its kin do, whose last argument is there only where a file may be made. */
#define PLICA_OPEN(folder)                                                                                             \
    unsigned permissions = 0;                                                                                          \
    if (mode & PLICA_CREAT) {                                                                                          \
        plica_va_list arguments;                                                                                       \
        __builtin_va_start(arguments, mode);                                                                           \
        permissions = __builtin_va_arg(arguments, unsigned);                                                           \
        __builtin_va_end(arguments);                                                                                   \
    }                                                                                                                  \
    name = plica_at(folder, name);                                                                                     \
    if (!name) return -1;                                                                                              \
    plica_redirect();                                                                                                  \
    return plica_open_name(name, mode, permissions);

/* names.c */
struct plica_entry *plica_find(const char *name);
#define PLICA_HERE (-100) /* AT_FDCWD: where the program stands */
const char *plica_at(int folder, const char *name);
int plica_stand_in(const char *name);
const char *plica_absolute(const char *name);
extern unsigned plica_mask;
int plica_open_name(const char *name, int mode, unsigned permissions);
char *plica_copy_text(const char *text);
