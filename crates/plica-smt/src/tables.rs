//! Reads of constant tables at symbolic indices: how they are encoded.
//!
//! Oblivious to back ends. As stores over a constant array, a table of 256 entries takes Bitwuzla seconds, and Z3 5.4
//! does not come back from one of 32; as choices by the bits of the index, four reads of 256 entries take both a
//! fraction of a second. So a read goes through the writes over a table one by one, down to the table, and the array
//! itself is not encoded. Arrays with symbolic contents stay arrays.

use std::sync::Arc;

use plica_term::{Op, Sort, TableData, TermId};
use rustc_hash::FxHashMap;

use crate::encode::Encoder;
use crate::sink::{EncodeError, Prim, Sink, SinkSort};
use crate::tuning;

/// What an array consists of, as far as it is known.
#[derive(Debug)]
pub(crate) struct Spine {
    /// Index and value of each write over the table, youngest first.
    pub(crate) writes: Vec<(TermId, TermId)>,
    /// The known elements from index 0 on.
    elems: Vec<Option<u64>>,
    /// All other elements.
    pub(crate) rest: Rest,
    index: u32,
    elem: u32,
}

/// The elements that a table leaves open.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rest {
    /// All have this value.
    Constant(u64),
    /// They are those of this array.
    Array(TermId),
}

impl<S: Sink> Encoder<S> {
    /// The writes over a table that make up this array; `None` to keep the array as it is.
    pub(crate) fn spine(&mut self, array: TermId) -> Option<Arc<Spine>> {
        if let Some(known) = self.spines.get(&array) {
            return known.clone();
        }
        let found = self.find_spine(array).map(Arc::new);
        self.spines.insert(array, found.clone());
        found
    }

    fn find_spine(&self, array: TermId) -> Option<Spine> {
        let pool = self.pool();
        let mut writes = Vec::new();
        let mut at = array;
        let Sort::Array { index, elem } = pool.sort(array) else { return None };
        let mut elems = Vec::new();
        let rest = loop {
            let node = pool.node(at);
            match node.op {
                Op::Store => {
                    writes.push((node.args[1], node.args[2]));
                    at = node.args[0];
                }
                Op::Table(table) => {
                    let table = pool.table_data(table);
                    elems.extend(table.elems.iter().map(|&e| Some(e)));
                    break Rest::Constant(table.default);
                }
                Op::ConstArray => match pool.const_value(node.args[0]).map(u64::try_from) {
                    Some(Ok(value)) => break Rest::Constant(value),
                    _ => break Rest::Array(at),
                },
                _ => break Rest::Array(at),
            }
        };
        // The oldest writes are often the program filling the table: constants at constant places belong to it.
        let mut constants = elems.len();
        while let Some(&(at, value)) = writes.last() {
            let (Some(at), Some(value)) = (pool.const_value(at), pool.const_value(value)) else { break };
            let (Ok(value), true) = (u64::try_from(value), at < tuning::TABLE_LENGTH.get()) else { break };
            let at = at as usize;
            if at >= elems.len() {
                elems.resize(at + 1, None);
            }
            elems[at] = Some(value);
            constants += 1;
            writes.pop();
        }
        let worth_it = matches!(rest, Rest::Constant(_)) || constants >= tuning::CONSTANTS_WORTH_TABLE.get();
        (worth_it && writes.len() <= tuning::WRITES_READ_THROUGH.get()).then_some(Spine {
            writes,
            elems,
            rest,
            index,
            elem,
        })
    }

    /// A read of a table through the writes over it, as a chain of choices.
    pub(crate) fn read_through(&self, sink: &mut S, spine: &Spine, index: S::Term) -> Result<S::Term, EncodeError> {
        let sort = SinkSort::Of(Sort::Bv(spine.elem));
        let rest = match spine.rest {
            Rest::Constant(value) => sink.bv_value(value.into(), spine.elem)?,
            Rest::Array(array) => sink.apply(Prim::Select, sort, &[self.value(array)?, index])?,
        };
        let mut result = mux(sink, spine, index, rest)?;
        for &(at, value) in spine.writes.iter().rev() {
            let (at, value) = (self.value(at)?, self.value(value)?);
            let here = sink.apply(Prim::Eq, SinkSort::Bool, &[index, at])?;
            result = sink.apply(Prim::Ite, sort, &[here, value, result])?;
        }
        Ok(result)
    }
}

/// A table as an array, for where it is used as a whole.
pub(crate) fn make_table<S: Sink>(sink: &mut S, table: &TableData) -> Result<S::Term, EncodeError> {
    let sort = SinkSort::Of(Sort::Array { index: table.index, elem: table.elem });
    let default = sink.bv_value(table.default.into(), table.elem)?;
    let mut array = sink.const_array(table.index, table.elem, default)?;
    for (i, &elem) in table.elems.iter().enumerate() {
        // Elements beyond what an index can name do not exist.
        if elem == table.default || (table.index < 64 && i as u64 >> table.index != 0) {
            continue;
        }
        let (index, value) = (sink.bv_value(i as u128, table.index)?, sink.bv_value(elem.into(), table.elem)?);
        array = sink.apply(Prim::Store, sort, &[array, index, value])?;
    }
    Ok(array)
}

/// An element of a table as a tree of choices by the bits of the index, lowest bit nearest to the elements. Equal
/// halves are shared, so that constant stretches cost nothing.
fn mux<S: Sink>(sink: &mut S, spine: &Spine, index: S::Term, rest: S::Term) -> Result<S::Term, EncodeError> {
    let sort = SinkSort::Of(Sort::Bv(spine.elem));
    let bits = spine.elems.len().max(1).next_power_of_two().trailing_zeros().min(spine.index);
    // Positions in `nodes` stand for terms: they can be compared.
    let mut nodes: Vec<S::Term> = vec![rest];
    let mut constants: FxHashMap<u64, usize> = FxHashMap::default();
    if let Rest::Constant(value) = spine.rest {
        constants.insert(value, 0);
    }
    let mut level: Vec<usize> = Vec::with_capacity(1 << bits);
    for i in 0..1usize << bits {
        level.push(match spine.elems.get(i).copied().flatten() {
            None => 0,
            Some(elem) => match constants.get(&elem) {
                Some(&node) => node,
                None => {
                    nodes.push(sink.bv_value(elem.into(), spine.elem)?);
                    constants.insert(elem, nodes.len() - 1);
                    nodes.len() - 1
                }
            },
        });
    }
    let one = sink.bv_value(1, 1)?;
    let mut made: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for bit in 0..bits {
        let chosen = sink.apply(Prim::Extract { hi: bit, lo: bit }, SinkSort::Of(Sort::BOOL), &[index])?;
        let chosen = sink.apply(Prim::Eq, SinkSort::Bool, &[chosen, one])?;
        made.clear();
        let mut next = Vec::with_capacity(level.len() / 2);
        for pair in level.chunks_exact(2) {
            let (low, high) = (pair[0], pair[1]);
            next.push(if low == high {
                low
            } else if let Some(&node) = made.get(&(low, high)) {
                node
            } else {
                nodes.push(sink.apply(Prim::Ite, sort, &[chosen, nodes[high], nodes[low]])?);
                made.insert((low, high), nodes.len() - 1);
                nodes.len() - 1
            });
        }
        level = next;
    }
    let inside = nodes[level[0]];
    if bits == spine.index || level[0] == 0 {
        return Ok(inside);
    }
    let high = spine.index - bits;
    let above = sink.apply(Prim::Extract { hi: spine.index - 1, lo: bits }, SinkSort::Of(Sort::Bv(high)), &[index])?;
    let zero = sink.bv_value(0, high)?;
    let within = sink.apply(Prim::Eq, SinkSort::Bool, &[above, zero])?;
    sink.apply(Prim::Ite, sort, &[within, inside, rest])
}
