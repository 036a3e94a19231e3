//! native_replay.c: answers a program's inputs from a test case, in a native build.
//!
//! It is linked into the program under analysis by `--confirm native` and `plica replay`. Every symbol is weak, so that
//! a program's own definition wins, but for functions that mark errors: this file is linked first, and its own are
//! taken. Inputs are taken in the order of the test case, whatever they are called.
//! Events go to standard error, one a line, fields separated by tabs, for crates/plica/src/native to read:
//!     plica-replay: <TAB> error <TAB> kind <TAB> file <TAB> line <TAB> function <TAB> message
//!     plica-replay: <TAB> note <TAB> assumption-failed | inputs-exhausted | size-mismatch <TAB> text
//! It is oblivious to how the program was built. Invariant: it never makes up an input but zero, and says so when it
//! does.
#define _GNU_SOURCE
#include <elf.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The functions of the C library that calls of the program's objects do not get to directly: the linker is told with
   --wrap, so that __wrap_F is called for F, and __real_F is F. */
extern char *__real_getenv(const char *name);
extern void *__real_malloc(size_t size), *__real_realloc(void *block, size_t size);

#define WEAK __attribute__((weak))
#define NORETURN __attribute__((noreturn))

/* Prints the call stack; there when the program is built with a sanitizer. */
extern void __sanitizer_print_stack_trace(void) WEAK;

/* The exit statuses of a run that this file ends; crates/plica/src/native/mod.rs knows them. */
enum { EXIT_ERROR = 97, EXIT_ASSUMPTION = 98, EXIT_NO_TEST = 96 };

/* The test case: its bytes, and the position of the next object. */
static unsigned char *test_bytes;
static size_t test_size, test_at;
static uint32_t objects_left;

static NORETURN void no_test(const char *why) {
  fprintf(stderr, "plica-replay:\tnote\tno-test\t%s\n", why);
  _exit(EXIT_NO_TEST);
}

static uint32_t read_u32(void) {
  if (test_size - test_at < 4) no_test("the test case is cut off");
  const unsigned char *b = test_bytes + test_at;
  test_at += 4;
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static const unsigned char *read_bytes(uint32_t *length) {
  *length = read_u32();
  if (test_size - test_at < *length) no_test("the test case is cut off");
  const unsigned char *bytes = test_bytes + test_at;
  test_at += *length;
  return bytes;
}

static void load_test(void) {
  if (test_bytes) return;
  const char *path = __real_getenv("PLICA_KTEST");
  if (!path) no_test("PLICA_KTEST names no test case");
  FILE *file = fopen(path, "rb");
  if (!file) no_test("the test case cannot be opened");
  size_t room = 1 << 12;
  /* Freed never: the sanitizers' leak check runs with this pointer still in a static variable. */
  test_bytes = __real_malloc(room);
  for (size_t n; test_bytes && (n = fread(test_bytes + test_size, 1, room - test_size, file)) > 0;) {
    test_size += n;
    if (test_size == room) test_bytes = __real_realloc(test_bytes, room *= 2);
  }
  fclose(file);
  if (!test_bytes) no_test("out of memory");
  if (test_size < 5 || memcmp(test_bytes, "KTEST", 5) != 0) no_test("not a .ktest file");
  test_at = 5;
  uint32_t version = read_u32(), length;
  for (uint32_t left = read_u32(); left > 0; left--) read_bytes(&length);
  if (version >= 2) {
    read_u32();
    read_u32();
  }
  objects_left = read_u32();
}

/* What the program reads from standard input and from files: of that the test case has each character, and whether the
   file is there. It is put into files before the program starts, and passed over where other inputs are asked for. */

struct file {
  struct file *next;
  const unsigned char *name;
  uint32_t length;
};

static struct file *files;

/* Is the object part of the file of this name? Its characters are NAME[N], all of them NAME, what happens to it is
   NAME and more. */
static int is_part(const unsigned char *object, uint32_t length, const void *name, uint32_t size) {
  static const char start[] = "size of ";
  if (length > sizeof start - 1 && memcmp(object, start, sizeof start - 1) == 0) {
    object += sizeof start - 1;
    length -= (uint32_t)sizeof start - 1;
  }
  return length >= size && memcmp(object, name, size) == 0 &&
         (length == size || object[size] == '[' || object[size] == ' ');
}

static int is_of_file(const unsigned char *object, uint32_t length) {
  for (struct file *file = files; file; file = file->next)
    if (is_part(object, length, file->name, file->length)) return 1;
  return is_part(object, length, "stdin", 5);
}

static void skip_files(void) {
  while (objects_left > 0) {
    size_t at = test_at;
    uint32_t length;
    const unsigned char *name = read_bytes(&length);
    if (!is_of_file(name, length)) {
      test_at = at;
      return;
    }
    read_bytes(&length);
    objects_left--;
  }
}

/* Puts what the test case has of a file there. */
static void fill_file(FILE *to, const void *file, uint32_t size) {
  size_t start = test_at;
  uint32_t all = UINT32_MAX;
  const unsigned char *content = 0;
  uint32_t content_length = 0;
  for (uint32_t i = 0; i < objects_left; i++) {
    uint32_t length, count;
    const unsigned char *name = read_bytes(&length), *bytes = read_bytes(&count);
    if (!is_part(name, length, file, size)) continue;
    if (name[0] == 's' && length == size + 8 && count == 4 && memcmp(name, "size of ", 8) == 0)
      all = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    else if (length == size) content = bytes, content_length = count;
    else if (name[size] == '[') fwrite(bytes, 1, count, to);
  }
  if (content) fwrite(content, 1, all < content_length ? all : content_length, to);
  test_at = start;
}

/* The length of the name of the file of which an object says that; 0 if it says something else. */
static uint32_t says(const unsigned char *object, uint32_t length, const char *what) {
  size_t size = strlen(what);
  return length > size && memcmp(object + length - size, what, size) == 0 ? length - (uint32_t)size : 0;
}

/* Goes to the folder of the run's own, and makes the file there; where it is said that it cannot be made there is a
   folder in its place. */
static void make_file(const struct file *file, int is_there, int is_in_the_way) {
  const char *folder = __real_getenv("PLICA_FILES");
  char path[256];
  if (!folder) return;
  mkdir(folder, 0700);
  if (chdir(folder) != 0) no_test("the folder for files is not there");
  if (file->length >= sizeof path || file->length == 0 || file->name[0] == '/') return;
  memcpy(path, file->name, file->length);
  path[file->length] = 0;
  /* What leads out of the folder is not the run's own. */
  if (strstr(path, "..")) return;
  for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(path, 0700);
    *slash = '/';
  }
  if (is_in_the_way) mkdir(path, 0700);
  if (!is_there) return;
  FILE *to = fopen(path, "wb");
  /* What the test case has as a file may be the folder of another one. */
  if (!to && strchr(path, '/')) return;
  if (!to) no_test("a file of the test case cannot be made");
  fill_file(to, file->name, file->length);
  fclose(to);
}

/* Before the program starts. */
__attribute__((constructor)) static void make_files(void) {
  if (!__real_getenv("PLICA_KTEST")) return;
  load_test();
  size_t start = test_at;
  int reads = 0;
  for (uint32_t i = 0; i < objects_left; i++) {
    uint32_t length, count;
    const unsigned char *name = read_bytes(&length), *bytes = read_bytes(&count);
    reads |= is_part(name, length, "stdin", 5);
    uint32_t there = says(name, length, " exists"), in_the_way = says(name, length, " cannot be made");
    if (count != 1 || (!there && !in_the_way)) continue;
    struct file *file = __real_malloc(sizeof *file);
    if (!file) no_test("out of memory");
    *file = (struct file){files, name, there ? there : in_the_way};
    files = file;
    size_t at = test_at;
    test_at = start;
    make_file(file, there && (bytes[0] & 1), in_the_way && (bytes[0] & 1));
    test_at = at;
  }
  test_at = start;
  if (!reads) return;
  int descriptor = memfd_create("stdin", 0);
  FILE *to = descriptor < 0 ? 0 : fdopen(dup(descriptor), "wb");
  if (!to) no_test("standard input cannot be made");
  fill_file(to, "stdin", 5);
  fclose(to);
  lseek(descriptor, 0, SEEK_SET);
  dup2(descriptor, 0);
  close(descriptor);
}

/* The next input: `size` bytes into `to`. */
static void next_input(void *to, size_t size, const char *name) {
  load_test();
  skip_files();
  memset(to, 0, size);
  if (objects_left == 0) {
    fprintf(stderr, "plica-replay:\tnote\tinputs-exhausted\t%s\n", name ? name : "");
    return;
  }
  objects_left--;
  uint32_t name_length, length;
  const unsigned char *object_name = read_bytes(&name_length);
  const unsigned char *bytes = read_bytes(&length);
  if (length != size)
    fprintf(stderr, "plica-replay:\tnote\tsize-mismatch\t%s wants %zu bytes, the test case has %u in %.*s\n",
            name ? name : "an input", size, length, (int)name_length, (const char *)object_name);
  memcpy(to, bytes, length < size ? length : size);
}

static NORETURN void error(const char *kind, const char *file, unsigned line, const char *function, const char *message) {
  fflush(stdout);
  fprintf(stderr, "plica-replay:\terror\t%s\t%s\t%u\t%s\t%s\n", kind, file ? file : "", line, function ? function : "",
          message ? message : "");
  if (__sanitizer_print_stack_trace) __sanitizer_print_stack_trace();
  _exit(EXIT_ERROR);
}

static void assume(int condition) {
  if (condition) return;
  fflush(stdout);
  fprintf(stderr, "plica-replay:\tnote\tassumption-failed\t\n");
  if (__sanitizer_print_stack_trace) __sanitizer_print_stack_trace();
  _exit(EXIT_ASSUMPTION);
}

/* Is the next object of the test case called this? */
static int is_next(const char *name) {
  load_test();
  skip_files();
  if (objects_left == 0) return 0;
  size_t at = test_at;
  uint32_t length;
  const unsigned char *bytes = read_bytes(&length);
  test_at = at;
  return length == strlen(name) && memcmp(bytes, name, length) == 0;
}

/* A choice that a test case has only where it was one: whether something happens. */
static int happens(const char *name) {
  unsigned char value = 0;
  if (is_next(name)) next_input(&value, 1, name);
  return value & 1;
}

/* Allocation that may fail (--allocation may-fail). */

#define ALLOCATION(type, function, name, failed, parameters, arguments)                                                  \
  extern WEAK type __real_##function parameters;                                                                         \
  type __wrap_##function parameters { return happens(name " fails") ? (type)failed : __real_##function arguments; }
ALLOCATION(void *, malloc, "malloc", 0, (size_t size), (size))
ALLOCATION(void *, calloc, "calloc", 0, (size_t count, size_t size), (count, size))
ALLOCATION(void *, realloc, "realloc", 0, (void *block, size_t size), (block, size))
ALLOCATION(void *, valloc, "valloc", 0, (size_t size), (size))
ALLOCATION(void *, memalign, "memalign", 0, (size_t alignment, size_t size), (alignment, size))
ALLOCATION(void *, aligned_alloc, "aligned_alloc", 0, (size_t alignment, size_t size), (alignment, size))
ALLOCATION(int, posix_memalign, "posix_memalign", 12, (void **to, size_t alignment, size_t size), (to, alignment, size))
ALLOCATION(char *, strdup, "malloc", 0, (const char *text), (text))
ALLOCATION(char *, strndup, "malloc", 0, (const char *text, size_t limit), (text, limit))
ALLOCATION(int, vasprintf, "malloc", -1, (char **to, const char *format, va_list list), (to, format, list))
ALLOCATION(void *, _ZnwmRKSt9nothrow_t, "new", 0, (size_t size, const void *nothrow), (size, nothrow))
ALLOCATION(void *, _ZnamRKSt9nothrow_t, "new", 0, (size_t size, const void *nothrow), (size, nothrow))

int __wrap_asprintf(char **to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = __wrap_vasprintf(to, format, list);
  va_end(list);
  return count;
}

/* The environment: what the test case says, the same whenever it is asked for; else a variable is not set. */

struct variable {
  struct variable *next;
  char *name, *value;
};

static struct variable *variables;

/* Memory of our own. It is kept in static variables, so that the sanitizers' leak check finds it. */
static char *own(size_t size) {
  char *block = __real_malloc(size);
  if (!block) no_test("out of memory");
  return block;
}

static char *variable(const char *name) {
  /* The name as plica writes it, as far as nothing in it has to be escaped. */
  size_t room = strlen(name) + sizeof "getenv(\"\") is set";
  char *what = own(room), *asked = own(room), *value = 0;
  snprintf(what, room, "getenv(\"%s\")", name);
  snprintf(asked, room, "getenv(\"%s\") is set", name);
  if (happens(asked) && is_next(what)) {
    size_t at = test_at;
    uint32_t length;
    read_bytes(&length);
    read_bytes(&length);
    test_at = at;
    value = own(length + 1u);
    value[length] = 0;
    next_input(value, length, what);
  }
  free(what);
  free(asked);
  return value;
}

char *__wrap_getenv(const char *name) {
  for (struct variable *known = variables; known; known = known->next)
    if (strcmp(known->name, name) == 0) return known->value;
  struct variable *new = (struct variable *)own(sizeof *new);
  char *copy = strcpy(own(strlen(name) + 1), name);
  *new = (struct variable){variables, copy, variable(name)};
  variables = new;
  return new->value;
}

char *__wrap_secure_getenv(const char *name) { return __wrap_getenv(name); }

/* The entry's parameters, when the run does not start at main: called by the generated main. */
void plica_replay_parameter(void *to, size_t size, const char *name) { next_input(to, size, name); }

/* What parameters that are pointers lead to. In the test case an address is a number that says which piece is meant;
   here each piece has a block of its own, and one that the test case says nothing of has one that is as good as any. */

enum { SIZE_OF_OTHERS = 64 };

struct piece {
  struct piece *next;
  uint64_t address;
  unsigned char *block;
  size_t size;
};

static struct piece *pieces;
/* The piece behind the one that is being read is this global. */
static uint64_t global_address;

static struct piece *find_piece(uint64_t address) {
  struct piece *known = pieces;
  while (known && known->address != address) known = known->next;
  return known;
}

static unsigned char *note_piece(uint64_t address, unsigned char *block, size_t size) {
  if (address == 0 || find_piece(address)) no_test("two pieces of the memory of the inputs have one address");
  struct piece *new = (struct piece *)own(sizeof *new);
  *new = (struct piece){pieces, address, block, size};
  return (pieces = new)->block;
}

static unsigned char *piece(uint64_t address, size_t size) {
  if (address == 0) return 0;
  struct piece *known = find_piece(address);
  if (known) return known->block;
  unsigned char *block = (unsigned char *)own(size);
  memset(block, 0, size);
  return note_piece(address, block, size);
}

static uint64_t number(const unsigned char *bytes) {
  uint64_t n = 0;
  for (int i = 7; i >= 0; i--) n = n << 8 | bytes[i];
  return n;
}

/* Functions and globals of the program are found by their names in the executable's own table of symbols, which has the
   static ones too. */
static unsigned char *executable;
static size_t executable_size;

static const void *part_of_executable(uint64_t at, uint64_t size) {
  return at <= executable_size && size <= executable_size - at ? executable + at : 0;
}

/* The first function with this name, or the only global of that size or more, as an address in the file; 0 if there is
   none. */
static uint64_t symbol(const char *name, size_t length, int type, uint64_t least) {
  uint64_t found = 0;
  const Elf64_Ehdr *head = (const Elf64_Ehdr *)part_of_executable(0, sizeof *head);
  if (!head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_ident[EI_CLASS] != ELFCLASS64) return 0;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)part_of_executable(head->e_shoff, head->e_shnum * sizeof *sections);
  for (int i = 0; sections && i < head->e_shnum; i++) {
    const Elf64_Shdr *table = &sections[i];
    if (table->sh_type != SHT_SYMTAB || table->sh_link >= head->e_shnum) continue;
    const Elf64_Sym *symbols = (const Elf64_Sym *)part_of_executable(table->sh_offset, table->sh_size);
    const Elf64_Shdr *strings = &sections[table->sh_link];
    const char *names = (const char *)part_of_executable(strings->sh_offset, strings->sh_size);
    for (uint64_t n = 0; symbols && names && n < table->sh_size / sizeof *symbols; n++) {
      uint64_t at = symbols[n].st_name;
      if (ELF64_ST_TYPE(symbols[n].st_info) != type || !symbols[n].st_value || symbols[n].st_size < least ||
          at >= strings->sh_size || length >= strings->sh_size - at || memcmp(names + at, name, length) != 0 ||
          names[at + length])
        continue;
      if (type == STT_FUNC) return symbols[n].st_value;
      if (found && found != symbols[n].st_value) no_test("two globals of the program have the same name");
      found = symbols[n].st_value;
    }
  }
  return found;
}

void plica_replay_memory(void);
WEAK void *__asan_region_is_poisoned(void *from, size_t size);

static unsigned char *named(const unsigned char *name, size_t length, int type, uint64_t least) {
  FILE *file = executable ? 0 : fopen("/proc/self/exe", "rb");
  if (file) {
    fseek(file, 0, SEEK_END);
    executable_size = (size_t)ftell(file);
    rewind(file);
    executable = (unsigned char *)own(executable_size + 1);
    executable_size = fread(executable, 1, executable_size, file);
    fclose(file);
  }
  const char *own_name = "plica_replay_memory";
  uint64_t wanted = executable ? symbol((const char *)name, length, type, least) : 0;
  uint64_t here = executable ? symbol(own_name, strlen(own_name), STT_FUNC, 0) : 0;
  if (!wanted || !here) no_test("a function or a global of the test case is not there");
  /* Where the file is loaded is the same distance from its addresses for all of it. */
  unsigned char *there = (unsigned char *)((uintptr_t)plica_replay_memory - here + wanted);
  /* The sanitizer puts room behind globals that the table of symbols counts. */
  if (least && __asan_region_is_poisoned && __asan_region_is_poisoned(there, least))
    no_test("a global of the test case is not there in that size");
  return there;
}

/* A piece of the description, from `at`, which is moved behind it; see MEMORY in plica-report. The first round makes
   the blocks, the second fills them, so that all addresses are known. */
static void read_piece(const unsigned char *bytes, size_t length, size_t *at, int fill) {
  if (length - *at < 24) no_test("the memory of the inputs is cut off");
  uint64_t address = number(bytes + *at), size = number(bytes + *at + 8), pointers = number(bytes + *at + 16);
  size_t list = *at + 24;
  if (pointers == UINT64_MAX) {
    if (size > length - list) no_test("the memory of the inputs is cut off");
    if (!fill) note_piece(address, named(bytes + list, size, STT_FUNC, 0), 0);
    *at = list + size;
    return;
  }
  if (pointers == UINT64_MAX - 1) {
    if (size > length - list || length - list - size < 24) no_test("the memory of the inputs is cut off");
    const unsigned char *next = bytes + list + size;
    if (number(next) != address || number(next + 16) >= UINT64_MAX - 1) no_test("a global without a value");
    if (!fill) note_piece(address, named(bytes + list, size, STT_OBJECT, number(next + 8)), number(next + 8));
    global_address = address;
    *at = list + size;
    return;
  }
  if (pointers > (length - list) / 8 || size > length - list - 8 * pointers)
    no_test("the memory of the inputs is cut off");
  const unsigned char *content = bytes + list + 8 * pointers;
  *at = list + 8 * pointers + size;
  if (!fill) {
    /* A global has a block already. */
    if (address != global_address || !address) note_piece(address, own(size), size);
    global_address = 0;
    return;
  }
  unsigned char *block = piece(address, size);
  memcpy(block, content, size);
  for (uint64_t i = 0; i < pointers; i++) {
    uint64_t offset = number(bytes + list + 8 * i);
    if (size < 8 || offset > size - 8) no_test("a pointer outside of the memory of the inputs");
    unsigned char *to = piece(number(content + offset), SIZE_OF_OTHERS);
    memcpy(block + offset, &to, sizeof to);
  }
}

/* Before all parameters: called by the generated main. */
void plica_replay_memory(void) {
  const char *name = "memory of the inputs";
  if (!is_next(name)) return;
  objects_left--;
  uint32_t length;
  read_bytes(&length);
  const unsigned char *bytes = read_bytes(&length);
  for (int fill = 0; fill < 2; fill++)
    for (size_t at = 0; at < length;) read_piece(bytes, length, &at, fill);
}

/* The entry, if it is static: called by the generated main. */
void *plica_replay_function(const char *name) {
  return named((const unsigned char *)name, strlen(name), STT_FUNC, 0);
}

void *plica_replay_pointer(const char *name) {
  uint64_t address;
  next_input(&address, sizeof address, name);
  return piece(address, SIZE_OF_OTHERS);
}

/* What of a long double is its value: on x86-64 the rest is padding. */
#define LONG_DOUBLE_BYTES (__LDBL_MANT_DIG__ == 64 ? 10 : sizeof(long double))

/* SV-COMP, and CBMC, for which any function without a body whose name begins with nondet_ is an input. */

#define NONDET(suffix, type)                                                                                            \
  WEAK type __VERIFIER_nondet_##suffix(void) {                                                                          \
    type value;                                                                                                         \
    next_input(&value, sizeof value, "__VERIFIER_nondet_" #suffix);                                                     \
    return value;                                                                                                       \
  }                                                                                                                     \
  WEAK type nondet_##suffix(void) { return __VERIFIER_nondet_##suffix(); }
NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(unchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(unsigned_int, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(size_t, size_t)
NONDET(loff_t, long long)
NONDET(sector_t, unsigned long)
NONDET(S8, int8_t)
NONDET(S16, int16_t)
NONDET(S32, int32_t)
NONDET(S64, int64_t)
NONDET(U8, uint8_t)
NONDET(U16, uint16_t)
NONDET(U32, uint32_t)
NONDET(U64, uint64_t)
NONDET(u8, uint8_t)
NONDET(u16, uint16_t)
NONDET(u32, uint32_t)
NONDET(u64, uint64_t)
NONDET(float, float)
NONDET(double, double)
#define NONDET_LONG(suffix)                                                                                            \
  WEAK long double __VERIFIER_nondet_##suffix(void) {                                                                   \
    long double value = 0;                                                                                              \
    next_input(&value, LONG_DOUBLE_BYTES, "__VERIFIER_nondet_" #suffix);                                                \
    return value;                                                                                                       \
  }                                                                                                                     \
  WEAK long double nondet_##suffix(void) { return __VERIFIER_nondet_##suffix(); }
NONDET_LONG(longdouble)
NONDET_LONG(long_double)
NONDET(pointer, void *)
NONDET(pchar, char *)
#ifdef __SIZEOF_INT128__
NONDET(int128, __int128)
NONDET(uint128, unsigned __int128)
#endif

WEAK _Bool __VERIFIER_nondet_bool(void) {
  unsigned char value;
  next_input(&value, 1, "__VERIFIER_nondet_bool");
  return value & 1;
}
WEAK _Bool nondet_bool(void) { return __VERIFIER_nondet_bool(); }
WEAK void __VERIFIER_nondet_memory(void *to, size_t size) { next_input(to, size, "__VERIFIER_nondet_memory"); }
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}
WEAK void __VERIFIER_assume(int condition) { assume(condition != 0); }
WEAK void __VERIFIER_assert(int condition) {
  if (!condition) error("assertion-failure", 0, 0, 0, "__VERIFIER_assert");
}
void __VERIFIER_error(void) { error("error-call", 0, 0, 0, "__VERIFIER_error"); }
/* Programs define it with any body, often none at all. */
void reach_error(void) { error("error-call", 0, 0, 0, "reach_error"); }

/* CBMC. */

WEAK void __CPROVER_assume(int condition) { assume(condition != 0); }
WEAK void __CPROVER_assert(int condition, const char *text) {
  if (!condition) error("assertion-failure", 0, 0, 0, text);
}
WEAK void __CPROVER_precondition(int condition, const char *text) { __CPROVER_assert(condition, text); }
WEAK void __CPROVER_postcondition(int condition, const char *text) { __CPROVER_assert(condition, text); }
WEAK void __CPROVER_cover(int condition) { (void)condition; }

/* The C library's assertion: as it is, but in a line that is easy to read. */
WEAK NORETURN void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
  error("assertion-failure", file, line, function, expression);
}

/* plica.h. */

#define INPUT(suffix, type)                                                                                             \
  WEAK type plica_##suffix(const char *name) {                                                                          \
    type value;                                                                                                         \
    next_input(&value, sizeof value, name);                                                                             \
    return value;                                                                                                       \
  }
INPUT(char, char)
INPUT(schar, signed char)
INPUT(uchar, unsigned char)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(int, int)
INPUT(uint, unsigned)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)
INPUT(size, size_t)
INPUT(float, float)
INPUT(double, double)

WEAK long double plica_long_double(const char *name) {
  long double value = 0;
  next_input(&value, LONG_DOUBLE_BYTES, name);
  return value;
}

WEAK _Bool plica_bool(const char *name) {
  unsigned char value;
  next_input(&value, 1, name);
  return value & 1;
}
WEAK int plica_range(int low, int high, const char *name) {
  int value;
  next_input(&value, sizeof value, name);
  assume(low <= value && value < high);
  return value;
}
WEAK void plica_make_symbolic(void *object, size_t size, const char *name) { next_input(object, size, name); }
WEAK void plica_assume(int condition) { assume(condition != 0); }
/* A macro of plica.h: this is for programs that declare it themselves. */
WEAK void plica_assert(int condition) {
  if (!condition) error("assertion-failure", 0, 0, 0, "an assertion fails");
}
WEAK NORETURN void plica_unreachable(void) { error("unreachable-code", 0, 0, 0, "plica_unreachable"); }
WEAK NORETURN void plica_error(const char *message) { error("error-call", 0, 0, 0, message); }
WEAK NORETURN void plica_silent_exit(void) { exit(0); }
WEAK int plica_is_symbolic(uint64_t value) { return (void)value, 0; }

/* klee/klee.h. */

WEAK void klee_make_symbolic(void *object, size_t size, const char *name) { next_input(object, size, name); }
WEAK int klee_range(int begin, int end, const char *name) { return plica_range(begin, end, name); }
WEAK int klee_int(const char *name) { return plica_int(name); }
WEAK uintptr_t klee_choose(uintptr_t n) {
  uintptr_t value;
  next_input(&value, sizeof value, "klee_choose");
  assume(value < n);
  return value;
}
WEAK void klee_assume(uintptr_t condition) { assume(condition != 0); }
WEAK NORETURN void klee_silent_exit(int status) {
  (void)status;
  exit(0);
}
WEAK NORETURN void klee_abort(void) { error("abort", 0, 0, 0, "klee_abort"); }
WEAK NORETURN void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  (void)suffix;
  error("error-call", file, (unsigned)line, 0, message);
}
WEAK unsigned klee_is_symbolic(uintptr_t n) { return (void)n, 0; }
WEAK unsigned klee_is_replay(void) { return 1; }
WEAK float klee_get_valuef(float expr) { return expr; }
WEAK double klee_get_valued(double expr) { return expr; }
WEAK long klee_get_valuel(long expr) { return expr; }
WEAK long long klee_get_valuell(long long expr) { return expr; }
WEAK int32_t klee_get_value_i32(int32_t expr) { return expr; }
WEAK int64_t klee_get_value_i64(int64_t expr) { return expr; }
WEAK void klee_check_memory_access(const void *address, size_t size) {
  for (size_t i = 0; i < size; i++) (void)((const volatile char *)address)[i];
}
WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_mark_global(void *object) { (void)object; }
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK void klee_merge(void) {}
WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WEAK void klee_stack_trace(void) {}
WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_print_range(const char *name, int value) { (void)name, (void)value; }
WEAK void klee_warning(const char *message) { (void)message; }
WEAK void klee_warning_once(const char *message) { (void)message; }
