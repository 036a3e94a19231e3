//! Lowering, tested from the text of LLVM IR to the text of the flowgraph, and on what the compilers here emit.

use std::path::{Path, PathBuf};
use std::process::Command;

use plica_ir::{Program, verify};

use super::lower;

mod compiled;
