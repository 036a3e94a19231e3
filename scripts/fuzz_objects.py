"""Random C programs with memory errors and undefined behaviour in few of their runs, for fuzz_sanitizers.py.

What the sanitizers do not see is avoided: reads of what was never written, an index that jumps over a redzone, a
pointer to a local of an earlier iteration that is used while that local is alive again. Nothing depends on the order in
which operands are evaluated."""
import contextlib
import random

SCALARS = ["signed char", "unsigned char", "short", "unsigned short", "int", "int", "unsigned", "long"]
POINTEES = ["unsigned char", "short", "int", "int"]


class Program:
    """A program as text, one statement a line, whose errors are those of `domains` inputs."""

    def __init__(self, seed):
        self.r = r = random.Random(f"sanitizers {seed}")
        self.lines, self.indent, self.serial, self.depth = [], 0, 0, 0
        self.ints, self.arrays, self.pointers, self.structs, self.blocks = [], [], [], [], []
        self.functions, self.calls_allowed, self.fuel, self.risk = [], True, 0, 1
        self.fields, self.domains = {}, []
        for line in ['#include "plica.h"', "#include <assert.h>", "#include <stdlib.h>", "#include <string.h>"]:
            self.put(line)
        for _ in range(r.choice([1, 2])):
            self.structure()
        if r.random() < 0.4:
            self.union()
        self.globals()
        outside = self.mark()
        for _ in range(r.choice([0, 1, 1, 2, 2])):
            r.choices([self.function, self.recursion, self.escape], [6, 3, 1])[0]()
            self.back(outside)
        self.main()

    # Text and scopes.

    def put(self, line):
        self.lines.append("  " * self.indent + line)

    def name(self, stem):
        self.serial += 1
        return f"{stem}{self.serial}"

    def mark(self):
        return [list(self.ints), list(self.arrays), list(self.pointers), list(self.structs), list(self.blocks)]

    def back(self, mark):
        self.ints, self.arrays, self.pointers, self.structs, self.blocks = [list(part) for part in mark]

    def open(self, head):
        self.put(head + " {" if head else "{")
        self.indent += 1
        self.depth += 1
        return self.mark()

    def close(self, mark):
        self.back(mark)
        self.indent -= 1
        self.depth -= 1
        self.put("}")

    @contextlib.contextmanager
    def block(self, head):
        mark = self.open(head)
        yield
        self.close(mark)

    # Declarations.

    def structure(self):
        r, tag, fields = self.r, "struct " + self.name("S"), []
        inner = [t for t in self.fields if t.startswith("struct")]
        for i in range(r.randrange(2, 5)):
            kind = r.random()
            if kind < 0.45:
                fields.append((f"m{i}", r.choice(POINTEES), r.choice([2, 3, 3, 4, 5])))
            elif kind < 0.6:
                fields.append((f"b{i}", r.choice(["unsigned", "int"]), -r.choice([1, 3, 5, 9]) - 1))
            elif kind < 0.75 and inner:
                fields.append((f"n{i}", r.choice(inner), r.choice([0, 2])))
            else:
                fields.append((f"f{i}", r.choice(SCALARS), 0))
        self.fields[tag] = fields
        body = " ".join(f"{t} {f}" + (f"[{n}];" if n > 0 else f" : {-n};" if n < 0 else ";") for f, t, n in fields)
        self.put(f"{tag} {{ {body} }};")

    def union(self):
        tag = "union " + self.name("U")
        fields = [("w", "unsigned", 0), ("h", "short", 2), ("b", "unsigned char", 4), ("i", "int", 0)]
        self.fields[tag] = fields
        self.put(f"{tag} {{ unsigned w; short h[2]; unsigned char b[4]; int i; }};")

    def members(self, text, tag):
        """Takes what is in a structure into scope."""
        self.structs.append((text, tag, self.depth))
        for f, t, n in self.fields[tag]:
            if t in self.fields:
                for i in range(n or 1):
                    self.members(f"{text}.{f}[{i}]" if n else f"{text}.{f}", t)
            elif n > 0:
                self.arrays.append((f"{text}.{f}", t, n, self.depth))
            else:
                # A bit-field has no address.
                self.ints.append((f"{text}.{f}", "bits" if n < 0 else t, self.depth))

    def globals(self):
        r = self.r
        for _ in range(r.choice([0, 1, 2])):
            kind = r.randrange(3)
            if kind == 0:
                g, t = self.name("g"), r.choice(SCALARS)
                self.put(f"static {t} {g} = {r.randrange(5)};")
                self.ints.append((g, t, 0))
            elif kind == 1:
                self.array("static ")
            else:
                g, tag = self.name("gs"), r.choice(list(self.fields))
                self.put(f"static {tag} {g};")
                self.members(g, tag)

    def array(self, prefix=""):
        r, a, t, n = self.r, self.name("arr"), self.r.choice(POINTEES), self.r.choice([2, 3, 3, 4, 5, 6])
        if r.random() < 0.15:
            self.put(f"{prefix}{t} {a}[{n}][3] = {{{{1, 2, 3}}, {{4, 5}}}};")
            for i in range(n):
                self.arrays.append((f"{a}[{i}]", t, 3, self.depth))
            return
        self.put(f"{prefix}{t} {a}[{n}] = {{{', '.join(str(r.randrange(9)) for _ in range(n))}}};")
        self.arrays.append((a, t, n, self.depth))

    def declare(self):
        r = self.r
        kind = r.random()
        if kind < 0.35:
            v, t = self.name("v"), r.choice(SCALARS)
            self.put(f"{t} {v} = {self.value()};")
            self.ints.append((v, t, self.depth))
        elif kind < 0.55:
            self.array()
        elif kind < 0.75:
            s, tag = self.name("s"), r.choice(list(self.fields))
            same = self.alike(tag)
            self.put(f"{tag} {s} = {r.choice(same) if same and r.random() < 0.3 else '{0}'};")
            self.members(s, tag)
        elif kind < 0.9:
            self.pointer()
        else:
            self.allocate()

    def pointer(self):
        p, t = self.name("p"), self.r.choice(POINTEES)
        target = self.target(t, self.depth) if self.r.random() < 0.9 else None
        self.put(f"{t} *{p} = {target or 'NULL'};")
        self.pointers.append((p, t, self.depth))

    def target(self, t, depth):
        """An address of something that lives at least as long as a pointer of this depth."""
        r = self.r
        choices = [f"&{v}" for v, other, d in self.ints if other == t and d <= depth]
        for a, other, n, d in self.arrays:
            if other == t and d <= depth:
                choices += [a, f"{a} + {r.randrange(n)}", f"&{a}[{self.index(n, 0.05)}]"]
        return r.choice(choices) if choices else None

    def alike(self, tag):
        return [text for text, other, _ in self.structs if other == tag]

    def allocate(self):
        r, h, t, n = self.r, self.name("h"), self.r.choice(POINTEES), self.r.choice([1, 2, 3, 4])
        self.put(f"{t} *{h} = {r.choice([f'malloc({n} * sizeof({t}))', f'calloc({n}, sizeof({t}))'])};")
        self.put(f"memset({h}, {r.randrange(3)}, {n} * sizeof({t}));")
        self.pointers.append((h, t, self.depth))
        self.blocks.append(h)

    # Expressions; none has an effect, so that no order matters.

    def atom(self):
        r = self.r
        x = r.random()
        if x < 0.1 or not self.ints:
            return str(r.choice([0, 1, 2, 3, 5, 7, 60]))
        if x < 0.75 or not (self.arrays or self.pointers):
            return r.choice(self.ints)[0]
        if x < 0.92 and self.arrays:
            a, _, n, _ = r.choice(self.arrays)
            return f"{a}[{self.index(n, 0.06)}]"
        if self.pointers and r.random() < 0.4:
            return f"*{r.choice(self.pointers)[0]}"
        return r.choice(self.ints)[0]

    def small(self):
        """A value from 0 to 7, more or less."""
        r = self.r
        v = r.choice(self.inputs) if self.inputs and r.random() < 0.5 else r.choice(self.ints)[0] if self.ints else "1"
        return f"({v} & {r.choice([1, 3, 3, 7])})"

    def index(self, n, risk=0.12):
        """An index of an array of so many elements, which leaves it by at most a redzone, and seldom."""
        r = self.r
        if r.random() < risk * self.risk:
            return r.choice([f"{self.small()}", f"{self.small()} - 1", f"{n - 1} + ({self.condition()})", f"{self.small()} + {n - 2}"])
        if n in (2, 4) and self.ints:
            return f"{r.choice(self.ints)[0]} & {n - 1}"
        return r.choice([str(r.randrange(n)), f"(unsigned){r.choice(self.ints)[0]} % {n}" if self.ints else "0"])

    def value(self):
        r = self.r
        x = r.random() if r.random() < 1 / self.risk else r.uniform(0.7, 0.81)
        a, b = self.atom(), self.atom()
        if x < 0.25:
            return a
        if x < 0.45:
            return f"({a} & 15) {r.choice(['+', '-', '*', '|', '^'])} ({b} & 15)"
        if x < 0.6:
            return f"(unsigned){a} {r.choice(['+', '-', '*'])} {b}"
        if x < 0.7:
            return f"{self.condition()} ? {a} : {b}"
        if x < 0.73:
            return f"{a} {r.choice(['+', '-', '*'])} {b}"
        if x < 0.75:
            return f"{self.small()} * {r.choice([400000000, 715827882])}"
        if x < 0.77:
            return f"{r.choice(['100', a])} {r.choice(['/', '%'])} ({self.small()} - {r.choice([0, 3, 6, 9])})"
        if x < 0.79:
            return f"{r.choice(['1', '3', self.small(), '1u'])} {r.choice(['<<', '>>'])} ({self.small()} * {r.choice([3, 4, 5])})"
        if x < 0.80:
            return f"__builtin_clz({self.small()})"
        if x < 0.81:
            return f"-{a}"
        if x < 0.9:
            return f"~{a}"
        return f"{a} >> {r.randrange(4)}"

    def condition(self):
        r = self.r
        v = r.choice(self.inputs) if self.inputs and r.random() < 0.75 else self.atom()
        plain = f"{v} {r.choice(['<', '>', '==', '!=', '<=', '=='])} {r.choice([0, 1, 2, 3, 3, 4, 5])}"
        if r.random() < 0.2:
            return f"({plain} {r.choice(['&&', '||'])} {self.atom()} > {r.randrange(4)})"
        return f"({plain})"

    def guard(self, chance):
        return f"if {self.condition()} " if self.r.random() < chance else ""

    def few(self):
        """A condition that few inputs meet."""
        r, v = self.r, self.r.choice(self.inputs)
        most = self.domains[int(v[1:])] if v[0] == "a" else 5
        return f"({v} {r.choice(['==', '==', '==', '>'])} {r.randrange(most)})"

    # Statements.

    def statements(self, most):
        for _ in range(self.r.randrange(1, most + 1)):
            self.statement()

    def statement(self):
        r = self.r
        if self.fuel <= 0:
            return
        self.fuel -= 1
        kinds = [(self.assign, 6), (self.store, 4), (self.through, 3), (self.aim, 2), (self.bulk, 1), (self.step, 1)]
        if self.depth < 4:
            kinds += [(self.venture, 3)] if self.inputs and self.risk == 1 else []
            kinds += [(self.branch, 4), (self.outlive, 3), (self.loop, 3), (self.walk, 1), (self.cases, 1)]
        kinds += [(self.release, 2)] if self.blocks else []
        kinds += [(self.call, 4)] if self.functions and self.calls_allowed else []
        kinds += [(self.copy, 1), (self.check, 0.5), (self.declare, 2)]
        r.choices([k for k, _ in kinds], [w for _, w in kinds])[0]()

    def writable(self):
        return [v for v in self.ints if v[0] not in self.inputs]

    def assign(self):
        left = self.writable()
        if left:
            self.put(f"{self.r.choice(left)[0]} {self.r.choice(['=', '=', '=', '|=', '^='])} {self.value()};")

    def step(self):
        left = [v for v, t, _ in self.writable()]
        if left:
            self.put(f"{self.r.choice(left)}{self.r.choice(['++', '--'])};")

    def store(self):
        if self.arrays:
            a, _, n, _ = self.r.choice(self.arrays)
            self.put(f"{a}[{self.index(n)}] = {self.value()};")

    def through(self):
        r = self.r
        if not self.pointers:
            return self.assign()
        p, t, _ = r.choice(self.pointers)
        place = f"*{p}" if r.random() < 0.6 else f"{p}[{r.choice(['1', self.small().replace('& 7', '& 3')])}]" if r.random() < 0.4 else f"{p}[0]"
        guard = self.guard(0.4) or (f"if ({p}) " if r.random() < 0.3 else "")
        left = self.writable()
        if left and r.random() < 0.5:
            self.put(f"{guard}{r.choice(left)[0]} = {place};")
        else:
            self.put(f"{guard}{place} = {self.value()};")

    def aim(self):
        r = self.r
        if self.pointers:
            p, t, depth = r.choice(self.pointers)
            guard = self.guard(0.5)
            target = self.target(t, depth) if r.random() < 0.93 or not guard else "NULL"
            if target:
                self.put(f"{guard}{p} = {target};")

    def branch(self):
        with self.block(f"if {self.condition()}"):
            self.statements(3)
        if self.r.random() < 0.4:
            with self.block("else"):
                self.statements(2)

    def venture(self):
        """Something that is likely to go wrong, for few inputs."""
        r = self.r
        with self.block(f"if {self.few()}"):
            self.risk = 5
            kinds = [self.assign, self.store, self.store, self.through, self.aim, *([self.release] if self.blocks else [])]
            for _ in range(r.choice([1, 1, 2])):
                r.choice(kinds)()
            self.risk = 1

    def cases(self):
        r = self.r
        with self.block(f"switch ({self.small()})"):
            for i in r.sample(range(8), r.randrange(1, 4)):
                with self.block(f"case {i}:"):
                    self.statements(2)
                if r.random() < 0.7:
                    self.put("break;")
            self.put("default:;")

    def outlive(self):
        """A block whose local is pointed at from outside, and what may be done with the pointer later."""
        r = self.r
        if not self.pointers:
            return self.pointer()
        p, t, depth = r.choice(self.pointers)
        around = self.mark()
        with self.block(r.choice(["", "", f"if {self.condition()}"])):
            always = r.random() < 0.4
            local = self.name("loc")
            tags = [g for g in self.fields if any(f[1] == t and f[2] > 0 for f in self.fields[g])]
            if tags and r.random() < 0.3:
                tag = r.choice(tags)
                field, n = r.choice([(f, n) for f, other, n in self.fields[tag] if other == t and n > 0])
                self.put(f"{tag} {local} = {{0}};")
                place = f"{local}.{field} + {r.randrange(n)}"
            elif r.random() < 0.4:
                self.put(f"{t} {local}[3] = {{1, 2, 3}};")
                place = f"{local} + {r.randrange(3)}"
            else:
                self.put(f"{t} {local} = {self.value()};")
                place = f"&{local}"
            self.put(("" if always else f"if {self.condition()} ") + f"{p} = {place};")
            if always:
                self.put(f"*{p} = {self.value()};")
            # Natively the local of an earlier iteration is the same memory: nothing uses the pointer in here.
            self.pointers = [q for q in self.pointers if q[0] != p]
            self.statements(2)
        self.back(around)
        left = self.writable()
        if left and r.random() < 0.4:
            guard = f"if {self.few()} " if self.inputs and r.random() < 0.9 else ""
            self.put(f"{guard}{r.choice(left)[0]} = *{p};")
        target = self.target(t, depth)
        if target and r.random() < 0.85:
            self.put(f"{p} = {target};")

    def loop(self):
        r, i = self.r, self.name("i")
        bound = r.choice(["2", "3", "4", self.small(), self.small()])
        if r.random() < 0.5 and self.arrays:
            a, t, n, _ = r.choice(self.arrays)
            bound = str(n) if r.random() < 0.6 else bound
            mark = self.open(f"for (int {i} = 0; {i} < {bound}; {i}++)")
            self.put(f"{a}[{i}] = {r.choice([i, self.value(), f'{a}[{i}] + 1'])};")
            more = r.random() < 0.3
        else:
            mark = self.open(f"for (int {i} = 0; {i} < {bound}; {i}++)")
            more = True
        keep, self.inputs = self.inputs, self.inputs + [i]
        self.ints.append((i, "counter", self.depth))
        if more:
            self.statements(3)
        if r.random() < 0.15:
            self.put(f"if {self.condition()} {r.choice(['break', 'continue'])};")
        self.inputs = keep
        self.close(mark)

    def walk(self):
        r = self.r
        if self.arrays:
            a, t, n, _ = r.choice(self.arrays)
            p = self.name("w")
            end = f"{p} < {a} + {n}" if r.random() < 0.6 else f"*{p} != {r.choice([0, 2, self.small()])}"
            with self.block(f"for ({t} *{p} = {a}; {end}; {p}++)"):
                if "!=" in end:
                    self.assign()
                else:
                    self.put(f"*{p} = {self.value()};")

    def bulk(self):
        r = self.r
        if not self.arrays:
            return
        a, t, n, _ = r.choice(self.arrays)
        size = r.choice([f"sizeof({t}) * {n}", f"sizeof({t}) * {self.small()}" if r.random() < 0.3 else f"sizeof({t})"])
        others = [(b, m) for b, other, m, _ in self.arrays if other == t and m >= n and b != a and not set(b.split("[")[:1]) & set(a.split("[")[:1])]
        if others and r.random() < 0.5:
            self.put(f"{r.choice(['memcpy', 'memmove'])}({a}, {r.choice(others)[0]}, {size});")
        elif r.random() < 0.3:
            self.put(f"memmove({a}, {a} + 1, sizeof({t}) * {n - 1 if r.random() < 0.8 else n});")
        else:
            self.put(f"memset({a}, {r.randrange(3)}, {size});")

    def copy(self):
        r = self.r
        if self.structs:
            s, tag, _ = r.choice(self.structs)
            same = [other for other in self.alike(tag) if other != s]
            if same:
                self.put(f"{s} = {r.choice(same)};")

    def check(self):
        r = self.r
        text = f"assert({self.atom()} != {r.choice([3, 4, 5, 9])});" if r.random() < 0.8 else "__builtin_unreachable();"
        self.put(f"if {self.condition()} {text}")

    def release(self):
        self.put(f"{self.guard(0.7)}free({self.r.choice(self.blocks)});")

    # Functions.

    def call(self):
        r = self.r
        f, result, parameters = r.choice(self.functions)
        given, last = [], {}
        for kind in parameters:
            if kind == "number":
                given.append(self.small())
            elif kind in self.fields:
                same = self.alike(kind)
                if not same:
                    return
                given.append(f"&{r.choice(same)}")
            else:
                own = [p for p, t, _ in self.pointers if t == kind]
                choice = r.choice(own) if own and r.random() < 0.4 else self.target(kind, 99)
                choice = last[kind] if kind in last and r.random() < 0.4 else choice  # the same twice
                if choice is None:
                    return
                last[kind] = choice
                given.append("NULL" if r.random() < 0.02 else choice)
        text = f"{f}({', '.join(given)});"
        if result == "int":
            left = self.writable()
            self.put((f"{r.choice(left)[0]} = " if left else "") + text)
        elif result:
            # A pointer: as a number it would differ between machines.
            own = [p for p, t, depth in self.pointers if f"{t} *" == result and depth == self.depth]
            if own:
                self.put(f"{r.choice(own)} = {text}")
        else:
            self.put(text)

    def enter(self, head, parameters, fuel):
        self.inputs, self.fuel, self.calls_allowed = [], fuel, len(self.functions) > 0
        mark = self.open(head)
        for name, kind in parameters:
            if kind == "number":
                self.ints.append((name, "int", self.depth))
            elif kind in self.fields:
                # Its structures may be the same as others' in scope, which is what is to be tried.
                self.members(f"(*{name})", kind)
            else:
                self.pointers.append((name, kind, self.depth))
        return mark

    def function(self):
        r, f, t = self.r, self.name("fn"), self.r.choice(POINTEES)
        kinds = ["number", *r.choice([[t, t], [t], [t, t], [r.choice(list(self.fields))], [r.choice(list(self.fields)), t]])]
        parameters = [(self.name("q"), kind) for kind in kinds]
        shown = ", ".join(f"int {n}" if k == "number" else f"{k} *{n}" for n, k in parameters)
        mark = self.enter(f"static int {f}({shown})", parameters, 7)
        self.inputs = [parameters[0][0]]
        self.declare()
        self.statements(4)
        if r.random() < 0.5:
            self.through()
        if r.random() < 0.6:
            self.venture()
        self.put(f"return {r.choice([self.atom(), f'*{parameters[-1][0]}' if kinds[-1] == t else '0'])};")
        self.close(mark)
        self.functions.append((f, "int", kinds))

    def recursion(self):
        r, f, t = self.r, self.name("rec"), self.r.choice(POINTEES)
        mark = self.enter(f"static int {f}(int n, {t} *p)", [("n", "number"), ("p", t)], 5)
        self.inputs, self.calls_allowed = ["n"], False
        self.put("if (n <= 0)")
        self.put(f"  return {r.choice(['0', '*p', '1', 'p[1]'])};")
        self.declare()
        self.statements(2)
        passed = r.choice(["p", "p", "p", "p + 1", self.target(t, self.depth) or "p"])
        self.put(f"int r = {f}(n - {r.choice([1, 1, 2])}, {passed});")
        self.ints.append(("r", "int", self.depth))
        self.statements(2)
        self.put(f"return {r.choice(['r', '(r & 255) + n', 'n', '*p'])};")
        self.close(mark)
        self.functions.append((f, "int", ["number", t]))

    def escape(self):
        """A function that gives a pointer to its local, sometimes."""
        r, f, t = self.r, self.name("esc"), self.r.choice(POINTEES)
        with self.block(f"static {t} *{f}(int n, {t} *p)"):
            self.put(f"{t} loc = n;")
            self.put(f"{t} *to = p;")
            self.put(f"if (n {r.choice(['==', '>'])} {r.choice([0, 2, 3, 5])}) to = &loc;")
            self.put("return to;")
        self.functions.append((f, f"{t} *", ["number", t]))

    def main(self):
        r = self.r
        with self.block("int main(void)"):
            self.inputs, self.calls_allowed = [], True
            self.domains = r.choice([[4], [8], [16], [3, 4], [4, 8], [8, 8], [3, 3, 4], [64], [2, 5, 6]])
            for i, domain in enumerate(self.domains):
                self.put(f'int a{i} = plica_range(0, {domain}, "a{i}");')
                self.ints.append((f"a{i}", "int", self.depth))
                self.inputs.append(f"a{i}")
            self.fuel = r.choice([8, 14, 20])
            for make in [self.pointer, self.array, *[self.declare] * r.randrange(2, 5)]:
                make()
            for _ in range(r.randrange(3, 6)):
                r.choice([self.statement, self.outlive])()
                self.statements(2)
                self.venture()
            if self.functions:
                self.call()
            self.fuel = 2
            self.statements(3)
            self.put("return 0;")

    def text(self):
        return "\n".join(self.lines) + "\n"
