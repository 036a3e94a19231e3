//! Exits of folded loops are written and read before they are held against runs: once into a fresh pool, from which
//! the same bytes come out again, and once into the pool that they are of, where they go on in place of the original.
//!
//! Oblivious to loops. Invariant: what is held against runs afterwards has been bytes.

use std::sync::Arc;

use plica_exec::{Machine, State};
use plica_explore::Exit;
use plica_stable::{Decode, DecodeError, Encode};
use plica_term::{Decoder, Encoder, TermPool};

fn write(pool: &TermPool, s: &State) -> Vec<u8> {
    let mut e = Encoder::new(pool);
    s.encode(&mut e);
    e.finish()
}

fn read(pool: &TermPool, bytes: &[u8]) -> Result<State, DecodeError> {
    let mut d = Decoder::new(pool, bytes)?;
    let s = State::decode(&mut d)?;
    d.finish().map(|()| s)
}

/// An exit with its state as it was read. `Err` says what is wrong.
pub fn carried(machine: &Machine, mut exit: Exit) -> Result<Exit, String> {
    // As the explorer does where it follows an exit.
    match &exit.answer {
        Ok(model) => exit.state.model = model.clone(),
        Err(_) => exit.state.reach.outdate(),
    }
    let bytes = write(&machine.pool, &exit.state);
    let fresh = Arc::new(TermPool::new());
    let there = Machine::new(machine.program.clone(), fresh.clone(), machine.config.clone());
    let away = read(&fresh, &bytes).map_err(|error| error.to_string()).and_then(|s| there.admit(s))?;
    if write(&fresh, &away) != bytes {
        return Err("the state after a folded loop has other bytes when it was read".into());
    }
    let state = read(&machine.pool, &bytes).map_err(|error| error.to_string()).and_then(|s| machine.admit(s))?;
    if (&state.pc, &state.top.vars, &state.events) != (&exit.state.pc, &exit.state.top.vars, &exit.state.events) {
        return Err("the state after a folded loop is another one when it was read".into());
    }
    Ok(Exit { state, ..exit })
}
