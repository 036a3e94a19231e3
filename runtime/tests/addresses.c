//! addresses.c and presentation.c against the C library: addresses as texts and as numbers.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include "tables.h"

LIKE(htonl) LIKE(htons) LIKE(ntohl) LIKE(ntohs) LIKE(inet_aton) LIKE(inet_addr) LIKE(inet_ntoa) LIKE(inet_pton) LIKE(inet_ntop)
LIKE(inet_lnaof) LIKE(inet_netof) LIKE(inet_makeaddr) LIKE(inet_network)

int plica_file_choice(const char *name, const char *what) { return (void)name, (void)what, 0; }
unsigned char plica_file_byte(const char *name) { return (void)name, 0; }

static void texts(void) {
    char *four = random_text("0123456789.x 1.2", 14), *six = random_text("0123:::abf1.2", 24);
    if (random_below(3) == 0) sprintf(four = realloc(four, 40), "%d.%d.%d.%d", random_below(300), random_below(300), random_below(9), random_below(300));
    struct in_addr one = {7}, two = {7};
    int known = inet_aton(four, &two);
    CHECK_FOR(!model_inet_aton(four, &one) == !known && (!known || one.s_addr == two.s_addr), four);
    CHECK_FOR(model_inet_addr(four) == inet_addr(four), four);
    CHECK_FOR(model_inet_network(four) == inet_network(four), four);
    unsigned char a[16] = {0}, b[16] = {0};
    CHECK_FOR(model_inet_pton(AF_INET, four, a) == inet_pton(AF_INET, four, b) && memcmp(a, b, 16) == 0, four);
    CHECK_FOR(model_inet_pton(AF_INET6, six, a) == inet_pton(AF_INET6, six, b) && memcmp(a, b, 16) == 0, six);
    free(four), free(six);
}

static void numbers(void) {
    unsigned char bytes[16] = {0};
    char a[64] = "", b[64] = "";
    int groups = random_below(9);
    for (int i = 0; i < groups; i++) {
        int at = 2 * random_below(8);
        bytes[at] = (unsigned char)(random_below(2) ? 0 : random_below(256)), bytes[at + 1] = (unsigned char)random_below(256);
    }
    if (random_below(8) == 0) bytes[10] = bytes[11] = 255;
    for (int round = 0; round < 2; round++) {
        int family = round ? AF_INET : AF_INET6;
        socklen_t size = (socklen_t)random_below(48);
        const char *one = model_inet_ntop(family, bytes, a, size), *two = inet_ntop(family, bytes, b, size);
        CHECK_FOR(!one == !two && (!one || strcmp(a, b) == 0), b);
        unsigned char back[16] = {0}, same[16] = {0};
        if (one) CHECK_FOR(model_inet_pton(family, a, back) == 1 && inet_pton(family, a, same) == 1 && memcmp(back, same, 16) == 0, a);
    }
    struct in_addr address = {(in_addr_t)random_bits()};
    CHECK(model_inet_lnaof(address) == inet_lnaof(address) && model_inet_netof(address) == inet_netof(address));
    strcpy(a, model_inet_ntoa(address));
    CHECK(strcmp(a, inet_ntoa(address)) == 0);
    in_addr_t network = (in_addr_t)(random_bits() >> (32 + random_below(32))), host = (in_addr_t)random_bits();
    CHECK(model_inet_makeaddr(network, host).s_addr == inet_makeaddr(network, host).s_addr);
    CHECK((model_htonl)(network) == htonl(network) && (model_ntohl)(host) == ntohl(host));
    CHECK((model_htons)((uint16_t)host) == htons((uint16_t)host) && (model_ntohs)((uint16_t)host) == ntohs((uint16_t)host));
}

int main(void) {
    for (int round = 0; round < 60000; round++) texts(), numbers();
    return check_result();
}
