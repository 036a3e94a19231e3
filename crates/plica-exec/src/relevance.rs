//! What can still matter for the targets, where a run looks for nothing else.
//!
//! A path matters as long as some way leads from it to a target, or to a command after which it is not known where
//! control is. So it follows from the flowgraph alone, and is oblivious to what commands compute, to the tree and to
//! which leaf is next. Invariant: a path that does not matter comes to no target, and to nothing of which plica could
//! not say where control goes on: no call through a pointer, no function without a model, nothing unsupported, no
//! destructors of the program, and nothing that may be undefined (`defined` knows what cannot be). What else a path may
//! end at, such as a limit of a library model, leads nowhere.

use plica_ir::{Callee, Command, Distances, FuncId, Function, Loc};

use crate::builtin::{Course, course};
use crate::defined::Definitions;
use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::state::State;
use crate::targets::stack;

impl Machine {
    /// Are the targets all that is looked for?
    pub fn looks_for_targets_only(&self) -> bool {
        let others = FaultKind::ALL.iter().filter(|&&kind| kind != FaultKind::TargetReached);
        // Where names change what they stand for it is not known from the flowgraph who calls whom.
        self.aliases.is_none()
            && !self.config.targets.is_empty()
            && !others.into_iter().any(|&kind| self.config.checks.covers(kind))
    }

    /// Can the path still matter for the targets?
    pub fn matters(&self, s: &State) -> bool {
        self.relevant().leads(stack(s), self.is_whole())
    }

    /// The same for what follows once the function on top has returned.
    pub fn matters_behind(&self, s: &State) -> bool {
        self.relevant().leads(stack(s).skip(1), self.is_whole())
    }

    /// May the path return from all of its frames?
    pub fn may_return(&self, s: &State) -> bool {
        self.relevant().returns(stack(s))
    }

    /// Can a call of the function matter for the targets before it returns?
    pub fn matters_within(&self, func: FuncId) -> bool {
        self.relevant().within(func).is_some()
    }

    /// Is nobody outside of a state's frames who called?
    fn is_whole(&self) -> bool {
        self.unit_id() == crate::ids::UnitId::PROGRAM
    }

    /// Solved for when first asked for, which takes time in proportion to the program.
    fn relevant(&self) -> &Distances {
        self.relevant.get_or_init(|| {
            let mut all = self.config.targets.clone();
            for (i, f) in self.program.functions.iter().enumerate() {
                let definitions = Definitions::of(&self.program, f);
                let unknown = |(at, c): (usize, &Command)| {
                    self.leads_anywhere(f, c, &definitions).then_some((FuncId(i as u32), Loc(at as u32)))
                };
                all.extend(f.code.iter().enumerate().filter_map(unknown));
            }
            Distances::to(&self.program, &all, &|f| self.external_course(f))
        })
    }

    /// Is it not known where control is after the command?
    fn leads_anywhere(&self, function: &Function, command: &Command, definitions: &Definitions<'_>) -> bool {
        let at_the_end = !self.program.destructors.is_empty();
        match command {
            Command::Unsupported { .. } | Command::Unreachable => true,
            Command::Return { .. } => at_the_end,
            Command::Call { callee: Callee::Indirect(_), .. } => true,
            Command::Call { callee: Callee::Direct(f), args, .. } => {
                let callee = self.program.func(*f);
                if !callee.is_declaration() {
                    return !definitions.copies_are_defined(args);
                }
                if self.builtins[f.index()].is_none() {
                    return true;
                }
                match course(&callee.name, &callee.display) {
                    Course::Unfollowed | Course::CallsBack | Course::Computes | Course::LooksAhead => true,
                    Course::Ends => at_the_end,
                    Course::Faults(_) => false,
                    Course::Prints(format) => !definitions.print_is_defined(format, args),
                    Course::Fills => !definitions.fill_is_defined(args),
                    Course::Returns | Course::Checks(_) => !definitions.model_is_defined(callee, args),
                }
            }
            command => !definitions.is_defined(function, command),
        }
    }
}

#[cfg(test)]
mod tests {
    use plica_ir::{Operand, Program, VarId};

    use super::*;
    use crate::fault::Checks;
    use crate::machine::{Externals, MachineConfig};
    use crate::targets::tests::{ABORT, EXIT, UNKNOWN, call, load, machine, ret};

    fn config() -> MachineConfig {
        MachineConfig { targets: vec![(FuncId(1), Loc(1))], checks: Checks::NONE, ..MachineConfig::default() }
    }

    fn step() -> Command {
        Command::Forget(VarId(0))
    }

    /// Does a state at the start of `main` matter, and one at its second command?
    fn matters(main: Vec<Command>, config: MachineConfig) -> [bool; 2] {
        // The target is in f behind the first command, and g is empty.
        let m = machine([main, vec![step(), step(), ret()], vec![ret()]], false, config);
        let mut s = m.initial_state(FuncId(0)).expect("a state");
        [0, 1].map(|loc| {
            s.top.loc = Loc(loc);
            m.matters(&s)
        })
    }

    #[test]
    fn only_a_way_to_a_target_or_into_the_unknown_matters() {
        let through_pointer = || {
            let Command::Call { dsts, args, results, .. } = call(0) else { unreachable!() };
            Command::Call { callee: Callee::Indirect(Operand::Var(VarId(0))), dsts, args, results }
        };
        let unsupported = || Command::Unsupported { text: "computed goto".into() };
        let first = |command: Command| matters(vec![command, step(), ret()], config());
        assert_eq!(first(call(1)), [true, false], "f has the target");
        assert_eq!(first(call(2)), [false, false], "g returns");
        assert_eq!(first(call(ABORT)), [false, false]);
        assert_eq!(first(call(EXIT)), [false, false]);
        assert_eq!(first(call(UNKNOWN)), [true, false], "nobody knows what it calls");
        assert_eq!(first(through_pointer()), [true, false]);
        assert_eq!(first(unsupported()), [true, false]);
        assert_eq!(first(Command::Unreachable), [true, false]);
        assert_eq!(first(load()), [true, false], "a pointer of which nothing is known");
        let havoc = MachineConfig { externals: Externals::Havoc, ..config() };
        assert_eq!(matters(vec![call(UNKNOWN), step(), ret()], havoc), [true, false]);
        assert_eq!(matters(vec![call(EXIT), call(1), ret()], config()), [false, true], "exit does not return");
    }

    #[test]
    fn destructors_make_the_end_matter() {
        let bodies = || [vec![call(2), call(EXIT), ret()], vec![step(), step(), ret()], vec![ret()]];
        let m = machine(bodies(), false, config());
        let program = Program { destructors: vec![FuncId(2)], ..(*m.program).clone() };
        let with = Machine::new(std::sync::Arc::new(program), m.pool.clone(), config());
        let at_start = |m: &Machine| m.matters(&m.initial_state(FuncId(0)).expect("a state"));
        assert_eq!([at_start(&m), at_start(&with)], [false, true]);
    }

    /// In the program all callers are on the stack; who calls a unit is not known.
    #[test]
    fn a_unit_may_return_to_whoever_calls_it() {
        let bodies = || [vec![call(2), call(1), ret()], vec![step(), step(), ret()], vec![ret()]];
        let m = machine(bodies(), false, config());
        let s = m.initial_state(FuncId(2)).expect("a state");
        assert!(!m.matters(&s), "g alone");
        let memory = crate::unit::UnitMemory::new(crate::ids::UnitId::from_u32(1), s.heap.clone(), false);
        let unit = m.unit(std::sync::Arc::new(memory));
        assert!(unit.matters(&s) && unit.may_return(&s), "main goes on to f");
        assert!(!m.matters_within(FuncId(2)) && m.matters_within(FuncId(0)));
        let mut s = m.initial_state(FuncId(0)).expect("a state");
        s.push_frame(m.frame(FuncId(2)));
        assert!(m.matters(&s) && m.matters_behind(&s));
        s.pop_frame();
        s.top.loc = Loc(1);
        s.push_frame(m.frame(FuncId(1)));
        assert!(m.matters(&s) && !m.matters_behind(&s), "the target is in the callee");
    }

    #[test]
    fn other_checks_look_for_more() {
        let body = || [vec![ret()], vec![ret()], vec![ret()]];
        let only = |checks: Checks, targets: usize| {
            let targets = vec![(FuncId(1), Loc(0)); targets];
            machine(body(), false, MachineConfig { checks, targets, ..config() }).looks_for_targets_only()
        };
        let target = Checks::NONE.with(FaultKind::TargetReached);
        assert!(only(target, 1) && !only(target, 0));
        assert!(!only(target.with(FaultKind::Abort), 1) && !only(Checks::default(), 1));
    }
}
