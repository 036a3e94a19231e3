//! What is traded in exploring: all numbers of this crate that bound effort, memory or precision.
//!
//! One entry is one constant, in the order of the files that read it: its sentence says what it is, and what more and
//! what less of it costs. Oblivious to who reads them. Invariant: no value within its range makes an answer wrong.

use std::time::Duration;

use plica_smt::Work;

plica_tuning::tuning! { "explore":
    /// Work for a loop on trial, which is walked as far as its end; the double for one around it, and so on. More walks
    /// loops that have many paths; less folds sooner what has no end.
    pub(crate) WORK_OF_TRIAL: Work = 100_000, Work, 0..=1 << 50;
    /// Work that a decision takes besides that of those who answer questions. More takes paths with many decisions for
    /// dear; less counts only what is hard.
    pub(crate) WORK_PER_DECISION: Work = 4, Work, 0..=1 << 20;
    /// Work that a path takes which parts from another, besides that. More takes many paths for dear; less counts only
    /// what is hard.
    pub(crate) WORK_PER_PATH: Work = 14, Work, 0..=1 << 20;
    /// Work for the first attempt to fold a loop on trial, at least. More folds what is easy to fold; less wastes less.
    pub(crate) WORK_OF_ATTEMPT: Work = 10_000, Work, 0..=1 << 50;
    /// The part of all work that may go into attempts to fold that are broken off since they take too long, besides
    /// what one trial may cost. A larger part folds sooner what is dear to fold; a smaller wastes less.
    pub(crate) WORK_OF_ATTEMPTS: u64 = 6, OneIn, 1..=1 << 20;
    /// Leaves of a loop on trial. More walk loops that have many paths; fewer fold sooner what has no end.
    pub(crate) LEAVES_OF_TRIAL: usize = 64, Count, 1..=1 << 20;
    /// Paths that come out of a loop on trial with which that settles how it is taken. More keep to what is simple;
    /// fewer fold loops that multiply paths.
    pub(crate) LEAVES_COMMITTED: usize = 64, Count, 0..=1 << 20;
    /// Work of an alternative before another has its turn. More lets the preferred one come to its end; less finds
    /// sooner that another does.
    pub(crate) WORK_OF_TURN: Work = 400_000, Work, 0..=1 << 50;
    /// How much longer an attempt to fold or merge may be than what is left of the turns around it, at least. More
    /// folds what would seem not to be foldable; less keeps to the turns.
    pub(crate) WORK_OF_OVERRUN: Work = 50_000, Work, 0..=1 << 50;
    /// Paths of an alternative that is given up of which tests are made, if they have been where no test is. More cover
    /// more; fewer cost less.
    pub(crate) LOST_PATHS_TESTED: usize = 256, Count, 0..=1 << 20;
    /// Commands after a decision in which it is seen that a side of it comes to an assumption that is false, before the
    /// courses of a run begin. More begin with more that is the same in all of them; fewer take less time.
    pub(crate) COMMANDS_FORESEEN: u64 = 64, Count, 0..=1 << 20;
    /// Work of each of the first courses of a run, which walk loops, fold them, merge paths, and enumerate values with
    /// an end in sight, before others have their turns. More decides more programs without them; less finds sooner that
    /// another is better.
    pub(crate) WORK_OF_FIRST_COURSES: Work = 500_000, Work, 0..=1 << 50;
    /// Work of each of these before the course has a turn that assumes candidate invariants, and goes on while it
    /// promises to come to an end. More decides more programs without it; less finds sooner what loops without a bound
    /// rest on.
    pub(crate) WORK_BEFORE_INVARIANTS: Work = 100_000, Work, 0..=1 << 50;
    /// Work of the course that folds where no long loop was folded in it, before others have their turns. More folds
    /// what is folded late; less finds sooner that walking or merging comes to the end.
    pub(crate) WORK_BEFORE_FOLDING: Work = 100_000, Work, 0..=1 << 50;
    /// The same where one is being folded, and for walking without an end in sight. More folds what takes long to be
    /// folded; less as above.
    pub(crate) WORK_WHILE_FOLDING: Work = 250_000, Work, 0..=1 << 50;
    /// Work of the course that assumes candidate invariants before others have turns, while it promises something.
    /// More finds more that rests on invariants; less decides more programs without.
    pub(crate) WORK_OF_PROMISES: Work = 125_000, Work, 0..=1 << 50;
    /// How many times as much as the course that assumes candidate invariants the first ones have had when it has its
    /// turns between theirs. More decides more programs without it; less finds sooner what rests on invariants.
    pub(crate) SHARE_BESIDE_INVARIANTS: u64 = 4, Times, 1..=1 << 10;
    /// How many times what it has cost in an earlier run the course may cost that has settled that one, before others
    /// have their turns. More bears larger changes; less finds sooner that another is better by now.
    pub(crate) SHARE_OF_SETTLED: u64 = 2, Times, 0..=1 << 10;
    /// Work of a course before another has its turn. More changes less often; less finds sooner that another comes to
    /// the end.
    pub(crate) WORK_OF_COURSE: Work = 50_000, Work, 0..=1 << 50;
    /// How much more the course that folds may cost after that than one that is not expected to come to an end, once a
    /// long loop was folded in it, and so may the one that makes states more general while it comes to an end. More
    /// loses less where loops are long; less where one of the others would do.
    pub(crate) SHARE_OF_FOLDING_COURSE: u64 = 32, Times, 1..=1 << 10;
    /// How much more the course that walks loops, and the one that merges paths, may cost than such a one. More loses
    /// less where paths are few, or meet; less where loops multiply them.
    pub(crate) SHARE_OF_WALKING_COURSE: u64 = 16, Times, 1..=1 << 10;
    /// The same for the course that folds as long as no long loop was folded in it. More folds what is folded late;
    /// less loses less where none is.
    pub(crate) SHARE_OF_UNFOLDED: u64 = 4, Times, 1..=1 << 10;
    /// The same for those that make states more general, as long as it is not known whether they come to an end, or
    /// while there is something new that may hold. More settle loops without a bound sooner; less loses less elsewhere.
    pub(crate) SHARE_OF_ATTEMPTS: u64 = 5, Times, 1..=1 << 10;
    /// How many times what all other courses have cost the one that walks may cost where it is seen to come to an end
    /// by that. More ends sooner where that is right; less costs less where it is not.
    pub(crate) SHARE_OF_FORECAST: u64 = 2, Times, 0..=1 << 10;
    /// How many times what all others have cost it may still cost where the paths that are open become fewer. More ends
    /// sooner; less costs less where there is much more to come.
    pub(crate) SHARE_OF_REST: u64 = 4, Times, 0..=1 << 10;
    /// How many times it may cost in all then, at first. More trusts longer that the end is near; less loses less where
    /// it is not.
    pub(crate) SHARE_IN_SIGHT: u64 = 16, Times, 0..=1 << 10;
    /// How many times what all courses have cost the one that walks would cost in all for it to have a small share.
    /// More walk where the end was misjudged; fewer lose less where there are too many paths.
    pub(crate) SHARE_OF_HOPELESS: u64 = 64, Times, 1..=1 << 40;
    /// Work of the course that merges before the one that walks goes on to an end that is in sight. More decides more
    /// by merging; less ends sooner what is soon walked.
    pub(crate) WORK_BEFORE_FORECAST: Work = 50_000, Work, 0..=1 << 50;
    /// How many times what the course that merges has cost the one that walks may cost then. More as above; less
    /// decides more by merging.
    pub(crate) SHARE_BESIDE_MERGING: u64 = 3, Times, 1..=1 << 10;
    /// Paths that have to have been open for that. More are surer; fewer see the end of smaller trees.
    pub(crate) LEAVES_OF_FORECAST: usize = 64, Count, 1..=1 << 20;
    /// How often it is looked at while it costs as much again, and the work between that at least. More see it sooner;
    /// fewer take less time.
    pub(crate) SIGHTS_OF_FORECAST: u64 = 16, OneIn, 1..=1 << 10;
    /// The work between that at least. More takes less time; less sees it sooner.
    pub(crate) WORK_OF_SIGHT: Work = 5_000, Work, 0..=1 << 50;
    /// The part of what it has cost so far by which it is judged. A smaller part follows sooner what changes; a larger
    /// one is surer.
    pub(crate) PART_OF_FORECAST: u64 = 4, OneIn, 1..=1 << 10;
    /// Nodes of its tree that are looked at for that. More find more programs to come to an end; fewer take less time.
    pub(crate) NODES_OF_FORECAST: usize = 1 << 17, Count, 0..=1 << 30;
    /// How much more an alternative may cost that is expected to settle its choice. More lets it come to its end; less
    /// loses less where it does not.
    pub(crate) SHARE_OF_PREFERRED: u64 = 4, Times, 1..=1 << 10;

    /// Different values of a number at the head of a loop that are told apart, at first, where states are made more
    /// general. More keep what decides how a program goes on; fewer find sooner that a number has no end.
    pub(crate) VALUES_TOLD_APART: usize = 3, Count, 1..=1 << 20;
    /// How often the course begins in which states are made more general. More learn what keeps its distance; fewer
    /// cost less where nothing that can be learned will do.
    pub(crate) ATTEMPTS_AT_GENERALISING: usize = 6, Count, 0..=100;
    /// Paths that have come to heads of loops, where states are made more general, before it is judged by them whether
    /// that comes to an end. More are surer; fewer prefer it sooner to other courses.
    pub(crate) ARRIVALS_BEFORE_JUDGING: u64 = 256, Count, 1..=1 << 40;

    /// Paths that have come to heads of loops in one attempt, before another begins: what is wrong shows early, and
    /// what moves only later. More learn what keeps its distance; fewer cost less.
    pub(crate) ARRIVALS_BEFORE_ANEW: u64 = 64, Count, 0..=1 << 40;
    /// The same where there are new conditions that may hold there. More find more of them at once; fewer cost less.
    pub(crate) ARRIVALS_BEFORE_CANDIDATES: u64 = 1, Count, 0..=1 << 40;

    /// How often the course begins that assumes candidate invariants besides. More find more of them; fewer cost less
    /// where none that can be found will do.
    pub(crate) ATTEMPTS_AT_INVARIANTS: usize = 24, Count, 0..=100;
    /// Conditions that may hold at the head of a loop, of those that paths are kept by from what is no error. More find
    /// what a program rests on; fewer take less time to refute.
    pub(crate) CANDIDATES_PER_HEAD: usize = 512, Count, 0..=1 << 20;
    /// Conditions of which such a one is made, at most: the last of a path. More find more; fewer have fewer parts.
    pub(crate) LITERALS_PER_CLAUSE: usize = 8, Count, 1..=64;
    /// Numbers whose bounds and order may hold there. More find more; fewer take less time to refute.
    pub(crate) CELLS_COMPARED: usize = 6, Count, 0..=1 << 10;
    /// Numbers of one width that are looked at together in concrete runs. More find longer equations; fewer take less
    /// time.
    pub(crate) CELLS_IN_EQUATIONS: usize = 8, Count, 0..=1 << 10;
    /// Other numbers by which rows of values are told apart. More find what holds in parts; fewer take less time.
    pub(crate) CELLS_AS_PARTS: usize = 8, Count, 0..=1 << 10;
    /// Rows of values that numbers have together at the head of a loop in concrete runs. More show fewer equations that
    /// do not hold; fewer take less time.
    pub(crate) SAMPLES_PER_HEAD: usize = 128, Count, 0..=1 << 16;
    /// Of these, what one run gives at most. More see what comes late; fewer see more of different inputs.
    pub(crate) SAMPLES_PER_RUN: usize = 8, Count, 1..=1 << 16;
    /// How often one of the runs has to come to a head for that. More leave more to walking; fewer find equations where
    /// walking does.
    pub(crate) ROUNDS_SAMPLED: usize = 20, Count, 0..=1 << 16;
    /// Rows that there are more than the equations leave numbers free. More are surer; fewer find more.
    pub(crate) SAMPLES_TO_SPARE: usize = 6, Count, 0..=1 << 10;
    /// Values of a number by which rows are told apart, if there are no more. More find what holds in more phases of a
    /// program; fewer have fewer conditions to be refuted.
    pub(crate) VALUES_AS_PARTS: usize = 4, Count, 0..=1 << 10;
    /// Such equations of parts, at most. More find what holds in more parts; fewer take less time to refute.
    pub(crate) EQUATIONS_IN_PARTS: usize = 48, Count, 0..=1 << 16;
    /// Factors in such an equation. Larger ones find more; smaller ones believe less of what is chance.
    pub(crate) LARGEST_FACTOR: u64 = 1 << 16, Count, 1..=1 << 32;
    /// Concrete runs for that. More show more; fewer take less time.
    pub(crate) SAMPLING_RUNS: usize = 64, Count, 0..=1 << 16;
    /// Commands of such a run. More see loops that come late; fewer take less time.
    pub(crate) COMMANDS_OF_SAMPLING_RUN: u64 = 1 << 12, Count, 1..=1 << 40;
    /// Heads that it is followed back what a condition takes that does not hold by itself. More find what holds only
    /// together; fewer take less time to refute.
    pub(crate) HEADS_BACK: u32 = 3, Count, 0..=100;
    /// Equations of a path condition, the last ones, by which it is seen that one of these holds. More see it more
    /// often; fewer take less time.
    pub(crate) EQUATIONS_USED: usize = 16, Count, 0..=1 << 10;
    /// Work for all questions which of these hold where a path comes to a head; the rest are taken not to hold. More
    /// find more; less is spent where they are many and hard.
    pub(crate) WORK_PER_ARRIVAL: Work = 100_000, Work, 1..=1 << 50;
    /// Work for a question whether such conditions hold. More find what is hard to see; less is spent on what does not.
    pub(crate) WORK_PER_CANDIDATES: Work = 20_000, Work, 1..=1 << 50;

    /// The part of all work that scouts may take. A larger part finds sooner what is behind loops that hold paths back;
    /// a smaller one wastes less where they are settled in another way.
    pub(crate) SHARE_OF_SCOUTS: u64 = 16, OneIn, 1..=1 << 20;
    /// How often a scout is looked at before another begins. More follow longer paths to their ends; fewer lose less
    /// where a path has none.
    pub(crate) LOOKS_OF_SCOUT: u64 = 1 << 12, Count, 1..=1 << 40;

    /// Work of exploring before anything is fuzzed. More leaves alone what is soon explored; less finds sooner what
    /// needs no path.
    pub(crate) WORK_BEFORE_FUZZING: Work = 100_000, Work, 0..=1 << 50;
    /// Work of fuzzing when it begins. More finds at once what is less likely; less holds up less what needs none.
    pub(crate) WORK_OF_FIRST_FUZZING: Work = 20_000, Work, 0..=1 << 50;
    /// The part of all work that is for fuzzing after that. A larger part finds sooner what many inputs come to; a
    /// smaller wastes less where only few do.
    pub(crate) SHARE_OF_FUZZING: u64 = 16, OneIn, 1..=1 << 20;
    /// The same where tests are wanted. A larger part covers sooner what many inputs come to; a smaller one what few
    /// do.
    pub(crate) SHARE_OF_FUZZING_FOR_TESTS: u64 = 1, OneIn, 1..=1 << 20;
    /// Runs that come to nothing new before fuzzing has half as large a part. More give chance more time; fewer waste
    /// less of it.
    pub(crate) FUZZING_IN_VAIN: u64 = 4096, Count, 1..=1 << 40;
    /// How often its part is halved. More wastes less where it finds nothing more; less finds what is rare.
    pub(crate) SLOWEST_FUZZING: u64 = 4, Count, 0..=40;
    /// Work of fuzzing in a row. More changes less often; less goes on sooner with exploring.
    pub(crate) WORK_OF_FUZZING_TURN: Work = 20_000, Work, 0..=1 << 50;
    /// Work of a run besides its commands: making the initial state, and looking at where it came to.
    pub(crate) WORK_PER_FUZZING_RUN: Work = 50, Work, 1..=1 << 20;
    /// Open paths on whose inputs the first runs are. More begin with more that satisfies assumptions; fewer begin
    /// sooner with what is made by chance.
    pub(crate) PATHS_FUZZED_FROM: usize = 4, Count, 0..=1 << 20;
    /// Commands of a run. More follow longer ones; fewer do more runs.
    pub(crate) COMMANDS_OF_FUZZING_RUN: u64 = 1 << 18, Count, 1..=1 << 40;
    /// Commands of the first run, besides these. More find what an input of zeros comes to late; fewer take less time
    /// where there is no end.
    pub(crate) COMMANDS_OF_FIRST_RUN: u64 = 1 << 22, Count, 0..=1 << 40;
    /// Parts of the inputs of a run, at most. More fuzz programs with large inputs; fewer take less memory.
    pub(crate) LARGEST_FUZZED_INPUT: usize = 1 << 14, Count, 1..=1 << 24;
    /// Characters of a text of the program that is put into inputs. More put in longer ones; fewer disturb less.
    pub(crate) LONGEST_TEXT_PUT_IN: usize = 32, Count, 1..=1 << 10;
    /// Parts of an input that leads to an error of which it is tried whether they matter. More show people less that
    /// does not; fewer take less time.
    pub(crate) PARTS_MADE_SIMPLER: usize = 256, Count, 0..=1 << 20;

    /// Forks of a run before it is tried to merge all its paths. More leave alone what has few; fewer find sooner that
    /// paths meet.
    pub(crate) FORKS_WORTH_MERGING: u64 = 16, Count, 0..=1 << 40;
    /// Paths of a region that are open at once. More go on where few paths meet; fewer give up sooner.
    pub(crate) PATHS_IN_REGION: usize = 512, Count, 1..=1 << 20;
    /// Paths of a region at one place of which no two can be merged. More go on where few can be; fewer give up sooner,
    /// since each is compared with each.
    pub(crate) PATHS_APART: usize = 64, Count, 1..=1 << 20;
    /// Work that a refutation in a region took for its negation to be kept as a lemma. More keep path conditions short;
    /// less proves what follows from it sooner.
    pub(crate) WORK_OF_LEMMA: Work = 2_000, Work, 0..=1 << 50;
    /// Iterations of a loop inside of a region for which other paths wait. More merge paths behind long loops; fewer
    /// find sooner that one has no end.
    pub(crate) ROUNDS_WAITED_FOR: u32 = 2_000, Count, 1..=1 << 30;
    /// Paths of a region that were merged and are kept until tests are made of them. More look at them more seldom;
    /// fewer take less memory.
    pub(crate) MERGED_PATHS_KEPT: usize = 256, Count, 1..=1 << 20;
    /// Paths of a region that end in the same fault at the same place. More show that it can be reached where others
    /// could not be confirmed; fewer cost less.
    pub(crate) FAULTS_OF_A_PLACE: usize = 4, Count, 1..=1 << 20;

    /// Work for what is left of an alternative after something in it had no answer, before others have their turns.
    /// More finds errors sooner that are beside it; less goes on sooner with what may settle the choice.
    pub(crate) WORK_OF_BROKEN: Work = 300_000, Work, 0..=1 << 50;
    /// How much less an alternative may cost in which something had no answer, so that it can find errors but settle
    /// nothing. More keeps what it costs small; less finds errors sooner that only it comes to.
    pub(crate) SHARE_BESIDE_BROKEN: u64 = 8, Times, 1..=1 << 20;

    /// Work for a question whether a loop can run less often on the way to what was found. More makes tests smaller and
    /// confirms them sooner; less does not hold up what was found.
    pub(crate) WORK_FOR_FEWER_ITERATIONS: Work = 500_000, Work, 1..=1 << 50;

    /// Models of a fault that are tried after one that gave a function of the library a value that it does not have.
    /// More find more errors that rest on such values, and refute more that do not exist; fewer leave these undecided
    /// sooner.
    pub(crate) REFINEMENTS: u64 = 32, Count, 0..=1 << 20;

    /// One choice in so many goes round the units. A shorter period leaves no unit behind for long; a longer one keeps
    /// to what was called last.
    pub(crate) FAIR_UNIT_PERIOD: u64 = 16, OneIn, 1..=1 << 20;

    /// One choice in so many goes round the units wherever the first input's path and the target are. A shorter period
    /// leaves no unit behind for long; a longer one comes to the target sooner.
    pub(crate) PATIENT_UNIT_PERIOD: u64 = 64, OneIn, 1..=1 << 20;

    /// Choices after which all that waits is told of what was explored, and four times as many then. Fewer find sooner
    /// what is reachable by now; more ask less.
    pub(crate) CHOICES_BEFORE_TELLING: u64 = 1024, Count, 1..=1 << 40;

    /// Forks of a unit that are taken ahead of its callers. More ask less often whether the program gets there; fewer
    /// explore less that it does not get to.
    pub(crate) FORKS_AHEAD: u32 = 24, Count, 0..=1 << 20;

    /// Values of an input that are enumerated, at most. More enumerate what takes longer; fewer leave more to solvers.
    pub(crate) VALUES_GIVEN: u128 = 1 << 16, Count, 2..=1 << 32;
    /// Values of an input that alone decides that are given to it without asking what they have in common, at most.
    /// More execute what is the same for many; fewer ask where it is not.
    pub(crate) VALUES_NOT_ASKED_ABOUT: u128 = 16, Count, 2..=1 << 32;
    /// Work for such a question. More sees more that they have in common; less executes sooner what is hard to decide.
    pub(crate) WORK_PER_QUESTION_OF_VALUES: Work = 2_000, Work, 1..=1 << 50;
    /// Work of enumerating before its end is in sight that comes before other courses, as far as its share goes. More
    /// sees more ends; less wastes less.
    pub(crate) WORK_BEFORE_ENUMERATING: Work = 10_000, Work, 0..=1 << 50;
    /// The part of all work that is for enumerating as long as its end is not in sight. A larger part sees it sooner; a
    /// smaller wastes less.
    pub(crate) SHARE_OF_ENUMERATING: u64 = 32, OneIn, 1..=1 << 20;
    /// What is left to enumerate may be such a part of what all courses have had for its end to be in sight. A larger
    /// one believes sooner that it comes; a smaller one wastes less where it does not.
    pub(crate) SHARE_LEFT_TO_ENUMERATE: u64 = 2, OneIn, 1..=1 << 20;
    /// Values given before it is looked at whether a quarter leads to states seen before. More are surer of it; fewer
    /// see it sooner.
    pub(crate) VALUES_BEFORE_JUDGING: u64 = 64, Count, 1..=1 << 32;
    /// What a value stands for that is given to an input, besides what is executed on it. More leaves other courses
    /// more of the time; less counts less than it takes.
    pub(crate) COMMANDS_PER_VALUE: u64 = 128, Count, 0..=1 << 20;
    /// What a term stands for that is looked at when a value is put in. More leaves other courses more of the time;
    /// less believes sooner that values are cheap.
    pub(crate) COMMANDS_PER_TERM: u64 = 2, Count, 0..=1 << 20;
    /// Bytes of memory in which a value is put in that stand for a command. More count less than it takes; fewer leave
    /// other courses more of the time.
    pub(crate) BYTES_SUBSTITUTED: u64 = 64, Bytes, 1..=1 << 20;
    /// Commands that are executed between two looks at the limits. More look less often; fewer keep to limits more
    /// closely.
    pub(crate) COMMANDS_PER_BATCH: u64 = 1 << 16, Count, 1..=1 << 24;
    /// Work for a question that is probably not answered, since one like it was not. More answers some of them; less
    /// goes on sooner.
    pub(crate) WORK_PER_HARD_QUESTION: Work = 400_000, Work, 100_000..=1 << 50;
    /// Batches after which a path that runs without a decision is looked at for folding. More execute what is fast as
    /// it is; fewer fold sooner.
    pub(crate) QUIET_BATCHES: u64 = 16, Count, 1..=1 << 20;
    /// The part of what such a path has executed that folding it may cost. A larger part folds more; a smaller wastes
    /// less where it does not fold.
    pub(crate) QUIET_FOLDING: u64 = 8, OneIn, 1..=1 << 20;
    /// One new term in so many commands shows that not all values are known. More take more paths for symbolic, which
    /// are folded sooner; fewer execute them.
    pub(crate) COMMANDS_PER_NEW_TERM: u64 = 64, Count, 1..=1 << 16;
    /// Commands on known values that take as long as one where terms are made. More fold such paths at a higher price;
    /// fewer execute them.
    pub(crate) COST_OF_SYMBOLIC_COMMAND: u64 = 1 << 10, Count, 1..=1 << 16;
    /// What a term counts for that is made in such a path, in which there are sums of ever more parts. More leaves
    /// other courses more of the time; less counts less than it takes.
    pub(crate) WORK_PER_QUIET_TERM: Work = 2, Work, 0..=1 << 20;
    /// Work for a question about a loop that runs without a decision, at least. More folds more of them; less wastes
    /// less.
    pub(crate) WORK_PER_QUIET_QUESTION: Work = 20_000, Work, 0..=100_000;
    /// The same for each batch that was executed. More folds more of them; less wastes less.
    pub(crate) WORK_PER_QUIET_BATCH: Work = 100, Work, 0..=1 << 30;
    /// The part of what a path has executed without a decision that may be executed again to see whether it goes round
    /// for ever. A larger part sees longer periods sooner; a smaller wastes less.
    pub(crate) PART_LOOKED_AT: u64 = 8, OneIn, 1..=1 << 20;
    /// Decisions with one feasible side before another leaf may have its turn. More keep going where it is cheap; fewer
    /// are fairer.
    pub(crate) DECISIONS_PER_TURN: u64 = 64, Count, 1..=1 << 40;
    /// The same where they take work: so much of it is as many decisions as may be.
    pub(crate) WORK_OF_DECISIONS: Work = 100_000, Work, 1..=1 << 50;
    /// How often who watches is told how it goes where decisions take long. A longer period costs less; a shorter one
    /// shows more.
    pub(crate) PROGRESS_PERIOD: Duration = 100_000, Micros, 0..=10_000_000;
    /// Decisions between two looks at the memory and other bounds. More look less often; fewer keep to limits more
    /// closely.
    pub(crate) DECISIONS_PER_LOOK: u64 = 256, Count, 1..=1 << 20;

    /// Time for tests of open paths where the user wants the run to end. More cover more; less ends sooner.
    pub(crate) TEST_TIME_WHEN_CANCELLED: Duration = 300_000, Micros, 0..=60_000_000;
    /// Commands that a run that is to follow a path may take more than the path, which may have ended at a state seen
    /// before. More follow it to its end; fewer give up sooner.
    pub(crate) TEST_COMMANDS_MORE: u64 = 1_000_000, Count, 0..=1 << 40;
    /// Commands of such a run where it is not known how many the path has. More follow longer ones; fewer give up
    /// sooner.
    pub(crate) TEST_COMMANDS: u64 = 20_000_000, Count, 1..=1 << 40;

    /// Things in a state that is compared with those seen before. More find larger states again; fewer make comparing
    /// cheaper.
    pub(crate) ITEMS_COMPARED: usize = 20_000, Count, 0..=1 << 24;
    /// Nodes of the terms of a state that is compared with those seen before. More find larger states again; fewer make
    /// comparing cheaper.
    pub(crate) NODES_COMPARED: usize = 4_000, Count, 0..=1 << 24;
    /// What describing one of them stands for, in commands. More describe less often; fewer count it as less than it
    /// takes.
    pub(crate) COMMANDS_PER_NODE: u64 = 4, Count, 0..=1 << 10;
    /// States of one place that are compared with those seen before, even if in vain. More find again what comes late;
    /// fewer waste less.
    pub(crate) STATES_COMPARED_IN_VAIN: u32 = 200, Count, 0..=1 << 30;
    /// The part of them that has to be found again for all to be compared from then on. A smaller part goes on
    /// comparing; a larger gives up sooner.
    pub(crate) HITS_WORTH_COMPARING: u32 = 50, OneIn, 1..=1 << 12;
    /// One state in so many is compared where it is not worth it. A shorter period notices sooner that it is; a longer
    /// one wastes less.
    pub(crate) SELDOM_COMPARED: u32 = 16, OneIn, 1..=1 << 20;
    /// Work of comparing states in vain, anywhere, without which that is not bounded by what else is done. More find
    /// again what comes early; less is lost by a short run.
    pub(crate) WORK_OF_COMPARING: Work = 50_000, Work, 0..=1 << 50;
    /// The part of all work that may be comparing states in vain. A larger part finds again what comes late; a smaller
    /// wastes less.
    pub(crate) SHARE_OF_COMPARING: u64 = 8, OneIn, 1..=1 << 20;

    /// Paths of a unit that its callers are told of one by one. More let callers go on sooner; fewer ask less.
    pub(crate) RETURNS_TOLD_AT_ONCE: u64 = 8, Count, 0..=1 << 30;
    /// Choices that a unit gets in a row as long as others are wanted too. More explore the last call more deeply;
    /// fewer look at more calls.
    pub(crate) CHOICES_PER_STRETCH: u64 = 24, Count, 1..=1 << 20;
    /// Batches without a decision after which a first path takes its turns with the others. More follow it longer;
    /// fewer lose less where it never ends.
    pub(crate) FIRST_PATH_BATCHES: u64 = 16, Count, 1..=1 << 20;

    /// Questions that are put off, each with a state. More are asked again before the run is undecided; fewer take less
    /// memory.
    pub(crate) QUESTIONS_POSTPONED: usize = 4096, Count, 0..=1 << 20;
    /// Work for a question of a course that shares the run with others, at least. More asks fewer of them again; less
    /// is held up less by what another course need not ask.
    pub(crate) WORK_PER_QUESTION_IN_TURN: Work = 50_000, Work, 1_000..=1 << 50;
    /// How much more a question is given in the next turn than in the last where it begins anew. More wastes less of
    /// what begins anew; less ends a course's dear question sooner where another course comes to the end.
    pub(crate) GROWTH_OF_QUESTIONS_IN_TURN: u64 = 4, Times, 2..=1 << 20;
    /// How much more work each attempt at a question that was put off may take than the one before. More answers hard
    /// ones sooner; less lets others have their turns.
    pub(crate) POSTPONED_GROWTH: u64 = 2, Times, 2..=1 << 10;

    /// Choices for which a leaf waits until a function is explored. More fold more loops with calls; fewer go on sooner
    /// without.
    pub(crate) CHOICES_SUSPENDED: u64 = 1024, Count, 0..=1 << 30;
}
