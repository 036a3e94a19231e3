//! What is traded in executing and confirming: all numbers of this crate that bound effort, memory or precision.
//!
//! One entry is one constant, in the order of the files that read it: its sentence says what it is, and what more and
//! what less of it costs. Oblivious to who reads them. Invariant: no value within its range makes an answer wrong.

plica_tuning::tuning! { "exec":
    /// Inputs of a path that are listed one by one. More confirm longer paths; fewer take less memory.
    pub(crate) INPUTS_LISTED: u128 = 1 << 20, Count, 0..=1 << 24;

    /// Cells of an object that an input pointer leads to, more than which it does not come into being. More take larger
    /// structures; fewer take less memory.
    pub(crate) CELLS_OF_INPUT: u64 = 1 << 14, Count, 1..=1 << 24;

    /// Elements from which on an object is made symbolic as a whole, where loops are folded. More keep small objects
    /// simple; fewer fold more loops over them.
    pub(crate) CELLS_AS_ARRAY: u64 = 16, Count, 1..=1 << 30;

    /// Runs through a loop in a row without a decision after which arriving there is no longer reported. More look for
    /// folding longer; fewer execute faster.
    pub(crate) QUIET_RUNS: u8 = 16, Count, 1..=255;

    /// Numbers of a path that are noticed to have one value left. More make more of what is computed of them known;
    /// fewer take less memory.
    pub(crate) NUMBERS_PINNED: usize = 256, Count, 0..=1 << 20;

    /// Parts of a term that are looked through for those when it is read. More make more of what is computed known;
    /// fewer take less time where that comes to nothing.
    pub(crate) TERMS_PINNED_IN: usize = 64, Count, 1..=1 << 20;

    /// Symbols in a term that is looked through. More and fewer as above.
    pub(crate) SYMBOLS_PINNED_IN: usize = 64, Count, 1..=1 << 10;

    /// Terms of which it is remembered what they are with those put in. More save work; fewer take less memory.
    pub(crate) PINNED_TERMS_KEPT: usize = 1 << 14, Count, 0..=1 << 24;

    /// Bytes that may be asked for between two looks at the memory of the process. More look less often; fewer keep to
    /// the limit more closely.
    pub(crate) BYTES_BETWEEN_LOOKS: u64 = 1 << 20, Bytes, 0..=1 << 40;

    /// Commands that a path through folded loops is given to get to its fault. More confirm faults behind longer loops;
    /// fewer give up sooner, and leave the run undecided.
    pub(crate) CONFIRMING_COMMANDS: u64 = 400_000_000, Count, 1..=1 << 40;
    /// Commands that another path is given besides twice its own, since deciding again may repeat one. More confirm
    /// paths that repeat many; fewer give up sooner.
    pub(crate) CONFIRMING_COMMANDS_MORE: u64 = 10_000, Count, 0..=1 << 30;
    /// Commands that a run may take to put together what a panic says. More tell what formats much; fewer give up
    /// sooner.
    pub(crate) SPELLING_COMMANDS: u64 = 1_000_000, Count, 0..=1 << 40;
    /// Commands of one iteration of a folded loop that is jumped through. More confirm loops with longer bodies; fewer
    /// give up sooner.
    pub(crate) CONFIRMING_COMMANDS_PER_ITERATION: u64 = 1_000_000, Count, 1..=1 << 40;
    /// Iterations of a folded loop beyond which not all are executed to confirm a fault. More show more of the path;
    /// fewer take less time.
    pub(crate) ITERATIONS_JUMPED_THROUGH: u128 = 1 << 20, Count, 1 << 12..=1 << 60;
    /// Iterations that are executed at the start and at the end of such a loop. More show more of the path; fewer take
    /// less time.
    pub(crate) ITERATIONS_SHOWN: u128 = 100, Count, 1..=1 << 11;

    /// Steps from a pointer to what it was made of, to see whether an access is defined. More leave out more paths that
    /// cannot matter; fewer make looking cheaper.
    pub(crate) POINTER_STEPS: u32 = 16, Count, 0..=1 << 10;

    /// Commands within which a path that repeats itself is noticed. More notice longer periods; fewer cost less where
    /// there is none.
    pub(crate) COMMANDS_OF_REPETITION: u64 = 4096, Count, 0..=1 << 24;
    /// The same where so many were executed that looking for a longer period is a small part of it.
    pub(crate) COMMANDS_OF_LONG_REPETITION: u64 = 1 << 23, Count, 0..=1 << 40;

    /// What describing a piece of a state stands for, in commands. More describe less often; fewer count it as less
    /// than it takes.
    pub(crate) COMMANDS_PER_ITEM: u64 = 2, Count, 0..=1 << 10;

    /// The highest order of a Bessel function that is computed. Higher ones execute more programs; lower ones do not
    /// let the library count for long.
    pub(crate) ORDERS: u64 = 1 << 12, Count, 0..=1 << 24;

    /// Calls of functions of which only bounds are known whose arguments are looked for by what the functions are to
    /// give, each time that a fault rests on values which they do not have. More find more of such faults; fewer ask
    /// simpler questions.
    pub(crate) FUNCTIONS_INVERTED: usize = 16, Count, 0..=1 << 20;

    /// Functions on top of a call stack that tell it from others in the search. More tell more stacks apart; fewer
    /// treat them alike.
    pub(crate) FRAMES_OF_STACK_KEY: usize = 4, Count, 0..=1 << 10;

    /// Bytes that are copied at once. More execute larger copies, for which memory is taken; fewer leave these
    /// undecided.
    pub(crate) BYTES_COPIED: u64 = 1 << 28, Bytes, 0..=1 << 32;
    /// Bytes that are filled with a known one at once. More execute larger fills, for which memory is taken; fewer
    /// leave these undecided.
    pub(crate) BYTES_FILLED: u64 = 1 << 30, Bytes, 0..=1 << 34;
    /// Bytes that are filled with a term, or made symbolic, at once. More execute larger ones, for which memory is
    /// taken; fewer leave these undecided.
    pub(crate) TERMS_AT_ONCE: u64 = 1 << 22, Bytes, 0..=1 << 30;
    /// Pages of known bytes that are copied between two looks at the clock. More look less often; fewer keep to the
    /// limit more closely.
    pub(crate) PAGES_BETWEEN_LOOKS: u64 = 256, Count, 1..=1 << 20;
    /// What a byte that is a term is taken to need of the memory. More end earlier than the limit is reached; fewer may
    /// come too late.
    pub(crate) BYTES_PER_TERM: u64 = 64, Bytes, 1..=1 << 16;

    /// Bytes whose copying or filling counts as a command. More let block operations run longer; fewer give others
    /// their turn sooner.
    pub(crate) BYTES_PER_COMMAND: u64 = 64, Bytes, 1..=1 << 20;
    /// Commands that take as long as making a part of an input, or finding its value in a model. More leave other
    /// courses of a run more of the time where inputs are large; fewer count less than it takes.
    pub(crate) COMMANDS_PER_PART: u64 = 8, Count, 0..=1 << 20;
    /// What an object is taken to need of the memory before anything is written to it. More end earlier than the limit
    /// is reached; fewer may come too late.
    pub(crate) BYTES_PER_OBJECT: u64 = 256, Bytes, 1..=1 << 16;

    /// Choices of a pointer that are looked through for one that was never written, or for null. More spare questions
    /// and tell errors apart; fewer make looking cheaper.
    pub(crate) POINTERS_LOOKED_THROUGH: usize = 64, Count, 0..=1 << 12;

    /// Elements of an object that are looked at one by one where a state is made more general. More find what arrays
    /// have in common; fewer make looking cheaper.
    pub(crate) ELEMENTS_AS_CELLS: u64 = 16, Count, 1..=1 << 16;
}
