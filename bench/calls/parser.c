//! Parser: a string that must parse as a small Pascal-like program, such as
//! "program p; function f(i); begin i := f end; begin end.".
//!
//!     program    = "program" identifier ";" { function } block "."
//!     function   = "function" identifier "(" identifier ")" ";" block ";"
//!     block      = "begin" [ assignment { ";" assignment } ] "end"
//!     assignment = identifier ":=" identifier
//!
//! After Anand, Godefroid, Tillmann: Demand-Driven Compositional Symbolic Execution, 2008. Every function takes a place in the
//! text and gives the place behind what it has read, or -1. The string has SIZE characters at most (-DSIZE=50); blanks may
//! stand between words, and behind a key word there has to be one.
//! Where calls in place drown: blanks, letters of names and the choices of the grammar multiply at every place.
//! Verdict: violated (a string that parses).
#include "plica.h"

#ifndef SIZE
#define SIZE 50
#endif

static char text[SIZE + 1];

static int isLetter(char c) { return c >= 'a' && c <= 'z'; }

static int blanks(int at) {
    while (text[at] == ' ') at++;
    return at;
}

static int symbol(int at, const char *symbol) {
    at = blanks(at);
    for (int i = 0; symbol[i] != 0; i++, at++)
        if (text[at] != symbol[i]) return -1;
    return at;
}

static int keyword(int at, const char *word) {
    at = symbol(at, word);
    return at >= 0 && isLetter(text[at]) ? -1 : at;
}

static int identifier(int at) {
    at = blanks(at);
    if (!isLetter(text[at])) return -1;
    while (isLetter(text[at])) at++;
    return at;
}

static int assignment(int at) {
    at = identifier(at);
    if (at >= 0) at = symbol(at, ":=");
    if (at >= 0) at = identifier(at);
    return at;
}

static int block(int at) {
    at = keyword(at, "begin");
    if (at < 0) return -1;
    int end = keyword(at, "end");
    if (end >= 0) return end;
    at = assignment(at);
    while (at >= 0) {
        end = keyword(at, "end");
        if (end >= 0) return end;
        at = symbol(at, ";");
        if (at >= 0) at = assignment(at);
    }
    return -1;
}

/* From behind the word "function" on. */
static int function(int at) {
    at = identifier(at);
    if (at >= 0) at = symbol(at, "(");
    if (at >= 0) at = identifier(at);
    if (at >= 0) at = symbol(at, ")");
    if (at >= 0) at = symbol(at, ";");
    if (at >= 0) at = block(at);
    if (at >= 0) at = symbol(at, ";");
    return at;
}

static int program(int at) {
    at = keyword(at, "program");
    if (at >= 0) at = identifier(at);
    if (at >= 0) at = symbol(at, ";");
    while (at >= 0) {
        int head = keyword(at, "function");
        if (head < 0) break;
        at = function(head);
    }
    if (at >= 0) at = block(at);
    if (at >= 0) at = symbol(at, ".");
    return at;
}

int main(void) {
    plica_make_symbolic(text, SIZE, "text");
    int end = program(0);
    if (end >= 0 && text[end] == 0) plica_error("a program");
    return 0;
}
