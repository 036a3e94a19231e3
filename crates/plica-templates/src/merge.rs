//! The cycles of a loop as one: the condition that some cycle is taken, and the value of each place afterwards.
//!
//! Terms only. Cycles come as lists of conditions, the decisions taken on the way; those of all ways through an
//! iteration form a tree, and a decision both of whose sides go on alike needs no mention. The ways out of a loop
//! inside are a decision of which each side is several conditions.

use plica_term::{TermId, TermPool};

/// The disjunction of conjunctions that are paths of one decision tree.
pub fn disjunction(pool: &TermPool, paths: &[&[TermId]]) -> TermId {
    if paths.is_empty() {
        return pool.false_();
    }
    if paths.iter().any(|p| p.is_empty()) {
        return pool.true_();
    }
    let groups = groups(paths);
    let parts: Vec<(TermId, TermId)> = groups.iter().map(|(c, rest)| (*c, disjunction(pool, rest))).collect();
    // All sides of a decision, and it makes no difference.
    if let [(a, x), (b, y)] = parts[..]
        && x == y
        && pool.not(a) == b
    {
        return x;
    }
    let terms: Vec<TermId> = parts.iter().map(|&(c, rest)| pool.and(c, rest)).collect();
    pool.or_all(&terms)
}

/// A value that depends on which path is taken; exactly one of them is.
pub fn choice(pool: &TermPool, paths: &[(&[TermId], TermId)]) -> TermId {
    let first = paths[0].1;
    if paths.iter().all(|p| p.1 == first) {
        return first;
    }
    if let Some(at) = paths.iter().position(|p| p.0.is_empty()) {
        return paths[at].1;
    }
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (path, value) in paths {
        match groups.iter_mut().find(|g| g.0 == path[0]) {
            Some(g) => g.1.push((&path[1..], *value)),
            None => groups.push((path[0], vec![(&path[1..], *value)])),
        }
    }
    // The first conditions tell the groups apart if they are sides of one decision. Those of the ways out of a loop
    // inside need not be: there only all conditions of a way exclude the other ways.
    let apart = |a: TermId, b: TermId| pool.not(a) == b || pool.is_false(pool.and(a, b));
    let exclusive = groups.iter().enumerate().all(|(i, a)| groups[i + 1..].iter().all(|b| apart(a.0, b.0)));
    let condition = |(first, rest): &Group<'_>| {
        if exclusive {
            return *first;
        }
        let rest: Vec<&[TermId]> = rest.iter().map(|r| r.0).collect();
        pool.and(*first, disjunction(pool, &rest))
    };
    let mut values = groups.iter().map(|g| (condition(g), choice(pool, &g.1))).rev();
    let Some((_, last)) = values.next() else { return first };
    values.fold(last, |other, (c, value)| pool.ite(c, value, other))
}

/// A condition, and the paths that start with it, without it.
type Group<'a> = (TermId, Vec<(&'a [TermId], TermId)>);

fn groups<'a>(paths: &[&'a [TermId]]) -> Vec<(TermId, Vec<&'a [TermId]>)> {
    let mut out: Vec<(TermId, Vec<&[TermId]>)> = Vec::new();
    for path in paths {
        match out.iter_mut().find(|g| g.0 == path[0]) {
            Some(g) => g.1.push(&path[1..]),
            None => out.push((path[0], vec![&path[1..]])),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use plica_term::{Sort, SymbolKind};

    #[test]
    fn a_decision_that_makes_no_difference_goes_away() {
        let p = TermPool::new();
        let [a, b, c] = ["a", "b", "c"].map(|n| p.symbol(n, Sort::BOOL, SymbolKind::Input));
        let (na, nb) = (p.not(a), p.not(b));
        assert_eq!(disjunction(&p, &[&[c, a, b], &[c, a, nb], &[c, na]]), c);
        assert_eq!(disjunction(&p, &[&[c, a], &[c, na, b]]), p.and(c, p.or(a, p.and(na, b))));
        let [x, y] = ["x", "y"].map(|n| p.symbol(n, Sort::Bv(8), SymbolKind::Input));
        assert_eq!(choice(&p, &[(&[c, a, b], x), (&[c, a, nb], x), (&[c, na], y)]), p.ite(a, x, y));
    }

    #[test]
    fn ways_out_of_an_inner_loop_are_told_apart_by_all_their_conditions() {
        let p = TermPool::new();
        let [a, b, c] = ["a", "b", "c"].map(|n| p.symbol(n, Sort::BOOL, SymbolKind::Input));
        let [x, y] = ["x", "y"].map(|n| p.symbol(n, Sort::Bv(8), SymbolKind::Input));
        let nb = p.not(b);
        assert_eq!(choice(&p, &[(&[a, b], x), (&[c, nb], y)]), p.ite(p.and(a, b), x, y));
    }
}
