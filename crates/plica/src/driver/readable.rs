//! Terms of templates for people: parameters and bound variables by short names, without the casts that fit them into
//! the width of a place, and arrays made of an input's elements by the input's name.
//!
//! For showing only: what comes out says less than the term does, and is never asked of a solver. Oblivious to what the
//! terms are for. Invariant: a name stands for one thing within a text, but for the values of one place at two loops.

use std::collections::HashMap;
use std::sync::Arc;

use plica_term::{Op, Sort, SymbolKind, TermId, TermPool};

/// Shows terms; remembers what it has rewritten.
pub struct Readable<'a> {
    pool: &'a TermPool,
    /// The parameter whose template is shown: it is κ without a number.
    own: Option<TermId>,
    done: HashMap<TermId, TermId>,
    bound: Vec<String>,
    /// Names of sequences of values, and the places whose values they are.
    sequences: Vec<(Arc<str>, String)>,
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
            sequences: Vec::new(),
            inputs: HashMap::new(),
        }
    }

    /// For the terms of the template with this parameter.
    pub fn of_template(pool: &'a TermPool, kappa: TermId) -> Readable<'a> {
        Readable { own: Some(kappa), ..Readable::new(pool) }
    }

    /// Where the value of a place is an element of a sequence, the sequence is called by the place.
    pub fn name_sequence(&mut self, value: TermId, place: &str) {
        let node = self.pool.node(value);
        let array = if node.op == Op::Select { self.pool.node(node.args[0]).op } else { node.op };
        if let Op::Symbol(s) = array {
            let info = self.pool.symbol_info(s);
            if info.name.starts_with("sequence ") {
                self.sequences.push((info.name.clone(), place.to_owned()));
            }
        }
    }

    /// The term as text, without parentheses around all of it.
    pub fn show(&mut self, t: TermId) -> String {
        if !self.is_parametric(t) {
            return self.pool.infix(t);
        }
        let text = self.pool.infix(self.rewrite(t));
        let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
        // A quantifier alone.
        inner.filter(|t| t.starts_with('∀') && is_balanced(t)).map_or(text.clone(), str::to_owned)
    }

    /// Has the term anything to do with templates?
    fn is_parametric(&self, t: TermId) -> bool {
        self.pool.free_symbols(t).iter().any(|&s| {
            let info = self.pool.symbol_info(s);
            info.kind == SymbolKind::Kappa || info.name.contains("[κ")
        }) || matches!(self.pool.sort(t), Sort::Array { .. })
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
                Op::Extract { lo: 0, .. } | Op::Zext | Op::Sext if self.is_count(args[0]) => {
                    let Op::Symbol(id) = self.pool.node(args[0]).op else { break };
                    let info = self.pool.symbol_info(id);
                    self.pool.symbol(&info.name, node.sort, info.kind)
                }
                Op::Zext if self.is_made_comparable(top, args[0]) => {
                    let Op::Symbol(id) = self.pool.node(args[0]).op else { break };
                    let info = self.pool.symbol_info(id);
                    self.pool.symbol(&info.name, node.sort, info.kind)
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
        self.pool.symbol_info(s).name.starts_with(['κ', 'τ'])
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
        if let Some((_, place)) = self.sequences.iter().find(|(known, _)| **known == *name) {
            return self.pool.symbol(place, sort, kind);
        }
        // The values that a place, an input or an inner loop's parameter has, iteration by iteration.
        let name = name.split_once("[κ").map_or(name, |(base, _)| base.split('#').next().unwrap_or(base));
        let shown = if name.starts_with('τ') {
            let at = self.bound.iter().position(|n| n == name).unwrap_or_else(|| {
                self.bound.push(name.to_owned());
                self.bound.len() - 1
            });
            if at == 0 { "τ".to_owned() } else { format!("τ{}", subscript(&(at + 1).to_string())) }
        } else if name.starts_with('κ') {
            subscript(name)
        } else {
            self.short(name)
        };
        self.pool.symbol(&shown, sort, kind)
    }

    /// The name of an input without the number of its creation, unless another one has taken it.
    fn short(&mut self, name: &str) -> String {
        let Some((base, rest)) = name.split_once('#') else { return general(name) };
        let input = &name[..name.len() - rest.find('[').map_or(0, |i| rest.len() - i)];
        // Arrays have their brackets where they are read.
        let shown = base.trim_end_matches("[]");
        if *self.inputs.entry(base.to_owned()).or_insert_with(|| input.to_owned()) != input {
            return format!("{shown}{}{}", subscript(&input[base.len() + 1..]), &name[input.len()..]);
        }
        format!("{shown}{}", &name[input.len()..])
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

/// The name of a place at the head of a loop without the numbers that tell loops apart: `i'0.3.12` is `i'`. Arrays have
/// their brackets where they are read.
fn general(name: &str) -> String {
    let name = name.strip_suffix("[]").unwrap_or(name);
    match name.split_once('\'') {
        Some((base, rest)) if rest.chars().all(|c| c.is_ascii_digit() || c == '.') => {
            format!("{}'", base.trim_end_matches("+0").trim_end_matches("[]"))
        }
        _ => name.to_owned(),
    }
}

/// A text that names places, each without the numbers that tell loops apart.
pub fn plain_names(text: &str) -> String {
    let mut out = String::new();
    for (i, part) in text.split('\'').enumerate() {
        if i == 0 {
            out.push_str(part);
            continue;
        }
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let numbers = rest.starts_with('.') && rest.len() < part.len();
        let end = part.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(part.len());
        out.push_str(if numbers { &part[end..] } else { "'" });
        out.push_str(if numbers { "" } else { part });
    }
    out
}

/// Digits as subscripts: `κ12` is `κ₁₂`.
pub fn subscript(text: &str) -> String {
    let digit = |c: char| c.to_digit(10).and_then(|d| char::from_u32(0x2080 + d));
    text.chars().map(|c| digit(c).unwrap_or(c)).collect()
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
        let kappa = p.symbol("κ3", Sort::Bv(40), SymbolKind::Kappa);
        let other = p.symbol("κ1", Sort::Bv(40), SymbolKind::Kappa);
        let tau = p.symbol("τ3.0.40", Sort::Bv(40), SymbolKind::Bound);
        let n = p.symbol("n#2", Sort::Bv(32), SymbolKind::Input);
        let general = p.symbol("s'0.1.9", Sort::Bv(32), SymbolKind::Kappa);
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
        let sequence = p.symbol("sequence 0 of 1,9", Sort::Array { index: 40, elem: 32 }, SymbolKind::Kappa);
        let value = p.select(sequence, kappa);
        shown.name_sequence(value, "sum");
        assert_eq!(shown.show(value), "sum[κ]");
        assert_eq!(Readable::new(&p).show(p.ult(low, n)), "κ₃ <u n");
    }

    #[test]
    fn places_in_refusals_have_their_names_only() {
        let text = "count: depends on q[]'13.0.0.8[cell 0], which is `x'`";
        assert_eq!(plain_names(text), "count: depends on q[][cell 0], which is `x'`");
        assert_eq!(plain_names("n'0.0.6, and 'a'"), "n, and 'a'");
    }

    #[test]
    fn an_array_of_an_inputs_elements_has_its_name() {
        let p = TermPool::new();
        let mut a = p.symbol("uninit7[]", Sort::Array { index: 64, elem: 32 }, SymbolKind::Uninit);
        for i in 0..3u32 {
            let e = p.symbol(&format!("a#1[{}]", 4 * i), Sort::Bv(32), SymbolKind::Input);
            a = p.store(a, p.bv(u128::from(i), 64), e);
        }
        let kappa = p.symbol("κ0", Sort::Bv(72), SymbolKind::Kappa);
        let at = p.select(a, p.extract(kappa, 63, 0));
        assert_eq!(Readable::of_template(&p, kappa).show(at), "a[κ]");
        let other = p.symbol("b#2[12]", Sort::Bv(32), SymbolKind::Input);
        let mixed = p.store(a, p.bv(3, 64), other);
        assert!(Readable::new(&p).show(mixed).contains(":="));
    }
}
