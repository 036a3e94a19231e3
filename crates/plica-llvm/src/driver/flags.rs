//! The flags that make clang write the IR that plica wants: unoptimised, with names and debug information, and lenient
//! about the C of older standards.
//!
//! Oblivious to which file is compiled and by whom: plica's build compiles its models of the C library with the same
//! flags. Invariant: constants only, and nothing of this crate is named, since a build script includes this file.

/// What makes the IR what plica wants.
pub const CLANG_FLAGS: &[&str] = &[
    "-S",
    "-emit-llvm",
    "-g",
    "-fno-discard-value-names",
    // As on a machine without fused multiply-add; otherwise results would depend on the target.
    "-ffp-contract=off",
    "-U_FORTIFY_SOURCE",
    "-D_FORTIFY_SOURCE=0",
    "-fno-color-diagnostics",
];

/// As written, with the ends of blocks marked, which clang does for an optimiser only: so it is asked to prepare for
/// one that does not come. Headers are not to know.
pub const AS_WRITTEN: &[&str] = &["-O1", "-Xclang", "-disable-llvm-passes", "-fno-strict-aliasing", "-U__OPTIMIZE__"];

/// How plica's models are compiled: a function of the program that they call may throw an exception through them.
pub const MODEL_FLAGS: [&str; 1] = ["-fexceptions"];

/// Templates that libc++ has compiled for common types are to be made from the headers. What does so for libstdc++ is a
/// header of plica's, which is found ahead of one of its own.
pub const WHOLE_TEMPLATES: &str = "-D_LIBCPP_DISABLE_EXTERN_TEMPLATE";
/// C++14 has `delete` say how large what is deleted is, by its type: clang leaves that out if it is not asked for.
pub const SIZED_DELETE: &str = "-fsized-deallocation";

/// libstdc++ is to look whether indices are within containers, and whether there is what is asked for in them.
pub const ASSERTIONS: &str = "-D_GLIBCXX_ASSERTIONS";

/// What C++ that clang does not take by default may be written for: what newer compilers take, and the newest of it.
pub const NEWER_CXX: [&str; 2] = ["-std=gnu++17", "-std=gnu++20"];

/// What older standards allow and clang 16 made an error: here it is a warning, and all other warnings are off. Names
/// that a version does not know are harmless.
pub const OLD_C: &[&str] = &[
    "implicit-function-declaration",
    "implicit-int",
    "int-conversion",
    "incompatible-pointer-types",
    "incompatible-function-pointer-types",
];
