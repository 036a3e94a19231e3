//! Metadata: source locations typed, everything else as generic keyed nodes.
//!
//! Oblivious to what most nodes mean. Invariant: none about presence: a reference may name a node that the text does
//! not define, so every accessor returns an option.

use super::constant::TypedValue;
use super::symbol::{Interner, Symbol};

/// A metadata node: `!N`, or a node written in place (top bit set).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MdId(pub u32);

impl MdId {
    /// Set in the ids of nodes written in place.
    pub const INLINE: u32 = 1 << 31;
}

/// A `metadata` argument of an intrinsic; see [`MetadataTable::operand`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MdOperandId(pub u32);

/// A node.
#[derive(Clone, PartialEq, Debug)]
pub enum MdNode {
    /// `!DILocation(...)`.
    Location(DiLocation),
    /// `!{...}`.
    Tuple {
        /// Whether `distinct`.
        distinct: bool,
        /// The elements.
        elements: Box<[MdValue]>,
    },
    /// `!Kind(key: value, ...)`: DISubprogram, DILocalVariable, DICompositeType, DIFile, ...
    Node {
        /// The kind without `!`.
        kind: Symbol,
        /// Whether `distinct`.
        distinct: bool,
        /// The fields in order; positional ones (of DIExpression, DIArgList) have no key.
        fields: Box<[MdField]>,
    },
}

/// A field of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MdField {
    /// The key, none for positional fields.
    pub key: Option<Symbol>,
    /// The value.
    pub value: MdValue,
}

/// What metadata refers to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MdValue {
    /// `null`.
    Null,
    /// `!N` or a node in place.
    Node(MdId),
    /// A string.
    Str(Symbol),
    /// An integer; those above 64 bits are cut.
    Int(i64),
    /// A word such as `DW_TAG_member`, `true` or `DIFlagPrototyped | DIFlagX` (joined by ` | `).
    Word(Symbol),
    /// A typed value.
    Value(TypedValue),
}

/// A source position, as the text has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiLocation {
    /// Line, 0 where there is none.
    pub line: u32,
    /// Column, 0 where there is none.
    pub column: u32,
    /// A DISubprogram, DILexicalBlock or DILexicalBlockFile.
    pub scope: Option<MdId>,
    /// The DILocation of the call that was inlined.
    pub inlined_at: Option<MdId>,
}

/// A source position with its names found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceLocation<'a> {
    /// The file's name as the compiler was given it.
    pub file: &'a str,
    /// The directory the file's name is relative to.
    pub directory: &'a str,
    /// Line, 0 where there is none.
    pub line: u32,
    /// Column, 0 where there is none.
    pub column: u32,
    /// The innermost function's source name (its own one, where it was inlined).
    pub function: &'a str,
    /// The DILocation of the call that was inlined.
    pub inlined_at: Option<MdId>,
}

/// All metadata of a module.
#[derive(Clone, Debug, Default)]
pub struct MetadataTable {
    /// `!N`, by N.
    pub(crate) numbered: Vec<Option<MdNode>>,
    /// `!N` with an N too large for a dense table; only garbled or hand-written text has these.
    pub(crate) sparse: std::collections::BTreeMap<u32, MdNode>,
    /// Nodes written in place.
    pub(crate) inline: Vec<MdNode>,
    /// `metadata` arguments of calls.
    pub(crate) operands: Vec<MdValue>,
    /// `!name = !{...}`.
    pub(crate) named: Vec<(Symbol, Box<[MdId]>)>,
}

impl MetadataTable {
    /// The node with this id.
    pub fn get(&self, id: MdId) -> Option<&MdNode> {
        if id.0 & MdId::INLINE != 0 {
            return self.inline.get((id.0 & !MdId::INLINE) as usize);
        }
        match self.numbered.get(id.0 as usize) {
            Some(node) => node.as_ref(),
            None => self.sparse.get(&id.0),
        }
    }

    /// A `metadata` argument.
    pub fn operand(&self, id: MdOperandId) -> MdValue {
        self.operands.get(id.0 as usize).copied().unwrap_or(MdValue::Null)
    }

    /// The nodes of `!name = !{...}`.
    pub fn named(&self, names: &Interner, name: &str) -> &[MdId] {
        self.named.iter().find(|(n, _)| names.resolve(*n) == name).map_or(&[], |(_, ids)| ids)
    }

    /// The ids of all numbered nodes that there are, in order of number.
    pub fn ids(&self) -> impl Iterator<Item = MdId> + '_ {
        let dense = self.numbered.iter().enumerate().filter(|(_, n)| n.is_some()).map(|(i, _)| MdId(i as u32));
        dense.chain(self.sparse.keys().map(|&i| MdId(i)))
    }
}
