//! Numbers and addresses of the network.

#include "files.h"

unsigned htonl(unsigned n) { return __builtin_bswap32(n); }
unsigned ntohl(unsigned n) { return __builtin_bswap32(n); }
unsigned short htons(unsigned short n) { return __builtin_bswap16(n); }
unsigned short ntohs(unsigned short n) { return __builtin_bswap16(n); }

/* a.b.c.d in decimal; octal and short forms are told apart by nobody here. */
int inet_aton(const char *text, unsigned *to) {
    unsigned address = 0;
    for (int part = 0; part < 4; part++) {
        unsigned value = 0, digits = 0;
        for (; *text >= '0' && *text <= '9' && digits < 4; text++, digits++) value = 10 * value + (unsigned)(*text - '0');
        if (!digits || value > 255 || *text != (part < 3 ? '.' : 0)) return 0;
        text++;
        address |= value << 8 * part;
    }
    if (to) *to = address;
    return 1;
}
unsigned inet_addr(const char *text) {
    unsigned address;
    return inet_aton(text, &address) ? address : ~0u;
}
int inet_pton(int family, const char *restrict text, void *restrict to) {
    if (family != 2) return plica_fail(97);
    return inet_aton(text, to);
}

const char *inet_ntop(int family, const void *restrict from, char *restrict to, unsigned size) {
    const unsigned char *bytes = from;
    char text[16];
    unsigned n = 0;
    if (family != 2) return plica_fail(97), (const char *)0;
    for (int i = 0; i < 4; i++) {
        if (i) text[n++] = '.';
        if (bytes[i] >= 100) text[n++] = (char)('0' + bytes[i] / 100);
        if (bytes[i] >= 10) text[n++] = (char)('0' + bytes[i] / 10 % 10);
        text[n++] = (char)('0' + bytes[i] % 10);
    }
    text[n++] = 0;
    if (n > size) return plica_fail(PLICA_ENOSPC), (const char *)0;
    for (unsigned i = 0; i < n; i++) to[i] = text[i];
    return to;
}
char *inet_ntoa(unsigned address) {
    static char text[16];
    return (char *)inet_ntop(2, &address, text, sizeof text);
}

/* struct hostent, and struct addrinfo as glibc has it. */
struct plica_host { char *name, **aliases; int family, length; char **list; };
struct plica_address { int flags, family, kind, protocol; unsigned size; void *address; char *name; struct plica_address *next; };

struct plica_host *gethostbyname(const char *name) {
    static unsigned char bytes[4];
    static char *list[2] = {(char *)bytes, 0}, *none[1];
    static struct plica_host host;
    __builtin_strlen(name);
    if (plica_file_choice("host", "is not found")) return 0;
    for (int i = 0; i < 4; i++) bytes[i] = plica_file_byte("address");
    host = (struct plica_host){(char *)name, none, 2, 4, list};
    return &host;
}

int getaddrinfo(const char *name, const char *service, const struct plica_address *hints, struct plica_address **to) {
    (void)service;
    if (name) __builtin_strlen(name);
    if (plica_file_choice("host", "is not found")) return -2;
    unsigned char *address = malloc(16);
    struct plica_address *found = malloc(sizeof *found);
    if (!address || !found) {
        free(address);
        free(found);
        return -10;
    }
    for (int i = 0; i < 16; i++) address[i] = i == 0 ? 2 : i > 1 && i < 8 ? plica_file_byte("address") : 0;
    *found = (struct plica_address){0, 2, hints ? hints->kind : 1, hints ? hints->protocol : 0, 16, address, 0, 0};
    *to = found;
    return 0;
}
void freeaddrinfo(struct plica_address *list) {
    free(list->address);
    free(list);
}
const char *gai_strerror(int error) { return (void)error, "an error of the network"; }
