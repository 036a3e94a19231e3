//! TCAS: the collision avoidance of an aircraft, which advises to climb, to descend, or neither.
//!
//! The program of the Siemens suite and a subject of Qiu, Yang, Păsăreanu, Khurshid: Compositional Symbolic Execution with
//! Memoized Replay, 2015. Written afresh; what it decides, on twelve globals and a table of four altitudes, is that program's:
//! `alt_sep_test` has 68 paths and executes 339 branches on inputs, the two functions that say whether to climb or to descend
//! without crossing 14 paths and 15 branches each.
//!
//! -DMAIN=climb|descend|alt_sep|twice|safe. `twice` is alt_sep_test with other inputs after the first. `safe` asserts of what
//! alt_sep_test advises that it is safe.
//! tcas_faults.tsv has 41 faulty versions as edits of this file.
//! Verdict: holds.
#include <stdbool.h>
#include "plica.h"

#ifndef MAIN
#define MAIN alt_sep
#endif

enum { OWN_CLIMB_LIMIT = 600, MAX_ALT_DIFF = 600, MIN_SEPARATION = 300, NO_CROSSING = 100 };
enum { NO_INTENT, DO_NOT_CLIMB, DO_NOT_DESCEND };
enum { TCAS_TA = 1, OTHER = 2 };
enum { UNRESOLVED, UPWARD_RA, DOWNWARD_RA };

int Cur_Vertical_Sep;
bool High_Confidence;
bool Two_of_Three_Reports_Valid;
int Own_Tracked_Alt, Own_Tracked_Alt_Rate, Other_Tracked_Alt;
int Alt_Layer_Value; /* 0 to 3 */
int Positive_RA_Alt_Thresh[4];
int Up_Separation, Down_Separation;
int Other_RAC; /* NO_INTENT, DO_NOT_CLIMB, DO_NOT_DESCEND */
int Other_Capability;
bool Climb_Inhibit;

static void initialize(void) {
    Positive_RA_Alt_Thresh[0] = 400;
    Positive_RA_Alt_Thresh[1] = 500;
    Positive_RA_Alt_Thresh[2] = 640;
    Positive_RA_Alt_Thresh[3] = 740;
}

static int alim(void) { return Positive_RA_Alt_Thresh[Alt_Layer_Value]; }

static int inhibit_biased_climb(void) {
    if (Climb_Inhibit) return Up_Separation + NO_CROSSING;
    return Up_Separation;
}

/* Conditions that are kept are kept by branches, as they are in the program in Java, and not as values of comparisons. */

static bool own_below_threat(void) {
    if (Own_Tracked_Alt < Other_Tracked_Alt) return true;
    return false;
}

static bool own_above_threat(void) {
    if (Other_Tracked_Alt < Own_Tracked_Alt) return true;
    return false;
}

static bool non_crossing_biased_climb(void) {
    if (inhibit_biased_climb() > Down_Separation) {
        if (!own_below_threat() || (own_below_threat() && !(Down_Separation >= alim()))) return true;
    } else {
        if (own_above_threat() && Cur_Vertical_Sep >= MIN_SEPARATION && Up_Separation >= alim()) return true;
    }
    return false;
}

static bool non_crossing_biased_descend(void) {
    if (inhibit_biased_climb() > Down_Separation) {
        if (own_below_threat() && Cur_Vertical_Sep >= MIN_SEPARATION && Down_Separation >= alim()) return true;
    } else {
        if (!own_above_threat() || (own_above_threat() && Up_Separation >= alim())) return true;
    }
    return false;
}

static int alt_sep_test(void) {
    bool enabled = false, equipped = false, intent_not_known = false;
    if (High_Confidence && Own_Tracked_Alt_Rate <= OWN_CLIMB_LIMIT && Cur_Vertical_Sep > MAX_ALT_DIFF) enabled = true;
    if (Other_Capability == TCAS_TA) equipped = true;
    if (Two_of_Three_Reports_Valid && Other_RAC == NO_INTENT) intent_not_known = true;
    if (enabled && ((equipped && intent_not_known) || !equipped)) {
        bool up = false, down = false;
        if (non_crossing_biased_climb() && own_below_threat()) up = true;
        if (non_crossing_biased_descend() && own_above_threat()) down = true;
        if (up && down) return UNRESOLVED;
        if (up) return UPWARD_RA;
        if (down) return DOWNWARD_RA;
    }
    return UNRESOLVED;
}

static void any(void) {
    PLICA_SYMBOLIC(Cur_Vertical_Sep);
    High_Confidence = plica_bool("High_Confidence");
    Two_of_Three_Reports_Valid = plica_bool("Two_of_Three_Reports_Valid");
    PLICA_SYMBOLIC(Own_Tracked_Alt);
    PLICA_SYMBOLIC(Own_Tracked_Alt_Rate);
    PLICA_SYMBOLIC(Other_Tracked_Alt);
    Alt_Layer_Value = plica_uchar("Alt_Layer_Value") & 3;
    Up_Separation = plica_short("Up_Separation"); /* feet: nothing overflows */
    Down_Separation = plica_short("Down_Separation");
    PLICA_SYMBOLIC(Other_RAC);
    PLICA_SYMBOLIC(Other_Capability);
    Climb_Inhibit = plica_bool("Climb_Inhibit");
    initialize();
}

void climb(void) { non_crossing_biased_climb(); }

void descend(void) { non_crossing_biased_descend(); }

static inline void alt_sep(void) { alt_sep_test(); }

static inline void twice(void) {
    alt_sep_test();
    any();
    alt_sep_test();
}

/* What is advised is never the way that does not separate enough while the other one does, and never leads across. */
void safe(void) {
    int advice = alt_sep_test();
    bool up_separates = Up_Separation >= alim(), down_separates = Down_Separation >= alim();
    plica_assert(!((advice == DOWNWARD_RA) & up_separates & !down_separates));
    plica_assert(!((advice == UPWARD_RA) & down_separates & !up_separates));
    plica_assert(!((advice == UPWARD_RA) & (Own_Tracked_Alt >= Other_Tracked_Alt)));
    plica_assert(!((advice == DOWNWARD_RA) & (Own_Tracked_Alt <= Other_Tracked_Alt)));
    plica_assert((advice == UNRESOLVED) | (High_Confidence & (Own_Tracked_Alt_Rate <= 600) & (Cur_Vertical_Sep > 600)));
}

int main(void) {
    any();
    MAIN();
    return 0;
}
