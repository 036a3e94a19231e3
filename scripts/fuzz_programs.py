"""Random C programs for fuzz_verdicts.py: without undefined behaviour (up to a sanitizer's veto), with few inputs.

A program is `static void prog(inputs)`, which adds to a checksum. Its body is a sequence of statements, each of a
*kind* (the methods of Program named k_...); few kinds per program keep what goes wrong small. Oblivious to plica: what
differs between the native and the symbolic form is only the harness around `prog`."""
import random

INTS = ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t"]
BITS = {"int8_t": 8, "uint8_t": 8, "int16_t": 16, "uint16_t": 16, "int32_t": 32, "uint32_t": 32, "int64_t": 64,
        "uint64_t": 64, "__int128": 128, "unsigned __int128": 128, "_Bool": 1}

HEAD = r"""
#include <stdint.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <math.h>
static uint32_t checksum;
static void mix(uint64_t v) { checksum = (checksum << 5 | checksum >> 27) ^ (uint32_t)(v ^ v >> 32); }
static uint64_t bits_of(double d) { uint64_t u; if (d != d) return 7; memcpy(&u, &d, sizeof u); return u; }
static int32_t to_int(double d) { return d >= -2147483648.0 && d <= 2147483647.0 ? (int32_t)d : 77; }
static uint64_t to_u64(double d) { return d > -1.0 && d < 18446744073709551615.0 ? (uint64_t)d : 78; }
"""


class Program:
    """One program; `domains[i]` is the number of values of `inputs[i]`."""

    def __init__(self, seed, only=()):
        self.r = random.Random(f"program {seed}")
        self.serial = 0
        n = self.r.choice([1, 2, 2, 3])
        sizes = {1: [8, 16, 32, 64, 256], 2: [3, 4, 6, 8, 13], 3: [2, 3, 4, 5]}[n]
        self.inputs = [f"a{i}" for i in range(n)]
        self.domains = [self.r.choice(sizes) for _ in range(n)]
        self.globals = []      # names to save and restore natively
        self.top = []          # file-scope text
        self.scalars = [(a, "uint8_t") for a in self.inputs]   # readable
        self.vars = []         # writable scalars
        kinds = sorted(k[2:] for k in dir(self) if k.startswith("k_"))
        kinds = [k for k in kinds if not only or k in only]
        self.depth = 0
        chosen = [self.r.choice(kinds) for _ in range(self.r.choice([1, 2, 2, 3, 4]))]
        body = [self.declare() for _ in range(self.r.randrange(1, 4))]
        for kind in chosen:
            body.append(self.some_scalar())
            body.append(f"/* {kind} */ " + getattr(self, "k_" + kind)())
        body += [f"mix((uint64_t){v});" for v, t in self.vars if t != "_Bool"]
        self.body = "\n  ".join(body)

    # harnesses

    def symbolic(self, check):
        reads = "\n  ".join(f'unsigned char {a} = plica_uchar("{a}"); plica_assume({a} < {d});'
                            if d < 256 else f'unsigned char {a} = plica_uchar("{a}");'
                            for a, d in zip(self.inputs, self.domains))
        return (self.text() + f'#include <assert.h>\n#include "plica.h"\nint main(void) {{\n  {reads}\n  prog({", ".join(self.inputs)});\n'
                f"  unsigned result = (checksum ^ checksum >> 16) & 0xffff;\n  {check}\n  return 0;\n}}\n")

    def native(self):
        loops = "".join(f"for (int {a} = 0; {a} < {d}; {a}++) " for a, d in zip(self.inputs, self.domains))
        names = ["checksum"] + self.globals
        save = " ".join(f"static char save_{i}[sizeof {g}]; memcpy(save_{i}, &{g}, sizeof {g});" for i, g in enumerate(names))
        load = " ".join(f"memcpy(&{g}, save_{i}, sizeof {g});" for i, g in enumerate(names))
        return (self.text() + f"#include <stdio.h>\nint main(void) {{\n  {save}\n  {loops}{{ {load} prog({', '.join(self.inputs)}); "
                '  printf("%u\\n", (unsigned)((checksum ^ checksum >> 16) & 0xffff)); }\n  return 0;\n}\n')

    def text(self):
        parameters = ", ".join(f"uint8_t {a}" for a in self.inputs)
        return HEAD + "\n".join(self.top) + f"\nstatic void prog({parameters}) {{\n  {self.body}\n}}\n"

    # expressions

    def name(self, stem):
        self.serial += 1
        return f"{stem}{self.serial}"

    def literal(self, t):
        bits = BITS[t]
        v = self.r.choice([0, 1, 2, 3, 5, 7, 8, 15, 100, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000,
                           0xffffffff, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff, self.r.getrandbits(64)])
        return f"(({t}){v & ((1 << min(bits, 64)) - 1):#x}u{'ll' if bits > 32 else ''})"

    def expr(self, t=None, fuel=None):
        """An integer expression, cast to type t if given."""
        fuel = self.r.randrange(1, 4) if fuel is None else fuel
        e = self.raw(fuel)
        return f"(({t}){e})" if t else e

    def raw(self, fuel):
        r = self.r
        if fuel <= 0 or r.random() < 0.1:
            if r.random() < 0.75 and self.scalars:
                return r.choice(self.scalars)[0]
            return self.literal(r.choice(INTS))
        t = r.choice(INTS[:6] + INTS)
        a, b = (lambda: self.raw(fuel - 1)), (lambda: self.raw(fuel - 1))
        which = r.randrange(16)
        if which < 5:
            return f"(({t}){a()} {r.choice(['+', '-', '+', '-', '*', '&', '|', '^', '&'])} ({r.choice(INTS)}){b()})"
        if which == 5:
            u = r.choice(["uint8_t", "uint16_t", "uint32_t", "uint64_t"])
            return f"(({u}){a()} {r.choice(['/', '%'])} (({u}){b()} | {r.choice([1, 1, 2, 8, 9])}))"
        if which == 6:
            s = r.choice(["int8_t", "int16_t", "int32_t", "int64_t"])
            d = f"(({s}){b()} & {r.choice([7, 15, 63])})"
            wide = "int64_t" if s == "int64_t" else "int32_t"
            d = f"({d} + 1)" if r.random() < 0.6 else f"(-{d} - 2)"
            return f"(({wide})({s}){a()} {r.choice(['/', '%'])} {d})"
        if which in (7, 8):
            return f"(({t}){a()} {r.choice(['<<', '>>', '>>'])} (({r.choice(INTS)}){b()} & {min(BITS[t], 32) - 1 if BITS[t] <= 32 else 63}))"
        if which in (9, 10):
            return f"(({t}){a()} {r.choice(['<', '<=', '>', '>=', '==', '!='])} ({t}){b()})"
        if which == 11:
            return f"({a()} {r.choice(['&&', '||'])} {b()})"
        if which == 12:
            return f"({a()} ? ({t}){b()} : ({r.choice(INTS)}){b()})"
        if which == 13:
            return f"({r.choice(['~', '-', '!', '+'])}({t}){a()})"
        return f"({t}){a()}" if r.random() < 0.8 else f"((_Bool){a()})"

    def index(self, n):
        """An index below n, mostly an input in disguise."""
        r = self.r
        if r.random() < 0.5:
            return f"({r.choice(self.inputs)} % {n}u)"
        if r.random() < 0.3:
            return f"({self.expr('uint32_t', 1)} % {n}u)"
        return f"({self.expr('uint64_t', 2)} % {n}u)"

    def some_scalar(self):
        return self.declare() if self.r.random() < 0.4 else ""

    def declare(self):
        t, name = self.r.choice(INTS), self.name("v")
        e = self.expr(t)
        self.scalars.append((name, t))
        self.vars.append((name, t))
        if self.r.random() < 0.3:
            self.top.append(f"static {t} {name} = {self.literal(t)};")
            self.globals.append(name)
            return f"{name} += {e};"
        return f"{t} {name} = {e};"

    def assign(self):
        v, t = self.r.choice(self.vars)
        op = self.r.choice(["=", "+=", "-=", "^=", "|=", "&=", "="])
        return f"{v} {op} {self.expr(t)};"

    def array(self, t=None, n=None, shared=None):
        """(declaration, name, type, length) of a filled array."""
        r = self.r
        t, n, name = t or r.choice(INTS), n or r.choice([1, 2, 3, 4, 5, 7, 8, 12]), self.name("arr")
        values = ", ".join(self.literal(t) if r.random() < 0.8 else self.expr(t, 1) for _ in range(n))
        if shared if shared is not None else r.random() < 0.3:
            values = ", ".join(self.literal(t) for _ in range(r.randrange(1, n + 1)))
            self.top.append(f"static {t} {name}[{n}] = {{{values}}};")
            self.globals.append(name)
            return "", name, t, n
        return f"{t} {name}[{n}] = {{{values}}};", name, t, n

    def mix_array(self, name, n):
        i = self.name("i")
        return f"for (unsigned {i} = 0; {i} < {n}; {i}++) mix((uint64_t){name}[{i}]);"

    # kinds of statements

    def k_scalars(self):
        return " ".join(self.assign() for _ in range(self.r.randrange(1, 5)))

    def k_if(self):
        out = f"if ({self.expr()}) {{ {self.assign()} {self.assign()} }} else {{ {self.assign()} }}"
        return out + (f" if ({self.expr(None, 1)}) goto out{self.serial}; {self.assign()} out{self.serial}: ;"
                      if self.r.random() < 0.3 else "")

    def k_switch(self):
        t = self.r.choice(INTS)
        labels = self.r.sample([0, 1, 2, 3, 4, 5, 7, 8, 100], 4)
        if t == "int64_t":
            labels[3] = "0x100000001ll"
        cases = "".join(f"case {x}: {self.assign()} {'break;' if self.r.random() < 0.7 else ''} " for x in labels)
        return f"switch (({t})({self.r.choice(self.inputs)} {self.r.choice(['+', '^', '*'])} {self.r.choice([0, 1, 3])})) {{ {cases} " \
               f"default: {self.assign()} }}"

    def k_loop(self):
        i, r = self.name("i"), self.r
        bound = f"{r.choice(self.inputs)} % {r.choice([3, 5, 9])}u"
        step = f"if ({self.expr(None, 1)}) {r.choice(['break', 'continue'])};" if r.random() < 0.4 else ""
        form = r.randrange(4)
        if form == 0:
            return f"for (unsigned {i} = 0; {i} < {bound}; {i}++) {{ {step} {self.assign()} mix({i}); }}"
        if form == 1:
            return f"for (int {i} = {bound}; {i} >= 0; {i}--) {{ {step} {self.assign()} mix({i}); }}"
        if form == 2:
            return f"{{ unsigned char {i} = 0; do {{ {i}++; {step} {self.assign()} }} while ({i} < {bound}); mix({i}); }}"
        j = self.name("j")
        return f"for (unsigned {i} = 0; {i} < {bound}; {i}++) for (unsigned {j} = 0; {j} <= {i}; {j}++) {{ {self.assign()} mix({i} * {j}); }}"

    def k_array(self):
        d, a, t, n = self.array()
        out = [d]
        for _ in range(self.r.randrange(1, 5)):
            w = self.r.randrange(4)
            if w == 0:
                out.append(f"{a}[{self.index(n)}] {self.r.choice(['=', '+=', '^='])} {self.expr(t)};")
            elif w == 1:
                out.append(f"{a}[{self.r.randrange(n)}] = {self.expr(t)};")
            elif w == 2:
                out.append(f"mix({a}[{self.index(n)}]);")
            else:
                out.append(f"{a}[{self.index(n)}] = {a}[{self.index(n)}];")
        return " ".join(out) + self.mix_array(a, n)

    def k_matrix(self):
        t, name, n, m = self.r.choice(INTS), self.name("mat"), self.r.choice([2, 3, 4]), self.r.choice([2, 3, 5])
        i, j = self.name("i"), self.name("j")
        out = f"{t} {name}[{n}][{m}]; for (int {i} = 0; {i} < {n}; {i}++) for (int {j} = 0; {j} < {m}; {j}++) " \
              f"{name}[{i}][{j}] = ({t})({i} * 5 + {j});"
        for _ in range(self.r.randrange(1, 4)):
            out += f" {name}[{self.index(n)}][{self.index(m)}] {self.r.choice(['=', '+='])} {self.expr(t, 1)};"
        if self.r.random() < 0.5:
            p = self.name("row")
            out += f" {t} (*{p})[{m}] = {name} + {self.index(n)}; (*{p})[{self.index(m)}] ^= 5; mix((uint64_t)((char*){p} - (char*){name}));"
        return out + f" for (int {i} = 0; {i} < {n}; {i}++) for (int {j} = 0; {j} < {m}; {j}++) mix((uint64_t){name}[{i}][{j}]);"

    def struct_type(self):
        r, s = self.r, self.name("S")
        fields, n = [], r.randrange(2, 6)
        text = ""
        for _ in range(n):
            f = self.name("f")
            w = r.randrange(6)
            if w == 0:
                t = r.choice(["int", "unsigned", "short", "unsigned char", "long long", "unsigned long long"])
                width = r.randrange(1, {"short": 17, "unsigned char": 9}.get(t, 33) if "long" not in t else 65)
                text += f"{t} {f} : {width}; "
                fields.append((f, "uint64_t", None))
            elif w == 1:
                t, k = r.choice(INTS), r.choice([1, 2, 3, 5])
                text += f"{t} {f}[{k}]; "
                fields.append((f, t, k))
            else:
                t = r.choice(INTS)
                text += f"{t} {f}; "
                fields.append((f, t, None))
        packed = " __attribute__((packed))" if r.random() < 0.25 else ""
        self.top.append(f"struct{packed} {s} {{ {text}}};")
        self.top.append(f"static void mix_{s}(const struct {s} *p) {{ " + " ".join(
            f"mix((uint64_t)p->{f});" if k is None else f"for (int i = 0; i < {k}; i++) mix((uint64_t)p->{f}[i]);"
            for f, t, k in fields) + " }")
        return s, fields

    def field(self, fields):
        f, t, k = self.r.choice(fields)
        return (f if k is None else f"{f}[{self.index(k)}]"), t

    def k_struct(self):
        s, fields = self.struct_type()
        r, n, name = self.r, self.r.choice([1, 2, 3, 4]), self.name("st")
        out = [f"struct {s} {name}[{n}]; memset({name}, {r.choice([0, 0, 255, 'a0'])}, sizeof {name});"]
        p = self.name("p")
        out.append(f"struct {s} *{p} = {name} + {self.index(n)};")
        for _ in range(r.randrange(2, 7)):
            f, t = self.field(fields)
            w = r.randrange(6)
            if w == 0:
                out.append(f"{p}->{f} = {self.expr(t, 2)};")
            elif w == 1:
                out.append(f"{name}[{self.index(n)}].{f} {r.choice(['+=', '=', '^='])} {self.expr(t, 1)};")
            elif w == 2:
                out.append(f"{name}[{self.index(n)}] = {name}[{self.index(n)}];")
            elif w == 3:
                out.append(f"mix((uint64_t){p}->{f});")
            elif w == 4:
                g = self.name("take")
                self.top.append(f"static struct {s} {g}(struct {s} x, unsigned i) {{ x.{fields[0][0]}{'[0]' if fields[0][2] else ''} += i; "
                                f"mix_{s}(&x); return x; }}")
                out.append(f"{name}[{self.index(n)}] = {g}({name}[{self.index(n)}], {self.expr('uint32_t', 1)});")
            else:
                out.append(f"{p} = &{name}[{self.index(n)}];")
        i = self.name("i")
        return " ".join(out) + f" for (int {i} = 0; {i} < {n}; {i}++) mix_{s}(&{name}[{i}]);"

    def k_union(self):
        u, n = self.name("U"), self.name("u")
        self.top.append(f"union {u} {{ uint8_t b[8]; uint16_t h[4]; uint32_t w[2]; uint64_t d; float f; double g; "
                        f"struct {{ unsigned x : 3, y : 13; int z : 20; signed char q; }} s; }};")
        out = [f"union {u} {n}; {n}.d = {self.expr('uint64_t')};"]
        parts = lambda: self.r.choice([f"b[{self.index(8)}]", f"h[{self.index(4)}]", f"w[{self.index(2)}]", "s.x", "s.y", "s.z", "s.q", "d"])
        for _ in range(self.r.randrange(2, 6)):
            if self.r.random() < 0.6:
                out.append(f"{n}.{parts()} {self.r.choice(['=', '+=', '^='])} {self.expr(None, 1)};")
            else:
                out.append(f"mix((uint64_t){n}.{parts()});")
        return " ".join(out) + f" mix({n}.d); if ({n}.f == {n}.f && {n}.f > 1.0f) mix(3);"

    def k_pointer_choice(self):
        d, a, t, n = self.array()
        x, y, p, q = self.name("x"), self.name("y"), self.name("p"), self.name("q")
        out = [d, f"{t} {x} = {self.expr(t)}; {t} {y} = {self.literal(t)};",
               f"{t} *{p} = {self.expr(None, 1)} ? &{x} : {self.expr(None, 1)} ? &{y} : &{a}[{self.index(n)}];"]
        if self.r.random() < 0.6:
            out.append(f"{t} *{q}[4] = {{ &{x}, &{y}, {p}, &{a}[{self.r.randrange(n)}] }};")
            for _ in range(self.r.randrange(1, 3)):
                out.append(f"*{q}[{self.index(4)}] {self.r.choice(['=', '+=', '^='])} {self.expr(t, 1)};")
            out.append(f"{p} = {q}[{self.index(4)}];")
            if self.r.random() < 0.5:
                out.append(f"{q}[{self.index(4)}] = &{x}; {p} = {q}[{self.r.randrange(4)}];")
        out.append(f"*{p} {self.r.choice(['=', '+=', '^=', '-='])} {self.expr(t, 1)}; mix((uint64_t)*{p}); mix({p} == &{x}); mix({p} == &{y});")
        return " ".join(out) + f" mix((uint64_t){x}); mix((uint64_t){y}); " + self.mix_array(a, n)

    def k_walk(self):
        d, a, t, n = self.array(n=self.r.choice([4, 5, 8]))
        p, e = self.name("p"), self.name("e")
        out = [d, f"{t} *{p} = {a} + {self.index(n)}, *{e} = {a} + {n};",
               f"for (; {p} < {e}; {p}++) {{ mix((uint64_t)*{p}); *{p} += 3; if ({self.expr(None, 1)}) break; }}",
               f"mix((uint64_t)({p} - {a})); mix({p} == {e}); mix((uint64_t)({e} - {p}));"]
        if self.r.random() < 0.5:
            out.append(f"while ({p} > {a}) {{ --{p}; *{p} ^= (t_ = t_ * 5 + 1); }}".replace("t_", self.global_scalar()))
        if self.r.random() < 0.3:
            out.append(f"{p} = ({t}*)((uintptr_t){a} + sizeof({t}) * {self.index(n)}); *{p} = 9; mix((uint64_t)((uintptr_t){p} - (uintptr_t){a}));")
        return " ".join(out) + self.mix_array(a, n)

    def global_scalar(self):
        g = self.name("g")
        self.top.append(f"static uint32_t {g} = {self.r.randrange(100)};")
        self.globals.append(g)
        return g

    def k_bytes(self):
        t, x = self.r.choice(["uint16_t", "int32_t", "uint64_t", "uint32_t", "int64_t"]), self.name("x")
        out = [f"{t} {x} = {self.expr(t)};"]
        for _ in range(self.r.randrange(1, 4)):
            w = self.r.randrange(3)
            if w == 0:
                out.append(f"((uint8_t*)&{x})[{self.index(BITS[t] // 8)}] {self.r.choice(['=', '+='])} {self.expr('uint8_t', 1)};")
            elif w == 1:
                out.append(f"mix(((int8_t*)&{x})[{self.index(BITS[t] // 8)}]);")
            else:
                out.append(f"((uint8_t*)&{x})[{self.r.randrange(BITS[t] // 8)}] = {self.expr('uint8_t', 1)};")
        return " ".join(out) + f" mix((uint64_t){x});"

    def k_unaligned(self):
        d, a, t, n = self.array(t=self.r.choice(["uint8_t", "int16_t", "uint32_t", "uint64_t"]), n=self.r.choice([8, 12]))
        out, total = [d], BITS[t] // 8 * n
        for _ in range(self.r.randrange(1, 5)):
            u = self.r.choice(["uint16_t", "uint32_t", "uint64_t", "int16_t", "int64_t"])
            v = self.name("z")
            at = f"(char*){a} + {self.index(total - BITS[u] // 8 + 1)}"
            if self.r.random() < 0.5:
                out.append(f"{{ {u} {v} = {self.expr(u, 1)}; memcpy({at}, &{v}, sizeof {v}); }}")
            else:
                out.append(f"{{ {u} {v}; memcpy(&{v}, {at}, sizeof {v}); mix((uint64_t){v}); }}")
            if self.r.random() < 0.3:
                out.append(f"{a}[{self.index(n)}] ^= 0x55;")
        return " ".join(out) + self.mix_array(a, n)

    def k_copies(self):
        d, a, t, n = self.array(n=self.r.choice([4, 6, 8]))
        d2, b, t2, n2 = self.array(n=self.r.choice([4, 6, 8]))
        ba, bb = BITS[t] // 8 * n, BITS[t2] // 8 * n2
        out = [d, d2]
        for _ in range(self.r.randrange(1, 4)):
            w, o, o2, l = self.r.randrange(5), self.name("o"), self.name("o"), self.name("l")
            decl = f"size_t {o} = {self.index(ba)}, {o2} = {self.index(bb)}, {l} = {self.index(self.r.choice([2, 4, 8, 9]))};"
            clip = f"if ({l} > {ba} - {o}) {l} = {ba} - {o}; if ({l} > {bb} - {o2}) {l} = {bb} - {o2};"
            if w == 0:
                out.append(f"{{ {decl} {clip} memcpy((char*){a} + {o}, (char*){b} + {o2}, {l}); }}")
            elif w == 1:
                out.append(f"{{ {decl} {o2} = {self.index(ba)}; if ({l} > {ba} - {o}) {l} = {ba} - {o}; if ({l} > {ba} - {o2}) {l} = {ba} - {o2}; "
                           f"memmove((char*){a} + {o}, (char*){a} + {o2}, {l}); }}")
            elif w == 2:
                out.append(f"{{ {decl} {clip} memset((char*){a} + {o}, {self.expr('uint8_t', 1)}, {l}); }}")
            elif w == 3:
                out.append(f"{{ {decl} {clip} int c_ = memcmp((char*){a} + {o}, (char*){b} + {o2}, {l}); mix((c_ > 0) - (c_ < 0) + 4); }}")
            else:
                k = self.r.randrange(1, min(ba, bb) + 1)
                out.append(f"memcpy((char*){a} + {self.r.randrange(ba - k + 1)}, (char*){b} + {self.r.randrange(bb - k + 1)}, {k});")
            if self.r.random() < 0.4:
                out.append(f"{a}[{self.index(n)}] += {self.expr(t, 1)};")
        return " ".join(out) + self.mix_array(a, n) + self.mix_array(b, n2)

    def k_heap(self):
        r, t, p, n, i = self.r, self.r.choice(INTS), self.name("p"), self.name("n"), self.name("i")
        make = r.choice([f"malloc({n} * sizeof({t}))", f"calloc({n}, sizeof({t}))", f"calloc(1, {n} * sizeof({t}))"])
        out = [f"size_t {n} = 1 + {self.index(r.choice([2, 4, 7]))}; {t} *{p} = {make}; if (!{p}) return;",
               f"for (size_t {i} = 0; {i} < {n}; {i}++) {p}[{i}] = ({t})({i} * 3 + {r.choice(self.inputs)});"]
        for _ in range(r.randrange(1, 4)):
            w = r.randrange(4)
            if w == 0:
                out.append(f"{p}[{self.expr('uint32_t', 1)} % {n}] {r.choice(['=', '+='])} {self.expr(t, 1)};")
            elif w == 1:
                out.append(f"{p}[{n} - 1] ^= 1; {p}[0] += 2;")
            elif w == 2:
                m, q = self.name("m"), self.name("q")
                out.append(f"size_t {m} = 1 + {self.index(6)}; {t} *{q} = realloc({p}, {m} * sizeof({t})); if (!{q}) {{ free({p}); return; }} {p} = {q}; "
                           f"for (size_t {i} = {n}; {i} < {m}; {i}++) {p}[{i}] = 1; {n} = {m};")
            else:
                out.append(f"mix((uint64_t){p}[{self.expr('uint64_t', 1)} % {n}]);")
        free = f"free({p});" if r.random() < 0.8 else f"if ({self.expr(None, 1)}) {{ free({p}); {p} = 0; }} mix(!{p}); free({p});"
        return " ".join(out) + f" for (size_t {i} = 0; {i} < {n}; {i}++) mix((uint64_t){p}[{i}]); {free}"

    def k_list(self):
        s, p, h, r = self.name("N"), self.name("p"), self.name("head"), self.r
        self.top.append(f"struct {s} {{ struct {s} *next; int16_t v; char c[3]; }};")
        i = self.name("i")
        return (f"struct {s} *{h} = 0; for (int {i} = 0; {i} < 1 + {self.index(4)}; {i}++) {{ struct {s} *{p} = malloc(sizeof *{p}); if (!{p}) return; "
                f"{p}->v = (int16_t)({i} * 7 ^ {r.choice(self.inputs)}); {p}->c[0] = {i}; {p}->c[{self.index(2)} + 1] = 4; "
                f"if ({h} && {self.expr(None, 1)}) {{ {p}->next = {h}->next; {h}->next = {p}; }} else {{ {p}->next = {h}; {h} = {p}; }} }} "
                f"for (struct {s} *{p} = {h}; {p}; {p} = {p}->next) {{ mix((uint64_t){p}->v); mix({p}->c[0]); if ({p}->next && {self.expr(None, 1)}) "
                f"{{ struct {s} *d = {p}->next; {p}->next = d->next; free(d); }} }} "
                f"while ({h}) {{ struct {s} *{p} = {h}; {h} = {h}->next; free({p}); mix(1); }}")

    def k_function(self):
        f, r = self.name("fun"), self.r
        t, t2, ret = r.choice(INTS), r.choice(INTS), r.choice(INTS)
        form = r.randrange(4)
        if form == 0:
            self.top.append(f"static {ret} {f}({t} x, {t2} *p, unsigned n) {{ if (n == 0) return ({ret})x; for (unsigned i = 0; i < n; i++) "
                            f"p[i] = ({t2})(p[i] * 3 + x); return ({ret})p[n - 1]; }}")
            d, a, _, n = self.array(t=t2)
            return f"{d} mix((uint64_t){f}({self.expr(t, 1)}, {a}, {self.index(n + 1)})); " + self.mix_array(a, n)
        if form == 1:
            self.top.append(f"static {ret} {f}({t} x, unsigned n) {{ if (n == 0) return ({ret})(x ^ 0x33); if (x & 1) mix(n); return ({ret})({f}(({t})(x * 3 + 1), n - 1) + n); }}")
            return f"mix((uint64_t){f}({self.expr(t, 1)}, {self.index(5)}));"
        if form == 2:
            g, h = self.name("fun"), self.name("tab")
            self.top.append(f"static {ret} {f}({t} x) {{ return ({ret})(x + 1); }} static {ret} {g}({t} x) {{ return ({ret})(x * 5); }} "
                            f"static {ret} {g}b({t} x) {{ mix(x); return ({ret})~x; }}")
            self.top.append(f"static {ret} (*const {h}[3])({t}) = {{ {f}, {g}, {g}b }};")
            return f"mix((uint64_t){h}[{self.index(3)}]({self.expr(t, 1)})); {ret} (*{h}p)({t}) = {self.expr(None, 1)} ? {f} : {h}[{self.index(3)}]; mix((uint64_t){h}p({self.expr(t, 1)})); mix({h}p == {g});"
        self.top.append(f"static {ret} {f}(int n, ...) {{ va_list ap; va_start(ap, n); {ret} s = 0; for (int i = 0; i < n; i++) "
                        f"{{ if (i & 1) s += ({ret})va_arg(ap, uint64_t); else s ^= ({ret})va_arg(ap, int); }} va_end(ap); return s; }}")
        return f"mix((uint64_t){f}({self.index(5)}, {self.expr('int', 1)}, {self.expr('uint64_t', 1)}, {self.expr('int', 1)}, {self.expr('uint64_t', 1)}, {self.expr('int', 1)}));"

    def k_strings(self):
        r, s, u = self.r, self.name("str"), self.name("str")
        text = "".join(r.choice("abcab,Z") for _ in range(r.randrange(1, 7)))
        other = "".join(r.choice("abcab,Z") for _ in range(r.randrange(1, 5)))
        out = [f'char {s}[24] = "{text}"; char {u}[24] = "{other}";']
        sign = lambda e: f"{{ int c_ = {e}; mix((c_ > 0) - (c_ < 0) + 4); }}"
        at = lambda: f"({self.index(4)})"
        for _ in range(r.randrange(1, 5)):
            w = r.randrange(15)
            c = f"('a' + {self.index(4)})"
            out.append([
                f"{s}[{self.index(len(text))}] = {c};",
                f"{u}[{self.index(len(other))}] = {r.choice([c, '0', 'a0'])};",
                f"mix(strlen({s})); mix(strlen({u} + {self.index(len(other))}));",
                sign(f"strcmp({s}, {u})"),
                sign(f"strncmp({s}, {u}, {self.index(5)})"),
                f"{{ char *q_ = strchr({s}, {c}); mix(q_ ? q_ - {s} : 99); }}",
                f"{{ char *q_ = strrchr({s}, {c}); mix(q_ ? q_ - {s} : 99); }}",
                f"strcpy({s}, {u}); ",
                f"strncpy({s}, {u}, {self.index(6)});",
                f"if (strlen({s}) < 12) strcat({s}, {u});",
                f"{{ char *q_ = strstr({s}, {u}); mix(q_ ? q_ - {s} : 98); }}",
                f"{{ char *q_ = memchr({s}, {c}, {self.index(9)}); mix(q_ ? q_ - {s} : 97); }}",
                f'mix("qwertyuiop"[{self.index(10)}]); mix(strspn({s}, "abc")); mix(strcspn({s}, ",Z"));',
                f'{{ static const char *const w_[] = {{ "one", "two", "three", "" }}; const char *q_ = w_[{self.index(4)}]; mix(strlen(q_)); mix(*q_); strcpy({u}, q_); }}',
                f"mix(atoi({s})); {s}[0] = '0' + {self.index(10)}; mix(atoi({s})); mix(strtol({s}, 0, {r.choice([0, 10, 16])}));",
            ][w])
        return " ".join(out) + self.mix_array(s, 24) + f"mix(strlen({u}));"

    def fexpr(self, fuel, t):
        r = self.r
        if fuel <= 0:
            pick = r.randrange(4)
            if pick == 0:
                return f"({t})" + r.choice(["0.0", "-0.0", "1.5", "1e10", "-3.25", "0.1", "1e-40", "1e30", "1e300", "(0.0/zero_)", "(1.0/zero_)", "16777217.0", "2147483648.5"]).replace("zero_", "(double)(a0 - a0)")
            if pick == 1:
                return f"({t}){self.expr(r.choice(INTS), 1)}"
            return f"({t})({r.choice(self.inputs)} - {r.choice([0, 3])})"
        a, b = self.fexpr(fuel - 1, t), self.fexpr(fuel - 1, t)
        w = r.randrange(8)
        if w < 5:
            return f"({a} {r.choice('+-*/')} {b})"
        if w == 5:
            return f"({a} {r.choice(['<', '<=', '==', '>', '!='])} {b} ? {a} : {b})"
        if w == 6:
            return f"(-{a})"
        o = "float" if t == "double" else "double"
        return f"({t}){self.fexpr(fuel - 1, o)}"

    def k_float(self):
        r, t, x = self.r, self.r.choice(["float", "double"]), self.name("d")
        out = [f"{t} {x} = {self.fexpr(r.randrange(1, 3), t)};"]
        for _ in range(r.randrange(1, 4)):
            w = r.randrange(6)
            y = self.fexpr(1, t)
            out.append([f"{x} = {x} {r.choice('+-*/')} {y};", f"mix(to_int({x}));", f"mix({x} {r.choice(['<', '>=', '==', '!=', '<='])} {y});",
                        f"mix(to_u64({x}));", f"{x} = ({t})to_int({x}) + {y}; mix({x} != {x});",
                        f"mix(bits_of({r.choice(['fabs', 'sqrt', 'floor', 'ceil', 'trunc'])}({x}))); mix(isnan({x}) ? 1 : isinf({x}) ? 2 : signbit({x}) ? 3 : 4);"][w])
        return " ".join(out) + f" mix(bits_of({x}));"

    def k_wide(self):
        r, x, y = self.r, self.name("w"), self.name("w")
        t = r.choice(["__int128", "unsigned __int128"])
        out = [f"{t} {x} = (({t}){self.expr('uint64_t')} << 64) | {self.expr('uint64_t', 1)}; {t} {y} = {self.expr('int64_t')};"]
        for _ in range(r.randrange(1, 5)):
            w = r.randrange(7)
            u = "unsigned __int128"
            out.append([f"{x} = {x} {r.choice('+-*^&|')} {y};", f"{x} = ({u}){x} {r.choice('/%')} (({u}){y} | 1);", f"{x} >>= {self.index(128)};",
                        f"{x} = ({u}){x} << {self.index(128)};", f"mix({x} < {y}); mix({x} == {y});", f"mix((uint64_t)({x} >> 64));",
                        f"((uint8_t*)&{x})[{self.index(16)}] ^= 0x81;"][w])
        return " ".join(out) + f" mix((uint64_t){x}); mix((uint64_t)({x} >> 64));"

    def k_pointer_bytes(self):
        d, a, t, n = self.array(n=4)
        p, q, i = self.name("p"), self.name("q"), self.name("i")
        return (f"{d} {t} *{p} = &{a}[{self.index(4)}]; {t} *{q} = 0; for (unsigned {i} = 0; {i} < sizeof {p}; {i}++) ((char*)&{q})[{i}] = ((char*)&{p})[{i}]; "
                f"*{q} += 3; mix({q} == {p}); mix((uint64_t)({q} - {a})); {t} *{q}t[2]; memcpy({q}t + 1, &{p}, sizeof {p}); memcpy({q}t, {q}t + 1, sizeof {p}); "
                f"*{q}t[{self.index(2)}] ^= 1; uintptr_t {i}u = (uintptr_t){p}; {i}u += sizeof({t}) * 4; {i}u -= 4 * sizeof({t}); *({t}*){i}u -= 5; " + self.mix_array(a, n))

    def k_sort(self):
        d, a, t, n = self.array(n=self.r.choice([2, 3, 4]))
        f = self.name("order")
        self.top.append(f"static int {f}(const void *x, const void *y) {{ {t} l = *(const {t}*)x, r = *(const {t}*)y; return (l > r) - (l < r); }}")
        out = f"{d} {a}[{self.index(n)}] = {self.expr(t, 1)}; "
        if self.r.random() < 0.5:
            return out + f"qsort({a}, {n}, sizeof *{a}, {f}); " + self.mix_array(a, n)
        i, j, x = self.name("i"), self.name("j"), self.name("x")
        return out + (f"for (int {i} = 1; {i} < {n}; {i}++) {{ {t} {x} = {a}[{i}]; int {j} = {i} - 1; while ({j} >= 0 && {a}[{j}] > {x}) "
                      f"{{ {a}[{j} + 1] = {a}[{j}]; {j}--; }} {a}[{j} + 1] = {x}; }} ") + self.mix_array(a, n)

    def k_vla(self):
        n, v, i, t = self.name("n"), self.name("vla"), self.name("i"), self.r.choice(INTS)
        return (f"{{ unsigned {n} = 1 + {self.index(5)}; {t} {v}[{n}]; for (unsigned {i} = 0; {i} < {n}; {i}++) {v}[{i}] = ({t})({i} ^ {self.r.choice(self.inputs)}); "
                f"{v}[{self.expr('uint32_t', 1)} % {n}] = {self.expr(t, 1)}; {self.mix_array(v, n)} mix(sizeof {v}); }}")

    def k_builtins(self):
        e, f = self.expr("uint32_t"), self.expr("uint64_t")
        s = self.r.choice(["int32_t", "uint32_t", "int64_t", "int8_t", "uint64_t", "uint16_t"])
        v = self.name("o")
        return self.r.choice([
            f"mix(__builtin_popcount({e})); mix(__builtin_clz({e} | 1)); mix(__builtin_ctzll({f} | 1ull << 63));",
            f"mix(__builtin_bswap32({e})); mix(__builtin_bswap64({f})); mix(__builtin_bswap16({e})); mix(__builtin_parity({e}));",
            f"{s} {v}; mix({self.name('b')}x_ + __builtin_{self.r.choice(['add', 'sub', 'mul'])}_overflow({self.expr(s)}, {self.expr(s, 1)}, &{v})); mix((uint64_t){v});".replace(f"b{self.serial}x_", "0"),
            f"mix(__builtin_ffs((int){e})); mix(abs((int){e} % 1000)); mix(labs((long){f} % 1000));",
            f"mix(__builtin_rotateleft32({e}, {self.index(32)})); mix(__builtin_rotateright64({f}, {self.index(64)})); mix(__builtin_bitreverse8({e}));",
        ])

    def k_globals(self):
        a, b = self.name("garr"), self.name("gptr")
        t = self.r.choice(INTS)
        self.top.append(f"static {t} {a}[6] = {{1, 2, 3, 4}}; static {t} *{b}[3] = {{ {a} + 2, &{a}[5], {a} }}; static struct {{ char c; {t} *p; {t} q[2]; }} {a}s = {{ 3, {a} + 1, {{7, 8}} }};")
        self.globals += [a, b, a + "s"]
        return (f"*{b}[{self.index(3)}] += {self.expr(t, 1)}; {b}[{self.index(3)}] = &{a}s.q[{self.index(2)}]; *{b}[{self.index(3)}] ^= 0x11; {a}s.p[{self.index(5)}]++; "
                f"mix({a}s.q[0]); mix({a}s.q[1]); mix({b}[0] == {a} + 2); " + self.mix_array(a, 6))
