//! The leaves of a choice tree that a call may come to: the caller's inputs, taken apart by what the callee decides.
//!
//! Which leaves are ruled out is told without a question where the image of a condition is false; the others are asked
//! about on the way to them (Algorithm 3 of the paper asks for each leaf). Oblivious to what is executed. Invariant:
//! every input of the caller's path that leads to the call lies in a region, whatever was refuted (docs/theory.md, R2).

use std::sync::Arc;

use plica_exec::{Effect, Machine, State, apply};
use plica_explore::Asker;
use plica_ir::{FuncId, Loc};
use plica_smt::Answer;
use plica_term::{ConstValue, Evaluator, Model, Op, Substitution, SymbolId, TermId};
use rustc_hash::FxHashSet;

use crate::images::{Images, Lead};
use crate::tree::{ChoiceKind, ChoiceSide, ChoiceTree, NodeIx, PathEnd, What};
use crate::tuning;
use crate::{Aim, ReplayCounters};

/// A part of the caller's inputs: those for which its conditions hold.
pub(crate) struct Region {
    /// What makes it one.
    pub conditions: Vec<TermId>,
    /// What is known to hold in it: its conditions, taken apart, and what follows from them.
    pub known: Vec<TermId>,
    /// Does the tree know the callee's path to its end?
    pub closed: bool,
    /// Where it knows the path no further.
    pub site: (FuncId, Loc),
    /// Values of inputs that lie in it.
    pub model: Arc<Model>,
}

/// A leaf of the tree as it is seen at the call.
struct Seen {
    conditions: Vec<TermId>,
    known: Vec<TermId>,
    /// How the path ends, and values of the callee's inputs that lead there, where the tree knows the path to its end.
    end: Option<(PathEnd, Arc<Model>)>,
    renamed: Vec<(SymbolId, SymbolId)>,
    /// Where input pointers of the caller lead.
    assumed: Vec<(SymbolId, u64)>,
    site: (FuncId, Loc),
}

/// Goes through a tree with what its inputs stand for.
struct Descent<'a> {
    machine: &'a Machine,
    tree: &'a ChoiceTree,
    seen: Vec<Seen>,
    conditions: Vec<TermId>,
    known: Vec<TermId>,
    /// What the path condition at the call says, taken apart.
    given: FxHashSet<TermId>,
    /// Symbols that it says the value of.
    fixed: Substitution,
    /// Leaves that were ruled out on the way.
    ruled_out: u64,
}

/// What is known of a call.
pub(crate) struct Known {
    /// The regions that are to be followed.
    pub regions: Vec<Region>,
    /// Was something left out for good that may be reachable?
    pub left_out: bool,
    /// What holds where none of the regions does, if what is there is to be looked at later, and values that lie
    /// there.
    pub rest: Option<(TermId, Arc<Model>)>,
}

/// The leaves of a tree that a call may come to, as far as that is told without a question, and how many sides were
/// ruled out. `None` where nothing is known of the call.
fn leaves(machine: &Machine, state: &State, tree: &ChoiceTree) -> Option<(Vec<Seen>, u64)> {
    let mut images = Images::at_call(machine, tree, state)?;
    let mut descent = Descent {
        machine,
        tree,
        seen: Vec::new(),
        conditions: Vec::new(),
        known: Vec::new(),
        given: state.pc.iter().flat_map(|&cond| machine.pool.conjuncts(cond)).collect(),
        fixed: Substitution::default(),
        ruled_out: 0,
    };
    descent.fix();
    descent.visit(NodeIx::ROOT, &mut images, state);
    let Descent { seen, ruled_out, .. } = descent;
    let tells = |seen: &Seen| seen.end.is_some() || !seen.known.is_empty();
    (seen.len() > 1 || seen.iter().any(tells)).then_some((seen, ruled_out))
}

/// The regions of a call. `None` where nothing is known of it, or where a question is not answered.
pub(crate) fn regions(
    machine: &Machine,
    asker: &mut Asker<'_>,
    state: &State,
    tree: &ChoiceTree,
    (aim, counters): (Aim, &mut ReplayCounters),
) -> Option<Known> {
    let (mut seen, ruled_out) = leaves(machine, state, tree)?;
    counters.ruled_out += ruled_out;
    let mut asking = Asking { machine, state, of_path: None, found: false };
    let is_target = |seen: &Seen| matches!(seen.end, Some((PathEnd::Target, _)));
    let mut known = Known { regions: Vec::new(), left_out: false, rest: None };
    if aim != Aim::All && tree.leads_to_target() {
        // Heuristics H1 and H2 of the paper: what leads to a target comes before all else, or is all.
        let (targets, others): (Vec<Seen>, Vec<Seen>) = seen.into_iter().partition(is_target);
        known.regions = asking.regions(asker, targets, counters)?;
        if known.regions.is_empty() {
            // What leads to it may do so in a later call.
            seen = others;
        } else if aim == Aim::Only {
            let (open, closed): (Vec<Seen>, Vec<Seen>) = others.into_iter().partition(|seen| seen.end.is_none());
            known.left_out = !closed.is_empty();
            seen = open;
        } else {
            known.rest = rest(machine, asker, state, &known.regions)?;
            return Some(known);
        }
    }
    known.regions.extend(asking.regions(asker, seen, counters)?);
    Some(known)
}

/// What holds beside some regions, with values that lie there, if there is anything. `None` where that is not known.
fn rest(
    machine: &Machine,
    asker: &mut Asker<'_>,
    state: &State,
    regions: &[Region],
) -> Option<Option<(TermId, Arc<Model>)>> {
    let pool = &machine.pool;
    let outside = |region: &Region| pool.not(pool.and_all(&region.conditions));
    let cond = pool.and_all(&regions.iter().map(outside).collect::<Vec<_>>());
    match asker.check(state, cond) {
        Answer::Sat(model) => Some(Some((cond, model))),
        Answer::Unsat => Some(None),
        Answer::Unknown(_) => None,
    }
}

/// Finds out which leaves a call comes to.
struct Asking<'a> {
    machine: &'a Machine,
    state: &'a State,
    /// Symbols of the path condition, once they were asked for.
    of_path: Option<FxHashSet<SymbolId>>,
    /// Does the path's model lie in a region that was seen already? The regions exclude each other.
    found: bool,
}

impl Asking<'_> {
    /// The regions of leaves that have anything in them. `None` where that is not known.
    fn regions(
        &mut self,
        asker: &mut Asker<'_>,
        leaves: Vec<Seen>,
        counters: &mut ReplayCounters,
    ) -> Option<Vec<Region>> {
        let mut models: Vec<Option<Arc<Model>>> = leaves.iter().map(|seen| self.at_hand(seen)).collect();
        let mut refuted = vec![false; leaves.len()];
        for i in 0..leaves.len() {
            while models[i].is_none() && !refuted[i] {
                self.ask_on_the_way(asker, (&leaves, i), &mut models, &mut refuted, counters)?;
            }
        }
        let region = |(seen, model): (Seen, Option<Arc<Model>>)| {
            let Seen { conditions, known, end, site, .. } = seen;
            Some(Region { conditions, known, closed: end.is_some(), site, model: model? })
        };
        Some(leaves.into_iter().zip(models).filter_map(region).collect())
    }

    /// One question on the way to a leaf, where the way leaves what is known to be possible: it settles all leaves
    /// there, or finds one. `None` where there is no answer.
    fn ask_on_the_way(
        &self,
        asker: &mut Asker<'_>,
        (leaves, which): (&[Seen], usize),
        models: &mut [Option<Arc<Model>>],
        refuted: &mut [bool],
        counters: &mut ReplayCounters,
    ) -> Option<()> {
        let (pool, own) = (&self.machine.pool, &leaves[which].conditions);
        let there = leaves.iter().zip(models.iter()).filter(|(_, model)| model.is_some());
        let possible = there.map(|(seen, _)| alike(own, &seen.conditions)).max().unwrap_or(0);
        let way = &own[..own.len().min(possible + 1)];
        let beyond: Vec<usize> = (0..leaves.len()).filter(|&j| leaves[j].conditions.starts_with(way)).collect();
        counters.asked += 1;
        match asker.check(self.state, pool.and_all(way)) {
            Answer::Sat(model) => {
                let mut eval = Evaluator::new(pool, &model);
                let mut holds = |j: &usize| leaves[*j].conditions[way.len()..].iter().all(|&c| eval.holds(c));
                if let Some(found) = beyond.iter().copied().filter(|&j| models[j].is_none()).find(|j| holds(j)) {
                    drop(eval);
                    models[found] = Some(model);
                    return Some(());
                }
            }
            Answer::Unsat => {
                counters.refuted += 1;
                beyond.into_iter().for_each(|j| refuted[j] = true);
                return Some(());
            }
            Answer::Unknown(_) => return None,
        }
        // What the values lead to is none of these leaves.
        counters.asked += 1;
        match asker.check(self.state, pool.and_all(own)) {
            Answer::Sat(model) => models[which] = Some(model),
            Answer::Unsat => {
                counters.refuted += 1;
                refuted[which] = true;
            }
            Answer::Unknown(_) => return None,
        }
        Some(())
    }

    /// Values that lead to a leaf, if some are at hand.
    fn at_hand(&mut self, seen: &Seen) -> Option<Arc<Model>> {
        let (pool, state) = (&self.machine.pool, self.state);
        let holds = |model: &Model| {
            let mut eval = Evaluator::new(pool, model);
            seen.conditions.iter().all(|&c| eval.holds(c))
        };
        if !self.found && holds(&state.model) {
            self.found = true;
            return Some(state.model.clone());
        }
        // What leads to the leaf in the callee may do so here, as far as the caller leaves it open.
        let (_, values) = seen.end.as_ref()?;
        let of_path = self.of_path.get_or_insert_with(|| {
            state.pc.iter().flat_map(|&t| pool.free_symbols(t).iter().copied().collect::<Vec<_>>()).collect()
        });
        let numbers = seen.renamed.iter().filter_map(|(own, given)| Some((*given, values.get(*own)?)));
        let pointers = seen.assumed.iter().map(|&(pointer, to)| (pointer, ConstValue::Bv(u128::from(to))));
        let (bound, free): (Vec<_>, Vec<_>) = numbers.chain(pointers).partition(|(symbol, _)| of_path.contains(symbol));
        let mut model = (*state.model).clone();
        free.into_iter().for_each(|(symbol, value)| model.set(symbol, value));
        if holds(&model) {
            return Some(Arc::new(model));
        }
        if bound.is_empty() {
            return None;
        }
        // They may do so, too, where it does not.
        bound.into_iter().for_each(|(symbol, value)| model.set(symbol, value));
        let mut eval = Evaluator::new(pool, &model);
        let is_so = seen.conditions.iter().chain(&state.pc).all(|&c| eval.holds(c));
        drop(eval);
        is_so.then(|| Arc::new(model))
    }
}

/// How many conditions two ways have in common from the start.
fn alike(one: &[TermId], other: &[TermId]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

impl Descent<'_> {
    /// Takes in the leaves at and below a node.
    fn visit(&mut self, at: NodeIx, images: &mut Images, state: &State) {
        match &self.tree.node(at).what {
            _ if self.seen.len() >= tuning::LEAVES_OF_CALL.get() => self.leaf(at, images, None),
            What::Open => self.leaf(at, images, None),
            What::Ended(end, values) => self.leaf(at, images, Some((*end, values.clone()))),
            What::Decision(choices) if choices.iter().any(|c| matches!(c.kind, ChoiceKind::Leads(..))) => {
                self.follow(at, choices, images, state)
            }
            What::Decision(choices) => self.decide(at, choices, images, state),
        }
    }

    fn leaf(&mut self, at: NodeIx, images: &Images, end: Option<(PathEnd, Arc<Model>)>) {
        self.seen.push(Seen {
            conditions: self.conditions.clone(),
            known: self.known.clone(),
            end,
            renamed: images.renamed().to_vec(),
            assumed: images.assumed().to_vec(),
            site: self.tree.node(at).site,
        });
    }

    /// What was decided holds, but it is not taken for the reason of anything: whoever follows the path may use it.
    fn learn(&mut self, cond: TermId) {
        self.known.extend(self.machine.pool.conjuncts(cond));
    }

    /// Notes which symbols the path condition says the value of.
    fn fix(&mut self) {
        let pool = &self.machine.pool;
        for &cond in &self.given {
            let node = pool.node(cond);
            if node.op != Op::Eq {
                continue;
            }
            for (one, other) in [(node.args[0], node.args[1]), (node.args[1], node.args[0])] {
                if let (Some(symbol), Some(_)) = (pool.as_symbol(one), pool.const_value(other)) {
                    self.fixed.insert(symbol, other);
                }
            }
        }
    }

    /// A condition as far as neither the path condition nor what was decided since settles it.
    fn as_given(&mut self, cond: TermId) -> TermId {
        let pool = &self.machine.pool;
        let mut left = Vec::new();
        for part in pool.conjuncts(cond) {
            let settled = self.fixed.apply(pool, part);
            let is_known = |cond: TermId| self.given.contains(&cond) || self.known.contains(&cond);
            if pool.is_false(settled) || is_known(pool.not(part)) {
                return pool.false_();
            }
            if !pool.is_true(settled) && !is_known(part) {
                left.push(part);
            }
        }
        pool.and_all(&left)
    }

    /// A decision about conditions.
    fn decide(&mut self, at: NodeIx, choices: &[ChoiceSide], images: &mut Images, state: &State) {
        let pool = &self.machine.pool;
        let followed: Vec<_> = ChoiceSide::followed(choices).collect();
        if let [(_, choice, child)] = followed[..] {
            // The others were refuted: nothing is ruled out here, and what holds is of use to whoever decides again.
            return self.below(pool.true_(), |this| {
                this.learn_of_numbers(choice.cond, images);
                this.learn_of_call(choice, images);
                this.visit(child, images, state);
            });
        }
        let mut sides = Vec::with_capacity(followed.len());
        for (_, choice, child) in followed {
            // Where it cannot be told which side is taken, the caller goes on from here.
            let Some(cond) = images.image(self.machine, state, choice.cond) else { return self.leaf(at, images, None) };
            sides.push((choice, child, self.as_given(cond), cond));
        }
        if sides.iter().all(|(_, _, cond, _)| pool.is_false(*cond)) {
            return self.leaf(at, images, None);
        }
        for (choice, child, cond, whole) in sides {
            self.below(cond, |this| {
                this.learn(whole);
                this.learn_of_call(choice, images);
                this.visit(child, images, state);
            });
        }
    }

    /// Descends under a condition, if it may hold; what is learnt on the way down holds no further.
    fn below(&mut self, cond: TermId, descend: impl FnOnce(&mut Self)) {
        let pool = &self.machine.pool;
        if pool.is_false(cond) {
            self.ruled_out += 1;
            return;
        }
        let (conditions, known) = (self.conditions.len(), self.known.len());
        if !pool.is_true(cond) {
            self.conditions.push(cond);
        }
        descend(self);
        self.conditions.truncate(conditions);
        self.known.truncate(known);
    }

    /// A condition that holds in the function without being asked for there holds here, too, if it is about numbers.
    fn learn_of_numbers(&mut self, cond: TermId, images: &mut Images) {
        if let Some(image) = images.image_of_numbers(self.machine, cond)
            && !self.machine.pool.is_false(image)
        {
            self.learn(image);
        }
    }

    /// What was decided on the way through a function that is called.
    fn learn_of_call(&mut self, choice: &ChoiceSide, images: &mut Images) {
        if let ChoiceKind::Call(_, _, decided) = &choice.kind {
            decided.iter().for_each(|&cond| self.learn_of_numbers(cond, images));
        }
    }

    /// A decision where an input pointer leads.
    fn follow(&mut self, at: NodeIx, choices: &[ChoiceSide], images: &mut Images, state: &State) {
        let pointer = choices.iter().find_map(|choice| match choice.kind {
            ChoiceKind::Leads(symbol, ..) => Some(symbol),
            _ => None,
        });
        let Some(lead) = pointer.and_then(|pointer| images.leads(self.machine, state, pointer)) else {
            return self.leaf(at, images, None);
        };
        let is =
            |choice: &&ChoiceSide, address: u64| matches!(choice.kind, ChoiceKind::Leads(_, to, _) if to == address);
        let taken = match &lead {
            Lead::Input(symbol) => return self.follow_input(at, *symbol, images, state),
            Lead::Null => choices.iter().find(|choice| is(choice, 0)),
            Lead::Known(address) => choices.iter().find(|choice| is(choice, *address)),
            Lead::Place((obj, off)) => {
                // A function is where it is; anything else is the next new object.
                let function = plica_exec::encode(*obj, *off);
                let is_function = self.machine.object_function(*obj).is_some();
                choices.iter().find(|choice| match &choice.kind {
                    ChoiceKind::Leads(_, to, object) => match is_function {
                        true => *to == function,
                        false => object.is_some(),
                    },
                    _ => false,
                })
            }
        };
        let Some((choice, child)) = taken.and_then(|choice| Some((choice, choice.child?))) else {
            return self.leaf(at, images, None);
        };
        match (&lead, &choice.kind) {
            (Lead::Place(place), ChoiceKind::Leads(_, _, Some(object))) => {
                let mut within = images.clone();
                match within.place(self.machine, &self.tree.alone, state, object, *place) {
                    Some(()) => self.visit(child, &mut within, state),
                    None => self.leaf(at, images, None),
                }
            }
            _ => self.visit(child, images, state),
        }
    }

    /// The same where the pointer is an input of the caller, too, that was not followed: each way that it may lead is
    /// one more thing that is decided at the call.
    fn follow_input(&mut self, at: NodeIx, symbol: SymbolId, images: &Images, state: &State) {
        let Some(ways) = self.machine.ways_of(state, symbol) else { return self.leaf(at, images, None) };
        if !ways.iter().all(|way| matches!(way.effect, Effect::Point(..))) {
            return self.leaf(at, images, None);
        }
        for way in ways {
            let Effect::Point(_, address) = way.effect else { continue };
            let cond = self.as_given(way.cond);
            self.below(cond, |this| {
                this.learn(way.cond);
                let mut there = state.clone();
                apply(this.machine, &mut there, way);
                let mut within = images.clone();
                within.assume(symbol, address);
                this.visit(at, &mut within, &there);
            });
        }
    }
}
