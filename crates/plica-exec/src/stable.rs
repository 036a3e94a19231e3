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
    enum InputKind { Scalar { signed, float }, Bytes, Pointer, Object { object, ty }, Unset, External { writes }, Answer }
    enum InputOrigin { Call, Parameter, Argument(place), Memory, Global, File }
}

encodable! { TermEncoder, TermDecoder =>
    enum Value { Int { width, bits }, Term(term), Ptr { obj, off }, SymPtr { obj, off }, Uninit }
    struct VarArg { value, size, byval, float }
    struct Frame { func, stack, loc, vars, objects, varargs, startup, inside }
    struct Input { name, kind, parts, loc, origin }
    struct Jump { place, object, value }
    struct FoldedLoop { site, count, name, iteration, goes_on, kappa, jump, paths }
    enum Event { Input(input), Folded(fold), Called(outcome) }
    struct State {
        top, callers, depth, heap, pc, model, granted, merged, pointers, pinned, reach, returned, events, scopes, fresh,
        steps,
    }
}

/// The frames of callers, outermost first.
impl<E: TermEncoder> Encode<E> for Callers {
    fn encode(&self, e: &mut E) {
        let mut frames = vec![&self.frame];
        let mut next = self.rest.as_ref();
        while let Some(node) = next {
            frames.push(&node.frame);
            next = node.rest.as_ref();
        }
        e.write_count(frames.len());
        frames.iter().rev().for_each(|frame| frame.encode(e));
    }
}

impl<D: TermDecoder> Decode<D> for Callers {
    fn decode(d: &mut D) -> Result<Self, DecodeError> {
        let mut callers: Option<Callers> = None;
        for _ in 0..d.read_count()? {
            let frame = Frame::decode(d)?;
            callers = Some(Callers { frame, rest: callers.map(Arc::new) });
        }
        callers.ok_or_else(|| d.error("callers, and none among them"))
    }
}
