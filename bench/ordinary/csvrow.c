//! CSV row of N unknown bytes with quoted fields, parsed into fields and written again: the second parse gives
//! the same.
//! Verdict: holds.
#include "../small/small.h"
#include <string.h>
#ifndef N
#define N 10
#endif
#define MAXF (N + 1)
#define BUF (4 * N + 8)
struct row { int n; int len[MAXF + 1]; char text[MAXF + 1][N + 1]; };

static int parse(const char *s, int n, struct row *r) {
  int i = 0;
  r->n = 0;
  for (;;) {
    int l = 0;
    if (i < n && s[i] == '"') {
      i++;
      for (;;) {
        if (i >= n) return -1;
        if (s[i] == '"') {
          if (i + 1 < n && s[i + 1] == '"') { r->text[r->n][l++] = '"'; i += 2; continue; }
          i++;
          break;
        }
        r->text[r->n][l++] = s[i++];
      }
    } else while (i < n && s[i] != ',') {
      if (s[i] == '"') return -1;
      r->text[r->n][l++] = s[i++];
    }
    r->len[r->n++] = l;
    if (i >= n) return 0;
    if (s[i++] != ',') return -1;
  }
}
static int put(const struct row *r, char *o) {
  int n = 0;
  for (int f = 0; f < r->n; f++) {
    int quote = 0;
    if (f) o[n++] = ',';
    for (int i = 0; i < r->len[f]; i++) if (r->text[f][i] == '"' || r->text[f][i] == ',') quote = 1;
    if (quote) o[n++] = '"';
    for (int i = 0; i < r->len[f]; i++) {
      if (r->text[f][i] == '"') o[n++] = '"';
      o[n++] = r->text[f][i];
    }
    if (quote) o[n++] = '"';
  }
  return n;
}
int main(void) {
  char s[N], o[BUF]; SYM(s);
  static struct row a, b;
  if (parse(s, N, &a) < 0) return 0;
  int m = put(&a, o);
  ASSERT(m <= N);
  ASSERT(parse(o, m, &b) == 0);
  ASSERT(a.n == b.n);
  for (int f = 0; f < a.n; f++) {
    ASSERT(a.len[f] == b.len[f]);
    ASSERT(memcmp(a.text[f], b.text[f], a.len[f]) == 0);
  }
  return 0;
}
