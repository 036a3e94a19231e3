//! Where input pointers lead: the decision that is taken when one is followed for the first time.
//!
//! Oblivious to what is accessed there. Invariant: once it is decided, the pointer's address is part of the path
//! condition and of [`State::pointers`](crate::State), so that it is decided once on a path.

use plica_term::{SymbolId, SymbolKind, TermId};

use crate::fault::{Stop, StopKind};
use crate::lazy::Destination;
use crate::machine::Machine;
use crate::outcome::{Alternative, Effect, Flow};
use crate::state::State;
use crate::step::{decide, stop};
use crate::value::{OFFSET_BITS, Value, WILD, decode, decode_term, encode};

impl Machine {
    /// The value of a variable, where it is an input pointer of which it was decided where it leads.
    #[inline]
    pub(crate) fn followed(&self, s: &State, t: TermId) -> Value {
        match &s.pointers {
            None => Value::Term(t),
            Some(known) => match self.pool.as_symbol(t).and_then(|symbol| known.get(&symbol)) {
                None => Value::Term(t),
                Some(0) => Value::NULL,
                Some(&bits) => Value::int(bits, 64).as_pointer(),
            },
        }
    }

    /// The object and offset parts of an address, in which no input pointer is left: the first of which it is not known
    /// where it leads is decided.
    pub(crate) fn follow(&self, s: &State, address: TermId) -> Flow<(TermId, TermId)> {
        let pool = &*self.pool;
        let Some(lazy) = &self.lazy else { return Ok(decode_term(pool, address)) };
        let mut known = Vec::new();
        for &symbol in pool.free_symbols(address).iter() {
            match pool.symbol_info(symbol).kind {
                SymbolKind::Address { pointee } => match s.pointers.as_ref().and_then(|all| all.get(&symbol)) {
                    Some(&bits) => known.push((symbol, bits)),
                    None => return Err(decide(self.ways(s, symbol, &lazy.pointees[pointee as usize].target, pointee))),
                },
                SymbolKind::Untyped => {
                    let text = "unsupported: an input is followed as a pointer of which the type is not known";
                    return Err(stop(StopKind::Unsupported, text));
                }
                _ => {}
            }
        }
        if let ([(_, bits)], Some(distance)) = (&known[..], self.at_a_distance(address)) {
            let (obj, off) = decode(*bits);
            let off = pool.add(distance, pool.bv(u128::from(off), 64));
            return Ok((pool.bv(u128::from(obj.0), 64 - OFFSET_BITS), off));
        }
        let known = known.into_iter().map(|(symbol, bits)| (symbol, pool.bv(u128::from(bits), 64))).collect();
        Ok(decode_term(pool, pool.substitute(address, &known)))
    }

    /// How far an address is from the input pointer that it is made of, if it is made of one. However far that is, it
    /// belongs to the object that the pointer leads to: addresses are made as sums then, not by their parts.
    pub(crate) fn at_a_distance(&self, address: TermId) -> Option<TermId> {
        self.lazy.as_ref()?;
        let pool = &*self.pool;
        let free = pool.free_symbols(address);
        let is_pointer = |id: &&SymbolId| pool.symbol_info(**id).kind.is_address();
        let mut pointers = free.iter().filter(is_pointer);
        let (Some(&pointer), None) = (pointers.next(), pointers.next()) else { return None };
        let distance = pool.sub(address, pool.symbol_term(pointer));
        (!pool.free_symbols(distance).contains(&pointer)).then_some(distance)
    }

    /// Where a symbol may lead that is an input pointer which the path has not followed; `None` for any other.
    pub fn ways_of(&self, s: &State, symbol: SymbolId) -> Option<Vec<Alternative>> {
        let SymbolKind::Address { pointee } = self.pool.symbol_info(symbol).kind else { return None };
        let target = &self.lazy.as_ref()?.pointees.get(pointee as usize)?.target;
        let followed = s.pointers.as_ref().is_some_and(|all| all.contains_key(&symbol));
        (!followed).then(|| self.ways(s, symbol, target, pointee))
    }

    /// Where a pointer that nothing has followed may lead.
    fn ways(&self, s: &State, symbol: SymbolId, target: &Destination, pointee: u32) -> Vec<Alternative> {
        let (pool, Some(lazy)) = (&*self.pool, self.lazy.as_ref()) else { return Vec::new() };
        let pointer = pool.symbol_term(symbol);
        let way = |bits: u64| Alternative {
            cond: pool.eq(pointer, pool.bv(u128::from(bits), 64)),
            effect: Effect::Point(symbol, bits),
        };
        let mut ways = Vec::new();
        if lazy.bounds.null {
            ways.push(way(0));
        }
        match target {
            Destination::Functions(all) if all.is_empty() => ways.push(Alternative {
                effect: Effect::Stop(Stop::new(
                    StopKind::Unsupported,
                    "unsupported: a call of a function that is an input; the program has none of its type",
                )),
                ..way(encode(WILD, 0))
            }),
            Destination::Functions(all) => ways.extend(all.iter().map(|&f| way(encode(self.function_object(f), 0)))),
            Destination::Data(_) | Destination::Opaque => {
                // Where more is asked of addresses than whether they are equal, it matters which of the new ones it is.
                let alike = self.only_compares(s, lazy);
                for obj in lazy.ids(pointee) {
                    let there = way(encode(obj, 0));
                    if s.heap.get(obj).is_none() {
                        let cond = pool.and(there.cond, self.known_of_new(s, lazy, obj));
                        ways.push(Alternative { cond, ..there });
                        if alike {
                            break;
                        }
                    } else {
                        ways.push(there);
                    }
                }
            }
        }
        ways
    }
}
