//! What the verifier says of types of the source.
//!
//! Oblivious to commands. Invariant: nothing recurses, and time is linear in the types.

use std::sync::Arc;

use super::VerifyError;
use crate::data::{DataKind, DataType, Member, ParamType, within_themselves};
use crate::program::Program;
use crate::types::{DataTypeId, Ty};

/// Checks all types, and what refers to them.
pub(super) fn types(p: &Program, errors: &mut Vec<VerifyError>) {
    let all = &p.types.all;
    for (i, t) in all.iter().enumerate() {
        let mut wrong =
            |message: &str| errors.push(VerifyError { place: format!("type t{i}"), message: message.into() });
        if mentioned(t).any(|id| id.index() >= all.len()) {
            wrong("a type that does not exist");
            continue;
        }
        match &t.kind {
            DataKind::Struct(members) | DataKind::Union(members) => {
                for m in members.iter().filter(|m| !lies_within(m, &all[m.ty.index()], t.size)) {
                    wrong(&format!("the member `{}` lies outside", m.name));
                }
            }
            DataKind::Array { element, count }
                if all[element.index()].size.checked_mul(*count).is_none_or(|size| size > t.size) =>
            {
                wrong("elements lie outside");
            }
            DataKind::Function { params, results } if !params.iter().chain(results).all(exists) => {
                wrong("a scalar that does not exist");
            }
            _ => {}
        }
    }
    for i in within_themselves(all) {
        errors.push(VerifyError { place: format!("type t{i}"), message: "a type within itself".into() });
    }
    references(p, errors);
}

/// Functions' parameters and globals.
fn references(p: &Program, errors: &mut Vec<VerifyError>) {
    let all = &p.types.all;
    let mut wrong = |name: Option<&Arc<str>>, message: &str| {
        let place = name.map_or("types".into(), |name| name.to_string());
        errors.push(VerifyError { place, message: message.into() });
    };
    for (f, params) in &p.types.params {
        let Some(f) = p.functions.get(f.index()) else {
            wrong(None, "types of a function that does not exist");
            continue;
        };
        if params.len() != f.params as usize {
            wrong(Some(&f.name), "as many types as parameters are expected");
        }
        for param in params {
            match *param {
                ParamType::Value(t) | ParamType::Copy(t) | ParamType::Result(t) | ParamType::Part(t, _)
                    if t.index() >= all.len() =>
                {
                    wrong(Some(&f.name), "a parameter of a type that does not exist");
                }
                ParamType::Part(t, offset) if offset >= all[t.index()].size => {
                    wrong(Some(&f.name), "a part outside of its type");
                }
                _ => {}
            }
        }
    }
    for (g, t) in &p.types.globals {
        let Some(g) = p.globals.get(g.index()) else {
            wrong(None, "the type of a global that does not exist");
            continue;
        };
        match all.get(t.index()) {
            None => wrong(Some(&g.name), "a global of a type that does not exist"),
            Some(t) if t.size > g.size => wrong(Some(&g.name), "a global smaller than its type"),
            Some(_) => {}
        }
    }
}

fn exists(scalar: &Ty) -> bool {
    !matches!(scalar, Ty::Int(width) if !(1..=128).contains(width))
}

fn lies_within(m: &Member, of: &DataType, size: u64) -> bool {
    let len = match m.bits {
        None => of.size,
        Some((first, count)) => {
            if first > 7 || count == 0 || u64::from(count) > of.size.saturating_mul(8) {
                return false;
            }
            (u64::from(first) + u64::from(count)).div_ceil(8)
        }
    };
    m.offset.checked_add(len).is_some_and(|end| end <= size)
}

/// All types that a type names.
fn mentioned(t: &DataType) -> impl Iterator<Item = DataTypeId> + '_ {
    let target = if let DataKind::Pointer(to) = t.kind { to } else { None };
    t.contained().chain(target)
}
