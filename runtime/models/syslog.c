//! Messages to the system's log: what they are put together from is read as when they are sent, and they lead nowhere.
//!
//! Oblivious to who reads the log. Invariant: a message that the mask holds back is not looked at.

typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list plica_va_list;

#define PLICA_NDELAY 0x08
#define PLICA_PERROR 0x20
#define PLICA_MESSAGE 64 /* so many bytes the text of an error has at most, with its end */

unsigned plica_uint(const char *name);
int dprintf(int descriptor, const char *restrict format, ...);
int vdprintf(int descriptor, const char *restrict format, plica_va_list arguments);
int __plica_vdprintf(int descriptor, const char *format, plica_va_list arguments);
void *plica_system_block(size_t size);
void plica_system_release(void *block);
void plica_system_premise(const char *what);
char *strerror_r(int error, char *to, size_t size);
int *__errno_location(void);

static const char *plica_identity;
static int plica_options, plica_mask = 255;

/* The way to the log may be closed, which nobody is told but by errno. */
static void plica_leave_error(int error) {
    int left = (int)(plica_uint("errno left by syslog") % 134u);
    *__errno_location() = left ? left : error;
}

/* The text is kept where it is, so it has to be there with each message. */
void openlog(const char *identity, int options, int facility) {
    (void)facility;
    plica_identity = identity;
    plica_options = options;
    if (options & PLICA_NDELAY) plica_leave_error(*__errno_location());
}
void closelog(void) { plica_identity = 0; }

int setlogmask(int mask) {
    int old = plica_mask;
    if (mask) plica_mask = mask;
    return old;
}

/* How many %m may be in a format: told without a branch for each character, as they may be inputs. */
static size_t plica_errors_in(const char *format, size_t length) {
    size_t count = 0;
    for (size_t i = 1; i < length; i++) count += (size_t)((format[i - 1] == '%') & (format[i] == 'm'));
    return count;
}

/* The format with a text in place of each %m; no such text holds a %. */
static void plica_put_errors(char *to, const char *format, const char *text) {
    for (; *format; format++) {
        *to++ = *format;
        if (*format != '%' || !format[1]) continue;
        if (*++format == 'm') {
            to--;
            for (const char *from = text; *from; from++) *to++ = *from;
        } else {
            *to++ = *format;
        }
    }
    *to = 0;
}

/* On standard error goes what a message says; how it begins and ends there is the system's. */
static void plica_send(const char *format, plica_va_list arguments) {
    if (!(plica_options & PLICA_PERROR)) {
        __plica_vdprintf(-1, format, arguments);
        return;
    }
    plica_system_premise("how messages of syslog look on standard error is made up");
    dprintf(2, "%s: ", plica_identity ? plica_identity : "program");
    vdprintf(2, format, arguments);
    dprintf(2, "\n");
}

void vsyslog(int priority, const char *format, plica_va_list arguments) {
    if (!((unsigned)plica_mask >> (priority & 7) & 1)) return;
    int error = *__errno_location();
    size_t length = __builtin_strlen(format), errors = plica_errors_in(format, length);
    if (plica_identity) __builtin_strlen(plica_identity);
    if (!errors) {
        plica_send(format, arguments);
    } else {
        char room[PLICA_MESSAGE], *whole = plica_system_block(length + errors * PLICA_MESSAGE + 1);
        plica_put_errors(whole, format, plica_options & PLICA_PERROR ? strerror_r(error, room, sizeof room) : "");
        plica_send(whole, arguments);
        plica_system_release(whole);
    }
    plica_leave_error(error);
}
void __vsyslog_chk(int priority, int flag, const char *format, plica_va_list arguments) {
    (void)flag;
    vsyslog(priority, format, arguments);
}

#define PLICA_LOG                                                                                                      \
    plica_va_list arguments;                                                                                           \
    __builtin_va_start(arguments, format);                                                                             \
    vsyslog(priority, format, arguments);                                                                              \
    __builtin_va_end(arguments);

void syslog(int priority, const char *format, ...) { PLICA_LOG }
void __syslog_chk(int priority, int flag, const char *format, ...) {
    (void)flag;
    PLICA_LOG
}
