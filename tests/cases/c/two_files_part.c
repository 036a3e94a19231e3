// helper
int shared = 1;

static int factor(void) { return 3; }

int scaled(int n) { return factor() * n + shared; }
