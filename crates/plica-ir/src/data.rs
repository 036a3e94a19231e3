//! Types of the source, as far as they say what memory holds: sizes, members, what pointers lead to.
//!
//! Commands do without them. They are for whoever has to make up memory of which nothing is known but its type.
//! Oblivious to where they come from. `typedef`, `const` and `volatile` are seen through. Invariant: members lie within
//! their type, and no type contains itself but through a pointer ([`verify`](crate::verify)).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::types::{DataTypeId, FuncId, GlobalId, Ty};

/// A type of the source.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DataType {
    /// As the source spells it: `unsigned int`, `struct node`, a name given by `typedef` where there is no other.
    pub name: Arc<str>,
    /// Bytes; 0 where that is not known.
    pub size: u64,
    /// What it is made of.
    pub kind: DataKind,
}

/// What a type is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DataKind {
    /// An integer, an enumeration.
    Int {
        /// Signed?
        signed: bool,
    },
    /// A truth value: 0 or 1.
    Bool,
    /// A character: an integer of which arrays are text.
    Char {
        /// Signed?
        signed: bool,
    },
    /// An IEEE number.
    Float,
    /// A pointer to a type; to none where that is not known, as with `void *`.
    Pointer(Option<DataTypeId>),
    /// What a pointer to a function leads to: the scalars that it is given and those that come back, as calls have
    /// them.
    Function {
        /// What it is given.
        params: Vec<Ty>,
        /// What comes back.
        results: Vec<Ty>,
    },
    /// A structure or a class, base classes included.
    Struct(Vec<Member>),
    /// A union.
    Union(Vec<Member>),
    /// An array.
    Array {
        /// Of what.
        element: DataTypeId,
        /// Of how many; 0 where that is not known, as at the end of a structure.
        count: u64,
    },
    /// Declared only, or beyond us.
    Opaque,
}

/// A member of a structure or union.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Member {
    /// Name; empty where it has none.
    pub name: Arc<str>,
    /// Where it begins, in bytes. Of a bit-field: the first byte that has a bit of it.
    pub offset: u64,
    /// Of a bit-field: its first bit from there (0 to 7), and how many there are.
    pub bits: Option<(u32, u32)>,
    /// Its type.
    pub ty: DataTypeId,
}

/// What a variable of a function's parameters is in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamType {
    /// A value of this type.
    Value(DataTypeId),
    /// The part of an aggregate, passed by value, that begins at this offset (in bytes). It may be several members, as
    /// many as the variable is wide, with what lies between and behind them.
    Part(DataTypeId, u64),
    /// The address of a copy of an aggregate that is passed by value.
    Copy(DataTypeId),
    /// The address of where the result goes.
    Result(DataTypeId),
    /// Nothing is known.
    Unknown,
}

/// The types that are known of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Types {
    /// By id.
    pub all: Vec<DataType>,
    /// Of functions' parameters: as many as the function has. A function of which nothing is known is left out.
    pub params: BTreeMap<FuncId, Vec<ParamType>>,
    /// Of globals.
    pub globals: BTreeMap<GlobalId, DataTypeId>,
}

impl Types {
    /// The type with this id.
    pub fn get(&self, id: DataTypeId) -> &DataType {
        &self.all[id.index()]
    }
}

impl DataType {
    /// The types of which it has objects in it.
    pub fn contained(&self) -> impl Iterator<Item = DataTypeId> + '_ {
        let (members, element) = match &self.kind {
            DataKind::Struct(members) | DataKind::Union(members) => (&members[..], None),
            DataKind::Array { element, .. } => (&[][..], Some(*element)),
            _ => (&[][..], None),
        };
        members.iter().map(|m| m.ty).chain(element)
    }
}

/// The places of types that contain themselves, and of those that contain such. Types that are none are passed over.
pub fn within_themselves(all: &[DataType]) -> Vec<usize> {
    // From those that contain nothing outwards; what is never reached has a cycle in it.
    let mut containers: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    let mut open = vec![0usize; all.len()];
    for (i, t) in all.iter().enumerate() {
        for id in t.contained().filter(|id| id.index() < all.len()) {
            containers[id.index()].push(i);
            open[i] += 1;
        }
    }
    let mut done: Vec<usize> = (0..all.len()).filter(|&i| open[i] == 0).collect();
    while let Some(i) = done.pop() {
        for &container in &containers[i] {
            open[container] -= 1;
            if open[container] == 0 {
                done.push(container);
            }
        }
    }
    (0..all.len()).filter(|&i| open[i] > 0).collect()
}
