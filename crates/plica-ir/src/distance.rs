//! Shortest ways to a set of locations: how many commands away is a target, at least?
//!
//! Oblivious to what commands compute and to why a location is a target. A way follows the flowgraph through calls and
//! returns; conditions are ignored. What a call leads to is over-approximated: a pointer may lead to every function
//! whose address is taken. Invariant: where no distance is given, no run gets from there to a target, unless it calls a
//! function through a pointer that is none to it. Whoever concludes something from that counts calls through pointers
//! among the targets ([`Distances::leads`]).
//!
//! A way splits into parts at the returns from the frame where it starts, from that frame's caller, and so on. Each
//! part is a way down: it stays within a frame and what is called from there. So three things are solved for, each by
//! Dijkstra's algorithm (in Knuth's form for grammars, since the cost of a call is the callee's): the way from a
//! location to its function's return, the way down to a target, and the way from a function's return to a target,
//! whoever called it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::bits::BitSet;
use crate::command::{Callee, Command, Operand};
use crate::program::{Init, Program};
use crate::types::{FuncId, Loc};

/// What a call of a function without a body does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum External {
    /// It returns.
    Returns,
    /// The program's path ends in it.
    Ends,
    /// It calls a function through a pointer, and returns when that does.
    CallsBack,
}

/// A call through a pointer that passes another number of arguments than the function has parameters is undefined, but
/// not impossible: it counts as a very long way.
pub const WRONG_ARGUMENTS: u32 = 1 << 16;

/// No way.
const NONE: u32 = u32::MAX;

/// The length of two ways together. There is one if there are both, however long: calls within calls make ways of any
/// length.
fn plus(a: u32, b: u32) -> u32 {
    if a == NONE || b == NONE { NONE } else { a.saturating_add(b).min(NONE - 1) }
}

/// Least numbers of commands from every location of a program to a target.
#[derive(Clone, Debug)]
pub struct Distances {
    /// By function: the place of its first location in the tables.
    base: Vec<u32>,
    /// By location: to a target, without returning from the function.
    down: Vec<u32>,
    /// By location: to behind the function's return.
    out: Vec<u32>,
    /// By function: from behind its return, whoever called it, to a target.
    up: Vec<u32>,
    /// Is there a way to a target from behind some call through a pointer?
    behind_pointers: bool,
}

impl Distances {
    /// Distances to the given locations.
    pub fn to(program: &Program, targets: &[(FuncId, Loc)], external: &dyn Fn(FuncId) -> External) -> Distances {
        let graph = Graph::of(program, external);
        let out = graph.out();
        let down = graph.down(targets, &out);
        let up = graph.up(program, &down, &out);
        let onward = |site: &Site| {
            let next = site.next as usize;
            let goes_on = |ways: &[u32]| ways.get(next).is_some_and(|&d| d != NONE);
            goes_on(&down) || goes_on(&out) && up[site.func.index()] != NONE
        };
        let behind_pointers = graph.sites.iter().any(|site| site.pointer && onward(site));
        Distances { base: graph.base, down, out, up, behind_pointers }
    }

    /// The distance from a location, whoever called its function.
    pub fn at(&self, func: FuncId, loc: Loc) -> Option<u32> {
        self.of_stack([(func, loc)])
    }

    /// The distance from the start of a function without returning from it.
    pub fn within(&self, func: FuncId) -> Option<u32> {
        self.down.get(self.base[func.index()] as usize).copied().filter(|&d| d != NONE)
    }

    /// The distance of a call stack: in each frame, the top one first, where it goes on. Who called the last one does
    /// not matter.
    pub fn of_stack(&self, frames: impl IntoIterator<Item = (FuncId, Loc)>) -> Option<u32> {
        let (mut best, mut way, mut last) = (NONE, 0u32, None);
        for (func, loc) in frames {
            let at = (self.base[func.index()] + loc.0) as usize;
            best = best.min(plus(way, self.down[at]));
            way = plus(way, self.out[at]);
            last = Some(func);
            if way >= best {
                break;
            }
        }
        let up = last.map_or(NONE, |f| self.up[f.index()]);
        Some(best.min(plus(way, up))).filter(|&d| d != NONE)
    }

    /// Does a way lead from a call stack to a target? In each frame, the top one first, where it goes on. `whole`:
    /// nobody called the last one. Else it may have been any call, also one through a pointer that is none to the
    /// function.
    pub fn leads(&self, frames: impl IntoIterator<Item = (FuncId, Loc)>, whole: bool) -> bool {
        let mut last = None;
        for (func, loc) in frames {
            let at = (self.base[func.index()] + loc.0) as usize;
            if self.down[at] != NONE || self.out[at] == NONE {
                return self.down[at] != NONE;
            }
            last = Some(func);
        }
        !whole && last.is_some_and(|f| self.up[f.index()] != NONE || self.behind_pointers)
    }

    /// Does a way lead out of all frames of a call stack?
    pub fn returns(&self, frames: impl IntoIterator<Item = (FuncId, Loc)>) -> bool {
        frames.into_iter().all(|(func, loc)| self.out[(self.base[func.index()] + loc.0) as usize] != NONE)
    }
}

/// Where a call goes.
struct Site {
    func: FuncId,
    /// The place behind the call in the tables.
    next: u32,
    /// The functions with a body that it may enter, and what that costs.
    enters: Vec<(FuncId, u32)>,
    /// Whether a function without a body may return at once.
    passes: bool,
    /// Is the function known only when it is called?
    pointer: bool,
}

/// The flowgraph backwards.
struct Graph {
    base: Vec<u32>,
    /// By location: where control may come from within the function, calls aside.
    preds: Vec<Vec<u32>>,
    sites: Vec<Site>,
    /// By location: the call there.
    site_at: Vec<Option<u32>>,
    /// By function: the calls that may enter it, and what that costs.
    callers: Vec<Vec<(u32, u32)>>,
    /// By location: the function that starts there.
    starts: Vec<Option<FuncId>>,
    returns: Vec<u32>,
}

/// Locations in the order of their distance.
type Queue = BinaryHeap<Reverse<(u32, u32)>>;

/// Lowers a distance that is not below `to`.
fn lower(distances: &mut [u32], queue: &mut Queue, at: u32, to: u32) {
    let old = &mut distances[at as usize];
    if to < *old {
        *old = to;
        queue.push(Reverse((to, at)));
    }
}

impl Graph {
    fn of(program: &Program, external: &dyn Fn(FuncId) -> External) -> Graph {
        let mut base = Vec::with_capacity(program.functions.len());
        let mut len = 0;
        for f in &program.functions {
            base.push(len);
            len += f.code.len() as u32;
        }
        let len = len as usize;
        let mut g = Graph {
            base,
            preds: vec![Vec::new(); len],
            sites: Vec::new(),
            site_at: vec![None; len],
            callers: vec![Vec::new(); program.functions.len()],
            starts: vec![None; len],
            returns: Vec::new(),
        };
        let taken = addresses_taken(program);
        for (i, f) in program.functions.iter().enumerate().filter(|(_, f)| !f.is_declaration()) {
            let func = FuncId(i as u32);
            let base = g.base[i];
            g.starts[base as usize] = Some(func);
            for (at, command) in f.code.iter().enumerate() {
                let place = base + at as u32;
                if let Command::Call { callee, args, .. } = command {
                    g.call(program, func, place, *callee, args.len(), &taken, external);
                } else if matches!(command, Command::Return { .. }) {
                    g.returns.push(place);
                }
                let calls = matches!(command, Command::Call { .. });
                for to in command.successors(Loc(at as u32 + 1)).iter().filter(|l| !calls && l.index() < f.code.len()) {
                    g.preds[(base + to.0) as usize].push(place);
                }
            }
        }
        g
    }

    #[allow(clippy::too_many_arguments, reason = "all of them say what is called")]
    fn call(
        &mut self,
        program: &Program,
        func: FuncId,
        place: u32,
        callee: Callee,
        args: usize,
        taken: &[FuncId],
        external: &dyn Fn(FuncId) -> External,
    ) {
        let pointer = matches!(callee, Callee::Indirect(_));
        let mut site = Site { func, next: place + 1, enters: Vec::new(), passes: false, pointer };
        let callees = match &callee {
            Callee::Direct(f) => std::slice::from_ref(f),
            Callee::Indirect(_) => taken,
        };
        for &f in callees {
            let function = program.func(f);
            if !function.is_declaration() {
                let params = function.params as usize;
                let fits = params == args || function.variadic && params <= args;
                let cost = if fits || matches!(callee, Callee::Direct(_)) { 0 } else { WRONG_ARGUMENTS };
                site.enters.push((f, cost));
            } else {
                match external(f) {
                    External::Returns => site.passes = true,
                    External::Ends => {}
                    External::CallsBack => {
                        site.pointer = true;
                        let bodies = taken.iter().filter(|g| !program.func(**g).is_declaration());
                        site.enters.extend(bodies.map(|&g| (g, 0)));
                    }
                }
            }
        }
        let id = self.sites.len() as u32;
        for &(f, cost) in &site.enters {
            self.callers[f.index()].push((id, cost));
        }
        self.site_at[place as usize] = Some(id);
        self.sites.push(site);
    }

    /// The call just before a location of the same function.
    fn call_before(&self, at: u32) -> Option<&Site> {
        let site = self.site_at[at.checked_sub(1)? as usize]?;
        Some(&self.sites[site as usize]).filter(|_| self.starts[at as usize].is_none())
    }

    /// What going over a call costs, the call itself aside.
    fn over(&self, site: &Site, out: &[u32]) -> u32 {
        let through = site.enters.iter().map(|&(f, cost)| plus(out[self.base[f.index()] as usize], cost));
        through.chain(site.passes.then_some(0)).min().unwrap_or(NONE)
    }

    /// From each location to behind the return of its function.
    fn out(&self) -> Vec<u32> {
        let mut out = vec![NONE; self.preds.len()];
        let mut queue = Queue::new();
        for &at in &self.returns {
            lower(&mut out, &mut queue, at, 1);
        }
        while let Some(Reverse((distance, at))) = queue.pop() {
            if distance > out[at as usize] {
                continue;
            }
            for &p in &self.preds[at as usize] {
                lower(&mut out, &mut queue, p, plus(distance, 1));
            }
            // A call waits for both: the way through the callee, and the way on behind the call.
            if let Some(site) = self.call_before(at) {
                let way = plus(plus(self.over(site, &out), distance), 1);
                lower(&mut out, &mut queue, at - 1, way);
            }
            for &(site, cost) in self.starts[at as usize].iter().flat_map(|f| &self.callers[f.index()]) {
                let next = self.sites[site as usize].next;
                let behind = out.get(next as usize).copied().unwrap_or(NONE);
                let way = plus(plus(plus(distance, cost), behind), 1);
                lower(&mut out, &mut queue, next - 1, way);
            }
        }
        out
    }

    /// From each location to a target, without returning from its function.
    fn down(&self, targets: &[(FuncId, Loc)], out: &[u32]) -> Vec<u32> {
        let mut down = vec![NONE; self.preds.len()];
        let mut queue = Queue::new();
        for (func, loc) in targets {
            lower(&mut down, &mut queue, self.base[func.index()] + loc.0, 0);
        }
        while let Some(Reverse((distance, at))) = queue.pop() {
            if distance > down[at as usize] {
                continue;
            }
            for &p in &self.preds[at as usize] {
                lower(&mut down, &mut queue, p, plus(distance, 1));
            }
            if let Some(site) = self.call_before(at) {
                let way = plus(plus(self.over(site, out), distance), 1);
                lower(&mut down, &mut queue, at - 1, way);
            }
            for &(site, cost) in self.starts[at as usize].iter().flat_map(|f| &self.callers[f.index()]) {
                let call = self.sites[site as usize].next - 1;
                lower(&mut down, &mut queue, call, plus(plus(distance, cost), 1));
            }
        }
        down
    }

    /// From behind the return of each function to a target, whoever called it.
    fn up(&self, program: &Program, down: &[u32], out: &[u32]) -> Vec<u32> {
        let mut up = vec![NONE; self.callers.len()];
        let mut queue = Queue::new();
        let mut sites_in: Vec<Vec<u32>> = vec![Vec::new(); self.callers.len()];
        for (id, site) in self.sites.iter().enumerate() {
            sites_in[site.func.index()].push(id as u32);
            let way = down.get(site.next as usize).copied().unwrap_or(NONE);
            for (f, _) in &site.enters {
                lower(&mut up, &mut queue, f.0, way);
            }
        }
        // Which function runs after a constructor is not known here: it may be any.
        let starts = (0..self.starts.len()).filter(|&at| self.starts[at].is_some());
        let anywhere = starts.map(|at| down[at]).min().unwrap_or(NONE);
        for f in &program.constructors {
            lower(&mut up, &mut queue, f.0, anywhere);
        }
        while let Some(Reverse((distance, func))) = queue.pop() {
            if distance > up[func as usize] {
                continue;
            }
            for site in sites_in[func as usize].iter().map(|&id| &self.sites[id as usize]) {
                let way = plus(out.get(site.next as usize).copied().unwrap_or(NONE), distance);
                for (f, _) in &site.enters {
                    lower(&mut up, &mut queue, f.0, way);
                }
            }
        }
        up
    }
}

/// The functions whose address is used other than to call them.
pub(crate) fn addresses_taken(program: &Program) -> Vec<FuncId> {
    let mut taken = BitSet::new(program.functions.len());
    let mut take = |op: Operand| {
        if let Operand::Func(f) = op {
            taken.insert(f.index());
        }
    };
    for command in program.functions.iter().flat_map(|f| &f.code) {
        command.operands().into_iter().for_each(&mut take);
    }
    for global in &program.globals {
        if let Init::Data { relocs, .. } = &global.init {
            relocs.iter().for_each(|r| take(r.value));
        }
    }
    taken.iter().map(|i| FuncId(i as u32)).collect()
}
