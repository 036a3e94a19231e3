//! Numbers and addresses of the network.

#include "files.h"

unsigned htonl(unsigned n) { return __builtin_bswap32(n); }
unsigned ntohl(unsigned n) { return __builtin_bswap32(n); }
unsigned short htons(unsigned short n) { return __builtin_bswap16(n); }
unsigned short ntohs(unsigned short n) { return __builtin_bswap16(n); }

static unsigned plica_digit_of(char c) {
    if (c >= '0' && c <= '9') return (unsigned)(c - '0');
    unsigned letter = (unsigned)(c | 32) - 'a';
    return letter < 6 ? 10 + letter : 16;
}

/* One to four numbers, decimal, octal or hexadecimal, of which the last one fills what is left of the address. */
int inet_aton(const char *text, unsigned *to) {
    unsigned address = 0;
    for (int part = 0;; part++) {
        unsigned base = 10, digits = 0;
        unsigned long value = 0;
        if (text[0] == '0' && (text[1] | 32) == 'x') base = 16, text += 2;
        else if (text[0] == '0') base = 8;
        for (; plica_digit_of(*text) < base; text++, digits++) {
            value = base * value + plica_digit_of(*text);
            if (value > 0xffffffff) return 0;
        }
        if (!digits) return 0;
        if (*text == '.' && part < 3) {
            if (value > 255) return 0;
            address |= (unsigned)value << (24 - 8 * part);
            text++;
            continue;
        }
        if (*text && *text != ' ' && (unsigned)*text - '\t' >= 5u) return 0;
        if (part && value > 0xffffffffu >> 8 * part) return 0;
        if (to) *to = htonl(address | value);
        return 1;
    }
}
unsigned inet_addr(const char *text) {
    unsigned address;
    return inet_aton(text, &address) ? address : ~0u;
}

/* Up to four bytes, in the order of this machine. */
unsigned inet_network(const char *text) {
    unsigned network = 0;
    for (int part = 0; part < 4; part++) {
        unsigned base = 10, value = 0, digits = 0;
        if (*text == '0') base = 8, digits = 1, text++;
        if ((*text | 32) == 'x') base = 16, digits = 0, text++;
        for (; plica_digit_of(*text) < (base == 8 ? 10 : base); text++, digits = 1) {
            if (plica_digit_of(*text) >= base) return ~0u;
            value = base * value + plica_digit_of(*text);
        }
        if (!digits || value > 255) return ~0u;
        network = network << 8 | value;
        if (*text == '.') {
            text++;
            continue;
        }
        while (*text == ' ' || (unsigned)*text - '\t' < 5u) text++;
        return *text ? ~0u : network;
    }
    return ~0u;
}

/* Parts of addresses by their classes: A, B and C have one, two and three bytes for the network. */
static int plica_host_bits(unsigned address) { return address >> 31 == 0 ? 24 : address >> 30 == 2 ? 16 : 8; }
unsigned inet_lnaof(unsigned address) {
    address = ntohl(address);
    return address & ((1u << plica_host_bits(address)) - 1);
}
unsigned inet_netof(unsigned address) {
    address = ntohl(address);
    return address >> plica_host_bits(address);
}
unsigned inet_makeaddr(unsigned network, unsigned host) {
    int bits = network < 128 ? 24 : network < 65536 ? 16 : network < 16777216 ? 8 : 0;
    if (!bits) return htonl(network | host);
    return htonl(network << bits | (host & ((1u << bits) - 1)));
}

const char *inet_ntop(int family, const void *restrict from, char *restrict to, unsigned size);
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
