//! The term pool: an append-only store of hash-consed nodes, shared by all workers.
//!
//! Oblivious to what operators mean; the simplifying constructors (`build`) are the only callers of
//! [`TermPool::intern`]. Invariant: two nodes with the same operator, sort and arguments have the same id, and a
//! node's arguments have smaller ids than the node itself, so a walk in id order is a topological walk.

use std::cell::Cell;
use std::hash::{BuildHasher, Hash};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hashbrown::HashTable;
use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::facts::Facts;
use crate::free::FreeSymbols;
use crate::op::{Op, SymbolId, TableId, UninterpretedId};
use crate::rewrite::RuleCounters;
use crate::side::SideTable;
use crate::sort::Sort;

thread_local! {
    /// See [`TermPool::asked_for`].
    static ASKED_FOR: Cell<u64> = const { Cell::new(0) };
}

/// A term of some pool. Equality of ids is equality of terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(NonZeroU32);

impl TermId {
    /// The position of the term in its pool, from 1.
    pub fn index(self) -> u32 {
        self.0.get()
    }
}

/// An operator applied to arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// The operator.
    pub op: Op,
    /// The sort of the result.
    pub sort: Sort,
    /// The arguments, all of smaller id.
    pub args: SmallVec<[TermId; 3]>,
}

/// What a symbol stands for. It is this that tells symbols apart, never their names, which programs choose as they
/// like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymbolKind {
    /// A value chosen by the environment.
    Input,
    /// An input that is the address of something, or null; what it may lead to has this number.
    Address {
        /// The number.
        pointee: u32,
    },
    /// A piece of an input of which the type is not known.
    Untyped,
    /// A variable that was read before it was written.
    Uninit,
    /// Memory that was never written, of the object with this number.
    Unwritten {
        /// The number.
        object: u32,
    },
    /// An operand that is undefined.
    Undefined,
    /// What comes out of a call.
    Outcome,
    /// A number of iterations κ of a template.
    Kappa {
        /// How many events the path had when the loop was folded.
        at: u32,
    },
    /// The values that a place without a closed form has, iteration by iteration.
    Sequence,
    /// The value of a place at the head of a loop, in general.
    General,
    /// A function of which little is known, as the array of its results: the same one wherever it occurs.
    Function,
    /// Bound by a quantifier or a λ.
    Bound,
    /// Bound by a quantifier that follows from the conditions that it comes with. It is there to be instantiated where
    /// these are to be refuted: where they hold it does, so it is true under every model that counts.
    Implied,
}

impl SymbolKind {
    /// Does it stand for something that was read before it was written?
    pub fn is_unset(self) -> bool {
        matches!(self, SymbolKind::Uninit | SymbolKind::Unwritten { .. } | SymbolKind::Undefined)
    }

    /// May a number be put in its place on a path on which it is that number? What was never written stays what it is,
    /// since that is looked for where it is used; and where input pointers lead is decided when they are followed.
    pub fn may_be_put_in(self) -> bool {
        matches!(self, SymbolKind::Input | SymbolKind::Outcome | SymbolKind::Kappa { .. })
    }

    /// Is it bound by a quantifier or a λ?
    pub fn is_bound(self) -> bool {
        matches!(self, SymbolKind::Bound | SymbolKind::Implied)
    }

    /// Is it one thing in all runs, units and iterations, so that no other symbol may take its place?
    pub fn is_function(self) -> bool {
        self == SymbolKind::Function
    }

    /// Is it an input that is an address?
    pub fn is_address(self) -> bool {
        matches!(self, SymbolKind::Address { .. })
    }

    /// Was it made by folding a loop?
    pub fn is_of_loop(self) -> bool {
        matches!(self, SymbolKind::Kappa { .. } | SymbolKind::Sequence | SymbolKind::General)
    }
}

/// A symbol's description. Symbols with equal name, sort and kind are one symbol.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SymbolInfo {
    /// The name, unique with the sort and the kind.
    pub name: Arc<str>,
    /// The sort.
    pub sort: Sort,
    /// What it stands for.
    pub kind: SymbolKind,
}

/// An uninterpreted function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FuncInfo {
    /// The name, unique.
    pub name: Arc<str>,
    /// Sorts of the arguments.
    pub params: Arc<[Sort]>,
    /// Sort of the result.
    pub result: Sort,
}

/// The contents of an [`Op::Table`]: element `i` is `elems[i]`, and `default` from the end of the list on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TableData {
    /// Index width in bits.
    pub index: u32,
    /// Element width in bits (at most 64).
    pub elem: u32,
    /// The elements from index 0 on.
    pub elems: Arc<[u64]>,
    /// The element at all other indices.
    pub default: u64,
}

impl TableData {
    /// The element at an index.
    pub fn at(&self, index: u128) -> u128 {
        let elem = usize::try_from(index).ok().and_then(|i| self.elems.get(i));
        u128::from(elem.copied().unwrap_or(self.default)) & crate::mask(self.elem)
    }
}

const SHARDS: usize = 16;

/// A hash-consing table: values in an append-only vector, their positions in sharded hash tables. Half of each hash
/// stands beside the position: neither growing nor probing a table touches the values.
struct Interner<T> {
    items: boxcar::Vec<T>,
    shards: [Mutex<HashTable<(u32, u32)>>; SHARDS],
}

/// The hash by which an entry is placed, from the half that is kept. Its upper bits choose the shard.
fn placed(half: u32) -> u64 {
    u64::from(half).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<T: Eq + Hash> Interner<T> {
    fn new() -> Self {
        Interner { items: boxcar::Vec::new(), shards: std::array::from_fn(|_| Mutex::new(HashTable::new())) }
    }

    fn get(&self, i: u32) -> &T {
        &self.items[i as usize]
    }

    fn find(&self, item: &T) -> Option<u32> {
        let hash = FxBuildHasher.hash_one(item);
        let half = (hash ^ (hash >> 32)) as u32;
        let shard = self.shards[(placed(half) >> 40) as usize % SHARDS].lock();
        shard.find(placed(half), |&(h, i)| h == half && self.get(i) == item).map(|&(_, i)| i)
    }

    fn intern(&self, item: T) -> u32 {
        let hash = FxBuildHasher.hash_one(&item);
        let half = (hash ^ (hash >> 32)) as u32;
        let mut shard = self.shards[(placed(half) >> 40) as usize % SHARDS].lock();
        if let Some(&(_, i)) = shard.find(placed(half), |&(h, i)| h == half && *self.get(i) == item) {
            return i;
        }
        let i = u32::try_from(self.items.push(item)).expect("fewer than 2^32 terms");
        shard.insert_unique(placed(half), (half, i), |&(h, _)| placed(h));
        i
    }
}

/// The pool. Cheap to share: wrap it in an `Arc`; every method takes `&self`.
pub struct TermPool {
    nodes: Interner<Node>,
    symbols: Interner<SymbolInfo>,
    funcs: Interner<FuncInfo>,
    tables: Interner<TableData>,
    pub(crate) free: FreeSymbols,
    pub(crate) facts: SideTable<Option<Box<Facts>>>,
    pub(crate) unset: SideTable<Option<Box<u128>>>,
    pub(crate) rules: RuleCounters,
    mark: AtomicU64,
    true_: TermId,
    false_: TermId,
}

impl std::fmt::Debug for TermPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TermPool({} terms)", self.len())
    }
}

impl Default for TermPool {
    fn default() -> Self {
        Self::new()
    }
}

fn id_of(i: u32) -> TermId {
    TermId(NonZeroU32::new(i.wrapping_add(1)).expect("fewer than 2^32 - 1 terms"))
}

impl TermPool {
    /// An empty pool.
    pub fn new() -> Self {
        let nodes = Interner::new();
        let constant = |v| Node { op: Op::Const(v), sort: Sort::BOOL, args: SmallVec::new() };
        let false_ = id_of(nodes.intern(constant(0)));
        let true_ = id_of(nodes.intern(constant(1)));
        TermPool {
            nodes,
            symbols: Interner::new(),
            funcs: Interner::new(),
            tables: Interner::new(),
            free: FreeSymbols::new(),
            facts: SideTable::new(),
            unset: SideTable::new(),
            rules: RuleCounters::new(),
            mark: AtomicU64::new(0),
            true_,
            false_,
        }
    }

    /// Raises the pool's mark to this, unless it is as high: whoever makes terms says by it what they are made of. The
    /// pool only keeps it.
    pub fn raise_mark(&self, to: u64) {
        if self.mark() < to {
            self.mark.fetch_max(to, Ordering::Relaxed);
        }
    }

    /// To what the mark was raised; zero at first.
    pub fn mark(&self) -> u64 {
        self.mark.load(Ordering::Relaxed)
    }

    /// The term at this position, see [`TermId::index`].
    pub fn term(&self, index: u32) -> Option<TermId> {
        (index as usize <= self.len()).then(|| NonZeroU32::new(index).map(TermId)).flatten()
    }

    /// How many distinct terms there are.
    pub fn len(&self) -> usize {
        self.nodes.items.count()
    }

    /// Terms that this thread has asked pools for, constants left out, whether they were there already or not: how much
    /// is done with values that are not known, whoever did the same before.
    pub fn asked_for() -> u64 {
        ASKED_FOR.with(Cell::get)
    }

    /// A pool always holds at least `true` and `false`.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The condition that always holds: `1` of width 1.
    pub fn true_(&self) -> TermId {
        self.true_
    }

    /// The condition that never holds: `0` of width 1.
    pub fn false_(&self) -> TermId {
        self.false_
    }

    /// The node of a term.
    pub fn node(&self, t: TermId) -> &Node {
        self.nodes.get(t.index() - 1)
    }

    /// The sort of a term.
    pub fn sort(&self, t: TermId) -> Sort {
        self.node(t).sort
    }

    /// The width of a bit-vector term. Arrays and floats have none and give 0, which no bit-vector has.
    pub fn width(&self, t: TermId) -> u32 {
        self.sort(t).bv_width().unwrap_or(0)
    }

    /// The value of a bit-vector constant; `None` for every other term.
    pub fn const_value(&self, t: TermId) -> Option<u128> {
        match self.node(t).op {
            Op::Const(v) => Some(v),
            _ => None,
        }
    }

    /// Description of a symbol.
    pub fn symbol_info(&self, s: SymbolId) -> &SymbolInfo {
        self.symbols.get(s.0)
    }

    /// Description of an uninterpreted function.
    pub fn func_info(&self, f: UninterpretedId) -> &FuncInfo {
        self.funcs.get(f.0)
    }

    /// Contents of a table.
    pub fn table_data(&self, t: TableId) -> &TableData {
        self.tables.get(t.0)
    }

    /// The symbol with this name, sort and kind, as a term. The same three always give the same term.
    pub fn symbol(&self, name: &str, sort: Sort, kind: SymbolKind) -> TermId {
        let id = self.declare_symbol(SymbolInfo { name: name.into(), sort, kind });
        self.intern(Op::Symbol(id), sort, &[])
    }

    /// A symbol as a term.
    pub fn symbol_term(&self, s: SymbolId) -> TermId {
        self.intern(Op::Symbol(s), self.symbol_info(s).sort, &[])
    }

    /// The symbol that a term is, if it is one.
    pub fn as_symbol(&self, t: TermId) -> Option<SymbolId> {
        match self.node(t).op {
            Op::Symbol(s) => Some(s),
            _ => None,
        }
    }

    /// The symbol with this description.
    pub(crate) fn declare_symbol(&self, info: SymbolInfo) -> SymbolId {
        SymbolId(self.symbols.intern(info))
    }

    /// Declares an uninterpreted function.
    pub fn func(&self, name: &str, params: &[Sort], result: Sort) -> UninterpretedId {
        UninterpretedId(self.funcs.intern(FuncInfo { name: name.into(), params: params.into(), result }))
    }

    /// The constant array with these contents.
    pub fn table(&self, data: TableData) -> TermId {
        let sort = Sort::Array { index: data.index, elem: data.elem };
        let id = self.declare_table(data);
        self.intern(Op::Table(id), sort, &[])
    }

    /// The table with these contents.
    pub(crate) fn declare_table(&self, data: TableData) -> TableId {
        TableId(self.tables.intern(data))
    }

    /// The node with this operator, sort and arguments, if it is there.
    pub(crate) fn find(&self, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        self.nodes.find(&Node { op, sort, args: SmallVec::from_slice(args) }).map(id_of)
    }

    /// The node with this operator, sort and arguments, as it stands: no simplification. For constructors only.
    pub(crate) fn intern(&self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        if !matches!(op, Op::Const(_)) {
            ASKED_FOR.with(|n| n.set(n.get().wrapping_add(1)));
        }
        id_of(self.nodes.intern(Node { op, sort, args: SmallVec::from_slice(args) }))
    }

    /// The node as it stands, for the tests that hold rewriting against it.
    #[doc(hidden)]
    pub fn raw(&self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        self.intern(op, sort, args)
    }
}
