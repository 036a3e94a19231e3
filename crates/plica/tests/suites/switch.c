int __VERIFIER_nondet_int(void);
int main(void) {
  int stack[4] = {0}, top = 0;
  for (int step = 0; step < 3; step++) {
    switch (__VERIFIER_nondet_int()) {
    case 1:
      if (top < 4)
        stack[top++] = step;
      break;
    case 2:
      if (top > 0)
        top--;
      break;
    case 9:
      return stack[0];
    default:
      break;
    }
  }
  return top;
}
