//! Descriptions of states: all that the continuations of a state depend on, piece by piece.
//!
//! Local objects are called by their place on the stack, not by their ids, where a state can be told apart from one
//! with other ids by nothing: a function that is called again has the same description. Oblivious to what descriptions
//! are compared for. Invariant: two states of the same machine with equal descriptions, and equal conditions on the
//! terms in them, have the same continuations.

use plica_ir::VarId;
use plica_term::{Sort, TermId};
use rustc_hash::FxHashMap;

use crate::machine::Machine;
use crate::memory::{Heap, Liveness};
use crate::premise::Premise;
use crate::state::{Frame, State};
use crate::tuning;
use crate::value::{ObjId, Value, decode};

/// Part of a state's description.
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// A number that means the same in all states.
    Raw(u64),
    /// A term.
    Term(TermId),
}

/// What objects are called in a description.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The places on the stack of local objects that are called by these.
    places: FxHashMap<ObjId, u64>,
}

/// Tells places on the stack from ids.
const LOCAL: u64 = 1 << 32;

impl Names {
    /// Is any object called by its place on the stack?
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The place on the stack of an object that is called by it.
    pub fn place(&self, obj: ObjId) -> Option<u64> {
        self.places.get(&obj).copied()
    }

    /// Is a number the address of such an object?
    fn is_held(&self, bits: u64) -> bool {
        !self.is_empty() && self.place(decode(bits).0).is_some()
    }

    /// The ids that a description of the state by these names says nothing of: of objects that are called by their
    /// places, and of those that are made on the way.
    pub fn left_out(&self, s: &State) -> Vec<u64> {
        let mut own: Vec<(u64, ObjId)> = self.places.iter().map(|(obj, place)| (*place, *obj)).collect();
        own.sort_unstable();
        own.into_iter().map(|(_, obj)| obj).chain([s.heap.next_id()]).map(|obj| u64::from(obj.0)).collect()
    }

    fn number(&self, obj: ObjId) -> u64 {
        self.place(obj).map_or(u64::from(obj.0), |place| LOCAL | place)
    }
}

/// A description that is being made.
pub(crate) struct Describing<'a> {
    items: Vec<Item>,
    names: &'a Names,
    /// Is there a number that is, or holds, the address of an object that is called by its place?
    holds_ids: bool,
    /// Unknown numbers.
    terms: Vec<TermId>,
}

impl<'a> Describing<'a> {
    fn new(names: &'a Names) -> Describing<'a> {
        Describing { items: Vec::new(), names, holds_ids: false, terms: Vec::new() }
    }

    pub fn push(&mut self, item: Item) {
        self.items.push(item);
    }

    pub fn extend(&mut self, items: impl IntoIterator<Item = Item>) {
        self.items.extend(items);
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// A value in memory. An address that was put there may be read piece by piece.
    pub fn stored(&mut self, v: Value) {
        self.holds_ids |= v.object().is_some_and(|obj| self.names.place(obj).is_some());
        self.value(v);
    }

    /// Known bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for word in bytes.windows(8) {
            self.holds_ids |= self.names.is_held(word.iter().rev().fold(0, |all, b| all << 8 | u64::from(*b)));
        }
        self.push(Item::Raw(200 + bytes.len() as u64));
        for chunk in bytes.chunks(8) {
            let mut buf = [0u8; 8];
            buf[..chunk.len()].copy_from_slice(chunk);
            self.push(Item::Raw(u64::from_le_bytes(buf)));
        }
    }

    /// An array of numbers.
    pub fn array(&mut self, t: TermId) {
        self.terms.push(t);
        self.push(Item::Term(t));
    }

    pub fn value(&mut self, v: Value) {
        match v {
            Value::Int { width, bits } => {
                self.holds_ids |= width == 64 && self.names.is_held(bits);
                self.extend([Item::Raw(u64::from(width)), Item::Raw(bits)]);
            }
            Value::Term(t) => {
                self.push(Item::Raw(200));
                self.array(t);
            }
            Value::Ptr { obj, off } => {
                self.extend([Item::Raw(201), Item::Raw(self.names.number(obj)), Item::Raw(off)]);
            }
            Value::SymPtr { obj, off } => {
                self.extend([Item::Raw(202), Item::Raw(self.names.number(obj)), Item::Term(off)]);
            }
            Value::Uninit => self.push(Item::Raw(203)),
        }
    }

    fn frame(&mut self, machine: &Machine, frame: &Frame, top: bool) {
        self.extend([u64::from(frame.func.0), u64::from(frame.loc.0), frame.objects.len() as u64].map(Item::Raw));
        let names = self.names;
        self.extend(frame.objects.iter().map(|o| Item::Raw(names.number(*o))));
        self.push(Item::Raw(frame.varargs.len() as u64));
        for arg in &frame.varargs {
            self.extend([arg.size, u64::from(arg.byval), u64::from(arg.float)].map(Item::Raw));
            self.stored(arg.value);
        }
        let mut describe = |v: VarId| {
            self.push(Item::Raw(u64::from(v.0)));
            self.value(frame.vars[v.index()]);
        };
        if top {
            machine.liveness(frame.func).at(frame.loc).for_each(&mut describe);
        } else {
            machine.live_behind_call(frame).for_each(&mut describe);
        }
        self.push(Item::Raw(u64::MAX));
    }
}

impl Machine {
    /// May a path go on otherwise where objects have other ids: has the address of one that is made on the way become a
    /// number, or was it used in an order, or may the number of objects be a value? What is "no" may be "yes" later.
    pub fn tells_ids_apart(&self) -> bool {
        let ordered = [Premise::Addresses, Premise::PointerOrder].iter().any(|p| self.premises.is_used(*p));
        let fixed = self.program.globals.len() + self.program.functions.len();
        self.config.ids_apart || ordered || self.pool.mark() > fixed as u64 || self.counts_objects()
    }

    /// What the objects of a state can be called, if memory was `start` at first: local ones by their places as long as
    /// no address was used as a number or in an order.
    pub fn names(&self, s: &State, start: &Heap) -> Names {
        if self.tells_ids_apart() {
            return Names::default();
        }
        let frames: Vec<&Frame> = s.frames().collect();
        let objects = frames.iter().rev().flat_map(|frame| frame.objects.iter());
        let own = objects.filter(|obj| **obj >= start.next_id());
        Names { places: own.zip(0..).map(|(obj, place)| (*obj, place)).collect() }
    }

    /// Describes a state by what differs from the memory `start`, with some objects whatever became of them. `None` if
    /// that takes more than about so many pieces. Says what the objects are called in it.
    pub fn description(
        &self,
        s: &State,
        start: &Heap,
        besides: &[ObjId],
        most: usize,
        names: Names,
    ) -> Option<(Vec<Item>, Names)> {
        let mut d = Describing::new(&names);
        let fits = self.describe_state(&mut d, s, start, besides, most);
        self.config.meter.describe(d.len() as u64 * tuning::COMMANDS_PER_ITEM.get());
        if !fits {
            return None;
        }
        // An unknown number of an address's width may be a choice among addresses.
        let wide = |t: &TermId| matches!(self.pool.sort(*t), Sort::Bv(64) | Sort::Array { elem: 64, .. });
        let Describing { items, holds_ids, terms, .. } = d;
        if !names.is_empty() && (holds_ids || terms.iter().any(wide)) {
            return self.description(s, start, besides, most, Names::default());
        }
        Some((items, names))
    }

    /// False if it takes more than about so many pieces.
    fn describe_state(&self, d: &mut Describing<'_>, s: &State, start: &Heap, besides: &[ObjId], most: usize) -> bool {
        let names = d.names;
        if self.tells_ids_apart() {
            // Those that are made on the way have the next.
            d.push(Item::Raw(u64::from(s.heap.next_id().0)));
        }
        d.frame(self, &s.top, true);
        for caller in s.frames().skip(1) {
            d.frame(self, caller, false);
            if d.len() > most {
                return false;
            }
        }
        let mut ids = s.heap.changed(start);
        ids.extend(besides);
        ids.sort_unstable_by_key(|id| names.number(*id));
        ids.dedup();
        for id in ids {
            d.push(Item::Raw(names.number(id)));
            let Some(object) = s.heap.get(id) else {
                d.push(Item::Raw(u64::MAX));
                continue;
            };
            d.push(Item::Raw(match object.live {
                Liveness::Live => 1,
                Liveness::Freed(_) => 2,
                Liveness::Dead => 3,
                Liveness::Opaque => 4,
            }));
            d.extend(object.kind.number().map(Item::Raw));
            d.value(object.size);
            object.content.describe(d, most);
            if d.len() > most {
                return false;
            }
        }
        true
    }
}

impl Heap {
    /// The objects that hold unknown values.
    pub fn with_terms(&self) -> Vec<ObjId> {
        let names = Names::default();
        let holds_terms = |object: &crate::memory::Object| {
            let mut d = Describing::new(&names);
            d.value(object.size);
            object.content.describe(&mut d, usize::MAX);
            d.items.iter().any(|item| matches!(item, Item::Term(_)))
        };
        self.iter().filter(|(_, object)| holds_terms(object)).map(|(id, _)| id).collect()
    }
}
