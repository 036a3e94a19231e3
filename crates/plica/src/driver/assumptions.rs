//! What a verdict rests on: what the run took for granted, whether its inputs passed what the program assumes, and
//! assertions that no path reached.
//!
//! Oblivious to how these are shown. Invariant: an assumption is told only where a path used it that the program can
//! take.

use std::collections::BTreeSet;

use plica_exec::{FaultKind, Machine, Premise};
use plica_ir::{Callee, Command, Expr, FuncId, Function, Loc, Operand, Program, VarId};
use plica_report::{Assumption, AssumptionKind, Grounds, Location, Vacuity};

use super::outcome::site_location;
use crate::cli::{AnalysisOptions, Argument, Arguments, EntryGlobals, EntryInputs, EntryPointers, Environment};

/// How far an exploration got.
#[derive(Clone, Copy)]
pub(crate) struct Extent<'a> {
    /// Was everything explored? Only then it is known what no path gets to.
    pub whole: bool,
    /// Paths that came to the program's end.
    pub ended: u64,
    /// Assertions in functions that are no part of what was analysed, since nothing leads to them.
    pub left_out: &'a [Location],
}

/// What the verdict of an exploration rests on.
pub fn grounds(machine: &Machine, options: &AnalysisOptions, entry: FuncId, extent: Extent<'_>) -> Grounds {
    let mut roots = machine.program.constructors.clone();
    roots.push(entry);
    let run = Run { machine, options, entry, roots };
    let Extent { whole, ended, left_out } = extent;
    Grounds {
        assumptions: run.assumptions(),
        vacuity: (whole && ended == 0).then(|| run.vacuity()).flatten(),
        unreached: if whole { run.unreached(left_out) } else { Vec::new() },
    }
}

type Place = (FuncId, Loc);

/// Functions that write to a stream and say whether that went well.
const WRITING: &[&str] = &[
    "printf",
    "vprintf",
    "fprintf",
    "vfprintf",
    "dprintf",
    "vdprintf",
    "__printf_chk",
    "__vprintf_chk",
    "__fprintf_chk",
    "__vfprintf_chk",
    "__dprintf_chk",
    "puts",
    "putchar",
    "putc",
    "_IO_putc",
    "fputc",
    "fputs",
    "fwrite",
    "fflush",
    "puts_unlocked",
    "putchar_unlocked",
    "putc_unlocked",
    "fputc_unlocked",
    "fputs_unlocked",
    "fwrite_unlocked",
    "fflush_unlocked",
    "fclose",
];

struct Run<'a> {
    machine: &'a Machine,
    options: &'a AnalysisOptions,
    entry: FuncId,
    /// Where the program starts.
    roots: Vec<FuncId>,
}

impl Run<'_> {
    /// Those of these places that the program gets to.
    fn covered(&self, places: impl IntoIterator<Item = Place>) -> Vec<Place> {
        places.into_iter().filter(|&at| self.machine.is_covered(&self.roots, at)).collect()
    }

    fn assumptions(&self) -> Vec<Assumption> {
        let mut out = Vec::new();
        let mut add = |kind, text: &str, places: usize, option: Option<&str>| {
            if places > 0 {
                let (text, option) = (text.to_string(), option.map(str::to_string));
                out.push(Assumption { kind, text, places: places as u64, option });
            }
        };
        let (text, option) = self.arguments();
        add(AssumptionKind::Arguments, &text, self.parameters_read(0, 2), option);
        let initial = "globals have their initial values when the function begins";
        add(AssumptionKind::InitialGlobals, initial, self.globals_named(), Some("--entry-globals any"));
        for &premise in Premise::ALL {
            let Some((kind, text, option)) = self.premise(premise) else { continue };
            add(kind, &text, self.covered(self.machine.premises.places(premise)).len(), option);
        }
        let none = "the third parameter of main lists no variables";
        add(AssumptionKind::Environment, none, self.parameters_read(2, 3), None);
        let program = &self.machine.program;
        let functions = |all: &BTreeSet<FuncId>| self.covered(all.iter().map(|&f| (f, Loc(0)))).len();
        let plain = "volatile objects change only when the program writes to them";
        add(AssumptionKind::Volatile, plain, functions(&program.reads_volatile), None);
        let moved = "what the optimiser took for undefined in this code is no error";
        add(AssumptionKind::Optimised, moved, functions(&program.optimised), None);
        let covers = |kind| self.machine.config.checks.covers(kind);
        if covers(FaultKind::OutOfBounds) {
            let text = "indices stay within members and rows: this code does not tell";
            let option = Some("-fsanitize=array-bounds of clang");
            add(AssumptionKind::Uninstrumented, text, functions(&program.unchecked_indices), option);
        }
        if covers(FaultKind::InvalidBuiltin) {
            let text = "builtins are given what they are defined for: this code does not tell";
            let option = Some("-fsanitize=builtin of clang");
            add(AssumptionKind::Uninstrumented, text, functions(&program.unchecked_builtins), option);
        }
        let output = "writing to the standard streams succeeds";
        add(AssumptionKind::Files, output, self.results_used(WRITING).len(), None);
        out
    }

    /// Where the program's own code calls one of these functions and looks at what it gives.
    fn results_used(&self, names: &[&str]) -> Vec<Place> {
        let program = &self.machine.program;
        // A function of the program that has such a name is its own.
        let is_librarys = |f: FuncId| program.func(f).is_declaration() || program.models.contains(&f);
        let is_named = |f: FuncId| names.contains(&&*program.func(f).name) && is_librarys(f);
        let mut out = Vec::new();
        for (i, f) in program.functions.iter().enumerate().filter(|(i, _)| !program.models.contains(&FuncId(*i as u32)))
        {
            for (at, command) in f.code.iter().enumerate() {
                if let Command::Call { callee: Callee::Direct(callee), dsts, .. } = command
                    && is_named(*callee)
                    && !reads(f, dsts.iter().copied().collect()).is_empty()
                {
                    out.push((FuncId(i as u32), Loc(at as u32)));
                }
            }
        }
        self.covered(out)
    }

    /// Class, text, and the option that drops it.
    fn premise(&self, premise: Premise) -> Option<(AssumptionKind, String, Option<&'static str>)> {
        use AssumptionKind as K;
        let names = || self.machine.premises.names(premise).join(", ");
        let (kind, text, option) = match premise {
            Premise::Allocation => (K::Allocation, "allocation never fails".into(), Some("--allocation may-fail")),
            Premise::New => (K::New, "allocation by new never fails".into(), Some("--allocation may-fail")),
            Premise::Environment => match self.options.environment {
                Environment::Empty => {
                    (K::Environment, "no variable of the environment is set".into(), Some("--environment BYTES"))
                }
                Environment::Bytes(most) => {
                    let text = format!("variables of the environment have at most {most} bytes");
                    (K::Environment, text, Some("--environment BYTES"))
                }
            },
            Premise::Files => (K::Files, format!("files can be {}", names()), Some("--io-errors")),
            Premise::System => (K::System, names(), None),
            Premise::Processor => (K::Processor, "the processor has no optional features".into(), None),
            Premise::HashKeys => (K::HashKeys, "the random keys of hash maps are two fixed numbers".into(), None),
            Premise::Mathematics => {
                (K::Mathematics, format!("{} as the mathematical library of this machine has it", names()), None)
            }
            // Who does not look at it cannot tell.
            Premise::MathErrors if self.results_used(&["__errno_location"]).is_empty() => return None,
            Premise::MathErrors => (K::MathErrors, "functions of math.h leave errno alone".into(), None),
            Premise::Externals => {
                let text = format!("{} returns any value and changes nothing", names());
                (K::Externals, text, Some("--externals stop"))
            }
            Premise::Stubs => (K::Stubs, format!("{}, and changes nothing", names()), Some("--stub F=FILE.c")),
            Premise::Overflow => (K::Overflow, "signed overflow wraps around".into(), Some("--checks +overflow")),
            Premise::Unwritten => {
                let text = "memory that was never written has some value, and keeps it";
                (K::Unwritten, text.into(), Some("--checks +uninit"))
            }
            Premise::Written => {
                (K::Written, "memory that was accessed at an unknown index counts as written".into(), None)
            }
            Premise::Reachable => {
                (K::Reachable, "no block is lost that an array or a number may point to".into(), None)
            }
            Premise::NotANumber => {
                (K::NotANumber, "a NaN that an operation makes is positive and has no payload".into(), None)
            }
            Premise::FloatRange => (
                K::FloatRange,
                "a number becomes 0 where it does not fit the integer type that it is converted to".into(),
                Some("--checks +float-cast"),
            ),
            Premise::Addresses => (K::Addresses, "addresses as numbers are those that plica gives".into(), None),
            Premise::PointerOrder => {
                let text = "objects lie in memory in the order in which they are made";
                (K::PointerOrder, text.into(), Some("--checks +pointer-comparison"))
            }
            Premise::PointerEquality => {
                let text = "no address is given twice, and no object begins where another ends";
                (K::PointerEquality, text.into(), None)
            }
            Premise::StackArrays => (
                K::Stack,
                "arrays of variable length and repeated calls of alloca do not exhaust the stack".into(),
                None,
            ),
            Premise::Stack => {
                (K::Stack, "functions that call themselves do not exhaust the stack".into(), Some("--calls auto"))
            }
            Premise::InputPointers => {
                let EntryInputs { pointers, objects, elements, .. } = self.options.entry_inputs;
                let null = if pointers == EntryPointers::Any { "null or " } else { "" };
                let text = format!(
                    "pointers that are inputs are {null}the addresses of objects of their types, of which there are at \
                     most {objects} each, as large as their types say, apart from globals and from objects of other \
                     types; arrays have at most {elements} elements, and texts end with a null character"
                );
                (K::InputPointers, text, Some("--entry-objects N, --entry-elements N, --entry-pointers any"))
            }
            Premise::Lengths => {
                let most = self.options.entry_inputs.elements;
                let text = format!("vectors, slices and texts that are arguments have at most {most} elements");
                (K::InputPointers, text, Some("--entry-elements N"))
            }
            Premise::Passed | Premise::Excluded => return None,
        };
        Some((kind, text, option))
    }

    fn arguments(&self) -> (String, Option<&'static str>) {
        let other = Some("--args ..NxLEN");
        match &self.options.arguments {
            Arguments::Each(each) if each.is_empty() => ("argc is 1, and argv[0] is \"program\"".into(), other),
            Arguments::Each(each) => {
                let shown = |argument: &Argument| match argument {
                    Argument::Unknown(length) => length.to_string(),
                    Argument::Text(text) => format!("{:?}", String::from_utf8_lossy(text)),
                };
                let all: Vec<String> = each.iter().map(shown).collect();
                let (count, all) = (each.len() + 1, all.join(", "));
                let text = match each.iter().all(|argument| matches!(argument, Argument::Unknown(_))) {
                    true => format!("argc is {count}, with arguments of at most {all} bytes"),
                    false => format!("argc is {count}, with these arguments, or of at most so many bytes: {all}"),
                };
                (text, other)
            }
            Arguments::UpTo { count, length } => {
                (format!("argc is at most {}, with arguments of at most {length} bytes", count + 1), other)
            }
        }
    }

    /// In how many places `main` and constructors use those of their parameters, beyond copying them.
    fn parameters_read(&self, from: u32, to: u32) -> usize {
        let program = &self.machine.program;
        let is_main = &*program.func(self.entry).name == "main";
        let started = program.constructors.iter().copied().chain(is_main.then_some(self.entry));
        let read = started.flat_map(|id| {
            let f = program.func(id);
            let given: BTreeSet<VarId> = f.param_vars().filter(|v| (from..to).contains(&v.0)).collect();
            reads(f, given).into_iter().map(move |at| (id, at))
        });
        self.covered(read).len()
    }

    /// In how many places a function of one's choice uses globals that may have changed before it is called.
    fn globals_named(&self) -> usize {
        let program = &self.machine.program;
        if &*program.func(self.entry).name == "main" || self.options.entry_inputs.globals == EntryGlobals::Any {
            return 0;
        }
        let globals = plica_ir::mutable_globals(program, self.entry);
        self.covered(plica_ir::places_that_name(program, &globals)).len()
    }

    /// That all paths end at assumptions of the program.
    fn vacuity(&self) -> Option<Vacuity> {
        let premises = &self.machine.premises;
        let ended = self.covered(premises.places(Premise::Excluded));
        let passed = |at: &&Place| premises.is_noted(Premise::Passed, **at);
        let last = ended.iter().find(|at| !passed(at)).or(ended.last()).copied()?;
        let location = site_location(&self.machine.program, last);
        Some(Vacuity { location: Some(location).filter(Location::is_known) })
    }

    /// The assertions that no path reaches, in order.
    fn unreached(&self, left_out: &[Location]) -> Vec<Location> {
        let mut out: BTreeSet<Location> = left_out.iter().cloned().collect();
        for (i, f) in self.machine.program.functions.iter().enumerate() {
            for (loc, tested) in assertions(&self.machine.program, f) {
                let id = FuncId(i as u32);
                if !tested.into_iter().any(|at| self.is_reached(id, at)) {
                    out.insert(site_location(&self.machine.program, (id, loc)));
                }
            }
        }
        out.into_iter().filter(Location::is_known).collect()
    }

    /// Does a path get to a location? Its block is entered, and the calls before it there return.
    fn is_reached(&self, func: FuncId, at: Loc) -> bool {
        let machine = self.machine;
        let f = machine.program.func(func);
        let returns = |loc: Loc| match &f.code[loc.index()] {
            Command::Call { callee: Callee::Direct(callee), .. } => {
                let premises = &machine.premises;
                let callee_code = &machine.program.func(*callee).code;
                let mut ends = callee_code.iter().enumerate().filter(|(_, c)| matches!(c, Command::Return { .. }));
                let excluded = premises.is_noted(Premise::Excluded, (func, loc));
                let passed = !excluded || premises.is_noted(Premise::Passed, (func, loc));
                let returns = |i: usize| machine.is_covered(&self.roots, (*callee, Loc(i as u32)));
                passed && (callee_code.is_empty() || ends.any(|(i, _)| returns(i)))
            }
            _ => true,
        };
        let start = f.blocks.iter().map(|b| b.start).filter(|&start| start <= at).max().unwrap_or(Loc(0));
        machine.is_covered(&self.roots, (func, at)) && (start.0..at.0).map(Loc).all(returns)
    }
}

/// The assertions of a function, each with the places that test it: it is reached where one of them is.
fn assertions(program: &Program, f: &Function) -> Vec<(Loc, Vec<Loc>)> {
    let mut out = Vec::new();
    for (i, command) in f.code.iter().enumerate() {
        let at = Loc(i as u32);
        let Command::Call { callee: Callee::Direct(callee), .. } = command else { continue };
        match plica_exec::asserts(&program.func(*callee).name) {
            Some(true) => out.push((at, vec![at])),
            // The test is the branch before it.
            Some(false) => out.push((at, leading_to(f, at))),
            None => {}
        }
    }
    out
}

/// Where the assertions of a function are.
pub fn places_of_assertions(program: &Program, f: FuncId) -> Vec<Location> {
    let all = assertions(program, program.func(f));
    all.into_iter().map(|(loc, _)| site_location(program, (f, loc))).collect()
}

/// The ends of the blocks from which control gets into a location's block.
fn leading_to(f: &Function, at: Loc) -> Vec<Loc> {
    let block = f.blocks.iter().map(|b| b.start).filter(|&start| start <= at).max().unwrap_or(Loc(0));
    let leads = |&(i, command): &(usize, &Command)| {
        let next = Loc(i as u32 + 1);
        let falls = matches!(command, Command::Jump(_) | Command::Branch { .. } | Command::Switch { .. });
        (falls || next == block) && command.successors(next).contains(&block)
    };
    let from: Vec<Loc> = f.code.iter().enumerate().filter(leads).map(|(i, _)| Loc(i as u32)).collect();
    // Where a function begins with it, whoever calls the function comes there.
    if from.is_empty() { vec![at] } else { from }
}

/// Where variables are read, other than to be copied, or copies of them are.
fn reads(f: &Function, mut copies: BTreeSet<VarId>) -> Vec<Loc> {
    loop {
        let before = copies.len();
        for command in &f.code {
            let from = |op: &Operand| matches!(op, Operand::Var(v) if copies.contains(v));
            let found: Vec<VarId> = match command {
                Command::Assign { dst, expr: Expr::Copy(op) } if from(op) => vec![*dst],
                Command::Copies(all) => all.iter().filter(|(_, op)| from(op)).map(|c| c.0).collect(),
                _ => continue,
            };
            copies.extend(found);
        }
        if copies.len() == before {
            break;
        }
    }
    let is_copy = |c: &Command| matches!(c, Command::Copies(_) | Command::Assign { expr: Expr::Copy(_), .. });
    let reads = |c: &Command| c.operands().iter().any(|op| matches!(op, Operand::Var(v) if copies.contains(v)));
    let places = f.code.iter().enumerate().filter(|(_, c)| !is_copy(c) && reads(c));
    places.map(|(i, _)| Loc(i as u32)).collect()
}
