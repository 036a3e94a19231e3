//! Dynamic memory. Allocation fails where that is asked for; sizes may be symbolic.

use std::collections::HashSet;

use plica_ir::{FuncId, Program, Var, VarId, VarKind};

use crate::builtin::{Builtin, Call};
use crate::fault::FaultKind;
use crate::machine::{Allocation, Machine};
use crate::memory::{Allocator, Content, Family, Liveness, Object, ObjectKind};
use crate::outcome::Flow;
use crate::premise::Premise;
use crate::state::{Frame, State};
use crate::step::Offset;
use crate::step::extent;
use crate::tuning;
use crate::value::{ObjId, Value};

/// Numbers of errors: where there is no memory, and where an alignment is none.
const ENOMEM: u64 = 12;
const EINVAL: u64 = 22;

/// The variable of the models in C that `errno` is; a program that does not mention it has none.
pub(crate) const ERRNO: &str = "plica_errno";

/// Bytes that a program on x86-64 can have addresses of: no system has a block that is larger.
pub const ADDRESS_SPACE: u64 = (1 << 47) - 1;

/// What allocates in Rust.
const RUST_ALLOC: &str = "alloc";

pub(super) fn lookup(name: &str) -> Option<Builtin> {
    Some(match name {
        "malloc" | "valloc" => malloc,
        "_ZnwmRKSt9nothrow_t" | "_ZnamRKSt9nothrow_t" => malloc,
        "_ZnwmSt11align_val_tRKSt9nothrow_t" | "_ZnamSt11align_val_tRKSt9nothrow_t" => malloc,
        _ if throws(name) => plain_new,
        "plica_allocate" => allocate,
        "calloc" => calloc,
        "realloc" => realloc,
        "reallocarray" => realloc_array,
        "free" | "cfree" => free,
        "_ZdlPv" | "_ZdaPv" | "_ZdlPvRKSt9nothrow_t" | "_ZdaPvRKSt9nothrow_t" => free,
        "_ZdlPvSt11align_val_t" | "_ZdaPvSt11align_val_t" => free,
        "_ZdlPvSt11align_val_tRKSt9nothrow_t" | "_ZdaPvSt11align_val_tRKSt9nothrow_t" => free,
        "free_sized" | "free_aligned_sized" => free_sized_block,
        "_ZdlPvm" | "_ZdaPvm" | "_ZdlPvmSt11align_val_t" | "_ZdaPvmSt11align_val_t" => free_sized,
        "aligned_alloc" | "memalign" => aligned_alloc,
        "posix_memalign" => posix_memalign,
        "malloc_usable_size" => usable_size,
        _ => return None,
    })
}

/// The allocator that Rust's programs have where they have none of their own, by the demangled paths of its functions.
pub(super) fn lookup_path(path: &str) -> Option<Builtin> {
    Some(match path.strip_prefix("__rustc::").unwrap_or(path) {
        "__rdl_alloc" => rust_alloc,
        "__rdl_alloc_zeroed" => rust_alloc_zeroed,
        "__rdl_realloc" => rust_realloc,
        "__rdl_dealloc" => rust_dealloc,
        _ => return None,
    })
}

/// The functions of a program that the machine looks up by their names: operators that it defines itself.
pub fn looked_up(program: &Program) -> Vec<FuncId> {
    let operators = ["_Znwm", "_Znam", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm"];
    let is_own = |&f: &FuncId| !program.func(f).is_declaration() && !program.models.contains(&f);
    let defined = |name: &&str| program.function(name).filter(is_own);
    operators.iter().filter_map(defined).collect()
}

impl Machine {
    /// Does the allocation of so many bytes by a function fail? Where it may, that is an input of the path.
    fn fails(&self, s: &mut State, name: &str, size: Value) -> Flow<bool> {
        let bytes = self.fit(size, plica_ir::Ty::Int(64)).to_term(&self.pool);
        if self.split(s, self.pool.ult(self.pool.bv(u128::from(ADDRESS_SPACE), 64), bytes))? {
            return Ok(true);
        }
        match self.config.allocation {
            Allocation::Succeeds => {
                let is_malloc = Allocator::of(name).family == Family::Malloc;
                self.note(s, if is_malloc { Premise::Allocation } else { Premise::New });
                Ok(false)
            }
            Allocation::MayFail => {
                let name = if name.starts_with("_Zn") { "new" } else { name };
                self.choice(s, &format!("{name} fails"))
            }
        }
    }

    /// What an allocation that failed gives.
    fn no_block(&self, s: &mut State, error: u64) -> Flow<Option<Value>> {
        if let Some(errno) = self.errno {
            self.write(s, errno, Offset::Known(0), 4, Value::int(error, 32));
        }
        Ok(Some(Value::NULL))
    }

    /// A block by a function that is told no alignment.
    pub(crate) fn heap_object(&self, s: &mut State, size: Value, content: Content, name: &str) -> Flow<ObjId> {
        self.block(s, size, content, (name, Allocator::of(name)))
    }

    fn block(&self, s: &mut State, size: Value, content: Content, by: (&str, Allocator)) -> Flow<ObjId> {
        let (name, allocator) = by;
        let site = self.program.func(s.top.func).locs[s.top.loc.index()];
        let object = Object {
            size: self.fit(size, plica_ir::Ty::Int(64)),
            kind: ObjectKind::Heap(allocator),
            live: Liveness::Live,
            constant: false,
            cell: 0,
            name: allocator.allocates_by(name).into(),
            site,
            content,
        };
        self.add_object(s, object)
    }

    /// What the function that is called allocates or frees with. Operators of C++ are told an alignment as the last of
    /// their numbers.
    fn allocator(&self, s: &mut State, call: &Call<'_>) -> Flow<Allocator> {
        let by = Allocator::of(call.name);
        if !call.name.contains("St11align_val_t") {
            return Ok(by);
        }
        let at = if call.name.contains("Pvm") { 2 } else { 1 };
        let alignment = self.arg(s, call, at)?;
        Ok(Allocator { alignment: self.concretize(s, alignment)?, ..by })
    }

    /// The object that argument 0 says is to be freed, if it may be in this way; `None` for the null pointer.
    fn freeable(&self, s: &mut State, call: &Call<'_>, by: Allocator) -> Flow<Option<ObjId>> {
        let (obj, off) = self.resolve(s, call.operand(0))?;
        // Of several pointers of which one is null, the offset is a term even where the object is known to be none.
        if obj.0 == 0 && self.split(s, self.pool.eq(off.value().to_term(&self.pool), self.pool.bv(0, 64)))? {
            return Ok(None);
        }
        let invalid = |what: &str| Err(self.fault(FaultKind::InvalidFree, format!("free of {what}")));
        let Some(object) = s.heap.get(obj) else {
            return if s.heap.existed(obj, self.first_object()) {
                invalid("a local variable")
            } else {
                invalid("a pointer that points to no block")
            };
        };
        match object.live {
            Liveness::Live => {}
            _ => {
                let message = format!("{} is freed twice", self.describe(object));
                return Err(self.fault(FaultKind::DoubleFree, message));
            }
        }
        let made = match object.kind {
            ObjectKind::Heap(allocator) => allocator,
            // Whoever made it knows how.
            ObjectKind::Input => by,
            _ => return invalid(&self.describe(object)),
        };
        if made != by && !self.replaces_operators() {
            let by = if by.family == Family::Malloc { call.name.into() } else { by.frees_by() };
            let message =
                format!("{} is given to {by}, but it is for {} to free", self.describe(object), made.frees_by());
            return Err(self.fault(FaultKind::InvalidFree, message));
        }
        match off {
            Offset::Known(0) => Ok(Some(obj)),
            Offset::Known(_) => invalid("a pointer into the middle of a block"),
            Offset::Symbolic(t) => {
                let start = self.pool.eq(t, self.pool.bv(0, 64));
                self.require(s, start, FaultKind::InvalidFree, || {
                    "free of a pointer into the middle of a block".into()
                })?;
                Ok(Some(obj))
            }
        }
    }

    /// The same where argument 1 says how large it is.
    fn freeable_of_size(&self, s: &mut State, call: &Call<'_>, by: Allocator, what: &str) -> Flow<Option<ObjId>> {
        let Some(obj) = self.freeable(s, call, by)? else { return Ok(None) };
        let says = self.arg(s, call, 1)?.to_term(&self.pool);
        if let Some(object) = s.heap.get(obj).filter(|object| matches!(object.kind, ObjectKind::Heap(_))) {
            self.require(s, self.pool.eq(object.size.to_term(&self.pool), says), FaultKind::InvalidFree, || {
                format!("{} is {what} as something of another size", self.describe(object))
            })?;
        }
        Ok(Some(obj))
    }

    /// Does the program define operators of its own? The library's other variants call these, so families are not what
    /// their names say.
    fn replaces_operators(&self) -> bool {
        !looked_up(&self.program).is_empty()
    }

    pub(super) fn release(&self, s: &mut State, obj: ObjId) {
        let site = self.program.func(s.top.func).locs[s.top.loc.index()];
        if let Some(object) = s.heap.get_mut(obj) {
            object.live = Liveness::Freed(site);
            object.content = Content::uninit(Some(0));
        }
    }

    /// What pointers lead to from globals and from what the frames hold; `None` where a pointer cannot be told from a
    /// number.
    fn reachable<'a>(&self, s: &State, running: impl Iterator<Item = &'a Frame>) -> Option<HashSet<ObjId>> {
        let is_root = |o: &Object| matches!(o.kind, ObjectKind::Global | ObjectKind::Input);
        let mut found: Vec<ObjId> = s.heap.iter().filter(|(_, o)| is_root(o)).map(|o| o.0).collect();
        for frame in running {
            found.extend(&frame.objects);
            // A result that is not needed any more is nowhere. What ran last is the call of `exit`, in callers another.
            let live: HashSet<VarId> = self.live_behind_call(frame).collect();
            let is_there = |(i, var): &(usize, &Var)| var.kind != VarKind::Temp || live.contains(&VarId(*i as u32));
            let vars = self.program.func(frame.func).vars.iter().enumerate().filter(is_there);
            for v in vars.filter_map(|(i, _)| frame.vars.get(i)) {
                if matches!(*v, Value::Term(t) if self.pool.width(t) >= 64) {
                    return None;
                }
                found.extend(v.object());
            }
        }
        let mut seen: HashSet<ObjId> = found.iter().copied().collect();
        while let Some(obj) = found.pop() {
            if let Some(object) = s.heap.get(obj) {
                found.extend(object.content.pointers()?.into_iter().filter(|p| seen.insert(*p)));
            }
        }
        Some(seen)
    }

    /// At the end of the program: every block is freed or can still be reached from a global, or from a local variable
    /// of a function that has not returned: `running` are their frames.
    pub(crate) fn check_leaks<'a>(&self, s: &State, running: impl Iterator<Item = &'a Frame>) -> Flow {
        if !self.config.checks.covers(FaultKind::MemoryLeak) {
            return Ok(());
        }
        let blocks =
            || s.heap.iter().filter(|(_, o)| matches!(o.kind, ObjectKind::Heap(_)) && o.live == Liveness::Live);
        let Some(reached) = self.reachable(s, running) else {
            if blocks().next().is_some() {
                self.note(s, Premise::Reachable);
            }
            return Ok(());
        };
        let mut lost: Vec<(ObjId, &Object)> = blocks().filter(|(id, _)| !reached.contains(id)).collect();
        lost.sort_by_key(|l| l.0);
        match lost.first() {
            None => Ok(()),
            Some((_, object)) => {
                let message = format!("{} is never freed and no longer reachable", self.describe(object));
                Err(self.fault(FaultKind::MemoryLeak, message))
            }
        }
    }
}

fn malloc(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let size = m.arg(s, call, 0)?;
    if m.fails(s, call.name, size)? { m.no_block(s, ENOMEM) } else { allocate(m, s, call) }
}

/// Is it an operator that throws where there is no memory?
pub fn throws(name: &str) -> bool {
    matches!(name, "_Znwm" | "_Znam" | "_ZnwmSt11align_val_t" | "_ZnamSt11align_val_t")
}

/// Where it may fail, and where more may be asked for than there is, the compiled parts of the C++ library have one
/// that throws.
fn plain_new(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.note(s, Premise::New);
    allocate(m, s, call)
}

/// A block, without fail. Models of library functions that can do without one get theirs here.
fn allocate(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let size = m.arg(s, call, 0)?;
    let by = m.allocator(s, call)?;
    let obj = m.block(s, size, Content::uninit(extent(size)), (call.name, by))?;
    Ok(Some(Value::Ptr { obj, off: 0 }))
}

fn calloc(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (n, each) = (m.arg(s, call, 0)?, m.arg(s, call, 1)?);
    let pool = &m.pool;
    let (n, each) = (n.to_term(pool), each.to_term(pool));
    // Unlike `malloc(n * each)` it sees that the product does not fit, and fails.
    if m.split(s, pool.umulo(n, each))? {
        return m.no_block(s, ENOMEM);
    }
    let size = Value::of_term(pool, pool.mul(n, each));
    if m.fails(s, call.name, size)? {
        return m.no_block(s, ENOMEM);
    }
    let obj = m.heap_object(s, size, Content::zero(extent(size)), call.name)?;
    Ok(Some(Value::Ptr { obj, off: 0 }))
}

/// As in glibc before 2.38, which takes the next power of two for an alignment that is none, if there is one.
fn aligned_alloc(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (alignment, size) = (m.arg(s, call, 0)?, m.arg(s, call, 1)?);
    let alignment = alignment.to_term(&m.pool);
    if m.split(s, m.pool.ult(m.pool.bv(1 << 63, 64), alignment))? {
        return m.no_block(s, EINVAL);
    }
    if m.fails(s, call.name, size)? {
        return m.no_block(s, ENOMEM);
    }
    let obj = m.heap_object(s, size, Content::uninit(extent(size)), call.name)?;
    Ok(Some(Value::Ptr { obj, off: 0 }))
}

fn posix_memalign(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (alignment, size) = (m.arg(s, call, 1)?, m.arg(s, call, 2)?);
    let pool = &m.pool;
    let (alignment, zero) = (alignment.to_term(pool), pool.bv(0, 64));
    // Among the multiples of a pointer's size only powers of two have nothing in common with what is one less.
    let below = pool.sub(alignment, pool.bv(1, 64));
    let excess = pool.or(pool.and(alignment, below), pool.and(alignment, pool.bv(7, 64)));
    if m.split(s, pool.or(pool.eq(alignment, zero), pool.not(pool.eq(excess, zero))))? {
        return Ok(Some(Value::int(EINVAL, 32)));
    }
    let (out, off) = m.locate(s, call.operand(0), 8, true)?;
    if m.fails(s, call.name, size)? {
        // The pointer stays as it is.
        return Ok(Some(Value::int(ENOMEM, 32)));
    }
    let obj = m.heap_object(s, size, Content::uninit(extent(size)), call.name)?;
    m.write(s, out, off, 8, Value::Ptr { obj, off: 0 });
    Ok(Some(Value::int(0, 32)))
}

fn free(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let by = m.allocator(s, call)?;
    if let Some(obj) = m.freeable(s, call, by)? {
        m.release(s, obj);
    }
    Ok(None)
}

/// `delete` of something whose type says how large it is: another type than it was made with, if it is not so large.
fn free_sized(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    // The program's own operators may have made it of any size.
    if m.replaces_operators() { free(m, s, call) } else { free_of_size(m, s, call, "deleted") }
}

/// Argument 1 is the size that was asked for.
fn free_sized_block(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    free_of_size(m, s, call, "freed")
}

fn free_of_size(m: &Machine, s: &mut State, call: &Call<'_>, what: &str) -> Flow<Option<Value>> {
    let by = m.allocator(s, call)?;
    if let Some(obj) = m.freeable_of_size(s, call, by, what)? {
        m.release(s, obj);
    }
    Ok(None)
}

fn realloc(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let size = m.arg(s, call, 1)?;
    resize_block(m, s, call, size)
}

/// Unlike `realloc(p, n * each)` it sees that the product does not fit, and fails.
fn realloc_array(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (n, each) = (m.arg(s, call, 1)?, m.arg(s, call, 2)?);
    let pool = &m.pool;
    let (n, each) = (n.to_term(pool), each.to_term(pool));
    if m.split(s, pool.umulo(n, each))? {
        return m.no_block(s, ENOMEM);
    }
    resize_block(m, s, call, Value::of_term(pool, pool.mul(n, each)))
}

/// The block that argument 0 points to, in another size.
fn resize_block(m: &Machine, s: &mut State, call: &Call<'_>, size: Value) -> Flow<Option<Value>> {
    let by = Allocator::of(call.name);
    let old = m.freeable(s, call, by)?;
    if let Some(old) = old {
        // As glibc has it: what is to have no size is freed. Without a block it is `malloc(0)`.
        let bytes = m.fit(size, plica_ir::Ty::Int(64)).to_term(&m.pool);
        if m.split(s, m.pool.eq(bytes, m.pool.bv(0, 64)))? {
            m.release(s, old);
            return Ok(Some(Value::NULL));
        }
    }
    resize(m, s, old, size, (call.name, by))
}

fn resize(m: &Machine, s: &mut State, old: Option<ObjId>, size: Value, by: (&str, Allocator)) -> Flow<Option<Value>> {
    let (old_size, new_size) = match old.and_then(|o| s.heap.get(o)) {
        None => (0, size),
        Some(object) => {
            // What is copied has to be known; a symbolic size is decided.
            let old_size = object.size;
            (m.concretize(s, old_size)?, Value::int(m.concretize(s, size)?, 64))
        }
    };
    let kept = old_size.min(extent(new_size).unwrap_or(0));
    m.limit_block(kept, tuning::BYTES_COPIED.get(), "copied")?;
    if m.fails(s, by.0, new_size)? {
        // The old block stays as it is.
        return m.no_block(s, ENOMEM);
    }
    m.afford(2 * kept)?;
    let obj = m.block(s, new_size, Content::uninit(extent(new_size)), by)?;
    if let Some(old) = old {
        if kept > 0 {
            m.transfer(s, (obj, Offset::Known(0)), (old, Offset::Known(0)), kept)?;
        }
        m.release(s, old);
    }
    Ok(Some(Value::Ptr { obj, off: 0 }))
}

fn usable_size(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (obj, _) = m.resolve(s, call.operand(0))?;
    Ok(Some(s.heap.get(obj).map_or(Value::int(0, 64), |o| o.size)))
}

/// What Rust's allocator is called with: the layout's alignment is argument `at`.
fn of_layout(m: &Machine, s: &mut State, call: &Call<'_>, at: usize) -> Flow<Allocator> {
    let alignment = m.arg(s, call, at)?;
    Ok(Allocator { family: Family::Rust, alignment: m.concretize(s, alignment)? })
}

/// How many bytes are wanted, by argument `at`: the allocator has to be asked for some.
fn some_bytes(m: &Machine, s: &mut State, call: &Call<'_>, at: usize) -> Flow<Value> {
    let size = m.arg(s, call, at)?;
    let some = m.pool.ne(size.to_term(&m.pool), m.pool.bv(0, 64));
    m.require(s, some, FaultKind::InvalidBuiltin, || "the allocator is asked for a block of no bytes".into())?;
    Ok(size)
}

/// The block that argument 0 points to, of the layout that it was made with: there has to be one.
fn of_rust(m: &Machine, s: &mut State, call: &Call<'_>, by: Allocator, what: &str) -> Flow<ObjId> {
    let block = m.freeable_of_size(s, call, by, what)?;
    block.ok_or_else(|| m.fault(FaultKind::InvalidFree, format!("the null pointer is {what}")))
}

/// `alloc(size, align)`
fn rust_alloc(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    rust_block(m, s, call, Content::uninit)
}

fn rust_alloc_zeroed(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    rust_block(m, s, call, Content::zero)
}

fn rust_block(m: &Machine, s: &mut State, call: &Call<'_>, content: fn(Option<u64>) -> Content) -> Flow<Option<Value>> {
    let (size, by) = (some_bytes(m, s, call, 0)?, of_layout(m, s, call, 1)?);
    if m.fails(s, RUST_ALLOC, size)? {
        return Ok(Some(Value::NULL));
    }
    let obj = m.block(s, size, content(extent(size)), (RUST_ALLOC, by))?;
    Ok(Some(Value::Ptr { obj, off: 0 }))
}

/// `dealloc(block, size, align)`
fn rust_dealloc(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let by = of_layout(m, s, call, 2)?;
    let block = of_rust(m, s, call, by, "freed")?;
    m.release(s, block);
    Ok(None)
}

/// `realloc(block, old size, align, new size)`
fn rust_realloc(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (by, size) = (of_layout(m, s, call, 2)?, some_bytes(m, s, call, 3)?);
    let old = of_rust(m, s, call, by, "resized")?;
    resize(m, s, Some(old), size, (RUST_ALLOC, by))
}
