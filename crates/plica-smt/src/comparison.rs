//! Conditions that compare two terms. Oblivious to what the terms are.

use plica_term::{Op, TermId, TermPool};

/// What a condition says of two terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Relation {
    Less,
    AtMost,
    Equal,
    Different,
}

/// What a condition says of which terms, and whether that is in the order of signed values, if it is in an order. What
/// is not less is at least that: terms are built so.
pub(crate) fn comparison(pool: &TermPool, t: TermId) -> Option<(Relation, Option<bool>, [TermId; 2])> {
    let node = pool.node(t);
    let (relation, signed, node) = match node.op {
        Op::Not => match pool.node(node.args[0]) {
            below if below.op == Op::Eq => (Relation::Different, None, below),
            _ => return None,
        },
        Op::Eq => (Relation::Equal, None, node),
        Op::Ult => (Relation::Less, Some(false), node),
        Op::Ule => (Relation::AtMost, Some(false), node),
        Op::Slt => (Relation::Less, Some(true), node),
        Op::Sle => (Relation::AtMost, Some(true), node),
        _ => return None,
    };
    let &[a, b] = &node.args[..] else { return None };
    Some((relation, signed, [a, b]))
}

/// The condition that says this of two terms; whether values are signed matters to orders only.
pub(crate) fn compared(pool: &TermPool, relation: Relation, signed: bool, [a, b]: [TermId; 2]) -> TermId {
    match (relation, signed) {
        (Relation::Less, true) => pool.slt(a, b),
        (Relation::Less, false) => pool.ult(a, b),
        (Relation::AtMost, true) => pool.sle(a, b),
        (Relation::AtMost, false) => pool.ule(a, b),
        (Relation::Equal, _) => pool.eq(a, b),
        (Relation::Different, _) => pool.ne(a, b),
    }
}
