//! Choice trees as bytes, for later runs.
//!
//! What is written is what cannot be made again without asking: nodes, with what their conditions speak of, and what of
//! globals is an input. The function by itself is made anew. Oblivious to where bytes are kept and to what they are
//! kept under: whoever keeps them answers for that all that a tree depends on is the same. Invariant: a tree that was
//! read has the shape of one that was built, each node but the root below one that comes before it.

use plica_exec::{Alone, Assumed, Machine, UnitInput};
use plica_ir::FuncId;
use plica_stable::{Decode, Encode, encodable};
use plica_term::{Decoder, Encoder, Sort, SymbolId, TermDecoder, TermEncoder, TermId};

use crate::tree::{ChoiceKind, ChoiceNode, ChoiceSide, ChoiceTree, Given, NodeIx, PathEnd, What};

/// What keeps choice trees for later runs.
pub trait TreeStore {
    /// What was kept of a function.
    fn find(&mut self, function: FuncId) -> Option<Vec<u8>>;

    /// Keeps the tree of a function.
    fn keep(&mut self, function: FuncId, tree: &[u8]);
}

struct StoredTree {
    nodes: Vec<ChoiceNode>,
    given: Given,
    inputs: Vec<(SymbolId, UnitInput)>,
    assumed: Vec<Assumed>,
}

encodable! {
    struct NodeIx(number);
    enum PathEnd { Returns, Exits, Excluded, Fault, Target }
}

encodable! { TermEncoder, TermDecoder =>
    enum ChoiceKind { Side, Leads(pointer, address, object), Call(function, path, decided) }
    struct ChoiceSide { cond, kind, child }
    enum What { Open, Ended(end, values), Decision(sides) }
    struct ChoiceNode { site, what }
    struct StoredTree { nodes, given, inputs, assumed }
}

impl ChoiceTree {
    /// Its bytes.
    pub fn write(&self) -> Vec<u8> {
        let stored = StoredTree {
            nodes: self.nodes.clone(),
            given: self.given.clone(),
            inputs: self.alone.memory.inputs(),
            assumed: self.alone.memory.assumed(),
        };
        let mut e = Encoder::new(&self.alone.machine.pool);
        stored.encode(&mut e);
        e.finish()
    }

    /// The tree of a function of which [`ChoiceTree::write`] has written the bytes. `Err` says why they can be none.
    pub fn read(function: FuncId, alone: Alone, bytes: &[u8]) -> Result<ChoiceTree, String> {
        let mut d = Decoder::new(&alone.machine.pool, bytes).map_err(|error| error.to_string())?;
        let stored = StoredTree::decode(&mut d).map_err(|error| error.to_string())?;
        d.finish().map_err(|error| error.to_string())?;
        stored.check(&alone.machine)?;
        let StoredTree { nodes, given, inputs, assumed } = stored;
        alone.memory.take_in(inputs, assumed)?;
        Ok(ChoiceTree { function, alone, nodes, given, is_lasting: true })
    }
}

fn ensure(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.into()) }
}

impl StoredTree {
    /// Could it have been built for a function of this program, as far as shapes and sorts tell?
    fn check(&self, machine: &Machine) -> Result<(), String> {
        let pool = &machine.pool;
        let is_condition = |&t: &TermId| pool.sort(t) == Sort::Bv(1);
        let mut below = vec![false; self.nodes.len()];
        ensure(!below.is_empty(), "a tree without a root")?;
        for (at, ChoiceNode { site: (func, loc), what }) in self.nodes.iter().enumerate() {
            let f = machine.program.functions.get(func.index()).ok_or("a function that there is not")?;
            ensure((loc.0 as usize) < f.code.len().max(1), "a place that there is not")?;
            ensure(at == 0 || below[at], "a node below none")?;
            let What::Decision(sides) = what else { continue };
            ensure(sides.iter().any(|side| side.child.is_some()), "a decision without a side")?;
            for ChoiceSide { cond, kind, child } in sides {
                ensure(is_condition(cond), "a condition that is none")?;
                match kind {
                    ChoiceKind::Side => {}
                    ChoiceKind::Leads(pointer, ..) => {
                        ensure(pool.symbol_info(*pointer).kind.is_address(), "a pointer that is none")?;
                    }
                    ChoiceKind::Call(function, _, decided) => {
                        ensure(function.index() < machine.program.functions.len(), "a function that there is not")?;
                        ensure(decided.iter().all(is_condition), "a condition that is none")?;
                    }
                }
                if let Some(child) = child {
                    let child = child.index();
                    ensure(child > at && below.get(child) == Some(&false), "a node below two")?;
                    below[child] = true;
                }
            }
        }
        Ok(())
    }
}
