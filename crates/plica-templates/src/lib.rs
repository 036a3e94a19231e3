//! Compact symbolic execution: loops fold into templates with a parameter κ, the number of iterations.
//!
//! What this crate is: from one symbolic iteration of a loop to closed forms θ*[κ] and the condition φ*[κ] under which
//! κ iterations happen, and from those to the states after the loop (Slabý, Strejček, Trtík 2013). It is oblivious to
//! search policies and to the tree.

mod always;
mod bounds;
pub mod closed;
mod counts;
mod effort;
mod expand;
mod history;
mod infer;
mod merge;
mod orders;
mod place;
pub mod quantify;
mod recursion;
mod template;
pub mod tuning;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Instant;

use plica_exec::{Machine, Outcome, State};
use plica_explore::{Ahead, Asker, Course, Fold, Folded, Strategy, Task};
use plica_ir::{FuncId, Loc};
use plica_smt::Work;
use plica_term::TermId;

use effort::Effort;

pub use template::{LoopHead, SPARE_BITS};

/// What became of an attempt to fold a loop.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The head of the loop.
    pub site: LoopHead,
    /// In how many loops being folded it lies.
    pub level: u32,
    /// How many cycles were taken together.
    pub cycles: usize,
    /// The template, or why there is none.
    pub result: Result<Shown, String>,
    /// How often it came out the same.
    pub times: u32,
}

/// A template for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The name of κ.
    pub kappa: TermId,
    /// Place, value before, value after κ iterations.
    pub effect: Vec<(String, TermId, TermId)>,
    /// φ*[κ].
    pub condition: Vec<TermId>,
    /// Where the closed forms hold.
    pub side: Vec<TermId>,
    /// The places control goes to: the location, or how the path ends.
    pub exits: Vec<(LoopHead, Option<String>)>,
    /// Functions that are called in an iteration and whose summaries took the place of the calls.
    pub calls: Vec<FuncId>,
}

/// Folds loops into templates.
pub struct Folder {
    /// All attempts, equal ones once; a template's number is its place.
    pub attempts: Vec<Attempt>,
    /// Cycles seen.
    pub cycles: u64,
    /// Templates made.
    pub templates: u64,
    /// Loops refused.
    pub refused: u64,
    /// Conditions of iterations that were closed, and that stayed quantified.
    pub discharge: quantify::Discharge,
    /// Do summaries take the place of calls within iterations, where there are any?
    pub compose: Compose,
    /// Are they doing so now?
    composing: bool,
    /// Are they not to, on the path at hand?
    in_place: bool,
    /// The functions whose summaries took the place of calls in the iteration at hand.
    composed: BTreeSet<FuncId>,
    /// What was executed in the iterations of the loop at hand and of those inside, beyond the way to its head, where
    /// it is not known whether the program gets there.
    trail: BTreeSet<(FuncId, Loc)>,
    /// Was a loop refused since it has too much in it?
    crowded: bool,
    /// The function that has to be explored before the loop at hand is folded.
    first: Option<Ahead>,
    /// What may still be spent on the loop at hand.
    effort: Effort,
    deadline: Option<Instant>,
    /// Work done about loops that were refused.
    in_vain: BTreeMap<Course, Work>,
    /// Commands that were executed in general, as so many on known values.
    commands: u64,
    level: u32,
    /// Are loops inside the one being folded unrolled?
    unroll_inside: bool,
    /// Are pointers taken to point anywhere, also between elements?
    unscaled: bool,
    /// The course of the run in which loops are being folded.
    course: Course,
    /// What is known of heads, in each course: what does not pay in one of them may in another.
    heads: HashMap<(Course, LoopHead), Head>,
}

/// What is known about the loop at a head.
#[derive(Default)]
struct Head {
    arrivals: u32,
    refusals: u32,
    regrets: u32,
    crowded: bool,
    /// Work of attempts that were broken off.
    broken_off: Work,
}

/// Where summaries take the place of calls within iterations. In place more is known of how the paths of several calls
/// go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compose {
    /// Nowhere: what is covered on the way is to be known.
    Never,
    /// Where an iteration has too many ways through it in place.
    Crowded,
    /// Everywhere.
    Always,
}

/// A template and the states after the loop.
type Found = (template::Template, Vec<plica_explore::Exit>);

impl Folder {
    /// One that stops trying at the deadline.
    pub fn new(deadline: Option<Instant>) -> Folder {
        Folder {
            attempts: Vec::new(),
            cycles: 0,
            templates: 0,
            refused: 0,
            discharge: quantify::Discharge::default(),
            compose: Compose::Crowded,
            composing: false,
            in_place: false,
            composed: BTreeSet::new(),
            trail: BTreeSet::new(),
            crowded: false,
            first: None,
            effort: Effort::default(),
            deadline,
            in_vain: BTreeMap::new(),
            commands: 0,
            level: 0,
            unroll_inside: false,
            unscaled: false,
            course: Course::Each,
            heads: HashMap::new(),
        }
    }

    /// Are loops inside the one being folded folded too?
    fn folds_inside(&self) -> bool {
        !self.unroll_inside && self.level < tuning::FOLDED_NESTING.get()
    }

    /// Notes that a function is to be explored before folding goes on; folding ends with this reason.
    fn wait_for(&mut self, unit: Ahead) -> String {
        self.first = Some(unit);
        "it calls a function that is not explored yet".into()
    }

    /// Is there such a function?
    fn waits(&self) -> bool {
        self.first.is_some()
    }

    /// Notes what was executed on the way to a state after so much of its trail.
    fn note_trail(&mut self, s: &State, known: usize) {
        self.trail.extend(s.reach.trail().skip(known));
    }

    /// Notes that an iteration has too much in it, for this reason.
    fn crowd(&mut self, why: &str) -> String {
        self.crowded = true;
        why.into()
    }

    /// Makes a template of the loop at whose head the state is, and applies it.
    fn attempt(
        &mut self,
        machine: &Machine,
        asker: &mut Asker<'_>,
        s: &State,
        cycles: &mut usize,
        scaled: &mut bool,
        way: Strategy,
    ) -> Result<Found, String> {
        let mut it = infer::iteration(self, machine, asker, s)?;
        *cycles = it.cycles.len();
        *scaled = it.slots.iter().any(|slot| slot.scale > 0);
        let easy = matches!(way, Strategy::Easy(_)).then(|| effort::Worth::of(machine, &mut it));
        let mut template = template::template(machine, s, &mut it, self.level)?;
        if easy.is_some() {
            if template.is_hard() {
                return Err(effort::NOT_WORTH_IT.into());
            }
            self.effort.spend_questions(2 * it.exits.len() as u64)?;
        }
        template.bound_sums(machine, asker, &mut it);
        template.order_sequences(machine, asker, s, &mut it);
        template.simplify(machine, asker, s);
        let exits = if s.top.loc == Loc(0) {
            if way == Strategy::Chunk {
                return Err("recursion is not folded piece by piece".into());
            }
            let back = recursion::returning(self, machine, asker, s, &it)?;
            recursion::exits(machine, asker, s, &template, it, back)?
        } else if way == Strategy::Chunk {
            let too_large = "so many iterations at a time make too large a formula";
            template.chunk(machine, asker, s, it).ok_or(too_large)?
        } else {
            template.exits(machine, asker, s, it)
        };
        if easy.is_some_and(|worth| !worth.is_given(&machine.pool, &exits)) {
            return Err(effort::NOT_WORTH_IT.into());
        }
        Ok((template, exits))
    }

    /// Is nothing left of what folding may take?
    fn is_spent(&self, asker: &Asker<'_>) -> bool {
        self.effort.is_over() || asker.is_spent()
    }

    /// Is it time to stop?
    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|d| Instant::now() >= d)
    }

    fn note(&mut self, attempt: Attempt) -> u32 {
        let same = |a: &Attempt| {
            a.site == attempt.site
                && match (&a.result, &attempt.result) {
                    (Err(a), Err(b)) => a == b,
                    (Ok(a), Ok(b)) => a.effect == b.effect && a.exits == b.exits,
                    _ => false,
                }
        };
        if let Some(i) = self.attempts.iter().position(same) {
            self.attempts[i].times += 1;
            return i as u32;
        }
        self.attempts.push(attempt);
        self.attempts.len() as u32 - 1
    }
}

impl Fold for Folder {
    fn wants(&mut self, (course, head): (Course, LoopHead), spent: Work) -> Option<Strategy> {
        // What was spent in vain is to be a small part of the whole.
        let most = tuning::WORK_IN_VAIN_AT_FIRST.get().plus(spent.part(1, tuning::WORK_IN_VAIN.get()));
        let spent = self.in_vain.get(&course).is_some_and(|in_vain| *in_vain > most);
        let head = self.heads.entry((course, head)).or_default();
        head.arrivals += 1;
        // Tried again at powers of two: another context may be a better one.
        let again = match head.refusals {
            0 => true,
            n => !spent && (n < tuning::REFUSALS_BEFORE_SELDOM.get() || head.arrivals.is_power_of_two()),
        };
        let way = if head.regrets < tuning::ROLLBACKS_BEFORE_CHUNKS.get() { Strategy::Fold } else { Strategy::Chunk };
        again.then_some(way)
    }

    fn regret(&mut self, head: (Course, LoopHead)) {
        self.heads.entry(head).or_default().regrets += 1;
    }

    fn fold(&mut self, machine: &Machine, mut asker: Asker<'_>, task: Task<'_>) -> Folded {
        let (asker, s, way) = (&mut asker, task.state, task.way);
        let site = (s.top.func, s.top.loc);
        let level = self.level;
        let before = (asker.reach.work(), self.commands);
        let mut cycles = 0;
        let mut scaled = false;
        self.crowded = false;
        if level == 0 {
            (self.in_place, self.course) = (task.in_place, task.course);
            self.composed.clear();
            self.trail.clear();
            self.effort = match way {
                Strategy::Easy(commands) => Effort::of(commands),
                _ => asker.until.map_or_else(Effort::default, |until| Effort::within(until.minus(asker.reach.work()))),
            };
            self.composing = self.compose == Compose::Always
                || self.heads.get(&(self.course, site)).is_some_and(|head| head.crowded);
        }
        let mut result = self.attempt(machine, asker, s, &mut cycles, &mut scaled, way);
        let may_compose = self.compose != Compose::Never && !self.composing && asker.reach.calls().is_some();
        if level == 0 && result.is_err() && self.crowded && may_compose && !self.is_spent(asker) {
            self.heads.entry((self.course, site)).or_default().crowded = true;
            self.composing = true;
            result = self.attempt(machine, asker, s, &mut cycles, &mut scaled, way);
        }
        if scaled && result.is_err() && !self.waits() && !self.is_spent(asker) {
            // Pointers may have come to point between elements.
            self.unscaled = true;
            result = self.attempt(machine, asker, s, &mut cycles, &mut scaled, way);
            self.unscaled = false;
        }
        if let Some(unit) = self.first.take() {
            return Folded::First(unit);
        }
        let open = |exit: &plica_explore::Exit| exit.answer.is_err();
        // A question may say that it is out of work before all of that is spent: another attempt has more for it.
        let most = asker.until.map(|until| until.minus(before.0));
        let short = most.is_some_and(|most| most < tuning::WORK_PER_HARD_EXIT.get());
        let timed_out = |exit: &plica_explore::Exit| matches!(&exit.answer, Err(why) if why.is_for_time());
        let cut = short && result.as_ref().is_ok_and(|(_, exits)| exits.iter().any(timed_out));
        let undecided = result.as_ref().map_or(true, |(_, exits)| exits.iter().any(open));
        let cost = asker.reach.work().minus(before.0).plus(Work::of_commands(self.commands - before.1));
        if level == 0 && undecided && (cut || self.is_spent(asker)) {
            let head = self.heads.entry((self.course, site)).or_default();
            head.broken_off = head.broken_off.plus(cost);
            return Folded::Dear;
        }
        self.cycles += cycles as u64;
        let (template, exits) = match result {
            Ok(found) => found,
            Err(why) => {
                self.refused += 1;
                let head = self.heads.entry((self.course, site)).or_default();
                head.refusals += 1;
                // Loops inside count with the one around them.
                if level == 0 {
                    let in_vain = self.in_vain.entry(self.course).or_default();
                    *in_vain = in_vain.plus(cost).plus(std::mem::take(&mut head.broken_off));
                }
                self.note(Attempt { site, level, cycles, result: Err(why), times: 1 });
                return Folded::Refused;
            }
        };
        self.templates += 1;
        let composed = !self.composed.is_empty();
        let trail = if level == 0 { std::mem::take(&mut self.trail).into_iter().collect() } else { Vec::new() };
        self.discharge.closed += template.discharge.closed;
        self.discharge.quantified += template.discharge.quantified;
        if way == Strategy::Chunk
            && let Some(number) = self.attempts.iter().position(|a| a.site == site)
        {
            // Shown as what it is a part of.
            return Folded::Exits { template: number as u32, exits, composed, trail };
        }
        let shown = Shown {
            kappa: template.kappa,
            effect: template.effect,
            condition: template.condition,
            side: template.side,
            exits: exits.iter().map(|e| ((e.state.top.func, e.state.top.loc), e.end.as_ref().map(said))).collect(),
            calls: self.composed.iter().copied().collect(),
        };
        let template = self.note(Attempt { site, level, cycles, result: Ok(shown), times: 1 });
        Folded::Exits { template, exits, composed, trail }
    }
}

/// How a path ends, for people.
fn said(end: &Outcome) -> String {
    match end {
        Outcome::Fault(fault) => fault.message.to_string(),
        Outcome::Stop(stop) => stop.message.to_string(),
        Outcome::Infeasible => "an assumption is false".into(),
        Outcome::Entered => "the call does not return".into(),
        _ => "the program ends".into(),
    }
}
