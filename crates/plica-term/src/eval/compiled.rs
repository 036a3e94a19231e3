//! Bodies of quantifiers as straight-line code, for running them a million times.
//!
//! Oblivious to what the conditions are for. A body is compiled once per quantifier and assignment: what does not
//! depend on bound symbols is a constant, reads of λ-arrays become the λ's body, inner quantifiers become loops.
//! Invariant: a run gives the value that [`super::Evaluator`] gives term by term, undefined values included; where the
//! compiler does not know how, it declines.

use rustc_hash::FxHashMap;

use super::{Evaluator, Scope};
use crate::bv::eval_bv;
use crate::fp::eval_fp;
use crate::op::{Op, SymbolId};
use crate::pool::{SymbolKind, TermId};
use crate::sort::{Sort, mask};
use crate::tuning;

/// A place for a value; `None` is undefined.
type Slot = u32;

/// One step; `to` is where the result goes.
enum Step {
    /// An operator whose value is undefined if an argument's is.
    Apply {
        op: Op,
        to: Slot,
        args: [Slot; 3],
        widths: [u32; 3],
        first: Sort,
        sort: Sort,
        count: u8,
    },
    And {
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Or {
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Ite {
        to: Slot,
        c: Slot,
        a: Slot,
        b: Slot,
    },
    Read {
        to: Slot,
        array: u32,
        index: Slot,
    },
    /// The steps up to `end` are the body, for each value of `var` below `limit`.
    Loop {
        to: Slot,
        limit: Slot,
        var: Slot,
        values: u128,
        end: u32,
        result: Slot,
    },
}

/// An array that does not depend on bound symbols.
struct Flat {
    entries: FxHashMap<u128, u128>,
    default: u128,
}

/// The bindings of bound symbols while compiling: an entry of [`Compiler::envs`]; 0 is the empty one.
type Env = u32;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Item {
    Value(TermId, Env),
    /// The element of an array at the index in a slot.
    Element(TermId, Env, Slot),
}

/// What making an item comes to.
enum Made {
    Slot(Slot),
    /// Items were pushed; look again.
    Pending,
}

/// A compiled body.
pub(super) struct Program {
    code: Vec<Step>,
    arrays: Vec<Flat>,
    slots: Vec<Option<u128>>,
    result: Slot,
}

/// Why a run ended early.
pub(super) struct Exhausted;

struct Compiler<'a, 'b> {
    evaluator: &'a mut Evaluator<'b>,
    scope: Scope,
    program: Program,
    envs: Vec<(Env, SymbolId, Slot)>,
    env_ids: FxHashMap<(Env, SymbolId, Slot), Env>,
    made: FxHashMap<Item, Slot>,
    /// Items in the order in which they were made: those of a loop are void after it.
    log: Vec<Item>,
    flats: FxHashMap<TermId, u32>,
    stack: Vec<Item>,
    depth: u32,
}

impl Program {
    /// The body of a quantifier over `bound` in a scope; slot 0 is the bound symbol's.
    pub(super) fn compile(
        evaluator: &mut Evaluator<'_>,
        bound: SymbolId,
        body: TermId,
        scope: Scope,
    ) -> Option<Program> {
        let program = Program { code: Vec::new(), arrays: Vec::new(), slots: vec![Some(0)], result: 0 };
        let mut compiler = Compiler {
            evaluator,
            scope,
            program,
            envs: Vec::new(),
            env_ids: FxHashMap::default(),
            made: FxHashMap::default(),
            log: Vec::new(),
            flats: FxHashMap::default(),
            stack: Vec::new(),
            depth: 0,
        };
        let env = compiler.bind(0, bound, 0);
        let result = compiler.compile(body, env)?;
        compiler.program.result = result;
        Some(compiler.program)
    }

    /// How many steps one run takes, inner loops apart.
    pub(super) fn cost(&self) -> u64 {
        self.code.len() as u64 + 1
    }

    /// The value of the body when the bound symbol has this value. Counts `budget` down.
    pub(super) fn run(&mut self, value: u128, budget: &mut u64) -> Result<Option<u128>, Exhausted> {
        self.slots[0] = Some(value);
        execute(&self.code, 0, self.code.len(), &self.arrays, &mut self.slots, budget)?;
        Ok(self.slots[self.result as usize])
    }
}

fn execute(
    code: &[Step],
    start: usize,
    end: usize,
    arrays: &[Flat],
    slots: &mut [Option<u128>],
    budget: &mut u64,
) -> Result<(), Exhausted> {
    *budget = budget.checked_sub((end - start) as u64 + 1).ok_or(Exhausted)?;
    let mut at = start;
    while at < end {
        let step = &code[at];
        at += 1;
        match *step {
            Step::Apply { op, to, args, widths, first, sort, count } => {
                let mut values = [0u128; 3];
                let mut defined = true;
                for i in 0..count as usize {
                    match slots[args[i] as usize] {
                        Some(v) => values[i] = v,
                        None => defined = false,
                    }
                }
                let n = count as usize;
                slots[to as usize] = if defined {
                    let r = sort.bv_width().unwrap_or(0);
                    eval_bv(op, widths[0], r, &values[..n], &widths[..n])
                        .or_else(|| eval_fp(op, first, sort, &values[..n]))
                } else {
                    None
                };
            }
            Step::And { to, a, b } => {
                let (a, b) = (slots[a as usize], slots[b as usize]);
                slots[to as usize] = if a == Some(0) || b == Some(0) { Some(0) } else { a.and(b) };
            }
            Step::Or { to, a, b } => {
                let (a, b) = (slots[a as usize], slots[b as usize]);
                slots[to as usize] = if a == Some(1) || b == Some(1) { Some(1) } else { a.and(b) };
            }
            Step::Ite { to, c, a, b } => {
                slots[to as usize] = match slots[c as usize] {
                    None => None,
                    Some(1) => slots[a as usize],
                    Some(_) => slots[b as usize],
                };
            }
            Step::Read { to, array, index } => {
                let flat = &arrays[array as usize];
                slots[to as usize] =
                    slots[index as usize].map(|i| flat.entries.get(&i).copied().unwrap_or(flat.default));
            }
            Step::Loop { to, limit, var, values, end, result } => {
                let mut holds = slots[limit as usize].map(|_| 1);
                for v in 0..slots[limit as usize].unwrap_or(0).min(values) {
                    slots[var as usize] = Some(v);
                    execute(code, at, end as usize, arrays, slots, budget)?;
                    match slots[result as usize] {
                        Some(1) => {}
                        Some(_) => {
                            holds = Some(0);
                            break;
                        }
                        None => holds = None,
                    }
                }
                slots[to as usize] = holds;
                at = end as usize;
            }
        }
    }
    Ok(())
}

impl Compiler<'_, '_> {
    fn bind(&mut self, parent: Env, symbol: SymbolId, slot: Slot) -> Env {
        let next = self.envs.len() as Env + 1;
        let id = *self.env_ids.entry((parent, symbol, slot)).or_insert(next);
        if id == next {
            self.envs.push((parent, symbol, slot));
        }
        id
    }

    /// The part of the bindings that a term depends on.
    fn relevant(&self, t: TermId, mut env: Env) -> Env {
        let free = self.evaluator.pool.free_symbols(t);
        while env != 0 {
            let (parent, symbol, _) = self.envs[env as usize - 1];
            if free.binary_search(&symbol).is_ok() {
                break;
            }
            env = parent;
        }
        env
    }

    fn slot(&mut self, value: Option<u128>) -> Slot {
        self.program.slots.push(value);
        self.program.slots.len() as Slot - 1
    }

    fn at_hand(&self, item: Item) -> Option<Slot> {
        self.made.get(&self.reduced(item)).copied()
    }

    fn reduced(&self, item: Item) -> Item {
        match item {
            Item::Value(t, env) => Item::Value(t, self.relevant(t, env)),
            Item::Element(t, env, slot) => Item::Element(t, self.relevant(t, env), slot),
        }
    }

    /// The slot of a term's value; `None` when it cannot be compiled.
    fn compile(&mut self, t: TermId, env: Env) -> Option<Slot> {
        let root = Item::Value(t, env);
        let base = self.stack.len();
        self.stack.push(root);
        while self.stack.len() > base {
            let item = *self.stack.last()?;
            let item = self.reduced(item);
            if self.made.contains_key(&item) {
                self.stack.pop();
                continue;
            }
            if self.program.code.len() > tuning::COMPILED_CODE.get() {
                return None;
            }
            let at = self.stack.len();
            let made = match item {
                Item::Value(t, env) => self.value(t, env)?,
                Item::Element(array, env, index) => self.element(array, env, index)?,
            };
            if let Made::Slot(slot) = made {
                self.stack.truncate(at - 1);
                self.made.insert(item, slot);
                self.log.push(item);
            }
        }
        self.at_hand(root)
    }

    /// The slots of all items, or they are pushed.
    fn need<const N: usize>(&mut self, items: [Item; N]) -> Option<[Slot; N]> {
        let mut slots = [0; N];
        let mut missing = false;
        for (slot, item) in slots.iter_mut().zip(items) {
            match self.at_hand(item) {
                Some(found) => *slot = found,
                None => {
                    self.stack.push(item);
                    missing = true;
                }
            }
        }
        (!missing).then_some(slots)
    }

    fn value(&mut self, t: TermId, env: Env) -> Option<Made> {
        let pool = self.evaluator.pool;
        if env == 0 {
            let value = self.evaluator.bits_in(t, self.scope);
            return Some(Made::Slot(self.slot(value)));
        }
        let node = pool.node(t);
        let args = &node.args;
        match node.op {
            Op::Symbol(s) => {
                let mut env = env;
                while env != 0 {
                    let (parent, symbol, slot) = self.envs[env as usize - 1];
                    if symbol == s {
                        return Some(Made::Slot(slot));
                    }
                    env = parent;
                }
                None
            }
            Op::And | Op::Or if node.sort == Sort::BOOL => {
                let Some([a, b]) = self.need([Item::Value(args[0], env), Item::Value(args[1], env)]) else {
                    return Some(Made::Pending);
                };
                let to = self.slot(None);
                self.program.code.push(if node.op == Op::And { Step::And { to, a, b } } else { Step::Or { to, a, b } });
                Some(Made::Slot(to))
            }
            Op::Ite => {
                let Some([c, a, b]) = self.need([0, 1, 2].map(|i| Item::Value(args[i], env))) else {
                    return Some(Made::Pending);
                };
                let to = self.slot(None);
                self.program.code.push(Step::Ite { to, c, a, b });
                Some(Made::Slot(to))
            }
            Op::Select => {
                let Some([index]) = self.need([Item::Value(args[1], env)]) else { return Some(Made::Pending) };
                Some(match self.need([Item::Element(args[0], env, index)]) {
                    Some([slot]) => Made::Slot(slot),
                    None => Made::Pending,
                })
            }
            Op::Forall(symbol) if pool.symbol_info(symbol).kind == SymbolKind::Implied => {
                Some(Made::Slot(self.slot(Some(1))))
            }
            Op::Forall(symbol) => {
                let Some([limit]) = self.need([Item::Value(args[0], env)]) else { return Some(Made::Pending) };
                self.inner_loop(symbol, limit, args[1], env).map(Made::Slot)
            }
            Op::App(_) => Some(Made::Slot(self.slot(None))),
            Op::Eq if matches!(pool.sort(args[0]), Sort::Array { .. }) => None,
            _ if args.is_empty() || args.len() > 3 => None,
            op => {
                let mut slots = [0; 3];
                let mut widths = [0; 3];
                let mut missing = false;
                for (i, &a) in args.iter().enumerate() {
                    widths[i] = pool.width(a);
                    match self.at_hand(Item::Value(a, env)) {
                        Some(slot) => slots[i] = slot,
                        None => {
                            self.stack.push(Item::Value(a, env));
                            missing = true;
                        }
                    }
                }
                if missing {
                    return Some(Made::Pending);
                }
                let (to, first) = (self.slot(None), pool.sort(args[0]));
                let count = args.len() as u8;
                self.program.code.push(Step::Apply { op, to, args: slots, widths, first, sort: node.sort, count });
                Some(Made::Slot(to))
            }
        }
    }

    fn inner_loop(&mut self, symbol: SymbolId, limit: Slot, body: TermId, env: Env) -> Option<Slot> {
        if self.depth >= tuning::COMPILED_QUANTIFIER_DEPTH.get() {
            return None;
        }
        let values = match self.evaluator.pool.symbol_info(symbol).sort.bv_width() {
            Some(w) => mask(w).saturating_add(1),
            None => u128::MAX,
        };
        let (to, var) = (self.slot(None), self.slot(None));
        let at = self.program.code.len();
        self.program.code.push(Step::Loop { to, limit, var, values, end: 0, result: 0 });
        let inner = self.bind(env, symbol, var);
        let before = self.log.len();
        self.depth += 1;
        let result = self.compile(body, inner)?;
        self.depth -= 1;
        // What the loop computes is there only while it runs.
        for item in self.log.drain(before..) {
            self.made.remove(&item);
        }
        let end = self.program.code.len() as u32;
        self.program.code[at] = Step::Loop { to, limit, var, values, end, result };
        Some(to)
    }

    fn element(&mut self, array: TermId, env: Env, index: Slot) -> Option<Made> {
        let pool = self.evaluator.pool;
        if env == 0
            && let Some(flat) = self.flat(array)
        {
            let to = self.slot(None);
            self.program.code.push(Step::Read { to, array: flat, index });
            return Some(Made::Slot(to));
        }
        let node = pool.node(array);
        let args = &node.args;
        let Sort::Array { index: width, .. } = node.sort else { return None };
        match node.op {
            Op::Store => {
                let items = [Item::Value(args[1], env), Item::Value(args[2], env), Item::Element(args[0], env, index)];
                let Some([at, value, rest]) = self.need(items) else { return Some(Made::Pending) };
                let (c, to) = (self.slot(None), self.slot(None));
                self.program.code.push(Step::Apply {
                    op: Op::Eq,
                    to: c,
                    args: [at, index, 0],
                    widths: [width, width, 0],
                    first: Sort::Bv(width),
                    sort: Sort::BOOL,
                    count: 2,
                });
                self.program.code.push(Step::Ite { to, c, a: value, b: rest });
                Some(Made::Slot(to))
            }
            Op::Ite => {
                let items =
                    [Item::Value(args[0], env), Item::Element(args[1], env, index), Item::Element(args[2], env, index)];
                let Some([c, a, b]) = self.need(items) else { return Some(Made::Pending) };
                let to = self.slot(None);
                self.program.code.push(Step::Ite { to, c, a, b });
                Some(Made::Slot(to))
            }
            Op::ConstArray => Some(match self.need([Item::Value(args[0], env)]) {
                Some([slot]) => Made::Slot(slot),
                None => Made::Pending,
            }),
            Op::Lambda(symbol) => {
                let inner = self.bind(env, symbol, index);
                Some(match self.need([Item::Value(args[0], inner)]) {
                    Some([slot]) => Made::Slot(slot),
                    None => Made::Pending,
                })
            }
            _ => None,
        }
    }

    /// The contents of an array that depends on no bound symbol; `None` when they are not finitely given.
    fn flat(&mut self, array: TermId) -> Option<u32> {
        if let Some(&known) = self.flats.get(&array) {
            return Some(known);
        }
        let Sort::Array { elem, .. } = self.evaluator.pool.sort(array) else { return None };
        let contents = self.evaluator.array_value(array, self.scope, 0)?;
        let entries = contents.entries.iter().map(|(&i, &v)| (i, v & mask(elem))).collect();
        self.program.arrays.push(Flat { entries, default: contents.default & mask(elem) });
        let at = self.program.arrays.len() as u32 - 1;
        self.flats.insert(array, at);
        Some(at)
    }
}
