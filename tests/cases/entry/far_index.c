// However far an element is from the first, it belongs to the object that the pointer leads to.
// run: check --entry next
// verdict: violated
// error: null-dereference at 13
// error: out-of-bounds at 13
struct token {
  int type, start, end, size;
};
void next(unsigned *place, struct token *tokens, unsigned count) {
  struct token *token;
  if (!place || *place >= count) return;
  token = &tokens[(*place)++];
  token->start = token->end = -1;
}
