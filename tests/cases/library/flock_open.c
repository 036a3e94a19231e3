// verdict: undecided
// A lock that the program itself holds is waited for.
#include <fcntl.h>
#include <sys/file.h>

int main(void) {
    int one = creat("file", 0600), other = creat("file", 0600);
    if (one < 0 || other < 0) return 1;
    if (flock(one, LOCK_EX) == 0) flock(other, LOCK_EX);
    return 0;
}
