// A function that a class only declares is called while its base is destroyed: that, and not what type it has.
// run: check --checks all
// verdict: violated
// error: abort at 7
struct base {
    virtual ~base() { call(); }
    void call() { f(1); }
    virtual int f(int) = 0;
};
struct derived : base {
    int f(int) override { return 2; }
};
int main() { derived d; }
