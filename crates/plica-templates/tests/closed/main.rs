//! Closed forms against the iterations themselves: every count, many initial values, small widths.

mod arrays;
mod harness;
mod random;
mod scalars;
