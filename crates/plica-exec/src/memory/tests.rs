//! Contents of objects against the obvious reference: an array of bytes per model.
//!
//! Random accesses at known and symbolic offsets are carried out on a [`Content`] and, with every term evaluated under
//! each of a few models, on plain bytes. What was never written is fixed by the first read.

use plica_term::{ArrayValue, ConstValue, Evaluator, Model, Op, Sort, SymbolKind, TermId, TermPool};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::content::Piece;
use super::*;
use crate::fresh::Mode;
use crate::value::{ObjId, Value};

const OBJ: ObjId = ObjId(7);
const MODELS: usize = 3;

/// How the object starts.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Start {
    Uninit,
    Zero,
    /// Known bytes.
    Bytes,
}

/// A value that is written.
#[derive(Clone, Copy, Debug)]
enum Written {
    Number(u64),
    /// A symbol of the access's width.
    Symbol,
    /// A pointer (only where 8 bytes are written).
    Pointer,
    /// A pointer at a symbolic offset.
    SymbolicPointer,
}

/// An access. Places are reduced to the object's bounds.
#[derive(Clone, Debug)]
enum Access {
    Read {
        at: u64,
        size: u64,
    },
    Write {
        at: u64,
        size: u64,
        what: Written,
    },
    /// At a symbolic offset that is a multiple of `align`.
    ReadSymbolic {
        size: u64,
        align: u64,
        seed: u64,
    },
    WriteSymbolic {
        size: u64,
        align: u64,
        seed: u64,
        what: Written,
    },
    WriteBytes {
        at: u64,
        len: u64,
        byte: u8,
    },
    Copy {
        from: u64,
        to: u64,
        len: u64,
    },
    /// The object goes on as a clone; the original must not change any more.
    Fork,
}

fn access() -> impl Strategy<Value = Access> + use<> {
    let size = prop_oneof![4 => prop::sample::select(vec![1u64, 2, 4, 8]), 1 => 1u64..=16];
    let at = prop_oneof![2 => 0u64..48, 2 => (0u64..600).prop_map(|i| i * 4), 2 => 4070u64..4110, 1 => any::<u64>()];
    let what = prop_oneof![
        3 => any::<u64>().prop_map(Written::Number),
        2 => Just(Written::Symbol),
        1 => Just(Written::Pointer),
        1 => Just(Written::SymbolicPointer)
    ];
    let align = prop::sample::select(vec![1u64, 2, 4, 8]);
    prop_oneof![
        5 => (at.clone(), size.clone()).prop_map(|(at, size)| Access::Read { at, size }),
        5 => (at.clone(), size.clone(), what.clone()).prop_map(|(at, size, what)| Access::Write { at, size, what }),
        2 => (size.clone(), align.clone(), any::<u64>())
            .prop_map(|(size, align, seed)| Access::ReadSymbolic { size, align, seed }),
        2 => (size, align, any::<u64>(), what)
            .prop_map(|(size, align, seed, what)| Access::WriteSymbolic { size, align, seed, what }),
        1 => (at.clone(), 1u64..40, any::<u8>()).prop_map(|(at, len, byte)| Access::WriteBytes { at, len, byte }),
        2 => (at.clone(), at, prop_oneof![1u64..40, 4000u64..4200]).prop_map(|(from, to, len)| Access::Copy { from, to, len }),
        1 => Just(Access::Fork)
    ]
}

/// A pseudo-random number that depends on both arguments.
fn mix(a: u64, b: u64) -> u64 {
    let mut x = a.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(b).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 29;
    x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 32)
}

/// What was done, with the values and places of every model, for doing it again as a confirmation does.
enum Done {
    Read(u64, Vec<u64>, Vec<u128>),
    Write(u64, Vec<u64>, Vec<u128>),
    WriteBytes(u64, Vec<u8>),
    Copy(u64, u64, u64),
}

struct World {
    pool: TermPool,
    mode: Mode,
    models: Vec<Model>,
    /// The bytes under each model; `None` is not known yet.
    bytes: Vec<Vec<Option<u8>>>,
    content: Content,
    len: u64,
    cell: u32,
    extent: Option<u64>,
    symbols: u64,
    done: Vec<Done>,
}

impl World {
    fn new(len: u64, cell: u32, start: Start, sized: bool) -> World {
        let extent = sized.then_some(len);
        let (content, byte): (Content, Box<dyn Fn(u64) -> Option<u8>>) = match start {
            Start::Uninit => (Content::uninit(extent), Box::new(|_| None)),
            Start::Zero => (Content::zero(extent), Box::new(|_| Some(0))),
            Start::Bytes => {
                let data: Vec<u8> = (0..len).map(|i| mix(i, 3) as u8).collect();
                (Content::bytes(data.clone().into()), Box::new(move |i| Some(data[i as usize])))
            }
        };
        let bytes: Vec<Option<u8>> = (0..len).map(byte).collect();
        World {
            pool: TermPool::new(),
            mode: Mode::Symbolic,
            models: vec![Model::new(); MODELS],
            bytes: vec![bytes; MODELS],
            content,
            len,
            cell,
            extent,
            symbols: 0,
            done: Vec::new(),
        }
    }

    fn place(&self) -> Place<'_> {
        Place { pool: &self.pool, obj: OBJ, mode: &self.mode }
    }

    /// The value of a term under model `m`; symbols not met before get random values.
    fn eval(&mut self, m: usize, t: TermId) -> u128 {
        for &symbol in self.pool.free_symbols(t).iter() {
            if self.models[m].get(symbol).is_some() {
                continue;
            }
            let info = self.pool.symbol_info(symbol);
            let seed = info.name.bytes().fold(m as u64, |h, b| mix(h, u64::from(b)));
            let value = match info.sort {
                Sort::Array { elem, .. } => {
                    let element = |i| {
                        let wide = u128::from(mix(seed, i)) << 64 | u128::from(mix(seed, i + 1000));
                        wide & plica_term::mask(elem)
                    };
                    let entries =
                        (0..self.len * 8 / u64::from(elem) + 1).map(|i| (u128::from(i), element(i))).collect();
                    ConstValue::Array(std::sync::Arc::new(ArrayValue { entries, default: 0 }))
                }
                sort => {
                    let wide = u128::from(seed) << 64 | u128::from(mix(seed, 5));
                    ConstValue::Bv(wide & plica_term::mask(sort.bv_width().unwrap_or(0)))
                }
            };
            self.models[m].set(symbol, value);
        }
        Evaluator::new(&self.pool, &self.models[m]).try_bits(t).expect("the term is defined")
    }

    /// A new symbol with the given values, one per model.
    fn symbol(&mut self, width: u32, values: impl Fn(usize) -> u128) -> TermId {
        self.symbols += 1;
        let t = self.pool.symbol(&format!("s{}", self.symbols), Sort::Bv(width), SymbolKind::Input);
        let Op::Symbol(id) = self.pool.node(t).op else { unreachable!() };
        for m in 0..MODELS {
            self.models[m].set(id, ConstValue::Bv(values(m) & plica_term::mask(width)));
        }
        t
    }

    fn value(&mut self, what: Written, size: u64) -> Value {
        let width = size as u32 * 8;
        match what {
            Written::Number(n) if width <= 64 => Value::int(n, width),
            Written::Number(n) => Value::Term(self.pool.bv(u128::from(n) << 30, width)),
            Written::Pointer if size == 8 => Value::Ptr { obj: ObjId(9), off: 20 },
            Written::SymbolicPointer if size == 8 => {
                let off = self.symbol(64, |m| mix(m as u64, 17) as u128 & 0xffff);
                Value::SymPtr { obj: ObjId(11), off }
            }
            _ => {
                let n = self.symbols;
                Value::Term(
                    self.symbol(width, |m| u128::from(mix(m as u64, n)) << 64 | u128::from(mix(m as u64, n + 500))),
                )
            }
        }
    }

    /// A symbolic offset for `size` bytes, as a term that shows its alignment.
    fn offset(&mut self, size: u64, align: u64, seed: u64) -> (TermId, Vec<u64>) {
        let places = (self.len - size) / align + 1;
        let at = |m: usize| mix(seed, m as u64) % places;
        let n = self.symbol(32, |m| u128::from(at(m)));
        let t = self.pool.mul(self.pool.zext(n, 64), self.pool.bv(u128::from(align), 64));
        (t, (0..MODELS).map(|m| at(m) * align).collect())
    }

    /// Compares a value that was read with the bytes at `places` (one per model).
    fn compare(&mut self, got: Value, size: u64, places: &[u64], what: &Access) {
        assert_eq!(got.width(&self.pool), size as u32 * 8, "{what:?}");
        let t = got.to_term(&self.pool);
        let all: Vec<u128> = (0..MODELS).map(|m| self.eval(m, t)).collect();
        self.done.push(Done::Read(size, places.to_vec(), all.clone()));
        for (m, bits) in all.into_iter().enumerate() {
            for i in 0..size {
                let byte = (bits >> (8 * i)) as u8;
                let expected = self.bytes[m][(places[m] + i) as usize].get_or_insert(byte);
                assert_eq!(*expected, byte, "{what:?}: byte {} at {} under model {m}", i, places[m]);
            }
        }
    }

    fn note_write(&mut self, value: Value, size: u64, places: &[u64]) {
        let t = value.to_term(&self.pool);
        let all: Vec<u128> = (0..MODELS).map(|m| self.eval(m, t)).collect();
        self.done.push(Done::Write(size, places.to_vec(), all.clone()));
        for (m, bits) in all.into_iter().enumerate() {
            for i in 0..size {
                self.bytes[m][(places[m] + i) as usize] = Some((bits >> (8 * i)) as u8);
            }
        }
    }

    fn apply(&mut self, access: &Access) {
        let mut content = self.content.clone();
        let place = |len: u64, at: u64, n: u64| if n > len { None } else { Some(at % (len - n + 1)) };
        match *access {
            Access::Read { at, size } => {
                let Some(at) = place(self.len, at, size) else { return };
                let peeked = content.peek(&self.pool, at, size);
                let got = content.read(self.place(), at, size);
                assert!(peeked.is_none_or(|p| p == got), "{access:?}");
                self.compare(got, size, &[at; MODELS], access);
            }
            Access::Write { at, size, what } => {
                let Some(at) = place(self.len, at, size) else { return };
                let value = self.value(what, size);
                content.write(&self.pool, at, size, value);
                self.note_write(value, size, &[at; MODELS]);
                assert!(!content.is_uninit(&self.pool, at, size), "{access:?}");
            }
            Access::ReadSymbolic { size, align, seed } => {
                if size > self.len {
                    return;
                }
                let (off, places) = self.offset(size, align, seed);
                let got = content.read_symbolic(self.place(), off, size, self.cell, self.extent);
                self.compare(got, size, &places, access);
            }
            Access::WriteSymbolic { size, align, seed, what } => {
                if size > self.len {
                    return;
                }
                let (off, places) = self.offset(size, align, seed);
                let value = self.value(what, size);
                content.write_symbolic(self.place(), off, size, self.cell, self.extent, value);
                self.note_write(value, size, &places);
            }
            Access::WriteBytes { at, len, byte } => {
                let Some(at) = place(self.len, at, len) else { return };
                let data: Vec<u8> = (0..len).map(|i| byte.wrapping_add(i as u8)).collect();
                content.write_bytes(&self.pool, at, &data);
                self.done.push(Done::WriteBytes(at, data.clone()));
                for bytes in &mut self.bytes {
                    for (i, b) in data.iter().enumerate() {
                        bytes[at as usize + i] = Some(*b);
                    }
                }
            }
            Access::Copy { from, to, len } => {
                let (Some(from), Some(to)) = (place(self.len, from, len), place(self.len, to, len)) else { return };
                let pieces = content.copy_out(self.place(), from, len, self.cell);
                let lens: u64 = pieces
                    .iter()
                    .map(|p| match &p.1 {
                        Piece::Known(data) => data.len() as u64,
                        Piece::Value(n, _) | Piece::Unwritten(n, _) => *n,
                    })
                    .sum();
                assert_eq!(lens, len, "{access:?}: every byte is copied once");
                content.copy_in(&self.pool, to, &pieces);
                self.done.push(Done::Copy(from, to, len));
                // What was unwritten now has a value: it is fixed by reading the source.
                for i in 0..len {
                    if self.bytes.iter().any(|b| b[(from + i) as usize].is_none()) {
                        let got = content.read(self.place(), to + i, 1);
                        let t = got.to_term(&self.pool);
                        for m in 0..MODELS {
                            let bits = self.eval(m, t) as u8;
                            self.bytes[m][(from + i) as usize].get_or_insert(bits);
                        }
                    }
                }
                for bytes in &mut self.bytes {
                    bytes.copy_within(from as usize..(from + len) as usize, to as usize);
                }
            }
            Access::Fork => {}
        }
        self.content = content;
    }
}

/// Does everything once more with the values of a model, as confirming an error does: the reads give the same.
fn confirm(world: &World, start: Start) {
    let pool = &world.pool;
    for m in 0..MODELS {
        let mode =
            Mode::Concrete(std::sync::Arc::new(crate::fresh::World::new(world.models[m].clone(), std::iter::empty())));
        let place = Place { pool, obj: OBJ, mode: &mode };
        let mut content = World::new(world.len, world.cell, start, world.extent.is_some()).content;
        for (i, done) in world.done.iter().enumerate() {
            match done {
                Done::Read(size, places, values) => {
                    let got = content.read(place, places[m], *size).to_term(pool);
                    assert_eq!(pool.const_value(got), Some(values[m]), "access {i} of model {m} at {}", places[m]);
                }
                Done::Write(size, places, values) => {
                    let value = Value::of_term(pool, pool.bv(values[m], *size as u32 * 8));
                    content.write(pool, places[m], *size, value);
                }
                Done::WriteBytes(at, data) => content.write_bytes(pool, *at, data),
                Done::Copy(from, to, len) => {
                    let pieces = content.copy_out(place, *from, *len, world.cell);
                    content.copy_in(pool, *to, &pieces);
                }
            }
        }
    }
}

fn check(len: u64, cell: u32, start: Start, sized: bool, accesses: &[Access]) {
    let mut world = World::new(len, cell, start, sized);
    let mut kept = None;
    for a in accesses {
        if matches!(a, Access::Fork) && kept.is_none() {
            kept = Some((world.content.clone(), world.bytes.clone()));
        }
        world.apply(a);
    }
    let everything = |world: &mut World| {
        let step = (world.len / 97).max(1);
        for at in (0..world.len).step_by(step as usize) {
            world.apply(&Access::Read { at, size: 1 });
        }
        for at in (0..world.len.saturating_sub(4)).step_by(step as usize * 3) {
            world.apply(&Access::Read { at, size: 4 });
        }
    };
    everything(&mut world);
    if kept.is_none() {
        confirm(&world, start);
    }
    if let Some((content, bytes)) = kept {
        // Reads since the fork may have fixed bytes on one side only; those must be the same symbols on the other.
        world.content = content;
        world.bytes = bytes;
        everything(&mut world);
    }
}

#[test]
fn contents_behave_as_bytes() {
    let start = prop_oneof![
        2 => Just(Start::Uninit),
        2 => Just(Start::Zero),
        1 => Just(Start::Bytes)
    ];
    let len = prop_oneof![3 => 1u64..40, 2 => 4000u64..4200, 1 => 8000u64..20_000];
    let cell = prop::sample::select(vec![0u32, 1, 2, 4, 8, 16, 12]);
    let cases = (len, cell, start, any::<bool>(), prop::collection::vec(access(), 1..24));
    let mut runner = TestRunner::new(Config { cases: 400, failure_persistence: None, ..Config::default() });
    runner
        .run(&cases, |(len, cell, start, sized, accesses)| {
            check(len, cell, start, sized, &accesses);
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn unwritten_bytes_stay_unwritten_when_read_or_copied() {
    let pool = TermPool::new();
    for mode in [Mode::Symbolic, Mode::Concrete(std::sync::Arc::new(crate::fresh::World::default()))] {
        let place = Place { pool: &pool, obj: OBJ, mode: &mode };
        let mut a = Content::uninit(Some(24));
        a.write(&pool, 4, 4, Value::int(1, 32));
        assert!(a.is_uninit(&pool, 0, 4) && a.is_uninit(&pool, 0, 8) && a.is_uninit(&pool, 7, 2));
        assert!(!a.is_uninit(&pool, 4, 4) && !a.is_uninit(&pool, 5, 1));
        let first = a.read(place, 8, 8);
        assert_eq!(a.read(place, 8, 8), first, "the same value each time");
        assert!(a.is_uninit(&pool, 8, 8) && a.is_uninit(&pool, 9, 1) && a.is_uninit(&pool, 4, 8), "{mode:?}");
        let mut b = Content::zero(Some(24));
        let pieces = a.copy_out(place, 0, 24, 0);
        b.copy_in(&pool, 0, &pieces);
        for at in 0..24 {
            assert_eq!(b.is_uninit(&pool, at, 1), !(4..8).contains(&at), "byte {at} of the copy, {mode:?}");
            let (x, y) = (a.read(place, at, 1), b.read(place, at, 1));
            assert_eq!(x, y, "byte {at}");
        }
        // Of more bytes than a number has, and across pages.
        assert!(!a.is_uninit(&pool, 4, 4) && a.is_uninit(&pool, 0, 24) && a.may_be_unwritten(&pool, Some(24)));
        let mut large = Content::uninit(Some(200));
        for at in 0..200 {
            assert!(large.is_uninit(&pool, 0, 200) && large.is_uninit(&pool, at, 200 - at), "{mode:?}");
            large.write(&pool, at, 1, Value::int(7, 8));
            assert!(!large.is_uninit(&pool, 0, at + 1), "{at} bytes are written");
        }
        assert!(!large.may_be_unwritten(&pool, Some(200)));
        // Writing a part leaves the rest unwritten.
        b.write(&pool, 10, 2, Value::int(7, 16));
        assert!(!b.is_uninit(&pool, 10, 2) && b.is_uninit(&pool, 9, 1) && b.is_uninit(&pool, 12, 1), "{mode:?}");
    }
}

#[test]
fn an_array_of_what_was_written_everywhere_holds_nothing_of_before() {
    let (pool, mode) = (TermPool::new(), Mode::Symbolic);
    let place = Place { pool: &pool, obj: OBJ, mode: &mode };
    let mut content = Content::uninit(Some(24));
    [0, 8].into_iter().for_each(|at| content.write(&pool, at, 8, Value::int(5, 64)));
    let (part, _) = content.clone().make_array(place, 8, Some(24));
    assert!(!pool.free_symbols(part).is_empty(), "the last element was never written");
    let x = pool.symbol("x", Sort::Bv(64), SymbolKind::Input);
    content.write(&pool, 16, 8, Value::Term(x));
    let (whole, _) = content.make_array(place, 8, Some(24));
    assert_eq!(pool.free_symbols(whole), pool.free_symbols(x));
}

#[test]
fn what_is_moved_tells_which_bits_were_written() {
    let pool = TermPool::new();
    let x = pool.symbol("x", Sort::Bv(8), SymbolKind::Input);
    for mode in [Mode::Symbolic, Mode::Concrete(std::sync::Arc::new(crate::fresh::World::default()))] {
        let place = Place { pool: &pool, obj: OBJ, mode: &mode };
        let moved = |c: &mut Content, off, size| match mode {
            Mode::Concrete(_) => c.read_marked(place, off, size),
            _ => c.read(place, off, size),
        };
        // A word with a number and a term in it, through a register.
        let mut a = Content::uninit(Some(16));
        a.write(&pool, 0, 2, Value::int(0, 16));
        a.write(&pool, 4, 1, Value::Term(x));
        a.read(place, 5, 2);
        let word = moved(&mut a, 0, 8);
        let mut b = Content::zero(Some(16));
        b.write(&pool, 8, 8, word);
        let unwritten = 0xffff_ff00_ffff_0000;
        assert_eq!(a.unwritten_bits(&pool, 0, 8), unwritten, "{mode:?}");
        assert_eq!(b.unwritten_bits(&pool, 8, 8), unwritten, "{mode:?}");
        assert_eq!((b.read(place, 8, 2), b.read(place, 12, 1)), (Value::int(0, 16), Value::Term(x)));
        assert!(b.is_uninit(&pool, 10, 1) && !b.is_uninit(&pool, 8, 2) && !b.is_uninit(&pool, 12, 1), "{mode:?}");
        // Writing a part of it, and copying.
        b.write(&pool, 10, 1, Value::int(3, 8));
        let pieces = b.copy_out(place, 8, 8, 0);
        a.copy_in(&pool, 8, &pieces);
        assert_eq!(a.unwritten_bits(&pool, 8, 8), 0xffff_ff00_ff00_0000, "{mode:?}");
        // A field of a unit of 16 bits.
        let unit = moved(&mut a, 5, 2).to_term(&pool);
        let kept = pool.and(unit, pool.bv(0xfe07, 16));
        let field = pool.shl(pool.zext(pool.extract(x, 4, 0), 16), pool.bv(3, 16));
        a.write(&pool, 5, 2, Value::Term(pool.or(kept, field)));
        assert_eq!(a.unwritten_bits(&pool, 5, 2), 0xfe07, "{mode:?}");
        let top = moved(&mut a, 6, 1).to_term(&pool);
        a.write(&pool, 6, 1, Value::Term(pool.or(pool.and(top, pool.bv(0x7f, 8)), pool.bv(0x80, 8))));
        assert_eq!(a.unwritten_bits(&pool, 5, 2), 0x7e07, "{mode:?}");
    }
}
