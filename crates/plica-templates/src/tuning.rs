//! What is traded in folding loops: all numbers of this crate that bound effort, memory or precision.
//!
//! One entry is one constant, in the order of the files that read it: its sentence says what it is, and what more and
//! what less of it costs. Oblivious to who reads them. Invariant: no value within its range makes an answer wrong.

use plica_smt::Work;

plica_tuning::tuning! { "templates":
    /// Refusals in a row after which a loop is only tried now and then. More find the context in which it folds; fewer
    /// waste less on loops that do not.
    pub(crate) REFUSALS_BEFORE_SELDOM: u32 = 3, Count, 0..=1 << 16;
    /// Foldings that were taken back after which only so many iterations are taken at a time. More keep folding what
    /// led to questions without an answer; fewer give up folding sooner.
    pub(crate) ROLLBACKS_BEFORE_CHUNKS: u32 = 2, Count, 0..=1 << 16;
    /// Work on refused foldings that is not held against a loop. More tries loops again that were refused; less keeps
    /// what is done in vain small.
    pub(crate) WORK_IN_VAIN_AT_FIRST: Work = 6_000, Work, 0..=1 << 40;
    /// The part of all work that may go into refused foldings besides. A larger part tries refused loops again more
    /// often; a smaller wastes less.
    pub(crate) WORK_IN_VAIN: u64 = 40, OneIn, 1..=1 << 20;

    /// Ways through one iteration of a loop that is folded. More fold loops whose bodies fork more, and pay for each;
    /// fewer leave these to unrolling.
    pub(crate) PATHS_PER_ITERATION: usize = 48, Count, 1..=1 << 12;
    /// The same while loops inside of it are unrolled. More fold more loops around loops that do not fold; fewer give
    /// up on them sooner.
    pub(crate) PATHS_PER_UNROLLED_ITERATION: usize = 24, Count, 1..=1 << 12;
    /// Commands of one iteration, over all its ways. More fold longer bodies; fewer give up on them sooner.
    pub(crate) COMMANDS_PER_ITERATION: u64 = 400_000, Count, 1..=1 << 40;
    /// Decisions of one iteration, over all its ways, of which each may be a question. More fold longer bodies; fewer
    /// give up on them sooner.
    pub(crate) DECISIONS_PER_ITERATION: u64 = 1_000, Count, 0..=1 << 30;
    /// Rounds of executing an iteration until no new place differs. More fold loops that change many things through
    /// each other; fewer give up on them sooner.
    pub(crate) ROUNDS_OF_PLACES: usize = 12, Count, 1..=1 << 10;
    /// Loops inside of loops that are folded. More fold deeper nests; fewer keep templates small.
    pub(crate) FOLDED_NESTING: u32 = 4, Count, 1..=8;

    /// Commands on known values that take as long as one in general. More keep folding from loops that run fast as they
    /// are; fewer fold more of them.
    pub(crate) COST_OF_GENERAL_COMMAND: u64 = 32, Count, 1..=1 << 20;
    /// Commands on known values that take as long as a question. More keep folding from loops that run fast as they
    /// are; fewer fold more of them.
    pub(crate) COST_OF_QUESTION: u64 = 1 << 16, Count, 1..=1 << 40;
    /// Commands beyond which a loop on known values is folded even if arrays become formulas by that: about half a
    /// minute. More execute longer loops; fewer fold shorter ones, and make formulas of what was known.
    pub(crate) COMMANDS_OF_LONG_LOOP: u128 = 1 << 32, Count, 0..=1 << 60;
    /// Iterations that each ask for inputs, or write what rests on some, beyond which a loop is folded even if arrays
    /// become formulas by that. More leave more symbols and stores behind; fewer make formulas of what were few.
    pub(crate) ITERATIONS_ON_UNKNOWNS: u128 = 1024, Count, 0..=1 << 60;

    /// Iterations up to which a loop is short, so that walking it is as good. More leave more loops to walking; fewer
    /// fold more of them first.
    pub(crate) ITERATIONS_OF_SHORT_LOOP: u128 = 32, Count, 0..=1 << 7;
    /// Work for the question whether one is. More tells it of more loops; less takes more of them for long.
    pub(crate) WORK_PER_LENGTH: Work = 2_000, Work, 1..=1 << 50;
    /// Iterations that are taken at a time where all at once are too hard. More get through long loops in fewer steps;
    /// fewer make smaller questions.
    pub(crate) CHUNK_ITERATIONS: u128 = 16, Count, 1..=1 << 12;
    /// Choices that are taken out of a number of iterations, with a question each. More make counts of exits simpler;
    /// fewer ask less.
    pub(crate) CHOICES_OF_COUNT: usize = 3, Count, 0..=64;
    /// Work for an exit of a loop without closed forms, which will probably not be answered. More folds some of them;
    /// less goes over to chunks sooner.
    pub(crate) WORK_PER_HARD_EXIT: Work = 300_000, Work, 1..=1 << 50;

    /// Nodes of an effect that is kept as a sequence. More fold loops with larger effects, into harder questions; fewer
    /// leave these to unrolling.
    pub(crate) NODES_OF_SEQUENCE: usize = 200, Count, 0..=1 << 20;
    /// Places that are kept as sequences. More fold loops with more effects without a closed form, into harder
    /// questions; fewer leave these to unrolling.
    pub(crate) PLACES_AS_SEQUENCES: usize = 3, Count, 0..=256;

    /// Questions about the greatest and about the least that an iteration adds to a sum. More find narrower bounds;
    /// fewer cost less where there are none.
    pub(crate) QUESTIONS_PER_BOUND: u32 = 24, Count, 0..=1 << 10;
    /// Work for each of these. More find bounds that are harder to see; less costs less where there are none.
    pub(crate) WORK_PER_BOUND: Work = 10_000, Work, 1..=1 << 50;
    /// Numbers of which is found out how large they can be, so as to bound a product of them. More bound longer
    /// products; fewer ask less.
    pub(crate) NUMBERS_BOUNDED: usize = 4, Count, 0..=1 << 10;
    /// Work for the question whether some iteration breaks a part of their condition that has no closed form. More find
    /// that none does where that is harder to see; less costs less where one may.
    pub(crate) WORK_PER_PART: Work = 20_000, Work, 1..=1 << 50;
    /// Terms of the conditions of an iteration in which constants are looked for that may be bounds. More find bounds
    /// with fewer questions; fewer make looking cheaper.
    pub(crate) NODES_SEARCHED_FOR_BOUND: usize = 2_000, Count, 0..=1 << 24;

    /// Work for each question about what always holds of places without a closed form. More finds what is harder to
    /// see; less costs less where there is nothing.
    pub(crate) WORK_PER_ORDER: Work = 5_000, Work, 1..=1 << 50;
    /// Conditions on such places of which those are sought that always hold. More find more; fewer cost less.
    pub(crate) ORDERS_TRIED: usize = 24, Count, 0..=1 << 12;
    /// Numbers over such places that may only grow or only fall. More find more; fewer cost less.
    pub(crate) MEASURES_TRIED: usize = 6, Count, 0..=1 << 10;
    /// Constants that a place is set to and that are told apart as the only ones that it can have. More know more of
    /// what is set to many; fewer make shorter conditions.
    pub(crate) VALUES_OF_FLAG: usize = 8, Count, 0..=1 << 10;

    /// Leaves of the decisions about what iterations add to places that count. More count in larger bodies; fewer leave
    /// these to sequences of their values.
    pub(crate) WAYS_LOOKED_AT: usize = 32, Count, 1..=1 << 10;
    /// Different things that iterations add to places, each counted by a sequence. More have parameters for more
    /// cycles, into harder questions; fewer leave these to sequences of the places' values.
    pub(crate) WAYS_COUNTED: usize = 6, Count, 0..=64;

    /// Iterations of a loop, if their number is known, that are spelled out in one formula. More need no closed form;
    /// fewer make smaller formulas.
    pub(crate) EXPANDED_ITERATIONS: u128 = 128, Count, 0..=1 << 12;
    /// The same where the number is open, but bounded. More need no closed form; fewer make smaller formulas.
    pub(crate) EXPANDED_ITERATIONS_OPEN: u128 = 24, Count, 0..=1 << 12;
    /// Nodes that formulas of spelled out iterations may have. More spell out larger bodies; fewer make smaller
    /// formulas.
    pub(crate) EXPANDED_NODES: usize = 40_000, Count, 0..=1 << 24;

    /// Stores of one iteration into one array that are folded. More fold longer bodies; fewer leave these to unrolling.
    pub(crate) STORES_PER_ITERATION: usize = 64, Count, 0..=1 << 12;
    /// Nodes of a stored value that is folded. More fold larger bodies; fewer give up on them sooner.
    pub(crate) NODES_OF_STORED_VALUE: usize = 4000, Count, 0..=1 << 20;

    /// Compositions of an update among which a repetition is looked for. More find longer periods; fewer give up
    /// sooner.
    pub(crate) PERIOD_OF_SCALAR: usize = 4, Count, 1..=64;
    /// Nodes of a composition of updates that is looked at for a repetition. More find periods of larger updates; fewer
    /// give up sooner.
    pub(crate) NODES_OF_COMPOSITION: usize = 400, Count, 0..=1 << 20;

    /// Cells of one array that are places of their own. More fold loops over small arrays; fewer leave these to rules
    /// for arrays.
    pub(crate) CELLS_AS_PLACES: usize = 16, Count, 0..=1 << 10;

    /// Stores and choices that are resolved in one read of an update. More bring larger updates into normal form; fewer
    /// give up sooner.
    pub(crate) STORES_RESOLVED: u32 = 24, Count, 0..=1 << 12;
    /// Depth to which a cut of bits is pushed into an update. More bring larger updates into normal form; fewer give up
    /// sooner.
    pub(crate) DEPTH_OF_CUT: u32 = 60, Count, 0..=500;

    /// Invariant conditions on which updates are split, one after the other. More fold loops that do one thing or
    /// another, at twice the price each; fewer leave these to sequences.
    pub(crate) CONDITIONS_SPLIT: u32 = 3, Count, 0..=8;
    /// Nodes of an update in which a condition to split on is looked for. More split larger updates; fewer give up
    /// sooner.
    pub(crate) NODES_SEARCHED_FOR_SPLIT: usize = 4000, Count, 0..=1 << 20;

    /// Places that depend linearly on each other and are solved as one system. More fold more loops, into larger
    /// formulas; fewer leave these to sequences.
    pub(crate) PLACES_OF_AFFINE_SYSTEM: usize = 4, Count, 1..=8;
    /// Depth of sums that are looked into for linear updates. More recognise larger ones; fewer give up sooner.
    pub(crate) DEPTH_OF_AFFINE_SUM: u32 = 60, Count, 0..=500;
    /// Parts of a sum that are looked at for linear updates, shared ones each time. More recognise larger ones; fewer
    /// give up sooner.
    pub(crate) PARTS_OF_AFFINE_SUM: u32 = 5_000, Count, 0..=1 << 24;

    /// Degree in κ to which polynomials are kept. More fold more loops, into harder questions; fewer leave these to
    /// sequences.
    pub(crate) POLYNOMIAL_DEGREE: usize = 5, Count, 1..=8;
    /// Depth of terms that are looked into for polynomials. More recognise larger ones; fewer give up sooner.
    pub(crate) DEPTH_OF_POLYNOMIAL: u32 = 100, Count, 0..=500;

    /// Assignments on which a guessed number of iterations is tried before it is verified by a question. More ask about
    /// fewer wrong guesses; fewer make trying cheaper.
    pub(crate) ASSIGNMENTS_TRIED: u64 = 24, Count, 1..=1 << 12;
    /// Numbers of iterations that are tried on each of these assignments. More ask about fewer wrong guesses; fewer
    /// make trying cheaper.
    pub(crate) COUNTS_TRIED: u128 = 12, Count, 1..=1 << 8;
    /// Guesses of the number of iterations that are tried. More determine more counts; fewer make trying cheaper.
    pub(crate) COUNTS_GUESSED: usize = 6, Count, 1..=256;

    /// Intervals of a set of values that is kept exactly. More remove quantifiers from more conditions; fewer make
    /// smaller formulas.
    pub(crate) INTERVALS_OF_SET: usize = 4, Count, 1..=64;
    /// Depth of conditions on constants from which quantifiers are removed. More remove more; fewer give up sooner.
    pub(crate) DEPTH_OF_CONSTANT_CONDITION: u32 = 24, Count, 0..=500;

    /// Depth of conditions from which quantifiers are removed. More remove more; fewer leave them to the solver.
    pub(crate) DEPTH_OF_CONDITION: u32 = 64, Count, 0..=500;
    /// Steps for removing the quantifier from one condition. More remove more; fewer leave them to the solver sooner.
    pub(crate) STEPS_PER_CONDITION: u32 = 20_000, Count, 0..=1 << 28;
}
