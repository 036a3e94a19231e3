//! Small programs, as text, and the templates that their loops fold into: closed forms, conditions, exits, and what the
//! run says then.
//!
//! Each test is about one thing. `UPDATE_EXPECT=1` writes anew what is expected. Oblivious to LLVM.

mod explore;

use expect_test::{Expect, expect};

fn check(program: &str, expected: Expect) {
    expected.assert_eq(&explore::explore(program));
}

#[test]
fn a_counter_and_a_sum_have_closed_forms() {
    let program = "
        function main(i32 n) -> (i32)
          temp i32 i, i32 sum, i1 c
        entry:
          copy i := 0:32, sum := 5:32
        head:
          c := ult i32 i, n
          branch c ? body : after
        body:
          sum := add i32 sum, 3:32
          i := add i32 i, 1:32
          jump head
        after:
          c := eq i32 sum, 3005:32
          branch c ? bad : good
        bad:
          error()
          unreachable
        good:
          return (sum)";
    check(
        program,
        expect![[r#"
        violated; paths: 2
        error: main is called at main:bad; confirmed
        loop main:head; ways back: 1
          i: 0 becomes (i32)κ1
          sum: 5 becomes (i32)κ1 * 3 + 5
          if κ1 == 0 || n != 0 && κ1 <=u (u32)n
          exit to main:after
    "#]],
    );
    // 5 + 3n = 7 has no solution below a thousand.
    let few = "entry:\n  c := ult i32 n, 1000:32\n  branch c ? start : good\nstart:\n";
    let never = program.replace("3005:32", "7:32").replace("entry:\n", few);
    check(
        &never,
        expect![[r#"
        holds; paths: 2
        loop main:head; ways back: 1
          i: 0 becomes (i32)κ1
          sum: 5 becomes (i32)κ1 * 3 + 5
          if κ1 == 0 || n != 0 && κ1 <=u (u32)n
          exit to main:after
    "#]],
    );
}

#[test]
fn sums_of_sums_are_polynomials() {
    let program = "
        function main(i32 n) -> (i32)
          temp i32 i, i32 sum, i1 c
        entry:
          copy i := 0:32, sum := 0:32
        head:
          c := ult i32 i, n
          branch c ? body : after
        body:
          sum := add i32 sum, i
          i := add i32 i, 1:32
          jump head
        after:
          return (sum)";
    check(
        program,
        expect![[r#"
        holds; paths: 1
        loop main:head; ways back: 1
          i: 0 becomes (i32)κ1
          sum: 0 becomes ((i33)κ1 * ((i33)κ1 - 1))[bits 32:1]
          if κ1 == 0 || n != 0 && κ1 <=u (u32)n
          exit to main:after
    "#]],
    );
}

#[test]
fn a_loop_has_an_exit_for_each_way_out() {
    let program = "
        function main(i32 n, i32 stop) -> (i32)
          temp i32 i, i1 c
        entry:
          i := 0:32
        head:
          c := ult i32 i, n
          branch c ? body : after
        body:
          c := eq i32 i, stop
          branch c ? found : more
        more:
          i := add i32 i, 1:32
          jump head
        found:
          return (1:32)
        after:
          return (0:32)";
    check(
        program,
        expect![[r#"
        holds; paths: 2
        loop main:head; ways back: 1
          i: 0 becomes (i32)κ2
          if κ2 <=u (u32)stop
          if κ2 == 0 || n != 0 && κ2 <=u (u32)n
          exit to main:after
          exit to main:found
    "#]],
    );
}

#[test]
fn a_loop_without_an_exit_never_ends() {
    let program = "
        function main(i32 x) -> (i32)
          temp i32 i, i1 c
        entry:
          i := 0:32
        head:
          i := add i32 i, 1:32
          c := slt i32 x, 0:32
          branch c ? one : other
        one:
          jump head
        other:
          jump head
        after:
          error()
          unreachable";
    check(
        program,
        expect![[r#"
        holds; paths: 1
        loop main:head; ways back: 2
          i: 0 becomes (i32)κ1
    "#]],
    );
}

#[test]
fn what_each_iteration_writes_becomes_an_array() {
    let program = "
        global a: 400 bytes, cells of 4 = zero

        function main(i32 n, i32 at) -> (i32)
          temp i32 i, ptr p, i1 c, i32 v, i32 twice
        entry:
          c := ule i32 n, 100:32
          branch c ? start : good
        start:
          i := 0:32
        head:
          c := ult i32 i, n
          branch c ? body : after
        body:
          twice := shl i32 i, 1:32
          p := @a + i:32*4
          store i32 twice, p
          i := add i32 i, 1:32
          jump head
        after:
          c := ult i32 at, n
          branch c ? read : good
        read:
          p := @a + at:32*4
          v := load i32 p
          v := and i32 v, 1:32
          c := eq i32 v, 1:32
          branch c ? bad : good
        bad:
          error()
          unreachable
        good:
          return (0:32)";
    check(
        program,
        expect![[r#"
        holds; paths: 3
        loop main:head; ways back: 1
          i: 0 becomes (i32)κ2
          a[]: {all 0} becomes (λelem. (u64)elem <u κ2 ? (i32)elem << 1 : 0)
          if κ2 == 0 || n != 0 && κ2 <=u (u32)n
          where κ2 <u 2147483649
          where κ2 <u 0x4000000000000001
          where κ2 <u 0x10000000000000001
          exit to main:after
    "#]],
    );
}

#[test]
fn an_access_that_goes_too_far_is_an_exit() {
    let program = "
        global a: 400 bytes, cells of 4 = zero

        function main(i32 n) -> (i32)
          temp i32 i, ptr p, i1 c
        entry:
          i := 0:32
        head:
          c := ult i32 i, n
          branch c ? body : after
        body:
          p := @a + i:32*4
          store i32 7:32, p
          i := add i32 i, 1:32
          jump head
        after:
          return (0:32)";
    check(
        program,
        expect![[r#"
        violated; paths: 2
        error: access outside the bounds of the global a of 400 bytes at main:body; confirmed
        loop main:head; ways back: 1
          i: 0 becomes (i32)κ1
          a[]: {all 0} becomes (λelem. (u64)elem <u κ1 ? 7 : 0)
          if κ1 == 0 || κ1 <u 101
          if κ1 == 0 || n != 0 && κ1 <=u (u32)n
          where κ1 <u 2147483649
          where κ1 <u 0x4000000000000001
          where κ1 <u 0x10000000000000001
          exit to main:after
          exit to main:body: access outside the bounds of the global a of 400 bytes
    "#]],
    );
}

#[test]
fn recursion_is_folded_at_the_entry_of_the_function() {
    let program = "
        function count(i32 n) -> (i32)
          temp i1 c, i32 r
        entry:
          c := eq i32 n, 0:32
          branch c ? none : some
        none:
          return (0:32)
        some:
          n := sub i32 n, 1:32
          r := call @count(i32 n)
          r := add i32 r, 2:32
          return (r)

        function main(i32 n) -> (i32)
          temp i1 c, i32 r
        entry:
          c := ult i32 n, 1000:32
          branch c ? start : good
        start:
          r := call @count(i32 n)
          c := eq i32 r, 7:32
          branch c ? bad : good
        bad:
          error()
          unreachable
        good:
          return (0:32)";
    check(
        program,
        expect![[r#"
        holds; paths: 2
        loop count:entry; ways back: 1
          n: n becomes n - (i32)κ1
          if κ1 <=u (u32)n
          exit to main:start
    "#]],
    );
}
