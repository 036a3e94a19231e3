//! The variables of a path that waits for its turn: only those that it may still read.
//!
//! Most variables of a function are results of single instructions, which are read at once and never again; a path
//! that runs has places for all of them, one that waits for those that are live. Oblivious to who waits. Invariant: a
//! path goes on as it would have if its variables had never been packed.

use std::sync::Arc;

use plica_ir::{FuncId, Loc, Ty, VarId, VarKind};

use crate::machine::Machine;
use crate::state::Frame;
use crate::value::Value;

/// The variables that are kept where control is at a location.
#[derive(Debug)]
pub(crate) struct Kept {
    /// How many variables the function has.
    all: usize,
    /// Those that are kept.
    vars: Box<[VarId]>,
}

/// The variables of a frame, packed.
#[derive(Clone, Debug)]
pub struct PackedVars {
    kept: Arc<Kept>,
    values: Box<[Value]>,
}

impl Machine {
    /// Takes the variables of a frame out of it; `PackedVars::unpack` puts them back.
    pub fn pack(&self, frame: &mut Frame) -> PackedVars {
        let vars = std::mem::take(&mut frame.vars);
        let kept =
            self.flow(frame.func).kept[frame.loc.index()].get_or_init(|| Arc::new(self.kept(frame.func, frame.loc)));
        let value = |v: &VarId| vars.get(v.index()).copied().unwrap_or(Value::Uninit);
        PackedVars { kept: kept.clone(), values: kept.vars.iter().map(value).collect() }
    }

    /// What is live, parameters, and what else of the source is wide enough for a pointer, be it live or not: a block
    /// that it points to is not lost.
    fn kept(&self, func: FuncId, loc: Loc) -> Kept {
        let vars = &self.program.func(func).vars;
        let live = self.liveness(func);
        let is_kept = |v: &VarId| match vars[v.index()].kind {
            VarKind::Param => true,
            VarKind::Local if vars[v.index()].ty.width() >= Ty::Ptr.width() => true,
            VarKind::Local | VarKind::Temp => live.is_live(loc, *v),
        };
        Kept { all: vars.len(), vars: (0..vars.len() as u32).map(VarId).filter(is_kept).collect() }
    }
}

impl PackedVars {
    /// Puts the variables back into the frame that they were taken out of; those that were not kept are as if they had
    /// never been written.
    pub fn unpack(&self, frame: &mut Frame) {
        frame.vars = vec![Value::Uninit; self.kept.all];
        for (v, value) in self.kept.vars.iter().zip(&self.values) {
            frame.vars[v.index()] = *value;
        }
    }
}
