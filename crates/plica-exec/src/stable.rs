//! Path states as bytes: frames, memory, path condition, model, and what happened on the way.
//!
//! Terms go through the encoder; numbers of functions, places, objects and outcomes of calls stay as they are and mean
//! something with the same program, and the same summaries, only. A state takes room in proportion to its own size:
//! what it shares with others is written with each of them. Oblivious to the program. Invariants: a state that was
//! read is one that [`Machine::admit`](crate::Machine::admit) has to look at before it is executed; callers are written
//! and read one after the other, however many there are.

use std::sync::Arc;

use plica_stable::{Decode, DecodeError, Encode, encodable};
use plica_term::{TermDecoder, TermEncoder};

use crate::event::{Event, FoldedLoop, Input, InputKind, InputOrigin, Jump};
use crate::state::{Callers, Frame, State, VarArg};
use crate::value::{ObjId, Value};

encodable! {
    struct ObjId(number);
    enum InputKind { Scalar { signed, float }, Bytes, Unset, External { writes } }
    enum InputOrigin { Call, Parameter, Argument(place) }
}

encodable! { TermEncoder, TermDecoder =>
    enum Value { Int { width, bits }, Term(term), Ptr { obj, off }, SymPtr { obj, off }, Uninit }
    struct VarArg { value, size, byval }
    struct Frame { func, stack, loc, vars, objects, varargs, startup, inside }
    struct Input { name, kind, parts, loc, origin }
    struct Jump { place, object, value }
    struct FoldedLoop { site, count, name, iteration, goes_on, kappa, jump, paths }
    enum Event { Input(input), Folded(fold), Called(outcome) }
}

impl<E: TermEncoder> Encode<E> for State {
    fn encode(&self, e: &mut E) {
        let State {
            top,
            callers,
            // The number of callers is that of their frames.
            depth: _,
            heap,
            pc,
            model,
            granted,
            merged,
            reach,
            returned,
            events,
            scopes,
            fresh,
            steps,
        } = self;
        write_callers(callers.as_ref(), e);
        top.encode(e);
        heap.encode(e);
        (pc, model, granted).encode(e);
        (merged, reach, returned, events).encode(e);
        (scopes, fresh, steps).encode(e);
    }
}

impl<D: TermDecoder> Decode<D> for State {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let (callers, depth) = read_callers(d)?;
        let (top, heap) = Decode::decode(d)?;
        let (pc, model, granted) = Decode::decode(d)?;
        let (merged, reach, returned, events) = Decode::decode(d)?;
        let (scopes, fresh, steps) = Decode::decode(d)?;
        Ok(State {
            top,
            callers,
            depth,
            heap,
            pc,
            model,
            granted,
            merged,
            reach,
            returned,
            events,
            scopes,
            fresh,
            steps,
        })
    }
}

/// Writes the frames of callers, outermost first.
fn write_callers<E: TermEncoder>(callers: Option<&Arc<Callers>>, e: &mut E) {
    let mut frames = Vec::new();
    let mut next = callers;
    while let Some(node) = next {
        frames.push(&node.frame);
        next = node.rest.as_ref();
    }
    e.write_count(frames.len());
    frames.iter().rev().for_each(|frame| frame.encode(e));
}

/// Reads callers, and how many they are.
fn read_callers<D: TermDecoder>(d: &mut D) -> Result<(Option<Arc<Callers>>, u32), DecodeError> {
    let count = d.read_count()?;
    let depth = u32::try_from(count).map_err(|_| d.error("more callers than can be"))?;
    let mut rest = None;
    for _ in 0..count {
        let frame = Frame::decode(d)?;
        rest = Some(Arc::new(Callers { frame, rest }));
    }
    Ok((rest, depth))
}
