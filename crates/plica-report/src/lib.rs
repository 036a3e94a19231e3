//! What plica says: the verdict of a run and everything that goes with it, in every form in which it is written down.
//!
//! One plain data model ([`Report`], [`TestCase`], [`TreeView`]) and renderers over it: text with source lines and
//! carets, JSON, SARIF 2.1.0, KLEE's `.ktest` files and their JSON twins, execution trees as JSON and DOT, templates of
//! loops, summaries of functions and the graph of their calls.
//!
//! This crate is oblivious to terms, solvers, memory and exploration: whoever runs the engine fills in the model with
//! finished strings, numbers and bytes. It reads no file but test cases that it is asked to read and the source files
//! whose lines it shows, and decides nothing.
//!
//! Invariant: every renderer shows the same report; none adds or hides a finding, and the exit status is a function of
//! the verdict alone.

mod chain;
mod choice_graph;
mod choices;
mod exit;
mod explain;
mod input;
mod invocations;
mod json;
mod kinds;
mod ktest;
mod model;
mod printable;
mod read;
mod sarif;
mod source;
mod stats;
mod suite;
mod summaries;
mod survey;
mod testcase;
mod text;
mod tree;
mod wording;

pub use chain::Chain;
pub use choice_graph::{ChoiceGraph, ChoiceNodeKind, ChoiceNodeView};
pub use choices::{ChoiceLine, ChoiceTreeView};
pub use exit::ExitStatus;
pub use explain::{
    EffectView, Explanation, FunctionChange, LoopView, TakenView, TemplateView, explanation_to_json,
    explanation_to_text,
};
pub use input::{InputMemory, InputShape, InputSource, InputValue};
pub use invocations::{Invocation, InvocationGraph, UnitNode};
pub use json::{suite_to_json, survey_to_json, to_json, to_json_string};
pub use kinds::{AssumptionKind, ErrorKind, ReasonKind, Responsibility};
pub use ktest::{KTEST_VERSION, KtestError, read_ktest, write_ktest};
pub use model::{
    Assumption, Confirmation, ErrorReport, Grounds, Location, LoopCount, Proof, Reason, Report, Since, StackFrame,
    Vacuity, Verdict,
};
pub use printable::{printable, printable_json, printable_line};
pub use read::read_report;
pub use sarif::to_sarif;
pub use source::{SourceCache, SourceProvider};
pub use stats::{Stat, Stats};
pub use suite::{Suite, SuiteTest};
pub use summaries::{Case, End, Functions, SummaryView};
pub use survey::{FunctionReport, Survey, count_verdicts};
pub use testcase::{
    ARGC, Ending, Expected, FUNCTION, GLOBAL, MEMORY, ProgramInfo, TestCase, TestCaseError, TestObject,
    argument_position, read_test_case, read_test_json, write_test_json,
};
pub use text::{TextStyle, error_to_text, to_text};
pub use tree::{Edge, FoldView, NodeView, TreeView};
