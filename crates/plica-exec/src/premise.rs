//! What a run takes for granted about the world, noted at the places where it is used.
//!
//! A premise is what can turn an error of the real program into *holds*: it is to be named with the verdict. Oblivious
//! to how that reads. Invariant: what is noted was executed by exploring; confirming notes into a table of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use plica_ir::{Command, FuncId, Loc, Program};

use crate::machine::Machine;
use crate::state::State;

macro_rules! premises {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Something that is taken for granted.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum Premise { $($(#[$doc])* $name,)* }

        impl Premise {
            /// All of them, in the order in which they are told.
            pub const ALL: &'static [Premise] = &[$(Premise::$name,)*];
        }
    };
}

premises! {
    /// `malloc` and its kin succeed.
    Allocation,
    /// So does C++'s plain `new`, which would throw.
    New,
    /// Variables of the environment have at most so many bytes, or there are none.
    Environment,
    /// Files do what they are asked where they may refuse it.
    Files,
    /// The system is as its models have it where it could be otherwise.
    System,
    /// The keys of Rust's hash maps, which are random, are two known numbers.
    HashKeys,
    /// The processor has none of its optional features.
    Processor,
    /// Functions of `math.h` give what they give on this machine.
    Mathematics,
    /// Functions of `math.h` leave `errno` alone.
    MathErrors,
    /// Functions without a body return anything and change nothing.
    Externals,
    /// Functions that the options replace return what those say and change nothing.
    Stubs,
    /// Signed overflow wraps around.
    Overflow,
    /// Memory that was never written has an arbitrary value that stays.
    Unwritten,
    /// What was accessed at an unknown index counts as written, although that is looked for.
    Written,
    /// What an array or a number may point to is not lost.
    Reachable,
    /// A NaN that comes out of an operation is positive and has no payload.
    NotANumber,
    /// A number out of the range of the integer type that it is converted to becomes zero.
    FloatRange,
    /// Addresses as numbers are plica's.
    Addresses,
    /// Objects lie in memory in the order in which they came into being.
    PointerOrder,
    /// An address is never given twice, and no object begins where another ends.
    PointerEquality,
    /// Functions that call themselves do not exhaust the stack.
    Stack,
    /// Arrays of variable length, and those of one `alloca` that is executed again, do not exhaust it.
    StackArrays,
    /// Memory that input pointers lead to is as lazy initialisation has it, and there is so much of it at most.
    InputPointers,
    /// Vectors and slices that are arguments have at most so many elements.
    Lengths,
    /// Not a premise of ours: the harness assumes something, and a path went on behind it.
    Passed,
    /// The same, and a path ended there.
    Excluded,
}

/// One bit for each location.
type Places = Box<[AtomicU64]>;

/// Where premises were used; shared by all who explore the program.
pub struct Premises {
    /// The number of the first location of each function, and of all.
    starts: Box<[usize]>,
    places: Vec<OnceLock<Places>>,
    names: Mutex<BTreeMap<Premise, BTreeSet<Arc<str>>>>,
}

impl Premises {
    /// None is used yet.
    pub fn new(program: &Program) -> Premises {
        let mut starts = vec![0];
        for f in &program.functions {
            starts.push(starts[starts.len() - 1] + f.code.len());
        }
        let places = Premise::ALL.iter().map(|_| OnceLock::new()).collect();
        Premises { starts: starts.into(), places, names: Mutex::default() }
    }

    fn number(&self, (func, loc): (FuncId, Loc)) -> usize {
        self.starts[func.index()] + loc.index()
    }

    /// A premise is used at a place.
    pub fn note(&self, premise: Premise, at: (FuncId, Loc)) {
        let all = self.starts[self.starts.len() - 1];
        let places = self.places[premise as usize].get_or_init(|| (0..=all / 64).map(|_| AtomicU64::new(0)).collect());
        let number = self.number(at);
        if let Some(word) = places.get(number / 64) {
            word.fetch_or(1 << (number % 64), Ordering::Relaxed);
        }
    }

    /// The same, with the name of what it is about.
    pub fn note_name(&self, premise: Premise, at: (FuncId, Loc), name: &str) {
        self.note(premise, at);
        if let Ok(mut names) = self.names.lock() {
            names.entry(premise).or_default().insert(name.into());
        }
    }

    /// Was it used there?
    pub fn is_noted(&self, premise: Premise, at: (FuncId, Loc)) -> bool {
        let number = self.number(at);
        let word = self.places[premise as usize].get().and_then(|places| places.get(number / 64));
        word.is_some_and(|word| word.load(Ordering::Relaxed) >> (number % 64) & 1 == 1)
    }

    /// Was it used anywhere?
    pub fn is_used(&self, premise: Premise) -> bool {
        self.places[premise as usize].get().is_some()
    }

    /// Where it was used.
    pub fn places(&self, premise: Premise) -> Vec<(FuncId, Loc)> {
        let Some(places) = self.places[premise as usize].get() else { return Vec::new() };
        let mut out = Vec::new();
        for (i, word) in places.iter().enumerate() {
            let mut word = word.load(Ordering::Relaxed);
            while word != 0 {
                let number = 64 * i + word.trailing_zeros() as usize;
                // Functions without a body start where the next one does.
                let func = self.starts.partition_point(|&start| start <= number) - 1;
                out.push((FuncId(func as u32), Loc((number - self.starts[func]) as u32)));
                word &= word - 1;
            }
        }
        out
    }

    /// What it was about, where it was noted with a name.
    pub fn names(&self, premise: Premise) -> Vec<Arc<str>> {
        let names = self.names.lock().ok();
        names.and_then(|names| names.get(&premise).map(|all| all.iter().cloned().collect())).unwrap_or_default()
    }
}

impl Machine {
    /// The command that is executed uses a premise.
    pub(crate) fn note(&self, s: &State, premise: Premise) {
        self.premises.note(premise, (s.top.func, s.top.loc));
    }

    /// The same, with the name of what it is about.
    pub(crate) fn note_name(&self, s: &State, premise: Premise, name: &str) {
        self.premises.note_name(premise, (s.top.func, s.top.loc), name);
    }

    /// Can the program, which starts at these functions, get to the block of a location, as far as was found out?
    pub fn is_covered(&self, roots: &[FuncId], (func, loc): (FuncId, Loc)) -> bool {
        let f = self.program.func(func);
        let before = f.blocks[..f.blocks.partition_point(|b| b.start <= loc)].iter().rev();
        for start in before.map(|b| b.start) {
            // Coverage counts arrivals by jumps and calls, and neither leads to where execution starts.
            if self.coverage.visits(func, start) > 0 || (start == Loc(0) && roots.contains(&func)) {
                return true;
            }
            // Nor does one lead to where control gets to from the block before, by no command of its own.
            let before = start.0.checked_sub(1).and_then(|at| f.code.get(at as usize));
            let moves = |c: &Command| matches!(c, Command::Jump(_) | Command::Branch { .. } | Command::Switch { .. });
            if before.is_none_or(|c| moves(c) || c.successors(start).is_empty()) {
                return false;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::targets::tests::{machine, ret};

    #[test]
    fn places_are_those_that_were_noted() {
        let m = machine([vec![ret()], vec![ret(), ret(), ret()], vec![ret()]], false, Default::default());
        let premises = Premises::new(&m.program);
        assert!(premises.places(Premise::Allocation).is_empty());
        let noted = [(FuncId(1), Loc(0)), (FuncId(1), Loc(2)), (FuncId(2), Loc(0))];
        noted.iter().for_each(|&at| premises.note(Premise::Allocation, at));
        assert_eq!(premises.places(Premise::Allocation), noted);
        assert!(premises.is_noted(Premise::Allocation, (FuncId(1), Loc(2))));
        assert!(!premises.is_noted(Premise::Allocation, (FuncId(1), Loc(1))));
        assert!(!premises.is_noted(Premise::New, (FuncId(1), Loc(2))));
    }

    #[test]
    fn names_are_kept_once() {
        let m = machine([vec![ret()], vec![ret()], vec![ret()]], false, Default::default());
        for name in ["sin", "exp", "sin"] {
            m.premises.note_name(Premise::Mathematics, (FuncId(0), Loc(0)), name);
        }
        assert_eq!(m.premises.names(Premise::Mathematics), ["exp".into(), "sin".into()] as [Arc<str>; 2]);
        assert!(m.premises.names(Premise::Externals).is_empty());
    }
}
