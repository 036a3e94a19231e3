//! Where exploring is to get to, and how far it is: what `--search target` goes by.
//!
//! Oblivious to the tree and to search policies. Distances only give an order; nothing is concluded from them
//! (`relevance` is where something is).
//!
//! The targets are those of the command line. Where there are none, they are what can fail. Assertions, error
//! functions, panics and aborts are where a program says what must not happen, and their places are few: where there is
//! one, they are the targets. Else every command is that some check may fail at. Leaks are left out: they are found at
//! the end, to which every path leads.

use std::hash::{Hash, Hasher};

use plica_ir::{BinOp, Callee, Command, Distances, Expr, External, FuncId, Intrinsic, Loc};

use crate::builtin::{Course, course};
use crate::fault::FaultKind;
use crate::machine::{Externals, Machine};
use crate::state::{Frame, State};
use crate::tuning;

impl Machine {
    /// Least number of commands from a location to a target, whoever called its function. `None`: no run gets from
    /// there to a target.
    pub fn distance(&self, func: FuncId, loc: Loc) -> Option<u32> {
        self.distances().at(func, loc)
    }

    /// The same from where a path is, whoever called its first function.
    pub fn distance_of(&self, s: &State) -> Option<u32> {
        self.distances().of_stack(stack(s))
    }

    /// May a call of the function get to a target before it returns?
    pub fn leads_to_target(&self, func: FuncId) -> bool {
        self.distances().within(func).is_some()
    }

    /// Solved for when first asked for, which takes time in proportion to the program.
    fn distances(&self) -> &Distances {
        self.distances.get_or_init(|| {
            let all = if self.config.targets.is_empty() { self.failures() } else { self.config.targets.clone() };
            Distances::to(&self.program, &all, &|f| self.external_course(f))
        })
    }

    pub(crate) fn external_course(&self, func: FuncId) -> External {
        let f = self.program.func(func);
        if self.builtins[func.index()].is_none() {
            return if self.config.externals == Externals::Stop { External::Ends } else { External::Returns };
        }
        match course(&f.name, &f.display) {
            Course::Returns | Course::Computes | Course::Prints(_) | Course::Fills | Course::Checks(_) => {
                External::Returns
            }
            Course::LooksAhead => External::Returns,
            Course::Faults(_) | Course::Ends | Course::Unfollowed => External::Ends,
            Course::CallsBack => External::CallsBack,
        }
    }

    /// The targets where none are given.
    fn failures(&self) -> Vec<(FuncId, Loc)> {
        let stated = self.commands(|c| self.is_stated_failure(c));
        if stated.is_empty() { self.commands(|c| self.may_fail(c)) } else { stated }
    }

    fn commands(&self, wanted: impl Fn(&Command) -> bool) -> Vec<(FuncId, Loc)> {
        let functions = self.program.functions.iter().enumerate();
        let places = functions
            .flat_map(|(i, f)| f.code.iter().enumerate().map(move |(at, c)| (c, (FuncId(i as u32), Loc(at as u32)))));
        places.filter(|(c, _)| wanted(c)).map(|(_, place)| place).collect()
    }

    /// Does the command say itself that something must not happen?
    fn is_stated_failure(&self, command: &Command) -> bool {
        let kind = match command {
            Command::Call { callee: Callee::Direct(f), .. } if self.builtins[f.index()].is_some() => {
                let f = self.program.func(*f);
                match course(&f.name, &f.display) {
                    Course::Faults(kind) | Course::Checks(kind) => kind,
                    _ => return false,
                }
            }
            Command::Intrinsic { op: Intrinsic::Trap, .. } => FaultKind::Abort,
            Command::Intrinsic { op: Intrinsic::Error, .. } => FaultKind::ErrorCall,
            _ => return false,
        };
        self.config.checks.covers(kind)
    }

    /// May a check fail at the command?
    fn may_fail(&self, command: &Command) -> bool {
        use FaultKind::*;
        let kinds: &[FaultKind] = match command {
            Command::Load { .. } | Command::Store { .. } => {
                &[NullDereference, InvalidDereference, OutOfBounds, UseAfterFree, WriteToConstant, UninitializedRead]
            }
            Command::Assign { expr: Expr::Bin { op, flags, .. }, .. } => match op {
                BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => &[DivisionByZero, DivisionOverflow],
                BinOp::Shl | BinOp::LShr | BinOp::AShr => &[ShiftRange],
                BinOp::Add | BinOp::Sub | BinOp::Mul if flags.nsw => &[SignedOverflow],
                _ => return false,
            },
            Command::Call { callee: Callee::Indirect(_), .. } => &[NullDereference, InvalidCall],
            // Models of library functions look at memory too.
            Command::Call { callee: Callee::Direct(f), .. } if self.builtins[f.index()].is_some() => {
                &[NullDereference, OutOfBounds, UseAfterFree, DoubleFree, InvalidFree, UninitializedRead]
            }
            Command::Intrinsic { op: Intrinsic::Memcpy | Intrinsic::Memmove | Intrinsic::Memset, .. } => {
                &[NullDereference, OutOfBounds, UseAfterFree, OverlappingCopy]
            }
            Command::Intrinsic { op: Intrinsic::Within, .. } => &[OutOfBounds],
            Command::Intrinsic { op: Intrinsic::Assume, .. } | Command::Unreachable => &[Unreachable],
            _ => return false,
        };
        kinds.iter().any(|&kind| self.config.checks.covers(kind))
    }
}

impl State {
    /// A number that states with the same functions on top of their call stacks have in common.
    pub fn stack_key(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        for frame in frames(self).take(tuning::FRAMES_OF_STACK_KEY.get()) {
            frame.func.hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// Where each frame of a state goes on, the top one first.
pub(crate) fn stack(s: &State) -> impl Iterator<Item = (FuncId, Loc)> {
    let mut startup = s.top.startup;
    let callers = frames(s).skip(1).map(move |frame| {
        // Control goes on behind the call, or at the start of what waits for a constructor.
        let at = Loc(frame.loc.0 + u32::from(!startup));
        startup = frame.startup;
        (frame.func, at)
    });
    std::iter::once((s.top.func, s.top.loc)).chain(callers)
}

/// The frames of a state, the top one first.
fn frames(s: &State) -> impl Iterator<Item = &Frame> {
    let mut next = s.callers.as_deref();
    std::iter::once(&s.top).chain(std::iter::from_fn(move || {
        let callers = next?;
        next = callers.rest.as_deref();
        Some(&callers.frame)
    }))
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use plica_ir::{Arg, Block, DebugLoc, Function, Operand, Program, Ty, Var, VarId, VarKind};
    use plica_term::TermPool;

    use super::*;
    use crate::fault::Checks;
    use crate::machine::MachineConfig;

    pub(crate) fn function(name: &str, code: Vec<Command>) -> Function {
        let var = Var { name: "v".into(), ty: Ty::Int(32), kind: VarKind::Temp, decl: DebugLoc::UNKNOWN, signed: true };
        Function {
            name: name.into(),
            display: name.into(),
            vars: vec![var],
            params: 0,
            results: Vec::new(),
            variadic: false,
            locs: vec![DebugLoc::UNKNOWN; code.len()],
            blocks: vec![Block { start: Loc(0), name: "entry".into() }],
            labels: Vec::new(),
            code,
            decl: DebugLoc::UNKNOWN,
        }
    }

    pub(crate) fn call(f: u32) -> Command {
        let none: [Arg; 0] = [];
        Command::Call { dsts: [].into(), callee: Callee::Direct(FuncId(f)), args: none.into(), results: [].into() }
    }

    pub(crate) fn ret() -> Command {
        Command::Return { values: [].into() }
    }

    pub(crate) fn load() -> Command {
        Command::Load { dst: VarId(0), ptr: Operand::Int { width: 64, bits: 0 }, ty: Ty::Int(32), reads: None }
    }

    pub(crate) const ABORT: u32 = 3;
    pub(crate) const EXIT: u32 = 4;
    const MALLOC: u32 = 5;
    pub(crate) const UNKNOWN: u32 = 6;

    /// `main`, `f` and `g` with these bodies, then the functions above.
    pub(crate) fn machine(bodies: [Vec<Command>; 3], constructor: bool, config: MachineConfig) -> Machine {
        let bodies = bodies.into_iter().zip(["main", "f", "g"]).map(|(code, name)| function(name, code));
        let rest = ["abort", "exit", "malloc", "unknown"].map(|name| function(name, Vec::new()));
        let constructors = if constructor { vec![FuncId(2)] } else { Vec::new() };
        let program = Program { functions: bodies.chain(rest).collect(), constructors, ..Program::default() };
        Machine::new(Arc::new(program), Arc::new(TermPool::new()), config)
    }

    /// Distances from the start of `main` and of `f`.
    fn starts(m: &Machine) -> [Option<u32>; 2] {
        [0, 1].map(|f| m.distance(FuncId(f), Loc(0)))
    }

    #[test]
    fn without_a_target_it_is_what_must_not_happen_or_else_what_can_fail() {
        let config = MachineConfig::default;
        let bodies =
            |call_of: u32| [vec![load(), call(1), ret()], vec![call(MALLOC), call(call_of), ret()], vec![ret()]];
        assert_eq!(
            starts(&machine(bodies(ABORT), false, config())),
            [Some(3), Some(1)],
            "abort is what must not happen"
        );
        assert_eq!(starts(&machine(bodies(EXIT), false, config())), [Some(0), Some(0)], "a load and malloc can fail");
        let quiet = || MachineConfig { checks: Checks::NONE.with(FaultKind::DivisionByZero), ..config() };
        assert_eq!(starts(&machine(bodies(ABORT), false, quiet())), [None, None], "nothing that can fail is checked");
        let given = MachineConfig { targets: vec![(FuncId(1), Loc(2))], ..config() };
        assert_eq!(starts(&machine(bodies(MALLOC), false, given.clone())), [Some(4), Some(2)]);
        assert_eq!(starts(&machine(bodies(EXIT), false, given.clone())), [None, None], "exit does not return");
        assert_eq!(starts(&machine(bodies(UNKNOWN), false, given.clone())), [None, None], "the path stops there");
        let havoc = MachineConfig { externals: Externals::Havoc, ..given };
        assert_eq!(starts(&machine(bodies(UNKNOWN), false, havoc)), [Some(4), Some(2)]);
    }

    #[test]
    fn a_path_returns_to_its_own_callers() {
        let bodies = [vec![call(1), load(), call(1), load(), ret()], vec![load(), ret()], vec![ret()]];
        let config = MachineConfig { targets: vec![(FuncId(0), Loc(3))], ..MachineConfig::default() };
        let m = machine(bodies, true, config);
        let mut s = m.initial_state(FuncId(0)).expect("a state");
        let here = |s: &State| (m.distance_of(s), m.distance(s.top.func, s.top.loc));
        assert_eq!(here(&s), (Some(8), Some(8)), "the constructor, then all of main");
        let constructor = s.stack_key();
        s.pop_frame();
        assert_eq!(here(&s), (Some(7), Some(7)));
        let main = s.stack_key();
        s.push_frame(m.frame(FuncId(1)));
        assert_eq!(here(&s), (Some(6), Some(2)), "the second call is nearer, but this is the first");
        let in_f = s.stack_key();
        s.pop_frame();
        s.top.loc = Loc(2);
        s.push_frame(m.frame(FuncId(1)));
        assert_eq!(here(&s), (Some(2), Some(2)));
        assert_eq!(s.stack_key(), in_f, "functions count, not places in them");
        assert!(constructor != main && main != in_f);
        s.pop_frame();
        s.top.loc = Loc(4);
        assert_eq!(here(&s), (None, None));
    }
}
