// What the library keeps in globals is not what a function of one's own is given.
// run: check --entry complain --entry-globals any
// verdict: holds
#include <stdio.h>
#include <string.h>
static int complaints;
int complain(void) {
  char text[] = "a,b";
  fprintf(stderr, "%d\n", complaints);
  return strtok(text, ",") != NULL && stdout != NULL ? complaints : 0;
}
