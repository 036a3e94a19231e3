//! What a run has learned about how its program is explored best, as it is kept for the next run.
//!
//! The course that has settled it goes first, and so does the input of the first error, so that an error that is still
//! there is found at once. Loops have no lessons: what was learned while a run went on misleads one that begins with it
//! (measured). Oblivious to what is done with it. Invariant: nothing that is concluded rests on it.

use std::sync::Arc;

use plica_explore::{Course, FirstInput, Settled};
use plica_report::Report;
use plica_smt::Work;
use plica_stable::encodable;

use crate::tuning;

/// See the module's description.
#[derive(Clone, Default)]
pub(crate) struct StoredLessons {
    settled: Option<StoredCourse>,
    input: Vec<StoredInput>,
}

#[derive(Clone)]
struct StoredCourse {
    number: u8,
    cost: u64,
}

#[derive(Clone)]
struct StoredInput {
    name: String,
    bytes: Vec<u8>,
}

encodable! {
    struct StoredCourse { number, cost }
    struct StoredInput { name, bytes }
    struct StoredLessons { settled, input }
}

impl StoredLessons {
    /// Those of a run. What an earlier one has learned is kept where this one was cut short.
    pub fn of(settled: Option<Settled>, report: &Report, before: Option<&StoredLessons>) -> StoredLessons {
        let new = settled.map(|is| StoredCourse { number: is.course.number(), cost: is.cost.as_units() });
        let kept = || before.and_then(|before| before.settled.clone());
        let input = report.errors.first().map(|error| &error.inputs[..]).unwrap_or_default();
        // What is long is no help: that a path has its values is looked at again and again.
        let size: usize = input.iter().map(|i| i.bytes.len()).sum();
        let input = if size <= tuning::FIRST_INPUT.get() { input } else { &[] };
        StoredLessons {
            settled: new.or_else(kept),
            input: input.iter().map(|i| StoredInput { name: i.name.clone(), bytes: i.bytes.clone() }).collect(),
        }
    }

    /// What has settled it.
    pub fn settled(&self) -> Option<Settled> {
        let StoredCourse { number, cost } = self.settled.as_ref()?;
        Some(Settled { course: Course::of_number(*number)?, cost: Work::units(*cost) })
    }

    /// The input that has led to an error.
    pub fn input(&self) -> Option<Arc<FirstInput>> {
        let values = self.input.iter().map(|i| (i.name.as_str().into(), i.bytes.clone()));
        (!self.input.is_empty()).then(|| Arc::new(FirstInput::new(values)))
    }
}
