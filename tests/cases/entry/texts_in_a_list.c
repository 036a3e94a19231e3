// What is known of a text that comes into being within a loop stays known when paths meet: it is no empty array.
// run: check --entry find --entry-objects 2 --entry-elements 2
// verdict: holds
#include <string.h>
struct item {
  struct item *next;
  char *name;
};
struct item *find(struct item *list, const char *name) {
  if (!name) return 0;
  for (int i = 0; i < 2 && list && list->name && strcmp(name, list->name) != 0; i++) list = list->next;
  return list;
}
