//! Numbers of a program's parts, and positions in its source, as bytes: what states and trees refer to a program by.
//!
//! Oblivious to the program, which is no part of what is written: whoever reads a number holds it against the program
//! that it is to be a number of. Invariant: a number is written as it stands.

use plica_stable::encodable;

use crate::source::{DebugLoc, ScopeId};
use crate::types::{DataTypeId, FuncId, GlobalId, Loc, VarId};

encodable! {
    struct FuncId(number);
    struct GlobalId(number);
    struct VarId(number);
    struct DataTypeId(number);
    struct Loc(number);
    struct ScopeId(number);
    struct DebugLoc { line, column, scope }
}
