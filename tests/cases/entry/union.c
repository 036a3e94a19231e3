// Which member of a union is in use is not known: a pointer in it leads nowhere.
// run: check --entry first
// verdict: undecided
// reason: followed as a pointer of which the type is not known
union any {
  long number;
  char *text;
};
char first(union any *u) { return u ? u->text[0] : 0; }
