//! setjmp and longjmp as control flow: a jump that is under way is a number that calls are followed by a test of.
//!
//! A call of a function that contains a setjmp is numbered when it first comes to one, and is in a list until it ends.
//! The front end (crates/plica-llvm/src/lower/jumps.rs) has setjmp call `plica_set_jump`, and goes on behind it where
//! `plica_jump_to` is the number of its call. Oblivious to signal masks, which have no effect. Invariant: the calls in
//! the list are those of functions that have not returned.

#define PLICA_FRAMES 512

struct plica_jump_buffer {
    unsigned long frame;
    int site;
};

/* The executor's: stops where it is not known who calls; the end of a jump to nobody. */
void plica_jump_is_here(void);
_Noreturn void plica_jump_leads_nowhere(void);
/* Has no definition, so a path that calls it stops. */
void plica_more_calls_with_setjmp_than_fit(void);

unsigned long plica_jump_to;
int plica_jump_site, plica_jump_value;

static unsigned long plica_frames[PLICA_FRAMES], plica_frames_so_far;
static unsigned plica_frames_now;

unsigned long plica_set_jump(struct plica_jump_buffer *buffer, unsigned long frame, int site) {
    plica_jump_is_here();
    if (!frame) {
        if (plica_frames_now == PLICA_FRAMES) plica_more_calls_with_setjmp_than_fit();
        frame = ++plica_frames_so_far;
        plica_frames[plica_frames_now++] = frame;
    }
    buffer->frame = frame;
    buffer->site = site;
    return frame;
}

/* A call with this number (0: none) ends, and with it those that it called. */
void plica_end_jumps(unsigned long frame) {
    if (frame) plica_frames_now--;
}

static void jump(struct plica_jump_buffer *buffer, int value) {
    plica_jump_is_here();
    unsigned long frame = buffer->frame;
    for (unsigned i = plica_frames_now; i > 0; i--)
        if (plica_frames[i - 1] == frame) {
            plica_jump_site = buffer->site;
            plica_jump_value = value ? value : 1;
            plica_jump_to = frame;
            return;
        }
    plica_jump_leads_nowhere();
}

void longjmp(struct plica_jump_buffer *buffer, int value) { jump(buffer, value); }
void _longjmp(struct plica_jump_buffer *buffer, int value) { jump(buffer, value); }
void siglongjmp(struct plica_jump_buffer *buffer, int value) { jump(buffer, value); }
void __longjmp_chk(struct plica_jump_buffer *buffer, int value) { jump(buffer, value); }
