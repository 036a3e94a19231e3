//! From the attempts at folding loops to an explanation for people, and to the figures of a report.
//!
//! Oblivious to how templates come about. Invariant: every attempt is counted at its loop.

use std::collections::BTreeMap;

use plica_explore::{Course, Explored, TakenBy};
use plica_ir::{Command, Expr, FuncId, Intrinsic, Loc, Operand, Program};
use plica_report::{EffectView, LoopView, TakenView, TemplateView};
use plica_smt::Work;
use plica_templates::{Attempt, LoopHead, Shown};
use plica_term::{Op, TermId, TermPool};

use super::outcome::{is_recursion, site_location};
use super::readable::{Readable, plain_names};

/// How many loops there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    /// Loops with a template.
    pub folded: u64,
    /// Loops without one.
    pub unrolled: u64,
    /// Templates.
    pub templates: u64,
}

/// Counts loops; cheap.
pub fn figures(attempts: &[Attempt]) -> Figures {
    let mut sites: BTreeMap<LoopHead, bool> = BTreeMap::new();
    for a in attempts {
        *sites.entry(a.site).or_default() |= a.result.is_ok();
    }
    let folded = sites.values().filter(|&&folded| folded).count();
    Figures {
        folded: folded as u64,
        unrolled: (sites.len() - folded) as u64,
        templates: attempts.iter().filter(|a| a.result.is_ok()).count() as u64,
    }
}

/// The courses of a run that was a choice among them, but for those that had no turn.
pub fn courses(explored: &Explored) -> Vec<TakenView> {
    let settled = |course| explored.settled.is_some_and(|settled| settled.course == course);
    let view = |(course, work): (&Course, &Work)| TakenView {
        means: course.means().name().into(),
        tried: 1,
        settled: u64::from(settled(*course)),
        work: work.as_units(),
    };
    explored.charged.iter().filter(|(_, work)| **work > Work::NONE).map(view).collect()
}

/// The loops that were to be folded, by file and line.
pub fn loops(program: &Program, pool: &TermPool, attempts: &[Attempt], taken: &TakenBy) -> Vec<LoopView> {
    let mut views: BTreeMap<LoopHead, LoopView> = BTreeMap::new();
    let new = |site: LoopHead| LoopView {
        location: site_location(program, site),
        recursive: is_recursion(site),
        ..LoopView::default()
    };
    for (&(site, means), taken) in taken.iter().filter(|((site, _), _)| !is_recursion(*site)) {
        views.entry(site).or_insert_with(|| new(site)).taken.push(TakenView {
            means: means.name().into(),
            tried: taken.tried,
            settled: taken.settled,
            work: taken.spent.as_units(),
        });
    }
    for (number, attempt) in attempts.iter().enumerate() {
        let view = views.entry(attempt.site).or_insert_with(|| new(attempt.site));
        match &attempt.result {
            Ok(shown) => {
                let new = template(program, pool, attempt, shown);
                // Templates that differ in the name of their parameter only read alike.
                let alike = |t: &&mut TemplateView| {
                    (&t.effect, &t.condition, &t.side) == (&new.effect, &new.condition, &new.side)
                        && (&t.exits, &t.calls) == (&new.exits, &new.calls)
                };
                match view.templates.iter_mut().find(alike) {
                    Some(known) => {
                        known.numbers.push(number as u32);
                        known.times += u64::from(attempt.times);
                        known.level = known.level.min(attempt.level);
                    }
                    None => view.templates.push(TemplateView { numbers: vec![number as u32], ..new }),
                }
            }
            Err(why) => {
                let why = plain_names(why);
                match view.refusals.iter_mut().find(|(known, _)| *known == why) {
                    Some(known) => known.1 += u64::from(attempt.times),
                    None => view.refusals.push((why, u64::from(attempt.times))),
                }
            }
        }
    }
    let mut views: Vec<LoopView> = views.into_values().collect();
    views.sort_by(|a, b| a.location.cmp(&b.location));
    views
}

fn template(program: &Program, pool: &TermPool, attempt: &Attempt, shown: &Shown) -> TemplateView {
    let mut terms = Readable::of_template(pool, shown.kappa);
    for (place, _, after) in &shown.effect {
        terms.name_sequence(*after, place);
    }
    let effect = shown.effect.iter().map(|(place, before, after)| EffectView {
        place: place.clone(),
        before: terms.show(*before),
        after: terms.show(*after),
    });
    let effect = effect.collect();
    let mut list = |conditions: &[TermId]| -> Vec<String> {
        let needed = conditions.iter().filter(|&&t| !pool.is_true(t));
        needed.map(|&t| terms.show(t)).collect()
    };
    let (condition, side) = (list(&shown.condition), list(&strongest(pool, &shown.side)));
    let mut exits = Vec::new();
    for (site, end) in &shown.exits {
        let exit = (site_location(program, in_source(program, *site)), end.clone());
        if !exits.contains(&exit) {
            exits.push(exit);
        }
    }
    TemplateView {
        numbers: Vec::new(),
        cycles: attempt.cycles,
        times: u64::from(attempt.times),
        level: attempt.level,
        effect,
        condition,
        side,
        exits,
        calls: shown.calls.iter().map(|&f| program.func(f).display.to_string()).collect(),
    }
}

/// Where the source goes on. At the end of a block a compiler notes how the block was left, ends the lives of its
/// variables, and only then goes where it was to go.
fn in_source(program: &Program, site: (FuncId, Loc)) -> (FuncId, Loc) {
    let f = program.func(site.0);
    let has_line = |at: Loc| f.locs.get(at.index()).is_some_and(|l| l.line > 0);
    if has_line(site.1) {
        return site;
    }
    let (mut at, mut known) = (site.1, BTreeMap::new());
    // Blocks do not end inside each other without end.
    for _ in 0..256 {
        at = match f.code.get(at.index()) {
            Some(Command::Assign { dst, expr: Expr::Copy(Operand::Int { bits, .. }) }) if !has_line(at) => {
                known.insert(*dst, *bits);
                Loc(at.0 + 1)
            }
            Some(Command::Assign { dst, expr: Expr::Copy(Operand::Var(from)) }) if !has_line(at) => {
                let Some(&bits) = known.get(from) else { break };
                known.insert(*dst, bits);
                Loc(at.0 + 1)
            }
            Some(Command::Forget(_)) => Loc(at.0 + 1),
            Some(Command::Intrinsic { op: Intrinsic::LifetimeEnd | Intrinsic::ScopeEnd, .. }) => Loc(at.0 + 1),
            Some(Command::Jump(to)) => *to,
            Some(Command::Switch { value: Operand::Var(by), cases, default, .. }) => match known.get(by) {
                Some(bits) => cases.iter().find(|case| case.0 == u128::from(*bits)).map_or(*default, |case| case.1),
                None => break,
            },
            _ => break,
        };
    }
    if has_line(at) { (site.0, at) } else { site }
}

/// The conditions without those that another one, with a smaller bound on the same term, implies.
fn strongest(pool: &TermPool, conditions: &[TermId]) -> Vec<TermId> {
    let bound = |t: TermId| {
        let node = pool.node(t);
        let k = pool.const_value(*node.args.get(1)?)?;
        (node.op == Op::Ult).then_some((node.args[0], k))
    };
    let implied = |t: TermId| {
        let Some((term, k)) = bound(t) else { return false };
        conditions.iter().filter_map(|&c| bound(c)).any(|(other, smaller)| other == term && smaller < k)
    };
    conditions.iter().copied().filter(|&t| !implied(t)).collect()
}
