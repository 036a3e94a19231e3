//! Activations: what a unit's symbols stand for when its function is entered through a chain of calls.
//!
//! Activation 0 is the unit itself: its symbols stand for themselves. Any other is a call and the activation of the
//! unit that makes it. Under it an input's image is what the caller's state holds; every other symbol of the unit (an
//! input of the program that it is given, a count of iterations) is one of its own for each activation. What comes out
//! of a call has a symbol for each value, per activation and class of paths. Oblivious to whether anything is
//! reachable. Invariant: a symbol has one image under an activation.

use plica_term::{Sort, Substitution, SymbolId, SymbolKind, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::Composer;
use crate::unit::Kind;

/// The unit itself.
pub const ITSELF: u32 = 0;

/// A call made under an activation of its unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Activation {
    /// The call.
    pub call: u32,
    /// The activation of the unit that makes it.
    pub outer: u32,
}

/// The symbols for what comes out of a call by way of a class of paths.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The activation.
    pub activation: u32,
    /// The class.
    pub class: u32,
    /// rc: does the call return this way?
    pub returns: TermId,
    /// rv: the results, then what is written.
    pub values: Vec<TermId>,
}

/// All activations and outcomes that were spoken of.
#[derive(Default)]
pub struct Activations {
    list: Vec<Activation>,
    numbers: FxHashMap<Activation, u32>,
    images: FxHashMap<u32, Substitution>,
    paths: FxHashMap<u32, Vec<TermId>>,
    outcomes: Vec<Outcome>,
    outcome_numbers: FxHashMap<(u32, u32), u32>,
    /// The outcome that a symbol belongs to.
    owner: FxHashMap<SymbolId, u32>,
    /// Symbols that stand for a unit's symbol under an activation.
    copies: FxHashMap<SymbolId, (u32, SymbolId)>,
}

impl Activations {
    /// The number of an activation.
    pub fn number(&mut self, call: u32, outer: u32) -> u32 {
        let activation = Activation { call, outer };
        *self.numbers.entry(activation).or_insert_with(|| {
            self.list.push(activation);
            self.list.len() as u32
        })
    }

    /// The number of the activation through these calls, outermost first.
    pub fn through<'c>(&mut self, chain: impl IntoIterator<Item = &'c u32>) -> u32 {
        chain.into_iter().fold(ITSELF, |outer, &call| self.number(call, outer))
    }

    /// An activation other than the unit itself.
    pub fn get(&self, number: u32) -> Option<Activation> {
        self.list.get((number as usize).checked_sub(1)?).copied()
    }

    /// An outcome.
    pub fn outcome(&self, number: u32) -> &Outcome {
        &self.outcomes[number as usize]
    }

    /// The outcome that a symbol belongs to.
    pub fn owner(&self, s: SymbolId) -> Option<u32> {
        self.owner.get(&s).copied()
    }

    /// The symbol of a called unit that a symbol stands for.
    pub fn original(&self, s: SymbolId) -> Option<SymbolId> {
        self.copies.get(&s).map(|(_, original)| *original)
    }

    /// The outcomes whose symbols occur in these terms.
    pub fn outcomes_in(&self, pool: &TermPool, terms: &[TermId]) -> Vec<u32> {
        let owned =
            |&t: &TermId| pool.free_symbols(t).iter().filter_map(|s| self.owner.get(s).copied()).collect::<Vec<_>>();
        let mut out: Vec<u32> = terms.iter().flat_map(owned).collect();
        out.sort_unstable();
        out.dedup();
        out
    }
}

impl Composer {
    /// The activation with a call put around its outermost one.
    pub(crate) fn under(&mut self, activation: u32, outermost: u32) -> u32 {
        match self.activations.get(activation) {
            None => outermost,
            Some(a) => {
                let outer = self.under(a.outer, outermost);
                self.activations.number(a.call, outer)
            }
        }
    }

    /// The symbols for what comes out of a call.
    pub(crate) fn outcome(&mut self, activation: u32, class: u32) -> u32 {
        if let Some(&number) = self.activations.outcome_numbers.get(&(activation, class)) {
            return number;
        }
        let pool = self.pool();
        let Some(a) = self.activations.get(activation) else { return 0 };
        let unit = &self.units[self.calls[a.call as usize].unit as usize];
        let name = unit.function.map_or_else(String::new, |f| self.machine.program.func(f).display.to_string());
        let tag = format!("{name}()^{activation}.{class}");
        let returns = pool.symbol(&format!("{tag} returns"), Sort::BOOL, SymbolKind::Outcome);
        let kinds = unit.classes.get(class as usize).map(|c| &c.kinds[..]).unwrap_or_default();
        let symbol = |(i, kind): (usize, &Kind)| {
            let sort = match kind {
                Kind::Number(sort) => *sort,
                Kind::Into(_) => Sort::Bv(64),
            };
            pool.symbol(&format!("{tag}#{i}"), sort, SymbolKind::Outcome)
        };
        let values: Vec<TermId> = kinds.iter().enumerate().map(symbol).collect();
        let number = self.activations.outcomes.len() as u32;
        for &t in values.iter().chain([&returns]) {
            if let Some(id) = pool.as_symbol(t) {
                self.activations.owner.insert(id, number);
            }
        }
        self.activations.outcomes.push(Outcome { activation, class, returns, values });
        self.activations.outcome_numbers.insert((activation, class), number);
        number
    }

    /// A term of the unit that an activation enters, in terms of the unit that its outermost call belongs to.
    pub(crate) fn image(&mut self, activation: u32, t: TermId) -> TermId {
        if activation == ITSELF {
            return t;
        }
        let pool = self.pool();
        let free = pool.free_symbols(t);
        for &s in free.iter() {
            let known = self.activations.images.get(&activation).is_some_and(|sub| sub.get(s).is_some());
            if !known {
                let image = self.image_of(activation, s);
                self.activations.images.entry(activation).or_default().insert(s, image);
            }
        }
        match self.activations.images.get_mut(&activation) {
            Some(sub) => sub.apply(&pool, t),
            None => t,
        }
    }

    fn image_of(&mut self, activation: u32, s: SymbolId) -> TermId {
        let pool = self.pool();
        let info = pool.symbol_info(s).clone();
        let own = pool.symbol_term(s);
        let Some(a) = self.activations.get(activation) else { return own };
        let call = &self.calls[a.call as usize];
        let input = self.units[call.unit as usize].memory.as_ref().and_then(|m| m.which(s));
        if let Some(input) = input {
            let given = self.given(a.call, input, own);
            return self.image(a.outer, given);
        }
        if let Some(&owner) = self.activations.owner.get(&s) {
            // What comes out of a call that the unit makes: now of that call under this activation.
            let outcome = self.activations.outcome(owner).clone();
            let inner = self.under(outcome.activation, activation);
            let image = self.outcome(inner, outcome.class);
            let image = self.activations.outcome(image);
            if own == outcome.returns {
                return image.returns;
            }
            let at = outcome.values.iter().position(|&v| v == own);
            return at.and_then(|at| image.values.get(at).copied()).unwrap_or(own);
        }
        if let Some(&(inner, original)) = self.activations.copies.get(&s) {
            // Of a call that the unit makes, whose summary is written out in the unit's terms.
            let inner = self.under(inner, activation);
            return self.image(inner, pool.symbol_term(original));
        }
        let copy = pool.symbol(&format!("{}^{activation}", info.name), info.sort, info.kind);
        if let Some(id) = pool.as_symbol(copy) {
            self.activations.copies.insert(id, (activation, s));
        }
        copy
    }

    /// What holds when an activation's unit is entered: the path conditions of all calls of its chain.
    pub(crate) fn path(&mut self, activation: u32) -> Vec<TermId> {
        if let Some(path) = self.activations.paths.get(&activation) {
            return path.clone();
        }
        let Some(a) = self.activations.get(activation) else { return Vec::new() };
        let mut path = self.path(a.outer);
        let pc = self.calls[a.call as usize].state.pc.clone();
        path.extend(pc.into_iter().map(|t| self.image(a.outer, t)));
        self.activations.paths.insert(activation, path.clone());
        path
    }
}
