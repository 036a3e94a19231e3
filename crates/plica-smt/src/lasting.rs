//! Definite answers that outlive a run: asked for before back ends are, told afterwards.
//!
//! Oblivious to where they are kept. Invariants: only *sat* with a model and *unsat* are kept; a model that comes from
//! there is evaluated like every other; what a kept answer cost is counted as work again, so that decisions that are
//! taken by work are those of the run that found it.

use std::sync::Arc;

use plica_stable::{ByteReader, Decode, Encode, encodable};
use plica_term::{ConstValue, Model, Sort, TermId, TermPool, mask};

use crate::cache::satisfies_within;
use crate::canonical::{Canonical, Shaped};
use crate::cascade::complete;
use crate::tuning;
use crate::work::Work;

/// What keeps answers: bytes under bytes.
pub trait AnswerStore: Send {
    /// What was kept for a query, and whether it is to be found out again.
    fn find(&mut self, query: &[u8]) -> Option<(Vec<u8>, bool)>;

    /// Keeps an answer.
    fn keep(&mut self, query: &[u8], answer: &[u8]);
}

/// An answer as it is kept. Symbols are numbers in the order in which they occur in the query, conditions of a core are
/// places in the order of the query.
struct Lasting {
    work: u64,
    said: Said,
}

enum Said {
    Sat(Vec<(u32, ConstValue)>),
    Unsat(Vec<u32>),
}

encodable! {
    enum Said { Sat(values), Unsat(core) }
    struct Lasting { work, said }
}

/// A definite answer to a query, with conditions that contradict each other.
#[derive(Clone)]
pub(crate) enum Definite {
    Sat(Arc<Model>),
    Unsat(Vec<TermId>),
}

/// The answers that outlive the run.
pub(crate) struct Lastings {
    store: Box<dyn AnswerStore>,
    shaped: Shaped,
}

/// An answer that was found.
pub(crate) struct Found {
    /// What it is.
    pub answer: Definite,
    /// What it cost.
    pub work: Work,
    /// Is it to be found out again?
    pub verifies: bool,
}

impl Lastings {
    pub(crate) fn new(store: Box<dyn AnswerStore>) -> Lastings {
        Lastings { store, shaped: Shaped::default() }
    }

    /// The form under which a query is kept.
    pub(crate) fn form(&mut self, pool: &TermPool, query: &[TermId]) -> Canonical {
        self.shaped.canonical(pool, query)
    }

    /// What was answered before.
    pub(crate) fn find(&mut self, pool: &TermPool, form: &Canonical) -> Option<Found> {
        let (bytes, verifies) = self.store.find(&form.bytes)?;
        let mut reader = ByteReader::new(&bytes);
        let lasting = Lasting::decode(&mut reader).ok()?;
        reader.finish().ok()?;
        let answer = match lasting.said {
            Said::Unsat(core) => {
                let conditions = core.iter().map(|&at| form.conditions.get(at as usize).copied());
                Definite::Unsat(conditions.collect::<Option<_>>()?)
            }
            Said::Sat(values) => {
                let mut model = Model::new();
                for (number, value) in values {
                    let &symbol = form.symbols.get(number as usize)?;
                    if !fits(pool.symbol_info(symbol).sort, &value) {
                        return None;
                    }
                    model.set(symbol, value);
                }
                complete(pool, &form.conditions, &mut model);
                let steps = tuning::MODEL_STEPS.get();
                if satisfies_within(pool, &model, &form.conditions, steps) != Some(true) {
                    return None;
                }
                Definite::Sat(Arc::new(model))
            }
        };
        Some(Found { answer, work: Work::units(lasting.work), verifies })
    }

    /// Keeps what was answered, and what it cost.
    pub(crate) fn keep(&mut self, form: &Canonical, answer: &Definite, work: Work) {
        let said = match answer {
            Definite::Sat(model) => {
                let numbered = form.symbols.iter().enumerate();
                Said::Sat(numbered.filter_map(|(i, &s)| Some((i as u32, model.get(s)?))).collect())
            }
            Definite::Unsat(core) => {
                let place = |t: &TermId| form.conditions.iter().position(|c| c == t).map(|at| at as u32);
                // A part of a core is none.
                Said::Unsat(core.iter().map(place).collect::<Option<_>>().unwrap_or_default())
            }
        };
        let mut bytes = Vec::new();
        Lasting { work: work.as_units(), said }.encode(&mut bytes);
        self.store.keep(&form.bytes, &bytes);
    }
}

/// Is it a value of this sort?
fn fits(sort: Sort, value: &ConstValue) -> bool {
    match (sort, value) {
        (Sort::Bv(width), ConstValue::Bv(bits)) => *bits <= mask(width),
        (Sort::Float(format), ConstValue::Bv(bits)) => *bits <= mask(format.width()),
        (Sort::Array { index, elem }, ConstValue::Array(array)) => {
            let within = |(at, value): (&u128, &u128)| *at <= mask(index) && *value <= mask(elem);
            array.default <= mask(elem) && array.entries.iter().all(within)
        }
        _ => false,
    }
}
