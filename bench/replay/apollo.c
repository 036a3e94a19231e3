//! Apollo: the autopilot of a lunar module, which fires jets to turn it where it should look.
//!
//! A subject of Qiu, Yang, Păsăreanu, Khurshid: Compositional Symbolic Execution with Memoized Replay, 2015, where it is made
//! from a Simulink model: 54 classes and 3,400 lines. This is a C program of that shape, written afresh and much shorter: two
//! iterations on three angles each, filters that give their rates, a matrix that turns pitch and roll into the axes of the
//! jets, a controller for yaw and two lateral ones, each with four curves of the form ±c + e0 + k·e1²/N, a counter, and a
//! chart of eight states. Conditions are nonlinear over doubles.
//!
//! -DMAIN=Main1: one controller, any errors. MainSymbolic: two iterations (-DITERATIONS=2), six inputs.
//! Verdict: holds.
#include <math.h>
#include "plica.h"

#ifndef MAIN
#define MAIN Main1
#endif
#ifndef ITERATIONS
#define ITERATIONS 2
#endif

enum chart { START, COAST, FIRE_PLUS, FIRE_MINUS, SKIP_PLUS, SKIP_MINUS, HOLD_PLUS, HOLD_MINUS };

/* The next value minus the last, smoothed. */
struct filter {
    double last, rate;
};

struct controller {
    enum chart chart;
    int counter;
    double dead_zone, acceleration;
};

struct autopilot {
    struct filter yaw_rate, u_rate, v_rate;
    struct controller yaw, u, v;
};

static double derive(struct filter *f, double angle) {
    double slope = (angle - f->last) * 10;
    f->last = angle;
    f->rate = f->rate * 0.25 + slope * 0.75;
    return f->rate;
}

static void rotate(const double matrix[2][2], const double from[2], double to[2]) {
    for (int row = 0; row < 2; row++) to[row] = matrix[row][0] * from[0] + matrix[row][1] * from[1];
}

/* Switching curves of the phase plane: parabolas on which the jets have to go on or off. */
static double curve_plus_on(const struct controller *c, double e0, double e1) {
    return c->dead_zone + e0 + 0.5 * (e1 * e1) / c->acceleration;
}

static double curve_plus_off(const struct controller *c, double e0, double e1) {
    return -c->dead_zone + e0 + 0.5 * (e1 * e1) / c->acceleration;
}

static double curve_minus_on(const struct controller *c, double e0, double e1) {
    return -c->dead_zone + e0 + -0.5 * (e1 * e1) / c->acceleration;
}

static double curve_minus_off(const struct controller *c, double e0, double e1) {
    return c->dead_zone + e0 + -0.5 * (e1 * e1) / c->acceleration;
}

/* How many steps a jet fires: as long as it takes to come back to the curve, but at least one and at most four. */
static int steps_of(const struct controller *c, double e0, double e1) {
    double time = (fabs(e1) + sqrt(fabs(e0) * c->acceleration)) / c->acceleration;
    if (time < 2) return 1;
    if (time < 4) return 2;
    return 4;
}

/* -1, 0 or 1: which jet fires in this step. */
static int control(struct controller *c, double e0, double e1) {
    switch (c->chart) {
        case START:
        case COAST:
            if (e1 < 0) {
                if (curve_minus_on(c, e0, e1) < 0) c->chart = SKIP_PLUS;
                else c->chart = COAST;
            } else {
                if (curve_plus_on(c, e0, e1) > 0 && e0 > c->dead_zone) c->chart = SKIP_MINUS;
                else c->chart = COAST;
            }
            return 0;
        case SKIP_PLUS:
            c->chart = FIRE_PLUS;
            c->counter = steps_of(c, e0, e1);
            return 1;
        case SKIP_MINUS:
            c->chart = FIRE_MINUS;
            c->counter = steps_of(c, e0, e1);
            return -1;
        case FIRE_PLUS:
            if (--c->counter == 0) c->chart = HOLD_PLUS;
            return 1;
        case FIRE_MINUS:
            if (--c->counter == 0) c->chart = HOLD_MINUS;
            return -1;
        case HOLD_PLUS:
            if (curve_minus_off(c, e0, e1) > 0) c->chart = COAST;
            return 0;
        case HOLD_MINUS:
            if (curve_plus_off(c, e0, e1) < 0) c->chart = COAST;
            return 0;
    }
    return 0;
}

static void prepare(struct autopilot *a) {
    const struct filter still = {0, 0};
    a->yaw_rate = a->u_rate = a->v_rate = still;
    a->yaw = (struct controller){START, 0, 0.3, 2};
    a->u = a->v = (struct controller){START, 0, 0.5, 4};
}

/* How many of the jets fire. */
static int iterate(struct autopilot *a, double yaw, double pitch, double roll) {
    static const double axes[2][2] = {{0.75, 0.75}, {-0.75, 0.75}};
    double lateral[2] = {pitch, roll}, turned[2];
    rotate(axes, lateral, turned);
    int fired = control(&a->yaw, yaw, derive(&a->yaw_rate, yaw)) != 0;
    fired += control(&a->u, turned[0], derive(&a->u_rate, turned[0])) != 0;
    fired += control(&a->v, turned[1], derive(&a->v_rate, turned[1])) != 0;
    return fired;
}

/* A number of at most 1,024, so that nothing overflows. */
static double angle(const char *name) {
    double x = plica_double(name);
    plica_assume((x >= -1024) & (x <= 1024));
    return x;
}

void Main1(void) {
    struct controller c = {plica_uchar("chart") & 7, 1, 0.3, 2};
    control(&c, angle("e0"), angle("e1"));
}

void MainSymbolic(void) {
    struct autopilot a;
    prepare(&a);
    for (int i = 0; i < ITERATIONS; i++) {
        int fired = iterate(&a, angle("yaw"), angle("pitch"), angle("roll"));
        /* A jet goes on after a step in which the chart skips. */
        plica_assert(i > 0 ? fired <= 3 : fired == 0);
    }
}

int main(void) {
    MAIN();
    return 0;
}
