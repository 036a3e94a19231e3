//! Which variables of ours a parameter of the source became.
//!
//! Debug information lists the parameters of the source; compilers pass an aggregate in none, one or two registers, by
//! the address of a copy, or in memory. Oblivious to bodies but for the debug records in them. Invariant: what does not
//! fit in number or width is unknown, and so is all behind it; nothing is known of a function that has fewer parameters
//! than the source, or others than its debug records say.

use std::cell::Cell;

use plica_ir::{DataKind, DataTypeId, ParamType, Ty};

use super::MAX_DEPTH;
use super::build::Builder;
use super::names::SourceLanguage;
use super::nodes::{elements, float};
use crate::ast::{FunctionDecl, MdId, MdValue, Module, Passing};
use crate::lower::debug::variables;
use crate::lower::link::ModuleCx;
use crate::lower::types::Scalar;

/// Bytes of a register in which parts of aggregates are passed.
const REGISTER: u64 = 8;
/// Types within types that are looked at for one function; only garbled metadata has more.
const MAX_LOOKS: u32 = 20_000;
/// Aggregates that are larger are not passed in registers.
const MAX_IN_REGISTERS: u64 = 16;

/// A parameter as LLVM has it: its scalars, and how it is passed.
struct Passed {
    scalars: Vec<Scalar>,
    passing: Passing,
    /// Of a copy in memory, the size, if that is known.
    bytes: Option<u64>,
}

impl Passed {
    /// Where its last scalar ends.
    fn end(&self) -> u64 {
        self.scalars.iter().map(|s| s.offset + s.ty.store_size()).max().unwrap_or(0)
    }

    fn only(&self) -> Option<Ty> {
        match (&self.scalars[..], self.passing) {
            ([scalar], Passing::Direct) => Some(scalar.ty),
            _ => None,
        }
    }
}

/// What a pointer in a register tells of the aggregate whose beginning it may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Pointer,
    Other,
    Unknown,
}

/// What the variables of a function's parameters are: one for each, or nothing where nothing is known.
pub(super) fn of(builder: &mut Builder, cx: &ModuleCx, at: usize, f: &FunctionDecl) -> Vec<ParamType> {
    let module = cx.module;
    let Some((dbg, signature)) = f.dbg.and_then(|dbg| Some((dbg, module.md_node(dbg, "type")?))) else {
        return Vec::new();
    };
    // An optimiser that changed the parameters says so, if it is a new one.
    let changed = module.md_str(signature, "cc") == Some("DW_CC_nocall");
    let types = elements(module, signature, "types");
    if f.params.is_empty() || types.is_empty() || changed {
        return Vec::new();
    }
    let mut passed = Vec::new();
    for param in &f.params {
        let Ok(scalars) = cx.layout.scalars(param.ty) else { return Vec::new() };
        let passing = param.attrs.passing;
        let bytes = if let Passing::ByVal(ty) = passing { cx.layout.size(ty).ok() } else { None };
        passed.push(Passed { scalars: scalars.to_vec(), passing, bytes });
    }
    let mut type_of = |value: &MdValue| match value {
        MdValue::Node(node) => builder.type_of(at, *node),
        _ => None,
    };
    let result = type_of(&types[0]);
    let sources: Vec<Option<DataTypeId>> = types[1..].iter().map(type_of).collect();
    let rust = builder.sources[at].language == SourceLanguage::Rust;
    let mangled = module.name(f.name).starts_with("_ZN") || module.name(f.name).starts_with("_R");
    let lines =
        LineUp { builder, rust, mangled, looks: Cell::new(0), passed: &passed, out: Vec::new(), from: Vec::new() };
    lines.all(result, &sources, cx.optimised, &stated(module, f, dbg)).unwrap_or_default()
}

/// By parameter of LLVM: which parameter of the source it is, from 1, where a debug record says so.
fn stated(module: &Module, f: &FunctionDecl, dbg: MdId) -> Vec<Option<i64>> {
    let variables = variables(f);
    let number = |variable: MdId| {
        // Others are those of functions that were inlined.
        let own = module.md_node(variable, "scope") == Some(dbg);
        module.md_int(variable, "arg").filter(|_| own)
    };
    f.params.iter().map(|p| variables.get(&p.local).and_then(|&v| number(v))).collect()
}

struct LineUp<'a, 'm> {
    builder: &'a Builder<'m>,
    rust: bool,
    /// Does the linker know the function by a name that says what it takes?
    mangled: bool,
    /// Types within types that were looked at.
    looks: Cell<u32>,
    passed: &'a [Passed],
    out: Vec<ParamType>,
    /// By parameter of LLVM: which one of the source it is, from 1.
    from: Vec<Option<i64>>,
}

impl LineUp<'_, '_> {
    fn all(
        mut self,
        result: Option<DataTypeId>,
        sources: &[Option<DataTypeId>],
        optimised: bool,
        stated: &[Option<i64>],
    ) -> Option<Vec<ParamType>> {
        let mut next = 0;
        loop {
            let at = self.from.len();
            if let Some(Passed { passing: Passing::SRet(_), .. }) = self.passed.get(at) {
                self.push(1, None, |_| result.map_or(ParamType::Unknown, ParamType::Result));
                continue;
            }
            let Some(source) = sources.get(next) else { break };
            next += 1;
            let taken = source.and_then(|ty| self.take(ty, at, next as i64));
            if taken.is_none() {
                // A missing parameter leaves all in doubt, one that does not fit what is behind it.
                if at == self.passed.len() && source.is_some() {
                    return None;
                }
                break;
            }
        }
        let lined_up = self.from.len() == self.passed.len() && next == sources.len();
        let agrees = |(from, stated): (&Option<i64>, &Option<i64>)| stated.is_none() || from == stated;
        if self.looks.get() > MAX_LOOKS || optimised && !lined_up || !self.from.iter().zip(stated).all(agrees) {
            return None;
        }
        let rest = self.passed.len() - self.from.len();
        self.push(rest, None, |_| ParamType::Unknown);
        Some(self.out)
    }

    /// The next so many parameters of LLVM are from one of the source; of each scalar it is said what it is.
    fn push(&mut self, count: usize, from: Option<i64>, what: impl Fn(&Scalar) -> ParamType) {
        let at = self.from.len();
        for passed in &self.passed[at..at + count] {
            self.out.extend(passed.scalars.iter().map(&what));
            self.from.push(from);
        }
    }

    /// Takes what a parameter of this type was passed as; none if that does not fit, or cannot be told.
    fn take(&mut self, ty: DataTypeId, at: usize, from: i64) -> Option<()> {
        let t = self.builder.get(ty);
        let from = Some(from);
        let is_scalar = matches!(
            t.kind,
            DataKind::Int { .. } | DataKind::Bool | DataKind::Char { .. } | DataKind::Float | DataKind::Pointer(_)
        );
        let by_reference = self.builder.by_reference.contains(&ty);
        if !is_scalar && !by_reference && !self.has_data(ty, 0, t.size, 0) {
            // Nothing at all is passed; of a type that is only declared that is not known.
            return (t.kind != DataKind::Opaque || self.rust && t.size == 0).then_some(());
        }
        let first = self.passed.get(at)?;
        match (is_scalar, first.passing) {
            // Two registers for one number.
            (true, Passing::Direct) if t.size == MAX_IN_REGISTERS && first.end() == REGISTER => {
                self.take_registers(ty, at, from)
            }
            (true, _) => {
                let fits = first.only().is_some_and(|scalar| fits(&t.kind, t.size, scalar));
                fits.then(|| self.push(1, from, |_| ParamType::Value(ty)))
            }
            (false, Passing::ByVal(_)) if first.bytes.is_none_or(|bytes| bytes == t.size) => {
                self.push(1, from, |_| ParamType::Copy(ty));
                Some(())
            }
            (false, Passing::Direct) if first.only() == Some(Ty::Ptr) && self.is_address(ty, by_reference)? => {
                self.push(1, from, |_| ParamType::Copy(ty));
                Some(())
            }
            (false, Passing::Direct) if self.rust => self.take_of_rust(ty, at, from),
            (false, Passing::Direct) => self.take_registers(ty, at, from),
            _ => None,
        }
    }

    /// Is a pointer the address of an aggregate rather than its beginning? None if that cannot be told.
    fn is_address(&self, ty: DataTypeId, by_reference: bool) -> Option<bool> {
        let size = self.builder.get(ty).size;
        // rustc passes a pair of scalars as such whatever there is in it.
        let pair = self.rust.then(|| self.leaves(ty)).flatten().is_some_and(|leaves| leaves.len() <= 2);
        if by_reference || size < REGISTER || size > MAX_IN_REGISTERS && !pair {
            return Some(true);
        }
        match self.holds(ty, 0, 0) {
            Holds::Pointer if !self.rust || pair => Some(false),
            // Rust may call by the conventions of C too, but then a name is seldom mangled.
            Holds::Pointer => self.mangled.then_some(true),
            Holds::Other => Some(true),
            // With one register there is no choice.
            Holds::Unknown if size == REGISTER && self.rust => Some(false),
            Holds::Unknown => None,
        }
    }

    /// An aggregate in the registers that the machine's conventions have for it: eight bytes each, but for vectors.
    fn take_registers(&mut self, ty: DataTypeId, at: usize, from: Option<i64>) -> Option<()> {
        let size = self.builder.get(ty).size;
        let (mut offset, mut taken, mut parts) = (0, 0, Vec::new());
        while offset < size {
            if !self.has_data(ty, offset, offset + REGISTER, 0) {
                // A register that would have but padding is not used.
                if offset == 0 {
                    return None;
                }
                break;
            }
            let passed = self.passed.get(at + taken).filter(|passed| passed.passing == Passing::Direct)?;
            let end = passed.end();
            if end == 0 || offset + end > size.next_multiple_of(REGISTER) {
                return None;
            }
            for s in &passed.scalars {
                let place = offset + s.offset;
                if place >= size || s.ty == Ty::Ptr && self.holds(ty, place, 0) == Holds::Other {
                    return None;
                }
                parts.push(place);
            }
            taken += 1;
            offset += end.next_multiple_of(REGISTER);
        }
        let whole = taken == 1 && parts.len() == 1 && self.builder.get(ty).kind == DataKind::Opaque;
        self.push_parts(ty, taken, from, if whole { None } else { Some(&parts) });
        Some(())
    }

    /// rustc's own: one or two scalars as they are, else one integer.
    fn take_of_rust(&mut self, ty: DataTypeId, at: usize, from: Option<i64>) -> Option<()> {
        let t = self.builder.get(ty);
        if t.kind == DataKind::Opaque {
            return self.take_hidden(ty, at, from);
        }
        let leaves = self.leaves(ty).filter(|leaves| leaves.len() <= 2).unwrap_or_default();
        let as_they_are = |(leaf, passed): (&(u64, DataTypeId), &Passed)| {
            let t = self.builder.get(leaf.1);
            passed.only().is_some_and(|scalar| fits(&t.kind, t.size, scalar))
        };
        let next = self.passed.get(at..at + leaves.len()).unwrap_or_default();
        if !next.is_empty() && leaves.iter().zip(next).all(as_they_are) {
            let offsets: Vec<u64> = leaves.iter().map(|leaf| leaf.0).collect();
            self.push_parts(ty, offsets.len(), from, Some(&offsets));
            return Some(());
        }
        let first = self.passed.get(at)?;
        if first.end() >= t.size && first.end() <= t.size.next_multiple_of(REGISTER) {
            let offsets: Vec<u64> = first.scalars.iter().map(|s| s.offset).collect();
            self.push_parts(ty, 1, from, Some(&offsets));
            return Some(());
        }
        // Functions with the conventions of C.
        self.take_registers(ty, at, from)
    }

    /// What rustc passes of a type of which only the size is known: one scalar of that size, or two that make it up.
    fn take_hidden(&mut self, ty: DataTypeId, at: usize, from: Option<i64>) -> Option<()> {
        let size = self.builder.get(ty).size;
        let first = self.passed.get(at)?.only()?.store_size();
        if first == size {
            self.push_parts(ty, 1, from, None);
            return Some(());
        }
        let second = self.passed.get(at + 1)?.only()?.store_size();
        let offset = first.next_multiple_of(second.max(1));
        if (offset + second).next_multiple_of(first.max(second).max(1)) != size {
            return None;
        }
        self.push_parts(ty, 2, from, Some(&[0, offset]));
        Some(())
    }

    /// The next so many parameters are parts of an aggregate, or, without offsets, all of it.
    fn push_parts(&mut self, ty: DataTypeId, count: usize, from: Option<i64>, offsets: Option<&[u64]>) {
        let begin = self.out.len();
        self.push(count, from, |_| ParamType::Value(ty));
        for (param, &offset) in self.out[begin..].iter_mut().zip(offsets.unwrap_or_default()) {
            *param = ParamType::Part(ty, offset);
        }
    }

    /// Is this too deep within a type, or one look too many?
    fn is_lost(&self, depth: u32) -> bool {
        self.looks.set(self.looks.get().saturating_add(1));
        depth > MAX_DEPTH || self.looks.get() > MAX_LOOKS
    }

    /// Is there anything but padding between two offsets?
    fn has_data(&self, ty: DataTypeId, from: u64, to: u64, depth: u32) -> bool {
        let t = self.builder.get(ty);
        if self.is_lost(depth) || from >= t.size {
            return false;
        }
        match &t.kind {
            DataKind::Struct(members) | DataKind::Union(members) => members.iter().any(|m| {
                let (from, to) = (from.saturating_sub(m.offset), to.saturating_sub(m.offset));
                match m.bits {
                    Some((first, count)) => to > 0 && from < u64::from(first + count).div_ceil(8),
                    None => to > 0 && self.has_data(m.ty, from, to, depth + 1),
                }
            }),
            DataKind::Array { element, .. } => {
                let size = self.builder.get(*element).size;
                size > 0 && self.has_data(*element, 0, size, depth + 1)
            }
            _ => true,
        }
    }

    /// What an aggregate has at an offset.
    fn holds(&self, ty: DataTypeId, at: u64, depth: u32) -> Holds {
        let t = self.builder.get(ty);
        match &t.kind {
            _ if self.is_lost(depth) => Holds::Unknown,
            DataKind::Pointer(_) => {
                if at == 0 {
                    Holds::Pointer
                } else {
                    Holds::Other
                }
            }
            DataKind::Struct(members) | DataKind::Union(members) => {
                let mut found = Holds::Other;
                for m in members.iter().filter(|m| m.bits.is_none()) {
                    let inside = at >= m.offset && at - m.offset < self.builder.get(m.ty).size;
                    match if inside { self.holds(m.ty, at - m.offset, depth + 1) } else { Holds::Other } {
                        Holds::Pointer => return Holds::Pointer,
                        Holds::Unknown => found = Holds::Unknown,
                        Holds::Other => {}
                    }
                }
                found
            }
            DataKind::Array { element, .. } => match self.builder.get(*element).size {
                0 => Holds::Other,
                size => self.holds(*element, at % size, depth + 1),
            },
            DataKind::Opaque => Holds::Unknown,
            _ => Holds::Other,
        }
    }

    /// The scalars of a structure that has no more than a few and nothing else, by offset.
    fn leaves(&self, ty: DataTypeId) -> Option<Vec<(u64, DataTypeId)>> {
        let mut found = Vec::new();
        self.collect(ty, 0, &mut found, 0)?;
        found.sort_by_key(|leaf| leaf.0);
        Some(found)
    }

    fn collect(&self, ty: DataTypeId, at: u64, found: &mut Vec<(u64, DataTypeId)>, depth: u32) -> Option<()> {
        let t = self.builder.get(ty);
        match &t.kind {
            _ if self.is_lost(depth) => return None,
            _ if t.size == 0 => {}
            DataKind::Struct(members) => {
                for m in members {
                    self.collect(m.ty, at.checked_add(m.offset)?, found, depth + 1)?;
                }
            }
            DataKind::Int { .. } | DataKind::Bool | DataKind::Char { .. } | DataKind::Float | DataKind::Pointer(_) => {
                found.push((at, ty));
            }
            _ => return None,
        }
        (found.len() <= 2).then_some(())
    }
}

/// May a scalar of a type of the source be passed as this?
fn fits(kind: &DataKind, size: u64, scalar: Ty) -> bool {
    match (kind, scalar) {
        (DataKind::Bool, Ty::Int(width)) => width == 1 || width == 8,
        (DataKind::Int { .. } | DataKind::Char { .. }, Ty::Int(width)) => u64::from(width) == size * 8,
        (DataKind::Float, Ty::Float(kind)) => float(size) == Some(kind),
        (DataKind::Pointer(_), Ty::Ptr) => size == REGISTER,
        _ => false,
    }
}
