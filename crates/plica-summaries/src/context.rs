//! Contexts: what a unit's symbols stand for when its function is entered through a chain of calls.
//!
//! No context is the unit itself: its symbols stand for themselves. Any other is a call and the context of the unit
//! that makes it. Under it an input's image is what the caller's state holds; every other symbol of the unit (an
//! input of the program that it is given, a count of iterations) is one of its own for each context. What comes out
//! of a call has a symbol for each value, per context and class of paths. Oblivious to whether anything is
//! reachable. Invariant: a symbol has one image under a context.

use plica_term::{Sort, Substitution, SymbolId, SymbolKind, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::Composer;
use crate::unit::ValueKind;
use cranelift_entity::PrimaryMap;
use plica_exec::{CallId, ContextId, OutcomeId};

/// A call made under a context of its unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Context {
    /// The call.
    pub call: CallId,
    /// The context of the unit that makes it.
    pub outer: ContextId,
}

/// The symbols for what comes out of a call by way of a class of paths.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The context.
    pub context: ContextId,
    /// The class.
    pub class: u32,
    /// rc: does the call return this way?
    pub returns: TermId,
    /// rv: the results, then what is written.
    pub values: Vec<TermId>,
}

/// All contexts and outcomes that were spoken of.
pub struct Contexts {
    /// `None` for no context.
    list: PrimaryMap<ContextId, Option<Context>>,
    numbers: FxHashMap<Context, ContextId>,
    images: FxHashMap<ContextId, Substitution>,
    paths: FxHashMap<ContextId, Vec<TermId>>,
    outcomes: PrimaryMap<OutcomeId, Outcome>,
    outcome_numbers: FxHashMap<(ContextId, u32), OutcomeId>,
    /// The outcome that a symbol belongs to.
    owner: FxHashMap<SymbolId, OutcomeId>,
    /// Symbols that stand for a unit's symbol under a context.
    copies: FxHashMap<SymbolId, (ContextId, SymbolId)>,
}

impl Default for Contexts {
    fn default() -> Contexts {
        Contexts {
            list: PrimaryMap::from_iter([None]),
            numbers: FxHashMap::default(),
            images: FxHashMap::default(),
            paths: FxHashMap::default(),
            outcomes: PrimaryMap::new(),
            outcome_numbers: FxHashMap::default(),
            owner: FxHashMap::default(),
            copies: FxHashMap::default(),
        }
    }
}

impl Contexts {
    /// The context of a call that is made under another one.
    pub fn enter(&mut self, call: CallId, outer: ContextId) -> ContextId {
        let context = Context { call, outer };
        *self.numbers.entry(context).or_insert_with(|| self.list.push(Some(context)))
    }

    /// The context through these calls, outermost first.
    pub fn through<'c>(&mut self, chain: impl IntoIterator<Item = &'c CallId>) -> ContextId {
        chain.into_iter().fold(ContextId::NONE, |outer, &call| self.enter(call, outer))
    }

    /// A context other than the unit itself.
    pub fn get(&self, id: ContextId) -> Option<Context> {
        self.list[id]
    }

    /// An outcome.
    pub fn outcome(&self, id: OutcomeId) -> &Outcome {
        &self.outcomes[id]
    }

    /// The outcome that a symbol belongs to.
    pub fn owner(&self, s: SymbolId) -> Option<OutcomeId> {
        self.owner.get(&s).copied()
    }

    /// The symbol of a called unit that a symbol stands for.
    pub fn original(&self, s: SymbolId) -> Option<SymbolId> {
        self.copies.get(&s).map(|(_, original)| *original)
    }

    /// The outcomes whose symbols occur in these terms.
    pub fn outcomes_in(&self, pool: &TermPool, terms: &[TermId]) -> Vec<OutcomeId> {
        let owned =
            |&t: &TermId| pool.free_symbols(t).iter().filter_map(|s| self.owner.get(s).copied()).collect::<Vec<_>>();
        let mut out: Vec<OutcomeId> = terms.iter().flat_map(owned).collect();
        out.sort_unstable();
        out.dedup();
        out
    }
}

impl Composer {
    /// The context with a call put around its outermost one.
    pub(crate) fn under(&mut self, context: ContextId, outermost: ContextId) -> ContextId {
        match self.contexts.get(context) {
            None => outermost,
            Some(a) => {
                let outer = self.under(a.outer, outermost);
                self.contexts.enter(a.call, outer)
            }
        }
    }

    /// The symbols for what comes out of a call; `None` where there is no call.
    pub(crate) fn outcome(&mut self, context: ContextId, class: u32) -> Option<OutcomeId> {
        if let Some(&number) = self.contexts.outcome_numbers.get(&(context, class)) {
            return Some(number);
        }
        let pool = self.pool();
        let a = self.contexts.get(context)?;
        let unit = &self.units[self.calls[a.call].unit];
        let name = unit.function.map_or_else(String::new, |f| self.machine.program.func(f).display.to_string());
        let tag = format!("{name}()^{}.{class}", context.as_u32());
        let returns = pool.symbol(&format!("{tag} returns"), Sort::BOOL, SymbolKind::Outcome);
        let kinds = unit.classes.get(class as usize).map(|c| &c.kinds[..]).unwrap_or_default();
        let symbol = |(i, kind): (usize, &ValueKind)| {
            let sort = match kind {
                ValueKind::Number(sort) => *sort,
                ValueKind::Into(_) => Sort::Bv(64),
            };
            pool.symbol(&format!("{tag}#{i}"), sort, SymbolKind::Outcome)
        };
        let values: Vec<TermId> = kinds.iter().enumerate().map(symbol).collect();
        let number = self.contexts.outcomes.next_key();
        for &t in values.iter().chain([&returns]) {
            if let Some(id) = pool.as_symbol(t) {
                self.contexts.owner.insert(id, number);
            }
        }
        self.contexts.outcomes.push(Outcome { context, class, returns, values });
        self.contexts.outcome_numbers.insert((context, class), number);
        Some(number)
    }

    /// A term of the unit that a context enters, in terms of the unit that its outermost call belongs to.
    pub(crate) fn image(&mut self, context: ContextId, t: TermId) -> TermId {
        if context == ContextId::NONE {
            return t;
        }
        let pool = self.pool();
        let free = pool.free_symbols(t);
        for &s in free.iter() {
            let known = self.contexts.images.get(&context).is_some_and(|sub| sub.get(s).is_some());
            if !known {
                let image = self.image_of(context, s);
                self.contexts.images.entry(context).or_default().insert(s, image);
            }
        }
        match self.contexts.images.get_mut(&context) {
            Some(sub) => sub.apply(&pool, t),
            None => t,
        }
    }

    fn image_of(&mut self, context: ContextId, s: SymbolId) -> TermId {
        let pool = self.pool();
        let info = pool.symbol_info(s).clone();
        let own = pool.symbol_term(s);
        if info.kind.is_function() {
            return own;
        }
        let Some(a) = self.contexts.get(context) else { return own };
        let call = &self.calls[a.call];
        let input = self.units[call.unit].memory.as_ref().and_then(|m| m.which(s));
        if let Some(input) = input {
            let given = self.given(a.call, input, own);
            return self.image(a.outer, given);
        }
        if let Some(&owner) = self.contexts.owner.get(&s) {
            // What comes out of a call that the unit makes: now of that call under this context.
            let outcome = self.contexts.outcome(owner).clone();
            let inner = self.under(outcome.context, context);
            let Some(image) = self.outcome(inner, outcome.class) else { return own };
            let image = self.contexts.outcome(image);
            if own == outcome.returns {
                return image.returns;
            }
            let at = outcome.values.iter().position(|&v| v == own);
            return at.and_then(|at| image.values.get(at).copied()).unwrap_or(own);
        }
        if let Some(&(inner, original)) = self.contexts.copies.get(&s) {
            // Of a call that the unit makes, whose summary is written out in the unit's terms.
            let inner = self.under(inner, context);
            return self.image(inner, pool.symbol_term(original));
        }
        let copy = pool.symbol(&format!("{}^{}", info.name, context.as_u32()), info.sort, info.kind);
        if let Some(id) = pool.as_symbol(copy) {
            self.contexts.copies.insert(id, (context, s));
        }
        copy
    }

    /// What holds when a context's unit is entered: the path conditions of all calls of its chain.
    pub(crate) fn path(&mut self, context: ContextId) -> Vec<TermId> {
        if let Some(path) = self.contexts.paths.get(&context) {
            return path.clone();
        }
        let Some(a) = self.contexts.get(context) else { return Vec::new() };
        let mut path = self.path(a.outer);
        let pc = self.calls[a.call].state.pc.clone();
        path.extend(pc.into_iter().map(|t| self.image(a.outer, t)));
        self.contexts.paths.insert(context, path.clone());
        path
    }
}
