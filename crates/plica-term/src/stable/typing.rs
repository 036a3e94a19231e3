//! Which operands an operator takes and which sort it gives, as a check of nodes that come from elsewhere.
//!
//! Oblivious to bytes. Invariant: whatever the constructors make is accepted, and whatever is accepted is a node to
//! which evaluation and the rewrite rules give a meaning.

use crate::op::{Op, SymbolId};
use crate::pool::TermPool;
use crate::sort::{MAX_WIDTH, Sort, mask};

/// Does the sort of a node not follow from operator and operands?
pub(super) fn states_sort(op: Op) -> bool {
    matches!(
        op,
        Op::Const(_)
            | Op::ConstArray
            | Op::Zext
            | Op::Sext
            | Op::FpFromBits
            | Op::FpToFp
            | Op::FpFromSbv
            | Op::FpFromUbv
            | Op::FpToSbv
            | Op::FpToUbv
    )
}

/// How many operands there are.
pub(super) fn arity(pool: &TermPool, op: Op) -> usize {
    match op {
        Op::Const(_) | Op::Symbol(_) | Op::Table(_) => 0,
        Op::ConstArray | Op::Lambda(_) | Op::Not | Op::Neg | Op::Extract { .. } | Op::Zext | Op::Sext => 1,
        Op::FpFromBits | Op::FpToBits | Op::FpToFp | Op::FpFromSbv | Op::FpFromUbv | Op::FpToSbv | Op::FpToUbv => 1,
        Op::FpSqrt | Op::FpRound(_) | Op::FpNeg | Op::FpAbs | Op::FpIs(_) => 1,
        Op::And | Op::Or | Op::Xor | Op::Add | Op::Mul | Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => 2,
        Op::Shl | Op::Lshr | Op::Ashr | Op::Concat | Op::Forall(_) | Op::Select => 2,
        Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle | Op::Umulo | Op::Smulo => 2,
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpFmod | Op::FpRel(_) => 2,
        Op::Ite | Op::Store | Op::FpFma => 3,
        Op::App(f) => pool.func_info(f).params.len(),
    }
}

/// The sort of an operator applied to operands of these sorts; `None` where it takes no such operands. `stated` is the
/// sort that the node is said to have, where it does not follow.
pub(super) fn result_sort(pool: &TermPool, op: Op, stated: Option<Sort>, args: &[Sort]) -> Option<Sort> {
    match op {
        Op::Const(value) => stated.filter(|sort| sort.bv_width().is_some_and(|w| value <= mask(w))),
        Op::Symbol(s) => Some(pool.symbol_info(s).sort),
        Op::Table(t) => {
            let data = pool.table_data(t);
            Some(Sort::Array { index: data.index, elem: data.elem })
        }
        Op::ConstArray => {
            let [Sort::Bv(value)] = *args else { return None };
            stated.filter(|sort| matches!(*sort, Sort::Array { elem, .. } if elem == value))
        }
        Op::Lambda(s) => match (bound_sort(pool, s)?, args) {
            (Sort::Bv(index), &[Sort::Bv(elem)]) => Some(Sort::Array { index, elem }),
            _ => None,
        },
        Op::Forall(s) => match (bound_sort(pool, s)?, args) {
            (bound @ Sort::Bv(_), &[limit, Sort::BOOL]) if bound == limit => Some(Sort::BOOL),
            _ => None,
        },
        Op::App(f) => {
            let info = pool.func_info(f);
            (*info.params == *args).then_some(info.result)
        }
        Op::Not | Op::Neg | Op::And | Op::Or | Op::Xor | Op::Add | Op::Mul | Op::Udiv | Op::Urem | Op::Sdiv => {
            same(args, is_bv)
        }
        Op::Srem | Op::Shl | Op::Lshr | Op::Ashr => same(args, is_bv),
        Op::Ult | Op::Ule | Op::Slt | Op::Sle | Op::Umulo | Op::Smulo => same(args, is_bv).map(|_| Sort::BOOL),
        Op::Eq => same(args, |sort| !is_float(sort)).map(|_| Sort::BOOL),
        Op::Concat | Op::Extract { .. } | Op::Zext | Op::Sext => resized(op, stated, args),
        Op::Ite => match *args {
            [Sort::BOOL, a, b] if a == b => Some(a),
            _ => None,
        },
        Op::Select => match *args {
            [Sort::Array { index, elem }, Sort::Bv(at)] if at == index => Some(Sort::Bv(elem)),
            _ => None,
        },
        Op::Store => match *args {
            [array @ Sort::Array { index, elem }, Sort::Bv(at), Sort::Bv(value)] if at == index && value == elem => {
                Some(array)
            }
            _ => None,
        },
        Op::FpFromBits | Op::FpToBits | Op::FpToFp | Op::FpFromSbv | Op::FpFromUbv | Op::FpToSbv | Op::FpToUbv => {
            converted(op, stated, args)
        }
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpFmod | Op::FpFma => same(args, is_float),
        Op::FpSqrt | Op::FpRound(_) | Op::FpNeg | Op::FpAbs => same(args, is_float),
        Op::FpRel(_) | Op::FpIs(_) => same(args, is_float).map(|_| Sort::BOOL),
    }
}

/// The sort of a symbol that may be bound: solvers tell those from others by their kind.
fn bound_sort(pool: &TermPool, s: SymbolId) -> Option<Sort> {
    let info = pool.symbol_info(s);
    info.kind.is_bound().then_some(info.sort)
}

fn is_bv(sort: Sort) -> bool {
    matches!(sort, Sort::Bv(_))
}

fn is_float(sort: Sort) -> bool {
    matches!(sort, Sort::Float(_))
}

/// The one sort that all operands have, if it is of this kind.
fn same(args: &[Sort], kind: impl Fn(Sort) -> bool) -> Option<Sort> {
    let (&first, rest) = args.split_first()?;
    (kind(first) && rest.iter().all(|&sort| sort == first)).then_some(first)
}

/// The sort of an operator that takes bit-vectors apart or makes them longer.
fn resized(op: Op, stated: Option<Sort>, args: &[Sort]) -> Option<Sort> {
    match (op, args) {
        (Op::Concat, &[Sort::Bv(hi), Sort::Bv(lo)]) if hi + lo <= MAX_WIDTH => Some(Sort::Bv(hi + lo)),
        (Op::Extract { hi, lo }, &[Sort::Bv(w)]) if lo <= hi && hi < w => Some(Sort::Bv(hi - lo + 1)),
        (Op::Zext | Op::Sext, &[Sort::Bv(w)]) => stated.filter(|sort| sort.bv_width().is_some_and(|to| to >= w)),
        _ => None,
    }
}

/// The sort of an operator between bit-vectors and floats.
fn converted(op: Op, stated: Option<Sort>, args: &[Sort]) -> Option<Sort> {
    let to_float = stated.filter(|&sort| is_float(sort));
    match (op, args) {
        (Op::FpFromBits, &[Sort::Bv(w)]) => {
            stated.filter(|sort| matches!(*sort, Sort::Float(format) if format.width() == w))
        }
        (Op::FpToBits, &[Sort::Float(format)]) => Some(Sort::Bv(format.width())),
        (Op::FpToFp, &[Sort::Float(_)]) | (Op::FpFromSbv | Op::FpFromUbv, &[Sort::Bv(_)]) => to_float,
        (Op::FpToSbv | Op::FpToUbv, &[Sort::Float(_)]) => stated.filter(|&sort| is_bv(sort)),
        _ => None,
    }
}
