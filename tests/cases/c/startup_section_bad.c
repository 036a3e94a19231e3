// verdict: violated
// error: null-dereference at 4
static int *p;
static void start(void) { *p = 1; }
__attribute__((section(".init_array"), used)) static void (*const started)(void) = start;

int main(void) { return 0; }
