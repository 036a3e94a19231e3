//! What a caller gives a unit for one of its inputs.
//!
//! Read from the state at the call when it is first asked for, since what a unit reads of its callers' memory shows
//! only as it is explored. Oblivious to chains of calls. Invariant: the answer is a term of the input's sort.

use plica_exec::{CallId, Machine, State, UnitInput, Value};
use plica_term::{SymbolKind, TermId};

use crate::Composer;

impl Composer {
    /// The term, in the caller's symbols, that an input of the called unit stands for.
    pub(crate) fn given(&mut self, call: CallId, input: UnitInput, symbol: TermId) -> TermId {
        let pool = self.pool();
        let machine = self.units[self.calls[call].caller].machine.clone();
        let state = &mut self.calls[call].state;
        let term = read(&machine, state, input).filter(|&t| pool.sort(t) == pool.sort(symbol));
        term.unwrap_or_else(|| {
            self.defect.get_or_insert_with(|| "a call gives a value of another kind than the function takes".into());
            pool.symbol(
                &format!("not given {}.{}", call.as_u32(), symbol.index()),
                pool.sort(symbol),
                SymbolKind::Input,
            )
        })
    }
}

fn read(machine: &Machine, s: &mut State, input: UnitInput) -> Option<TermId> {
    let pool = &machine.pool;
    let offset = |value: Value| match value {
        Value::Ptr { off, .. } => pool.bv(u128::from(off), 64),
        Value::SymPtr { off, .. } => off,
        value => value.to_term(pool),
    };
    match input {
        UnitInput::Param(i) => s.top.vars.get(i as usize).map(|&v| offset(v)),
        UnitInput::Cell { obj, off, size } => {
            let value = machine.peek_cell(s, obj, off, u64::from(size));
            Some(value.to_term(pool))
        }
        UnitInput::Offset { obj, off, size } => Some(offset(machine.peek_cell(s, obj, off, u64::from(size)))),
        UnitInput::Size { obj } => machine.size_of(s, obj),
        UnitInput::Array { obj, cell } => {
            machine.as_array(s, obj, cell).and_then(|(term, found)| (found == cell).then_some(term))
        }
    }
}
