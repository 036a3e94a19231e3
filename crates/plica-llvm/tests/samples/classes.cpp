#include <string>
#include <vector>
#include <map>
#include <stdexcept>
struct A { virtual ~A() {} virtual int f(int x) const { return x; } int m; };
struct B : virtual A { int f(int x) const override { if (x < 0) throw std::runtime_error("neg"); return x*2; } };
struct C : B { long z; int f(int) const override { return 3; } };
template<class T> T mx(T a, T b) { return a < b ? b : a; }
int g; static std::string s = "abc";
thread_local std::vector<int> tv;
int main(int argc, char **argv) { A *a = new C; std::vector<int> v{1,2,3}; std::map<std::string,int> m; m["x"] = 3; 
 try { for (int i : v) g += a->f(i - 2); } catch (std::exception &e) { g = 1; } catch (...) { throw; }
 auto l = [&](int x) { return x + g; }; delete a; int C::*pm = nullptr; int (A::*pf)(int) const = &A::f; C c; tv.push_back((c.*pf)(1));
 return mx(l(3), (int)(dynamic_cast<B*>((A*)&c) != nullptr)); }
