//! What is traded in rewriting and evaluating terms: all numbers of this crate that bound effort, memory or precision.
//!
//! One entry is one constant, in the order of the files that read it: its sentence says what it is, and what more and
//! what less of it costs. Oblivious to who reads them. Invariant: no value within its range makes an answer wrong.

plica_tuning::tuning! { "term":
    /// Elements of a table that are looked through for the range of a read. More give tighter ranges of larger tables;
    /// fewer make facts cheaper.
    pub(crate) TABLE_ELEMENTS_FOR_RANGE: u128 = 4096, Count, 0..=1 << 20;

    /// Values at which a quantifier is tried whose body is not compiled. More decide more quantifiers under a model,
    /// slowly; fewer leave them undefined.
    pub(crate) VALUES_TRIED_UNCOMPILED: u128 = 4096, Count, 0..=1 << 20;
    /// The part of its steps that a quantifier gets that needs more than all of them: it is only looked through for an
    /// early value at which it fails. A larger part finds later ones; a smaller wastes less where there is none.
    pub(crate) HOPELESS_QUANTIFIER: u64 = 64, OneIn, 1..=1 << 20;
    /// Width of the index to which a λ-array is enumerated as a whole. More bits give more arrays a value under a
    /// model; fewer save time and memory.
    pub(crate) ENUMERATED_INDEX_BITS: u32 = 12, Bits, 0..=20;
    /// Steps of compiled bodies for deciding one quantifier, unless the evaluator is told otherwise: about half a
    /// second. More decide larger quantifiers; fewer leave them undefined sooner.
    pub EVALUATOR_STEPS: u64 = 1 << 26, Count, 1..=1 << 40;

    /// Steps of the code that a quantifier's body is compiled to. More compile larger bodies; fewer leave these to the
    /// slow way.
    pub(crate) COMPILED_CODE: usize = 50_000, Count, 0..=1 << 24;
    /// Quantifiers within quantifiers that are compiled. More decide deeper ones; fewer leave these to the slow way.
    pub(crate) COMPILED_QUANTIFIER_DEPTH: u32 = 16, Count, 0..=48;

    /// Points of the grid on which two polynomials are compared. More show equalities of higher degrees; fewer make
    /// equalities cheaper to build.
    pub(crate) POLYNOMIAL_POINTS: usize = 64, Count, 0..=4096;
    /// Nodes of both sides of an equality that are looked at as polynomials. More show larger equalities; fewer make
    /// equalities cheaper to build.
    pub(crate) POLYNOMIAL_NODES: usize = 48, Count, 0..=512;

    /// Stores that a read walks past where both indices are constants. More resolve reads of longer chains; fewer make
    /// reads cheaper to build and leave them to the solver.
    pub(crate) STORES_PASSED_KNOWN: usize = 1024, Count, 0..=1 << 20;
    /// Stores that a read walks past where an index comparison has to be built. More resolve more reads; fewer make
    /// fewer terms.
    pub(crate) STORES_PASSED_SYMBOLIC: usize = 32, Count, 0..=1 << 16;
    /// Stores that are searched for one that a new store makes dead. More keep chains shorter; fewer make stores
    /// cheaper.
    pub(crate) STORES_SEARCHED_FOR_DEAD: usize = 16, Count, 0..=1 << 12;
    /// Nodes of a λ-body that a read substitutes into at once. More resolve more reads; fewer make fewer terms.
    pub(crate) LAMBDA_NODES_SUBSTITUTED: usize = 64, Count, 0..=1 << 12;

    /// Addends of a sum that is kept in canonical form. More recognise longer sums as equal; fewer make sums cheaper to
    /// build.
    pub(crate) ADDENDS_SORTED: usize = 8, Count, 1..=64;

    /// Addends over which a negation is distributed. More recognise more sums as equal; fewer make fewer terms.
    pub(crate) ADDENDS_NEGATED: usize = 4, Count, 0..=64;

    /// How deep in an arithmetic term extensions are looked for that a narrower term need not have. More narrow deeper
    /// terms; fewer make extracts cheaper to build.
    pub(crate) NARROWED_DEPTH: u32 = 3, Count, 0..=8;

    /// How far down a chain of one operator an argument is looked for. More find more repetitions and contradictions;
    /// fewer make conditions cheaper to build.
    pub(crate) CHAIN_SEARCHED: usize = 8, Count, 0..=1 << 10;

    /// Symbols in the list of those that are free in a term, if it is kept with the term. More answer what is asked of
    /// large terms at once; fewer take less memory.
    pub(crate) FREE_SYMBOLS_KEPT: usize = 1024, Count, 1..=1 << 20;
    /// Symbols in all longer lists that are kept for when they are asked for again. More put fewer together again;
    /// fewer take less memory.
    pub(crate) FREE_SYMBOLS_OF_LONG_LISTS: usize = 1 << 24, Count, 0..=1 << 28;
}
