//! Merging states: paths that have come to the same place go on as one, in which what differs is a choice.
//!
//! Values that differ become `ite` terms over the conditions that tell the paths apart (Kuznetsov, Kinder, Bucur,
//! Candea: *Efficient State Merging in Symbolic Execution*, PLDI 2012, section 2). Oblivious to whether it pays, but
//! for one thing: paths that differ in a known address, length or count of a loop stay apart ([`Steering`]).
//! Invariant: under each assignment that satisfies the condition of one of the paths, the merged state is that path's
//! state, as far as anything reads it.
//!
//! [`Steering`]: plica_ir::Steering

use std::sync::Arc;

use plica_ir::VarId;
use plica_term::{TermId, TermPool};

use crate::machine::Machine;
use crate::memory::{Content, Difference, Object, Place};
use crate::state::{Callers, Frame, State};
use crate::step::extent;
use crate::value::{ObjId, Value};

/// Which of several paths it is: a tree of their conditions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pick {
    /// The path with this number.
    Path(usize),
    /// The first of which the condition holds; the last if none of the others does.
    First(Vec<(TermId, Pick)>),
}

impl Pick {
    /// The term that has the value of the path that it is.
    pub fn term(&self, pool: &TermPool, of: &dyn Fn(usize) -> TermId) -> TermId {
        match self {
            Pick::Path(path) => of(*path),
            Pick::First(ways) => {
                let mut rev = ways.iter().rev().map(|(cond, pick)| (*cond, pick.term(pool, of)));
                // There is a way at least: a path is one.
                let last = rev.next().map_or_else(|| pool.false_(), |(_, value)| value);
                rev.fold(last, |rest, (cond, value)| pool.ite(cond, value, rest))
            }
        }
    }
}

/// The bytes of an object that differ between paths.
enum Differing {
    /// Stretches: offset and length.
    Cells(Vec<(u64, u64)>),
    /// All of it: arrays with elements of so many bytes.
    Arrays(u32),
}

impl Machine {
    /// Can two paths that are at the same place go on as one?
    pub fn may_merge(&self, a: &State, b: &State) -> bool {
        a.depth == b.depth
            && a.granted.is_empty()
            && b.granted.is_empty()
            && a.pointers == b.pointers
            && a.reach.is_confirmed() == b.reach.is_confirmed()
            && (Arc::ptr_eq(&a.events, &b.events) || a.events == b.events)
            && self.frames_fit(a, b)
            && a.heap.changed(&b.heap).into_iter().all(|id| match (a.heap.get(id), b.heap.get(id)) {
                (Some(x), Some(y)) => self.objects_fit(id, x, y),
                (None, None) => true,
                _ => false,
            })
    }

    fn frames_fit(&self, a: &State, b: &State) -> bool {
        let live = self.liveness(a.top.func).at(a.top.loc);
        if !self.is_alike(&a.top, &b.top) || !self.values_fit(&a.top, &b.top, live) {
            return false;
        }
        let (mut x, mut y) = (&a.callers, &b.callers);
        loop {
            match (x, y) {
                (Some(p), Some(q)) if Arc::ptr_eq(p, q) => return true,
                (Some(p), Some(q)) => {
                    let live = self.live_behind_call(&p.frame);
                    if !self.is_alike(&p.frame, &q.frame) || !self.values_fit(&p.frame, &q.frame, live) {
                        return false;
                    }
                    (x, y) = (&p.rest, &q.rest);
                }
                (None, None) => return true,
                _ => return false,
            }
        }
    }

    /// Are two frames at the same place, with the same objects and in the same loops?
    fn is_alike(&self, a: &Frame, b: &Frame) -> bool {
        let loops = |f: &Frame| f.inside.iter().map(|scope| (scope.head, scope.fenced)).collect::<Vec<_>>();
        (a.func, a.loc, a.stack, a.startup) == (b.func, b.loc, b.stack, b.startup)
            && a.objects == b.objects
            && loops(a) == loops(b)
            && a.varargs == b.varargs
    }

    fn values_fit(&self, a: &Frame, b: &Frame, mut live: impl Iterator<Item = VarId>) -> bool {
        live.all(|v| {
            let (x, y) = (a.vars[v.index()], b.vars[v.index()]);
            x == y || self.may_join(x, y, self.steering().contains(a.func, v))
        })
    }

    /// Can two values that differ become one?
    fn may_join(&self, a: Value, b: Value, steers: bool) -> bool {
        match (a, b) {
            (Value::Int { width, .. }, Value::Int { width: other, .. }) => width == other && !steers,
            (Value::Int { .. } | Value::Term(_), Value::Int { .. } | Value::Term(_)) => {
                a.width(&self.pool) == b.width(&self.pool)
            }
            (Value::Ptr { .. }, Value::Ptr { .. }) => false,
            _ => a.object().is_some() && a.object() == b.object(),
        }
    }

    fn objects_fit(&self, id: ObjId, a: &Object, b: &Object) -> bool {
        let same = (a.size, a.kind, a.live, a.constant) == (b.size, b.kind, b.live, b.constant);
        same && match differing(&a.content, &b.content) {
            Some(Differing::Arrays(_)) => true,
            Some(Differing::Cells(cells)) => cells.iter().all(|&(off, size)| {
                // That something was never written is not to be forgotten.
                let unwritten = |c: &Content| c.unwritten_bits(&self.pool, off, size) != 0;
                let value = |c: &Content| self.value_of(c, id, off, size);
                let written = !unwritten(&a.content) && !unwritten(&b.content);
                written && {
                    let (x, y) = (value(&a.content), value(&b.content));
                    x == y || self.may_join(x, y, false)
                }
            }),
            None => false,
        }
    }

    fn value_of(&self, content: &Content, obj: ObjId, off: u64, size: u64) -> Value {
        let place = Place { pool: &self.pool, obj, mode: &self.mode };
        content.peek(&self.pool, off, size).unwrap_or_else(|| content.clone().read(place, off, size))
    }

    /// The paths as one, whose condition is `pc`; the first of them can be merged with each of the others. `None` if
    /// all together cannot.
    pub fn merge(&self, paths: &[&State], pick: &Pick, pc: Vec<TermId>) -> Option<State> {
        let (first, others) = paths.split_first()?;
        let mut s = State::clone(first);
        s.pc = pc;
        let live: Vec<VarId> = self.liveness(s.top.func).at(s.top.loc).collect();
        let tops: Vec<&Frame> = paths.iter().map(|p| &p.top).collect();
        self.merge_frames(&mut s.top, &tops, pick, &live)?;
        s.callers = self.merge_callers(&paths.iter().map(|p| p.callers.as_ref()).collect::<Vec<_>>(), pick)?;
        let mut ids: Vec<ObjId> = others.iter().flat_map(|other| first.heap.changed(&other.heap)).collect();
        ids.sort_unstable();
        ids.dedup();
        for id in ids {
            self.merge_object(&mut s, paths, pick, id)?;
        }
        for other in others {
            s.heap.skip_to(other.heap.next_id().0);
            s.fresh = s.fresh.max(other.fresh);
            s.steps = s.steps.max(other.steps);
            s.scopes = s.scopes.max(other.scopes);
            s.share_pinned(other);
            if let Some(more) = &other.merged {
                s.merged = Some(s.merged.take().unwrap_or_default().union(more.clone()));
            }
        }
        s.returned.clear();
        Some(s)
    }

    fn merge_frames(&self, into: &mut Frame, frames: &[&Frame], pick: &Pick, live: &[VarId]) -> Option<()> {
        for v in live {
            let values: Vec<Value> = frames.iter().map(|f| f.vars[v.index()]).collect();
            into.vars[v.index()] = self.joined(&values, pick)?;
        }
        // What was decided on one path was not on another: whatever is at a head there is reported again.
        into.inside.iter_mut().filter(|scope| !scope.fenced).for_each(|scope| scope.decided = usize::MAX);
        Some(())
    }

    fn merge_callers(&self, chains: &[Option<&Arc<Callers>>], pick: &Pick) -> Option<Option<Arc<Callers>>> {
        let mut chains = chains.to_vec();
        let mut frames = Vec::new();
        let common = loop {
            let Some(first) = chains[0] else { break None };
            if chains.iter().all(|c| c.is_some_and(|c| Arc::ptr_eq(c, first))) {
                break Some(first.clone());
            }
            let all: Vec<&Frame> = chains.iter().map(|c| c.map(|c| &c.frame)).collect::<Option<_>>()?;
            let live: Vec<VarId> = self.live_behind_call(all[0]).collect();
            let mut frame = all[0].clone();
            self.merge_frames(&mut frame, &all, pick, &live)?;
            frames.push(frame);
            chains = chains.iter().map(|c| c.and_then(|c| c.rest.as_ref())).collect();
        };
        let onto = |rest, frame| Some(Arc::new(Callers { frame, rest }));
        Some(frames.into_iter().rev().fold(common, onto))
    }

    fn merge_object(&self, s: &mut State, paths: &[&State], pick: &Pick, id: ObjId) -> Option<()> {
        let objects: Vec<&Object> = match paths.iter().map(|p| p.heap.get(id)).collect() {
            Some(objects) => objects,
            // It is gone on all of them.
            None => return paths.iter().all(|p| p.heap.get(id).is_none()).then_some(()),
        };
        let mut cells = Vec::new();
        let mut arrays = None;
        for other in &objects[1..] {
            match differing(&objects[0].content, &other.content)? {
                Differing::Cells(more) => cells.extend(more),
                Differing::Arrays(cell) => arrays = Some(cell),
            }
        }
        let place = Place { pool: &self.pool, obj: id, mode: &self.mode };
        if let Some(cell) = arrays {
            let size = extent(objects[0].size);
            let term = |path: usize| objects[path].content.clone().make_array(place, cell, size).0;
            let term = pick.term(&self.pool, &term);
            s.heap.get_mut(id)?.content = Content::array(term, cell, size);
            return Some(());
        }
        for (off, size) in coalesced(cells) {
            let values: Vec<Value> = objects.iter().map(|o| self.value_of(&o.content, id, off, size)).collect();
            let value = self.joined(&values, pick)?;
            s.heap.get_mut(id)?.content.write(&self.pool, off, size, value);
        }
        Some(())
    }

    /// One value for those of all paths.
    fn joined(&self, values: &[Value], pick: &Pick) -> Option<Value> {
        let first = *values.first()?;
        if values.iter().all(|v| *v == first) {
            return Some(first);
        }
        let pool = &self.pool;
        let width = first.width(pool);
        if let Some(obj) = first.object() {
            let offset = |v: &Value| match *v {
                Value::Ptr { obj: o, off } if o == obj => Some(pool.bv(u128::from(off), 64)),
                Value::SymPtr { obj: o, off } if o == obj => Some(off),
                _ => None,
            };
            let offsets: Vec<TermId> = values.iter().map(offset).collect::<Option<_>>()?;
            return Some(Value::pointer(obj, Value::of_term(pool, pick.term(pool, &|path| offsets[path]))));
        }
        let number = |v: &Value| match v {
            Value::Int { .. } | Value::Term(_) if v.width(pool) == width => Some(v.to_term(pool)),
            _ => None,
        };
        let terms: Vec<TermId> = values.iter().map(number).collect::<Option<_>>()?;
        Some(Value::of_term(pool, pick.term(pool, &|path| terms[path])))
    }
}

/// Where two contents of one object differ; nothing if they cannot be compared.
fn differing(a: &Content, b: &Content) -> Option<Differing> {
    match (a.difference(b), b.difference(a)) {
        (Difference::Cells(mut x), Difference::Cells(y)) => {
            x.extend(y);
            Some(Differing::Cells(coalesced(x)))
        }
        _ => match (a.array_cell(), b.array_cell()) {
            (Some(x), Some(y)) if x == y => Some(Differing::Arrays(x)),
            _ => None,
        },
    }
}

/// The same bytes as stretches that do not overlap, of at most 16 bytes.
fn coalesced(mut cells: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    cells.sort_unstable();
    let mut out: Vec<(u64, u64)> = Vec::new();
    for (off, size) in cells {
        match out.last_mut() {
            Some((from, len)) if off < *from + *len => *len = (*len).max(off + size - *from),
            _ => out.push((off, size)),
        }
    }
    let pieces = |(off, size): (u64, u64)| (0..size).step_by(16).map(move |at| (off + at, (size - at).min(16)));
    out.into_iter().flat_map(pieces).collect()
}
