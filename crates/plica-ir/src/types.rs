//! Typed 32-bit entities and the scalar types. Oblivious to commands.

macro_rules! entity {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the table that the entity indexes.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

entity! {
    /// A function of the program.
    FuncId;
    /// A global variable of the program.
    GlobalId;
    /// A variable of a function.
    VarId;
    /// A type of the source.
    DataTypeId;
    /// A location of a function: the command with this index is executed next.
    Loc;
}

/// Floating-point formats of scalar variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    /// 16 bits.
    Half,
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
    /// The 80 bits of the x87, with an explicit leading bit: `long double` on x86-64.
    Extended,
}

/// The type of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ty {
    /// Integer of 1 to 128 bits.
    Int(u32),
    /// Floating-point number.
    Float(FloatKind),
    /// Pointer, 64 bits.
    Ptr,
}

impl Ty {
    /// Width in bits.
    pub fn width(self) -> u32 {
        match self {
            Ty::Int(w) => w,
            Ty::Float(FloatKind::Half) => 16,
            Ty::Float(FloatKind::Single) => 32,
            Ty::Float(FloatKind::Double) | Ty::Ptr => 64,
            Ty::Float(FloatKind::Extended) => 80,
        }
    }

    /// Number of bytes a store of this type writes.
    pub fn store_size(self) -> u64 {
        u64::from(self.width().div_ceil(8))
    }
}
