//! ASW: an altitude switch, which turns a device on when an aircraft comes below a threshold.
//!
//! A subject of Qiu, Yang, Păsăreanu, Khurshid: Compositional Symbolic Execution with Memoized Replay, 2015, whose program is
//! not public: this one is of that size (its two parts execute 21 and 201 branches on inputs), written after what such
//! switches do: three altimeters with a status each and a vote among those that work, a device that has to come on within
//! some steps, an inhibitor, a reset, and an alarm where the device does not come on or no altimeter works for long.
//!
//! -DMAIN=main1: the vote. main2: a step of the switch, from any state and any vote. main0: both, from the initial
//! state. main3: the same, twice.
//! Verdict: holds.
#include <stdbool.h>
#include "plica.h"

#ifndef MAIN
#define MAIN main0
#endif

enum { THRESHOLD = 2000, PATIENCE = 2 };
enum level { UNKNOWN, BELOW, ABOVE };
enum lamp { NO_ALTITUDE = 1, INHIBITED = 2, DEVICE = 4 };
enum mode { OFF, WAITING, ON, FAULT };

struct altimeters {
    bool first_works, second_works, third_works;
    int first, second, third;
};

struct controls {
    bool inhibited, reset, device_is_on;
};

struct state {
    enum mode mode;
    int waited, blind;
    bool was_above, alarm, command;
    int lamps;
};

static bool low(int altitude) {
    if (altitude < THRESHOLD) return true;
    return false;
}

static enum level either(int one, int other) {
    if (low(one)) return BELOW;
    if (low(other)) return BELOW;
    return ABOVE;
}

static enum level two_of(int one, int other, int third) {
    if (low(one)) return either(other, third);
    if (!low(other)) return ABOVE;
    return low(third) ? BELOW : ABOVE;
}

/* Where all work, two of them have to say that it is low; else one of those that work is enough. */
static enum level vote(const struct altimeters *a) {
    if (a->first_works) {
        if (a->second_works) {
            if (a->third_works) return two_of(a->first, a->second, a->third);
            return either(a->first, a->second);
        }
        if (a->third_works) return either(a->first, a->third);
        return low(a->first) ? BELOW : ABOVE;
    }
    if (a->second_works) {
        if (a->third_works) return either(a->second, a->third);
        return low(a->second) ? BELOW : ABOVE;
    }
    if (a->third_works) return low(a->third) ? BELOW : ABOVE;
    return UNKNOWN;
}

static void see(struct state *s, enum level level) {
    if (level == UNKNOWN) {
        if (s->blind < PATIENCE) s->blind++;
        else s->mode = FAULT;
    } else {
        s->blind = 0;
    }
}

static void off(struct state *s, enum level level, const struct controls *c) {
    s->command = false;
    if (level == BELOW && s->was_above && !c->device_is_on && !c->inhibited) {
        s->mode = WAITING;
        s->waited = 0;
        s->command = true;
    }
}

static void waiting(struct state *s, enum level level, const struct controls *c) {
    if (c->device_is_on) s->mode = ON;
    else if (s->waited >= PATIENCE) s->mode = FAULT;
    else s->waited++;
    if (level == ABOVE && s->mode != FAULT) s->mode = OFF;
}

static void on(struct state *s, enum level level, const struct controls *c) {
    if (!c->device_is_on) s->mode = FAULT;
    else if (level == ABOVE) s->mode = OFF;
}

static void lamps(struct state *s, enum level level, const struct controls *c) {
    s->lamps = 0;
    if (level == UNKNOWN) s->lamps |= NO_ALTITUDE;
    if (c->inhibited) s->lamps |= INHIBITED;
    if (c->device_is_on) s->lamps |= DEVICE;
}

static void step(struct state *s, enum level level, const struct controls *c) {
    if (c->reset) {
        s->mode = OFF;
        s->waited = s->blind = s->lamps = 0;
        s->was_above = s->alarm = s->command = false;
        return;
    }
    see(s, level);
    if (s->mode == OFF) off(s, level, c);
    else if (s->mode == WAITING) waiting(s, level, c);
    else if (s->mode == ON) on(s, level, c);
    if (s->mode == FAULT) {
        s->command = false;
        s->alarm = true;
    } else {
        s->alarm = false;
    }
    if (level == ABOVE) s->was_above = true;
    else if (level == BELOW) s->was_above = false;
    lamps(s, level, c);
}

static void check(const struct state *s) {
    plica_assert(!(s->alarm & s->command));
    plica_assert((s->blind <= PATIENCE) & (s->waited <= PATIENCE));
}

static void any_altimeters(struct altimeters *a) {
    a->first_works = plica_bool("first_works");
    a->second_works = plica_bool("second_works");
    a->third_works = plica_bool("third_works");
    a->first = plica_int("first");
    a->second = plica_int("second");
    a->third = plica_int("third");
}

static void any_controls(struct controls *c) {
    c->inhibited = plica_bool("inhibited");
    c->reset = plica_bool("reset");
    c->device_is_on = plica_bool("device_is_on");
}

/* Any state in which the switch may be: counters are 0 to 2, and an alarm is on in the faulty mode. */
static void any_state(struct state *s) {
    s->mode = plica_uchar("mode") & 3;
    s->waited = plica_uchar("waited") % (PATIENCE + 1);
    s->blind = plica_uchar("blind") % (PATIENCE + 1);
    s->was_above = plica_bool("was_above");
    s->alarm = false;
    s->command = false;
    s->lamps = 0;
}

static void both(struct state *s) {
    struct altimeters a;
    struct controls c;
    any_altimeters(&a);
    any_controls(&c);
    step(s, vote(&a), &c);
}

void main1(void) {
    struct altimeters a;
    any_altimeters(&a);
    vote(&a);
}

void main2(void) {
    struct state s;
    struct controls c;
    any_state(&s);
    any_controls(&c);
    step(&s, plica_uchar("level") % 3, &c);
    check(&s);
}

void main0(void) {
    struct state s = {OFF, 0, 0, true, false, false, 0};
    both(&s);
    check(&s);
}

void main3(void) {
    struct state s = {OFF, 0, 0, true, false, false, 0};
    both(&s);
    both(&s);
    check(&s);
}

int main(void) {
    MAIN();
    return 0;
}
