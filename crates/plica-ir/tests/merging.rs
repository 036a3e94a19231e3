//! What merging paths rests on: the order of locations, where control flow joins, and the variables that steer.

use plica_ir::{FuncId, Loc, Loops, Program, Steering, VarId, read};

/// A program of one function whose locations go on at random.
fn random_program(random: &mut fastrand::Rng) -> Program {
    let n = random.u32(2..14);
    let mut text = "function f(i1 c) -> ()\n0:\n".to_string();
    for at in 0..n - 1 {
        let (a, b) = (random.u32(..n), random.u32(..n));
        text += &match random.u32(..3) {
            0 => format!("{at} branch c ? {a} : {b}\n"),
            1 => format!("{at} jump {a}\n"),
            _ => format!("{at} copy\n"),
        };
    }
    text += &format!("{} return ()\n", n - 1);
    read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

#[test]
fn control_goes_forward_but_for_the_heads_of_its_loops() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..2_000 {
        let program = random_program(&mut random);
        let f = &program.functions[0];
        let loops = Loops::of(f);
        let mut entered = vec![0; f.code.len()];
        for (at, command) in f.code.iter().enumerate() {
            let at = Loc(at as u32);
            for to in command.successors(Loc(at.0 + 1)) {
                entered[to.index()] += 1;
                let back = loops.around(at).any(|l| l.head == to && l.body.contains(to.index()));
                assert!(loops.rank(at) < loops.rank(to) || back, "{at:?} {to:?}\n{f:?}");
            }
        }
        for l in loops.all() {
            let mut ranks: Vec<u32> = l.body.iter().map(|at| loops.rank(Loc(at as u32))).collect();
            ranks.sort_unstable();
            assert_eq!(ranks[0], loops.rank(l.head));
            assert_eq!(ranks[ranks.len() - 1] - ranks[0] + 1, ranks.len() as u32, "a loop's locations are neighbours");
        }
        for (at, times) in entered.iter().enumerate() {
            let head = loops.marks()[at] & Loops::HEAD != 0;
            assert_eq!(loops.marks_and_joins()[at] & Loops::JOIN != 0, *times > 1 && !head);
        }
    }
}

const STEERED: &str = "
global table: 40 bytes, cells of 4 = zero

declare abort() -> ()

function at(ptr base, i32 index) -> (i32)
  temp ptr p, i32 v
0:
   0  p := base + index:32*4
   1  v := load i32 p
   2  return (v)

function main(i32 n) -> ()
  local i32 i, i32 sum, i32 state, i32 way, i32 other
  temp i1 c, i1 good, i32 got
0:
   0  i := 0:32
   1  sum := 0:32
   2  state := 0:32
   3  way := 0:32
   4  c := slt i32 i, n
   5  branch c ? 6 : 17
   6  got := call @at(ptr @table, i32 way)
   7  sum := add i32 sum, got
   8  good := slt i32 sum, 1000:32
   9  branch good ? 12 : 10
  10  call @abort()
  11  unreachable
  12  switch state [1 => 13] else 15
  13  way := other
  14  jump 15
  15  i := add i32 i, 1:32
  16  jump 4
  17  return ()
";

#[test]
fn what_gets_to_an_address_or_ends_a_loop_steers() {
    let program: Program = read(STEERED).unwrap_or_else(|e| panic!("{e}"));
    let steering = Steering::of(&program);
    let steers = |function: &str| {
        let id: FuncId = program.function(function).expect("a function");
        let vars = program.func(id).vars.iter().enumerate();
        let steers = vars.filter(|(i, _)| steering.contains(id, VarId(*i as u32)));
        steers.map(|(_, var)| var.name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(steers("at"), ["base", "index", "p"]);
    // The switch does not end the loop, and where the assertion fails the program ends.
    assert_eq!(steers("main"), ["n", "i", "way", "other", "c"]);
}
