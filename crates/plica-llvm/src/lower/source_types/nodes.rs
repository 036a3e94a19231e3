//! What single nodes of metadata say of types.
//!
//! Oblivious to types of ours that have been made. Invariant: what nodes lead to is followed a bounded way.

use plica_ir::{DataKind, FloatKind, Ty};

use super::MAX_DEPTH;
use crate::ast::{MdId, MdNode, MdValue, Module};

/// No object is as large as this, in bytes.
pub(super) const TOO_LARGE: u64 = 1 << 47;
/// Bytes of a pointer.
pub(super) const POINTER: u64 = 8;
/// Types that only rename or qualify another.
const MAX_RENAMED: usize = 60;

/// The DWARF tag of a type; basic types may leave theirs out.
pub(super) fn tag(module: &Module, id: MdId) -> &str {
    match module.md_str(id, "tag") {
        Some(tag) => tag.strip_prefix("DW_TAG_").unwrap_or(tag),
        None if module.md_kind(id) == Some("DIBasicType") => "base_type",
        None => "",
    }
}

/// Does a node have this flag?
pub(super) fn has_flag(module: &Module, id: MdId, flag: &str) -> bool {
    module.md_str(id, "flags").is_some_and(|flags| flags.split(" | ").any(|f| f == flag))
}

/// The elements of a tuple that a node refers to.
pub(super) fn elements<'m>(module: &'m Module, id: MdId, key: &str) -> &'m [MdValue] {
    match module.md_node(id, key).and_then(|tuple| module.metadata.get(tuple)) {
        Some(MdNode::Tuple { elements, .. }) => elements,
        _ => &[],
    }
}

/// A member as metadata has it. Structures have many, so each is gone through once.
#[derive(Default)]
pub(super) struct MemberNode<'m> {
    /// Its kind, without `DW_TAG_`; empty for what is no type.
    pub tag: &'m str,
    pub name: &'m str,
    pub base: Option<MdId>,
    /// In bits.
    pub size: i64,
    /// In bits.
    pub offset: i64,
    flags: &'m str,
}

impl<'m> MemberNode<'m> {
    /// None if there is no such node.
    pub fn of(module: &'m Module, id: MdId) -> Option<Self> {
        let mut out = MemberNode::default();
        let MdNode::Node { fields, .. } = module.metadata.get(id)? else { return Some(out) };
        for field in fields {
            match (field.key.map(|key| module.name(key)), field.value) {
                (Some("tag"), MdValue::Word(tag)) => {
                    let tag = module.name(tag);
                    out.tag = tag.strip_prefix("DW_TAG_").unwrap_or(tag);
                }
                (Some("name"), MdValue::Str(name)) => out.name = module.name(name),
                (Some("baseType"), MdValue::Node(base)) => out.base = Some(base),
                (Some("size"), MdValue::Int(size)) => out.size = size,
                (Some("offset"), MdValue::Int(offset)) => out.offset = offset,
                (Some("flags"), MdValue::Word(flags)) => out.flags = module.name(flags),
                _ => {}
            }
        }
        Some(out)
    }

    pub fn has_flag(&self, flag: &str) -> bool {
        self.flags.split(" | ").any(|f| f == flag)
    }
}

/// The type without what only renames or qualifies it; none for `void`.
pub(super) fn stripped(module: &Module, id: MdId) -> Option<MdId> {
    let mut id = id;
    for _ in 0..MAX_RENAMED {
        match tag(module, id) {
            "typedef" | "const_type" | "volatile_type" | "restrict_type" | "atomic_type" | "immutable_type"
            | "template_alias" | "packed_type" => id = module.md_node(id, "baseType")?,
            _ => break,
        }
    }
    Some(id)
}

/// A number of bits as bytes: none where it is no whole number of them, or absurd; 0 where it is missing.
pub(super) fn bytes(module: &Module, id: MdId, key: &str) -> Option<u64> {
    whole_bytes(module.md_int(id, key).unwrap_or(0))
}

pub(super) fn whole_bytes(bits: i64) -> Option<u64> {
    let bits = u64::try_from(bits).ok()?;
    (bits % 8 == 0 && bits / 8 < TOO_LARGE).then_some(bits / 8)
}

fn is_integer(size: u64) -> bool {
    matches!(size, 1 | 2 | 4 | 8 | 16)
}

pub(super) fn basic(module: &Module, id: MdId, size: u64) -> DataKind {
    let name = module.md_str(id, "name").unwrap_or("");
    let encoding = module.md_str(id, "encoding").unwrap_or("");
    match encoding.strip_prefix("DW_ATE_").unwrap_or(encoding) {
        // Numbers of any width, and such as are no IEEE numbers of ours.
        _ if name.contains("_BitInt") || name.contains("bf16") || !is_integer(size) => DataKind::Opaque,
        "boolean" if size == 1 => DataKind::Bool,
        "signed" => DataKind::Int { signed: true },
        "boolean" | "unsigned" => DataKind::Int { signed: false },
        "signed_char" if size == 1 => DataKind::Char { signed: true },
        "unsigned_char" | "UTF" if size == 1 => DataKind::Char { signed: false },
        "signed_char" => DataKind::Int { signed: true },
        "unsigned_char" | "UTF" => DataKind::Int { signed: false },
        "float" if size < 16 && size > 1 => DataKind::Float,
        _ => DataKind::Opaque,
    }
}

/// What an enumeration is: what it says that it is based on, else an integer.
pub(super) fn enumeration(module: &Module, id: MdId, size: u64) -> DataKind {
    if !is_integer(size) {
        return DataKind::Opaque;
    }
    if let Some(base) = module.md_node(id, "baseType").and_then(|base| stripped(module, base)) {
        return match basic(module, base, size) {
            DataKind::Char { signed } => DataKind::Int { signed },
            kind @ (DataKind::Int { .. } | DataKind::Bool) => kind,
            _ => DataKind::Opaque,
        };
    }
    let negative = |value: &MdValue| match value {
        MdValue::Node(node) => module.md_int(*node, "value").is_some_and(|value| value < 0),
        _ => false,
    };
    DataKind::Int { signed: elements(module, id, "elements").iter().any(negative) }
}

/// The number of elements that a DISubrange gives; 0 where it is not known.
pub(super) fn count(module: &Module, range: MdValue) -> u64 {
    let MdValue::Node(range) = range else { return 0 };
    let known = match (module.md_int(range, "count"), module.md_int(range, "upperBound")) {
        (Some(count), _) => Some(count),
        (None, Some(last)) => {
            let first = module.md_int(range, "lowerBound").unwrap_or(0);
            last.checked_sub(first).and_then(|n| n.checked_add(1))
        }
        (None, None) => None,
    };
    known.and_then(|count| u64::try_from(count).ok()).unwrap_or(0)
}

/// What pointers lead to in the end.
pub(super) fn pointee(module: &Module, id: MdId) -> Option<MdId> {
    let mut id = stripped(module, id)?;
    for _ in 0..MAX_DEPTH {
        match tag(module, id) {
            "pointer_type" | "reference_type" | "rvalue_reference_type" => {
                id = stripped(module, module.md_node(id, "baseType")?)?;
            }
            _ => break,
        }
    }
    Some(id)
}

/// The scalar that a value of a type is in a call; none where it is no scalar, or may be something else.
pub(super) fn scalar(module: &Module, id: MdId) -> Option<Ty> {
    let id = stripped(module, id)?;
    let size = bytes(module, id, "size")?;
    let kind = match tag(module, id) {
        "pointer_type" | "reference_type" | "rvalue_reference_type" if size == POINTER || size == 0 => {
            return Some(Ty::Ptr);
        }
        "unspecified_type" => return Some(Ty::Ptr),
        "enumeration_type" => enumeration(module, id, size),
        "base_type" => basic(module, id, size),
        _ => return None,
    };
    match kind {
        DataKind::Bool => Some(Ty::Int(1)),
        DataKind::Int { .. } | DataKind::Char { .. } => Some(Ty::Int(size as u32 * 8)),
        DataKind::Float => float(size).map(Ty::Float),
        _ => None,
    }
}

/// The IEEE number of a size.
pub(super) fn float(size: u64) -> Option<FloatKind> {
    match size {
        2 => Some(FloatKind::Half),
        4 => Some(FloatKind::Single),
        8 => Some(FloatKind::Double),
        _ => None,
    }
}
