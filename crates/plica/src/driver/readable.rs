//! Terms of templates for people: parameters and bound variables by short names, without the casts that fit them into
//! the width of a place, and arrays made of an input's elements by the input's name.
//!
//! For showing only: what comes out says less than the term does, and is never asked of a solver. Oblivious to what the
//! terms are for. Invariant: a name stands for one thing within a text, but for the values of one place at two loops.

mod names;

use std::collections::HashMap;
use std::sync::Arc;

use plica_term::{Op, Sort, SymbolKind, TermId, TermPool};

pub(crate) use names::{Part, part, plain_names, subscript, without_unit};
use names::{element, general};

/// Shows terms; remembers what it has rewritten.
pub(crate) struct Readable<'a> {
    pool: &'a TermPool,
    /// The parameter whose template is shown: it is κ without a number.
    own: Option<TermId>,
    done: HashMap<TermId, TermId>,
    bound: Vec<String>,
    /// Sequences of how many iterations went a way.
    counts: Vec<String>,
    /// What symbols and functions with these names are called instead.
    given: HashMap<Arc<str>, String>,
    /// Short names of inputs, and whose they are.
    inputs: HashMap<String, String>,
}

impl<'a> Readable<'a> {
    /// For terms of no particular template.
    pub fn new(pool: &'a TermPool) -> Readable<'a> {
        Readable {
            pool,
            own: None,
            done: HashMap::new(),
            bound: Vec::new(),
            counts: Vec::new(),
            given: HashMap::new(),
            inputs: HashMap::new(),
        }
    }

    /// For the terms of the template with this parameter.
    pub fn of_template(pool: &'a TermPool, kappa: TermId) -> Readable<'a> {
        Readable { own: Some(kappa), ..Readable::new(pool) }
    }

    /// What the engine calls `own`, a symbol or a function, is shown as `shown`.
    pub fn name(&mut self, own: &str, shown: &str) {
        self.given.insert(own.into(), shown.to_owned());
    }

    /// Where the value of a place is an element of a sequence, the sequence is called by the place.
    pub fn name_sequence(&mut self, value: TermId, place: &str) {
        let node = self.pool.node(value);
        let array = if node.op == Op::Select { self.pool.node(node.args[0]).op } else { node.op };
        if let Op::Symbol(s) = array {
            let info = self.pool.symbol_info(s);
            if info.kind == SymbolKind::Sequence {
                self.name(&info.name, place);
            }
        }
    }

    /// The term as text, without parentheses around all of it.
    pub fn show(&mut self, t: TermId) -> String {
        let plain = self.pool.infix(t);
        if !self.needs_names(t, &plain) {
            return plain;
        }
        let text = self.pool.infix(self.rewrite(t));
        let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
        // A quantifier alone.
        inner.filter(|t| t.starts_with('∀') && is_balanced(t)).map_or(text.clone(), str::to_owned)
    }

    /// Does the term, or what is shown of it, have names that are the engine's own?
    fn needs_names(&self, t: TermId, shown: &str) -> bool {
        // Bound variables, and arrays with what was stored into them.
        shown.contains('τ')
            || shown.contains(":=")
            || self.given.keys().any(|own| shown.contains(&**own))
            || matches!(self.pool.sort(t), Sort::Array { .. })
            || self.pool.free_symbols(t).iter().any(|&s| {
                let info = self.pool.symbol_info(s);
                info.kind.is_of_loop() || info.name.contains(['[', '@']) || self.given.contains_key(&info.name)
            })
    }

    fn rewrite(&mut self, t: TermId) -> TermId {
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let node = self.pool.node(top);
            if let Some(whole) = self.elements_of_an_input(top) {
                self.done.insert(top, whole);
                continue;
            }
            let before = stack.len();
            stack.extend(node.args.iter().filter(|a| !self.done.contains_key(a)));
            if stack.len() > before {
                continue;
            }
            let args: Vec<TermId> = node.args.iter().map(|a| self.done[a]).collect();
            let result = match node.op {
                Op::Symbol(_) => self.symbol(top),
                Op::Forall(s) | Op::Lambda(s) => {
                    let info = self.pool.symbol_info(s);
                    let Op::Symbol(id) = self.pool.node(self.symbol_named(&info.name, info.sort, info.kind)).op else {
                        break;
                    };
                    let op = if matches!(node.op, Op::Forall(_)) { Op::Forall(id) } else { Op::Lambda(id) };
                    self.pool.raw(op, node.sort, &args)
                }
                // A parameter has more bits than the places that depend on it, and than those that it is compared with.
                Op::Extract { lo: 0, hi: 7.. } | Op::Zext | Op::Sext if self.is_count(args[0]) => {
                    let Op::Symbol(id) = self.pool.node(args[0]).op else { break };
                    let info = self.pool.symbol_info(id);
                    self.pool.symbol(&info.name, node.sort, info.kind)
                }
                Op::Zext if self.is_made_comparable(top, args[0]) => {
                    let Op::Symbol(id) = self.pool.node(args[0]).op else { break };
                    let info = self.pool.symbol_info(id);
                    self.pool.symbol(&info.name, node.sort, info.kind)
                }
                Op::App(f) => {
                    let info = self.pool.func_info(f);
                    let name = self.given.get(&info.name).map_or(&*info.name, String::as_str);
                    let shown = self.pool.func(name, &info.params, info.result);
                    self.pool.raw(Op::App(shown), node.sort, &args)
                }
                op => self.pool.raw(op, node.sort, &args),
            };
            self.done.insert(top, result);
            stack.pop();
        }
        self.done.get(&t).copied().unwrap_or(t)
    }

    /// A parameter, or the number of an iteration?
    fn is_count(&self, t: TermId) -> bool {
        let Op::Symbol(s) = self.pool.node(t).op else { return false };
        let info = self.pool.symbol_info(s);
        matches!(info.kind, SymbolKind::Kappa { .. }) || is_iteration(&info.name, info.kind)
    }

    /// A symbol that was extended to the width of a parameter, which no type of a program has?
    fn is_made_comparable(&self, t: TermId, inner: TermId) -> bool {
        let width = self.pool.width(t);
        width > 32 && !width.is_power_of_two() && matches!(self.pool.node(inner).op, Op::Symbol(_))
    }

    fn symbol(&mut self, t: TermId) -> TermId {
        let Op::Symbol(s) = self.pool.node(t).op else { return t };
        let info = self.pool.symbol_info(s);
        if self.own == Some(t) {
            return self.pool.symbol("κ", info.sort, info.kind);
        }
        self.symbol_named(&info.name, info.sort, info.kind)
    }

    fn symbol_named(&mut self, name: &str, sort: Sort, kind: SymbolKind) -> TermId {
        if let Some(shown) = self.given.get(name) {
            return self.pool.symbol(shown, sort, kind);
        }
        // The values that a place, an input or an inner loop's parameter has, iteration by iteration.
        let name = name.split_once("[κ").map_or(name, |(base, _)| base.split('#').next().unwrap_or(base));
        let shown = if is_iteration(name, kind) {
            let at = self.bound.iter().position(|n| n == name).unwrap_or_else(|| {
                self.bound.push(name.to_owned());
                self.bound.len() - 1
            });
            if at == 0 { "τ".to_owned() } else { format!("τ{}", subscript(&(at + 1).to_string())) }
        } else if kind == SymbolKind::Sequence && name.starts_with("sequence of ") {
            // A parameter of a cycle.
            let at = self.counts.iter().position(|n| n == name).unwrap_or_else(|| {
                self.counts.push(name.to_owned());
                self.counts.len() - 1
            });
            subscript(&format!("κ{}", at + 1))
        } else if matches!(kind, SymbolKind::Kappa { .. }) {
            subscript(without_unit(name))
        } else {
            self.short(name, sort)
        };
        self.pool.symbol(&shown, sort, kind)
    }

    /// The name of an input without the number of its creation, unless another one has taken it. Elements have their
    /// index in place of their offset.
    fn short(&mut self, name: &str, sort: Sort) -> String {
        let name = without_unit(name);
        let Some((base, rest)) = name.split_once('#') else { return general(name) };
        let (number, index) = rest.split_at(rest.find('[').unwrap_or(rest.len()));
        let input = &name[..name.len() - index.len()];
        // Arrays have their brackets where they are read.
        let mut shown = base.trim_end_matches("[]").to_owned();
        if *self.inputs.entry(base.to_owned()).or_insert_with(|| input.to_owned()) != input {
            shown.push_str(&subscript(number));
        }
        match (index, sort) {
            ("" | "[]", _) => shown,
            (_, Sort::Bv(width)) => element(&format!("{shown}{index}"), width.div_ceil(8)),
            _ => shown + index,
        }
    }

    /// The input that an array was made of, element by element.
    fn elements_of_an_input(&self, t: TermId) -> Option<TermId> {
        let mut at = t;
        let mut base: Option<&str> = None;
        let mut count = 0;
        while self.pool.node(at).op == Op::Store {
            let node = self.pool.node(at);
            let Op::Symbol(s) = self.pool.node(node.args[2]).op else { return None };
            let info = self.pool.symbol_info(s);
            let index = self.pool.const_value(node.args[1])?;
            let offset = index * u128::from(self.pool.width(node.args[2]).div_ceil(8));
            let name = info.name.strip_suffix(&*format!("[{offset}]"))?;
            if *base.get_or_insert(name) != name {
                return None;
            }
            count += 1;
            at = node.args[0];
        }
        let base = base.filter(|_| count > 1)?;
        let shown = base.split('#').next().unwrap_or(base);
        Some(self.pool.symbol(shown, self.pool.sort(t), SymbolKind::Input))
    }
}

/// Is it the number of an iteration? λs bind other things.
fn is_iteration(name: &str, kind: SymbolKind) -> bool {
    kind.is_bound() && name.starts_with('τ')
}

/// Does every parenthesis close within the text?
fn is_balanced(text: &str) -> bool {
    let mut depth = 0i64;
    text.chars().all(|c| {
        depth += i64::from(c == '(') - i64::from(c == ')');
        depth >= 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_and_their_casts_are_short() {
        let p = TermPool::new();
        let kappa = p.symbol("κ3", Sort::Bv(40), SymbolKind::Kappa { at: 3 });
        let other = p.symbol("κ1", Sort::Bv(40), SymbolKind::Kappa { at: 1 });
        let tau = p.symbol("τ3.0.40", Sort::Bv(40), SymbolKind::Bound);
        let n = p.symbol("n#2", Sort::Bv(32), SymbolKind::Input);
        let general = p.symbol("s'0.1.9", Sort::Bv(32), SymbolKind::General);
        let mut shown = Readable::of_template(&p, kappa);
        let (low, inner) = (p.extract(kappa, 31, 0), p.extract(other, 31, 0));
        assert_eq!(shown.show(p.add(low, p.add(inner, general))).matches(['κ', 's']).count(), 3);
        assert_eq!(shown.show(p.ult(low, n)), "κ <u n");
        let Op::Symbol(id) = p.node(tau).op else { unreachable!("a symbol is a symbol") };
        let all = p.raw(Op::Forall(id), Sort::BOOL, &[kappa, p.ult(p.extract(tau, 31, 0), n)]);
        assert_eq!(shown.show(all), "∀τ < κ. τ <u n");
        assert_eq!(shown.show(general), "s'");
        assert_eq!(shown.show(p.and(p.ule(kappa, p.zext(n, 40)), p.ult(low, n))).matches("n#").count(), 0);
        let again = p.symbol("n#4", Sort::Bv(32), SymbolKind::Input);
        assert_eq!(shown.show(p.ult(low, again)), "κ <u n₄");
        let sequence = p.symbol("sequence 0 of 1,9", Sort::Array { index: 40, elem: 32 }, SymbolKind::Sequence);
        let value = p.select(sequence, kappa);
        shown.name_sequence(value, "sum");
        assert_eq!(shown.show(value), "sum[κ]");
        assert_eq!(Readable::new(&p).show(p.ult(low, n)), "κ₃ <u n");
    }

    #[test]
    fn inputs_read_as_in_the_source() {
        let p = TermPool::new();
        let input = |name: &str, width| p.symbol(name, Sort::Bv(width), SymbolKind::Input);
        let shown = |t| Readable::new(&p).show(t);
        let n = input("n#2", 32);
        assert_eq!(shown(p.slt(n, input("a#1[12]", 32))), "n < a[3]");
        assert_eq!(shown(p.slt(input("text#1[12]", 8), p.bv(5, 8))), "text[12] < 5");
        assert_eq!(shown(p.slt(input("s#1[6]", 32), n)), "s+6 < n");
        assert_eq!(shown(p.slt(input("argv[1]#0[3]", 8), p.bv(5, 8))), "argv[1][3] < 5");
        assert_eq!(shown(p.slt(input("x[3]#0", 32), n)), "x[3] < n");
        // Inputs of a unit, as whoever makes the unit calls them.
        assert_eq!(shown(p.slt(input("n@5.0", 32), input("k#1@5", 32))), "n < k");
        assert_eq!(shown(p.slt(input("*p#4", 32), input("g.x#5", 32))), "*p < g.x");
        assert_eq!(shown(p.add(n, p.mul(input("*p#4", 32), n))), "n + n * *p");
        assert_eq!(shown(p.slt(input("*p#4[8]", 32), n)), "p[2] < n");
    }

    #[test]
    fn symbols_and_functions_have_the_names_that_they_are_given() {
        let p = TermPool::new();
        let cell = p.symbol("uninit7+8@3:4", Sort::Bv(32), SymbolKind::Uninit);
        let f = p.func("returned 5", &[Sort::Bv(32)], Sort::Bv(32));
        let mut shown = Readable::new(&p);
        shown.name("uninit7+8@3:4", "s.next[2]");
        shown.name("returned 5", "abs");
        let call = |arg| p.raw(Op::App(f), Sort::Bv(32), &[arg]);
        assert_eq!(shown.show(p.slt(call(cell), p.bv(7, 32))), "abs(s.next[2]) < 7");
        assert_eq!(shown.show(call(p.bv(2, 32))), "abs(2)");
    }

    #[test]
    fn a_name_stands_for_one_input() {
        let p = TermPool::new();
        let input = |name: &str| p.symbol(name, Sort::Bv(32), SymbolKind::Input);
        let mut shown = Readable::new(&p);
        assert_eq!(shown.show(p.slt(input("a#1[0]"), input("a#1[4]"))), "a[0] < a[1]");
        assert_eq!(shown.show(p.slt(input("a#7[0]"), input("a#1[4]"))), "a₇[0] < a[1]");
    }

    #[test]
    fn what_is_bound_needs_no_parameter_to_be_readable() {
        let p = TermPool::new();
        let tau = p.symbol("τ3.0.44", Sort::Bv(44), SymbolKind::Bound);
        let a = p.symbol("a#1[]", Sort::Array { index: 64, elem: 32 }, SymbolKind::Input);
        let Op::Symbol(id) = p.node(tau).op else { unreachable!("a symbol is a symbol") };
        let n = p.symbol("n#2", Sort::Bv(32), SymbolKind::Input);
        let count = p.zext(p.ite(p.slt(n, p.bv(1, 32)), p.bv(0, 32), n), 44);
        let read = |low| p.eq(p.select(a, p.zext(p.extract(tau, low, 0), 64)), n);
        let all = |body| p.raw(Op::Forall(id), Sort::BOOL, &[count, body]);
        assert_eq!(Readable::new(&p).show(all(read(31))), "∀τ < (u32)(n < 1 ? 0 : n). n == a[τ]");
        // An index that wraps around within a few elements is no plain index.
        assert_eq!(Readable::new(&p).show(all(read(1))), "∀τ < (u32)(n < 1 ? 0 : n). n == a[(u2)(i2)τ]");
    }

    #[test]
    fn an_array_of_an_inputs_elements_has_its_name() {
        let p = TermPool::new();
        let mut a = p.symbol("uninit7[]", Sort::Array { index: 64, elem: 32 }, SymbolKind::Uninit);
        for i in 0..3u32 {
            let e = p.symbol(&format!("a#1[{}]", 4 * i), Sort::Bv(32), SymbolKind::Input);
            a = p.store(a, p.bv(u128::from(i), 64), e);
        }
        let kappa = p.symbol("κ0", Sort::Bv(72), SymbolKind::Kappa { at: 0 });
        let at = p.select(a, p.extract(kappa, 63, 0));
        assert_eq!(Readable::of_template(&p, kappa).show(at), "a[κ]");
        let other = p.symbol("b#2[12]", Sort::Bv(32), SymbolKind::Input);
        let mixed = p.store(a, p.bv(3, 64), other);
        assert!(Readable::new(&p).show(mixed).contains(":="));
    }
}
