// Compared with what the system's library makes of it: what it prints.
#include <exception>
#include <stdexcept>
#include <typeinfo>
#include <string>
#include <cstdio>
#include <memory>
#include <functional>
#include <new>
struct V { virtual ~V() noexcept(false) {} };
struct L : virtual V { int l = 1; }; struct R : virtual V { int r = 2; };
struct M : L, R { int m = 3; };
struct N1 { int n1; virtual ~N1(){} }; struct N2 : N1 {}; struct N3 : N1 {}; struct N4 : N2, N3 {};
struct Pr : private std::exception {};
template<class F> void t(const char *name, F f) {
  try { f(); printf("%s: none\n", name); }
  catch (const char *s) { printf("%s: text %s\n", name, s ? s : "null"); }
  catch (V &v) { printf("%s: V %d\n", name, dynamic_cast<M*>(&v) ? dynamic_cast<R&>(v).r : -1); }
  catch (N1 &) { printf("%s: N1\n", name); }
  catch (const std::exception &e) { printf("%s: exception %s\n", name, e.what()); }
  catch (void *p) { printf("%s: void* %d\n", name, p != nullptr); }
  catch (const N1 *) { printf("%s: const N1*\n", name); }
  catch (...) { printf("%s: other %d\n", name, std::uncaught_exceptions()); }
}
struct Out { const char *n; Out(const char *s) : n(s) {} ~Out() { printf("~%s %d\n", n, std::uncaught_exceptions()); } };
static void g() { Out a("a"); try { Out b("b"); throw 1; } catch (int) { Out c("c"); throw; } }
struct Init { Out o; int x; Init(int i) try : o("member"), x(i) { if (i) throw i; } catch (int k) { printf("ctor %d\n", k); } };
static std::exception_ptr keep;
static Out global("global");
int main() {
  t("text", [] { throw "abc"; });
  t("virtual", [] { throw M(); });
  t("vl", [] { throw L(); });
  t("ambiguous", [] { throw N4(); });
  t("n2", [] { throw N2(); });
  t("n3p", [] { static N3 n; throw &n; });
  t("private", [] { throw Pr(); });
  t("int*", [] { static int i; throw &i; });
  t("int const*", [] { static const int i = 1; throw &i; });
  t("nullptr", [] { throw nullptr; });
  t("logic", [] { throw std::logic_error("bad"); });
  t("runtime", [] { throw std::out_of_range(std::string("far ") + std::to_string(12)); });
  t("cast", [] { M m; V &v = m; (void)dynamic_cast<N1&>(v); });
  t("typeid", [] { M *m = nullptr; V *volatile v = m; typeid(*v).name(); });
  t("rethrow", [] { g(); });
  t("nested", [] { try { throw 1; } catch (int) { try { throw 2.0; } catch (double d) { printf("double %g\n", d); } throw; } });
  t("init", [] { Init i(4); });
  t("bad", [] { std::function<int()> f; f(); });
  t("weak", [] { std::weak_ptr<int> w; std::shared_ptr<int> s(w); });
  t("ptr", [] { try { throw std::runtime_error("kept"); } catch (...) { keep = std::current_exception(); } std::rethrow_exception(keep); });
  keep = nullptr;
  t("make", [] { std::rethrow_exception(std::make_exception_ptr(std::length_error("len"))); });
  try { try { throw std::runtime_error("inner"); } catch (...) { std::throw_with_nested(std::logic_error("outer")); } }
  catch (std::exception &e) { printf("%s\n", e.what()); try { std::rethrow_if_nested(e); } catch (std::exception &i) { printf("%s\n", i.what()); } }
  M m; V &v = m; L &l = m;
  printf("%d %d %d %d\n", typeid(v) == typeid(M), typeid(l) == typeid(R), (int)(dynamic_cast<void*>(&l) == &m), dynamic_cast<R*>(&l) == &m);
  printf("%s %zu\n", typeid(m).name(), typeid(int).hash_code());
  printf("%d\n", typeid(int).before(typeid(long)));
  static Out local("local");
  return 0;
}
