// Compared with what the system's library makes of it: what it prints.
#include <string>
#include <vector>
#include <deque>
#include <list>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <queue>
#include <stack>
#include <optional>
#include <variant>
#include <tuple>
#include <functional>
#include <memory>
#include <algorithm>
#include <numeric>
#include <string_view>
#include <array>
#include <bitset>
#include <forward_list>
#include <cstdio>
#include <any>
#include <chrono>
#include <random>
#include <cmath>
#include <iterator>
#include <utility>
struct S { int v; std::string n; bool operator<(const S &o) const { return v < o.v; } };
int main() {
  std::string s = "hello"; s += " world"; s.insert(3, "xyz"); printf("%s %zu %zu\n", s.c_str(), s.find("wor"), s.rfind('l'));
  printf("%s %d %ld %g\n", s.substr(2, 5).c_str(), std::stoi("42"), std::stol("-7"), std::stod("2.5"));
  printf("%s %s\n", std::to_string(123).c_str(), std::to_string(-5L).c_str());
  try { std::stoi("x"); } catch (std::invalid_argument &e) { printf("inv %s\n", e.what()); }
  try { std::stoi("99999999999"); } catch (std::out_of_range &e) { printf("oor %s\n", e.what()); }
  try { s.at(100); } catch (std::out_of_range &e) { printf("%s\n", e.what()); }
  std::vector<int> v; for (int i = 0; i < 20; i++) v.push_back(i * 7 % 20);
  std::sort(v.begin(), v.end()); v.erase(v.begin() + 3); v.insert(v.begin(), 99); for (int x : v) printf("%d ", x); puts("");
  try { v.at(50); } catch (std::exception &e) { printf("%s\n", e.what()); }
  std::stable_sort(v.begin(), v.end(), std::greater<int>()); std::reverse(v.begin(), v.end()); printf("%d %d\n", v[0], (int)std::accumulate(v.begin(), v.end(), 0));
  std::deque<int> d; for (int i = 0; i < 200; i++) { d.push_back(i); if (i % 3 == 0) d.push_front(-i); } printf("%d %d %zu\n", d.front(), d.back(), d.size());
  std::list<int> l{3,1,2}; l.sort(); l.reverse(); l.splice(l.begin(), std::list<int>{9,8}); for (int x : l) printf("%d ", x); puts("");
  std::forward_list<int> fl{3,1,2}; fl.sort(); for (int x : fl) printf("%d ", x); puts("");
  std::map<std::string,int> m; m["b"]=2; m["a"]=1; m["c"]=3; m.erase("b"); for (auto &p : m) printf("%s=%d ", p.first.c_str(), p.second); puts("");
  std::map<int,int> big; for (int i = 0; i < 100; i++) big[i * 37 % 101] = i; for (int i = 0; i < 50; i++) big.erase(i * 3); printf("%zu %d\n", big.size(), big.begin()->first); for (auto &p : big) printf("%d,", p.first); puts("");
  std::set<S> st{{3,"c"},{1,"a"}}; st.insert({2,"b"}); for (auto &x : st) printf("%s", x.n.c_str()); puts("");
  std::multiset<int> ms{1,1,2}; printf("%zu\n", ms.count(1));
  std::unordered_map<std::string,int> um; for (int i = 0; i < 30; i++) um[std::to_string(i)] = i; printf("%zu %d %zu\n", um.size(), um["7"], um.bucket_count());
  std::unordered_set<int> us; for (int i = 0; i < 100; i++) us.insert(i*i); printf("%zu %zu\n", us.size(), us.count(81));
  std::priority_queue<int> pq; for (int i : {3,9,2}) pq.push(i); printf("%d\n", pq.top());
  std::stack<int> sk; sk.push(1); std::queue<int> q; q.push(2); printf("%d %d\n", sk.top(), q.front());
  std::optional<int> o; printf("%d\n", o.value_or(4)); try { o.value(); } catch (std::bad_optional_access &e) { printf("%s\n", e.what()); }
  std::variant<int,std::string> va = "x"; try { std::get<int>(va); } catch (std::exception &e) { printf("%s\n", e.what()); } std::visit([](auto &x) { (void)x; puts("visit"); }, va);
  std::tuple<int,double> t{1,2.5}; printf("%g\n", std::get<1>(t)); std::function<int(int)> f = [&](int x) { return x + v[0]; }; printf("%d\n", f(1));
  auto u = std::make_unique<S>(S{1,"u"}); auto sp = std::make_shared<S>(S{2,"s"}); auto sp2 = sp; std::weak_ptr<S> w = sp; printf("%ld %d\n", sp.use_count(), (int)w.expired());
  std::string_view sv = s; printf("%d\n", (int)sv.substr(0, 3).size()); std::array<int,3> a{1,2,3}; printf("%d\n", *std::max_element(a.begin(), a.end()));
  std::bitset<10> bs(5); printf("%s %zu\n", bs.to_string().c_str(), bs.count());
  std::any an = 5; printf("%d\n", std::any_cast<int>(an)); try { std::any_cast<double>(an); } catch (std::bad_any_cast &e) { printf("%s\n", e.what()); }
  std::mt19937 gen(5); printf("%u\n", (unsigned)gen());
  auto it = std::lower_bound(v.begin(), v.end(), 10); printf("%d\n", (int)(it - v.begin()));
  std::vector<std::string> words{"one","two","three"}; std::sort(words.begin(), words.end()); for (auto &x : words) printf("%s ", x.c_str()); puts("");
  std::vector<bool> vb(10); vb[3] = true; printf("%d\n", (int)std::count(vb.begin(), vb.end(), true));
  printf("%d %d\n", s.compare("hello"), (int)(s == "x")); std::hash<std::string> hs; printf("%zu\n", hs("abc"));
  printf("%d\n", std::gcd(12, 18));
  return 0;
}
