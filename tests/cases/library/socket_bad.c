// verdict: violated
// error: out-of-bounds at 26
// native: no
// A digit that came over the network is used as an index.
#include <netinet/in.h>
#include <string.h>
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    int table[10] = {0}, data = -1;
    char text[4];
    struct sockaddr_in service;
    int s = socket(AF_INET, SOCK_STREAM, IPPROTO_TCP);
    if (s == -1) return 0;
    memset(&service, 0, sizeof service);
    service.sin_family = AF_INET;
    service.sin_addr.s_addr = inet_addr("127.0.0.1");
    service.sin_port = htons(27015);
    if (connect(s, (struct sockaddr *)&service, sizeof service) == -1) return 0;
    long n = recv(s, text, sizeof text - 1, 0);
    if (n <= 0) return 0;
    text[n] = 0;
    data = text[0] - '0';
    if (data >= 0) table[data] = 1;
    close(s);
    return table[0];
}
