// A static function as where execution starts.
// run: check --entry quotient
// verdict: violated
// error: division-by-zero at 5
static int quotient(int a) { return 10 / a; }
int main(void) { return quotient(1); }
