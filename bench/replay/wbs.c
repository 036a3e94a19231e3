//! WBS: the wheel brake system of an aircraft, one step of a synchronous controller.
//!
//! A subject of Qiu, Yang, Păsăreanu, Khurshid: Compositional Symbolic Execution with Memoized Replay, 2015, where it is a
//! class in Java. Written afresh after what the system does: the pedal and the automatic brake give a command, the hydraulics
//! are in normal mode or in the alternate one, and a skid takes the pressure away. A step is free of loops. It has 144 paths
//! when the state is unknown (239 executions of branches on inputs) and 24 from the initial state.
//!
//! -DMAIN=update: one step from any state. main1: two steps with the same inputs from any state. main2: the same, and a step
//! of a second system from its initial state. launch: three steps (-DSTEPS=3) with inputs of their own from the initial
//! state, 13,824 paths, 24 for each step.
//! Verdict: holds.
#include <stdbool.h>
#include "plica.h"

#ifndef MAIN
#define MAIN update
#endif
#ifndef STEPS
#define STEPS 3
#endif

enum { MAX_PRESSURE = 5 };

struct brakes {
    /* What a step leaves for the next one. */
    int mode_before, command_before, pressure_before;
    int normal_pressure, alternate_pressure, mode;
};

static void reset(struct brakes *b) {
    b->mode_before = 0;
    b->command_before = 0;
    b->pressure_before = 100;
    b->normal_pressure = b->alternate_pressure = b->mode = 0;
}

/* How much of a pressure a valve lets through that is open by so many quarters. */
static int valve(int opening, int pressure) {
    if (opening == 0) return 0;
    if (opening == 1) return pressure / 4;
    if (opening == 2) return pressure / 2;
    if (opening == 3) return pressure / 4 * 3;
    if (opening == 4) return pressure;
    return 0;
}

static int pedal_command(int pedal) {
    if (pedal == 0) return 0;
    if (pedal == 1) return 1;
    if (pedal == 2) return 2;
    if (pedal == 3) return 3;
    if (pedal == 4) return 4;
    return 0;
}

static void step(struct brakes *b, int pedal, bool autobrake, bool skid) {
    bool normal, alternate;
    int automatic, opening, green, blue, accumulator, wanted, command;

    if (b->mode_before == 0) normal = true;
    else normal = false;
    wanted = pedal_command(pedal);
    if (autobrake && normal) automatic = 1;
    else automatic = 0;

    /* The alternate mode stays once it is entered, and it is entered when a command had no pressure as its result. */
    if ((b->command_before != 0 && b->pressure_before <= 0 && normal) || !normal) alternate = true;
    else alternate = false;

    if (alternate) {
        if (skid) opening = 0;
        else opening = 4;
    } else {
        opening = 4;
    }

    if (alternate) green = 0;
    else green = MAX_PRESSURE;
    if (green >= 1) blue = 0;
    else blue = MAX_PRESSURE;
    if (!alternate) {
        accumulator = 0;
    } else {
        if (blue >= 1) accumulator = blue;
        else accumulator = MAX_PRESSURE;
    }
    b->alternate_pressure = valve(opening, accumulator);

    if (skid) wanted = 0;
    else wanted = automatic + wanted;

    if (alternate) b->mode = 1;
    else b->mode = 0;

    if (alternate) {
        command = 0;
    } else {
        if (wanted >= 0 && wanted < 1) command = 0;
        else if (wanted >= 1 && wanted < 2) command = 1;
        else if (wanted >= 2 && wanted < 3) command = 2;
        else if (wanted >= 3 && wanted < 4) command = 3;
        else command = 4;
    }
    if (green >= 1) b->normal_pressure = valve(command, green);
    else b->normal_pressure = valve(command, 0);

    b->pressure_before = b->normal_pressure;
    b->command_before = command;
    b->mode_before = b->mode;
}

/* In every state that a step leaves, at most one of the two lines has pressure, and the modes are two. */
static void check(const struct brakes *b) {
    plica_assert(b->normal_pressure == 0 || b->alternate_pressure == 0);
    plica_assert(b->mode == 0 || b->mode == 1);
}

static void any(struct brakes *b) {
    b->mode_before = plica_int("mode_before");
    b->command_before = plica_int("command_before");
    b->pressure_before = plica_int("pressure_before");
}

static void input_step(struct brakes *b) { step(b, plica_int("pedal"), plica_bool("autobrake"), plica_bool("skid")); }

void update(void) {
    struct brakes b;
    any(&b);
    input_step(&b);
    check(&b);
}

void main1(void) {
    struct brakes b;
    any(&b);
    int pedal = plica_int("pedal");
    bool autobrake = plica_bool("autobrake"), skid = plica_bool("skid");
    step(&b, pedal, autobrake, skid);
    step(&b, pedal, autobrake, skid);
    check(&b);
}

void main2(void) {
    struct brakes b, other;
    any(&b);
    reset(&other);
    int pedal = plica_int("pedal");
    bool autobrake = plica_bool("autobrake"), skid = plica_bool("skid");
    step(&b, pedal, autobrake, skid);
    step(&b, pedal, autobrake, skid);
    step(&other, pedal, autobrake, skid);
    check(&b);
    check(&other);
}

void launch(void) {
    struct brakes b;
    reset(&b);
    for (int i = 0; i < STEPS; i++) input_step(&b);
    check(&b);
}

int main(void) {
    MAIN();
    return 0;
}
