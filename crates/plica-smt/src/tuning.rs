//! What is traded in solving: all numbers of this crate that bound effort, memory or precision.
//!
//! One entry is one constant, in the order of the files that read it: its sentence says what it is, and what more and
//! what less of it costs. Oblivious to who reads them. Invariant: no value within its range makes an answer wrong.

use std::time::Duration;

use crate::work::Work;

plica_tuning::tuning! { "smt":
    /// Work for a question, all stages together, unless the user limits the time. More answers harder questions; less
    /// goes on sooner without an answer.
    pub(crate) WORK_PER_QUESTION: Work = 10_000_000, Work, 1_000_000..=1 << 50;
    /// Work of the kept solvers before fresh ones are asked beside each other. More saves starting these for questions
    /// that are nearly done; less comes sooner to the solver that is better at it.
    pub(crate) WORK_OF_FIRST_STAGE: Work = 150_000, Work, 1..=1 << 50;

    /// The same where the question holds products, which can be left out next. More saves that where it is nearly done;
    /// less comes sooner to it.
    pub(crate) WORK_BEFORE_LEAVING_OUT: Work = 50_000, Work, 1..=1 << 50;
    /// Work for a question without its products. More refutes more without them; less comes sooner to the question as
    /// it is.
    pub(crate) WORK_WITHOUT_PRODUCTS: Work = 250_000, Work, 1..=1 << 50;
    /// How often it is asked again, with what its model goes against. More refutes more; less comes sooner to the
    /// question as it is.
    pub(crate) TURNS_WITHOUT_PRODUCTS: usize = 12, Count, 0..=1 << 10;

    /// Terms of a slice that are looked at to see what its conditions are under each other. More leave less of it to
    /// solvers; fewer lose less where that makes no difference.
    pub(crate) TERMS_UNDER_OTHERS: u64 = 4096, Count, 0..=1 << 40;

    /// Terms of a slice that are looked at to compare maxima and minima by what they are of. More leave fewer of them
    /// to solvers; fewer lose less where that does not help.
    pub(crate) TERMS_OF_EXTREMES: u64 = 1 << 17, Count, 0..=1 << 40;
    /// How deep choices are nested between which it is compared. More leave fewer to solvers; fewer need less of the
    /// stack.
    pub(crate) DEPTH_OF_EXTREMES: u32 = 2_000, Count, 0..=5_000;

    /// Terms of a question about sums that are made integers. More answer larger ones; fewer lose less where that does
    /// not help.
    pub(crate) TERMS_OF_LINEAR: usize = 4_000, Count, 0..=1 << 30;
    /// Work for a question about sums of integers before it is one about bits. More answers more of them; less loses
    /// less where that does not help.
    pub(crate) WORK_OF_LINEAR: Work = 20_000, Work, 0..=1 << 50;
    /// The same for a question that the first stage had no answer to, whatever is compared. As above.
    pub(crate) WORK_OF_HARD_LINEAR: Work = 150_000, Work, 0..=1 << 50;
    /// The part of the work for questions about sums that may be done in vain about integers. A larger part answers
    /// more of them; a smaller one loses less where that does not help.
    pub(crate) SHARE_OF_LINEAR: u64 = 4, OneIn, 1..=1 << 20;

    /// Edges that a question about orders may have looked at, which are about a nanosecond each. More answers larger
    /// ones; less loses less where solvers are quicker.
    pub(crate) EDGES_LOOKED_AT: u64 = 1 << 18, Count, 0..=1 << 40;
    /// Differences that are taken as less, or as more, in such a question. More answers those where many symbols have
    /// little room; less loses less where solvers are quicker.
    pub(crate) DIFFERENCES_TRIED: usize = 64, Count, 0..=1 << 10;

    /// Work of the first round of solvers beside each other. More waits less often for the slower one; less ends sooner
    /// where one is done early.
    pub(crate) WORK_OF_FIRST_ROUND: Work = 500_000, Work, 1_000..=1 << 50;
    /// How much longer each round of solvers beside each other is than the one before. More waits less often; less
    /// wastes less of the slower one.
    pub(crate) ROUND_GROWTH: u64 = 4, Times, 2..=1 << 10;

    /// How often flags are looked at while back ends run. A longer period costs less; a shorter one ends sooner when
    /// the run is over.
    pub(crate) POLL_PERIOD: Duration = 10_000, Micros, 100..=1_000_000;

    /// How often the clock is looked at beside a solver that may not look itself. A longer period costs less; a shorter
    /// one stops the solver sooner.
    pub(crate) WATCH_PERIOD: Duration = 5_000, Micros, 100..=1_000_000;
    /// How much longer than its limit a solver is given to stop by itself. More loses fewer solvers with what they have
    /// learned; less ends late questions sooner.
    pub(crate) SOLVER_GRACE: Duration = 50_000, Micros, 0..=10_000_000;

    /// How much longer than its limit a back end's thread is given to end by itself. More leaves fewer threads behind;
    /// less ends late questions sooner.
    pub(crate) BACKEND_GRACE: Duration = 200_000, Micros, 0..=10_000_000;
    /// Threads of earlier questions that may still be running where more are started for a hard one. More ask all
    /// solvers of every question; fewer keep the machine free.
    pub(crate) THREADS_LEFT_BEHIND: usize = 6, Count, 1..=64;

    /// How many times the time of its work a question may take on the clock. More lets work decide on slow machines;
    /// less ends sooner where a library does not count.
    pub(crate) CLOCK_NET: u32 = 8, Times, 1..=1 << 10;
    /// What a question may take on the clock besides. More lets work decide on busy machines; less ends sooner where a
    /// library does not count.
    pub(crate) CLOCK_NET_LEAST: Duration = 1_000_000, Micros, 10_000..=1 << 40;

    /// How often, every five milliseconds, an external solver that broke off is looked at for its last words. More hear
    /// what slow ones complain of; fewer go on sooner.
    pub(crate) LAST_WORDS: u32 = 200, Count, 0..=10_000;

    /// How often an external solver may die without an answer in between before it is no longer started. More bear with
    /// questions that it dies of; fewer end sooner where it only dies.
    pub(crate) DEATHS_IN_A_ROW: u32 = 64, Count, 1..=1 << 30;

    /// Answers that are kept before all are forgotten. More answer more questions without a solver; fewer take less
    /// memory.
    pub(crate) ANSWERS_KEPT: usize = 300_000, Count, 1..=1 << 32;
    /// Models that are tried on a question. More answer more questions without a solver; fewer make the others cheaper.
    pub(crate) MODELS_KEPT: usize = 12, Count, 0..=1 << 12;
    /// Conditions of a contradictory set that supersets are looked up by. More refute more questions without a solver;
    /// fewer make looking up cheaper.
    pub(crate) CORE_CONDITIONS: usize = 64, Count, 0..=1 << 16;
    /// Steps per quantifier for trying a kept model. More answer more questions without a solver; fewer make trying
    /// cheaper.
    pub(crate) TRIAL_STEPS: u64 = 1 << 16, Count, 0..=1 << 40;

    /// Results that a rewriting pass over questions keeps before it forgets all. More are rewritten once only; fewer
    /// take less memory.
    pub(crate) RESULTS_KEPT: usize = 1 << 20, Count, 0..=1 << 32;

    /// Nodes of a question in which arrays are replaced by their elements. More spare the solver more arrays; fewer
    /// make large questions cheaper to prepare.
    pub(crate) NODES_FOR_SCALARS: usize = 1 << 15, Count, 0..=1 << 24;

    /// Cells from which on symbols that are stored one by one become the cells of one array symbol. More leave small
    /// arrays as choices; fewer make arrays of them too.
    pub(crate) CELLS_WORTH_ARRAY: usize = 8, Count, 1..=1 << 12;

    /// Assignments of a question that are tried one by one. More decide questions about more bits by that; fewer leave
    /// these to solvers.
    pub(crate) ASSIGNMENTS_TRIED: u128 = 1 << 22, Count, 0..=1 << 40;
    /// Work for trying the values of what is cut from wide numbers. More decides more of what no solver does; less
    /// comes sooner to solvers.
    pub(crate) WORK_OF_CUTS: Work = 300_000, Work, 0..=1 << 50;
    /// Bits of a dividend, as far as it is known to need them, from which on its quotient by a known number is a number
    /// of its own. Fewer spare the solver more divisions; more leave it what it does well by itself.
    pub(crate) BITS_OF_QUOTIENTS: u32 = 12, Count, 1..=1 << 10;
    /// Values of a term that is cut from the wide numbers that it is computed from, so that its values can be tried.
    /// More cut lower, and know more of what depends on one input; fewer leave more that can be tried together.
    pub(crate) VALUES_OF_CUT: u128 = 1 << 18, Count, 0..=1 << 40;
    /// Work for trying them before a solver is asked about products. More spares solvers more of these; less comes
    /// sooner to what solvers do at once.
    pub(crate) WORK_OF_TRYING_FIRST: Work = 2_000, Work, 0..=1 << 50;
    /// Work for trying them after the first solver had no answer. More decides more by that; less comes sooner to
    /// other solvers.
    pub(crate) WORK_OF_TRYING: Work = 1_000_000, Work, 0..=1 << 50;
    /// Steps of trying between two looks at the limits. More look less often; fewer keep to limits more closely.
    pub(crate) STEPS_BETWEEN_LOOKS: u64 = 1 << 16, Count, 1..=1 << 30;

    /// Terms of a question that is narrowed to the bits that it needs. More narrow larger questions; fewer make these
    /// cheaper to prepare.
    pub(crate) NODES_NARROWED: usize = 20_000, Count, 0..=40_000;
    /// Addends from which on a sum becomes a tree. More leave longer sums as they are; fewer change shorter ones, for
    /// which the solver may know them in another form.
    pub(crate) ADDENDS_AS_TREE: usize = 16, Count, 2..=1 << 20;

    /// Products of a question that is first asked without them. More refute more questions that hold many; fewer make
    /// these cheaper to prepare.
    pub(crate) PRODUCTS_LEFT_OUT: usize = 48, Count, 0..=1 << 10;
    /// Shifted addends from which on a product with a constant is left out, too. More leave out only what takes large
    /// circuits; fewer make simpler questions, which tell less.
    pub(crate) ADDENDS_OF_PRODUCT: u32 = 4, Count, 1..=128;

    /// Writes that a read of a table walks through as choices. More spare the solver arrays; fewer make smaller
    /// formulas.
    pub(crate) WRITES_READ_THROUGH: usize = 64, Count, 0..=1 << 12;
    /// Constants over an array with symbolic contents that are worth a table. More leave them to the solver's arrays;
    /// fewer make choices of them.
    pub(crate) CONSTANTS_WORTH_TABLE: usize = 16, Count, 0..=1 << 16;
    /// Index below which constants that are written one by one make a table. More spare the solver longer arrays; fewer
    /// take less memory.
    pub(crate) TABLE_LENGTH: u128 = 1 << 16, Count, 0..=1 << 22;

    /// Encoded terms that a back end keeps for its next solver. More are encoded once only; fewer take less memory.
    pub(crate) TERMS_KEPT: usize = 200_000, Count, 0..=1 << 32;

    /// Hard questions that are kept, with their solvers, until they are asked again. More go on where they were; fewer
    /// take less memory.
    pub(crate) QUESTIONS_KEPT: usize = 4, Count, 1..=64;
    /// Questions of which is known what the kept solvers have done for them. More come to fresh solvers in time; fewer
    /// take less time to look through.
    pub(crate) BEGUN_KEPT: usize = 64, Count, 1..=1 << 16;
    /// Solvers that are kept with what they have learned for each who asks. More suit more kinds of questions; fewer
    /// take less memory, and hold less that no longer matters.
    pub(crate) SOLVERS_KEPT: usize = 3, Count, 1..=256;

    /// Conditions that a path has more than when its bounds were looked through before that is done again. More look at
    /// them more seldom; fewer leave less to be looked through at each question.
    pub(crate) CONDITIONS_TIGHTENED: usize = 32, Count, 1..=1 << 20;
    /// Paths of which is kept what was found then. More serve searches that change paths often; fewer take less memory.
    pub(crate) PATHS_TIGHTENED: usize = 64, Count, 1..=1 << 16;

    /// Conditions of a kept solver that no longer matter before anyone asks whether they are too many. More keep what
    /// was learned; fewer keep questions small.
    pub(crate) STALE_CONDITIONS: usize = 64, Count, 0..=1 << 20;

    /// How deep indices are taken apart to find at which value of a quantifier they are met. More find more instances;
    /// fewer make finding cheaper.
    pub(crate) INDEX_DEPTH: u32 = 24, Count, 0..=256;
    /// Array terms that are looked at below one read. More find more instances; fewer make finding cheaper.
    pub(crate) ARRAYS_BELOW_READ: usize = 512, Count, 0..=1 << 16;

    /// How often loops within bodies may run at first while a model is repaired. More allow more models at once; fewer
    /// keep evaluating them cheap.
    pub(crate) INNER_ITERATIONS_FIRST: u128 = 4, Count, 0..=63;
    /// How often they may run where that was too little. More allow more models; fewer keep evaluating them cheap.
    pub(crate) INNER_ITERATIONS_SECOND: u128 = 64, Count, 0..=1 << 12;
    /// How often a loop within a body may run, if its number is fixed, to be spelled out. More repair more models;
    /// fewer make smaller questions.
    pub(crate) INNER_ITERATIONS_FIXED: u128 = 32, Count, 0..=1 << 10;

    /// Values over which quantifiers run at most in the first models that are asked for. More allow more models at
    /// once; fewer keep first models small.
    pub(crate) QUANTIFIED_VALUES_FIRST: u128 = 4, Count, 0..=16;
    /// Questions without quantifiers for each stage of a quantified one. More add instances for longer before the bound
    /// changes; fewer come sooner to larger models.
    pub(crate) TURNS_PER_STAGE: usize = 8, Count, 1..=20;
    /// The same for the stages that bound no quantifier, which are there to refute. More refute more; fewer come sooner
    /// to models.
    pub(crate) TURNS_UNBOUNDED: usize = 3, Count, 1..=20;
    /// Values of a quantifier that are all spelled out once it has failed twice. More settle what one iteration hands
    /// to the next; fewer make smaller questions.
    pub(crate) VALUES_SPELLED_OUT: u128 = 64, Count, 0..=1 << 12;
    /// Values at which a model fails that become instances, per quantifier, doubled with each turn. More rule out more
    /// wrong models at once; fewer make smaller questions.
    pub(crate) FAILING_VALUES: usize = 16, Count, 1..=1 << 12;
    /// Instances that indices in the question ask for of its own quantifiers before it is first asked. More refute
    /// more; fewer make smaller questions.
    pub(crate) INSTANCES_OF_OWN: usize = 160, Count, 0..=1 << 12;
    /// The same of all quantifiers, those that came with instances included. More refute more; fewer make smaller
    /// questions.
    pub(crate) INSTANCES_OF_ALL: usize = 400, Count, 0..=1 << 14;
    /// Steps for deciding a quantifier under a model while larger models are not asked for. More accept more models;
    /// fewer ask sooner for other ones.
    pub(crate) MODEL_STEPS: u64 = 1 << 21, Count, 1..=1 << 40;
    /// Values over which quantifiers run beyond which a model counts as large, and is given all the steps there are.
    /// More keep evaluating cheap; fewer accept more models.
    pub(crate) VALUES_OF_LARGE_MODEL: u128 = 1 << 10, Count, 0..=1 << 20;
    /// Instances of a question altogether. More refute more; fewer make smaller questions.
    pub(crate) INSTANCES_IN_ALL: usize = 2000, Count, 0..=1 << 16;
    /// Instances that are remembered from question to question. More are made once only; fewer take less memory.
    pub(crate) INSTANCES_KEPT: usize = 200_000, Count, 0..=1 << 32;

    /// Instances that indices may ask for of one quantifier in the question itself. More refute more; fewer make
    /// smaller questions.
    pub(crate) INSTANCES_PER_OUTER_QUANTIFIER: usize = 48, Count, 24..=1 << 12;
    /// The same of one that came with an instance, of which there are many; fewer than of the others. More refute more;
    /// fewer make smaller questions.
    pub(crate) INSTANCES_PER_INNER_QUANTIFIER: usize = 12, Count, 0..=23;

    /// Comparisons of a body that a model is mended by. More mend more models; fewer make mending cheaper.
    pub(crate) COMPARISONS_MENDED: usize = 12, Count, 0..=1 << 10;
    /// Terms of a body in which comparisons are looked for. More mend more models; fewer make mending cheaper.
    pub(crate) TERMS_MENDED: usize = 400, Count, 0..=1 << 16;
    /// Values of the bound symbols that mending goes through. More mend models of longer loops; fewer make mending
    /// cheaper.
    pub(crate) VALUES_MENDED: u128 = 1 << 20, Count, 0..=1 << 28;
    /// Cells of arrays that mending changes. More mend larger models; fewer make mending cheaper.
    pub(crate) CELLS_MENDED: usize = 1 << 19, Count, 0..=1 << 26;
    /// Turns over all bodies for one value, since what one body changes another may read. More mend models of bodies
    /// that depend on each other; fewer make mending cheaper.
    pub(crate) MENDING_SWEEPS: usize = 4, Count, 0..=256;

    /// Instances of all quantifiers together that are spelled out where sequences are to come to a value. More find
    /// models of longer loops; fewer make smaller questions.
    pub(crate) INSTANCES_SCHEDULED: u128 = 1 << 13, Count, 0..=1 << 20;
    /// Loops by whose sequences a schedule of what iterations do is chosen. More find more models; fewer give up
    /// sooner.
    pub(crate) LOOPS_SCHEDULED: usize = 3, Count, 1..=64;

    /// Steps of evaluating iterations on values to find out how sequences get to where they are to come. More find
    /// longer ways, and ways through more states; fewer give up sooner.
    pub(crate) SEARCH_STEPS: u64 = 1 << 20, Count, 0..=1 << 40;
    /// How often such a state is come to, each time after another number of iterations, where that does not matter.
    /// More find ways that suit conditions on the number; fewer come to more states.
    pub(crate) VISITS_OF_STATE: u32 = 2, Count, 1..=1 << 20;
    /// Ways that are tried. More find some that suit the rest of the question, too; fewer give up sooner.
    pub(crate) WAYS_TRIED: usize = 3, Count, 1..=1 << 10;
    /// Inputs on which one iteration is tried in one state. More combine what several inputs of an iteration are
    /// compared with; fewer go on sooner to the next iteration.
    pub(crate) INPUTS_OF_ITERATION: usize = 64, Count, 1..=1 << 16;

    /// Addends of a sum in which those are looked for that matter together only. More simplify longer sums; fewer make
    /// looking cheaper.
    pub(crate) ADDENDS_TIED: usize = 32, Count, 0..=1 << 12;

    /// What an answer must have cost for it to be kept for later runs. More keeps fewer answers, which takes less room
    /// and time; less keeps also those that are found again as quickly as they are looked up.
    pub(crate) WORK_KEPT: Work = 400, Work, 0..=1 << 40;
}
