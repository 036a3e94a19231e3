//! Choice trees as bytes, for later runs.
//!
//! What is written is what cannot be made again without asking: nodes, with what their conditions speak of, and what of
//! globals is an input. The function by itself is made anew. Oblivious to where bytes are kept and to what they are
//! kept under: whoever keeps them answers for that all that a tree depends on is the same. Invariant: a tree that was
//! read has the shape of one that was built, each node but the root below one that comes before it.

use std::sync::Arc;

use plica_exec::{Alone, Assumed, Input, Machine, UnitInput};
use plica_ir::{DebugLoc, FuncId, Loc};
use plica_stable::{Decode, Encode, encodable};
use plica_term::{Decoder, Encoder, Model, Sort, SymbolId, TermDecoder, TermEncoder, TermId};

use crate::tree::{ChoiceKind, ChoiceNode, ChoiceSide, ChoiceTree, NodeIx, PathEnd, What};

/// What keeps choice trees for later runs.
pub trait TreeStore {
    /// What was kept of a function.
    fn find(&mut self, function: FuncId) -> Option<Vec<u8>>;

    /// Keeps the tree of a function.
    fn keep(&mut self, function: FuncId, tree: &[u8]);
}

struct StoredTree {
    nodes: Vec<StoredNode>,
    given: Vec<StoredGiven>,
    inputs: Vec<(SymbolId, UnitInput)>,
    assumed: Vec<Assumed>,
}

struct StoredNode {
    func: FuncId,
    loc: Loc,
    what: StoredWhat,
}

enum StoredWhat {
    Open,
    Ended(PathEnd, Model),
    Decision(Vec<StoredSide>),
}

struct StoredSide {
    cond: TermId,
    kind: StoredKind,
    child: Option<u32>,
}

enum StoredKind {
    Side,
    Leads { pointer: SymbolId, address: u64, object: Option<Input> },
    Call { function: FuncId, path: u32, decided: Vec<TermId> },
}

struct StoredGiven {
    symbol: SymbolId,
    place: Option<StoredPlace>,
}

struct StoredPlace {
    before: u32,
    name: String,
}

encodable! {
    enum PathEnd { Returns, Exits, Excluded, Fault, Target }
    struct StoredPlace { before, name }
}

encodable! { TermEncoder, TermDecoder =>
    enum StoredKind { Side, Leads { pointer, address, object }, Call { function, path, decided } }
    struct StoredSide { cond, kind, child }
    enum StoredWhat { Open, Ended(end, values), Decision(sides) }
    struct StoredNode { func, loc, what }
    struct StoredGiven { symbol, place }
    struct StoredTree { nodes, given, inputs, assumed }
}

impl StoredSide {
    fn of(side: &ChoiceSide) -> StoredSide {
        let kind = match &side.kind {
            ChoiceKind::Side => StoredKind::Side,
            ChoiceKind::Leads(pointer, address, object) => {
                // Where it is asked for is a matter of lines.
                let placeless = |input: &Arc<Input>| Input { loc: DebugLoc::UNKNOWN, ..(**input).clone() };
                StoredKind::Leads { pointer: *pointer, address: *address, object: object.as_ref().map(placeless) }
            }
            ChoiceKind::Call(function, path, decided) => {
                StoredKind::Call { function: *function, path: *path, decided: decided.clone() }
            }
        };
        StoredSide { cond: side.cond, kind, child: side.child.map(|child| child.0) }
    }

    fn restore(self) -> ChoiceSide {
        let kind = match self.kind {
            StoredKind::Side => ChoiceKind::Side,
            StoredKind::Leads { pointer, address, object } => ChoiceKind::Leads(pointer, address, object.map(Arc::new)),
            StoredKind::Call { function, path, decided } => ChoiceKind::Call(function, path, decided),
        };
        ChoiceSide { cond: self.cond, kind, child: self.child.map(NodeIx) }
    }
}

impl ChoiceTree {
    /// Its bytes.
    pub fn write(&self) -> Vec<u8> {
        let pool = &self.alone.machine.pool;
        let node = |node: &ChoiceNode| StoredNode {
            func: node.site.0,
            loc: node.site.1,
            what: match &node.what {
                What::Open => StoredWhat::Open,
                What::Ended(end, values) => StoredWhat::Ended(*end, (**values).clone()),
                What::Decision(sides) => StoredWhat::Decision(sides.iter().map(StoredSide::of).collect()),
            },
        };
        let mut given: Vec<_> = self.given.iter().collect();
        given.sort_by_key(|(symbol, _)| pool.symbol_info(**symbol).name.clone());
        let given = given.into_iter().map(|(&symbol, place)| StoredGiven {
            symbol,
            place: place.as_ref().map(|(before, name)| StoredPlace { before: *before, name: name.to_string() }),
        });
        let stored = StoredTree {
            nodes: self.nodes.iter().map(node).collect(),
            given: given.collect(),
            inputs: self.alone.memory.inputs(),
            assumed: self.alone.memory.assumed(),
        };
        let mut e = Encoder::new(pool);
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
        let node = |StoredNode { func, loc, what }| ChoiceNode {
            site: (func, loc),
            what: match what {
                StoredWhat::Open => What::Open,
                StoredWhat::Ended(end, values) => What::Ended(end, Arc::new(values)),
                StoredWhat::Decision(sides) => What::Decision(sides.into_iter().map(StoredSide::restore).collect()),
            },
        };
        let place = |place: StoredPlace| (place.before, Arc::from(place.name));
        let given = given.into_iter().map(|one| (one.symbol, one.place.map(place)));
        let given = given.collect();
        Ok(ChoiceTree { function, alone, nodes: nodes.into_iter().map(node).collect(), given, is_lasting: true })
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
        for (at, StoredNode { func, loc, what }) in self.nodes.iter().enumerate() {
            let f = machine.program.functions.get(func.index()).ok_or("a function that there is not")?;
            ensure((loc.0 as usize) < f.code.len().max(1), "a place that there is not")?;
            ensure(at == 0 || below[at], "a node below none")?;
            let StoredWhat::Decision(sides) = what else { continue };
            ensure(sides.iter().any(|side| side.child.is_some()), "a decision without a side")?;
            for StoredSide { cond, kind, child } in sides {
                ensure(is_condition(cond), "a condition that is none")?;
                match kind {
                    StoredKind::Side => {}
                    StoredKind::Leads { pointer, .. } => {
                        ensure(pool.symbol_info(*pointer).kind.is_address(), "a pointer that is none")?;
                    }
                    StoredKind::Call { function, decided, .. } => {
                        ensure(function.index() < machine.program.functions.len(), "a function that there is not")?;
                        ensure(decided.iter().all(is_condition), "a condition that is none")?;
                    }
                }
                if let Some(child) = child {
                    let child = *child as usize;
                    ensure(child > at && below.get(child) == Some(&false), "a node below two")?;
                    below[child] = true;
                }
            }
        }
        Ok(())
    }
}
