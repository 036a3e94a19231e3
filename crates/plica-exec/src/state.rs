//! The state of a path: frames, memory, path condition, inputs. Forking is cheap: everything large is shared.
//!
//! It holds the program's state and what was decided and given on the way, and nothing else: no statistics, no tree
//! pointers, nothing of what an explorer plans to do about it. Oblivious to how commands change it.

use std::sync::Arc;

use plica_ir::{BitSet, FuncId, Loc, VarId};
use plica_term::{Model, SymbolId, TermId};
use smallvec::SmallVec;

use crate::event::{Event, Events, Input};
use crate::memory::Heap;
use crate::pinned::Pinned;
use crate::reachability::Reachability;
use crate::scope::{LoopScope, LoopScopeId};
use crate::value::{ObjId, Value};

/// A function context.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Which function.
    pub func: FuncId,
    /// Bytes of the stack that it and its callers take.
    pub stack: u64,
    /// The command to execute next; in a caller, the call being executed.
    pub loc: Loc,
    /// Variables by id.
    pub vars: Vec<Value>,
    /// Stack objects, which die when the function returns.
    pub objects: SmallVec<[ObjId; 4]>,
    /// Arguments beyond the parameters, with their sizes in bytes (a byval aggregate: the copy's pointer and true).
    pub varargs: Vec<VarArg>,
    /// Was it entered before the program's entry function, by no call?
    pub startup: bool,
    /// The loops that control is in, outer ones first. Kept only where arriving at their heads is reported.
    pub inside: SmallVec<[LoopScope; 2]>,
}

impl Frame {
    /// Is it at the same place with the same values, of all variables or of these?
    fn is_same(&self, other: &Frame, live: Option<&BitSet>) -> bool {
        (self.func, self.loc, self.varargs.len()) == (other.func, other.loc, other.varargs.len())
            && match live {
                Some(live) => live.iter().all(|v| self.vars[v] == other.vars[v]),
                None => self.vars == other.vars,
            }
            && self.objects == other.objects
            && self.varargs.is_empty()
    }
}

/// An argument beyond the parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VarArg {
    /// The value; for an aggregate passed by value, the address of the callee's copy.
    pub value: Value,
    /// Size in bytes.
    pub size: u64,
    /// Is it an aggregate, to be copied into the argument area?
    pub byval: bool,
    /// Is it a floating-point number, or a structure of such?
    pub float: bool,
}

/// The suspended frames below the current one. Shared between forks.
#[derive(Debug)]
pub struct Callers {
    /// The caller.
    pub frame: Frame,
    /// Its callers.
    pub rest: Option<Arc<Callers>>,
}

impl Drop for Callers {
    // The derived drop would recurse once per frame.
    fn drop(&mut self) {
        let mut next = self.rest.take();
        while let Some(node) = next {
            next = match Arc::try_unwrap(node) {
                Ok(mut owned) => owned.rest.take(),
                Err(_) => None,
            };
        }
    }
}

/// A path being executed.
#[derive(Clone, Debug)]
pub struct State {
    /// The current frame.
    pub top: Frame,
    /// Suspended callers.
    pub callers: Option<Arc<Callers>>,
    /// Number of suspended callers.
    pub depth: u32,
    /// Memory.
    pub heap: Heap,
    /// Path condition: a conjunction.
    pub pc: Vec<TermId>,
    /// An assignment that satisfies the path condition.
    pub model: Arc<Model>,
    /// Conditions established for the command being executed; empty when control moves on.
    pub granted: SmallVec<[TermId; 4]>,
    /// The objects that hold choices between the values of several paths, from summaries; `None` before the first
    /// summary.
    pub merged: Option<imbl::OrdSet<ObjId>>,
    /// The input pointers that were followed, and where they lead; `None` before the first.
    pub pointers: Option<imbl::OrdMap<SymbolId, u64>>,
    /// The numbers to which the path condition leaves one value, as far as that was noticed.
    pub(crate) pinned: Pinned,
    /// Is the path known to be reachable from the program's start?
    pub reach: Reachability,
    /// What the last return gave its caller. Only meant to be read just after it.
    pub returned: SmallVec<[Value; 1]>,
    /// Unknown values given and loops folded so far, in order.
    pub events: Events,
    /// How many loops were entered so far; tells the scopes of the path apart.
    pub(crate) scopes: LoopScopeId,
    /// Number of undefined operands read so far; makes their names unique on the path.
    pub fresh: u32,
    /// Commands executed so far: the length of the path.
    pub steps: u64,
}

impl State {
    /// Notes an unknown value that the path was given.
    pub(crate) fn note(&mut self, input: Input) {
        Arc::make_mut(&mut self.events).push_back(Event::Input(Arc::new(input)));
    }

    /// Takes the conditions of another state in the place of its own, with these besides, and what follows from them.
    pub fn take_conditions(&mut self, other: &State, more: impl IntoIterator<Item = TermId>) {
        self.pc = other.pc.iter().copied().chain(more).collect();
        self.pinned = other.pinned.clone();
    }

    /// Is it in an iteration that stands for all of them, or in a call that does?
    pub(crate) fn is_general(&self) -> bool {
        self.frames().any(|f| f.inside.iter().any(|i| i.fenced))
    }

    /// The current frame and its callers, in this order.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        let mut next = self.callers.as_ref();
        let callers = std::iter::from_fn(move || {
            let node = next?;
            next = node.rest.as_ref();
            Some(&node.frame)
        });
        std::iter::once(&self.top).chain(callers)
    }

    /// Suspends the current frame and enters another.
    pub fn push_frame(&mut self, frame: Frame) {
        let caller = std::mem::replace(&mut self.top, frame);
        self.callers = Some(Arc::new(Callers { frame: caller, rest: self.callers.take() }));
        self.depth += 1;
    }

    /// Ends the lives of some of the objects of the current frame.
    pub(crate) fn end_objects(&mut self, ends: impl Fn(ObjId) -> bool) {
        let heap = &mut self.heap;
        self.top.objects.retain(|&mut obj| {
            let over = ends(obj);
            if over {
                heap.remove(obj);
            }
            !over
        });
    }

    /// Leaves the current frame, whose stack objects die. False if there is no caller to return to.
    pub fn pop_frame(&mut self) -> bool {
        for obj in std::mem::take(&mut self.top.objects) {
            self.heap.remove(obj);
        }
        let Some(node) = self.callers.take() else { return false };
        self.depth -= 1;
        match Arc::try_unwrap(node) {
            Ok(mut owned) => {
                self.callers = owned.rest.take();
                std::mem::swap(&mut self.top, &mut owned.frame);
            }
            Err(shared) => {
                self.callers = shared.rest.clone();
                self.top = shared.frame.clone();
            }
        }
        true
    }

    /// Leaves out what runs before the entry function.
    pub(crate) fn leave_startup(&mut self) {
        while self.top.startup && self.pop_frame() {}
    }

    /// Writes a variable of the current frame.
    pub fn set(&mut self, var: VarId, value: Value) {
        self.top.vars[var.index()] = value;
    }

    /// Is this the state that `earlier` was on its path, although commands were executed since, but for what is not
    /// `live` in the current frame? Then they will be executed over and over: nothing is left that could make a
    /// difference, but the ids that new objects get.
    pub fn repeats(&self, earlier: &State, live: &BitSet) -> bool {
        self.depth == earlier.depth
            && self.top.is_same(&earlier.top, Some(live))
            && (self.fresh, self.events.len(), self.pc.len()) == (earlier.fresh, earlier.events.len(), earlier.pc.len())
            && self.same_callers(earlier)
            && self.same_objects(earlier)
    }

    fn same_callers(&self, other: &State) -> bool {
        let (mut a, mut b) = (&self.callers, &other.callers);
        loop {
            match (a, b) {
                (None, None) => return true,
                (Some(x), Some(y)) if Arc::ptr_eq(x, y) => return true,
                (Some(x), Some(y)) if x.frame.is_same(&y.frame, None) => (a, b) = (&x.rest, &y.rest),
                _ => return false,
            }
        }
    }

    /// The functions on the stack with the location each is at, innermost first.
    pub fn backtrace(&self) -> Vec<(FuncId, Loc)> {
        let mut out = vec![(self.top.func, self.top.loc)];
        let mut next = self.callers.as_ref();
        while let Some(node) = next {
            out.push((node.frame.func, node.frame.loc));
            next = node.rest.as_ref();
        }
        out
    }
}
