//! What the models of files (`runtime/models`) ask of the machine: choices, bytes and sizes of files of which nothing
//! is known, the files that the options give, and the console.
//!
//! Oblivious to descriptors, positions and names that the program uses. Invariant: nothing here opens a file.

use std::sync::Arc;

use plica_ir::Ty;
use plica_term::SymbolKind;

use crate::builtin::{Builtin, Call};
use crate::event::InputOrigin;
use crate::fault::StopKind;
use crate::machine::Machine;
use crate::memory::{Content, Liveness, ObjectKind};
use crate::outcome::Flow;
use crate::premise::Premise;
use crate::state::State;
use crate::step::{extent, stop};
use crate::value::Value;

/// What a file that the options give holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GivenContent {
    /// So many unknown bytes.
    Unknown(u32),
    /// At most so many unknown bytes.
    UpTo(u32),
    /// These.
    Known(Arc<[u8]>),
}

/// The files that the options give.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GivenFiles {
    /// What standard input holds, if that is given.
    pub input: Option<GivenContent>,
    /// Files by name.
    pub files: Vec<(String, GivenContent)>,
    /// May reading and writing fail?
    pub errors: bool,
}

impl GivenFiles {
    /// File 0 is standard input.
    fn get(&self, i: u64) -> Option<(&str, &GivenContent)> {
        match i {
            0 => self.input.as_ref().map(|content| ("stdin", content)),
            _ => self.files.get(i as usize - 1).map(|(name, content)| (name.as_str(), content)),
        }
    }
}

pub(super) fn lookup(name: &str) -> Option<Builtin> {
    Some(match name {
        "plica_file_choice" => choice,
        "plica_file_error" => error,
        "plica_file_byte" => byte,
        "plica_file_byte_at" => byte_at,
        "plica_file_size" => size,
        "plica_given_name" => given_name,
        "plica_given_bytes" => given_bytes,
        "plica_given_size" => given_size,
        "plica_system_block" => system_block,
        "plica_system_release" => system_release,
        "plica_system_constant" => system_constant,
        "plica_system_premise" => system_premise,
        "plica_clock_is_known" => clock_is_known,
        _ => return None,
    })
}

/// The name in argument 0 as inputs are called after it.
fn name(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<String> {
    let name = m.arg(s, call, 0)?;
    Ok(m.text_at(s, name).unwrap_or_else(|| "a file".into()))
}

/// `int plica_file_choice(const char *name, const char *what)`: whether this is so of the file, as an input decides.
fn choice(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let name = name(m, s, call)?;
    let what = m.arg(s, call, 1)?;
    let what = m.text_at(s, what).unwrap_or_default();
    let happens = m.choice(s, &format!("{name} {what}"))?;
    Ok(Some(Value::int(u64::from(happens), 32)))
}

/// The same for an error of the system, which there is only where the options say so: it is called after what cannot be
/// done.
fn error(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    if m.config.files.errors {
        return choice(m, s, call);
    }
    let what = m.arg(s, call, 1)?;
    let what = m.text_at(s, what).unwrap_or_default();
    m.note_name(s, Premise::Files, what.trim_start_matches("cannot be "));
    Ok(Some(Value::int(0, 32)))
}

fn character(m: &Machine, s: &mut State, name: &str) -> Value {
    let loc = m.program.func(s.top.func).locs[s.top.loc.index()];
    m.scalar_input(s, name, Ty::Int(8), false, loc, InputOrigin::File)
}

/// `unsigned char plica_file_byte(const char *name)`
fn byte(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let name = name(m, s, call)?;
    Ok(Some(character(m, s, &name)))
}

/// `unsigned char plica_file_byte_at(const char *name, unsigned position)`
fn byte_at(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let mut name = name(m, s, call)?;
    if let Some(position) = m.arg(s, call, 1)?.as_const() {
        name = format!("{name}[{position}]");
    }
    Ok(Some(character(m, s, &name)))
}

/// `unsigned plica_file_size(const char *name)`
fn size(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let name = format!("size of {}", name(m, s, call)?);
    Ok(Some(m.input(s, &name, Ty::Int(32), false)))
}

/// The number in argument 0, and what the options give there.
fn given(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<(String, GivenContent)>> {
    let i = m.arg(s, call, 0)?;
    let i = m.concretize(s, i)?;
    Ok(m.config.files.get(i).map(|(name, content)| (name.to_owned(), content.clone())))
}

fn object(m: &Machine, s: &mut State, bytes: Vec<u8>, name: &str) -> Flow<crate::value::ObjId> {
    let full = || stop(StopKind::Objects, "more objects than pointers can name");
    m.environment_object(s, bytes, name).ok_or_else(full)
}

/// `const char *plica_given_name(int file)`: null if there is none.
fn given_name(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let Some((name, _)) = given(m, s, call)? else { return Ok(Some(Value::NULL)) };
    let bytes = name.bytes().chain([0]).collect();
    let obj = object(m, s, bytes, "name of a file")?;
    Ok(Some(Value::Ptr { obj, off: 0 }))
}

/// `unsigned char *plica_given_bytes(int file)`
fn given_bytes(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let Some((name, content)) = given(m, s, call)? else { return Ok(Some(Value::NULL)) };
    let obj = match content {
        GivenContent::Known(bytes) => object(m, s, bytes.to_vec(), &name)?,
        GivenContent::Unknown(size) | GivenContent::UpTo(size) => {
            let obj = object(m, s, vec![0; size as usize], &name)?;
            m.symbolic_bytes(s, obj, 0, u64::from(size), &name, InputOrigin::Call);
            obj
        }
    };
    Ok(Some(Value::Ptr { obj, off: 0 }))
}

/// `unsigned plica_given_size(int file)`
fn given_size(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let Some((name, content)) = given(m, s, call)? else { return Ok(Some(Value::int(0, 32))) };
    Ok(Some(match content {
        GivenContent::Known(bytes) => Value::int(bytes.len() as u64, 32),
        GivenContent::Unknown(size) => Value::int(u64::from(size), 32),
        GivenContent::UpTo(most) => {
            // Looked at before it is recorded, as the command runs again after the decision.
            let name = format!("size of {name}");
            let size = m.given(s, &name, 32, SymbolKind::Input).to_term(&m.pool);
            m.restrict(s, m.pool.ule(size, m.pool.bv(u128::from(most), 32)))?;
            m.input(s, &name, Ty::Int(32), false)
        }
    }))
}

/// `void *plica_system_block(size_t size)`: memory of the system, which nobody has to free.
fn system_block(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let size = m.arg(s, call, 0)?;
    let obj = m.heap_object(s, size, Content::uninit(extent(size)), call.name)?;
    if let Some(object) = s.heap.get_mut(obj) {
        object.kind = ObjectKind::Environment;
    }
    Ok(Some(Value::Ptr { obj, off: 0 }))
}

/// `void plica_system_release(void *block)`: it is gone, if it is of the system.
fn system_release(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (obj, _) = m.resolve(s, call.operand(0))?;
    if s.heap.get(obj).is_some_and(|o| o.kind == ObjectKind::Environment && o.live == Liveness::Live) {
        m.release(s, obj);
    }
    Ok(None)
}

/// `void plica_system_constant(void *block)`: it is not to be written from now on, if it is of the system.
fn system_constant(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (obj, _) = m.resolve(s, call.operand(0))?;
    if let Some(object) = s.heap.get_mut(obj).filter(|o| o.kind == ObjectKind::Environment) {
        object.constant = true;
        object.name = "mapped memory".into();
    }
    Ok(None)
}

/// `int plica_clock_is_known(void)`: is the time none of the inputs?
fn clock_is_known(m: &Machine, _: &mut State, _: &Call<'_>) -> Flow<Option<Value>> {
    Ok(Some(Value::int(u64::from(m.config.clock_is_known), 32)))
}

/// `void plica_system_premise(const char *what)`: the system is like this where it could be otherwise.
fn system_premise(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let what = m.arg(s, call, 0)?;
    let what = m.text_at(s, what).unwrap_or_default();
    m.note_name(s, Premise::System, &what);
    Ok(None)
}
