//! Globals: initialisers as bytes and addresses, aliases, constructors and destructors.
//!
//! Oblivious to functions. Invariant: an initialiser that needs more than bytes and whole addresses is unsupported as
//! a whole; the global itself stays.

use std::sync::Arc;

use plica_ir::{DebugLoc, FuncId, Global, Init, Operand, Reloc};
use rustc_hash::FxHashMap;

use super::debug::Positions;
use super::emit::{Emitter, Shared};
use super::link::{ModuleCx, unsupported_global};
use super::uses::Uses;
use super::{Lower, Why};
use crate::ast::{self, AliasKind, Constant, GlobalVar, Linkage, Module, Type, TypeId, ValueRef};

/// Larger initialisers are kept as unsupported rather than filling the memory.
const MAX_BYTES: u64 = 1 << 30;

/// The size of the largest `common` definition of a symbol that has no stronger one.
pub(super) fn largest_common(modules: &[&Module], cxs: &[ModuleCx], name: &str, weak: bool) -> u64 {
    if !weak || modules.len() < 2 {
        return 0;
    }
    let commons = cxs.iter().filter_map(|cx| {
        let symbol = cx.module.names.lookup(name)?;
        let g = cx.module.globals.iter().find(|g| g.name == symbol && g.linkage == Linkage::Common)?;
        cx.layout.size(g.ty).ok()
    });
    commons.max().unwrap_or(0)
}

/// A global with its contents; at least `least` bytes long.
pub(super) fn lower_global(
    cx: &ModuleCx,
    shared: &mut Shared,
    positions: &mut Positions,
    g: &GlobalVar,
    name: &Arc<str>,
    least: u64,
) -> Global {
    let declared = g.dbg.first().map(|&id| positions.declared(cx.module, &mut shared.source, id));
    let decl = declared.map_or(DebugLoc::UNKNOWN, |d| d.at);
    let own = match cx.layout.size(g.ty) {
        Ok(size) => size,
        // An opaque structure of which only the address is taken.
        Err(_) if g.init.is_none() => 0,
        Err(why) => return unsupported_global(name, &why),
    };
    let size = own.max(least);
    let init = match g.init {
        // What it would be there for is in it: without it there is no answer.
        None if is_of_library(name) => Init::Unsupported("what no file of the program defines".into()),
        None => Init::Extern,
        Some(value) => contents(cx, shared, g.ty, value, size).unwrap_or_else(|why| Init::Unsupported(why.into())),
    };
    Global { name: name.clone(), size, cell: cx.layout.cell(g.ty), constant: g.constant, init, decl }
}

/// Is it a variable of the C++ library, or what a compiler keeps of a class: its virtual functions and its type?
fn is_of_library(name: &str) -> bool {
    ["_ZT", "_ZSt", "_ZNSt"].iter().any(|start| name.starts_with(start))
}

fn contents(cx: &ModuleCx, shared: &mut Shared, ty: TypeId, value: ValueRef, size: u64) -> Lower<Init> {
    if let Some(Constant::Zero | Constant::Undef | Constant::Poison | Constant::Null) = cx.module.constant(value) {
        return Ok(Init::Zero);
    }
    if size > MAX_BYTES {
        return Err(format!("an initialiser of {size} bytes"));
    }
    let e = Emitter::new(cx, shared, &[], Uses::default());
    let mut image = Image { e, bytes: vec![0; size as usize], relocs: Vec::new() };
    image.put(ty, value, 0)?;
    let Image { bytes, mut relocs, .. } = image;
    if relocs.is_empty() && bytes.iter().all(|&b| b == 0) {
        return Ok(Init::Zero);
    }
    relocs.sort_by_key(|r| r.offset);
    Ok(Init::Data { bytes: bytes.into(), relocs })
}

struct Image<'a, 'm> {
    e: Emitter<'a, 'm>,
    bytes: Vec<u8>,
    relocs: Vec<Reloc>,
}

impl Image<'_, '_> {
    fn put(&mut self, ty: TypeId, value: ValueRef, at: u64) -> Lower<()> {
        let module = self.e.cx.module;
        match module.constant(value) {
            // What is undefined is zero.
            Some(Constant::Zero | Constant::Undef | Constant::Poison | Constant::Null) => Ok(()),
            Some(Constant::Bytes(bytes)) => self.write(at, bytes),
            Some(Constant::Array(parts)) => {
                let Type::Array { elem, .. } = module.types.get_resolved(ty) else {
                    return Err("an array that is none".into());
                };
                let stride = self.e.cx.layout.size(*elem)?;
                for (i, part) in parts.iter().enumerate() {
                    self.put(part.ty, part.value, at + i as u64 * stride)?;
                }
                Ok(())
            }
            Some(Constant::Struct(parts)) => {
                let offsets = self.e.cx.layout.offsets(ty)?;
                for (part, offset) in parts.iter().zip(offsets.iter()) {
                    self.put(part.ty, part.value, at + offset)?;
                }
                Ok(())
            }
            _ => self.scalars(ty, value, at),
        }
    }

    fn scalars(&mut self, ty: TypeId, value: ValueRef, at: u64) -> Lower<()> {
        let mut values = self.e.values(ast::TypedValue { ty, value })?.into_iter();
        if !self.e.code.is_empty() {
            return Err("an initialiser that only the linker can compute".into());
        }
        for piece in self.e.cx.layout.pieces(ty)? {
            let missing = || Why::from("a value that does not fit its type");
            let (offset, value, width) = match piece {
                super::types::Piece::Scalar(s) => (s.offset, values.next().ok_or_else(missing)?, s.ty.width()),
                super::types::Piece::Packed { offset, bits, count } => {
                    let lanes: Vec<Operand> = values.by_ref().take(count as usize).collect();
                    (offset, self.e.join(&lanes, bits), bits * count)
                }
            };
            match value {
                Operand::Undef { .. } => {}
                Operand::Global { .. } | Operand::Func(_) if width == 64 => {
                    if at + offset + 8 > self.bytes.len() as u64 {
                        return Err(missing());
                    }
                    self.relocs.push(Reloc { offset: at + offset, value });
                }
                value => {
                    let bits = self.e.shared.bits(value).ok_or("a part of an address as initial value")?;
                    let bytes = bits.to_le_bytes();
                    self.write(at + offset, &bytes[..width.div_ceil(8) as usize])?;
                }
            }
        }
        Ok(())
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> Lower<()> {
        let at = at as usize;
        let Some(place) = self.bytes.get_mut(at..at + bytes.len()) else {
            return Err("an initialiser longer than its type".into());
        };
        place.copy_from_slice(bytes);
        Ok(())
    }
}

/// What the constant at a place folds to, with no commands needed.
fn folded(cx: &ModuleCx, shared: &mut Shared, operand: ast::TypedValue) -> Option<Operand> {
    let mut e = Emitter::new(cx, shared, &[], Uses::default());
    let value = e.value(operand).ok()?;
    e.code.is_empty().then_some(value)
}

/// Enters aliases into the symbols of their modules and of those that declare the same name; returns the external ones.
pub(super) fn resolve_aliases(
    cxs: &mut [ModuleCx],
    shared: &mut Shared,
    strength: impl Fn(Linkage) -> u8,
) -> Vec<(Arc<str>, Operand)> {
    let mut found: FxHashMap<Arc<str>, (u8, Operand)> = FxHashMap::default();
    // An alias may be one of an alias; each round resolves at least one level.
    for _ in 0..8 {
        let mut changed = false;
        for cx in cxs.iter_mut() {
            let module = cx.module;
            for alias in module.aliases.iter().filter(|a| a.kind == AliasKind::Alias) {
                if cx.symbols.contains_key(&alias.name) {
                    continue;
                }
                let Some(operand) = folded(cx, shared, alias.target) else { continue };
                cx.symbols.insert(alias.name, operand);
                changed = true;
                if !matches!(alias.linkage, Linkage::Internal | Linkage::Private) {
                    let strength = strength(alias.linkage);
                    let best = found.entry(module.name(alias.name).into()).or_insert((strength, operand));
                    if strength > best.0 {
                        *best = (strength, operand);
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    for cx in cxs.iter_mut() {
        let module = cx.module;
        let functions = module.functions.iter().filter(|f| !f.defined).map(|f| f.name);
        let globals = module.globals.iter().filter(|g| g.init.is_none()).map(|g| g.name);
        for symbol in functions.chain(globals) {
            if let Some((_, operand)) = found.get(module.name(symbol)) {
                cx.symbols.insert(symbol, *operand);
            }
        }
    }
    found.into_iter().map(|(name, (_, operand))| (name, operand)).collect()
}

/// The functions that a program starts or ends with: those of `llvm.global_ctors` or `llvm.global_dtors`, and those
/// whose addresses stand in sections of this name, by priority, then in order.
pub(super) fn startup_list(list: &str, sections: &str, cxs: &[ModuleCx], shared: &mut Shared) -> Vec<FuncId> {
    let mut found: Vec<(u128, FuncId)> = Vec::new();
    for cx in cxs {
        for g in &cx.module.globals {
            if cx.module.name(g.name) == list {
                found.extend(prioritised(cx, shared, g));
            } else if let Some(section) = g.section
                && let Some(priority) = priority(cx.module.name(section), sections)
            {
                found.extend(addresses(cx, shared, g).into_iter().map(|f| (priority, f)));
            }
        }
    }
    found.sort_by_key(|c| c.0);
    found.into_iter().map(|c| c.1).collect()
}

/// The functions of a list of LLVM's, with their priorities.
fn prioritised(cx: &ModuleCx, shared: &mut Shared, list: &GlobalVar) -> Vec<(u128, FuncId)> {
    let Some(Constant::Array(entries)) = list.init.and_then(|v| cx.module.constant(v)) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in entries.iter() {
        if let Some(Constant::Struct(parts)) = cx.module.constant(entry.value)
            && let [priority, function, ..] = parts[..]
            && let Some(priority) = cx.module.int(priority.value)
            && let Some(Operand::Func(f)) = folded(cx, shared, function)
        {
            found.push((priority, f));
        }
    }
    found
}

/// The priority of what is in a section: `.init_array.00099` has 99, and what has none comes last.
fn priority(section: &str, sections: &str) -> Option<u128> {
    const LAST: u128 = 65535;
    match section.strip_prefix(sections)? {
        "" => Some(LAST),
        rest => rest.strip_prefix('.')?.parse().ok(),
    }
}

/// The functions whose addresses a variable holds.
fn addresses(cx: &ModuleCx, shared: &mut Shared, g: &GlobalVar) -> Vec<FuncId> {
    let Some(value) = g.init else { return Vec::new() };
    let entries = match cx.module.constant(value) {
        Some(Constant::Array(entries)) => entries.to_vec(),
        _ => vec![ast::TypedValue { ty: g.ty, value }],
    };
    let functions = entries.into_iter().filter_map(|entry| match folded(cx, shared, entry) {
        Some(Operand::Func(f)) => Some(f),
        _ => None,
    });
    functions.collect()
}
