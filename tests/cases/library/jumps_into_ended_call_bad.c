// verdict: violated
// error: invalid-builtin at 9
// A jump into a call that has returned is undefined. A native run goes wrong somewhere else, which does not contradict
// the error: it was taken back as unconfirmed.
#include <setjmp.h>
static jmp_buf env;
static int arm(void) { return setjmp(env); }
int main(void) {
    if (arm() == 0) longjmp(env, 1);
    return 0;
}
