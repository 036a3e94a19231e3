//! All integration tests of the program in one binary, since linking the engine takes longer than compiling a test.
//!
//! Oblivious to what is tested: each module says so itself.

mod assumptions;
mod common;
mod cpp_library;
mod csmith;
mod dist;
mod e2e;
mod entries;
mod enumerating;
mod explain_functions;
mod faults;
mod fig2;
mod first_input;
mod fuzz_verdicts;
mod fuzzing;
mod general;
mod guide;
mod hard;
mod heaps;
mod house;
mod kept;
mod limits;
mod loops;
mod lower;
mod models;
mod native;
mod precision;
mod pruning;
mod replay_subjects;
mod reproducible;
mod runtime_models;
mod sandbox;
mod sanitizers;
mod search;
mod store;
mod stubs;
mod suites;
mod survey;
mod trust;
mod tuning;
