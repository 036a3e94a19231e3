//! The flags with which clang compiles the replay runtime.
//!
//! Oblivious to what it does. Invariant: constants only, since the build script includes this file.

/// Without sanitizers, since what they find is then the program's; with complete stacks, since they follow frame
/// pointers; and for programs that are linked to run at any address as well as for others.
pub const RUNTIME_FLAGS: &[&str] =
    &["-g", "-O1", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls", "-fPIE", "-w", "-c"];
