//! Small programs, as text, and what becomes of them where summaries take the place of calls: the verdict, the errors,
//! the units with what they take for granted, and their paths that return.
//!
//! Each test is about one thing. `UPDATE_EXPECT=1` writes anew what is expected. Oblivious to LLVM.

mod explore;
#[path = "../fixture/mod.rs"]
mod fixture;

use expect_test::{Expect, expect};
use plica_summaries::SummaryPolicy;

fn check(program: &str, calls: SummaryPolicy, expected: Expect) {
    expected.assert_eq(&explore::explore(program, calls));
}

#[test]
fn a_function_without_effect_has_a_path_for_each_case() {
    let program = "
        function max(i32 a, i32 b) -> (i32)
          temp i1 c
        entry:
          c := sgt i32 a, b
          branch c ? first : second
        first:
          return (a)
        second:
          return (b)

        function main(i32 x) -> (i32)
          temp i32 m, i1 c
        entry:
          m := call @max(i32 x, i32 7:32)
          c := slt i32 m, 7:32
          branch c ? bad : good
        bad:
          error()
          unreachable
        good:
          return (m)";
    check(
        program,
        SummaryPolicy::Always,
        expect![[r#"
        holds
        max(any, 7): closed; calls: 1
          a@1.0 >= 8: (a@1.0)
          a@1.0 < 8: (7)
    "#]],
    );
}

#[test]
fn a_function_that_writes_through_a_pointer_says_where_and_what() {
    let program = "
        global counter: 8 bytes, cells of 4 = zero

        function add_to(ptr p, i32 n) -> ()
          temp i32 old, i32 new
        entry:
          old := load i32 p
          new := add i32 old, n
          store i32 new, p
          return ()

        function main(i32 x) -> (i32)
          temp ptr second, i32 v, i1 c
        entry:
          second := @counter + 4
          call @add_to(ptr second, i32 x)
          call @add_to(ptr second, i32 x)
          v := load i32 second
          c := eq i32 v, 100:32
          branch c ? bad : good
        bad:
          error()
          unreachable
        good:
          return (0:32)";
    check(
        program,
        SummaryPolicy::Always,
        expect![[r#"
        violated
        error: main is called; in main; confirmed
        add_to(&counter+4, any): closed; calls: 1
          always: (); counter[4] := n@1.1
        add_to(&counter+4, any): closed; calls: 1
          always: (); counter[4] := n@2.1 + uninit1+4@2:4
    "#]],
    );
}

#[test]
fn what_follows_a_call_that_cannot_return_is_not_reached() {
    let program = "
        declare exit(i32 code) -> ()

        function give_up(i32 n) -> ()
        entry:
          call @exit(i32 n)
          return ()

        function main(i32 x) -> (i32)
        entry:
          call @give_up(i32 x)
          error()
          unreachable";
    check(
        program,
        SummaryPolicy::Always,
        expect![[r#"
        holds
        give_up(any): closed; calls: 1
    "#]],
    );
}

#[test]
fn a_function_that_calls_itself_has_paths_in_terms_of_its_own_calls() {
    let program = "
        function count(i32 n) -> (i32)
          temp i1 c, i32 less, i32 r
        entry:
          c := eq i32 n, 0:32
          branch c ? none : some
        none:
          return (0:32)
        some:
          less := sub i32 n, 1:32
          r := call @count(i32 less)
          r := add i32 r, 1:32
          return (r)

        function main(i32 x) -> (i32)
          temp i1 c, i32 r
        entry:
          c := ult i32 x, 3:32
          branch c ? small : good
        small:
          r := call @count(i32 x)
          c := eq i32 r, 2:32
          branch c ? bad : good
        bad:
          error()
          unreachable
        good:
          return (0:32)";
    check(
        program,
        SummaryPolicy::Always,
        expect![[r#"
        violated
        error: main is called; in main; confirmed
        count(any): open; calls: 2
          n@1.0 == 0: (0)
          n@1.0 != 0 and count()^2.0 returns: (count()^2.0 + 1)
    "#]],
    );
    check(
        &program.replace("eq i32 r, 2:32", "eq i32 r, 4:32"),
        SummaryPolicy::Always,
        expect![[r#"
        holds
        count(any): open; calls: 2
          n@1.0 == 0: (0)
          n@1.0 != 0 and count()^2.0 returns: (count()^2.0 + 1)
    "#]],
    );
}

#[test]
fn an_error_is_reached_through_one_caller_and_not_through_the_other() {
    let program = "
        function inner(i32 n) -> ()
          temp i1 c
        entry:
          c := eq i32 n, 5:32
          branch c ? bad : good
        bad:
          error()
          unreachable
        good:
          return ()

        function even(i32 n) -> ()
          temp i32 twice
        entry:
          twice := mul i32 n, 2:32
          call @inner(i32 twice)
          return ()

        function odd(i32 n) -> ()
          temp i32 twice
        entry:
          twice := mul i32 n, 2:32
          twice := add i32 twice, 1:32
          call @inner(i32 twice)
          return ()

        function main(i32 x, i32 y) -> (i32)
        entry:
          call @even(i32 x)
          call @odd(i32 y)
          return (0:32)";
    check(
        program,
        SummaryPolicy::Always,
        expect![[r#"
        violated
        error: inner is called; in inner called by odd called by main; confirmed
        even(any): closed; calls: 1
          always: ()
        inner(any): closed; calls: 2
          n@2.0 != 5: ()
        odd(any): closed; calls: 1
          (i31)n@3.0 != 2: ()
    "#]],
    );
    check(
        &program.replace("call @odd(i32 y)", "call @even(i32 y)"),
        SummaryPolicy::Always,
        expect![[r#"
        holds
        even(any): closed; calls: 2
          always: ()
        inner(any): closed; calls: 1
          n@2.0 != 5: ()
    "#]],
    );
}

#[test]
fn what_a_function_asks_of_its_arguments_is_asked_of_its_callers() {
    let program = r#"
        constant table: 16 bytes, cells of 4 = "\01\00\00\00\02\00\00\00\03\00\00\00\04"

        function element(ptr p, i32 i) -> (i32)
          temp i1 c, ptr at, i32 v
        entry:
          c := ult i32 i, 4:32
          check arraybounds c "the index is out of bounds"
          at := p + i:32*4
          v := load i32 at
          return (v)

        function main(i32 x) -> (i32)
          temp i1 c, i32 v
        entry:
          c := ule i32 x, 4:32
          branch c ? some : none
        some:
          v := call @element(ptr @table, i32 x)
          return (v)
        none:
          return (0:32)"#;
    check(
        program,
        SummaryPolicy::Always,
        expect![[r#"
        violated
        error: the index is out of bounds; in element called by main; confirmed
        element(&table+0, any): closed; calls: 1
          i@1.1 <u 4: (table0[(u62)i@1.1])
    "#]],
    );
    check(
        &program.replace("ule i32 x, 4:32", "ule i32 x, 3:32"),
        SummaryPolicy::Always,
        expect![[r#"
        holds
        element(&table+0, any): closed; calls: 1
          i@1.1 <u 4: (table0[(u62)i@1.1])
    "#]],
    );
}

#[test]
fn a_number_that_is_the_same_at_all_calls_is_taken_for_granted() {
    let program = "
        function scaled(i32 n, i32 mode) -> (i32)
          temp i1 c, i32 r
        entry:
          c := eq i32 mode, 1:32
          branch c ? double : plain
        double:
          r := add i32 n, n
          return (r)
        plain:
          return (n)

        function main(i32 x, i32 mode) -> (i32)
          temp i32 r
        entry:
          r := call @scaled(i32 x, i32 1:32)
          r := call @scaled(i32 r, i32 1:32)
          r := call @scaled(i32 r, i32 0:32)
          r := call @scaled(i32 r, i32 mode)
          return (r)";
    check(
        program,
        SummaryPolicy::Always,
        expect![[r#"
        holds
        scaled(any, 1): closed; calls: 2
          always: (n@1.0 << 1)
        scaled(any, 0): closed; calls: 1
          always: (n@2.0)
        scaled(any, any): closed; calls: 1
          mode@3.1 == 1: (n@3.0 << 1)
          mode@3.1 != 1: (n@3.0)
    "#]],
    );
}

#[test]
fn under_auto_only_functions_that_fork_are_summarised() {
    let program = "
        function twice(i32 n) -> (i32)
          temp i32 r
        entry:
          r := add i32 n, n
          return (r)

        function sign(i32 n) -> (i32)
          temp i1 c
        entry:
          c := slt i32 n, 0:32
          branch c ? negative : other
        negative:
          return (-1:32)
        other:
          return (1:32)

        function main(i32 x) -> (i32)
          temp i32 r, i32 s, i1 c
        entry:
          r := call @twice(i32 x)
          s := call @sign(i32 r)
          c := eq i32 s, 0:32
          branch c ? bad : good
        bad:
          error()
          unreachable
        good:
          return (s)";
    check(
        program,
        SummaryPolicy::Auto,
        expect![[r#"
        holds
        sign(any): closed; calls: 1
          n@1.0 < 0: (-1)
          n@1.0 >= 0: (1)
    "#]],
    );
}

#[test]
fn what_cannot_be_summarised_leaves_the_run_undecided() {
    let program = "
        function any(i32 n, ...) -> (i32)
        entry:
          return (n)

        function main(i32 x) -> (i32)
          temp i32 r
        entry:
          r := call @any(i32 x)
          return (r)";
    check(
        program,
        SummaryPolicy::Always,
        expect![[r#"
        undecided
        because any cannot be summarised: it takes a variable number of arguments
    "#]],
    );
    check(
        program,
        SummaryPolicy::Auto,
        expect![[r#"
        holds
    "#]],
    );
}
