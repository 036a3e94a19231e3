//! The counts of a report: what each part of a run has to say of itself.
//!
//! Oblivious to what they are for. Names are part of the report's form: they stay.

use std::time::Instant;

use plica_exec::Machine;
use plica_explore::Explored;
use plica_replay::Replayer;
use plica_report::Stats;
use plica_templates::Folder;

use super::prepare::Prepared;
use super::{explain, summaries};

/// All counts of a run that began at `start`.
pub fn of(explored: &Explored, folder: &Folder, replayer: &Replayer, p: &mut Prepared, start: Instant) -> Stats {
    let mut stats = Stats::default();
    stats.set_seconds("time_s", start.elapsed().as_secs_f64());
    exploring(&mut stats, explored, &p.machine);
    solving(&mut stats, p.judge.solver());
    folding(&mut stats, folder);
    summarising(&mut stats, p);
    replaying(&mut stats, replayer);
    stats
}

fn exploring(stats: &mut Stats, explored: &Explored, machine: &Machine) {
    let c = &explored.counters;
    let (given_up, units): (Vec<_>, Vec<_>) = explored.units.iter().partition(|u| u.abandoned);
    let counts = [
        ("paths", explored.conclusion().paths()),
        ("paths_cut", explored.conclusion().cut()),
        ("states", c.states),
        ("steps", c.steps),
        ("forks", c.forks),
        ("implied_branches", c.implied),
        ("diverging_paths", c.diverging),
        ("fuzzing_runs", c.fuzzed),
        ("fuzzing_runs_kept", c.fuzzed_new),
        ("tree_nodes", explored.tree.len() as u64),
        ("terms", machine.pool.len() as u64),
        ("covered_locations", machine.coverage.count()),
        ("peak_memory", c.peak_memory.max(plica_exec::resident_memory())),
        ("paths_covered", c.covered),
        ("loops_unfolded", c.undone),
        ("loops_folded", c.folded),
        ("summaries", units.len() as u64),
        ("summaries_given_up", given_up.len() as u64),
        ("calls_summarised", c.called),
        ("leaves_reopened", c.reopened),
    ];
    counts.into_iter().for_each(|(name, count)| stats.set_count(name, count));
    for (course, work) in &explored.charged {
        stats.set_count(&format!("work_of_course_{}", course.name()), work.as_units());
    }
}

fn solving(stats: &mut Stats, solver: &plica_smt::Solver) {
    let s = solver.stats();
    let q = &s.quantified;
    stats.set_seconds("solver_time_s", s.solver_time.as_secs_f64());
    for (name, count) in &s.unknown {
        stats.set_count(&format!("unknown_{name}"), *count);
    }
    let counts = [
        ("queries", s.queries),
        ("queries_to_solver", s.to_backend),
        ("queries_by_order", s.by_order),
        ("queries_unknown", s.unknown.values().sum()),
        ("solver_work", solver.work().as_units()),
        ("queries_by_clock", s.by_clock),
        ("quantified_queries", q.queries),
        ("quantified_by_instances", q.unsat_by_instances),
        ("quantified_by_expansion", q.sat_small + q.sat_checked + q.sat_repaired + q.sat_refined + q.sat_searched),
        ("quantified_by_solver", q.by_solver),
        ("quantified_given_up", q.given_up),
    ];
    counts.into_iter().for_each(|(name, count)| stats.set_count(name, count));
}

fn folding(stats: &mut Stats, folder: &Folder) {
    let figures = explain::figures(&folder.attempts);
    let counts = [
        ("conditions_closed", folder.discharge.closed as u64),
        ("conditions_quantified", folder.discharge.quantified as u64),
        ("templates", folder.templates),
        ("cycles", folder.cycles),
        ("loops_refused", folder.refused),
        ("folded_loops", figures.folded),
        ("unrolled_loops", figures.unrolled),
        ("distinct_templates", figures.templates),
    ];
    counts.into_iter().for_each(|(name, count)| stats.set_count(name, count));
}

fn summarising(stats: &mut Stats, p: &mut Prepared) {
    let composed = p.judge.composed();
    let counts = [
        ("calls_composed", composed.composed),
        ("paths_asked", composed.questions),
        ("paths_asked_by_evaluation", composed.by_evaluation),
        ("summaries_written_out", composed.definitions),
        ("relevant_queries", composed.relevant),
        ("summary_cases", p.judge.composer().map_or(0, |composer| summaries::cases(composer))),
    ];
    counts.into_iter().for_each(|(name, count)| stats.set_count(name, count));
}

fn replaying(stats: &mut Stats, replayer: &Replayer) {
    let c = replayer.counters;
    let trees: Vec<_> = replayer.remembered().iter().map(|one| one.tree.extent()).collect();
    let of_trees = |what: fn(&plica_replay::TreeExtent) -> u64| trees.iter().map(what).sum();
    let counts = [
        ("choice_trees", trees.len() as u64),
        ("choice_tree_nodes", of_trees(|e| e.nodes)),
        ("choice_tree_paths", of_trees(|e| e.paths)),
        ("choice_tree_pairs", of_trees(|e| e.pairs)),
        ("choice_tree_open", of_trees(|e| e.open)),
        ("questions_of_building", c.building),
        ("calls_replayed", c.calls),
        ("calls_not_replayed", c.in_place),
        ("leaves_ruled_out", c.ruled_out),
        ("leaves_asked", c.asked),
        ("leaves_refuted", c.refuted),
        ("questions_in_replay", c.asked_inside),
        ("questions_saved", c.saved),
        ("paths_replayed", c.ways),
        ("choice_trees_from_store", c.recalled),
        ("paths_handed_back", c.open_ways),
    ];
    counts.into_iter().for_each(|(name, count)| stats.set_count(name, count));
}
