//! Functions that the options replace by a result.
//!
//! The front end gives them a name that says which. Oblivious to what they were. Invariant: a call changes nothing, and
//! is noted as a premise.

use crate::builtin::{Builtin, Call};
use crate::fault::StopKind;
use crate::machine::Machine;
use crate::outcome::Flow;
use crate::premise::Premise;
use crate::state::State;
use crate::step::stop;
use crate::value::Value;

/// What a replaced function returns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stub {
    /// Any value.
    Any,
    /// Null, or the number zero.
    Null,
}

impl Stub {
    const fn prefix(self) -> &'static str {
        match self {
            Stub::Any => "__plica_stub_any.",
            Stub::Null => "__plica_stub_null.",
        }
    }

    /// The name by which what takes a function's place is linked.
    pub fn link_name(self, function: &str) -> String {
        format!("{}{function}", self.prefix())
    }
}

pub(super) fn lookup(name: &str) -> Option<Builtin> {
    if name.starts_with(Stub::Any.prefix()) {
        Some(any)
    } else if name.starts_with(Stub::Null.prefix()) {
        Some(null)
    } else {
        None
    }
}

/// The function that is replaced, where it has one result at most.
fn stubbed<'a>(call: &'a Call<'_>, stub: Stub) -> Flow<&'a str> {
    let name = call.name.strip_prefix(stub.prefix()).unwrap_or(call.name);
    if call.results.len() > 1 {
        let text = format!("{name} returns a structure in registers, which `--stub {name}=FILE.c` can make up");
        return Err(stop(StopKind::Unsupported, text));
    }
    Ok(name)
}

fn any(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let name = stubbed(call, Stub::Any)?;
    m.note_name(s, Premise::Stubs, &format!("{name} returns any value"));
    Ok(m.made_up(s, name, call.results, false))
}

fn null(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let name = stubbed(call, Stub::Null)?;
    m.note_name(s, Premise::Stubs, &format!("{name} returns zero"));
    let width = call.result_width();
    Ok((width > 0).then(|| if call.results[0] == plica_ir::Ty::Ptr { Value::NULL } else { Value::int(0, width) }))
}
