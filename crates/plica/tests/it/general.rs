//! Endless loops whose states differ in numbers without a bound: decided where states are made more general, which only
//! the defaults do.
//!
//! Oblivious to the engine: it runs the built `plica`. Invariant: a twin of each program fails, and is found out.

use std::process::Command;

/// One process sends numbers, the other receives them; whose turn it is is an input. Counts have no bound, but keep
/// their distance.
const HANDSHAKE: &str = r#"
#include "plica.h"

static int sent, received, full, data, last;

static void producer(void) {
    if (full) return;
    data = last = plica_int("data");
    sent++;
    full = 1;
}

static void consumer(void) {
    if (!full) return;
    int got = data;
    received++;
    full = 0;
    if (SKIPS) received++;
    plica_assert(got == last && sent == received);
}

int main(void) {
    for (;;) {
        if (plica_bool("produce")) producer();
        if (plica_bool("consume")) consumer();
    }
}
"#;

/// A queue of two holds the numbers 0, 1, 2, and so on, in their order: elements of an array keep their distance, too.
const QUEUE: &str = r#"
#include "plica.h"

static int queue[2], head, tail, count, sent, received;

int main(void) {
    for (;;) {
        if (plica_bool("send")) {
            if (count >= ROOM) continue;
            queue[tail] = sent++;
            tail = (tail + 1) % 2;
            count++;
        } else if (count > 0) {
            plica_assert(queue[head] == received);
            head = (head + 1) % 2;
            count--;
            received++;
        }
    }
}
"#;

/// A machine takes orders for ever: its stack has more elements than are looked at one by one.
const STACK: &str = r#"
#include "plica.h"

int main(void) {
    int stack[64], top = 0;
    for (;;) {
        int order = plica_int("order");
        if (order == 1 && top < 64) stack[top++] = plica_int("operand");
        if (order == 2 && top > 0) top--;
        if (order == 3 && top >= LEAST) {
            plica_assert(top >= 2 && top <= 64);
            int b = stack[--top], a = stack[--top];
            stack[top++] = a ^ b;
        }
    }
}
"#;

/// A function that is called again has its variables in new objects, which are like the old ones.
const CALLED_AGAIN: &str = r#"
#include "plica.h"

static int turn, flips;

static void play(void) {
    int other[2] = {1, 0};
    while (plica_bool("again")) {
        turn = other[turn];
        flips++;
        plica_assert(turn == TURN);
    }
}

int main(void) {
    for (;;) play();
}
"#;

/// Numbers that grow by any multiple of two, and of four: their low bits stay.
const LOW_BITS: &str = r#"
#include "plica.h"

int main(void) {
    unsigned odd = 1, fours = 0;
    for (;;) {
        unsigned by = plica_uint("by");
        if (by > 1000) by = 7;
        odd += by == 90 ? STEP : 2 * by;
        fours += 4 * by;
        plica_assert(odd % 2 == 1 && fours % 4 == 0);
    }
}
"#;

/// The same where nothing is decided: all that is asked follows from the low bits.
const UNDECIDED: &str = r#"
#include "plica.h"

int main(void) {
    unsigned odd = 1;
    for (;;) {
        odd += 2 * plica_uint("by") + STEP;
        plica_assert(odd % 2 == 1);
    }
}
"#;

/// Squares are sums of odd numbers: what the loop asserts are polynomials, and each is needed for the next.
const SQUARES: &str = r#"
#include "plica.h"

int main(void) {
    int n = plica_int("n");
    long long root = 0, square = 1, odd = 1;
    for (;;) {
        plica_assert(odd == 2 * root + 1);
        plica_assert(square == (root + 1) * (root + 1));
        if (square > n) break;
        root++;
        odd += 2;
        square += odd + (EXTRA);
    }
    return 0;
}
"#;

/// A number is divided by counting: the remainder is one that wraps around.
const QUOTIENT: &str = r#"
#include "plica.h"

int main(void) {
    int n = plica_int("n"), d = plica_int("d"), quotient = 0, rest = 0, left = n;
    plica_assume(n >= 0 && d != 0);
    for (;;) {
        plica_assert(quotient * d + rest + left == n);
        if (left == 0) break;
        if (rest + 1 == d) {
            quotient++;
            rest = 0;
        } else {
            rest++;
        }
        left -= EXTRA ? 2 : 1;
    }
    return 0;
}
"#;

/// Where a position was last remembered, it is within bounds; that positions are not negative is needed for that, and
/// is nowhere said.
const REMEMBERED: &str = r#"
#include "plica.h"

int main(void) {
    int n = plica_int("n"), last = 0;
    for (int i = 0; i < n; i++) {
        if (plica_bool("remember")) last = i + (EXTRA);
    }
    plica_assert(n <= 0 || (last >= 0 && last < n));
    return 0;
}
"#;

/// Steps of at least one are no more than the way: two numbers have an order.
const STEPS: &str = r#"
#include "plica.h"

int main(void) {
    int way = 0, steps = 0;
    while (way < 1000000) {
        int by = plica_int("by");
        if (by < 1 || by >= 1000000) return 0;
        way += by;
        steps++;
    }
    plica_assert(steps <= 1000000 && steps != EXTRA);
    return 0;
}
"#;

/// Every other step counts: for even positions twice the count is the position, for odd ones it is one more.
const HALVES: &str = r#"
#include "plica.h"

int main(void) {
    int n = plica_int("n"), half = 0;
    plica_assume(n >= 0 && n <= 1000000);
    for (int i = 0; i < 2 * n; i++) {
        if (i % 2 == 0) half++;
    }
    plica_assert(half == n + (EXTRA));
    return 0;
}
"#;

/// Three counters take turns: how far they are apart depends on whose turn it is.
const TURNS: &str = r#"
#include "plica.h"

int main(void) {
    unsigned a = 0, b = 0, c = 0;
    int turn = 0;
    while (plica_bool("on")) {
        if (turn == 0) a++, turn = 1;
        else if (turn == 1) b++, turn = 2;
        else c++, turn = EXTRA ? 1 : 0;
    }
    plica_assert((a - b) + (b - c) <= 1);
    return 0;
}
"#;

fn verdict(program: &str, definition: &str) -> Option<i32> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, program).unwrap();
    let mut plica = Command::new(env!("CARGO_BIN_EXE_plica"));
    plica.args(["check", "--checks", "assert", "--max-errors", "1", "--time-limit", "60s"]).arg(&file);
    plica.args(["--", definition]).output().unwrap().status.code()
}

#[test]
fn counts_that_keep_their_distance_need_no_bound() {
    assert_eq!(verdict(HANDSHAKE, "-DSKIPS=0"), Some(0));
    assert_eq!(verdict(QUEUE, "-DROOM=2"), Some(0));
    assert_eq!(verdict(CALLED_AGAIN, "-DTURN=(turn&1)"), Some(0));
}

#[test]
fn large_arrays_are_unknown_as_wholes() {
    assert_eq!(verdict(STACK, "-DLEAST=2"), Some(0));
    assert_eq!(verdict(STACK, "-DLEAST=1"), Some(1));
}

#[test]
fn low_bits_that_stay_are_known() {
    assert_eq!(verdict(LOW_BITS, "-DSTEP=8"), Some(0));
    assert_eq!(verdict(UNDECIDED, "-DSTEP=0"), Some(0));
    assert_eq!(verdict(UNDECIDED, "-DSTEP=1"), Some(1));
}

#[test]
fn what_keeps_paths_from_what_is_no_error_is_an_invariant() {
    assert_eq!(verdict(SQUARES, "-DEXTRA=0"), Some(0));
    assert_eq!(verdict(QUOTIENT, "-DEXTRA=0"), Some(0));
    assert_eq!(verdict(REMEMBERED, "-DEXTRA=0"), Some(0));
    assert_eq!(verdict(STEPS, "-DEXTRA=0"), Some(0));
}

#[test]
fn what_concrete_runs_show_in_parts_is_an_invariant() {
    assert_eq!(verdict(HALVES, "-DEXTRA=0"), Some(0));
    assert_eq!(verdict(TURNS, "-DEXTRA=0"), Some(0));
}

#[test]
fn what_is_unknown_hides_no_error() {
    assert_eq!(verdict(HALVES, "-DEXTRA=(n==30)"), Some(1));
    assert_eq!(verdict(TURNS, "-DEXTRA=(b==20)"), Some(1));
    assert_eq!(verdict(SQUARES, "-DEXTRA=root==20"), Some(1));
    assert_eq!(verdict(QUOTIENT, "-DEXTRA=(left==5)"), Some(1));
    assert_eq!(verdict(REMEMBERED, "-DEXTRA=i==30"), Some(1));
    assert_eq!(verdict(STEPS, "-DEXTRA=20"), Some(1));
    assert_eq!(verdict(LOW_BITS, "-DSTEP=9"), Some(1));
    assert_eq!(verdict(HANDSHAKE, "-DSKIPS=(sent==6)"), Some(1));
    assert_eq!(verdict(QUEUE, "-DROOM=3"), Some(1));
    assert_eq!(verdict(CALLED_AGAIN, "-DTURN=(flips<20?turn:2)"), Some(1));
}
