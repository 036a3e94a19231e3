//! What the databases of the network answer when they are asked for an entry.
//!
//! Invariant: an entry is there or not, and what it says besides what was asked for is any.

#include "files.h"

unsigned plica_uint(const char *name);
void plica_make_symbolic(void *object, size_t size, const char *name);
int strcmp(const char *a, const char *b);

#define PLICA_NAME 8 /* so many bytes a name has at most that comes from the system */

struct plica_service { char *name, **aliases; int port; char *protocol; };
struct plica_protocol { char *name, **aliases; int number; };
struct plica_host { char *name, **aliases; int family, length; char **list; };

static char *plica_none[1], plica_name[PLICA_NAME + 1], plica_way[PLICA_NAME + 1];

static char *plica_text(char *to, const char *name) {
    plica_make_symbolic(to, PLICA_NAME, name);
    to[PLICA_NAME] = 0;
    return to;
}

static struct plica_service *plica_service(char *name, int port, const char *protocol) {
    static struct plica_service service;
    plica_system_premise("entries of services are made up");
    service = (struct plica_service){name, plica_none, port, protocol ? plica_copy_text(protocol) : plica_text(plica_way, "protocol")};
    return &service;
}
/* The port is in the order of the network. */
struct plica_service *getservbyname(const char *name, const char *protocol) {
    __builtin_strlen(name);
    if (plica_file_choice("service", "is not known")) return 0;
    return plica_service(plica_copy_text(name), (int)(plica_uint("port") & 0xffff), protocol);
}
struct plica_service *getservbyport(int port, const char *protocol) {
    if (plica_file_choice("service", "is not known")) return 0;
    return plica_service(plica_text(plica_name, "service"), port, protocol);
}

/* The list of all: perhaps another one, always. */
void setservent(int stays) { (void)stays; }
void endservent(void) {}
struct plica_service *getservent(void) {
    if (!plica_file_choice("services", "are more")) return 0;
    return plica_service(plica_text(plica_name, "service"), (int)(plica_uint("port") & 0xffff), 0);
}

static struct plica_protocol *plica_protocol(char *name, int number) {
    static struct plica_protocol protocol;
    plica_system_premise("entries of protocols are made up");
    protocol = (struct plica_protocol){name, plica_none, number};
    return &protocol;
}
struct plica_protocol *getprotobyname(const char *name) {
    __builtin_strlen(name);
    if (plica_file_choice("protocol", "is not known")) return 0;
    int number = strcmp(name, "tcp") == 0 ? 6 : strcmp(name, "udp") == 0 ? 17 : (int)(plica_uint("protocol") & 255);
    return plica_protocol(plica_copy_text(name), number);
}
struct plica_protocol *getprotobynumber(int number) {
    if (plica_file_choice("protocol", "is not known")) return 0;
    return plica_protocol(plica_text(plica_name, "protocol"), number);
}

void setprotoent(int stays) { (void)stays; }
void endprotoent(void) {}
struct plica_protocol *getprotoent(void) {
    if (!plica_file_choice("protocols", "are more")) return 0;
    return plica_protocol(plica_text(plica_name, "protocol"), (int)(plica_uint("protocol") & 255));
}

struct plica_host *gethostbyaddr(const void *address, unsigned size, int family) {
    static char bytes[16], *list[2] = {bytes, 0};
    static struct plica_host host;
    if (size > sizeof bytes || plica_file_choice("host", "is not found")) return 0;
    plica_system_premise("what gethostbyaddr tells is made up");
    __builtin_memcpy(bytes, address, size);
    host = (struct plica_host){plica_text(plica_name, "host"), plica_none, family, (int)size, list};
    return &host;
}

/* Texts of a host and of a service; EAI_OVERFLOW where there is no room. */
int getnameinfo(const void *restrict address, unsigned size, char *restrict host, unsigned host_size, char *restrict service,
                unsigned service_size, int how) {
    (void)address, (void)size, (void)how;
    char name[PLICA_NAME + 1];
    plica_system_premise("what getnameinfo tells is made up");
    if (plica_file_choice("host", "is not found")) return -2;
    char *const to[2] = {host, service};
    const unsigned room[2] = {host_size, service_size};
    for (int i = 0; i < 2; i++) {
        if (!to[i] || !room[i]) continue;
        size_t length = __builtin_strlen(plica_text(name, i ? "service" : "host"));
        if (length >= room[i]) return -12;
        __builtin_memcpy(to[i], name, length + 1);
    }
    return 0;
}

void sethostent(int stays) { (void)stays; }
void endhostent(void) {}
struct plica_host *gethostent(void) {
    unsigned char address[4];
    for (int i = 0; i < 4; i++) address[i] = plica_file_byte("address");
    return plica_file_choice("hosts", "are more") ? gethostbyaddr(address, 4, 2) : 0;
}

struct plica_network { char *name, **aliases; int family; unsigned number; };

static struct plica_network *plica_network(char *name, unsigned number) {
    static struct plica_network network;
    plica_system_premise("entries of networks are made up");
    network = (struct plica_network){name, plica_none, 2, number};
    return &network;
}
struct plica_network *getnetbyname(const char *name) {
    __builtin_strlen(name);
    return plica_file_choice("network", "is not known") ? 0 : plica_network(plica_copy_text(name), plica_uint("network"));
}
struct plica_network *getnetbyaddr(unsigned number, int family) {
    (void)family;
    return plica_file_choice("network", "is not known") ? 0 : plica_network(plica_text(plica_name, "network"), number);
}
void setnetent(int stays) { (void)stays; }
void endnetent(void) {}
struct plica_network *getnetent(void) {
    return plica_file_choice("networks", "are more") ? plica_network(plica_text(plica_name, "network"), plica_uint("network")) : 0;
}

/* Interfaces: 0 is none. */
unsigned if_nametoindex(const char *name) {
    __builtin_strlen(name);
    if (plica_file_choice("interface", "is not there")) return plica_fail(19), 0u;
    unsigned number = plica_uint("interface");
    return number ? number : 1;
}
char *if_indextoname(unsigned number, char *to) {
    plica_system_premise("what if_indextoname tells is made up");
    if (!number || plica_file_choice("interface", "is not there")) return plica_fail(6), (char *)0;
    return plica_text(to, "interface");
}

/* One interface, and the end of the list. */
struct plica_interface { unsigned number; char *name; };
struct plica_interface *if_nameindex(void) {
    plica_system_premise("what if_nameindex tells is made up");
    if (plica_file_choice("interfaces", "cannot be listed")) return plica_fail(105), (struct plica_interface *)0;
    struct plica_interface *all = malloc(2 * sizeof *all + 16);
    if (!all) return plica_fail(105), all;
    unsigned number = plica_uint("interface");
    all[0] = (struct plica_interface){number ? number : 1, plica_text((char *)(all + 2), "interface")};
    all[1] = (struct plica_interface){0, 0};
    return all;
}
void if_freenameindex(struct plica_interface *all) { free(all); }
