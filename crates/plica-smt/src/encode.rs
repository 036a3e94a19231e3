//! From terms to SMT-LIB's operators: the one place that knows how the two differ.
//!
//! Oblivious to which back end receives them. Conditions are `BV(1)` in plica; here each such term may exist twice, as
//! a Bool and as a bit-vector, and each position asks for the form it needs (as in Boolector). The walk keeps its own
//! stack: terms can be deeper than the machine's. Invariant: an encoded term has the meaning that
//! `plica_term::Evaluator` gives it, provided that the definitions in `definitions` hold.

use std::sync::Arc;

use plica_term::{Op, Sort, SymbolId, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::encode_float::float_of;
use crate::sink::{EncodeError, Prim, Sink, SinkSort};
use crate::tables::{Rest, Spine, make_table};

/// Which of its two forms a condition is wanted in. Other terms have only the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Value,
    Bool,
}

/// The encoded forms of the terms seen so far.
pub(crate) struct Encoder<S: Sink> {
    pool: Arc<TermPool>,
    values: FxHashMap<TermId, S::Term>,
    bools: FxHashMap<TermId, S::Term>,
    symbols: FxHashMap<SymbolId, S::Term>,
    /// Constraints (Bool) on constants that the encoding introduced. They must be asserted; they exclude nothing.
    pub(crate) definitions: Vec<S::Term>,
    fresh: u32,
    pub(crate) spines: FxHashMap<TermId, Option<Arc<Spine>>>,
    /// Has an array been read, written or compared?
    pub(crate) has_arrays: bool,
}

impl<S: Sink> Encoder<S> {
    pub(crate) fn new(pool: Arc<TermPool>) -> Self {
        Encoder {
            pool,
            values: FxHashMap::default(),
            bools: FxHashMap::default(),
            symbols: FxHashMap::default(),
            definitions: Vec::new(),
            fresh: 0,
            spines: FxHashMap::default(),
            has_arrays: false,
        }
    }

    /// How many encoded terms are held.
    #[cfg(any(feature = "bitwuzla", feature = "z3"))]
    pub(crate) fn len(&self) -> usize {
        self.values.len() + self.bools.len()
    }

    /// The constant that stands for a symbol: its value, or its bits if the symbol is a float.
    pub(crate) fn symbol(&self, symbol: SymbolId) -> Option<S::Term> {
        self.symbols.get(&symbol).copied()
    }

    pub(crate) fn pool(&self) -> &Arc<TermPool> {
        &self.pool
    }

    /// A name that no symbol has.
    pub(crate) fn fresh_name(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}!{}", self.fresh)
    }

    /// The condition `t` as a Bool.
    pub(crate) fn condition(&mut self, sink: &mut S, t: TermId) -> Result<S::Term, EncodeError> {
        self.encode(sink, t, Form::Bool)
    }

    fn cached(&self, t: TermId, form: Form) -> Option<S::Term> {
        match form {
            Form::Value => self.values.get(&t).copied(),
            Form::Bool => self.bools.get(&t).copied(),
        }
    }

    fn encode(&mut self, sink: &mut S, root: TermId, form: Form) -> Result<S::Term, EncodeError> {
        let mut stack = vec![(root, form)];
        let mut wanted = Vec::new();
        while let Some(&(t, form)) = stack.last() {
            if self.cached(t, form).is_some() {
                stack.pop();
                continue;
            }
            let natural = self.natural_form(t);
            if form != natural {
                // The other form is made first and then converted.
                let Some(inner) = self.cached(t, natural) else {
                    stack.push((t, natural));
                    continue;
                };
                let converted = self.convert(sink, inner, form)?;
                self.remember(t, form, converted);
                stack.pop();
                continue;
            }
            wanted.clear();
            self.children(t, &mut wanted);
            let before = stack.len();
            stack.extend(wanted.iter().copied().filter(|&(a, f)| self.cached(a, f).is_none()));
            if stack.len() > before {
                continue;
            }
            let made = self.make(sink, t)?;
            self.remember(t, form, made);
            stack.pop();
        }
        self.cached(root, form).ok_or_else(|| EncodeError::Refused("a term was lost in encoding".into()))
    }

    fn remember(&mut self, t: TermId, form: Form, made: S::Term) {
        match form {
            Form::Value => self.values.insert(t, made),
            Form::Bool => self.bools.insert(t, made),
        };
    }

    fn convert(&mut self, sink: &mut S, term: S::Term, to: Form) -> Result<S::Term, EncodeError> {
        let one = sink.bv_value(1, 1)?;
        match to {
            Form::Bool => sink.apply(Prim::Eq, SinkSort::Bool, &[term, one]),
            Form::Value => {
                let zero = sink.bv_value(0, 1)?;
                sink.apply(Prim::Ite, SinkSort::Of(Sort::BOOL), &[term, one, zero])
            }
        }
    }

    /// The form in which a term's operator gives its result.
    fn natural_form(&self, t: TermId) -> Form {
        let node = self.pool.node(t);
        let condition = node.sort == Sort::BOOL;
        match node.op {
            Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite if condition => Form::Bool,
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle | Op::Umulo | Op::Smulo => Form::Bool,
            Op::FpRel(_) | Op::FpIs(_) | Op::Forall(_) => Form::Bool,
            Op::Const(_) if condition => Form::Bool,
            _ => Form::Value,
        }
    }

    /// The encoded terms that `make` will look up.
    fn children(&mut self, t: TermId, out: &mut Vec<(TermId, Form)>) {
        let pool = self.pool.clone();
        let node = pool.node(t);
        let form_of = |a: TermId| if pool.sort(a) == Sort::BOOL { Form::Bool } else { Form::Value };
        match node.op {
            Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite | Op::Eq if node.sort == Sort::BOOL => {
                out.extend(node.args.iter().map(|&a| (a, form_of(a))));
            }
            Op::Ite => {
                out.push((node.args[0], Form::Bool));
                out.extend(node.args[1..].iter().map(|&a| (a, Form::Value)));
            }
            Op::Forall(_) => out.extend([(node.args[0], Form::Value), (node.args[1], Form::Bool)]),
            Op::Select => match self.spine(node.args[0]) {
                Some(spine) => {
                    out.push((node.args[1], Form::Value));
                    if let Rest::Array(array) = spine.rest {
                        out.push((array, Form::Value));
                    }
                    for &(index, value) in &spine.writes {
                        out.extend([(index, Form::Value), (value, Form::Value)]);
                    }
                }
                None => out.extend(node.args.iter().map(|&a| (a, Form::Value))),
            },
            _ => out.extend(node.args.iter().map(|&a| (a, Form::Value))),
        }
    }

    pub(crate) fn value(&self, t: TermId) -> Result<S::Term, EncodeError> {
        self.cached(t, Form::Value).ok_or_else(|| EncodeError::Refused("an argument was lost in encoding".into()))
    }

    /// Makes a term in its natural form; its arguments have been made.
    fn make(&mut self, sink: &mut S, t: TermId) -> Result<S::Term, EncodeError> {
        let pool = self.pool.clone();
        let node = pool.node(t);
        let sort = match self.natural_form(t) {
            Form::Bool => SinkSort::Bool,
            Form::Value => SinkSort::Of(node.sort),
        };
        self.has_arrays |= matches!(node.sort, Sort::Array { .. });
        let condition = node.sort == Sort::BOOL;
        let width = node.args.first().map_or(0, |&a| pool.width(a));
        let result_width = node.sort.bv_width().unwrap_or(0);
        let prim = match node.op {
            Op::Const(v) if condition => return sink.bool_value(v == 1),
            Op::Const(v) => return sink.bv_value(v, result_width),
            Op::Symbol(symbol) => return self.make_symbol(sink, symbol),
            Op::Table(table) => return make_table(sink, pool.table_data(table)),
            Op::ConstArray => {
                let index = match node.sort {
                    Sort::Array { index, .. } => index,
                    _ => 0,
                };
                let value = self.value(node.args[0])?;
                return sink.const_array(index, width, value);
            }
            Op::Lambda(symbol) => {
                let (bound, body) = (self.make_symbol(sink, symbol)?, self.value(node.args[0])?);
                return sink.lambda(bound, body, node.sort);
            }
            Op::Forall(symbol) => return self.make_forall(sink, symbol, node.args[0], node.args[1]),
            Op::App(_) => return Err(EncodeError::Unsupported("an uninterpreted function")),
            Op::Select => {
                if let Some(spine) = self.spine(node.args[0]) {
                    let index = self.value(node.args[1])?;
                    return self.read_through(sink, &spine, index);
                }
                Prim::Select
            }
            Op::Not => {
                if condition {
                    Prim::Not
                } else {
                    Prim::BvNot
                }
            }
            Op::And => {
                if condition {
                    Prim::And
                } else {
                    Prim::BvAnd
                }
            }
            Op::Or => {
                if condition {
                    Prim::Or
                } else {
                    Prim::BvOr
                }
            }
            Op::Xor => {
                if condition {
                    Prim::Xor
                } else {
                    Prim::BvXor
                }
            }
            Op::Neg => Prim::BvNeg,
            Op::Add => Prim::BvAdd,
            Op::Mul => Prim::BvMul,
            Op::Udiv => Prim::BvUdiv,
            Op::Urem => Prim::BvUrem,
            Op::Sdiv => Prim::BvSdiv,
            Op::Srem => Prim::BvSrem,
            Op::Shl => Prim::BvShl,
            Op::Lshr => Prim::BvLshr,
            Op::Ashr => Prim::BvAshr,
            Op::Concat => Prim::Concat,
            Op::Extract { hi, lo } => Prim::Extract { hi, lo },
            Op::Zext => Prim::Zext(result_width - width),
            Op::Sext => Prim::Sext(result_width - width),
            Op::Ite => Prim::Ite,
            Op::Eq => Prim::Eq,
            Op::Ult => Prim::Ult,
            Op::Ule => Prim::Ule,
            Op::Slt => Prim::Slt,
            Op::Sle => Prim::Sle,
            Op::Umulo => Prim::Umulo(width),
            Op::Smulo => Prim::Smulo(width),
            Op::Store => Prim::Store,
            _ => {
                let args = self.arguments(t)?;
                return self.make_float(sink, t, &args);
            }
        };
        let args = self.arguments(t)?;
        sink.apply(prim, sort, &args)
    }

    /// The encoded arguments, in the order of the term's.
    fn arguments(&mut self, t: TermId) -> Result<Vec<S::Term>, EncodeError> {
        let mut wanted = Vec::new();
        self.children(t, &mut wanted);
        wanted
            .into_iter()
            .map(|(a, f)| self.cached(a, f).ok_or_else(|| EncodeError::Refused("an argument was lost".into())))
            .collect()
    }

    fn make_symbol(&mut self, sink: &mut S, symbol: SymbolId) -> Result<S::Term, EncodeError> {
        let sort = self.pool.symbol_info(symbol).sort;
        if let Some(&known) = self.symbols.get(&symbol) {
            return match sort {
                Sort::Float(format) => float_of(sink, format, known),
                _ => Ok(known),
            };
        }
        let info = self.pool.symbol_info(symbol);
        let name = format!("{}!s{}", info.name, symbol.0);
        let is_bound = info.kind.is_bound();
        // A float is chosen by its bits: then every back end gives its value in the same way.
        let constant_sort = match sort {
            Sort::Float(format) => Sort::Bv(format.width()),
            other => other,
        };
        let constant_sort = SinkSort::Of(constant_sort);
        let constant = if is_bound { sink.bound(&name, constant_sort)? } else { sink.constant(&name, constant_sort)? };
        self.symbols.insert(symbol, constant);
        self.make_symbol(sink, symbol)
    }

    fn make_forall(
        &mut self,
        sink: &mut S,
        symbol: SymbolId,
        limit: TermId,
        body: TermId,
    ) -> Result<S::Term, EncodeError> {
        let bound = self.make_symbol(sink, symbol)?;
        let limit = self.value(limit)?;
        let body = self.cached(body, Form::Bool).ok_or_else(|| EncodeError::Refused("a body was lost".into()))?;
        let within = sink.apply(Prim::Ult, SinkSort::Bool, &[bound, limit])?;
        let guarded = sink.apply(Prim::Implies, SinkSort::Bool, &[within, body])?;
        sink.forall(bound, guarded)
    }

    /// Does a symbol bound further out occur in it?
    pub(crate) fn is_open(&self, t: TermId) -> bool {
        self.pool.free_kinds(t).bound
    }
}
