//! Queries as SMT-LIB text, for solvers by pipe and for dumped queries.
//!
//! Oblivious to processes and files. Every operator becomes one definition, so that shared terms are written once; a
//! term under a binder becomes a function of the bound symbols in it.

use std::fmt::Write;
use std::sync::Arc;

use plica_term::{FloatFormat, FpUnary, RoundingMode, Sort, SymbolId, TermId, TermPool};

use crate::backend::query_symbols;
use crate::encode::Encoder;
use crate::sink::{EncodeError, Prim, Sink, SinkSort};

/// A query in SMT-LIB.
pub(crate) struct Script {
    /// Declarations, definitions and assertions.
    pub(crate) text: String,
    /// The symbols that occur, with the names that they have in the text.
    pub(crate) symbols: Vec<(SymbolId, String)>,
}

/// Writes a query: everything from the declarations to the assertions.
pub(crate) fn script(pool: &Arc<TermPool>, query: &[TermId]) -> Result<Script, EncodeError> {
    let mut sink = TextSink::default();
    let mut encoder = Encoder::new(pool.clone());
    let mut asserted = Vec::with_capacity(query.len());
    for &t in query {
        asserted.push(encoder.condition(&mut sink, t)?);
    }
    for condition in encoder.definitions.iter().chain(&asserted) {
        let text = &sink.terms[*condition as usize].text;
        // The terms and the text are different fields.
        let _ = writeln!(sink.out, "(assert {text})");
    }
    let symbols = query_symbols(pool, query)
        .into_iter()
        .filter_map(|s| encoder.symbol(s).map(|t| (s, sink.terms[t as usize].text.clone())))
        .collect();
    Ok(Script { text: sink.out, symbols })
}

/// A term that has been written.
struct Written {
    /// How to refer to it.
    text: String,
    sort: SinkSort,
    /// The bound symbols that occur free in it.
    open: Vec<u32>,
}

#[derive(Default)]
struct TextSink {
    out: String,
    terms: Vec<Written>,
    defined: u32,
}

fn sort_text(sort: SinkSort) -> String {
    match sort {
        SinkSort::Bool => "Bool".into(),
        SinkSort::Of(Sort::Bv(w)) => format!("(_ BitVec {w})"),
        SinkSort::Of(Sort::Array { index, elem }) => format!("(Array (_ BitVec {index}) (_ BitVec {elem}))"),
        SinkSort::Of(Sort::Float(f)) => format!("(_ FloatingPoint {} {})", f.exponent(), f.significand()),
    }
}

fn to_fp(f: FloatFormat) -> String {
    format!("(_ to_fp {} {})", f.exponent(), f.significand())
}

fn mode_text(mode: RoundingMode) -> &'static str {
    match mode {
        RoundingMode::NearestEven => "RNE",
        RoundingMode::NearestAway => "RNA",
        RoundingMode::TowardZero => "RTZ",
        RoundingMode::TowardPositive => "RTP",
        RoundingMode::TowardNegative => "RTN",
    }
}

/// A name as a quoted symbol; what cannot stand between bars is replaced.
fn quoted(name: &str) -> String {
    let inside: String =
        name.chars().map(|c| if c == '|' || c == '\\' || c.is_control() || !c.is_ascii() { '_' } else { c }).collect();
    format!("|{inside}|")
}

/// The operator as it stands at the head of an application.
fn head(prim: Prim) -> String {
    let plain = match prim {
        Prim::Not => "not",
        Prim::And => "and",
        Prim::Or => "or",
        Prim::Xor => "xor",
        Prim::Implies => "=>",
        Prim::Eq => "=",
        Prim::Ite => "ite",
        Prim::BvNot => "bvnot",
        Prim::BvAnd => "bvand",
        Prim::BvOr => "bvor",
        Prim::BvXor => "bvxor",
        Prim::BvNeg => "bvneg",
        Prim::BvAdd => "bvadd",
        Prim::BvMul => "bvmul",
        Prim::BvUdiv => "bvudiv",
        Prim::BvUrem => "bvurem",
        Prim::BvSdiv => "bvsdiv",
        Prim::BvSrem => "bvsrem",
        Prim::BvShl => "bvshl",
        Prim::BvLshr => "bvlshr",
        Prim::BvAshr => "bvashr",
        Prim::Concat => "concat",
        Prim::Ult => "bvult",
        Prim::Ule => "bvule",
        Prim::Slt => "bvslt",
        Prim::Sle => "bvsle",
        Prim::Select => "select",
        Prim::Store => "store",
        Prim::FpAdd => "fp.add RNE",
        Prim::FpSub => "fp.sub RNE",
        Prim::FpMul => "fp.mul RNE",
        Prim::FpDiv => "fp.div RNE",
        Prim::FpFma => "fp.fma RNE",
        Prim::FpSqrt => "fp.sqrt RNE",
        Prim::FpNeg => "fp.neg",
        Prim::FpAbs => "fp.abs",
        Prim::FpEq => "fp.eq",
        Prim::FpLt => "fp.lt",
        Prim::FpLe => "fp.leq",
        Prim::FpIs(FpUnary::IsNan) => "fp.isNaN",
        Prim::FpIs(FpUnary::IsInf) => "fp.isInfinite",
        Prim::FpIs(FpUnary::IsZero) => "fp.isZero",
        Prim::FpIs(FpUnary::IsSubnormal) => "fp.isSubnormal",
        Prim::FpIs(FpUnary::IsNormal) => "fp.isNormal",
        Prim::FpIs(FpUnary::IsNegative) => "fp.isNegative",
        Prim::Extract { hi, lo } => return format!("(_ extract {hi} {lo})"),
        Prim::Zext(n) => return format!("(_ zero_extend {n})"),
        Prim::Sext(n) => return format!("(_ sign_extend {n})"),
        Prim::FpFromBits(f) => return to_fp(f),
        Prim::FpToFp(f) | Prim::FpFromSbv(f) => return format!("{} RNE", to_fp(f)),
        Prim::FpFromUbv(f) => return format!("(_ to_fp_unsigned {} {}) RNE", f.exponent(), f.significand()),
        Prim::FpToSbv(w) => return format!("(_ fp.to_sbv {w}) RTZ"),
        Prim::FpToUbv(w) => return format!("(_ fp.to_ubv {w}) RTZ"),
        Prim::FpRound(mode) => return format!("fp.roundToIntegral {}", mode_text(mode)),
        // Written out by `apply`: not all solvers have them.
        Prim::Umulo(_) | Prim::Smulo(_) => "",
    };
    plain.into()
}

impl TextSink {
    fn push(&mut self, text: String, sort: SinkSort, open: Vec<u32>) -> u32 {
        self.terms.push(Written { text, sort, open });
        self.terms.len() as u32 - 1
    }

    /// Defines a name for `body`, as a function of what is open in it.
    fn define(&mut self, body: &str, sort: SinkSort, open: Vec<u32>) -> u32 {
        self.defined += 1;
        let name = format!("t{}", self.defined);
        let (mut params, mut reference) = (String::new(), name.clone());
        if !open.is_empty() {
            reference = format!("({name}");
            for &b in &open {
                let bound = &self.terms[b as usize];
                let _ = write!(params, "({} {})", bound.text, sort_text(bound.sort));
                let _ = write!(reference, " {}", bound.text);
            }
            reference.push(')');
        }
        let _ = writeln!(self.out, "(define-fun {name} ({params}) {} {body})", sort_text(sort));
        self.push(reference, sort, open)
    }

    fn open_of(&self, args: &[u32]) -> Vec<u32> {
        let mut open: Vec<u32> = args.iter().flat_map(|&a| self.terms[a as usize].open.iter().copied()).collect();
        open.sort_unstable();
        open.dedup();
        open
    }

    fn binder(&mut self, word: &str, bound: u32, body: u32, sort: SinkSort) -> u32 {
        let open = self.open_of(&[body]).into_iter().filter(|&b| b != bound).collect();
        let variable = &self.terms[bound as usize];
        let text =
            format!("({word} (({} {})) {})", variable.text, sort_text(variable.sort), self.terms[body as usize].text);
        self.define(&text, sort, open)
    }
}

impl Sink for TextSink {
    type Term = u32;
    fn bool_value(&mut self, value: bool) -> Result<u32, EncodeError> {
        Ok(self.push(value.to_string(), SinkSort::Bool, Vec::new()))
    }

    fn bv_value(&mut self, value: u128, width: u32) -> Result<u32, EncodeError> {
        let text = if width.is_multiple_of(4) {
            format!("#x{value:0digits$x}", digits = width as usize / 4)
        } else {
            format!("#b{value:0digits$b}", digits = width as usize)
        };
        Ok(self.push(text, SinkSort::Of(Sort::Bv(width)), Vec::new()))
    }

    fn constant(&mut self, name: &str, sort: SinkSort) -> Result<u32, EncodeError> {
        let name = quoted(name);
        let _ = writeln!(self.out, "(declare-fun {name} () {})", sort_text(sort));
        Ok(self.push(name, sort, Vec::new()))
    }

    fn bound(&mut self, name: &str, sort: SinkSort) -> Result<u32, EncodeError> {
        let itself = self.push(quoted(name), sort, Vec::new());
        self.terms[itself as usize].open.push(itself);
        Ok(itself)
    }

    fn const_array(&mut self, index: u32, elem: u32, value: u32) -> Result<u32, EncodeError> {
        let sort = SinkSort::Of(Sort::Array { index, elem });
        let body = format!("((as const {}) {})", sort_text(sort), self.terms[value as usize].text);
        let open = self.open_of(&[value]);
        Ok(self.define(&body, sort, open))
    }

    fn apply(&mut self, prim: Prim, sort: SinkSort, args: &[u32]) -> Result<u32, EncodeError> {
        let text = |i: usize| &self.terms[args[i] as usize].text;
        let body = match prim {
            Prim::Umulo(w) => format!(
                "(not (= ((_ extract {top} {w}) (bvmul ((_ zero_extend {w}) {a}) ((_ zero_extend {w}) {b}))) (_ bv0 {w})))",
                top = 2 * w - 1,
                a = text(0),
                b = text(1)
            ),
            Prim::Smulo(w) => format!(
                "(let ((p (bvmul ((_ sign_extend {w}) {a}) ((_ sign_extend {w}) {b})))) \
                 (not (= p ((_ sign_extend {w}) ((_ extract {top} 0) p)))))",
                top = w - 1,
                a = text(0),
                b = text(1)
            ),
            _ => {
                let mut body = format!("({}", head(prim));
                for i in 0..args.len() {
                    let _ = write!(body, " {}", text(i));
                }
                body.push(')');
                body
            }
        };
        let open = self.open_of(args);
        Ok(self.define(&body, sort, open))
    }

    fn forall(&mut self, bound: u32, body: u32) -> Result<u32, EncodeError> {
        Ok(self.binder("forall", bound, body, SinkSort::Bool))
    }

    fn lambda(&mut self, bound: u32, body: u32, sort: Sort) -> Result<u32, EncodeError> {
        Ok(self.binder("lambda", bound, body, SinkSort::Of(sort)))
    }
}
