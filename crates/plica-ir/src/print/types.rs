//! Types of the source, a line each, and where they are referred to.
//!
//! Oblivious to whether what a type refers to exists. Invariant: never panics.

use super::list;
use crate::data::{DataKind, DataType, Member, ParamType};
use crate::words::{name, quoted, ty};

/// The line of a type.
pub(super) fn data_type(id: usize, t: &DataType) -> String {
    let word = match &t.kind {
        DataKind::Int { signed: true } => "int",
        DataKind::Int { signed: false } => "unsigned int",
        DataKind::Bool => "bool",
        DataKind::Char { signed: true } => "char",
        DataKind::Char { signed: false } => "unsigned char",
        DataKind::Float => "float",
        DataKind::Pointer(_) => "pointer",
        DataKind::Function { .. } => "function",
        DataKind::Struct(_) => "struct",
        DataKind::Union(_) => "union",
        DataKind::Array { .. } => "array",
        DataKind::Opaque => "opaque",
    };
    let made_of = match &t.kind {
        DataKind::Pointer(Some(to)) => format!(" to t{}", to.0),
        DataKind::Function { params, results } => {
            format!(" ({}) -> ({})", list(params.iter().map(|&t| ty(t))), list(results.iter().map(|&t| ty(t))))
        }
        DataKind::Struct(members) | DataKind::Union(members) if members.is_empty() => " {}".into(),
        DataKind::Struct(members) | DataKind::Union(members) => {
            format!(" {{ {} }}", list(members.iter().map(member)))
        }
        DataKind::Array { element, count } => format!(" of {count} t{}", element.0),
        _ => String::new(),
    };
    format!("type t{id} = {word} {} {}{made_of}\n", quoted(t.name.as_bytes()), t.size)
}

fn member(m: &Member) -> String {
    let bits = m.bits.map_or(String::new(), |(first, count)| format!(" bits {first}+{count}"));
    format!("{}: t{} at {}{bits}", name(&m.name), m.ty.0, m.offset)
}

/// The line of the types of a function's parameters.
pub(super) fn params(params: &[ParamType]) -> String {
    let each = params.iter().map(|param| match param {
        ParamType::Value(t) => format!("t{}", t.0),
        ParamType::Part(t, offset) => format!("part t{}+{offset}", t.0),
        ParamType::Copy(t) => format!("copy t{}", t.0),
        ParamType::Result(t) => format!("result t{}", t.0),
        ParamType::Unknown => "?".into(),
    });
    format!("  params {}", list(each)).trim_end().to_string()
}
