//! The machine: everything about a run that does not change while paths are executed.
//!
//! Shared by all workers. Oblivious to the tree and to solvers. It lays out the addresses of globals and functions,
//! binds library models, and makes initial states.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, OnceLock};

use plica_ir::{
    BitSet, Command, Distances, FuncId, GlobalId, Init, Intrinsic, Liveness as LiveVars, Loc, Loops, Operand, Program,
    Steering, VarId, VarKind,
};
use plica_term::{Model, TermPool};
use smallvec::SmallVec;

use crate::builtin::{ALIASES, Builtin, ERRNO, GivenFiles, builtin_by_name, builtin_by_path};
use crate::coverage::Coverage;
use crate::event::Events;
use crate::fault::{Checks, Stop, StopKind};
use crate::fresh::{Mode, World};
use crate::ids::UnitId;
use crate::lazy::{InputBounds, LazyInputs};
use crate::memory::{Content, Heap, Liveness, Object, ObjectKind};
use crate::meter::Meter;
use crate::packed::Kept;
use crate::pinned::{Pinned, PinnedTerms};
use crate::premise::Premises;
use crate::reachability::Reachability;
use crate::scope::Quiet;
use crate::state::{Frame, State};
use crate::unit::UnitMemory;
use crate::value::{ObjId, Value};

/// What happens at a call of a function that has neither body nor model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Externals {
    /// The path ends undecided.
    #[default]
    Stop,
    /// It returns a fresh value and changes nothing.
    Havoc,
}

/// What `malloc` and its kin do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Allocation {
    /// They succeed.
    #[default]
    Succeeds,
    /// They also return null, as an input of the path decides.
    MayFail,
}

/// What a run is configured with.
#[derive(Clone, Debug)]
pub struct MachineConfig {
    /// Which faults are looked for.
    pub checks: Checks,
    /// Calls of unknown functions.
    pub externals: Externals,
    /// Calls that allocate.
    pub allocation: Allocation,
    /// So many bytes a variable of the environment has at most; `None` if there are no variables.
    pub environment: Option<u32>,
    /// What files hold.
    pub files: Arc<GivenFiles>,
    /// Does the program find a known time, later with each question?
    pub clock_is_known: bool,
    /// More nested calls than this end a path undecided.
    pub max_depth: u32,
    /// Bytes of the program's stack.
    pub stack: u64,
    /// Locations whose execution is reported.
    pub targets: Vec<(FuncId, Loc)>,
    /// Is the program's own output passed on to standard output?
    pub echo: bool,
    /// Is arriving at the head of a loop reported, so that it can be folded?
    pub fold: bool,
    /// Is entering a function reported, so that a summary can take the place of the call?
    pub calls: bool,
    /// The function that runs on inputs that may be pointers, and how much these may lead to.
    pub inputs: Option<(FuncId, InputBounds)>,
    /// Are the globals inputs, too, that it may read?
    pub input_globals: bool,
    /// How many elements have vectors and slices at most that a harness of Rust asks for without saying so?
    pub elements: u32,
    /// Does a panic of Rust go on to what it says, rather than being an error at once?
    pub spell_panics: bool,
    /// Are states told apart by the ids of their objects from the start, and not only once an address is a number?
    pub ids_apart: bool,
    /// Says when the run is over.
    pub meter: Arc<Meter>,
}

impl Default for MachineConfig {
    fn default() -> Self {
        MachineConfig {
            checks: Checks::default(),
            externals: Externals::Stop,
            allocation: Allocation::Succeeds,
            environment: None,
            files: Arc::default(),
            clock_is_known: false,
            max_depth: 1_000_000,
            stack: 8 << 20,
            targets: Vec::new(),
            echo: false,
            fold: false,
            calls: false,
            inputs: None,
            input_globals: false,
            elements: 8,
            spell_panics: false,
            ids_apart: false,
            meter: Arc::default(),
        }
    }
}

/// More remarks than this are not made.
const MAX_REMARKS: usize = 1000;

/// What is known about a function.
pub struct FlowFacts {
    /// Is it one of Rust's?
    pub(crate) is_rust: bool,
    /// Is it one of those that stand for a library's?
    pub(crate) is_model: bool,
    /// Its loops.
    pub loops: Loops,
    liveness: OnceLock<LiveVars>,
    /// By location: the variables of a path that waits there.
    pub(crate) kept: Box<[OnceLock<Arc<Kept>>]>,
    /// Which of them run through without a decision.
    pub(crate) quiet: Quiet,
}

/// See the module's description.
#[derive(Clone)]
pub struct Machine {
    /// The program.
    pub program: Arc<Program>,
    /// The terms.
    pub pool: Arc<TermPool>,
    /// The configuration.
    pub config: MachineConfig,
    /// Exploring or confirming.
    pub mode: Mode,
    /// Which locations were executed.
    pub coverage: Arc<Coverage>,
    /// The library model of each function without a body, if there is one.
    pub(crate) builtins: Vec<Option<Builtin>>,
    targets: Vec<Vec<Loc>>,
    /// What concrete runs begin with: there may be thousands of objects, and thousands of runs.
    globals: Arc<OnceLock<Result<Heap, Stop>>>,
    /// Bytes of the stack that a call of each function takes.
    frame_sizes: Arc<[u64]>,
    /// Loops and live variables by function; asked for where loops are folded.
    flow: Arc<[OnceLock<FlowFacts>]>,
    recursive: Arc<OnceLock<BitSet>>,
    /// Asked for where paths are merged.
    steering: Arc<OnceLock<Steering>>,
    /// Asked for where leaves are chosen by their distance to the targets.
    pub(crate) distances: Arc<OnceLock<Distances>>,
    /// Asked for where nothing but the targets is looked for.
    pub(crate) relevant: Arc<OnceLock<Distances>>,
    remarks: Arc<Mutex<Vec<String>>>,
    /// Bytes of objects of states that were read.
    pub(crate) bytes: Arc<Mutex<HashSet<Arc<[u8]>>>>,
    /// Which functions' names stand for others, if the program can say so.
    pub(crate) aliases: Option<ObjId>,
    /// What `errno` is, if the program mentions it.
    pub(crate) errno: Option<ObjId>,
    /// Does the program hold how many objects there were, to go back to that?
    saves_stack: bool,
    /// What the inputs that are pointers lead to, if there are any.
    pub lazy: Option<Arc<LazyInputs>>,
    /// Terms with pinned numbers put in.
    pub(crate) pinned: Arc<PinnedTerms>,
    /// What was taken for granted.
    pub premises: Arc<Premises>,
}

impl Machine {
    /// A machine that explores.
    pub fn new(program: Arc<Program>, pool: Arc<TermPool>, config: MachineConfig) -> Machine {
        let builtins = program
            .functions
            .iter()
            .map(|f| {
                if f.is_declaration() { builtin_by_name(&f.name).or_else(|| builtin_by_path(&f.display)) } else { None }
            })
            .collect();
        let mut targets = vec![Vec::new(); program.functions.len()];
        for (f, loc) in &config.targets {
            targets[f.index()].push(*loc);
        }
        let coverage = Arc::new(Coverage::new(&program));
        let flow = program.functions.iter().map(|_| OnceLock::new()).collect();
        let frame_sizes = program.functions.iter().map(frame_size).collect();
        let variable = |name| program.globals_by_name.get(name).map(|g| ObjId(1 + g.0));
        let (aliases, errno) = (variable(ALIASES), variable(ERRNO));
        let premises = Arc::new(Premises::new(&program));
        let is_save = |c: &Command| matches!(c, Command::Intrinsic { op: Intrinsic::StackSave, .. });
        let saves_stack = program.functions.iter().any(|f| f.code.iter().any(is_save));
        let first = behind_functions(&program);
        let inputs = |(entry, bounds)| match config.input_globals {
            true => LazyInputs::with_globals(&program, entry, bounds, first),
            false => LazyInputs::of(&program, entry, bounds, first),
        };
        let lazy = config.inputs.and_then(inputs).map(Arc::new);
        Machine {
            aliases,
            errno,
            lazy,
            saves_stack,
            program,
            pool,
            config,
            mode: Mode::Symbolic,
            coverage,
            builtins,
            targets,
            globals: Arc::default(),
            frame_sizes,
            flow,
            recursive: Arc::default(),
            steering: Arc::default(),
            distances: Arc::default(),
            relevant: Arc::default(),
            remarks: Arc::default(),
            bytes: Arc::default(),
            pinned: Arc::default(),
            premises,
        }
    }

    /// The same machine for confirming a model: unknown values are the model's, coverage is kept apart.
    pub fn concrete(&self, world: Arc<World>) -> Machine {
        Machine {
            // Loops are executed; whether arriving at one is reported is for whoever runs it to say.
            config: MachineConfig { echo: false, fold: false, calls: false, ..self.config.clone() },
            mode: Mode::Concrete(world),
            coverage: Arc::new(Coverage::new(&self.program)),
            remarks: Arc::default(),
            premises: Arc::new(Premises::new(&self.program)),
            ..self.clone()
        }
    }

    /// May a number of a state say how many objects there are, unlike any other number?
    pub fn counts_objects(&self) -> bool {
        self.saves_stack
    }

    /// The same machine for states that may be none of the program's: coverage is kept apart.
    pub fn apart(&self) -> Machine {
        Machine { coverage: Arc::new(Coverage::new(&self.program)), ..self.clone() }
    }

    /// The same machine for exploring a unit: what its callers have written is unknown.
    pub fn unit(&self, memory: Arc<UnitMemory>) -> Machine {
        Machine { mode: Mode::Unit(memory), ..self.clone() }
    }

    /// The unit that it explores.
    pub fn unit_id(&self) -> UnitId {
        match &self.mode {
            Mode::Unit(memory) => memory.id,
            Mode::Symbolic | Mode::Concrete(_) => UnitId::PROGRAM,
        }
    }

    /// What is known about a function: its loops, live variables.
    pub fn flow(&self, func: FuncId) -> &FlowFacts {
        self.flow[func.index()].get_or_init(|| {
            let function = self.program.func(func);
            let (is_rust, loops) = (plica_ir::is_rust(&function.name), Loops::of(function));
            let is_model = self.program.models.contains(&func);
            let commands = function.code.len();
            let kept = (0..commands).map(|_| OnceLock::new()).collect();
            FlowFacts { is_rust, is_model, loops, liveness: OnceLock::new(), kept, quiet: Quiet::new(commands) }
        })
    }

    /// Which loops run through by themselves is to be found out anew: on paths of another kind it may be others.
    pub fn unquiet_all(&self) {
        self.flow.iter().filter_map(OnceLock::get).for_each(|flow| flow.quiet.wake_all());
    }

    /// May the function call itself?
    pub fn is_recursive(&self, func: FuncId) -> bool {
        self.recursive.get_or_init(|| plica_ir::recursive_functions(&self.program)).contains(func.index())
    }

    /// The variables that steer what is accessed and how often loops run.
    pub(crate) fn steering(&self) -> &Steering {
        self.steering.get_or_init(|| Steering::of(&self.program))
    }

    /// The live variables of a function.
    pub fn liveness(&self, func: FuncId) -> &LiveVars {
        self.flow(func).liveness.get_or_init(|| LiveVars::of(self.program.func(func)))
    }

    /// The live variables of a frame that waits for a call: those behind it but for what the call gives.
    pub(crate) fn live_behind_call(&self, frame: &Frame) -> impl Iterator<Item = VarId> {
        let command = self.program.func(frame.func).code.get(frame.loc.index());
        let written = command.map(Command::targets).unwrap_or_default();
        self.liveness(frame.func).at(Loc(frame.loc.0 + 1)).filter(move |v| !written.contains(v))
    }

    /// Remembers what is to be told about the program, once.
    pub(crate) fn remark(&self, text: String) {
        if let Ok(mut all) = self.remarks.lock()
            && all.len() < MAX_REMARKS
            && !all.contains(&text)
        {
            all.push(text);
        }
    }

    /// What the program said of itself, or is to be told about it, in order.
    pub fn remarks(&self) -> Vec<String> {
        self.remarks.lock().map(|all| all.clone()).unwrap_or_default()
    }

    /// Is this location a target?
    pub(crate) fn is_target(&self, func: FuncId, loc: Loc) -> bool {
        !self.config.targets.is_empty() && self.targets[func.index()].contains(&loc)
    }

    /// The object of a global.
    pub fn global_object(&self, id: GlobalId) -> ObjId {
        ObjId(1 + id.0)
    }

    /// The global that an object is.
    pub fn object_global(&self, obj: ObjId) -> Option<GlobalId> {
        let at = obj.0.checked_sub(1)?;
        ((at as usize) < self.program.globals.len()).then_some(GlobalId(at))
    }

    /// The object that stands for a function's code.
    pub fn function_object(&self, id: FuncId) -> ObjId {
        ObjId(1 + self.program.globals.len() as u32 + id.0)
    }

    /// The function that an object stands for.
    pub fn object_function(&self, obj: ObjId) -> Option<FuncId> {
        let at = obj.0.checked_sub(1 + self.program.globals.len() as u32)?;
        ((at as usize) < self.program.functions.len()).then_some(FuncId(at))
    }

    /// The id of the first object that an input may lead to.
    pub(crate) fn first_input(&self) -> u32 {
        behind_functions(&self.program)
    }

    /// The id of the first object that is neither a global, a function nor what an input leads to.
    pub(crate) fn first_object(&self) -> u32 {
        self.lazy.as_ref().map_or_else(|| behind_functions(&self.program), |lazy| lazy.end())
    }

    /// The address that a constant operand names; `None` for operands that are no addresses.
    pub(crate) fn address(&self, op: Operand) -> Option<Value> {
        match op {
            Operand::Global { id, offset } => Some(Value::Ptr { obj: self.global_object(id), off: offset as u64 }),
            Operand::Func(f) => Some(Value::Ptr { obj: self.function_object(f), off: 0 }),
            Operand::Int { width, bits } => Some(Value::Int { width, bits }),
            _ => None,
        }
    }

    /// The state before the first command of `entry`, whose parameters are not yet set.
    pub fn initial_state(&self, entry: FuncId) -> Result<State, Stop> {
        // States that are explored are told apart by the objects that they do not share.
        let heap = match self.mode {
            Mode::Concrete(_) => self.globals.get_or_init(|| self.heap_of_globals()).clone()?,
            _ => self.heap_of_globals()?,
        };
        let mut state = State {
            top: self.frame(entry),
            callers: None,
            depth: 0,
            heap,
            pc: Vec::new(),
            model: Arc::new(Model::new()),
            granted: SmallVec::new(),
            merged: None,
            pointers: None,
            pinned: Pinned::default(),
            reach: Reachability::Confirmed,
            returned: SmallVec::new(),
            events: Events::default(),
            scopes: 0,
            fresh: 0,
            steps: 0,
        };
        // Constructors of globals run first: the first of them is on top.
        for &f in self.program.constructors.iter().rev() {
            state.push_frame(Frame { startup: true, ..self.frame(f) });
        }
        Ok(state)
    }

    /// The objects that are there before anything is executed.
    fn heap_of_globals(&self) -> Result<Heap, Stop> {
        let mut heap = Heap::new(1);
        for (i, g) in self.program.globals.iter().enumerate() {
            let size = Some(g.size);
            let content = match &g.init {
                Init::Zero => Content::zero(size),
                Init::Data { bytes, .. } => Content::bytes(bytes.clone()),
                Init::Extern | Init::Unsupported(_) => Content::uninit(size),
            };
            let object = Object {
                size: Value::int(g.size, 64),
                kind: ObjectKind::Global,
                live: if matches!(g.init, Init::Unsupported(_)) { Liveness::Opaque } else { Liveness::Live },
                constant: g.constant,
                cell: g.cell,
                name: g.name.clone(),
                site: g.decl,
                content,
            };
            let id = heap.add(object);
            debug_assert_eq!(id, Some(self.global_object(GlobalId(i as u32))));
        }
        heap.skip_to(self.first_object());
        for (i, g) in self.program.globals.iter().enumerate() {
            let Init::Data { relocs, .. } = &g.init else { continue };
            let id = self.global_object(GlobalId(i as u32));
            for r in relocs {
                let Some(value) = self.address(r.value) else {
                    return Err(Stop::new(StopKind::Unsupported, format!("initial value of the global {}", g.name)));
                };
                if let Some(object) = heap.get_mut(id) {
                    object.content.write(&self.pool, r.offset, 8, value);
                }
            }
        }
        Ok(heap)
    }

    /// Sets a parameter of the entry function in an initial state.
    pub fn set_entry_param(&self, s: &mut State, index: usize, value: Value) {
        self.set_param(s, index, value, |frame| !frame.startup);
    }

    /// Sets a parameter of the functions that the system calls when the program starts, where they have it: of
    /// constructors, and of the entry function if it is `main`.
    pub fn set_start_param(&self, s: &mut State, index: usize, value: Value) {
        let is_main = |frame: &Frame| &*self.program.func(frame.func).name == "main";
        self.set_param(s, index, value, |frame| frame.startup || is_main(frame));
    }

    fn set_param(&self, s: &mut State, index: usize, value: Value, is_given: impl Fn(&Frame) -> bool) {
        let mut frames = vec![s.top.clone()];
        while s.callers.is_some() {
            s.pop_frame();
            frames.push(s.top.clone());
        }
        let given = |mut frame: Frame| {
            let f = self.program.func(frame.func);
            if index < f.params as usize && is_given(&frame) {
                frame.vars[index] = self.fit(value, f.vars[index].ty);
            }
            frame
        };
        let mut frames = frames.into_iter().rev().map(given);
        s.top = frames.next().unwrap_or_else(|| s.top.clone());
        for frame in frames {
            s.push_frame(frame);
        }
    }

    /// Bytes of the stack that a call of a function takes: an estimate from its variables.
    pub fn frame_size(&self, func: FuncId) -> u64 {
        self.frame_sizes[func.index()]
    }

    /// A frame at the start of a function; nothing is set.
    pub(crate) fn frame(&self, func: FuncId) -> Frame {
        Frame {
            func,
            stack: self.frame_size(func),
            loc: Loc(0),
            vars: vec![Value::Uninit; self.program.func(func).vars.len()],
            objects: SmallVec::new(),
            varargs: Vec::new(),
            startup: false,
            inside: SmallVec::new(),
        }
    }
}

/// The first id behind those of globals and functions.
fn behind_functions(program: &Program) -> u32 {
    1 + program.globals.len() as u32 + program.functions.len() as u32
}

/// What unoptimised code takes on x86-64: the return address, the saved frame pointer, and the variables that are not
/// parameters (which have copies among them), in units of 16 bytes. Never more than a compiled call takes.
fn frame_size(f: &plica_ir::Function) -> u64 {
    let variables = f.vars.iter().filter(|v| v.kind == VarKind::Local).map(|v| v.ty.store_size());
    let objects = f.code.iter().filter_map(|command| match command {
        Command::Alloc { size: Operand::Int { bits, .. }, .. } => Some(*bits),
        _ => None,
    });
    let bytes = variables.chain(objects).fold(0u64, u64::saturating_add);
    bytes.checked_next_multiple_of(16).unwrap_or(u64::MAX).saturating_add(16)
}
