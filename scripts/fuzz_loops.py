#!/usr/bin/env python3
"""Differential test of folded loops: random programs that are mostly loops, against native enumeration of all their
inputs.

    fuzz_loops.py [--count N] [--seed FIRST] [--limit SECONDS] [--plica PATH] [--keep FOLDER] [--flags ARGS]

A program has checkpoints: places, inside of loops and between them, at which a value is looked at. Natively every input
is run and the values seen at every checkpoint are written down; then plica gets the program with one assertion,
`value != K` at one checkpoint, and K is a value that was seen (violated) or one that was not (holds). Loops that never
end are cut natively after many steps, and such a program only takes part with values that were seen.
A wrong verdict, a panic and a hang count; undecided does not. Exit status 1 when something is wrong."""
import itertools
import json
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from native import arguments, clang, run  # noqa: E402

TYPES = ["signed char", "unsigned char", "unsigned char", "short", "unsigned short", "int", "int", "unsigned", "unsigned", "long"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize=shift-base,alignment", "-fno-sanitize-recover=all"]
NATIVE = r"""
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static jmp_buf out; static unsigned steps, most = 30000, endless, ran, stream_at; static unsigned char stream[8];
static int seen[32][4096]; static unsigned count[32], many[32]; static int want_point = -1, want_value, hit;
static void look(int point, int value) {
  if (point == want_point && value == want_value) hit = 1;
  for (unsigned i = 0; i < count[point]; i++) if (seen[point][i] == value) return;
  if (count[point] == 4096) many[point] = 1; else seen[point][count[point]++] = value;
}
static void tick(void) { if (++steps > most) { endless = 1; longjmp(out, 1); } }
static unsigned char more(void) { if (stream_at == STREAM) longjmp(out, 1); return stream[stream_at++]; }
#define TICK tick();
#define MORE more()
#define LOOK(p, e) look(p, (int)(e));
"""
SYMBOLIC = r"""
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "plica.h"
static unsigned reads;
static unsigned char more(void) { if (reads == STREAM) plica_assume(0); reads++; unsigned char v = plica_uchar("s"); plica_assume(v < STREAM_DOMAIN); return v; }
#define TICK
#define MORE more()
"""


class Program:
    """A program as text with TICK, MORE and LOOK(point, value)."""

    def __init__(self, seed, recursion=0.15):
        self.recursion = recursion
        self.r = r = random.Random(f"loops {seed}")
        self.serial, self.points = 0, 0
        n = r.choice([1, 1, 2, 2, 3])
        sizes = {1: [6, 16, 64, 256], 2: [4, 8, 16], 3: [3, 5, 8]}[n]
        self.inputs = [f"a{i}" for i in range(n)]
        self.domains = [r.choice(sizes) for _ in range(n)]
        self.stream, self.stream_domain = (r.choice([1, 2, 3, 4]), r.choice([2, 3])) if r.random() < 0.3 else (0, 1)
        self.top, self.arrays, self.pointers = [], [], []
        self.readable = list(self.inputs)
        self.writable = []
        self.functions = []
        body = []
        if r.random() < 0.3:
            self.array(self.top, "static ")
        if r.random() < 0.4:
            g, t = self.name("g"), self.type()
            self.top.append(f"static {t} {g};")
            body.append(f"{g} = {r.randrange(4)};")
            self.writable.append(g)
            self.readable.append(g)
        for _ in range(r.randrange(2, 5)):
            v = self.name("v")
            body.append(f"{self.type()} {v} = {r.choice(['0', '0', '1', r.choice(self.inputs), self.expr(1)])};")
            self.writable.append(v)
            self.readable.append(v)
        for _ in range(r.choice([0, 0, 1, 1, 2])):
            self.array(body)
        if r.random() < 0.3:
            self.function()
        if r.random() < self.recursion:
            self.recursive(body)
        for _ in range(r.choice([1, 1, 2, 2, 3]) if r.random() > self.recursion else 0):
            body.append(self.loop(2))
            if r.random() < 0.3:
                body.append(self.statement(0))
            body.append(self.look())
        self.body = "\n  ".join(body)

    def name(self, stem):
        self.serial += 1
        return f"{stem}{self.serial}"

    def type(self):
        return self.r.choice(TYPES)

    def array(self, out, static=""):
        r, a, n, t = self.r, self.name("arr"), self.r.choice([4, 4, 8, 16]), self.type()
        form = r.randrange(4)
        if form == 0 or static:
            init = "{" + ", ".join(str(r.randrange(6)) for _ in range(n)) + "}"
        elif form == 1:
            init = "{0}"
        else:
            init = "{" + ", ".join(r.choice(self.readable) for _ in range(r.randrange(1, n))) + "}"
        out.append(f"{static}{t} {a}[{n}] = {init};")
        if static:  # natively it is run again and again
            out.append(f"static void reset_{a}(void) {{ for (int i = 0; i < {n}; i++) {a}[i] = (i * 7) & 3; }}")
            self.resets = [*getattr(self, "resets", []), f"reset_{a}();"]
        self.arrays.append((a, n))

    def atom(self):
        r = self.r
        x = r.random()
        if x < 0.6:
            return r.choice(self.readable)
        if x < 0.7 and self.arrays:
            return self.element()
        if x < 0.74 and self.pointers:
            p, a, n = r.choice(self.pointers)
            return f"*{p}"
        if x < 0.78 and self.stream:
            return "MORE"
        return str(r.choice([0, 1, 2, 3, 5, 7, 10, 15, 255]))

    def element(self):
        a, n = self.r.choice(self.arrays)
        return f"{a}[{self.small()} & {n - 1}]"

    def small(self):
        r = self.r
        v = r.choice(self.readable)
        return r.choice([v, v, f"({v} + {r.randrange(1, 4)})", f"({v} * {r.choice([2, 3])})", str(r.randrange(4)), f"({v} >> 1)"]).replace("* 2)", "* 2u)").replace("* 3)", "* 3u)").replace(f"({v} +", f"({v} + 0u +")

    def expr(self, fuel=None):
        r = self.r
        fuel = r.choice([0, 1, 1, 2]) if fuel is None else fuel
        if fuel == 0:
            return self.atom()
        a, b = self.expr(fuel - 1), self.expr(fuel - 1)
        w = r.randrange(12)
        if w < 4:
            return f"((unsigned){a} {r.choice(['+', '-', '+', '*'])} {b})"
        if w < 7:
            return f"({a} {r.choice('&|^')} {b})"
        if w == 7:
            return f"((unsigned){a} {r.choice(['<<', '>>'])} ({b} & 7))"
        if w == 8:
            return f"({self.cond(0)} ? {a} : {b})"
        if w == 9:
            return f"({self.type()})({a})"
        if w == 10:
            return f"({a} {r.choice(['/', '%'])} {r.choice([2, 3, 4, 8])})"
        return f"(~{a})"

    def cond(self, fuel=1):
        r = self.r
        c = f"{self.expr(r.choice([0, 0, 1]))} {r.choice(['<', '<=', '>', '==', '!=', '!=', '>='])} {self.expr(0)}"
        if fuel and r.random() < 0.3:
            c = f"({c} {r.choice(['&&', '||'])} {self.cond(0)})"
        return f"({c})"

    def update(self):
        r = self.r
        v = r.choice(self.writable)
        w = r.randrange(16)
        if w < 5:
            return f"{v} = (unsigned long){v} {r.choice('+-')} {r.choice(['1', '1', '2', '3', r.choice(self.inputs)])};"
        if w < 7:
            return f"{v} = (unsigned long){v} + {self.atom()};"
        if w == 7:
            return f"{v} ^= {self.atom()};"
        if w == 8:
            return f"{v} = (unsigned long){v} {r.choice(['* 2', '* 3 + 1', '* 5', '<< 1', '>> 1'])};"
        if w == 9:
            return f"{v} = {self.expr()};"
        if w == 10:
            return f"{v} = {r.choice(self.readable)};"
        if w == 11:
            return f"{v} = -(unsigned long){v};"
        if w == 12 and self.functions:
            return f"{v} = {r.choice(self.functions)}({self.atom()}, {self.atom()});"
        if self.arrays and w > 11:
            return f"{self.element()} {r.choice(['=', '=', '^=', '|='])} {self.expr(r.choice([0, 1]))};"
        return f"{v} = (unsigned long){v} + 1;"

    def look(self):
        p = self.points
        if p >= 14:
            return ""
        self.points += 1
        r = self.r
        e = r.choice([r.choice(self.writable), r.choice(self.readable), self.expr(1), f"({self.expr(0)} == {self.expr(0)})",
                      f"((unsigned){r.choice(self.writable)} - {r.choice(self.readable)})", f"((unsigned){r.choice(self.writable)} + {r.choice(self.readable)})"])
        return f"LOOK({p}, {e})" if "MORE" not in e else f"LOOK({p}, {r.choice(self.readable)})"

    def statement(self, depth):
        r = self.r
        w = r.randrange(20)
        if w < 10:
            return self.update()
        if w < 13:
            other = f" else {{ {self.statement(0)} }}" if r.random() < 0.5 else ""
            return f"if {self.cond()} {{ {self.statement(0)} {self.update() if r.random() < .3 else ''} }}{other}"
        if w < 15 and depth > 0:
            return self.loop(depth - 1)
        if w == 15:
            return self.look()
        if w == 16 and self.pointers:
            p, a, n = r.choice(self.pointers)
            return r.choice([f"*{p} = {self.expr(0)};", f"if ({p} < {a} + {n - 1}) {p}++;", f"{p} = {a} + ({self.small()} & {n - 1});"])
        if w == 17 and self.arrays:
            a, n = r.choice(self.arrays)
            return r.choice([f"memset({a}, {self.atom()}, {r.randrange(1, n)});", f"memcpy({a}, {a} + {n // 2}, {n // 2} * sizeof *{a});",
                             f"{{ unsigned k = {self.small()} & {n - 1}; {a}[k] = {a}[{n - 1} - k]; }}"])
        if w == 18:
            return f"switch ({self.atom()} & 3) {{ case 0: {self.update()} case 1: {self.update()} break; default: {self.update()} }}"
        return self.update()

    def body_of(self, depth, can_continue=True):
        r = self.r
        out = ["TICK"]
        for _ in range(r.choice([1, 1, 2, 2, 3])):
            out.append(self.statement(depth))
        if r.random() < 0.25:
            ways = ["break;"] * 3 + (["continue;"] if can_continue else []) + ["return;", "goto done;"]
            out.insert(r.randrange(1, len(out) + 1), f"if {self.cond()} {r.choice(ways)}")
        if r.random() < 0.3:
            out.insert(r.randrange(1, len(out) + 1), self.look())
        return " ".join(out)

    def loop(self, depth):
        r = self.r
        w = r.randrange(12)
        i, t = self.name("i"), self.type()
        bound = r.choice([r.choice(self.inputs), r.choice(self.inputs), r.choice(self.readable), str(r.choice([3, 5, 10, 17, 100])), self.expr(1)])
        if w < 4:
            step = r.choice(["++", "++", "++", " += 2", " += 3"])
            start = r.choice(["0", "0", "0", "1", r.choice(self.inputs)])
            op = r.choice(["<", "<", "<", "<=", "!="])
            self.readable.append(i)
            inner = self.body_of(depth)
            self.readable.remove(i)
            return f"for ({t} {i} = {start}; {i} {op} ({bound}); {i}{step}) {{ {inner} }}"
        if w == 4:
            self.readable.append(i)
            inner = self.body_of(depth)
            self.readable.remove(i)
            return f"for ({t} {i} = {bound}; {i} {r.choice(['> 0', '!= 0', '>= 1'])}; {i}{r.choice(['--', '--', ' -= 2', ' >>= 1', ' /= 2'])}) {{ {inner} }}"
        if w == 5:
            v = r.choice(self.writable)
            inner = self.body_of(depth)
            return f"while ({v} {r.choice(['!= 0', '> 0', '!= 7', '< 20'])}) {{ {inner} {v} = (unsigned long){v} {r.choice(['- 1', '- 1', '+ 1', '- 2', '>> 1', '/ 3'])}; }}"
        if w == 6:
            inner = self.body_of(depth, False)
            return f"do {{ {inner} }} while {self.cond()};"
        if w == 7:
            inner = self.body_of(depth)
            return f"while {self.cond()} {{ {inner} }}"
        if w == 8 and self.arrays:
            p = self.name("p")
            a, n = r.choice(self.arrays)
            self.readable.append(f"*{p}")
            inner = self.body_of(0)
            self.readable.remove(f"*{p}")
            cond = r.choice([f"{p} < {a} + {n}", f"{p} != {a} + {n}", f"{p} < {a} + ({bound} & {n - 1})", f"{p} < {a} + {n} && *{p} {r.choice(['!= 0', '!= 3', '< 5'])}"])
            change = r.choice(["", f"*{p} = {self.expr(0)};", f"*{p} += {r.choice(self.inputs)};"])
            return f"for (__typeof__(&{a}[0]) {p} = {a}; {cond}; {p}++) {{ {inner} {change} }}"
        if w == 9 and self.arrays:
            a, n = r.choice(self.arrays)
            hit = r.choice([f"{a}[{i}] == {self.atom()}", f"{a}[{i}] > {self.atom()}"])
            do = r.choice(["break;", self.update(), f"{a}[{i}] = {self.atom()};", self.look()])
            return f"for ({t} {i} = 0; {i} < {n}; {i}{r.choice(['++', '++', ' += 2'])}) {{ TICK if ({hit}) {{ {do} }} {self.update() if r.random() < .3 else ''} }}"
        if w == 10 and self.stream:
            v = r.choice(self.writable)
            return f"for (;;) {{ TICK unsigned char x = MORE; if (x == {r.randrange(self.stream_domain)}) break; {v} = (unsigned long){v} {r.choice(['+', '^', '* 3 +'])} x; {self.look()} }}"
        if w == 11:
            label = self.name("again")
            inner = self.body_of(0, False)
            if "break" in inner:
                inner = inner.replace("break;", "goto done;")
            enter = r.choice(["", f"if {self.cond()} goto in_{label};"])
            return f"{enter} {label}: ; {self.update()} in_{label}: ; {inner} if {self.cond()} goto {label};"
        self.readable.append(i)
        inner = self.body_of(depth)
        self.readable.remove(i)
        return f"for ({t} {i} = 0; {i} < {bound}; {i}++) {{ {inner} }}"

    def function(self):
        r, f = self.r, self.name("fun")
        t, v = self.type(), "x"
        form = r.randrange(4)
        keep = self.readable, self.writable, self.arrays, self.pointers, self.stream, self.inputs
        g = [x for x in self.writable if x.startswith("g")]
        if form == 0:   # recursion with an accumulator
            n = r.choice([16, 64, 256])
            self.top.append(f"static unsigned {f}(unsigned n, unsigned x) {{ TICK n %= {n}; if (n == 0) return x; {g[0] + ' ^= x;' if g and r.random() < .5 else ''} return {f}(n - 1, x {r.choice(['+ n', '+ 1', '* 2', '^ n', '+ 3'])}){r.choice([';', ' + 1;', ' + n;', ' * 2;', ' ^ n;'])} }}")
        elif form == 1:
            self.top.append(f"static {t} {f}(unsigned char n, {self.type()} x) {{ {t} s = 0; for (unsigned char i = 0; i < n; i++) {{ TICK if (i == 20) break; s = (unsigned long)s + {r.choice(['x', 'i', '1', 'i * x'])}; }} return s; }}")
        else:
            self.readable, self.writable, self.arrays, self.pointers, self.stream, self.inputs = ["x", "y", *g], g, [], [], 0, ["x", "y"]
            self.top.append(f"static {t} {f}({self.type()} x, {self.type()} y) {{ {self.update() if g else ''} if {self.cond()} return {self.expr(1)}; return {self.expr(1)}; }}")
            self.readable, self.writable, self.arrays, self.pointers, self.stream, self.inputs = keep
        self.functions.append(f)

    def recursive(self, body):
        """A function that calls itself once on each way, and changes globals before, after, and in its last call."""
        r, f, g, h = self.r, self.name("rec"), self.name("g"), self.name("g")
        a = self.name("arr")
        keep = self.readable, self.writable, self.arrays, self.pointers, self.stream, self.inputs, self.functions
        self.top.append(f"static {self.type()} {g}, {h}; static {self.type()} {a}[4];")
        self.stream = self.stream if r.random() < 0.3 else 0
        self.functions, self.pointers = [], []
        self.inputs, self.arrays = ["x", "n"], ([(a, 4)] if r.random() < 0.4 else [])
        self.readable, self.writable = ["x", "n", g, h], [g, h] if r.random() < 0.7 else [g]

        def some(chance, more=()):
            self.readable += more
            plain = [f"{g}++;", f"{g} += 2;", f"{g} = {r.randrange(9)};", f"{g} += n;", f"{h} = {g};", f"{g} = {h} + 1;", f"{h} += {g};", f"{a}[{r.randrange(4)}] = {r.choice(['n', '7', 'x'])};", f"{a}[n & 3] += 1;"]
            out = "" if r.random() > chance else r.choice(plain) if r.random() < 0.7 else self.statement(0)
            if r.random() < 0.15:
                out += self.look()
            for m in more:
                self.readable.remove(m)
            return out

        def value(more=()):
            self.readable += more
            if r.random() < 0.5:
                out = r.choice([g, h, "n", "x", f"{a}[{r.randrange(4)}]", f"{a}[n & 3]"])
                del self.readable[len(self.readable) - len(more):]
                return f"{more[0]} + {out}" if more else out
            out = r.choice([r.choice(self.readable), "0", "x", f"{r.choice(self.readable)} + {self.atom()}", self.expr(1), *more, *more, *(f"{m} + 1" for m in more), *(f"{m} + {self.atom()}" for m in more)])
            for m in more:
                self.readable.remove(m)
            return out

        t = self.type()
        last = r.choice(["n == 0", "n == 0", f"n == 0 || {self.cond(0)}"])
        early = f"if {self.cond(0)} {{ {some(.5)} return {value()}; }}" if r.random() < .3 else ""
        argument = r.choice(["x", "x + 1", "x * 2", "x ^ n", "x + n", g])
        step = r.choice(["n - 1", "n - 1", "n - 1", "n / 2", "n - 2 + (n == 1)"])
        local = r.choice(["n", "x", "0"])
        head = f"static {t} {f}(unsigned char n, unsigned x) {{ TICK "
        inner = f
        if r.random() < .3:
            inner = self.name("rec")
            self.top.append(f"static {t} {f}(unsigned char n, unsigned x);")
            self.top.append(f"static {t} {inner}(unsigned char n, unsigned x) {{ {some(.5)} {t} r = {f}(n, {r.choice(['x', 'x', 'x + 2'])}); {some(.4, ['r'])} return {value(['r'])}; }}")
        self.top.append(head + f"unsigned y = {local}; if ({last}) {{ {some(.7)} {some(.3)} return {value()}; }} {early} {some(.6)} "
                        f"{t} r = {inner}({step}, {argument}); {some(.5, ['r', 'y'])} {some(.2, ['r'])} return {value(['r', 'y'])}; }}")
        self.readable, self.writable, self.arrays, self.pointers, self.stream, self.inputs, self.functions = keep
        v = self.name("v")
        body.append(f"{g} = {r.randrange(3)}; {h} = {r.choice(['0', r.choice(self.inputs)])}; for (int i = 0; i < 4; i++) {a}[i] = {r.choice(['i', '0', self.inputs[0]])};")
        body.append(f"{self.type()} {v} = {f}({r.choice(self.inputs)}, {self.atom()});")
        self.readable += [v, g, h]
        self.writable += [v, g]
        self.arrays.append((a, 4))
        body += [f"LOOK({self.points}, {v})", f"LOOK({self.points + 1}, {g})", f"LOOK({self.points + 2}, {a}[{r.randrange(4)}])"]
        self.points += 3

    def text(self):
        parameters = ", ".join(f"unsigned char {a}" for a in self.inputs)
        resets = " ".join(getattr(self, "resets", []))
        return "\n".join(self.top) + f"\nstatic void prog({parameters}) {{\n  {resets}\n  {self.body}\n  done: ;\n}}\n"

    def native(self):
        loops = "".join(f"for (int {a} = 0; {a} < {d}; {a}++) " for a, d in zip(self.inputs, self.domains))
        names = ", ".join(self.inputs)
        total = self.stream_domain ** self.stream
        given = " ".join(f"{a} = atoi(v[{i + 3}]);" for i, a in enumerate(self.inputs))
        one = f"steps = 0; stream_at = 0; if (!setjmp(out)) {{ prog({names}); ran++; }}"
        return (f"#define STREAM {self.stream}\n" + NATIVE + self.text() + f"int main(int c, char **v) {{ setbuf(stdout, 0);\n"
                f"  if (c > 1) {{ most = 4000000000u; want_point = atoi(v[1]); want_value = atoi(v[2]); static int {' , '.join(self.inputs)}; {given} "
                f"for (int i = {len(self.inputs) + 3}; i < c && i < {len(self.inputs) + 3 + 8}; i++) stream[i - {len(self.inputs) + 3}] = atoi(v[i]); {one} printf(\"%d\\n\", hit); return 0; }}\n"
                f"  {loops}for (int q = 0; q < {total}; q++) {{ int rest = q; for (int j = 0; j < {self.stream}; j++) {{ stream[j] = rest % {self.stream_domain}; rest /= {self.stream_domain}; }} {one} }}\n"
                f'  printf("%u\\n", endless); for (int p = 0; p < {self.points}; p++) {{ printf("%u", many[p]); for (unsigned i = 0; i < count[p]; i++) printf(" %d", seen[p][i]); puts(""); }} return 0;\n}}\n')

    def symbolic(self, point, value):
        reads = "\n  ".join(f'unsigned char {a} = plica_uchar("{a}"); plica_assume({a} < {d});' if d < 256 else f'unsigned char {a} = plica_uchar("{a}");'
                            for a, d in zip(self.inputs, self.domains))
        looks = f"#define LOOK(p, e) LOOK_##p(e)\n" + "\n".join(
            f"#define LOOK_{p}(e) " + (f"assert((int)(e) != {value});" if p == point else "") for p in range(self.points))
        return (f"#define STREAM {self.stream}\n#define STREAM_DOMAIN {self.stream_domain}\n" + SYMBOLIC + looks + "\n" + self.text() +
                f"int main(void) {{\n  {reads}\n  prog({', '.join(self.inputs)});\n  return 0;\n}}\n")


def judge(program, report, breaks, binary, point, value):
    for error in report["errors"]:
        if error["kind"] != "assertion-failure":
            return f"false alarm: {error['kind']} at {error['line']}: {error['message']}"
        if not error["confirmed"]:
            return "an error that is not confirmed"
        given = {i["name"]: i["value"] for i in error["inputs"] if i["name"] != "s"}
        stream = [i["value"] for i in error["inputs"] if i["name"] == "s"]
        ran = run([binary, str(point), str(value), *[given.get(a, "0") for a in program.inputs], *stream], 10)
        # Natively a run may take too long to see whether the assertion fails.
        if ran is not None and ran[0].strip() != "1":
            return f"inputs {given} {stream} do not break the program{'' if breaks else ', nothing does'}"
    if report["verdict"] == "violated":
        return None if breaks else "violated, but nothing breaks it"
    if report["verdict"] == "holds":
        return "WRONG HOLDS" if breaks else None
    return "?" + "; ".join(f"{r['kind']}: {r['text']}" for r in report["reasons"])[:200]


def compare(seed, given, compiler, folder):
    program = Program(seed, given.recursion)
    choose = random.Random(seed)
    stem = os.path.join(folder, f"seed{seed}")
    with open(stem + ".native.c", "w") as file:
        file.write(program.native())
    built = run([compiler, "-w", "-O1", "-fwrapv", *SANITIZERS, "-o", stem + ".native", stem + ".native.c"], 60)
    if built is None or built[2] != 0:
        yield "skipped", "does not build: " + (built[1][:300] if built else ""), "-"
        return
    ran = run([stem + ".native"], 20, env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=0"})
    if ran is None or ran[2] != 0:
        yield "skipped", "undefined behaviour: " + (ran[1][:200] if ran else "time"), "-"
        return
    lines = [line.split() for line in ran[0].splitlines()]
    endless = lines[0][0] != "0"
    points = [(p, line[0] != "0", [int(v) for v in line[1:]]) for p, line in enumerate(lines[1:])]
    tasks = []
    for p, many, seen in points:
        if seen:
            tasks.append((p, choose.choice(seen), True))
        if not many and not endless:
            near = sorted({v + d for v in seen for d in (-1, 1, 2)} - set(seen)) or ([0] if 0 not in seen else [])
            near = [v for v in near if -2**31 <= v < 2**31]
            if near:
                tasks.append((p, choose.choice(near), False))
    choose.shuffle(tasks)
    tasks.sort(key=lambda t: t[2])
    chosen = tasks[:2] + [t for t in tasks[2:] if t[2]][-2:]
    for point, value, breaks in chosen[:given.most]:
        source = f"{stem}.{point}.{'seen' if breaks else 'not'}.c"
        with open(source, "w") as file:
            file.write(program.symbolic(point, value))
        command = [given.plica, "check", "--format", "json", "--time-limit", f"{given.limit:g}s", "--max-errors", "1", *given.flags.split(), source, "--", "-w", "-fwrapv"]
        ran = run(command, given.limit * 2 + 15)
        if ran is None:
            said = "hangs"
        elif "panicked" in ran[1]:
            said = "panic: " + ran[1][-400:]
        else:
            try:
                said = judge(program, json.loads(ran[0]), breaks, stem + ".native", point, value)
            except (ValueError, KeyError) as error:
                said = f"no report (status {ran[2]}, {error}): " + ran[1][-300:]
        outcome = "same" if not said else "undecided" if said.startswith("?") else "wrong"
        if outcome != "wrong":
            os.unlink(source)
        yield outcome, said or "", f"{point}={value} {breaks}"


def main():
    parser = arguments(__doc__)
    parser.add_argument("--limit", type=float, default=5)
    parser.add_argument("--most", type=int, default=4, help="assertions tried per program")
    parser.add_argument("--recursion", type=float, default=0.15, help="share of programs with a recursive function")
    parser.add_argument("--keep", default=None, help="where programs with wrong verdicts stay")
    given = parser.parse_args()
    compiler, folder = clang(), given.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    counts = {"same": 0, "wrong": 0, "undecided": 0, "skipped": 0}
    for seed in range(given.seed, given.seed + given.count):
        bad = False
        for outcome, detail, task in compare(seed, given, compiler, folder):
            counts[outcome] += 1
            bad |= outcome == "wrong"
            if outcome != "same":
                print(f"{outcome}: seed {seed} {task}: {detail}", flush=True)
        for ending in (".native", ".native.c"):
            if not bad and os.path.exists(f"{folder}/seed{seed}{ending}"):
                os.unlink(f"{folder}/seed{seed}{ending}")
    print(", ".join(f"{n} {outcome}" for outcome, n in counts.items()))
    if counts["wrong"]:
        print(f"programs: {folder}")
    sys.exit(1 if counts["wrong"] else 0)


if __name__ == "__main__":
    main()
