//! Summaries as bytes: a unit that is explored to its end is written, and becomes a unit of another composer.
//!
//! A summary of its own is written only: one that speaks of what comes out of calls of other units is not, since these
//! have numbers of their composer. In another composer the unit gets another number, and its symbols are renamed, for
//! they are named by the number. Of its callers only the assumptions about them are kept. Oblivious to trees: what the
//! unit's paths ran into that do not return is not in its summary, so whoever explores has to know that from elsewhere,
//! and has to file an empty unit under the number. Invariant: a unit that was read is one that exploring could have
//! given, as far as sorts and shapes tell.

use std::sync::Arc;

use plica_exec::{Assumed, Event, Machine, ObjId, State, UnitId, UnitInput, UnitMemory};
use plica_ir::FuncId;
use plica_stable::{Decode, DecodeError, Encode, encodable};
use plica_term::{Decoder, Encoder, Model, Sort, SymbolId, TermDecoder, TermEncoder, TermId};

use crate::Composer;
use crate::paths::alike;
use crate::unit::{EffectClass, ParamShape, SummaryPath, Unit, ValueKind, WriteSlot};

encodable! {
    enum WriteSlot { Cell { obj, off, size }, Array { obj, cell } }
    enum ValueKind { Number(sort), Into(obj) }
    struct EffectClass { slots, kinds, results }
}

encodable! { TermEncoder, TermDecoder =>
    enum ParamShape { Number, Fixed(value), Into(obj) }
    struct SummaryPath { class, pc, alike, values, events }
    struct UnitSummary { function, next, shape, inputs, assumed, start, classes, leaves, total }
}

/// What of a unit does not depend on its composer.
struct UnitSummary {
    function: FuncId,
    /// The first object that is not the callers'.
    next: ObjId,
    shape: Vec<ParamShape>,
    inputs: Vec<(SymbolId, UnitInput)>,
    assumed: Vec<Assumed>,
    start: State,
    classes: Vec<EffectClass>,
    leaves: Vec<SummaryPath>,
    total: bool,
}

fn ensure(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.into()) }
}

impl Composer {
    /// The bytes of a unit's summary. `Err` says why there are none.
    pub fn write_unit(&self, unit: UnitId) -> Result<Vec<u8>, String> {
        let u = self.units.get(unit).ok_or("there is no such unit")?;
        let (Some(function), Some(memory), Some(start)) = (u.function, &u.memory, &u.start) else {
            return Err("the program is no unit".into());
        };
        ensure(u.closed && u.given_up.is_none(), "the unit is not explored to its end")?;
        let own = |t: &TermId| {
            let free = self.machine.pool.free_symbols(*t);
            free.iter().all(|&s| self.contexts.owner(s).is_none() && self.contexts.original(s).is_none())
        };
        let alone = |leaf: &SummaryPath| {
            let calls = leaf.events.iter().any(|event| matches!(event, Event::Called(_)));
            !calls && leaf.pc.iter().chain(&leaf.values).all(own)
        };
        ensure(u.leaves.iter().all(alone), "the unit's paths depend on other units")?;
        // The model is that of the first caller.
        let mut start = start.clone();
        start.model = Arc::new(Model::new());
        let summary = UnitSummary {
            function,
            next: memory.next_object(),
            shape: u.shape.clone(),
            inputs: memory.inputs(),
            assumed: memory.assumed(),
            start,
            classes: u.classes.clone(),
            leaves: u.leaves.clone(),
            total: u.total,
        };
        let mut e = Encoder::new(&self.machine.pool);
        summary.encode(&mut e);
        Ok(e.finish())
    }

    /// Makes a unit of what [`Composer::write_unit`] has written. `Err` says why it can be none.
    pub fn read_unit(&mut self, bytes: &[u8]) -> Result<UnitId, String> {
        let id = self.units.next_key();
        let summary = self.decode(id, bytes).map_err(|error| error.to_string())?;
        let unit = summary.into_unit(&self.machine, id)?;
        Ok(self.units.push(unit))
    }

    fn decode(&self, id: UnitId, bytes: &[u8]) -> Result<UnitSummary, DecodeError> {
        // No symbol that is made in another way has a name that ends like this.
        let mut d = Decoder::renaming(&self.machine.pool, bytes, |symbol| {
            symbol.name = format!("{} in {}", symbol.name, id.as_u32()).into();
        })?;
        let summary = UnitSummary::decode(&mut d)?;
        d.finish()?;
        Ok(summary)
    }
}

impl UnitSummary {
    /// The unit, held against the program.
    fn into_unit(self, program: &Machine, id: UnitId) -> Result<Unit, String> {
        let UnitSummary { function, next, shape, inputs, assumed, start, classes, mut leaves, total } = self;
        let memory = Arc::new(UnitMemory::explored(id, next, inputs, assumed)?);
        let machine = Arc::new(program.unit(memory.clone()));
        let start = machine.admit(start)?;
        let f = machine.program.functions.get(function.index()).ok_or("a function that there is not")?;
        let is_start = start.top.func == function && start.callers.is_none() && next <= start.heap.next_id();
        ensure(is_start && shape.len() == f.params as usize, "a start of another function")?;
        let places = |class: &EffectClass| {
            class.results == f.results.len()
                && class.kinds.len() == class.results + class.slots.len()
                && class.slots.iter().zip(&class.kinds[class.results..]).all(|(slot, kind)| fits(*slot, *kind))
                && class.slots.iter().all(|slot| slot.object() < next && start.heap.get(slot.object()).is_some())
        };
        ensure(classes.iter().all(places), "a class of paths that write what they cannot")?;
        let sort = |kind: &ValueKind| match kind {
            ValueKind::Number(sort) => *sort,
            ValueKind::Into(_) => Sort::Bv(64),
        };
        let pool = &machine.pool;
        let mut before: &[TermId] = &[];
        for leaf in &mut leaves {
            let class = classes.get(leaf.class as usize).ok_or("a path of no class")?;
            let sorts = leaf.values.iter().map(|&t| pool.sort(t));
            ensure(sorts.eq(class.kinds.iter().map(sort)), "a path with values of other kinds")?;
            let calls = leaf.events.iter().any(|event| matches!(event, Event::Called(_)));
            ensure(!calls, "a path that depends on other units")?;
            let mut end = start.clone();
            (end.pc, end.events) = (leaf.pc.clone(), leaf.events.clone());
            end.reach.outdate();
            machine.admit(end)?;
            leaf.alike = alike(before, &leaf.pc);
            before = &leaf.pc;
        }
        Ok(Unit {
            function: Some(function),
            checked: memory.extent(),
            memory: Some(memory),
            shape,
            start: Some(start),
            classes,
            leaves,
            closed: true,
            total,
            ..Unit::program(machine)
        })
    }
}

/// Is this what can be written to a place?
fn fits(slot: WriteSlot, kind: ValueKind) -> bool {
    match (slot, kind) {
        (WriteSlot::Cell { size, off, .. }, ValueKind::Number(Sort::Bv(width))) => {
            off < 1 << 34 && (1..=16).contains(&size) && u64::from(width) == 8 * size
        }
        (WriteSlot::Cell { size, off, .. }, ValueKind::Into(_)) => off < 1 << 34 && size == 8,
        (WriteSlot::Array { cell, .. }, ValueKind::Number(Sort::Array { index, elem })) => {
            matches!(cell, 1 | 2 | 4 | 8 | 16) && index == 64 && elem == 8 * cell
        }
        _ => false,
    }
}
