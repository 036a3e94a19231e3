//! Compact symbolic execution: loops fold into templates with a parameter κ, the number of iterations.
//!
//! What this crate is: from one symbolic iteration of a loop to closed forms θ*[κ] and the condition φ*[κ] under which
//! κ iterations happen, and from those to the states after the loop (Slabý, Strejček, Trtík 2013). It is oblivious to
//! search policies and to the tree.

pub mod closed;
pub mod quantify;
